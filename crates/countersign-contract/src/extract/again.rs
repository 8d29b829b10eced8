//! Clauses that only say once more that the check before them is to succeed: "all must succeed".

use super::lexicon;
use super::spelling;
use super::token::{Kind, Token};

/// What stands for the commands that were named.
#[rustfmt::skip]
const SUBJECTS: &[&str] = &[
    "all", "both", "check", "checks", "command", "commands", "each", "every", "four", "it", "of", "one",
    "run", "runs", "that", "the", "them", "these", "they", "this", "those", "three", "two", "which",
];

/// What says that something is demanded of them.
#[rustfmt::skip]
const DEMANDS: &[&str] = &[
    "are", "be", "expected", "has", "have", "is", "must", "need", "needs", "shall", "should", "to", "will",
];

/// What a check that succeeds does.
#[rustfmt::skip]
const SUCCESSES: &[&str] = &[
    "clean", "cleanly", "green", "pass", "passes", "succeed", "succeeds", "successful", "successfully",
];

/// "exit with code 0", "return a zero status".
#[rustfmt::skip]
const ENDINGS: &[&str] = &["complete", "completes", "end", "ends", "exit", "exits", "finish", "finishes", "return", "returns"];
#[rustfmt::skip]
const ABOUT_THE_STATUS: &[&str] = &["a", "an", "code", "exit", "status", "with"];
const ZERO: &[&str] = &["0", "zero"];

/// What may lead up to it.
#[rustfmt::skip]
const LEADS: &[&str] = &["check", "confirm", "ensure", "make", "sure", "that", "verify"];

/// Longest such clause in words.
const LONGEST: usize = 12;

/// Whether a clause says of what was named before that it succeeds, and nothing else.
pub(super) fn says_again(clause: &[Token<'_>]) -> bool {
    let clause = match clause {
        [rest @ .., stop] if stop.kind == Kind::Stop => rest,
        all => all,
    };
    let is_in = |table: &[&str], token: &Token<'_>| table.contains(&&*token.lower);
    let leads = clause.iter().take(3).take_while(|token| is_in(LEADS, token)).count();
    let clause = clause.get(leads..).unwrap_or_default();
    // "must not fail" is "must succeed".
    let denied = clause.windows(2).position(|pair| {
        matches!(pair, [not, fail] if not.is("not") && (fail.is("fail") || fail.is("fails")))
    });
    let (before, behind) =
        clause.split_at_checked(denied.unwrap_or(clause.len())).unwrap_or_default();
    let clause: Vec<&Token<'_>> = before.iter().chain(behind.iter().skip(2)).collect();
    let any = |table: &[&str]| clause.iter().any(|token| is_in(table, token));
    let tables =
        [SUBJECTS, DEMANDS, SUCCESSES, ENDINGS, ABOUT_THE_STATUS, ZERO].map(|table| table.iter());
    let known = |token: &Token<'_>| tables.iter().any(|table| table.clone().any(|w| token.is(w)));
    let stands_for = clause.first().is_some_and(|first| is_in(SUBJECTS, first));
    clause.len() <= LONGEST
        && clause.iter().all(|token| known(token))
        && stands_for
        && (denied.is_some() || any(SUCCESSES) || any(ENDINGS) && any(ZERO))
}

/// Whether a clause that says so demands it, and does not only tell it.
pub(super) fn demands(clause: &[Token<'_>]) -> bool {
    let demand = ["expected", "has", "have", "must", "need", "needs", "shall", "should"];
    clause.iter().any(|token| demand.iter().any(|word| token.is(word)))
}

/// The one command of a clause that says that it fails, as "it" in the next one: "`X` exits 2".
pub(super) fn failing<'t>(clause: &[Token<'t>]) -> Option<&'t str> {
    let mut named = clause.iter().filter(|token| token.kind == Kind::Code);
    let (only, None) = (named.next()?, named.next()) else { return None };
    let is_status = |token: &Token<'_>| {
        token.text.trim_end_matches('.').parse::<u8>().is_ok_and(|status| status > 0)
    };
    let ends =
        clause.iter().any(|token| ENDINGS.contains(&&*token.lower)) && clause.iter().any(is_status);
    let fails = clause.iter().any(|token| token.is_word() && lexicon::is_failing(&token.lower));
    let is_run = ends || fails && spelling::is_line(only.text);
    (is_run && !only.is_path()).then_some(only.text)
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;
    use crate::Span;

    fn again(text: &str) -> bool {
        says_again(&tokens(text, Span::new(0, text.len())))
    }

    #[test]
    fn success_and_nothing_else_is_said_again() {
        for text in [
            "all must succeed",
            "It must exit with 0",
            "each should exit with code 0.",
            "both must pass",
            "These commands have to pass",
            "all of them must be green",
            "they must return a zero exit status",
            "which must exit 0",
            "make sure it exits with 0",
            "verify that all of them pass",
            "It must not fail.",
        ] {
            assert!(again(text), "{text}");
        }
        for text in [
            "all users must succeed",
            "It must exit with 1",
            "It must exit with 0 within a second",
            "it must not pass",
            "it must fail",
            "it must not fail for guests",
            "make sure",
            "all must be",
            "It must exit",
            "Pass it to both",
            "they must pass the token",
        ] {
            assert!(!again(text), "{text}");
        }
    }
}
