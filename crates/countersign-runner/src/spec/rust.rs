//! Tests in Rust: functions with `#[test]` and the like.

mod blank;
mod condition;
mod macros;
mod names;
mod table;

use tree_sitter::Node;

pub use blank::{compare, scribe_within, taken, told};
pub use macros::{alter, of_node as value};
pub use names::tests;

use super::syntax::{children, field};
use super::twin::{Context, leaves_test};

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
            let bounds = children(node);
            let [from, to] = bounds.as_slice() else { return false };
            let number = |node: Node<'_>| context.source.of(node).parse::<u64>().ok();
            matches!((number(*from), number(*to)), (Some(from), Some(to)) if from < to)
        }
        // `table.iter()`
        "call_expression" => {
            let called = field(node, "function").filter(|one| one.kind() == "field_expression");
            let method = called.and_then(|called| field(called, "field"));
            let keeps_all = |method: Node<'_>| {
                ["iter", "into_iter", "enumerate"].contains(&context.source.of(method))
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

/// The name that is bound here, and its value.
pub fn defined<'t>(node: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
    let name = match node.kind() {
        "let_declaration" => field(node, "pattern"),
        "const_item" | "static_item" => field(node, "name"),
        _ => None,
    };
    Some((name?, field(node, "value")))
}
