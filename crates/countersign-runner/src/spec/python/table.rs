//! Expectations that stand in a table: the rows of `parametrize`, or of a loop.

use tree_sitter::Node;

use super::falsify::{is_literal, value};
use crate::spec::edit::Edit;
use crate::spec::helper::uses;
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// The table in which the name's values stand, changed in every row that has a literal there. Nothing where
/// the name is used for anything else as well.
pub fn altered(name: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let edits: Vec<Edit> = cells(name, body, context)?
        .into_iter()
        .filter(|cell| is_literal(*cell) || cell.kind() == "unary_operator")
        .filter_map(|cell| value(cell, context))
        .flatten()
        .collect();
    (!edits.is_empty()).then_some(edits)
}

/// The values of a name in every row of its table.
pub fn cells<'t>(name: Node<'t>, body: Node<'t>, context: &Context<'t>) -> Option<Vec<Node<'t>>> {
    if name.kind() != "identifier" {
        return None;
    }
    let text = context.source.of(name);
    let (table, place, own_uses) = by_decorator(text, body, context)
        .map(|(table, place)| (table, place, 1))
        .or_else(|| by_loop(name, body, context).map(|(table, place)| (table, place, 2)))?;
    if uses(text, body, context) != own_uses {
        return None;
    }
    let rows = rows(table, context).into_iter();
    Some(rows.filter_map(|row| cell(row, place, context)).collect())
}

/// Where in a row.
#[derive(Debug, Clone, Copy)]
enum Place {
    Whole,
    At(usize),
}

impl Place {
    fn among(names: &[&str], name: &str) -> Option<Self> {
        let at = names.iter().position(|one| *one == name)?;
        Some(if names.len() == 1 { Self::Whole } else { Self::At(at) })
    }
}

fn by_decorator<'t>(
    name: &str,
    body: Node<'t>,
    context: &Context<'t>,
) -> Option<(Node<'t>, Place)> {
    let decorated = body.parent()?.parent().filter(|node| node.kind() == "decorated_definition")?;
    children(decorated).into_iter().filter(|child| child.kind() == "decorator").find_map(|one| {
        let call = children(one).first().copied().filter(|call| call.kind() == "call")?;
        let function = context.source.of(field(call, "function")?);
        let arguments = children(field(call, "arguments")?);
        if !function.ends_with("parametrize") {
            return None;
        }
        let (names, table) = (arguments.first().copied()?, arguments.get(1).copied()?);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let names: Vec<&str> = context
            .source
            .of(names)
            .split(|c: char| !is_word(c))
            .filter(|name| !name.is_empty())
            .collect();
        Some((table, Place::among(&names, name)?))
    })
}

fn by_loop<'t>(name: Node<'t>, body: Node<'t>, context: &Context<'t>) -> Option<(Node<'t>, Place)> {
    let mut current = name;
    while let Some(parent) = current.parent().filter(|_| current.id() != body.id()) {
        if let Some(turns) = turns(parent) {
            let (left, right) = (field(turns, "left")?, field(turns, "right")?);
            let names: Vec<&str> = match left.kind() {
                "identifier" => vec![context.source.of(left)],
                _ => children(left).into_iter().map(|one| context.source.of(one)).collect(),
            };
            if let Some(place) = Place::among(&names, context.source.of(name)) {
                return Some((right, place));
            }
        }
        current = parent;
    }
    None
}

/// What names the turns of a loop: the loop itself, or its clause where it is an expression of one clause.
pub fn turns(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "for_statement" => Some(node),
        "generator_expression" | "list_comprehension" => match children(node).as_slice() {
            [_, clause] if clause.kind() == "for_in_clause" => Some(*clause),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a name is a whole number in every turn of its loop, and is nothing else in the file.
pub fn is_counted(name: Node<'_>, body: Node<'_>, context: &Context<'_>) -> bool {
    let is_range = |table: Node<'_>| {
        let function = field(table, "function").filter(|_| table.kind() == "call");
        function.is_some_and(|function| context.source.of(function) == "range")
    };
    if context.definitions.contains_key(context.source.of(name)) {
        return false;
    }
    let found = by_decorator(context.source.of(name), body, context)
        .or_else(|| by_loop(name, body, context));
    let Some((table, place)) = found else { return false };
    if is_range(table) {
        return matches!(place, Place::Whole);
    }
    let rows = rows(table, context);
    let is_number =
        |row: &Node<'_>| cell(*row, place, context).is_some_and(|cell| cell.kind() == "integer");
    !rows.is_empty() && rows.iter().all(is_number)
}

/// The rows of a table that is written out.
fn rows<'t>(table: Node<'t>, context: &Context<'t>) -> Vec<Node<'t>> {
    match table.kind() {
        "list" | "tuple" | "set" => children(table),
        "identifier" => context
            .definition(table)
            .filter(|table| table.kind() != "identifier")
            .map(|table| rows(table, context))
            .unwrap_or_default(),
        // `{…}.items()`
        "call" => {
            let items = field(table, "function").filter(|function| {
                function.kind() == "attribute"
                    && field(*function, "attribute")
                        .is_some_and(|name| context.source.of(name) == "items")
            });
            let object = items.and_then(|items| field(items, "object"));
            let object = object.and_then(|object| match object.kind() {
                "identifier" => context.definition(object),
                _ => Some(object),
            });
            object.filter(|object| object.kind() == "dictionary").map(children).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn cell<'t>(row: Node<'t>, place: Place, context: &Context<'t>) -> Option<Node<'t>> {
    let is_param = |function: Node<'_>| context.source.of(function).ends_with("param");
    let parts = match row.kind() {
        "call" if field(row, "function").is_some_and(is_param) => {
            children(field(row, "arguments")?)
        }
        "tuple" | "list" if matches!(place, Place::At(_)) => children(row),
        "pair" => vec![field(row, "key")?, field(row, "value")?],
        _ => vec![row],
    };
    match place {
        Place::Whole => parts.first().copied().filter(|_| row.kind() != "pair"),
        Place::At(at) => parts.get(at).copied().filter(|_| parts.len() > 1),
    }
}
