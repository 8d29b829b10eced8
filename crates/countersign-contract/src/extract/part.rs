//! What a clause asks for, apart from what it rules out, compares with, or says of another thing too.

use std::borrow::Cow;

use crate::Span;

use super::comparison;
use super::denial;
use super::ellipsis;
use super::head::head;
use super::lexicon::{self, Verb};
use super::token::{Kind, Token};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stance {
    /// To be read for what it asks.
    Asked,
    /// "not B", "rather than B": ruled out beside what is asked.
    Denied,
    /// "mypy too": what was said before holds of this as well.
    Likewise,
}

pub(super) struct Part<'a, 't> {
    pub tokens: Cow<'a, [Token<'t>]>,
    pub span: Span,
    /// With the phrases that were left out: "as fast as X".
    pub extent: Span,
    pub stance: Stance,
    /// Whether words of it were left out that asked for something: "like FILE".
    pub leaves: bool,
}

/// Nobody's subject is longer, and it is copied for each predicate that shares it.
const LONGEST_SUBJECT: usize = 12;

/// ", and yet": more marks in a row are no coordinator, and each would be counted again.
const MOST_GLUE: usize = 3;

/// How far behind a coordinator the predicate of a new subject is looked for.
const REACH: usize = 6;

/// The parts of a clause, each once: a phrase of comparison is left out, since it asks for nothing by itself.
pub(super) fn parts<'a, 't>(clause: &'a [Token<'t>]) -> Vec<Part<'a, 't>> {
    let (clause, likewise) = ellipsis::split(clause);
    let mut found = Vec::new();
    for stretch in predicates(clause).into_iter().filter(|stretch| !stretch.tokens.is_empty()) {
        cut(stretch, &mut found);
    }
    found.extend(likewise.map(|tokens| whole(tokens, Stance::Likewise)));
    found
}

fn whole<'a, 't>(tokens: &'a [Token<'t>], stance: Stance) -> Part<'a, 't> {
    let span = span_of(tokens);
    Part { tokens: Cow::Borrowed(tokens), span, extent: span, stance, leaves: false }
}

pub(super) fn span_of(tokens: &[Token<'_>]) -> Span {
    let start = tokens.first().map_or(0, |token| token.span.start);
    Span::new(start, tokens.last().map_or(start, |token| token.span.end))
}

/// One predicate of a clause, with the subject that it shares with an earlier one.
#[derive(Clone, Copy)]
struct Stretch<'a, 't> {
    subject: &'a [Token<'t>],
    tokens: &'a [Token<'t>],
}

/// Where a phrase that asks for nothing ends, and whether it rules something out.
fn phrase(tokens: &[Token<'_>], at: usize) -> Option<(usize, bool)> {
    // "not only A but also B" asks for both.
    let more = denial::not_only(tokens, at).map(|width| at + width);
    let silent = more
        .or_else(|| denial::aside(tokens, at))
        .or_else(|| comparison::phrase(tokens, at))
        .map(|end| (end, false));
    silent.or_else(|| denial::ruled_out(tokens, at).map(|end| (end, true)))
}

/// Takes what is ruled out and what is compared with out of a stretch.
fn cut<'a, 't>(stretch: Stretch<'a, 't>, found: &mut Vec<Part<'a, 't>>) {
    let tokens = stretch.tokens;
    let first = (0..tokens.len()).find(|at| phrase(tokens, *at).is_some());
    if first.is_none() && stretch.subject.is_empty() {
        return found.push(whole(tokens, Stance::Asked));
    }
    let mut at = first.unwrap_or(tokens.len());
    let mut kept: Vec<Token<'t>> = tokens.get(..at).unwrap_or_default().to_vec();
    let mut denied = Vec::new();
    let mut leaves = false;
    let mut extent = span_of(&kept);
    let mut join = |more: Span| {
        let first = extent.end == extent.start;
        extent = if first {
            more
        } else {
            Span::new(extent.start.min(more.start), extent.end.max(more.end))
        };
    };
    while let Some(token) = tokens.get(at) {
        match phrase(tokens, at) {
            Some((end, rules_out)) => {
                leaves |= !rules_out && denial::not_only(tokens, at).is_none();
                let said = tokens.get(at..end).unwrap_or_default();
                if rules_out {
                    while kept.last().is_some_and(is_glue) {
                        kept.pop();
                    }
                    denied.push(said);
                } else {
                    join(span_of(said));
                }
                at = end;
            }
            None => {
                kept.push(token.clone());
                join(token.span);
                at += 1;
            }
        }
    }
    if kept.iter().any(|token| token.is_word() || token.is_literal()) {
        let span = span_of(&kept);
        let tokens = stretch.subject.iter().cloned().chain(kept).collect();
        found.push(Part {
            tokens: Cow::Owned(tokens),
            span,
            extent,
            stance: Stance::Asked,
            leaves,
        });
    }
    found.extend(denied.into_iter().map(|tokens| whole(tokens, Stance::Denied)));
}

fn is_glue(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Comma | Kind::Dash) || token.is("and") || token.is("but")
}

