//! TypeScript and JavaScript: modules, classes, types.

mod class;
mod function;
mod module;
mod types;
mod value;

pub(crate) use module::module;

use super::syntax::Source;
use tree_sitter::Node;

/// The name of a member, whether it is quoted or not.
fn member_name(source: Source<'_>, node: Node<'_>) -> String {
    source.of(node).trim_matches(['"', '\'', '`']).to_owned()
}

/// A plain literal, with one kind of quotes.
fn literal(source: Source<'_>, node: Node<'_>) -> Option<String> {
    let text = source.of(node);
    match node.kind() {
        "string" => Some(format!("\"{}\"", text.trim_matches(['"', '\'']))),
        "number" | "true" | "false" | "null" | "undefined" => Some(text.replace('_', "")),
        "unary_expression" if text.starts_with('-') => Some(text.replace([' ', '_'], "")),
        _ => None,
    }
}
