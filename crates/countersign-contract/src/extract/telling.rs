//! What is to be written down, and not to be done: "document that `X` must pass".

use super::lexicon;
use super::token::{Kind, Token, word};

/// Verbs by which somebody is told something, in words that are part of the work.
#[rustfmt::skip]
const TELLS: &[&str] = &[
    "announce", "clarify", "describe", "document", "explain", "inform", "instruct", "mention", "note", "point", "record", "remind",
    "say", "state", "tell", "warn", "write",
];

/// Verbs by which a text comes in that says something.
const PUTS: &[&str] = &["add", "include", "insert", "leave", "put", "write"];

/// Texts that say something.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "caution", "comment", "disclaimer", "hint", "line", "note", "notice", "paragraph", "passage", "remark", "reminder", "section",
    "sentence", "statement", "tip", "warning",
];

/// What leads to the words that are to be said.
const LEADS: &[&str] = &["how", "that", "what", "when", "whether", "which", "why"];

/// Within so many words the verb has what is told.
const REACH: usize = 12;

/// How many words the subject has of which it is said that it must tell something: "the contributing guide".
const LONGEST_SUBJECT: usize = 5;

/// How many words of a clause come before the verb where something must tell it: "The README must", "the docs have to".
fn subject(clause: &[Token<'_>]) -> Option<usize> {
    let near = clause.iter().take(LONGEST_SUBJECT + 1);
    let at = near.take_while(|t| t.is_word() || t.is_literal()).position(|t| {
        t.is_word()
            && matches!(&*t.lower, "must" | "shall" | "should" | "has" | "have" | "needs" | "need")
    })?;
    let helps = |t: &&Token<'_>| matches!(&*t.lower, "also" | "clearly" | "explicitly" | "to");
    let behind = clause.iter().skip(at + 1).take(2).take_while(helps).count();
    (at > 0 && TELLS.contains(&word(clause, at + 1 + behind))).then_some(at + 1 + behind)
}

/// Where in a clause begins what somebody is to be told: no check of it is asked for.
pub(super) fn begins(clause: &[Token<'_>]) -> Option<usize> {
    let start = subject(clause).unwrap_or_default();
    let said = clause.get(start..).unwrap_or_default();
    let opens = said
        .iter()
        .take_while(|t| {
            lexicon::is_opener(&t.lower)
                || lexicon::is_addressee(&t.lower)
                || lexicon::is_modal(&t.lower)
        })
        .count();
    let start = start + opens;
    let verb = word(clause, start);
    let leads = |t: &Token<'_>| t.is_word() && LEADS.contains(&&*t.lower);
    let near = clause.get(start + 1..)?;
    let at = near.iter().take(REACH).position(leads)?;
    let between = near.get(..at).unwrap_or_default();
    let is_text = |t: &Token<'_>| t.is_word() && TEXTS.contains(&&*t.lower);
    // "Write a script that must pass": only of a text it is told what it says.
    let tells = TELLS.contains(&verb)
        && (verb != "write"
            || between.first().is_none_or(|t| lexicon::is_place(&t.lower) || t.is("down")));
    let puts = PUTS.contains(&verb) && between.iter().any(is_text);
    let parted = between.iter().any(|t| {
        matches!(t.kind, Kind::Comma | Kind::Semicolon | Kind::Colon | Kind::Dash)
            || t.is_word() && (lexicon::is_predicate(&t.lower) || t.is("and"))
    });
    ((tells || puts) && !parted).then_some(start + 1 + at)
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;
    use crate::Span;

    fn told(text: &str) -> Option<usize> {
        begins(&tokens(text, Span::new(0, text.len())))
    }

    #[test]
    fn what_somebody_is_told_begins_behind_the_verb() {
        for (text, at) in [
            ("Document that `make x` must pass", 1),
            ("Please explain how it passes", 2),
            ("Mention in README.md that all tests must pass", 3),
            ("Add a note to the guide that the build passes", 6),
            ("Tell users that lint must pass", 2),
            ("You should state clearly that it passes", 4),
            ("Write down that `make x` must pass", 2),
            ("The README must say that `make x` passes", 4),
            ("The contributing guide has to explain how it passes", 6),
            ("CONTRIBUTING.md should also state that lint must pass", 4),
        ] {
            assert_eq!(told(text), Some(at), "{text}");
        }
        for text in [
            "Make sure that `make x` passes",
            "Write a script that must pass",
            "Add a check that must pass",
            "Document the flag, and check that all tests pass",
            "Run the tests and note what fails",
            "Remember that `make x` must pass",
            "The release must prove that `make x` passes",
            "The script must exist, and `make x` must pass",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
