//! The rules, in their order.

use super::action;
use super::answered;
use super::further;
use super::labelled;
use super::lexicon::Sense;
use super::misspelling;
use super::noun_phrase;
use super::object;
use super::opening::{self, Opening, Prior};
use super::other_languages;
use super::polite;
use super::question;
use super::request;
use super::statement;
use super::story;
use super::template;
use super::terms::{self, Sentence, Term};
use super::told;
use super::words::Kind;
use super::{Classification, Label};
use crate::Span;

pub(super) const ASKS: &str = "asks a question";

/// Only so much of the text is looked at, so that the time taken stays bounded whatever is handed in.
/// Of what goes on after that nobody can say that it asks for no change.
const LOOKED_AT: usize = 8 * 1024;

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
    let read = beginning(text);
    let mut finding = find(read);
    let unchecked = matches!(finding.label, Label::Advisory | Label::Skip);
    if unchecked && read.len() < text.trim_end().len() {
        finding = Finding::firm(Label::Ambiguous, "is too long to be read whole", finding.spans);
    }
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
    let sentences = template::without_headings(text, terms::sentences(text));
    // "Should we keep it? What are your thoughts?" asks twice, and suggests nothing.
    let put = |sentence: &Sentence| {
        let rest = opening::opening(&sentence.terms).rest;
        let opens = rest.first().is_some_and(|first| {
            first.one_of(&["are", "do", "does", "has", "have", "is", "should", "will"])
        });
        let asked = || question::judge(rest, true, None).map(|found| found.label);
        sentence.asks && opens && polite::judge(rest).is_none() && asked() == Some(Label::Advisory)
    };
    let put = sentences.first().is_some_and(put);
    let opinion = |(at, sentence): (usize, &Sentence)| {
        let comma = sentence.terms.iter().position(|term| term.is_mark(','));
        let said = at > 0 || comma.is_some_and(|comma| comma > 2);
        asks_for_opinions(sentence).filter(|asked| {
            let comma = comma.and_then(|comma| sentence.terms.get(comma));
            said && (at > 0 || comma.is_some_and(|comma| comma.span.start < asked.start))
        })
    };
    // Of an RFC everybody knows that opinions are asked for.
    let labelled = sentences
        .first()
        .is_some_and(|first| opening::opening(&first.terms).prior == Prior::Advisory);
    if let Some(asked) =
        sentences.iter().enumerate().find_map(opinion).filter(|_| !labelled && !put)
    {
        return Finding::firm(Label::Ambiguous, "asks what others think of it", [asked]);
    }
    let mut weak: Option<Finding> = None;
    for (at, sentence) in sentences.iter().enumerate() {
        let next = sentences.get(at + 1);
        let Some(finding) = of_sentence(sentence, next) else { continue };
        let finding = answered::with_yes(&finding, sentence, next).unwrap_or(finding);
        let settles = weak.as_ref().is_none_or(|before| {
            finding.firm && finding.label != Label::Skip || before.label == Label::Ambiguous
        });
        if finding.firm && settles {
            return or_change(finding, &sentences);
        }
        // "Invoice export": a title may name only what the next sentence says more of.
        let more = weak.as_ref().is_some_and(|before| before.label == Label::Ambiguous)
            && finding.label == Label::Verifiable;
        if weak.is_none() || more {
            weak = Some(finding);
        }
    }
    let nothing = "says neither what is to change nor what is to be found out";
    let weak = weak.unwrap_or_else(|| Finding::weak(Label::Ambiguous, nothing, []));
    or_change(weak, &sentences)
}

