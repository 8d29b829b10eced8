//! Annotations. `typing`'s names for built-in types are those types.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::exports::model::{Stated, Type};
use crate::exports::syntax::{Language, Source, fields, named};

pub(super) fn stated(source: Source<'_>, node: Node<'_>) -> Stated {
    Stated { meaning: meaning(source, node), text: source.line_of(node) }
}

pub(super) fn meaning(source: Source<'_>, node: Node<'_>) -> Type {
    // What lies deeper is compared as it is written.
    let Some(source) = source.deeper() else {
        return Type::Literal(source.of(node).to_owned());
    };
    let inner = |node: Node<'_>| meaning(source, node);
    let parts = || named(node).into_iter().map(inner).collect::<Vec<_>>();
    match node.kind() {
        "type" | "parenthesized_expression" => {
            named(node).into_iter().next().map_or_else(|| Type::named(""), inner)
        }
        "identifier" | "attribute" | "member_type" | "dotted_name" => {
            Type::Named { path: path(source.of(node)), arguments: Vec::new() }
        }
        "none" => Type::named("None"),
        "ellipsis" => Type::other("...", Vec::new()),
        "string" => quoted(source, node),
        "generic_type" | "subscript" => generic(source, node),
        "union_type" => Type::either(parts()),
        "binary_operator" => {
            let sides = alternatives(source, node);
            Type::either(sides.into_iter().map(inner).collect())
        }
        "list" => Type::other("list", parts()),
        "integer" | "true" | "false" | "unary_operator" => {
            Type::Literal(source.of(node).to_owned())
        }
        _ if node.named_child_count() == 0 => Type::other(source.of(node), Vec::new()),
        kind => Type::other(kind, parts()),
    }
}

/// The parts of `a | b | c`, which stand inside each other to the left.
fn alternatives<'t>(source: Source<'_>, node: Node<'t>) -> Vec<Node<'t>> {
    let is_either = |node: Node<'_>| {
        node.kind() == "binary_operator" && source.field(node, "operator") == Some("|")
    };
    if !is_either(node) {
        return named(node);
    }
    let mut parts = Vec::new();
    let mut rest = vec![node];
    while let Some(next) = rest.pop() {
        match is_either(next) {
            true => rest.extend(named(next).into_iter().rev()),
            false => parts.push(next),
        }
    }
    parts
}

/// Without the module that only gives the type its name, and by the name it has without one.
fn path(text: &str) -> Vec<String> {
    let mut path: Vec<String> = text.split('.').map(|part| part.trim().to_owned()).collect();
    if let [first, rest @ ..] = path.as_slice()
        && matches!(first.as_str(), "typing" | "typing_extensions" | "t" | "builtins")
        && !rest.is_empty()
    {
        path = rest.to_vec();
    }
    if let [name] = path.as_mut_slice() {
        let plain = match name.as_str() {
            "List" => "list",
            "Dict" => "dict",
            "Set" => "set",
            "FrozenSet" => "frozenset",
            "Tuple" => "tuple",
            "Type" => "type",
            "Text" => "str",
            "Deque" => "deque",
            "DefaultDict" => "defaultdict",
            "AbstractSet" => "Set",
            "NoneType" => "None",
            _ => return path,
        };
        plain.clone_into(name);
    }
    path
}

/// An annotation in quotes is the annotation.
fn quoted(source: Source<'_>, node: Node<'_>) -> Type {
    let content = content(source, node);
    let program = format!("x: {content}\n");
    let read = Language::Python.parse(&program).filter(|tree| !tree.root_node().has_error());
    let inner = read.as_ref().and_then(|tree| {
        let statement = named(tree.root_node()).into_iter().next()?;
        let assignment = named(statement).into_iter().next()?;
        let ty = assignment.child_by_field_name("type")?;
        Some(meaning(source.deeper()?.inside(&program), ty))
    });
    inner.unwrap_or(Type::Literal(content))
}

fn content(source: Source<'_>, node: Node<'_>) -> String {
    let parts = named(node).into_iter().filter(|part| part.kind() == "string_content");
    parts.map(|part| source.of(part)).collect()
}

fn generic(source: Source<'_>, node: Node<'_>) -> Type {
    let children = named(node);
    let Some(base) = children.first() else { return Type::named("") };
    let subscripts = fields(node, "subscript");
    let arguments: Vec<Node<'_>> = match subscripts.is_empty() {
        true => children.get(1).map(|list| named(*list)).unwrap_or_default(),
        false => subscripts,
    };
    // `dict[(str, int)]` and `dict[str, int]` are the same.
    let arguments = match arguments.as_slice() {
        [only] if only.kind() == "tuple" => named(*only),
        _ => arguments,
    };
    let path = path(source.of(*base));
    let inner = |node: Node<'_>| meaning(source, node);
    let all = || arguments.iter().copied().map(inner).collect::<Vec<_>>();
    match path.last().map(String::as_str) {
        Some("Optional") => Type::either(all().into_iter().chain([Type::named("None")]).collect()),
        Some("Union") => Type::either(all()),
        Some(
            "Annotated" | "ClassVar" | "Final" | "Required" | "NotRequired" | "ReadOnly"
            | "InitVar",
        ) => all().into_iter().next().unwrap_or_else(|| Type::named("")),
        Some("Literal") => {
            let literal = |node: &Node<'_>| {
                let node = named(*node)
                    .into_iter()
                    .next()
                    .filter(|_| node.kind() == "type")
                    .unwrap_or(*node);
                match node.kind() {
                    "string" => Type::Literal(format!("\"{}\"", content(source, node))),
                    "none" => Type::named("None"),
                    _ => Type::Literal(source.of(node).to_owned()),
                }
            };
            Type::either(arguments.iter().map(literal).collect())
        }
        Some(_) | None => Type::Named { path, arguments: all() },
    }
}

/// Names in an annotation, in the order in which they come.
pub(super) fn names(ty: &Type, found: &mut Vec<String>) {
    match ty {
        Type::Named { path, arguments } => {
            if let [name] = path.as_slice() {
                found.push(name.clone());
            }
            arguments.iter().for_each(|argument| names(argument, found));
        }
        Type::Either(types) | Type::Both(types) | Type::Other { parts: types, .. } => {
            types.iter().for_each(|ty| names(ty, found));
        }
        Type::Literal(_) | Type::Function(_) | Type::Object(_) => {}
    }
}

/// Which names stand for any type: declared so, or called as they are everywhere.
pub(super) fn is_variable(name: &str, declared: &BTreeSet<String>) -> bool {
    let plain = name.trim_start_matches('_');
    let is_short = match plain.as_bytes() {
        [letter] => letter.is_ascii_uppercase(),
        [letter, digit] => {
            letter.is_ascii_uppercase() && (digit.is_ascii_digit() || *digit == b'T')
        }
        _ => plain.ends_with("_co") || plain.ends_with("_contra"),
    };
    is_short || declared.contains(name)
}
