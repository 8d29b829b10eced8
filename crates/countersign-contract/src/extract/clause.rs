//! Sentences and clauses: where one request ends and the next begins.

use core::cell::LazyCell;
use core::ops::Range;

use super::again;
use super::denial;
use super::excused;
use super::head::tells_change;
use super::lexicon::{self, Verb};
use super::path::Shape;
use super::subject;
use super::token::{Kind, Token};
use crate::enumerated;

/// The sentences of a block, as ranges of its tokens, each with whether it is a question.
pub(super) fn sentences(tokens: &[Token<'_>]) -> Vec<(Range<usize>, bool)> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    let mut points = points(tokens).into_iter().peekable();
    for (at, token) in tokens.iter().enumerate() {
        if points.next_if_eq(&at).is_some() {
            found.push((start..at, false));
            start = at + 3;
        }
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            // An opening bracket that is never closed must not swallow the rest of the text.
            Kind::Stop | Kind::Question if (depth == 0 || depth > 3) && at >= start => {
                found.push((start..at, token.kind == Kind::Question));
                start = at + 1;
                depth = 0;
            }
            Kind::Word
            | Kind::Code
            | Kind::Quote
            | Kind::Comma
            | Kind::Semicolon
            | Kind::Colon
            | Kind::Dash
            | Kind::Stop
            | Kind::Question => {}
        }
    }
    found.push((start.min(tokens.len())..tokens.len(), false));
    found.retain(|(range, _)| !range.is_empty());
    found
}

/// Where the points of a list within the text begin: "(1) A, (2) B".
fn points(tokens: &[Token<'_>]) -> Vec<usize> {
    let marks = tokens.windows(3).enumerate().filter_map(|(at, three)| match three {
        [open, word, close] if open.kind == Kind::Open && close.kind == Kind::Close => {
            word.is_word().then_some((at, &*word.lower))
        }
        _ => None,
    });
    enumerated::in_order(marks)
}

/// The clauses of a sentence: cut at semicolons, and where a coordinator, a colon or a dash is followed by
/// another instruction or another statement.
pub(super) fn clauses<'a, 't>(sentence: &'a [Token<'t>]) -> Vec<&'a [Token<'t>]> {
    let mut cuts = vec![0];
    // Whether the clause has said something of its subject, so that another subject may follow.
    let mut said = false;
    let mut depth = 0_usize;
    let tells = LazyCell::new(|| tells_change(sentence));
    for (at, token) in sentence.iter().enumerate() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Word
            | Kind::Code
            | Kind::Quote
            | Kind::Comma
            | Kind::Semicolon
            | Kind::Colon
            | Kind::Dash
            | Kind::Stop
            | Kind::Question => {}
        }
        said |= token.is_word()
            && (lexicon::is_predicate(&token.lower)
                || matches!(
                    lexicon::participle(&token.lower),
                    Some(Verb::Create | Verb::Add | Verb::Change)
                ));
        // "make sure that A and that B": behind "that" a statement begins, whatever was said before.
        let that = token.is("that") && is_joined(sentence, at);
        if depth == 0
            && (cuts_after(sentence, at, || *tells)
                || ((said || that) && starts_statement(sentence, at))
                || (said && excused::begins(sentence, at))
                || subject::is_another(sentence, cuts.last().copied().unwrap_or(0), at))
        {
            cuts.push(at + 1);
            said = false;
        }
    }
    let ends = cuts.iter().copied().skip(1).chain([sentence.len()]);
    let ranges = cuts.iter().copied().zip(ends);
    ranges
        .filter_map(|(start, end)| sentence.get(start..end))
        .map(trimmed)
        .filter(|clause| clause.iter().any(|token| token.is_word() || token.is_literal()))
        .collect()
}

