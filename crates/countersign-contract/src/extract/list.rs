//! Checks that are named in a row: "jest, eslint and `npm run types` must pass".

use super::lexicon;
use super::program::is_program;
use super::spelling;
use super::token::{Kind, Token};

/// Longest list that is followed, so that the time taken stays bounded.
const LONGEST: usize = 12;

/// Most words of one command in a list.
const MOST_WORDS: usize = 32;

/// What stands in a row behind a name.
pub(super) struct List {
    /// Where each of the further names begins.
    pub(super) names: Vec<usize>,
    /// Where the row ends.
    pub(super) end: usize,
}

/// The row that goes on behind the name whose last token is at `last`.
pub(super) fn behind(clause: &[Token<'_>], last: usize) -> List {
    let mut list = List { names: Vec::new(), end: last + 1 };
    while list.names.len() < LONGEST {
        let rest = clause.get(list.end..).unwrap_or_default();
        let glue = rest.iter().take(3).take_while(|t| is_glue(t)).count();
        let article = usize::from(rest.get(glue).is_some_and(|t| t.is("the") || t.is("all")));
        let at = list.end + glue + article;
        let Some(name) = clause.get(at).filter(|_| glue > 0) else { break };
        if !is_name(name) && name.kind != Kind::Code {
            break;
        }
        list.names.push(at);
        list.end = end_of(clause, at) + 1;
    }
    list
}

/// Whether one row leads from the name that ends at `last` to the one at `first`.
pub(super) fn reaches(clause: &[Token<'_>], last: usize, first: usize) -> bool {
    behind(clause, last).names.contains(&first)
}

/// Whether a name is one of several in a row.
pub(super) fn is_member(clause: &[Token<'_>], at: usize) -> bool {
    let end = end_of(clause, at);
    let before = at.saturating_sub(LONGEST)..at;
    !behind(clause, end).names.is_empty()
        || before.rev().any(|other| {
            clause.get(other).is_some_and(|t| is_name(t) || t.kind == Kind::Code)
                && reaches(clause, other, at)
        })
}

/// The last token of the name that begins at `at`: `ruff` or `ruff check src`.
fn end_of(clause: &[Token<'_>], at: usize) -> usize {
    spelling::bare_end(clause, at, clause.len().min(at + MOST_WORDS)).unwrap_or(at)
}

/// A word that names a program or a check.
pub(super) fn is_name(token: &Token<'_>) -> bool {
    token.is_word() && (is_program(token.text) || lexicon::check(&token.lower).is_some())
}

fn is_glue(token: &Token<'_>) -> bool {
    token.kind == Kind::Comma
        || token.is_word() && matches!(&*token.lower, "and" | "&" | "+" | "plus" | "also" | "then")
}
