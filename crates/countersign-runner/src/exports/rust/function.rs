//! Functions and methods.

use tree_sitter::Node;

use super::types;
use crate::exports::model::{Function, Parameter, Passed, Stated, Type};
use crate::exports::syntax::{Source, has, named};

pub(super) fn read(source: Source<'_>, node: Node<'_>) -> Function {
    let list = node.child_by_field_name("parameters").map(named).unwrap_or_default();
    let receiver = list.iter().find_map(|parameter| receiver(source, *parameter));
    let parameters = list.into_iter().filter_map(|parameter| {
        let pattern = parameter.child_by_field_name("pattern")?;
        (pattern.kind() != "self").then(|| Parameter {
            name: source.of(pattern).to_owned(),
            stated: parameter.child_by_field_name("type").map(|ty| types::stated(source, ty)),
            passed: Passed::Either,
            optional: false,
            default: None,
        })
    });
    let parameters = parameters.collect();
    let returns = node.child_by_field_name("return_type");
    let returns = returns.map_or_else(types::unit, |ty| types::stated(source, ty));
    let is_async = named(node)
        .into_iter()
        .any(|child| child.kind() == "function_modifiers" && has(child, "async"));
    let (is_async, returns) = match promised(&returns) {
        // `fn f() -> impl Future<Output = T>` is `async fn f() -> T` to whoever calls it.
        Some(output) if !is_async => (true, output),
        _ => (is_async, returns),
    };
    let vars = types::vars(source, node);
    Function { vars, receiver, parameters, returns: Some(returns), is_async }
}

/// Whether it can only stand in a type: it takes `self`, or speaks of `Self`.
pub(crate) fn is_method(function: &Function) -> bool {
    let stated = function.parameters.iter().filter_map(|parameter| parameter.stated.as_ref());
    let speaks =
        |stated: &Stated| stated.text.split(|c: char| !c.is_alphanumeric()).any(|w| w == "Self");
    function.receiver.is_some() || stated.chain(&function.returns).any(speaks)
}

fn receiver(source: Source<'_>, parameter: Node<'_>) -> Option<Stated> {
    if parameter.kind() == "self_parameter" {
        let text = match (has(parameter, "&"), has(parameter, "mutable_specifier")) {
            (true, true) => "&mut self",
            (true, false) => "&self",
            // Whether it is altered inside is its own affair.
            (false, _) => "self",
        };
        return Some(Stated { meaning: Type::other(text, Vec::new()), text: text.into() });
    }
    let is_self =
        parameter.child_by_field_name("pattern").is_some_and(|pattern| pattern.kind() == "self");
    let ty = parameter.child_by_field_name("type").filter(|_| is_self)?;
    let meaning = match source.line_of(ty).as_str() {
        "Self" => Type::other("self", Vec::new()),
        "&Self" => Type::other("&self", Vec::new()),
        "&mut Self" => Type::other("&mut self", Vec::new()),
        _ => Type::other("self:", vec![types::meaning(source, ty)]),
    };
    Some(Stated { meaning, text: source.line_of(parameter) })
}

/// The output of `impl Future<Output = T>`.
fn promised(returns: &Stated) -> Option<Stated> {
    let Type::Other { what, parts } = &returns.meaning else { return None };
    let bounds: &[Type] = match parts.as_slice() {
        [Type::Both(bounds)] => bounds,
        parts => parts,
    };
    let output = bounds.iter().find_map(|bound| match bound {
        Type::Named { path, arguments } if path.last().is_some_and(|name| name == "Future") => {
            arguments.iter().find_map(|argument| match argument {
                Type::Other { what, parts } if what == "Output =" => parts.first().cloned(),
                Type::Other { .. }
                | Type::Named { .. }
                | Type::Literal(_)
                | Type::Either(_)
                | Type::Both(_)
                | Type::Function(_)
                | Type::Object(_) => None,
            })
        }
        Type::Named { .. }
        | Type::Other { .. }
        | Type::Literal(_)
        | Type::Either(_)
        | Type::Both(_)
        | Type::Function(_)
        | Type::Object(_) => None,
    });
    let meaning = output.filter(|_| what == "impl")?;
    Some(Stated { meaning, text: returns.text.clone() })
}
