//! Tests in JavaScript and TypeScript: jest, vitest, mocha with chai, and node's own.

mod asserts;
mod blank;
mod counts;
mod expects;
mod falsify;
mod names;
mod table;

use tree_sitter::Node;

pub use blank::{scribe, taken};
pub use falsify::value;
pub use names::tests;

use super::edit::Edit;
use super::skips::is_skip;
use super::syntax::{Source, field};
use super::twin::{Context, leaves_test};

const FUNCTIONS: &[&str] = &[
    "arrow_function",
    "function_expression",
    "function_declaration",
    "generator_function",
    "method_definition",
];

pub fn leaves(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> bool {
    match node.kind() {
        "return_statement" => leaves_test(node, body, FUNCTIONS),
        "call_expression" => {
            let function = field(node, "function").map_or("", |name| context.source.of(name));
            function == "process.exit" || is_skip(node, context.source)
        }
        _ => false,
    }
}

/// Whether whoever comes to `parent` comes to its part `child`.
pub fn passes(parent: Node<'_>, child: Node<'_>, context: &Context<'_>) -> bool {
    match parent.kind() {
        "statement_block"
        | "expression_statement"
        | "await_expression"
        | "return_statement"
        | "finally_clause"
        | "parenthesized_expression" => true,
        "try_statement" => child.kind() == "finally_clause",
        "for_in_statement" => {
            let is_body = field(parent, "body").is_some_and(|body| body.id() == child.id());
            let of = field(parent, "operator").is_some_and(|word| context.source.of(word) == "of");
            is_body
                && of
                && field(parent, "right").is_some_and(|over| counts::has_items(over, context))
        }
        "for_statement" => {
            let is_body = field(parent, "body").is_some_and(|body| body.id() == child.id());
            is_body && counts::has_turns(parent, context)
        }
        // `cases.forEach((c) => { … })`
        "arrow_function" | "function_expression" => {
            let call = parent.parent().and_then(|arguments| arguments.parent());
            field(parent, "body").is_some_and(|body| body.id() == child.id())
                && call.is_some_and(|call| is_for_each(call, context))
        }
        "arguments" => parent.parent().is_some_and(|call| is_for_each(call, context)),
        "call_expression" => is_for_each(parent, context),
        _ => false,
    }
}

fn is_for_each(call: Node<'_>, context: &Context<'_>) -> bool {
    asks_each(call, "forEach", context)
}

/// Whether a method is called that takes a function for each item, and there is an item.
fn asks_each(call: Node<'_>, method: &str, context: &Context<'_>) -> bool {
    let Some(function) = field(call, "function") else { return false };
    field(function, "property").is_some_and(|name| context.source.of(name) == method)
        && field(function, "object").is_some_and(|object| counts::has_items(object, context))
}

/// The name that is declared here, and its value if it is a constant.
pub fn defined<'t>(node: Node<'t>, source: Source<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
    (node.kind() == "variable_declarator").then_some(())?;
    let constant = node.prev_sibling().is_some_and(|word| source.of(word) == "const");
    Some((field(node, "name")?, field(node, "value").filter(|_| constant)))
}

/// The changes that make an expectation wrong.
pub fn alter(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    match node.kind() {
        "call_expression" | "member_expression" => {
            expects::alter(node, body, context).or_else(|| asserts::alter(node, body, context))
        }
        _ => None,
    }
}
