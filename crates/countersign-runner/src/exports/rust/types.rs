//! Types as Rust writes them. Lifetimes are left out: a signature with and without them means the same to
//! whoever calls it, and the compiler has the last word.

use tree_sitter::Node;

use crate::exports::model::{Stated, Type, Var};
use crate::exports::syntax::{Source, all, child_of_kind, has, named};

pub(super) fn stated(source: Source<'_>, node: Node<'_>) -> Stated {
    Stated { meaning: meaning(source, node), text: source.line_of(node) }
}

pub(super) fn unit() -> Stated {
    Stated { meaning: Type::named("()"), text: "()".into() }
}

pub(super) fn meaning(source: Source<'_>, node: Node<'_>) -> Type {
    // What lies deeper is compared as it is written.
    let Some(source) = source.deeper() else {
        return Type::Literal(source.of(node).to_owned());
    };
    let inner = |node: Node<'_>| meaning(source, node);
    let parts = || parts_of(node).into_iter().map(inner).collect::<Vec<_>>();
    match node.kind() {
        "primitive_type" | "type_identifier" | "identifier" | "self" | "metavariable" => {
            Type::named(source.of(node))
        }
        "unit_type" => Type::named("()"),
        "scoped_type_identifier" | "scoped_identifier" => known(path(source.of(node)), Vec::new()),
        "generic_type" | "generic_type_with_turbofish" => {
            let name = source.field(node, "type").unwrap_or_default();
            let arguments = node.child_by_field_name("type_arguments");
            let arguments =
                arguments.map(parts_of).unwrap_or_default().into_iter().map(inner).collect();
            known(path(name), arguments)
        }
        "type_binding" => {
            let name = source.field(node, "name").unwrap_or_default();
            let ty = node.child_by_field_name("type").map(inner);
            Type::other(&format!("{name} ="), ty.into_iter().collect())
        }
        "reference_type" => {
            let mark = if has(node, "mutable_specifier") { "&mut" } else { "&" };
            Type::other(mark, node.child_by_field_name("type").map(inner).into_iter().collect())
        }
        "pointer_type" => {
            let mark = if has(node, "mutable_specifier") { "*mut" } else { "*const" };
            Type::other(mark, node.child_by_field_name("type").map(inner).into_iter().collect())
        }
        "array_type" => {
            let element = node.child_by_field_name("element").map(inner);
            let length =
                source.field(node, "length").map(|length| Type::Literal(length.to_owned()));
            Type::other("array", element.into_iter().chain(length).collect())
        }
        "tuple_type" => Type::other("tuple", parts()),
        "dynamic_type" => Type::other("dyn", parts()),
        "abstract_type" => Type::other("impl", parts()),
        "bounded_type" | "trait_bounds" => match parts() {
            parts if parts.len() == 1 => {
                parts.into_iter().next().unwrap_or_else(|| Type::named(""))
            }
            parts => joined(parts),
        },
        "function_type" => {
            let name = source.field(node, "trait").unwrap_or("fn");
            let list = node.child_by_field_name("parameters").map(parts_of).unwrap_or_default();
            let takes = list.into_iter().map(|one| one.child_by_field_name("type").unwrap_or(one));
            let gives = node.child_by_field_name("return_type");
            let gives = gives.map_or_else(|| Type::named("()"), inner);
            let takes = Type::other("takes", takes.map(inner).collect());
            Type::other(&path(name).pop().unwrap_or_default(), vec![takes, gives])
        }
        "removed_trait_bound" => Type::other("?", parts()),
        "higher_ranked_trait_bound" => {
            node.child_by_field_name("type").map_or_else(|| Type::other("for", parts()), inner)
        }
        _ if parts_of(node).is_empty() => Type::other(source.of(node), Vec::new()),
        kind => Type::other(kind, parts()),
    }
}

