//! Commands that are to end with a failure: the check of a command wants success, so they are none.

use super::lexicon;
use super::token::{Kind, Token, word};

/// How many words behind its subject may say how a command ends.
const REACH: usize = 7;

/// "all of the new ledger tests".
const MOST_OF_SUBJECT: usize = 6;

/// What may lead up to the command that was named before: "check that it ...".
#[rustfmt::skip]
const LEADS: &[&str] = &["assert", "check", "confirm", "ensure", "expect", "make", "should", "sure", "that", "verify"];

/// What stands for that command.
#[rustfmt::skip]
const SUBJECTS: &[&str] = &["all", "both", "command", "commands", "each", "it", "run", "that", "the", "these", "they", "this", "which"];

/// Whether the word at a place says that what was run ends with an error: "is refused", "exits 1".
pub(super) fn is_said(words: &[Token<'_>], at: usize) -> bool {
    let Some(token) = words.get(at).filter(|token| token.is_word()) else { return false };
    let before = at.checked_sub(1).map(|before| word(words, before)).unwrap_or_default();
    let next = word(words, at + 1);
    match &*token.lower {
        "error" => !matches!(next, "handling" | "path" | "paths" | "case" | "cases" | "free"),
        "than" => lexicon::is_none(next),
        "nonzero" | "non-zero" | "non" => true,
        number if is_status(number) => lexicon::is_exiting(before) && !counts(words, at),
        ending => lexicon::is_refusing(ending),
    }
}

/// "1", "3": a status other than 0.
fn is_status(word: &str) -> bool {
    word.len() <= 3 && word.parse::<u8>().is_ok_and(|status| status != 0)
}

/// "returns 2 rows": a number of things.
fn counts(words: &[Token<'_>], at: usize) -> bool {
    words.get(at + 1).is_some_and(|next| {
        next.is_word()
            && !lexicon::is_filler(&next.lower)
            && !lexicon::is_goal(&next.lower)
            && !lexicon::is_aside(&next.lower)
            && !lexicon::is_time(&next.lower)
    })
}

/// "check that it fails", "expect exit code 1", "it must be refused": demanded of the command before.
pub(super) fn is_of_the_one_before(clause: &[Token<'_>]) -> bool {
    let is_in = |table: &[&str], token: &Token<'_>| table.contains(&&*token.lower);
    let leads = clause.iter().take_while(|token| is_in(LEADS, token)).count();
    let behind = clause.get(leads..).unwrap_or_default();
    let subject = behind.iter().take_while(|token| is_in(SUBJECTS, token)).count();
    let subject = tests_named(behind).unwrap_or(subject);
    let said = behind.get(subject..).unwrap_or_default();
    let must = matches!(word(said, 0), "must" | "should" | "shall" | "has" | "needs");
    let expects = clause.iter().take(leads).any(|token| token.is("expect"));
    let led = leads > 0 && (subject > 0 || expects) || subject > 0 && must;
    led && ends_badly(said)
}

/// How many words of "all new tests" there are: tests, by whatever tells them from others.
fn tests_named(words: &[Token<'_>]) -> Option<usize> {
    let near = words.iter().take(MOST_OF_SUBJECT).take_while(|token| {
        token.is_word()
            && !lexicon::is_predicate(&token.lower)
            && !lexicon::is_none(&token.lower)
            && !lexicon::is_failing(&token.lower)
    });
    let tests = near.enumerate().filter(|(_, token)| lexicon::is_test_noun(&token.lower));
    tests.last().map(|(at, _)| at + 1)
}

/// "Expected: FAIL with X", "Expected: exit code 1".
pub(super) fn is_expected(block: &[Token<'_>]) -> bool {
    let [expected, colon, said @ ..] = block else { return false };
    expected.is("expected") && colon.kind == Kind::Colon && ends_badly(said)
}

fn ends_badly(said: &[Token<'_>]) -> bool {
    let ends = |token: &Token<'_>| matches!(token.kind, Kind::Comma | Kind::Semicolon | Kind::Stop);
    let near = said.iter().take(REACH).take_while(|token| !ends(token));
    let denied = |token: &Token<'_>| {
        token.is_word()
            && (lexicon::is_negation(&token.lower)
                || lexicon::is_none(&token.lower)
                || lexicon::is_passing(&token.lower))
    };
    let near = near.enumerate().take_while(|(at, token)| !denied(token) || is_said(said, *at));
    near.into_iter().any(|(at, token)| {
        token.is_word() && (lexicon::is_failing(&token.lower) || is_said(said, at))
    })
}
