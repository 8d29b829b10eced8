//! The rules, in their order.

use super::action;
use super::further;
use super::lexicon::Sense;
use super::misspelling;
use super::noun_phrase;
use super::opening::{self, Opening, Prior};
use super::other_languages;
use super::phrase;
use super::polite;
use super::request;
use super::statement;
use super::story;
use super::terms::{self, Sentence, Term};
use super::words::Kind;
use super::{Classification, Label};
use crate::Span;

pub(super) const ASKS: &str = "asks a question";

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
            return or_change(finding, &sentences);
        }
        weak = weak.or(Some(finding));
    }
    let nothing = "says neither what is to change nor what is to be found out";
    let weak = weak.unwrap_or_else(|| Finding::weak(Label::Ambiguous, nothing, []));
    or_change(weak, &sentences)
}

/// Mixed work takes its most checkable part, wherever in the text it is asked for.
fn or_change(finding: Finding, sentences: &[Sentence]) -> Finding {
    let unchecked = matches!(finding.label, Label::Advisory | Label::Skip);
    let mut changes = sentences.iter().filter_map(|other| further::change(other, &finding));
    unchecked.then(|| changes.next()).flatten().unwrap_or(finding)
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
        if let Some(symptom) = symptom_under_label(sentence, span, rest) {
            return Some(symptom);
        }
        return Some(under_study(sentence, span, rest));
    }
    if let Some(asked) = polite::judge(rest) {
        return Some(asked);
    }
    if let Some(question) = question(rest, sentence.asks, next) {
        return Some(question);
    }
    let finding = of_segments(rest);
    match prior {
        Prior::Nothing | Prior::Advisory => finding,
        Prior::Open => Some(Finding::firm(Label::Ambiguous, "is labelled as an idea", [span])),
        Prior::Docs => Some(under_docs(finding, &sentence.terms, rest, span)),
        Prior::Chore => {
            let decided = |found: &Finding| found.firm || found.label == Label::Advisory;
            Some(finding.filter(decided).unwrap_or_else(|| labelled_change(span)))
        }
        Prior::Wish if inquires(rest) => finding,
        Prior::Change | Prior::Wish => Some(
            finding
                .filter(|finding| finding.firm && finding.label == Label::Skip)
                .unwrap_or_else(|| labelled_change(span)),
        ),
    }
}

/// "Proposal: add a flag" asks for the flag. An RFC is a document by that title, but as a tag it only
/// says how the change came up. Of the others nobody could tell whether they stop at the study.
fn under_study(sentence: &Sentence, label: Span, rest: &[Term]) -> Finding {
    let named =
        |words: &[&str]| sentence.terms.iter().any(|term| term.span == label && term.one_of(words));
    let tagged = sentence.terms.first().is_some_and(|first| first.is_mark('['));
    let document = named(&["adr", "kep", "pre-rfc", "rfc"]);
    let fails = statement::judge(rest).filter(|found| {
        let asked = sentence.asks || rest.first().is_some_and(|first| first.has(Sense::Asks));
        found.label == Label::Verifiable && !asked && named(&["discussion", "help", "question"])
    });
    if let Some(symptom) = fails.filter(|_| action::judge(rest).is_none()) {
        let reason = "is labelled as a question, but states a symptom";
        return Finding::firm(Label::Ambiguous, reason, symptom.spans);
    }
    let verb = rest.first().is_some_and(|verb| verb.base && verb.any(&[Sense::Build, Sense::Edit]));
    let asked = |found: &Finding| found.label == Label::Verifiable && verb;
    if named(&["proposal"])
        && let Some(change) = action::judge(rest).filter(asked)
    {
        return change;
    }
    match further::requested(rest, Label::Advisory) {
        Some(change) if document && tagged => change,
        Some(change) if !document => Finding::firm(
            Label::Ambiguous,
            "is labelled as a study, but asks for a change",
            change.spans.iter().copied().chain([label]),
        ),
        Some(_) | None => {
            Finding::firm(Label::Advisory, "is labelled as a study, design or question", [label])
        }
    }
}

/// "Planning: the list is missing a row": a label that also names a part of a program, before what
/// is wrong there.
fn symptom_under_label(sentence: &Sentence, label: Span, rest: &[Term]) -> Option<Finding> {
    const PARTS: &[&str] =
        &["audit", "discovery", "explore", "help", "planning", "poll", "roadmap", "survey"];
    let labels = sentence.terms.iter().filter(|term| label.start <= term.span.start);
    let names_part = labels.take_while(|term| term.span.end <= label.end).all(|l| l.one_of(PARTS));
    let fails = |term: &Term| term.has(Sense::Symptom) || request::is_third_person(term);
    if !names_part || sentence.asks {
        return None;
    }
    // `explore: keep the filter` names the part that changes, as a commit does.
    let small = sentence.starts_small;
    if let Some(request) = action::judge(rest) {
        return Some(request).filter(|found| small && found.label == Label::Verifiable);
    }
    if !rest.iter().any(fails) {
        return None;
    }
    statement::judge(rest).filter(|finding| finding.label == Label::Verifiable)
}

