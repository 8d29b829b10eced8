//! What can be said of a value without computing it.

use tree_sitter::Node;

use super::{class, function, types};
use crate::exports::model::Type;
use crate::exports::syntax::{Source, has, named};

/// Stands for a name whose declaration is in the same file.
pub(super) const REFERENCE: &str = "the value of";

/// The type of a value that is written out.
pub(super) fn inferred(source: Source<'_>, node: Node<'_>) -> Option<Type> {
    let source = source.deeper()?;
    let first = || named(node).into_iter().next();
    let inner = |node: Node<'_>| inferred(source, node);
    match node.kind() {
        "arrow_function" | "function_expression" | "function" | "generator_function" => {
            Some(Type::Function(Box::new(function::read(source, node))))
        }
        "object" => Some(Type::Object(class::object_members(source, node))),
        "identifier" => Some(Type::other(REFERENCE, vec![Type::named(source.of(node))])),
        "parenthesized_expression" => first().and_then(inner),
        "as_expression" | "satisfies_expression" => {
            let parts = named(node);
            // `as const` and `satisfies T` leave the type as it is.
            let is_kept = has(node, "const") || has(node, "satisfies");
            match parts.as_slice() {
                [value, ..] if is_kept => inner(*value),
                [_, ty] => Some(types::meaning(source, *ty)),
                _ => None,
            }
        }
        "call_expression" if source.field(node, "function") == Some("Object.freeze") => {
            let arguments = node.child_by_field_name("arguments").map(named).unwrap_or_default();
            arguments.first().copied().and_then(inner)
        }
        _ => simple(source, node),
    }
}

/// The type of a literal, or of what `new` makes.
pub(super) fn simple(source: Source<'_>, node: Node<'_>) -> Option<Type> {
    match node.kind() {
        "number" => Some(Type::named("number")),
        "string" | "template_string" => Some(Type::named("string")),
        "true" | "false" => Some(Type::named("boolean")),
        "regex" => Some(Type::named("RegExp")),
        "unary_expression" => match source.of(node) {
            text if text.starts_with('-') => Some(Type::named("number")),
            text if text.starts_with('!') => Some(Type::named("boolean")),
            _ => None,
        },
        "new_expression" => {
            let name = source.field(node, "constructor")?;
            let arguments =
                node.child_by_field_name("type_arguments").map(named).unwrap_or_default();
            let arguments = arguments.into_iter().map(|ty| types::meaning(source, ty)).collect();
            let path = name.split('.').map(str::to_owned).collect();
            Some(Type::Named { path, arguments })
        }
        "array" => {
            let mut kinds = named(node).into_iter().map(|element| simple(source, element));
            let Some(Some(Type::Named { path, arguments })) = kinds.next() else { return None };
            let is_same = |other: Option<Type>| matches!(other, Some(Type::Named { path: name, .. }) if name == path);
            let element = Type::Named { path: path.clone(), arguments };
            kinds.all(is_same).then(|| Type::applied("Array", vec![element]))
        }
        _ => None,
    }
}
