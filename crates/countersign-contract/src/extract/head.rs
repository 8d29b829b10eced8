//! How a clause begins: its label, what only sets the scene, and its verb.

use super::clause;
use super::lexicon::{self, Verb};
use super::section::{self, Section};
use super::token::{Kind, Token};

/// A known label at the start of a sentence, and what follows it.
pub(super) fn labelled<'a, 't>(sentence: &'a [Token<'t>]) -> (Option<Section>, &'a [Token<'t>]) {
    let colon = sentence.iter().take(8).position(|token| token.kind == Kind::Colon);
    let Some(at) = colon.filter(|at| *at > 0) else { return (None, sentence) };
    let words = sentence.get(..at).unwrap_or_default();
    if words.iter().any(|token| !token.is_word()) {
        return (None, sentence);
    }
    let label = words.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
    match section::of_label(&label) {
        // The colon stays in front of a verification, so that its command is seen to be its value.
        Some(Section::Verify) => (Some(Section::Verify), sentence),
        Some(section) => (Some(section), sentence.get(at + 1..).unwrap_or_default()),
        None => (None, sentence),
    }
}

#[derive(Clone, Copy)]
pub(super) struct Head {
    pub verb: Option<Verb>,
    /// Where what the verb speaks of begins.
    pub rest: usize,
    pub negated: bool,
}

pub(super) fn head(clause: &[Token<'_>]) -> Head {
    let word =
        |at: usize| clause.get(at).filter(|t| t.is_word()).map(|t| &*t.lower).unwrap_or_default();
    let mut at = 0;
    // "feat: add X", "fix(parser): ...", "Unit tests: create X".
    if let Some(colon) = clause.iter().take(6).position(|t| t.kind == Kind::Colon)
        && clause.get(colon + 1).is_some_and(|t| clause::is_instruction(t, clause.get(colon + 2)))
    {
        at = colon + 1;
    }
    loop {
        if lexicon::is_opener(word(at)) {
            at += 1;
        } else if lexicon::is_addressee(word(at)) && lexicon::is_modal(word(at + 1)) {
            at += 2;
        } else {
            break;
        }
    }
    let denied =
        |at: usize| lexicon::is_negation(word(at)) || (word(at) == "do" && word(at + 1) == "not");
    if denied(at) {
        return Head { verb: None, rest: at, negated: true };
    }
    // "make sure" is "ensure".
    if word(at) == "make" && word(at + 1) == "sure"
        || word(at) == "double" && word(at + 1) == "check"
    {
        let that = usize::from(word(at + 2) == "that");
        return Head { verb: Some(Verb::Ensure), rest: at + 2 + that, negated: false };
    }
    // So are "see to it" and "take care".
    let careful = match (word(at), word(at + 1), word(at + 2)) {
        ("see", "to", "it") => Some(3),
        ("take", "care", _) | ("be", "sure", _) => Some(2),
        _ => None,
    };
    if let Some(width) = careful {
        let that = usize::from(matches!(word(at + width), "that" | "to"));
        return Head { verb: Some(Verb::Ensure), rest: at + width + that, negated: false };
    }
    // "bring in X", "pull in X", "depend on X".
    let brings = matches!((word(at), word(at + 1)), ("bring" | "pull", "in") | ("depend", "on"));
    let literal = clause.iter().skip(at + 2).take(3).any(Token::is_literal);
    if brings && (literal || !lexicon::is_determiner(word(at + 2))) {
        return Head { verb: Some(Verb::Install), rest: at + 2, negated: false };
    }
    // "Note that ..." only tells.
    if word(at) == "note" && !clause.get(at + 1).is_some_and(|t| t.is("the") || t.is("this")) {
        return Head { verb: Some(Verb::Read), rest: at + 1, negated: false };
    }
    let Some((verb, sure)) = lexicon::verb(word(at)) else {
        return Head { verb: None, rest: at, negated: false };
    };
    let next = clause.get(at + 1);
    // "Set up X" makes something; "Test file for X" names something.
    if word(at) == "set" && word(at + 1) == "up" {
        return Head { verb: Some(Verb::Make), rest: at + 2, negated: false };
    }
    if word(at) == "test" && lexicon::is_file_noun(word(at + 1)) {
        return Head { verb: None, rest: at, negated: false };
    }
    let noun = next.is_some_and(|next| {
        next.is_word()
            && (lexicon::is_passing(&next.lower)
                || lexicon::is_modal(&next.lower)
                || lexicon::is_failing(&next.lower)
                || matches!(&*next.lower, "is" | "are" | "exists" | "succeeds"))
    });
    if noun || (!sure && verb == Verb::Get && next.is_none()) {
        return Head { verb: None, rest: at, negated: false };
    }
    let that = usize::from(verb == Verb::Ensure && word(at + 1) == "that");
    Head { verb: Some(verb), rest: at + 1 + that, negated: false }
}

/// Where examples begin.
pub(super) fn example(tokens: &[Token<'_>]) -> usize {
    let found = tokens.iter().enumerate().position(|(at, t)| {
        let next = tokens.get(at + 1);
        t.is_word()
            && (matches!(&*t.lower, "e.g." | "eg" | "e.g" | "i.e.")
                || (t.is("for") && next.is_some_and(|n| n.is("example") || n.is("instance")))
                || (t.is("such") && next.is_some_and(|n| n.is("as"))))
    });
    found.unwrap_or(tokens.len())
}

/// Where what is asked ends: at an example, or at what is not to be done.
pub(super) fn mask(tokens: &[Token<'_>]) -> usize {
    let turn = tokens.iter().position(|t| t.is_word() && lexicon::is_turning(&t.lower));
    example(tokens).min(turn.unwrap_or(tokens.len()))
}
