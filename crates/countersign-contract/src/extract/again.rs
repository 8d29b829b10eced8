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
const LEADS: &[&str] = &["check", "confirm", "ensure", "get", "make", "please", "sure", "that", "verify"];

/// Longest such clause in words.
const LONGEST: usize = 12;

/// Whether a clause says of what was named before that it succeeds, and nothing else.
pub(super) fn says_again(clause: &[Token<'_>]) -> bool {
    let clause = match clause {
        [rest @ .., stop] if stop.kind == Kind::Stop => rest,
        all => all,
    };
    if clause.len() > 2 * LONGEST {
        return false;
    }
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
    let told = clause
        .first()
        .is_some_and(|first| LEADS.iter().any(|lead| first.is(lead)) && !first.is("that"));
    told || clause.iter().any(|token| demand.iter().any(|word| token.is(word)))
}

/// Which of the commands that failed a clause speaks of: "it" of the last, "both" of all.
pub(super) fn of_which<'a, 't>(clause: &[Token<'_>], failing: &'a [&'t str]) -> &'a [&'t str] {
    let several =
        ["all", "both", "commands", "each", "every", "runs", "them", "these", "they", "those"];
    if clause.iter().any(|token| several.iter().any(|word| token.is(word))) {
        return failing;
    }
    failing.get(failing.len().saturating_sub(1)..).unwrap_or_default()
}

/// The commands of a clause that says that they fail, or nothing of them, as "it" or "both" in the next one: "`X` exits 2".
pub(super) fn failing<'t>(clause: &[Token<'t>]) -> Vec<&'t str> {
    let named = || clause.iter().filter(|token| token.kind == Kind::Code).take(MOST_FAILING);
    let is_status = |token: &Token<'_>| {
        token.text.trim_end_matches('.').parse::<u8>().is_ok_and(|status| status > 0)
    };
    let ends =
        clause.iter().any(|token| ENDINGS.contains(&&*token.lower)) && clause.iter().any(is_status);
    let fails = clause.iter().any(|token| token.is_word() && lexicon::is_failing(&token.lower));
    let alone = named().count() == 1;
    let is_run = |token: &Token<'_>| {
        (ends && alone || (ends || fails) && spelling::is_line(token.text)) && !token.is_path()
    };
    // "`X` and `Y`. Both must pass": only named.
    let glue = |token: &Token<'_>| token.kind == Kind::Comma || token.is("and");
    let only_named = clause
        .iter()
        .all(|token| glue(token) || token.kind == Kind::Code && spelling::is_line(token.text));
    if only_named || named().all(is_run) {
        named().map(|token| token.text).collect()
    } else {
        Vec::new()
    }
}

/// Nobody names more commands that fail in one clause.
const MOST_FAILING: usize = 8;

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
