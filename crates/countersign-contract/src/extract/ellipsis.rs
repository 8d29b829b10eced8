//! "pytest should be green, mypy too": a second thing of which the same is said.

use super::head::head;
use super::lexicon::{self, Verb};
use super::token::{Kind, Token, word};

/// More words than this are a statement of their own.
const LONGEST: usize = 6;

/// A clause without its elliptic end, and of what the end says the same.
pub(super) fn split<'a, 't>(clause: &'a [Token<'t>]) -> (&'a [Token<'t>], Option<&'a [Token<'t>]>) {
    // The objects of an instruction are its own: "create A, B as well".
    if !matches!(head(clause).verb, None | Some(Verb::Ensure | Verb::Get)) {
        return (clause, None);
    }
    let reach = clause.len().saturating_sub(LONGEST + 4);
    let joints = (reach..clause.len()).filter(|at| clause.get(*at).is_some_and(is_joint));
    for start in joints.map(|at| at + 1).chain((reach == 0).then_some(0)) {
        let tail = clause.get(start..).unwrap_or_default();
        if let Some(named) = of_which(tail, start == 0) {
            let before = clause.get(..start.saturating_sub(1)).unwrap_or_default();
            return (before, Some(named));
        }
    }
    (clause, None)
}

fn is_joint(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Comma | Kind::Dash) || token.is("and")
}

/// "X too", "X as well", "so must X", "same for X".
fn of_which<'a, 't>(tail: &'a [Token<'t>], opens: bool) -> Option<&'a [Token<'t>]> {
    let length = tail.len();
    let last = length.checked_sub(1).map(|at| word(tail, at)).unwrap_or_default();
    let well = length.checked_sub(2).map(|at| word(tail, at)) == Some("as") && last == "well";
    let ending = match last {
        "too" | "likewise" => 1,
        "well" if well => 2,
        _ => 0,
    };
    let inverts = |at: usize| {
        matches!(word(tail, at), "must" | "should" | "does" | "do" | "is" | "are" | "has" | "shall")
    };
    let opening = match (word(tail, 0), word(tail, 1), word(tail, 2)) {
        ("so" | "as", _, _) if inverts(1) => 2,
        ("same" | "ditto", "for" | "with", _) => 2,
        ("the", "same", "for" | "with") | ("same", "goes", "for") => 3,
        ("the", "same", "goes" | "holds") => 4,
        // "So does X": the clause stands without its "so".
        ("does" | "must", _, _) if opens => 1,
        _ => 0,
    };
    let named = tail.get(opening..length.checked_sub(ending)?)?;
    let bare = !named.is_empty()
        && named.len() <= LONGEST
        && named.iter().all(|t| t.is_word() || t.is_literal())
        && !named.iter().any(|t| {
            t.is_word()
                && (lexicon::is_predicate(&t.lower)
                    || lexicon::is_containing(&t.lower)
                    || lexicon::is_negation(&t.lower))
        })
        && lexicon::verb(word(named, 0)).is_none_or(|_| opening > 0);
    ((opening > 0 || (ending > 0 && !opens)) && bare).then_some(named)
}