/// What no program does: a wish that software compares or finds something is a wish for software.
const ONLY_PEOPLE: &[&str] = &[
    "brainstorm",
    "consult",
    "decide",
    "deliberate",
    "determine",
    "discuss",
    "evaluate",
    "experiment",
    "explore",
    "interview",
    "investigate",
    "ponder",
    "reconsider",
    "research",
    "rethink",
    "revisit",
    "spike",
];

/// Opens with a verb of inquiry that is no noun there.
fn inquires(rest: &[Term]) -> bool {
    let object_opens =
        rest.get(1).is_some_and(|next| next.any(&[Sense::Determiner, Sense::Preposition]));
    rest.first().is_some_and(|first| {
        first.one_of(ONLY_PEOPLE) && (!first.has(Sense::AlsoNoun) || object_opens)
    })
}

fn labelled_change(span: Span) -> Finding {
    Finding::firm(Label::Verifiable, "is labelled as a change of the software", [span])
}

/// After `docs:`, unless it is about a tool or a document of decision.
fn under_docs(finding: Option<Finding>, whole: &[Term], rest: &[Term], span: Span) -> Finding {
    let (direct, attached) = phrase::direct_and_attached(rest);
    let typo = matches!(finding, Some(ref found) if found.label == Label::Verifiable)
        && misspelling::programs_depend_on_it(&direct, &attached);
    let labelled = whole.iter().any(|term| term.span == span && term.has(Sense::Misspelling));
    if typo && labelled {
        return Finding::firm(Label::Verifiable, "mends a name that programs depend on", [span]);
    }
    let decision = finding.as_ref().filter(|found| {
        found.label == Label::Advisory && rest.iter().any(|term| term.has(Sense::Decision))
    });
    if let Some(decision) = decision {
        return decision.clone();
    }
    // Of "the sidebar shows X", the sidebar.
    let said =
        rest.iter().position(|term| term.has(Sense::Finite) || request::is_third_person(term));
    let chunks = phrase::chunks(said.and_then(|at| rest.get(..at)).unwrap_or(rest));
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
    let mut of_label: Option<Finding> = None;
    for (at, segment) in segments(terms).enumerate() {
        if let Some(asks) = segment.first().filter(|first| at > 0 && first.one_of(OPEN_QUESTIONS)) {
            return Some(Finding::firm(Label::Advisory, ASKS, [asks.span]));
        }
        if at == 0 && names_part(segment) && segment.len() < terms.len() {
            continue;
        }
        let Some(finding) = of_clause(segment) else { continue };
        if finding.firm {
            return Some(finding);
        }
        // One word before a colon or dash says where, not what.
        let names_place = at == 0 && segment.len() == 1;
        let slot = if names_place { &mut of_label } else { &mut weak };
        *slot = slot.take().or(Some(finding));
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
    story::judge(clause)
        .or_else(|| misspelling::mended(clause))
        .or_else(|| action::judge(clause))
        .or_else(|| noun_phrase::wished_ability(clause))
        .or_else(|| statement::judge(clause))
        .or_else(|| without_blanks(clause))
        .or_else(|| noun_phrase::judge(clause))
}

/// A question to somebody; bare "X?" stays open.
fn question(terms: &[Term], asks: bool, next: Option<&Sentence>) -> Option<Finding> {
    let first = terms.first()?;
    let second = terms.get(1);
    let opens = first.has(Sense::Asks);
    // "Could the CLI print JSON?" may ask for it.
    let could = first.is("could")
        && second.is_some_and(|subject| {
            subject.any(&[Sense::Determiner, Sense::Thing])
                && !subject.one_of(&["any", "this", "that"])
        })
        && !terms.iter().any(|term| term.is("be"));
    let otherwise = first.is("can") && terms.iter().any(|term| term.is("instead"));
    if first.is("shall") || could || otherwise {
        return Some(Finding::firm(Label::Ambiguous, "proposes something", [first.span]));
    }
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
            Finding::firm(Label::Advisory, ASKS, [first.span])
        } else {
            Finding::weak(
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
    asked.then(|| Finding::firm(Label::Advisory, ASKS, [first.span]))
}

fn is_interrogative_piece(term: &Term) -> bool {
    !term.lower.is_ascii()
        && other_languages::INTERROGATIVES.iter().any(|piece| term.lower.contains(piece))
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
