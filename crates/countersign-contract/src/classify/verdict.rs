//! The rules, in their order.

use super::action;
use super::lexicon::Sense;
use super::misspelling;
use super::noun_phrase;
use super::opening::{self, Opening, Prior};
use super::other_languages;
use super::phrase;
use super::request;
use super::terms::{self, Sentence, Term};
use super::words::Kind;
use super::{Classification, Label};
use crate::Span;

/// Only so much of the text is looked at: titles and first sentences carry the label, and the time
/// taken stays bounded whatever is handed in.
const LOOKED_AT: usize = 4 * 1024;

/// A label that some rule came to.
#[derive(Debug, Clone)]
pub(super) struct Finding {
    pub(super) label: Label,
    /// Later sentences cannot change it.
    pub(super) firm: bool,
    pub(super) reason: &'static str,
    pub(super) spans: Vec<Span>,
}

impl Finding {
    pub(super) fn firm(
        label: Label,
        reason: &'static str,
        spans: impl IntoIterator<Item = Span>,
    ) -> Self {
        Self { label, firm: true, reason, spans: spans.into_iter().collect() }
    }

    pub(super) fn weak(
        label: Label,
        reason: &'static str,
        spans: impl IntoIterator<Item = Span>,
    ) -> Self {
        Self { firm: false, ..Self::firm(label, reason, spans) }
    }
}

pub(super) fn of(text: &str) -> Classification {
    let finding = find(beginning(text));
    Classification {
        label: finding.label,
        reason: in_words(&finding, text),
        decided_by: finding.spans,
    }
}

fn in_words(finding: &Finding, text: &str) -> String {
    let words: Vec<&str> = finding.spans.iter().map(|span| span.of(text)).collect();
    match words.as_slice() {
        [] => finding.reason.to_owned(),
        [..] => format!("{} ({})", finding.reason, words.join(", ")),
    }
}

