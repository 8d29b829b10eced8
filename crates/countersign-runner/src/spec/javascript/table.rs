//! Expectations that stand in a table: the rows of `each`, of `forEach` or of a loop.

use tree_sitter::Node;

use super::falsify::value;
use crate::spec::edit::Edit;
use crate::spec::helper::uses;
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// The table in which the values of the name, or of its property, stand, changed in every row that has a
/// literal there. Nothing where the name is used for anything else as well.
pub fn altered(expected: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let (name, property) = match expected.kind() {
        "identifier" => (expected, None),
        "member_expression" => {
            let property = context.source.of(field(expected, "property")?);
            (field(expected, "object").filter(|one| one.kind() == "identifier")?, Some(property))
        }
        _ => return None,
    };
    let text = context.source.of(name);
    if property.is_none() && uses(text, body, context) != 1 {
        return None;
    }
    if let Some(property) = property
        && mentions(body, text, property, context) != 1
    {
        return None;
    }
    let (table, place) = binding(name, property, context)?;
    let edits: Vec<Edit> = rows(table, context)
        .into_iter()
        .filter_map(|row| cell(row, place, context))
        .filter(|cell| {
            ["number", "string", "true", "false", "null", "unary_expression"].contains(&cell.kind())
        })
        .filter_map(|cell| value(cell, context))
        .flatten()
        .collect();
    (!edits.is_empty()).then_some(edits)
}

/// Where in a row.
#[derive(Debug, Clone, Copy)]
enum Place<'t> {
    Whole,
    At(usize),
    Key(&'t str),
}

fn mentions(body: Node<'_>, name: &str, property: &str, context: &Context<'_>) -> usize {
    context.source.of(body).matches(&format!("{name}.{property}")).count()
}

/// The table that gives the name its values.
fn binding<'t>(
    name: Node<'t>,
    property: Option<&'t str>,
    context: &Context<'t>,
) -> Option<(Node<'t>, Place<'t>)> {
    let text = context.source.of(name);
    let mut current = name;
    while let Some(parent) = current.parent() {
        let found = match parent.kind() {
            "for_in_statement" => {
                let left = field(parent, "left")?;
                place(left, text, property, context)
                    .and_then(|place| Some((field(parent, "right")?, place)))
            }
            "arrow_function" | "function_expression" => {
                by_function(parent, text, property, context)
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        current = parent;
    }
    None
}

/// `table.forEach((row) => …)`, and `it.each(table)('…', (a, b) => …)`.
fn by_function<'t>(
    function: Node<'t>,
    name: &str,
    property: Option<&'t str>,
    context: &Context<'t>,
) -> Option<(Node<'t>, Place<'t>)> {
    let call = function.parent()?.parent().filter(|call| call.kind() == "call_expression")?;
    let callee = field(call, "function")?;
    let parameters = match field(function, "parameters") {
        Some(list) => children(list),
        None => vec![field(function, "parameter")?],
    };
    let parameters: Vec<Node<'_>> = parameters
        .into_iter()
        .map(|one| match one.kind() {
            "required_parameter" => field(one, "pattern").unwrap_or(one),
            _ => one,
        })
        .collect();
    let method = |callee: Node<'t>| field(callee, "property").map(|name| context.source.of(name));
    let goes_through = || method(callee).is_some_and(|one| ["forEach", "every"].contains(&one));
    if callee.kind() == "member_expression" && goes_through() {
        let place = place(parameters.first().copied()?, name, property, context)?;
        return Some((field(callee, "object")?, place));
    }
    if callee.kind() != "call_expression" {
        return None;
    }
    let each = field(callee, "function").filter(|each| method(*each) == Some("each"));
    let table =
        children(field(callee, "arguments").filter(|_| each.is_some())?).first().copied()?;
    let is_of_rows = rows(table, context).iter().all(|row| row.kind() == "array");
    let found = parameters.iter().enumerate().find_map(|(at, one)| {
        let inner = place(*one, name, property, context)?;
        Some(if is_of_rows && matches!(inner, Place::Whole) { Place::At(at) } else { inner })
    });
    Some((table, found?))
}

/// Where in a row a pattern finds the name.
fn place<'t>(
    pattern: Node<'t>,
    name: &str,
    property: Option<&'t str>,
    context: &Context<'t>,
) -> Option<Place<'t>> {
    let is = |node: Node<'_>| context.source.of(node) == name;
    match (pattern.kind(), property) {
        ("identifier", None) => is(pattern).then_some(Place::Whole),
        ("identifier", Some(key)) => is(pattern).then_some(Place::Key(key)),
        ("array_pattern", None) => children(pattern).iter().position(|one| is(*one)).map(Place::At),
        ("object_pattern", None) => {
            children(pattern).into_iter().find_map(|one| match one.kind() {
                "shorthand_property_identifier_pattern" => {
                    is(one).then(|| Place::Key(context.source.of(one)))
                }
                "pair_pattern" => {
                    let key = field(one, "key")?;
                    field(one, "value").filter(|value| is(*value))?;
                    Some(Place::Key(context.source.of(key)))
                }
                _ => None,
            })
        }
        _ => None,
    }
}

/// The rows of a table that is written out.
fn rows<'t>(table: Node<'t>, context: &Context<'t>) -> Vec<Node<'t>> {
    match table.kind() {
        "array" => children(table),
        "as_expression" | "satisfies_expression" | "parenthesized_expression" => {
            children(table).first().map(|inner| rows(*inner, context)).unwrap_or_default()
        }
        "identifier" => context
            .definition(table)
            .filter(|table| table.kind() != "identifier")
            .map(|table| rows(table, context))
            .unwrap_or_default(),
        // `Object.entries({…})`
        "call_expression" => {
            let is_entries = field(table, "function")
                .is_some_and(|function| context.source.of(function) == "Object.entries");
            let arguments = field(table, "arguments").filter(|_| is_entries).map(children);
            let object = arguments.and_then(|arguments| arguments.first().copied());
            let object = object.and_then(|object| match object.kind() {
                "identifier" => context.definition(object),
                _ => Some(object),
            });
            object.filter(|object| object.kind() == "object").map(children).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn cell<'t>(row: Node<'t>, place: Place<'_>, context: &Context<'t>) -> Option<Node<'t>> {
    match (place, row.kind()) {
        (Place::Whole, _) => Some(row),
        (Place::At(at), "array") => children(row).get(at).copied(),
        // An entry of an object is a key and a value.
        (Place::At(1), "pair") => field(row, "value"),
        (Place::Key(key), "object") => children(row).into_iter().find_map(|pair| {
            let name = context.source.of(field(pair, "key")?);
            (name.trim_matches(['"', '\'']) == key).then(|| field(pair, "value")).flatten()
        }),
        (Place::At(_) | Place::Key(_), _) => None,
    }
}
