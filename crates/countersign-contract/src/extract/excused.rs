//! Tests that may fail: "those in X may fail". A check of all of them would refuse work that only those fail.

use super::denial;
use super::lexicon;
use super::path;
use super::token::{Kind, Token, word};

/// How many words the subject has of which it is said that it may fail.
const LONGEST_SUBJECT: usize = 10;

/// What stands for tests that were named before.
const STAND_FOR: &[&str] = &[
    "few",
    "flaky",
    "latter",
    "ones",
    "others",
    "remaining",
    "rest",
    "some",
    "them",
    "these",
    "those",
];

/// Where in the words "may fail" stands, if they say it of a subject before it.
fn allowance(words: &[Token<'_>]) -> Option<usize> {
    let said = |t: &Token<'_>| {
        t.is_word() && (lexicon::is_predicate(&t.lower) || denial::is_negative(t))
            || matches!(t.kind, Kind::Comma | Kind::Semicolon | Kind::Colon)
    };
    let at = words.iter().take(LONGEST_SUBJECT).position(said).filter(|at| *at > 0)?;
    let may = lexicon::is_permissive(word(words, at)) || word(words, at) == "can";
    let adverb = matches!(word(words, at + 1), "also" | "still");
    let behind =
        (word(words, at + 1 + usize::from(adverb)), word(words, at + 2 + usize::from(adverb)));
    let fails = matches!(
        behind,
        ("fail" | "break", _)
            | ("be" | "stay" | "remain", "broken" | "failing" | "flaky" | "red" | "skipped")
    );
    // "are allowed to fail".
    let allowed = matches!(word(words, at), "are" | "is")
        && matches!(word(words, at + 1), "allowed" | "free" | "permitted")
        && word(words, at + 2) == "to"
        && word(words, at + 3) == "fail";
    (may && fails || allowed).then_some(at)
}

/// Whether some of the tests are said to be allowed to fail.
pub(super) fn some_tests(sentence: &[Token<'_>]) -> bool {
    let joint =
        |t: &Token<'_>| matches!(t.kind, Kind::Comma | Kind::Semicolon | Kind::Dash) || is_joint(t);
    let clauses = sentence.split(joint).take(MOST_CLAUSES);
    let mut subjects = clauses.filter_map(|words| words.get(..allowance(words)?));
    subjects.any(|subject| {
        subject.iter().any(|t| {
            lexicon::is_test_noun(&t.lower)
                || t.is_path() && path::is_test(t.text)
                || t.is_word() && STAND_FOR.contains(&&*t.lower)
        })
    })
}

/// Nobody joins more of them in one sentence.
const MOST_CLAUSES: usize = 24;

fn is_joint(token: &Token<'_>) -> bool {
    token.is_word()
        && matches!(
            &*token.lower,
            "although" | "and" | "but" | "though" | "whereas" | "while" | "yet"
        )
}

/// Whether behind a joint it is said of another subject that it may fail.
pub(super) fn begins(sentence: &[Token<'_>], at: usize) -> bool {
    let joins = |at: usize| sentence.get(at).is_some_and(|t| t.kind == Kind::Comma || is_joint(t));
    let from = at + 1;
    joins(at) && !joins(from) && allowance(sentence.get(from..).unwrap_or_default()).is_some()
}