/// What a type is made of; lifetimes and marks are no parts.
fn parts_of<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut parts = named(node);
    parts.retain(|part| {
        !matches!(
            part.kind(),
            "lifetime"
                | "mutable_specifier"
                | "lifetime_parameter"
                | "attribute_item"
                | "for_lifetimes"
        )
    });
    parts
}

/// `dyn A + B` is one `dyn` of both, though the grammar takes it as `dyn A` and `B`.
fn joined(mut parts: Vec<Type>) -> Type {
    let mark = match parts.first() {
        Some(Type::Other { what, .. }) if matches!(what.as_str(), "dyn" | "impl") => what.clone(),
        Some(_) | None => return Type::Both(flat(parts)),
    };
    if let Type::Other { parts: inner, .. } = parts.remove(0) {
        parts.extend(inner);
    }
    Type::other(&mark, vec![Type::Both(flat(parts))])
}

/// Bounds inside bounds are bounds.
fn flat(types: Vec<Type>) -> Vec<Type> {
    let mut all = Vec::new();
    for ty in types {
        match ty {
            Type::Both(parts) => all.extend(parts),
            ty @ (Type::Named { .. }
            | Type::Literal(_)
            | Type::Either(_)
            | Type::Function(_)
            | Type::Object(_)
            | Type::Other { .. }) => all.push(ty),
        }
    }
    all
}

fn path(text: &str) -> Vec<String> {
    let text = text.split('<').next().unwrap_or(text);
    text.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// `io::Result<T>` is `Result<T, io::Error>`, and so with the others that everyone knows.
fn known(path: Vec<String>, mut arguments: Vec<Type>) -> Type {
    if let [.., module, name] = path.as_slice()
        && name == "Result"
    {
        let error =
            || Type::Named { path: vec![module.clone(), "Error".into()], arguments: Vec::new() };
        match (module.as_str(), arguments.len()) {
            ("fmt", 0) => return Type::applied("Result", vec![Type::named("()"), error()]),
            ("io" | "anyhow" | "serde_json", 1) => {
                arguments.push(error());
                return Type::applied("Result", arguments);
            }
            _ => {}
        }
    }
    Type::Named { path, arguments }
}

/// Type parameters with their bounds, wherever those are written.
pub(super) fn vars(source: Source<'_>, declaration: Node<'_>) -> Vec<Var> {
    let list = declaration.child_by_field_name("type_parameters").map(named).unwrap_or_default();
    let bounds_of = |node: Node<'_>| {
        let bounds = node.child_by_field_name("bounds").map(parts_of).unwrap_or_default();
        bounds.into_iter().map(|bound| stated(source, bound)).collect::<Vec<_>>()
    };
    let mut vars: Vec<Var> = Vec::new();
    for node in list {
        let name = source.field(node, "name").unwrap_or_default().to_owned();
        match node.kind() {
            "const_parameter" => {
                let ty = node.child_by_field_name("type").map(|ty| stated(source, ty));
                vars.push(Var { name, bounds: ty.into_iter().collect() });
            }
            "type_parameter" | "optional_type_parameter" | "constrained_type_parameter" => {
                vars.push(Var { name, bounds: bounds_of(node) });
            }
            _ => {}
        }
    }
    let clause = child_of_kind(declaration, "where_clause");
    for predicate in clause.map(named).unwrap_or_default() {
        let left = source.field(predicate, "left").unwrap_or_default();
        if let Some(var) = vars.iter_mut().find(|var| var.name == left) {
            var.bounds.extend(bounds_of(predicate));
        }
    }
    vars
}

/// Why it cannot be reached from everywhere, if so.
pub(super) fn hidden(source: Source<'_>, node: Node<'_>) -> Option<&'static str> {
    let modifier = all(node).into_iter().find(|child| child.kind() == "visibility_modifier");
    match modifier.map(|modifier| source.of(modifier)) {
        Some("pub") => None,
        Some(_) => Some("public only inside its crate"),
        None => Some("not public"),
    }
}