fn cuts_after(sentence: &[Token<'_>], at: usize, tells_change: impl FnOnce() -> bool) -> bool {
    let Some(token) = sentence.get(at) else { return false };
    let next = |by: usize| sentence.get(at + by);
    match token.kind {
        Kind::Semicolon => true,
        Kind::Comma | Kind::Colon | Kind::Dash => {
            let coordinator = next(1).is_some_and(|word| {
                word.is("and") || word.is("then") || word.is("but") || word.is("also")
            });
            !coordinator
                && starts_clause(sentence, at + 1, tells_change)
                && !explains_command(sentence, at)
        }
        Kind::Word if token.is("that") => {
            at > 1 && sentence.get(at - 1).is_some_and(|t| t.is("so"))
        }
        Kind::Word if matches!(&*token.lower, "and" | "then" | "but" | "or" | "also") && at > 0 => {
            let joins_no_clause = token.is("but") && denial::excepts(sentence, at).is_some()
                || token.is("also") && is_caused(sentence, at)
                || follows_to(sentence, at);
            !joins_no_clause && starts_clause(sentence, at + 1, tells_change)
        }
        Kind::Word
        | Kind::Code
        | Kind::Quote
        | Kind::Open
        | Kind::Close
        | Kind::Stop
        | Kind::Question => false,
    }
}

/// "`X` — ensure that Y": the words behind the dash say what the command is for.
pub(super) fn explains_command(sentence: &[Token<'_>], at: usize) -> bool {
    let Some(command) = at.checked_sub(1) else { return false };
    let alone =
        command == 0 || sentence.get(command - 1).is_some_and(|t| !t.is_word() && !t.is_literal());
    let dash = sentence.get(at).is_some_and(|t| t.kind == Kind::Dash);
    let says = sentence.get(at + 1).filter(|t| t.is_word()).and_then(|t| lexicon::verb(&t.lower));
    let code =
        sentence.get(command).is_some_and(|t| t.kind == Kind::Code && t.shape == Shape::Plain);
    alone && dash && code && says.is_some_and(|(verb, _)| verb == Verb::Ensure)
}

/// ", and `X` must pass" behind a statement: a new subject with a predicate of its own.
fn starts_statement(sentence: &[Token<'_>], at: usize) -> bool {
    let that = sentence.get(at).is_some_and(|t| t.is("that")) && is_joined(sentence, at);
    let joins = |t: &Token<'_>| {
        t.kind == Kind::Comma
            || t.is_word() && matches!(&*t.lower, "and" | "but" | "whereas" | "while" | "yet")
    };
    let joint = that || sentence.get(at).is_some_and(joins);
    let next = sentence.get(at + 1);
    let made = |word: &str| {
        matches!(lexicon::participle(word), Some(Verb::Create | Verb::Add | Verb::Change))
    };
    let predicate = sentence
        .get(at + 2)
        .is_some_and(|t| t.is_word() && (lexicon::is_predicate(&t.lower) || made(&t.lower)));
    joint && predicate && next.is_some_and(|t| t.is_literal() || t.shape != Shape::Plain)
        || joint && goes_on_demanding(sentence, at + 1)
}

/// "`X` exits 1, it should exit 0": what is demanded of the command before, to the end of the sentence.
fn goes_on_demanding(sentence: &[Token<'_>], from: usize) -> bool {
    let must = sentence.get(from + 1).is_some_and(|t| {
        matches!(&*t.lower, "must" | "should" | "shall" | "has" | "have" | "needs" | "need")
    });
    must && sentence.get(from..).is_some_and(again::says_again)
}

fn is_joined(sentence: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| sentence.get(before));
    before.is_some_and(|t| t.is("and") || t.kind == Kind::Comma)
}

/// "to create and update X" is one purpose.
fn follows_to(sentence: &[Token<'_>], at: usize) -> bool {
    let before = sentence.get(at.saturating_sub(2)..at).unwrap_or_default();
    before.first().is_some_and(|word| word.is("to"))
        && before.last().is_some_and(|word| lexicon::verb(&word.lower).is_some())
}

/// "make `X` also run Y", "`X` must also run Y": what another thing is to do.
fn is_caused(sentence: &[Token<'_>], at: usize) -> bool {
    let near = sentence.get(at.saturating_sub(4)..at).unwrap_or_default();
    let caused = near.last().is_some_and(Token::is_literal)
        && near.iter().any(|t| matches!(&*t.lower, "make" | "let" | "have" | "get"));
    let obliged = matches!(near, [.., thing, modal] if thing.is_literal()
        && modal.is_word()
        && lexicon::is_modal(&modal.lower));
    caused || obliged
}

/// Whether an instruction or a new statement starts here, given whether the sentence tells of a change.
fn starts_clause(sentence: &[Token<'_>], at: usize, tells_change: impl FnOnce() -> bool) -> bool {
    let Some(token) = sentence.get(at) else { return false };
    if !token.is_word() {
        return false;
    }
    let next = sentence.get(at + 1);
    if matches!(&*token.lower, "there" | "do" | "don't" | "never")
        || (lexicon::is_addressee(&token.lower)
            && next.is_some_and(|n| lexicon::is_modal(&n.lower)))
    {
        return true;
    }
    // "Adds A and updates B".
    if lexicon::third_person(&token.lower).is_some() && tells_change() {
        return true;
    }
    is_instruction(token, next)
}

/// Whether a word is an instruction's verb, given the word after it.
pub(super) fn is_instruction(token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    let Some((verb, sure)) = lexicon::verb(&token.lower).filter(|_| token.is_word()) else {
        return false;
    };
    let Some(next) = next else { return sure };
    if sure {
        // "create and update", "add/remove": a pair of verbs is cut once, before the first.
        return !(next.is_word() && lexicon::is_passing(&next.lower));
    }
    let object = next.is_literal()
        || next.shape != Shape::Plain
        || lexicon::is_determiner(&next.lower)
        || next.text.starts_with(|c: char| c.is_uppercase() || c == '[')
        || (verb == Verb::Declare && next.text.contains(['_', '-']));
    next.is_word() && object || next.is_literal()
}

fn trimmed<'a, 't>(clause: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let is_glue = |token: &Token<'_>| {
        matches!(token.kind, Kind::Comma | Kind::Semicolon | Kind::Dash)
            || token.is("and")
            || token.is("then")
            || token.is("but")
            || token.is("also")
            || token.is("so")
    };
    let end_glue = |token: &Token<'_>| is_glue(token) || token.is("that");
    let start = clause.iter().take_while(|token| is_glue(token)).count();
    let end = clause.len() - clause.iter().rev().take_while(|token| end_glue(token)).count();
    clause.get(start..end.max(start)).unwrap_or_default()
}
