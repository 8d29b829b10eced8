//! Functions, methods and what they take.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::types;
use crate::exports::model::{Function, Parameter, Passed, Stated, Type, Var};
use crate::exports::syntax::{Source, has, named};

/// What is known around a function.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) source: Source<'a>,
    /// Names that were declared to stand for any type.
    pub(super) variables: &'a BTreeSet<String>,
    /// Those that belong to the class around it.
    pub(super) of_class: &'a [Var],
}

pub(super) fn read(around: Around<'_>, node: Node<'_>) -> Function {
    let source = around.source;
    let list = node.child_by_field_name("parameters").map(named).unwrap_or_default();
    let mut function = Function {
        vars: declared_vars(source, node),
        receiver: None,
        parameters: parameters(source, &list),
        returns: node.child_by_field_name("return_type").map(|ty| types::stated(source, ty)),
        is_async: has(node, "async"),
    };
    let mut used = Vec::new();
    let stated = function.parameters.iter().filter_map(|parameter| parameter.stated.as_ref());
    for stated in stated.chain(&function.returns) {
        types::names(&stated.meaning, &mut used);
    }
    for name in used.into_iter().filter(|name| types::is_variable(name, around.variables)) {
        let is_known = |vars: &[Var]| vars.iter().any(|var| var.name == name);
        if !is_known(&function.vars) && !is_known(around.of_class) {
            function.vars.push(Var { name, bounds: Vec::new() });
        }
    }
    function
}

/// `[T: Base]` after the name.
pub(super) fn declared_vars(source: Source<'_>, node: Node<'_>) -> Vec<Var> {
    let list = node.child_by_field_name("type_parameters").map(named).unwrap_or_default();
    let var = |node: Node<'_>| {
        let text = source.of(node);
        let name = text.split([':', '=']).next().unwrap_or(text).trim().trim_start_matches('*');
        Var { name: name.to_owned(), bounds: Vec::new() }
    };
    list.into_iter().map(var).collect()
}

fn parameters(source: Source<'_>, list: &[Node<'_>]) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut passed = Passed::Either;
    for node in list {
        match node.kind() {
            "positional_separator" => {
                parameters.iter_mut().for_each(|parameter| parameter.passed = Passed::ByPosition);
            }
            "keyword_separator" => passed = Passed::ByName,
            _ => {
                if let Some(parameter) = parameter(source, *node, passed) {
                    if parameter.passed == Passed::Rest {
                        passed = Passed::ByName;
                    }
                    parameters.push(parameter);
                }
            }
        }
    }
    parameters
}

fn parameter(source: Source<'_>, node: Node<'_>, passed: Passed) -> Option<Parameter> {
    let pattern = match node.kind() {
        "typed_parameter" => named(node).into_iter().next()?,
        "default_parameter" | "typed_default_parameter" => node.child_by_field_name("name")?,
        "identifier" | "list_splat_pattern" | "dictionary_splat_pattern" => node,
        _ => return None,
    };
    let passed = match pattern.kind() {
        "list_splat_pattern" => Passed::Rest,
        "dictionary_splat_pattern" => Passed::RestByName,
        _ => passed,
    };
    let default = node.child_by_field_name("value");
    Some(Parameter {
        name: source.of(pattern).trim_start_matches('*').to_owned(),
        stated: node.child_by_field_name("type").map(|ty| types::stated(source, ty)),
        passed,
        optional: default.is_some(),
        default: default.and_then(|default| literal(source, default)),
    })
}

/// A plain literal, with one kind of quotes; `...` says that there is one.
pub(super) fn literal(source: Source<'_>, node: Node<'_>) -> Option<String> {
    let text = source.of(node);
    match node.kind() {
        "integer" | "float" => Some(text.replace('_', "")),
        "true" | "false" | "none" => Some(text.to_owned()),
        "unary_operator" => Some(text.replace(' ', "")),
        "string" if text.starts_with(['"', '\'']) && !text.contains('\n') => {
            Some(format!("\"{}\"", text.trim_matches(['"', '\''])))
        }
        _ => None,
    }
}

/// The type of a literal.
pub(super) fn inferred(node: Node<'_>) -> Option<Stated> {
    let name = match node.kind() {
        "integer" => "int",
        "float" => "float",
        "string" | "concatenated_string" => "str",
        "true" | "false" => "bool",
        _ => return None,
    };
    Some(Stated { meaning: Type::named(name), text: name.into() })
}
