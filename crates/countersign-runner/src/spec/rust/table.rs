//! Expectations that stand in a table: the rows of a loop, or the cases of `rstest`.

use tree_sitter::Node;

use super::macros::{arguments, of_node, of_tokens};
use crate::spec::edit::Edit;
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// The table in which the name's values stand, changed in every row that has a literal there. Nothing where
/// the name is used for anything else as well.
pub fn altered(name: Node<'_>, assertion: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    if name.kind() != "identifier" {
        return None;
    }
    let text = context.source.of(name);
    let mut current = assertion;
    while let Some(parent) = current.parent() {
        let edits = match parent.kind() {
            "for_expression" => of_loop(parent, text, context),
            "function_item" => return of_cases(parent, text, context),
            _ => None,
        };
        if edits.is_some() {
            return edits;
        }
        current = parent;
    }
    None
}

fn of_loop(node: Node<'_>, name: &str, context: &Context<'_>) -> Option<Vec<Edit>> {
    let (pattern, over) = (field(node, "pattern")?, field(node, "value")?);
    let body = field(node, "body")?;
    let at = match pattern.kind() {
        "identifier" => (context.source.of(pattern) == name).then_some(None)?,
        "tuple_pattern" => {
            let names = children(pattern);
            Some(names.iter().position(|one| context.source.of(*one) == name)?)
        }
        _ => return None,
    };
    if words(context.source.of(body), name) != 1 {
        return None;
    }
    let edits: Vec<Edit> = rows(over, context)
        .into_iter()
        .filter_map(|row| match at {
            None => Some(row),
            Some(at) => (row.kind() == "tuple_expression").then(|| children(row))?.get(at).copied(),
        })
        .filter_map(|cell| of_node(cell, context))
        .flatten()
        .collect();
    (!edits.is_empty()).then_some(edits)
}

/// `#[case("a", 1)]`, for the parameters that are marked `#[case]`.
fn of_cases(function: Node<'_>, name: &str, context: &Context<'_>) -> Option<Vec<Edit>> {
    let body = field(function, "body")?;
    if words(context.source.of(body), name) != 1 {
        return None;
    }
    let mut marked = Vec::new();
    let mut is_marked = false;
    for one in children(field(function, "parameters")?) {
        if one.kind() == "attribute_item" {
            is_marked = context.source.of(one).contains("case");
        } else if std::mem::take(&mut is_marked) {
            marked.push(field(one, "pattern").map_or("", |pattern| context.source.of(pattern)));
        }
    }
    let at = marked.iter().position(|one| *one == name)?;
    let mut edits = Vec::new();
    let mut before = function.prev_named_sibling();
    while let Some(attribute) = before.filter(|node| node.kind() == "attribute_item") {
        if let Some(inner) = children(attribute).first().copied()
            && context.source.of(inner).starts_with("case")
            && let Some(tree) = children(inner).into_iter().find(|one| one.kind() == "token_tree")
            && let Some(tokens) = arguments(tree, context).get(at)
        {
            edits.extend(of_tokens(tokens, context).unwrap_or_default());
        }
        before = attribute.prev_named_sibling();
    }
    (!edits.is_empty()).then_some(edits)
}

/// How often a word stands in a text. What a macro is given are tokens, and so is this.
pub fn words(text: &str, word: &str) -> usize {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|one| *one == word).count()
}

pub fn rows<'t>(table: Node<'t>, context: &Context<'t>) -> Vec<Node<'t>> {
    match table.kind() {
        "array_expression" => children(table),
        "reference_expression" => {
            field(table, "value").map(|inner| rows(inner, context)).unwrap_or_default()
        }
        "identifier" => context
            .definition(table)
            .filter(|table| table.kind() != "identifier")
            .map(|table| rows(table, context))
            .unwrap_or_default(),
        // `table.iter()`
        "call_expression" => field(table, "function")
            .filter(|function| function.kind() == "field_expression")
            .and_then(|function| field(function, "value"))
            .map(|inner| rows(inner, context))
            .unwrap_or_default(),
        _ => Vec::new(),
    }
}
