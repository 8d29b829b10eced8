//! Types as TypeScript writes them.

use tree_sitter::Node;

use super::function::{self, vars};
use super::{class, literal};
use crate::exports::model::{Item, Shape, Stated, Type};
use crate::exports::syntax::{Source, all, fields, has, named};

pub(super) fn stated(source: Source<'_>, node: Node<'_>) -> Stated {
    // As it is written: the end of a line may be what separates two members.
    let text = source.of(node).trim().trim_start_matches(':').trim().to_owned();
    Stated { meaning: meaning(source, node), text }
}

pub(super) fn meaning(source: Source<'_>, node: Node<'_>) -> Type {
    // What lies deeper is compared as it is written.
    let Some(source) = source.deeper() else {
        return Type::Literal(source.of(node).to_owned());
    };
    let inner = |node: Node<'_>| meaning(source, node);
    let first = || named(node).into_iter().next();
    let others = |what: &str| Type::other(what, named(node).into_iter().map(inner).collect());
    match node.kind() {
        "type_annotation" | "parenthesized_type" | "constraint" | "default_type" => {
            first().map_or_else(|| Type::named(""), inner)
        }
        "predefined_type" | "type_identifier" | "identifier" | "this_type" | "this" => {
            Type::named(source.of(node))
        }
        "nested_type_identifier" | "nested_identifier" | "member_expression" => {
            let path = source.of(node).split('.').map(|part| part.trim().to_owned()).collect();
            Type::Named { path, arguments: Vec::new() }
        }
        "generic_type" => {
            let arguments = node.child_by_field_name("type_arguments");
            let arguments =
                arguments.map(named).unwrap_or_default().into_iter().map(inner).collect();
            let name = node.child_by_field_name("name");
            let name = name.map(|name| source.of(name)).unwrap_or_default();
            let path = name.split('.').map(|part| part.trim().to_owned()).collect();
            Type::Named { path, arguments }
        }
        "array_type" => Type::applied("Array", first().map(inner).into_iter().collect()),
        "readonly_type" => first().map_or_else(|| Type::named(""), |child| read_only(inner(child))),
        "union_type" => Type::either(alternatives(node).into_iter().map(inner).collect()),
        "intersection_type" => Type::Both(alternatives(node).into_iter().map(inner).collect()),
        "literal_type" => match first() {
            Some(child) => match child.kind() {
                "null" | "undefined" | "true" | "false" => Type::named(source.of(child)),
                _ => Type::Literal(literal(source, child).unwrap_or_else(|| source.line_of(child))),
            },
            None => Type::named(source.of(node)),
        },
        "function_type" => Type::Function(Box::new(function::read(source, node))),
        "constructor_type" => {
            Type::other("new", vec![Type::Function(Box::new(function::read(source, node)))])
        }
        "object_type" => object(source, node),
        "tuple_type" => others("tuple"),
        "required_parameter" => {
            node.child_by_field_name("type").map_or_else(|| others("element"), inner)
        }
        "optional_parameter" | "optional_type" => {
            let ty = node.child_by_field_name("type").or_else(first);
            Type::other("optional", ty.map(inner).into_iter().collect())
        }
        "type_predicate_annotation" | "type_predicate" | "asserts_annotation" | "asserts" => {
            others(node.kind())
        }
        "template_literal_type" | "template_string" => Type::Literal(source.line_of(node)),
        _ if node.named_child_count() == 0 => Type::other(source.of(node), Vec::new()),
        kind => {
            // Operators are not named, and `keyof` differs from `typeof` by nothing else.
            let tokens = all(node).into_iter().filter(|child| !child.is_named());
            let tokens = tokens
                .map(|child| child.kind())
                .filter(|token| !matches!(*token, "," | ";" | "(" | ")"));
            others(&format!("{kind} {}", tokens.collect::<Vec<_>>().join(" ")))
        }
    }
}

/// The parts of `a | b | c`, which stand inside each other to the left.
fn alternatives<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut parts = Vec::new();
    let mut rest = vec![node];
    while let Some(next) = rest.pop() {
        if next.kind() == node.kind() {
            rest.extend(named(next).into_iter().rev());
        } else {
            parts.push(next);
        }
    }
    parts
}

fn read_only(ty: Type) -> Type {
    match ty {
        Type::Named { path, arguments } if path == ["Array"] => {
            Type::applied("ReadonlyArray", arguments)
        }
        // The grammar takes `readonly a[] | b` as read-only as a whole; it is only the first that is.
        Type::Either(mut types) => {
            if !types.is_empty() {
                let first = types.remove(0);
                types.insert(0, read_only(first));
            }
            Type::Either(types)
        }
        ty @ (Type::Named { .. }
        | Type::Literal(_)
        | Type::Both(_)
        | Type::Function(_)
        | Type::Object(_)
        | Type::Other { .. }) => Type::other("readonly", vec![ty]),
    }
}

/// `{ [key: string]: T }` is `Record<string, T>`.
fn object(source: Source<'_>, node: Node<'_>) -> Type {
    let members = class::members(source, node);
    if let [Item { name, shape: Shape::Value(value), .. }] = members.as_slice()
        && name == class::INDEX
        && let Some(Stated { meaning: Type::Other { parts, .. }, .. }) = &value.stated
    {
        return Type::applied("Record", parts.clone());
    }
    Type::Object(members)
}

/// What a class or an interface is declared as: its `extends` and `implements`.
pub(super) fn bases(source: Source<'_>, declaration: Node<'_>) -> Vec<Stated> {
    let mut bases = Vec::new();
    let clauses = named(declaration).into_iter().flat_map(|child| match child.kind() {
        "class_heritage" => {
            let inner = named(child);
            // In JavaScript the expression stands there without a clause.
            let is_clause =
                |node: &Node<'_>| matches!(node.kind(), "extends_clause" | "implements_clause");
            if inner.iter().any(is_clause) { inner } else { vec![child] }
        }
        "extends_type_clause" => vec![child],
        _ => Vec::new(),
    });
    for clause in clauses {
        let values = fields(clause, "value");
        let Some(value) = values.first() else {
            bases.extend(named(clause).into_iter().map(|base| stated(source, base)));
            continue;
        };
        let arguments = clause.child_by_field_name("type_arguments");
        let mut base = stated(source, *value);
        if let (Type::Named { arguments: own, .. }, Some(arguments)) =
            (&mut base.meaning, arguments)
        {
            *own = named(arguments).into_iter().map(|argument| meaning(source, argument)).collect();
            base.text.push_str(&source.line_of(arguments));
        }
        bases.push(base);
    }
    bases
}

/// `T extends object = {}` of a declaration.
pub(super) fn type_parameters(
    source: Source<'_>,
    declaration: Node<'_>,
) -> Vec<crate::exports::model::Var> {
    vars(source, declaration)
}

pub(super) fn is_static(node: Node<'_>) -> bool {
    has(node, "static")
}
