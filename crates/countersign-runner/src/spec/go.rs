//! Tests in Go: the testing package, and testify.

mod asserts;
mod names;

use tree_sitter::Node;

pub use asserts::alter;
pub use names::tests;

use super::skips::is_skip;
use super::syntax::{children, field};
use super::twin::{Context, leaves_test};

pub fn leaves(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> bool {
    match node.kind() {
        // The list of statements is a node of its own.
        "return_statement" => {
            let list = children(body).first().copied().unwrap_or(body);
            let own = if list.kind() == "statement_list" { list } else { body };
            leaves_test(node, own, &["func_literal", "function_declaration"])
        }
        "call_expression" => {
            let function = field(node, "function").map_or("", |name| context.source.of(name));
            function == "os.Exit" || is_skip(node, context.source)
        }
        _ => false,
    }
}

/// Whether whoever comes to `parent` comes to its part `child`.
pub fn passes(parent: Node<'_>, child: Node<'_>, context: &Context<'_>) -> bool {
    match parent.kind() {
        "block" | "statement_list" | "expression_statement" => true,
        "for_statement" => {
            let is_body = field(parent, "body").is_some_and(|body| body.id() == child.id());
            let range = children(parent).into_iter().find(|part| part.kind() == "range_clause");
            let over = range.and_then(|range| field(range, "right"));
            is_body && over.is_some_and(|over| has_items(over, context, 0))
        }
        _ => false,
    }
}

/// Whether this is certainly not empty.
fn has_items(node: Node<'_>, context: &Context<'_>, depth: usize) -> bool {
    match node.kind() {
        "composite_literal" => field(node, "body").is_some_and(|items| !children(items).is_empty()),
        "identifier" if depth < 4 => {
            context.definition(node).is_some_and(|value| has_items(value, context, depth + 1))
        }
        _ => false,
    }
}

/// The name that is set here, and its value.
pub fn defined<'t>(node: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
    let (name, value) = match node.kind() {
        "short_var_declaration" | "assignment_statement" => {
            (field(node, "left"), field(node, "right"))
        }
        "var_spec" => (field(node, "name"), field(node, "value")),
        _ => (None, None),
    };
    let is_list = value.is_some_and(|value| value.kind() == "expression_list");
    let first = value.and_then(|list| children(list).first().copied());
    Some((name?, if is_list { first } else { value }))
}
