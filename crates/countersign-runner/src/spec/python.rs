//! Tests in Python: pytest and unittest.

mod blank;
mod falsify;
mod methods;
mod names;
mod table;

use tree_sitter::Node;

pub use blank::{scribe, taken};
pub use falsify::value;
pub use names::tests;

use super::edit::Edit;
use super::skips::is_skip;
use super::syntax::{children, field, tokens};
use super::twin::{Context, leaves_test};

pub fn leaves(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> bool {
    match node.kind() {
        "return_statement" => leaves_test(node, body, &["function_definition", "lambda"]),
        "call" => {
            let function = field(node, "function").map_or("", |name| context.source.of(name));
            function == "sys.exit" || is_skip(node, context.source)
        }
        _ => false,
    }
}

/// Whether whoever comes to `parent` comes to its part `child`.
pub fn passes(parent: Node<'_>, child: Node<'_>, context: &Context<'_>) -> bool {
    match parent.kind() {
        "block"
        | "expression_statement"
        | "with_clause"
        | "with_item"
        | "finally_clause"
        | "await"
        | "assignment"
        | "as_pattern" => true,
        "with_statement" => {
            let is_body = field(parent, "body").is_some_and(|body| body.id() == child.id());
            !is_body || !swallows(parent, context)
        }
        "for_statement" => {
            let is_body = field(parent, "body").is_some_and(|body| body.id() == child.id());
            is_body && field(parent, "right").is_some_and(|over| has_items(over, context, 0))
        }
        "try_statement" => child.kind() == "finally_clause",
        _ => false,
    }
}

/// Whether what fails inside a `with` may not come out of it.
fn swallows(with: Node<'_>, context: &Context<'_>) -> bool {
    let body = field(with, "body").map_or(with.end_byte(), |body| body.start_byte());
    let head = context.source.text.get(with.start_byte()..body).unwrap_or_default();
    ["raises", "assertRaises", "suppress", "warns", "assertWarns", "assertLogs"]
        .iter()
        .any(|word| head.contains(word))
}

/// Whether this is certainly not empty.
fn has_items(node: Node<'_>, context: &Context<'_>, depth: usize) -> bool {
    if depth > 4 {
        return false;
    }
    match node.kind() {
        "list" | "tuple" | "set" | "dictionary" => {
            children(node).iter().any(|item| !item.kind().ends_with("splat"))
        }
        "identifier" => {
            context.definition(node).is_some_and(|value| has_items(value, context, depth + 1))
        }
        "call" => {
            let Some(function) = field(node, "function") else { return false };
            let arguments = field(node, "arguments").map(children).unwrap_or_default();
            match context.source.of(function) {
                "range" => has_turns(&arguments, context),
                "enumerate" | "zip" | "sorted" | "reversed" | "list" | "tuple" | "set" => {
                    !arguments.is_empty()
                        && arguments.iter().all(|item| has_items(*item, context, depth + 1))
                }
                _ if function.kind() == "attribute" => {
                    let method = field(function, "attribute").map_or("", |m| context.source.of(m));
                    ["items", "keys", "values"].contains(&method)
                        && field(function, "object")
                            .is_some_and(|object| has_items(object, context, depth + 1))
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether a range of these bounds is not empty; only numbers that are written out tell.
fn has_turns(bounds: &[Node<'_>], context: &Context<'_>) -> bool {
    let number = |node: &Node<'_>| context.source.of(*node).replace('_', "").parse::<i64>().ok();
    let numbers: Option<Vec<i64>> = bounds.iter().map(number).collect();
    match numbers.as_deref() {
        Some([to]) => *to > 0,
        Some([from, to]) => from < to,
        Some([from, to, step]) => (*step > 0 && from < to) || (*step < 0 && from > to),
        _ => false,
    }
}

/// The name that is assigned to here, and its value.
pub fn defined<'t>(node: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
    (node.kind() == "assignment").then_some(())?;
    Some((field(node, "left")?, field(node, "right")))
}

/// The changes that make an expectation wrong: of an `assert`, a method of `TestCase`, `pytest.raises`, or a
/// mock's own assertion.
pub fn alter(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    match node.kind() {
        "assert_statement" => {
            let condition = children(node).first().copied()?;
            falsify::falsify(condition, body, context)
        }
        "call" => methods::alter(node, body, context),
        _ => None,
    }
}

/// The operator of a comparison of two operands, and these.
fn comparison<'t>(node: Node<'t>) -> Option<(Node<'t>, Node<'t>, Node<'t>)> {
    let parts = tokens(node);
    match parts.as_slice() {
        [left, operator, right] => Some((*left, *operator, *right)),
        _ => None,
    }
}
