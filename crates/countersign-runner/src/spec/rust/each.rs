//! `assert!(CASES.iter().all(|(a, b)| f(*a) == *b))`: what is expected stands in the rows.

use tree_sitter::Node;

use super::macros::{arguments, of_node, of_tokens};
use super::table::{rows, words};
use crate::spec::edit::Edit;
use crate::spec::syntax::{children, tokens};
use crate::spec::twin::Context;

/// The rows, each with another expectation; or the one that is the same for all of them. Nothing where it is asked for
/// something else than equality.
pub fn altered(condition: &[Node<'_>], context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = |token: &Node<'_>| context.source.of(*token);
    let [table @ .., dot, all, closure] = condition else { return None };
    if text(dot) != "." || text(all) != "all" || closure.kind() != "token_tree" {
        return None;
    }
    let table = gone_through(table, context)?;
    let inner = tokens(*closure);
    let inner = inner.get(1..inner.len().checked_sub(1)?)?;
    let (bar, rest) = inner.split_first()?;
    let end = rest.iter().position(|token| text(token) == "|").filter(|_| text(bar) == "|")?;
    let (pattern, asked) = (rest.get(..end)?, rest.get(end + 1..)?);
    let equals = asked.iter().position(|token| text(token) == "==")?;
    if asked.iter().any(|token| ["&&", "||"].contains(&text(token))) {
        return None;
    }
    let (left, right) = (asked.get(..equals)?, asked.get(equals + 1..)?);
    let same = of_tokens(right, context).or_else(|| of_tokens(left, context));
    if same.is_some() {
        return same;
    }
    [right, left].into_iter().find_map(|side| {
        let name = text(side.last().filter(|name| name.kind() == "identifier")?);
        let is_bare = side.iter().rev().skip(1).all(|sign| ["*", "&"].contains(&text(sign)));
        // It is bound, and compared.
        if !is_bare || words(text(closure), name) != 2 {
            return None;
        }
        let edits = table.altered(place(pattern, name, context)?, context);
        (!edits.is_empty()).then_some(edits)
    })
}

/// Where in a row the pattern of a closure finds a name: nowhere in particular where the row is the value itself.
fn place(pattern: &[Node<'_>], name: &str, context: &Context<'_>) -> Option<Option<usize>> {
    let bound = pattern.iter().find(|token| !["&", "*"].contains(&context.source.of(**token)))?;
    match bound.kind() {
        "token_tree" => {
            let is_it = |part: &Vec<Node<'_>>| {
                part.last().is_some_and(|last| context.source.of(*last) == name)
            };
            arguments(*bound, context).iter().position(is_it).map(Some)
        }
        _ => (context.source.of(*bound) == name).then_some(None),
    }
}

/// The rows of a table.
enum Rows<'t> {
    /// Written out in the condition itself.
    Tokens(Vec<Vec<Node<'t>>>),
    /// Written out where a name is defined.
    Nodes(Vec<Node<'t>>),
}

/// The rows that a condition goes through: `[…].iter()`, `vec![…].iter()`, `CASES.iter()`. Nothing where there is none.
fn gone_through<'t>(table: &[Node<'t>], context: &Context<'t>) -> Option<Rows<'t>> {
    let text = |token: &Node<'_>| context.source.of(*token);
    let [from @ .., dot, iter, call] = table else { return None };
    if text(dot) != "." || !["iter", "into_iter"].contains(&text(iter)) || text(call) != "()" {
        return None;
    }
    match from {
        [name] if name.kind() == "identifier" => {
            let rows = rows(*name, context);
            (!rows.is_empty()).then_some(Rows::Nodes(rows))
        }
        [.., tree] if tree.kind() == "token_tree" && text(tree).starts_with('[') => {
            let is_plain =
                from.iter().rev().skip(1).all(|one| ["vec", "!", "&"].contains(&text(one)));
            let rows = arguments(*tree, context);
            (is_plain && !rows.is_empty()).then_some(Rows::Tokens(rows))
        }
        _ => None,
    }
}

impl<'t> Rows<'t> {
    /// The changes to the values that stand at a place of each row, or are the row.
    fn altered(&self, place: Option<usize>, context: &Context<'t>) -> Vec<Edit> {
        match self {
            Self::Tokens(rows) => {
                let of_row = |row: &Vec<Node<'t>>| match (place, row.as_slice()) {
                    (None, row) => of_tokens(row, context),
                    (Some(at), [tree]) => of_tokens(arguments(*tree, context).get(at)?, context),
                    (Some(_), _) => None,
                };
                rows.iter().filter_map(of_row).flatten().collect()
            }
            Self::Nodes(rows) => {
                let of_row = |row: &Node<'t>| match place {
                    None => of_node(*row, context),
                    Some(at) => {
                        let cells = (row.kind() == "tuple_expression").then(|| children(*row))?;
                        of_node(*cells.get(at)?, context)
                    }
                };
                rows.iter().filter_map(of_row).flatten().collect()
            }
        }
    }
}
