//! Tests that may fail: "those in X may fail". A check of all of them would refuse work that only those fail.

use crate::Span;

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

/// So far before an exception that of which it is one is looked for.
const REACH: usize = 12;

/// What else an exception may be of: "without changes except in docs".
#[rustfmt::skip]
const OF_OTHERS: &[&str] = &["and", "change", "changed", "changes", "edit", "edits", "so", "touch", "touched", "without"];

/// The checks in a sentence of which it excepts something: "all tests but one", "`X` must pass, except for FILE". The check of all
/// would refuse work that leaves just that failing.
pub(super) fn excepted(sentence: &[Token<'_>]) -> Vec<Span> {
    (0..sentence.len()).filter_map(|at| excepted_from(sentence, at)).collect()
}

fn excepted_from(sentence: &[Token<'_>], at: usize) -> Option<Span> {
    let width = match word(sentence, at) {
        "except" | "excepting" => 1 + usize::from(word(sentence, at + 1) == "for"),
        "excluding" | "minus" => 1,
        "apart" | "aside" if word(sentence, at + 1) == "from" => 2,
        "with" if word(sentence, at + 2) == "exception" => 4,
        _ => denial::excepts(sentence, at)?,
    };
    // Beside "all tests but `make e2e`" the tests are all of another command.
    let other = sentence.get(at + width)?;
    if other.kind == Kind::Code && !other.is_path() {
        return None;
    }
    let check = |t: &&Token<'_>| {
        t.kind == Kind::Code && !t.is_path()
            || t.is_word()
                && (lexicon::is_test_noun(&t.lower) || lexicon::check(&t.lower).is_some())
    };
    // "Apart from FILE, all tests must pass"; "apart from that" only adds to what was said.
    if at == 0 && other.is_path() {
        return sentence.iter().skip(width + 1).take(REACH).find(check).map(|t| t.span);
    }
    let before = sentence.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    let before = match before {
        [all @ .., mark] if matches!(mark.kind, Kind::Comma | Kind::Dash | Kind::Open) => all,
        all => all,
    };
    let near = before.iter().rev().take_while(|t| {
        let is_another = t.is_word() && OF_OTHERS.contains(&&*t.lower);
        !is_another && !matches!(t.kind, Kind::Comma | Kind::Semicolon | Kind::Colon)
    });
    near.filter(check).last().map(|t| t.span)
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