/// Mixed work takes its most checkable part, wherever in the text it is asked for.
fn or_change(finding: Finding, sentences: &[Sentence]) -> Finding {
    let unchecked = matches!(finding.label, Label::Advisory | Label::Skip);
    let mut open: Option<Finding> = None;
    // What is to be studied or written may say how its own check went; a question asks for nothing else.
    let asked = unchecked && sentences.iter().any(|sentence| sentence.asks);
    for other in sentences.iter().filter(|_| unchecked) {
        let check = || answered::stated_check(other).filter(|_| asked);
        match further::change(other, &finding).or_else(check) {
            Some(change) if change.label == Label::Verifiable => return change,
            Some(change) => open = open.or(Some(change)),
            None => {}
        }
    }
    open.unwrap_or(finding)
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
    let (prior, span) = match &sentence.under {
        Some(under) if prior == Prior::Nothing => (under.prior, under.span),
        Some(_) | None => (prior, span.unwrap_or(Span::new(0, 0))),
    };
    let part = template::part_of_report(rest).filter(|_| prior == Prior::Nothing && !sentence.asks);
    let (prior, span, rest) = match part {
        Some((label, told)) => (Prior::Change, label, told),
        None => (prior, span, rest),
    };
    if prior == Prior::Advisory {
        if let Some(symptom) = labelled::symptom(sentence, span, rest) {
            return Some(symptom);
        }
        return Some(labelled::study(sentence, span, rest));
    }
    if let Some(asked) = polite::judge(rest) {
        return Some(asked);
    }
    if let Some(told) = told::judge(rest).filter(|_| prior == Prior::Nothing) {
        return Some(told);
    }
    // "docs: how to run the tests" says what a page is to explain.
    let explained = matches!(prior, Prior::Docs | Prior::Text) && !sentence.asks;
    if let Some(question) = question::judge(rest, sentence.asks, next).filter(|_| !explained) {
        return Some(question);
    }
    let finding = of_segments(rest);
    match prior {
        Prior::Nothing | Prior::Advisory => finding,
        Prior::Open => Some(Finding::firm(Label::Ambiguous, "is labelled as an idea", [span])),
        Prior::Docs => Some(labelled::docs(finding, &sentence.terms, rest, span)),
        Prior::Text => labelled::text(finding, rest, span),
        Prior::Chore => {
            let decided = |found: &Finding| found.firm || found.label == Label::Advisory;
            Some(finding.filter(decided).unwrap_or_else(|| labelled::change(span)))
        }
        Prior::Wish if labelled::inquires(rest) => finding,
        Prior::Change | Prior::Wish => Some(
            finding
                .filter(|finding| finding.firm && finding.label == Label::Skip)
                .unwrap_or_else(|| labelled::change(span)),
        ),
    }
}

/// The parts of a sentence around a colon or dash, the first that decides.
fn of_segments(terms: &[Term]) -> Option<Finding> {
    let mut weak: Option<Finding> = None;
    let mut of_label: Option<Finding> = None;
    for (at, segment) in segments(terms).enumerate() {
        if let Some(asks) = segment.first().filter(|first| at > 0 && first.one_of(OPEN_QUESTIONS)) {
            return Some(Finding::firm(Label::Advisory, ASKS, [asks.span]));
        }
        if at == 0 && names_part(segment) && segment.len() < terms.len() {
            of_label = noun_phrase::judge(segment);
            continue;
        }
        let titled = (at == 0 && segment.len() < terms.len())
            .then(|| noun_phrase::act_of_study(segment))
            .flatten();
        let Some(finding) = titled.or_else(|| of_clause(segment)) else { continue };
        if finding.firm {
            return Some(finding);
        }
        // One word before a colon or dash says where, not what.
        let names_place = at == 0 && segment.len() == 1;
        let slot = if names_place { &mut of_label } else { &mut weak };
        let open = slot.as_ref().is_none_or(|before| before.label == Label::Ambiguous);
        if open {
            *slot = Some(finding);
        }
    }
    weak.or(of_label)
}

/// "Plan execution: ...", "Review queue - ...": two nouns before a colon say where, although the
/// first could be a verb.
fn names_part(segment: &[Term]) -> bool {
    let [first, second] = segment else { return false };
    let singular = second.kind == Kind::Word && !second.lower.ends_with('s');
    let noun = second.has(Sense::Thing) && !second.one_of(&["code"])
        || second.lower.ends_with("ion")
        || second.lower.ends_with("ment");
    let verb = first.any(&[Sense::Inquire, Sense::Describe]);
    let on_screen = second.one_of(request::ON_SCREEN);
    verb && (on_screen || first.has(Sense::AlsoNoun) && singular && noun)
}

