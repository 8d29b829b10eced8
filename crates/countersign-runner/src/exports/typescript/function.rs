//! Functions, methods and what they take.

use tree_sitter::Node;

use super::{literal, types, value};
use crate::exports::model::{Function, Parameter, Passed, Stated, Type, Var};
use crate::exports::syntax::{Source, has, named};

/// Any node with parameters: a declaration, an arrow, a method, a function type.
pub(super) fn read(source: Source<'_>, node: Node<'_>) -> Function {
    let parameters = node.child_by_field_name("parameters").map(named).unwrap_or_default();
    let single = node.child_by_field_name("parameter");
    let parameters = parameters.into_iter().chain(single);
    let returns = node.child_by_field_name("return_type").or_else(|| {
        // A construct signature calls it by another name.
        node.child_by_field_name("type").filter(|_| node.kind() == "construct_signature")
    });
    Function {
        vars: vars(source, node),
        receiver: None,
        parameters: parameters.filter_map(|parameter| read_parameter(source, parameter)).collect(),
        returns: returns.map(|ty| types::stated(source, ty)),
        is_async: has(node, "async"),
    }
}

pub(super) fn vars(source: Source<'_>, declaration: Node<'_>) -> Vec<Var> {
    let list = declaration.child_by_field_name("type_parameters").map(named).unwrap_or_default();
    let var = |node: Node<'_>| {
        let bound = node.child_by_field_name("constraint").map(|bound| {
            let mut stated = types::stated(source, bound);
            stated.text = stated.text.trim_start_matches("extends").trim().to_owned();
            stated
        });
        // Everything extends what is unknown.
        let bounds =
            bound.into_iter().filter(|bound| !matches!(bound.text.as_str(), "unknown" | "any"));
        let name = source.field(node, "name").unwrap_or_default().to_owned();
        Var { name, bounds: bounds.collect() }
    };
    list.into_iter().filter(|node| node.kind() == "type_parameter").map(var).collect()
}

fn read_parameter(source: Source<'_>, node: Node<'_>) -> Option<Parameter> {
    let (pattern, default) = match node.kind() {
        "required_parameter" | "optional_parameter" => {
            (node.child_by_field_name("pattern")?, node.child_by_field_name("value"))
        }
        "assignment_pattern" => {
            (node.child_by_field_name("left")?, node.child_by_field_name("right"))
        }
        "decorator" => return None,
        _ => (node, None),
    };
    // `this` is no argument.
    if source.of(pattern) == "this" {
        return None;
    }
    let is_rest = pattern.kind() == "rest_pattern";
    let annotation = node.child_by_field_name("type").map(|ty| types::stated(source, ty));
    let inferred = default.and_then(|default| value::simple(source, default));
    let inferred = inferred.map(|meaning| Stated { text: text_of(&meaning), meaning });
    Some(Parameter {
        name: source.line_of(pattern).trim_start_matches("...").to_owned(),
        stated: annotation.or(inferred),
        passed: if is_rest { Passed::Rest } else { Passed::Either },
        optional: node.kind() == "optional_parameter" || default.is_some(),
        default: default.and_then(|default| literal(source, default)),
    })
}

pub(super) fn text_of(ty: &Type) -> String {
    match ty {
        Type::Named { path, arguments } if arguments.is_empty() => path.join("."),
        Type::Named { path, .. } => format!("{}<…>", path.join(".")),
        Type::Function(_) => "a function".into(),
        Type::Object(_) => "an object".into(),
        Type::Literal(_) | Type::Either(_) | Type::Both(_) | Type::Other { .. } => {
            "its value".into()
        }
    }
}