/// "A must hold but must not hold B", "A must not happen and B must hold": a negation governs its own
/// predicate only, so a statement with one is cut between its predicates.
fn predicates<'a, 't>(clause: &'a [Token<'t>]) -> Vec<Stretch<'a, 't>> {
    let one = |tokens| Stretch { subject: &[], tokens };
    let states = matches!(head(clause).verb, None | Some(Verb::Ensure | Verb::Get));
    if !states || !clause.iter().any(|t| denial::is_negative(t)) {
        return vec![one(clause)];
    }
    let first = clause.iter().position(|t| t.is_word() && is_finite(&t.lower));
    let subject = first.and_then(|at| clause.get(..at)).unwrap_or_default();
    let subject = if subject.len() > LONGEST_SUBJECT { &[] } else { subject };
    let mut found = Vec::new();
    let mut start = 0;
    let mut shares = false;
    let mut said = false;
    for (at, token) in clause.iter().enumerate() {
        said |= token.is_word() && is_finite(&token.lower);
        if !said || !is_joint(token) {
            continue;
        }
        let glue = clause.iter().skip(at).take(MOST_GLUE).take_while(|t| is_joint(t)).count();
        // "ensure that A and that B".
        let glue = glue + usize::from(clause.get(at + glue).is_some_and(|t| t.is("that")));
        let next = clause.get(at + glue..).unwrap_or_default();
        let same = next.first().is_some_and(|t| t.is_word() && goes_on(&t.lower));
        if same || starts_subject(next) {
            let tokens = clause.get(start..at).unwrap_or_default();
            found.push(Stretch { subject: if shares { subject } else { &[] }, tokens });
            (start, shares, said) = (at + glue, same, false);
        }
    }
    let tokens = clause.get(start..).unwrap_or_default();
    found.push(Stretch { subject: if shares { subject } else { &[] }, tokens });
    found
}

fn is_joint(token: &Token<'_>) -> bool {
    token.kind == Kind::Comma || token.is("and") || token.is("but") || token.is("yet")
}

/// A word that says something of the subject before it.
fn is_finite(word: &str) -> bool {
    lexicon::is_predicate(word)
        || lexicon::is_containing(word)
        || matches!(word, "does" | "do")
        || denial::is_auxiliary(word)
}

/// A predicate that takes its subject from the one before: "must ...", "doesn't ...".
fn goes_on(word: &str) -> bool {
    matches!(word, "must" | "should" | "shall" | "may" | "can" | "does" | "is" | "are")
        || denial::is_auxiliary(word)
}

/// "the tests must pass": a subject of its own and, before anything is subordinate, its predicate.
fn starts_subject(tokens: &[Token<'_>]) -> bool {
    let near = tokens.iter().take(REACH).take_while(|t| {
        t.kind != Kind::Comma && !denial::is_subordinating(&t.lower) && !lexicon::is_goal(&t.lower)
    });
    near.enumerate().any(|(at, t)| {
        at > 0
            && t.is_word()
            && (matches!(&*t.lower, "must" | "should" | "shall")
                || lexicon::is_passing(&t.lower) && !t.is("clean"))
    })
}