/// After a colon these open a question, with its mark or without.
const OPEN_QUESTIONS: &[&str] = &["how", "what", "whether", "why"];

fn segments(terms: &[Term]) -> impl Iterator<Item = &[Term]> {
    terms
        .split(|term| {
            matches!(term.kind, Kind::Mark(':' | '：' | '—' | '–' | '|'))
                || term.is_mark('-') && term.spaced
        })
        .filter(|segment| !segment.is_empty())
}

fn of_clause(clause: &[Term]) -> Option<Finding> {
    if let Some(only) = clause.iter().find(|term| term.is("docs-only")) {
        return Some(Finding::firm(Label::Skip, "says that only documents change", [only.span]));
    }
    let fails = other_languages::works_not(clause);
    if let Some(works) = fails {
        let reason = "states a symptom or a behaviour";
        return Some(Finding::firm(Label::Verifiable, reason, [works.span]));
    }
    if let Some((verb, _)) = told::text_that(clause) {
        return Some(Finding::firm(Label::Skip, "asks for explanatory text", [verb.span]));
    }
    story::judge(clause)
        .or_else(|| ends_in_change(clause))
        .or_else(|| ends_in_deed(clause))
        .or_else(|| misspelling::mended(clause))
        .or_else(|| noun_phrase::looked_over(clause))
        .or_else(|| noun_phrase::checklist(clause))
        .or_else(|| noun_phrase::alternative(clause))
        .or_else(|| noun_phrase::analyses(clause))
        .or_else(|| statement::lacking_text(clause))
        .or_else(|| statement::of_a_control(clause))
        .or_else(|| action::judge(clause))
        .or_else(|| noun_phrase::wished_ability(clause))
        .or_else(|| noun_phrase::needed_study(clause))
        .or_else(|| statement::judge(clause))
        .or_else(|| without_blanks(clause))
        .or_else(|| noun_phrase::judge(clause))
}

/// "Contrast audit and fixes": the second is more than a study.
fn ends_in_change(clause: &[Term]) -> Option<Finding> {
    let [study, .., joint, change] = clause else { return None };
    let studied = clause.iter().any(|term| term.any(&[Sense::Inquire, Sense::Study]));
    let joins =
        joint.one_of(&["and", "et", "und", "y"]) || joint.is_mark('&') || joint.is_mark('+');
    let changes =
        change.among("cleanup correction corrections fix fixes hardening remediation repairs");
    (studied && joins && changes && study.kind == Kind::Word).then(|| {
        let reason = "asks for a change that commands can check";
        Finding::firm(Label::Verifiable, reason, [change.span])
    })
}

/// "Rollout plan written", "naming scheme agreed": the deed after its object, as lists of goals have it.
fn ends_in_deed(clause: &[Term]) -> Option<Finding> {
    let (deed, object) = clause.split_last()?;
    let makes = deed
        .among("completed created delivered developed drafted finalized prepared produced written");
    let settles =
        deed.among("agreed assessed decided discussed evaluated investigated researched scoped");
    let plain = object.iter().all(|term| {
        (term.is_nominal() || request::is_connector(term))
            && !term.any(&[Sense::Symptom, Sense::Finite])
            && !term.one_of(&["after", "if", "not", "when"])
    });
    let first = object
        .first()
        .filter(|first| plain && !(first.base && first.any(&[Sense::Build, Sense::Edit])))?;
    if settles {
        return Some(Finding::firm(Label::Advisory, action::INQUIRES, [first.span, deed.span]));
    }
    makes.then(|| object::judge(deed, object))
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
    Some(Finding::firm(Label::Advisory, action::INQUIRES, [inquiry.span]))
}