fn beginning(text: &str) -> &str {
    let text = text.trim_end();
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

fn find(text: &str) -> Finding {
    let sentences = terms::sentences(text);
    if let Some(asked) = sentences.iter().skip(1).find_map(asks_for_opinions) {
        return Finding::firm(Label::Ambiguous, "asks what others think of it", [asked]);
    }
    let mut weak: Option<Finding> = None;
    for (at, sentence) in sentences.iter().enumerate() {
        let Some(finding) = of_sentence(sentence, sentences.get(at + 1)) else { continue };
        let settles = weak.as_ref().is_none_or(|before| {
            finding.firm && finding.label != Label::Skip || before.label == Label::Ambiguous
        });
        if finding.firm && settles {
            let others = sentences.get(at + 1..).unwrap_or_default();
            let change =
                change_in_list(sentence, others).filter(|_| finding.label != Label::Verifiable);
            return change.unwrap_or(finding);
        }
        weak = weak.or(Some(finding));
    }
    weak.unwrap_or_else(|| {
        Finding::weak(
            Label::Ambiguous,
            "says neither what is to change nor what is to be found out",
            [],
        )
    })
}

/// A list takes its most checkable item.
fn change_in_list(item: &Sentence, others: &[Sentence]) -> Option<Finding> {
    let requests = others.iter().filter(|other| item.is_item() && other.is_item());
    requests
        .filter_map(|other| action::judge(opening::opening(&other.terms).rest))
        .find(|finding| finding.label == Label::Verifiable)
}

/// "What do you think?", "Thoughts?" after a suggestion.
fn asks_for_opinions(sentence: &Sentence) -> Option<Span> {
    let asked = sentence
        .terms
        .iter()
        .find(|term| term.one_of(&["think", "thoughts", "opinion", "opinions", "feedback"]));
    asked.filter(|_| sentence.asks).map(|term| term.span)
}

fn of_sentence(sentence: &Sentence, next: Option<&Sentence>) -> Option<Finding> {
    let Opening { prior, span, rest } = opening::opening(&sentence.terms);
    let span = span.unwrap_or(Span::new(0, 0));
    if prior == Prior::Advisory {
        return Some(Finding::firm(
            Label::Advisory,
            "is labelled as a study, design or question",
            [span],
        ));
    }
    if let Some(question) = question(rest, sentence.asks, next) {
        return Some(question);
    }
    let finding = of_segments(rest);
    match prior {
        Prior::Nothing | Prior::Advisory => finding,
        Prior::Open => Some(Finding::firm(Label::Ambiguous, "is labelled as an idea", [span])),
        Prior::Docs => Some(under_docs(finding, rest, span)),
        Prior::Chore => {
            Some(finding.filter(|finding| finding.firm).unwrap_or_else(|| labelled_change(span)))
        }
        Prior::Wish if inquires(rest) => finding,
        Prior::Change | Prior::Wish => Some(
            finding
                .filter(|finding| finding.firm && finding.label == Label::Skip)
                .unwrap_or_else(|| labelled_change(span)),
        ),
    }
}

/// Opens with a verb of inquiry that is no noun.
fn inquires(rest: &[Term]) -> bool {
    rest.first().is_some_and(|first| first.has(Sense::Inquire) && !first.has(Sense::AlsoNoun))
}

fn labelled_change(span: Span) -> Finding {
    Finding::firm(Label::Verifiable, "is labelled as a change of the software", [span])
}

/// After `docs:`, unless it is about a tool or a document of decision.
fn under_docs(finding: Option<Finding>, rest: &[Term], span: Span) -> Finding {
    let decision = finding.as_ref().filter(|found| {
        found.label == Label::Advisory && rest.iter().any(|term| term.has(Sense::Decision))
    });
    if let Some(decision) = decision {
        return decision.clone();
    }
    let chunks = phrase::chunks(rest);
    let object = chunks.iter().find(|chunk| chunk.after.is_none());
    let of_machinery = object.is_some_and(|chunk| {
        chunk.words.iter().any(|word| word.has(Sense::Machinery))
            && chunk.head().is_some_and(|head| !head.any(&[Sense::Prose, Sense::ProsePart]))
    });
    let about_tool = rest.iter().any(|term| term.has(Sense::DocumentTool)) || of_machinery;
    match finding {
        Some(found) if found.label == Label::Verifiable && about_tool => found,
        _ => Finding::firm(Label::Skip, "is labelled as documentation", [span]),
    }
}

/// The parts of a sentence around a colon or dash, the first that decides.
fn of_segments(terms: &[Term]) -> Option<Finding> {
    let mut weak: Option<Finding> = None;
    for segment in segments(terms) {
        let Some(finding) = of_clause(segment) else { continue };
        if finding.firm {
            return Some(finding);
        }
        weak = weak.or(Some(finding));
    }
    weak
}

fn segments(terms: &[Term]) -> impl Iterator<Item = &[Term]> {
    terms
        .split(|term| {
            matches!(term.kind, Kind::Mark(':' | '：' | '—' | '–' | '|'))
                || term.is_mark('-') && term.spaced
        })
        .filter(|segment| !segment.is_empty())
}

fn of_clause(clause: &[Term]) -> Option<Finding> {
    user_story(clause)
        .or_else(|| misspelling::mended(clause))
        .or_else(|| action::judge(clause))
        .or_else(|| statement(clause))
        .or_else(|| without_blanks(clause))
        .or_else(|| noun_phrase::judge(clause))
}

/// Whose wishes are about their own work, not about what the software does for them.
const MAKERS: &[&str] = &[
    "designer",
    "designers",
    "maintainer",
    "owner",
    "pm",
    "researcher",
    "researchers",
    "squad",
    "stakeholder",
    "team",
];

/// "As a ..., I want ...": what is wanted decides.
fn user_story(clause: &[Term]) -> Option<Finding> {
    let [first, second, ..] = clause else { return None };
    if !first.is("as") || !second.one_of(&["a", "an", "the"]) {
        return None;
    }
    let wish = clause.iter().position(|term| {
        term.one_of(&["want", "need", "can", "would", "should", "wants", "needs"])
    })?;
    let span = clause.get(wish).map_or(first.span, |term| term.span);
    let wanted = clause.get(wish + 1..).unwrap_or_default();
    let role = clause.get(..wish).unwrap_or_default();
    let of_makers = role.iter().any(|term| term.one_of(MAKERS));
    let finding = action::judge(wanted).filter(|finding| {
        finding.label == Label::Skip || of_makers && finding.label == Label::Advisory
    });
    Some(finding.unwrap_or_else(|| {
        Finding::firm(Label::Verifiable, "is a user story: it wants behaviour", [span])
    }))
}

/// A question to somebody; bare "X?" stays open.
fn question(terms: &[Term], asks: bool, next: Option<&Sentence>) -> Option<Finding> {
    let first = terms.first()?;
    let second = terms.get(1);
    let opens = first.has(Sense::Asks);
    if asks {
        let next_asks = next.is_some_and(|next| {
            next.asks && next.terms.first().is_some_and(|term| term.has(Sense::Asks))
        });
        let inner = terms.iter().any(|term| {
            term.one_of(&[
                "how", "what", "what's", "why", "which", "should", "anyone", "is", "are", "does",
                "can",
            ])
        }) || terms.iter().any(is_interrogative_piece);
        return Some(if opens || next_asks || inner {
            Finding::firm(Label::Advisory, "asks a question", [first.span])
        } else {
            Finding::firm(
                Label::Ambiguous,
                "names something with a question mark and no more",
                [first.span],
            )
        });
    }
    let put_to_somebody = first.one_of(&["should", "does", "is", "are"])
        && second.is_some_and(|second| {
            second.is_nominal() && !second.one_of(&["not", "be", "have", "only"]) && !second.base
        });
    let asked = first.one_of(&["how", "what", "why", "what's"])
        || put_to_somebody
        || first.one_of(&["is", "are", "does", "has", "can", "should", "could"])
            && second.is_some_and(|second| {
                second.one_of(&["there", "it", "anyone", "i", "we", "this", "you"])
            });
    asked.then(|| Finding::firm(Label::Advisory, "asks a question", [first.span]))
}

fn is_interrogative_piece(term: &Term) -> bool {
    !term.lower.is_ascii()
        && other_languages::INTERROGATIVES.iter().any(|piece| term.lower.contains(piece))
}

/// A symptom or a sentence about behaviour.
fn statement(clause: &[Term]) -> Option<Finding> {
    let at = clause.iter().position(|term| {
        term.any(&[Sense::Symptom, Sense::Finite]) || request::is_third_person(term)
    })?;
    let sign = clause.get(at)?;
    let chunks =
        phrase::chunks(clause.get(..at).filter(|before| !before.is_empty()).unwrap_or(clause));
    let subject = chunks.iter().find(|chunk| chunk.after.is_none()).and_then(phrase::Chunk::head);
    let places = phrase::chunks(clause);
    let in_document = places
        .iter()
        .any(|chunk| chunk.is_place() && chunk.head().is_some_and(|head| head.has(Sense::Prose)));
    let about_prose = subject.is_some_and(|subject| subject.has(Sense::Prose)) || in_document;
    let about_tool = clause.iter().any(|term| {
        term.any(&[Sense::Tooling, Sense::DocumentTool]) && !term.has(Sense::ProsePart)
    });
    let broken_link =
        sign.is("broken") && clause.get(at + 1).is_some_and(|next| next.one_of(&["link", "links"]));
    Some(if about_prose && !about_tool || broken_link {
        Finding::firm(Label::Skip, "finds fault with a text for people", [sign.span])
    } else {
        Finding::firm(Label::Verifiable, "states a symptom or a behaviour", [sign.span])
    })
}

/// Languages without blanks between words: the pieces they contain.
fn without_blanks(clause: &[Term]) -> Option<Finding> {
    let found = |wanted: Sense| {
        let (_, pieces) = other_languages::PIECES.iter().find(|(sense, _)| *sense == wanted)?;
        clause
            .iter()
            .filter(|term| !term.lower.is_ascii())
            .find(|term| pieces.split_whitespace().any(|piece| term.lower.contains(piece)))
    };
    let prose = found(Sense::Prose);
    let build = found(Sense::Build);
    if let Some(term) = prose {
        return Some(Finding::firm(Label::Skip, "is about text for people", [term.span]));
    }
    if let Some(term) = build {
        return Some(Finding::firm(
            Label::Verifiable,
            "asks for a change that commands can check",
            [term.span],
        ));
    }
    let inquiry = found(Sense::Inquire)?;
    Some(Finding::firm(Label::Advisory, "asks for knowledge, an opinion or a plan", [inquiry.span]))
}
