//! Tests in Rust: functions with `#[test]` and the like.

mod blank;
mod computed;
mod condition;
mod each;
mod macros;
mod names;
mod table;

use tree_sitter::Node;

pub use blank::{compare, scribe_within, taken, told};
pub use macros::{alter, of_node as value};
pub use names::tests;

use super::syntax::{children, field};
use super::twin::{Context, leaves_test};

/// The types of whole numbers.
const WHOLE: [&str; 12] =
    ["usize", "isize", "u128", "i128", "u16", "u32", "u64", "i16", "i32", "i64", "u8", "i8"];

/// Methods that keep at least one item of what is not empty, and all of them as they are.
const KEEPING: [&str; 4] = ["iter", "into_iter", "rev", "step_by"];

pub fn leaves(node: Node<'_>, body: Node<'_>) -> bool {
    node.kind() == "return_expression"
        && leaves_test(node, body, &["closure_expression", "function_item", "async_block"])
}

/// Whether whoever comes to `parent` comes to its part `child`.
pub fn passes(parent: Node<'_>, child: Node<'_>, context: &Context<'_>) -> bool {
    match parent.kind() {
        "block" | "expression_statement" => true,
        "for_expression" => {
            field(parent, "body").is_some_and(|body| body.id() == child.id())
                && field(parent, "value").is_some_and(|over| has_items(over, context, 0))
        }
        _ => false,
    }
}

/// Whether this is certainly not empty.
fn has_items(node: Node<'_>, context: &Context<'_>, depth: usize) -> bool {
    if depth > 4 {
        return false;
    }
    match node.kind() {
        "array_expression" => !children(node).is_empty(),
        "reference_expression" => {
            field(node, "value").is_some_and(|value| has_items(value, context, depth + 1))
        }
        "range_expression" => {
            let Some((from, to)) = bounds(node, context) else { return false };
            from < to || (from == to && context.source.of(node).contains("..="))
        }
        "parenthesized_expression" => {
            children(node).first().is_some_and(|inner| has_items(*inner, context, depth + 1))
        }
        // `table.iter()`
        "call_expression" => {
            let called = field(node, "function").filter(|one| one.kind() == "field_expression");
            let method = called.and_then(|called| field(called, "field"));
            let keeps_all = |method: Node<'_>| {
                KEEPING.contains(&context.source.of(method))
                    || context.source.of(method) == "enumerate"
            };
            method.is_some_and(keeps_all)
                && called
                    .and_then(|called| field(called, "value"))
                    .is_some_and(|value| has_items(value, context, depth + 1))
        }
        "macro_invocation" => {
            // `vec![…]`
            field(node, "macro").is_some_and(|name| context.source.of(name) == "vec")
                && children(node).last().is_some_and(|tree| !children(*tree).is_empty())
        }
        "identifier" => {
            context.definition(node).is_some_and(|value| has_items(value, context, depth + 1))
        }
        _ => false,
    }
}

/// The numbers between which a range lies, where they are written out.
fn bounds(range: Node<'_>, context: &Context<'_>) -> Option<(i128, i128)> {
    let bounds = children(range);
    let [from, to] = bounds.as_slice() else { return None };
    let number = |node: Node<'_>| {
        let text = context.source.of(node).replace('_', "");
        let digits = WHOLE.iter().find_map(|suffix| text.strip_suffix(suffix)).unwrap_or(&text);
        digits.parse::<i128>().ok()
    };
    Some((number(*from)?, number(*to)?))
}

/// Whether a loop counts from one number that is written out to another.
fn is_range(node: Node<'_>, context: &Context<'_>) -> bool {
    match node.kind() {
        "range_expression" => bounds(node, context).is_some(),
        "parenthesized_expression" => {
            children(node).first().is_some_and(|inner| is_range(*inner, context))
        }
        "call_expression" => {
            let called = field(node, "function").filter(|one| one.kind() == "field_expression");
            let method = called.and_then(|called| field(called, "field"));
            method.is_some_and(|method| KEEPING.contains(&context.source.of(method)))
                && called
                    .and_then(|called| field(called, "value"))
                    .is_some_and(|value| is_range(value, context))
        }
        _ => false,
    }
}

/// The name that is bound here, and its value.
pub fn defined<'t>(node: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
    let name = match node.kind() {
        "let_declaration" => field(node, "pattern"),
        "const_item" | "static_item" => field(node, "name"),
        _ => None,
    };
    Some((name?, field(node, "value")))
}
