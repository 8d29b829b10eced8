//! What a tag or label before a sentence makes of it.

use super::Label;
use super::action;
use super::further;
use super::knowledge;
use super::lexicon::Sense;
use super::misspelling;
use super::phrase;
use super::request;
use super::statement;
use super::terms::{Sentence, Term};
use super::verdict::Finding;
use crate::Span;

/// "Proposal: add a flag" asks for the flag. An RFC is a document by that title, but as a tag it only
/// says how the change came up. Of the others nobody could tell whether they stop at the study.
pub(super) fn study(sentence: &Sentence, label: Span, rest: &[Term]) -> Finding {
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
pub(super) fn symptom(sentence: &Sentence, label: Span, rest: &[Term]) -> Option<Finding> {
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
    // "Planning: allow empty rows" says what that part is to let people do.
    let lets = rest.first().is_some_and(|verb| {
        verb.one_of(&[
            "allow", "disallow", "display", "enable", "hide", "let", "permit", "prevent", "show",
        ])
    });
    if let Some(request) = action::judge(rest) {
        return Some(request).filter(|found| (small || lets) && found.label == Label::Verifiable);
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
pub(super) fn inquires(rest: &[Term]) -> bool {
    let object_opens =
        rest.get(1).is_some_and(|next| next.any(&[Sense::Determiner, Sense::Preposition]));
    rest.first().is_some_and(|first| {
        first.one_of(ONLY_PEOPLE) && (!first.has(Sense::AlsoNoun) || object_opens)
    })
}

pub(super) fn change(span: Span) -> Finding {
    Finding::firm(Label::Verifiable, "is labelled as a change of the software", [span])
}

/// After `blog:` or `guide:` a text is named or written. What goes wrong, what asks for a change of something else and what
/// names a part of the program that shows such texts is no text.
pub(super) fn text(finding: Option<Finding>, rest: &[Term], label: Span) -> Option<Finding> {
    const WRITES: &str =
        "add announce draft expand extend improve publish refresh revise rewrite update write";
    const OF_TEXTS: &str = "announcement article chapter chapters entry introduction page part paragraph post section series step steps text";
    const OF_PROGRAMS: &str = "api comments endpoint feed lint linter mode pagination plugin rss script slug slugs steps tags tour ui";
    let of_program = rest.iter().any(|term| {
        term.any(&[Sense::Machinery, Sense::Symptom])
            || term.one_of(request::ON_SCREEN)
            || term.is_code() && !term.lower.starts_with(|c: char| c.is_ascii_digit())
    });
    let skip = || Finding::firm(Label::Skip, "is labelled as a text for people", [label]);
    let first = rest.first();
    let (direct, _) = phrase::direct_and_attached(rest.get(1..).unwrap_or_default());
    let texts = !direct.is_empty()
        && direct.iter().all(|chunk| chunk.head().is_some_and(|head| head.among(OF_TEXTS)));
    let announces = first.is_some_and(|verb| verb.is("announce"));
    let written = first.is_some_and(|verb| verb.among(WRITES)) && (texts || announces);
    // "Rotating keys", "how to rotate keys": what the text is about.
    let topic = first.is_some_and(|first| first.lower.ends_with("ing") || first.has(Sense::Asks));
    match finding {
        _ if of_program => finding,
        Some(found) if found.firm && found.label == Label::Verifiable && !written && !topic => {
            Some(found)
        }
        Some(_) if rest.iter().any(|term| term.among(OF_PROGRAMS)) && !written => finding,
        Some(_) | None => Some(skip()),
    }
}

/// "docs: enable `#![warn(missing_docs)]`", "docs: deny missing_docs": what a compiler or a linter is told, not a reader.
fn switches_lint(rest: &[Term]) -> bool {
    const LINTS: &str = "attribute attributes flag lint lints pragma rule rules warning warnings";
    let [verb, object @ ..] = rest else { return false };
    let switches = verb.among("activate allow deny disable enable enforce forbid")
        || verb.is("turn") && object.first().is_some_and(|on| on.one_of(&["off", "on"]));
    let chunks = phrase::chunks(object);
    let noun = chunks
        .iter()
        .filter(|chunk| chunk.after.is_none_or(|after| after.one_of(&["off", "on"])))
        .any(|chunk| chunk.head().is_some_and(|head| head.among(LINTS)));
    let attribute = object.iter().take(4).any(|term| term.is_mark('#') || term.is_mark('@'));
    let named = |term: &Term| {
        term.is_code()
            && (term.lower.contains(['_', '[']) && !term.lower.contains(['.', '/', ' '])
                || term.lower.contains("::")
                || term.lower.starts_with("-d")
                || term.lower.starts_with("-w"))
    };
    switches && (noun || attribute || object.iter().take(4).any(named))
}

/// After `docs:`, unless it is about a tool or a document of decision.
pub(super) fn docs(finding: Option<Finding>, whole: &[Term], rest: &[Term], span: Span) -> Finding {
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
    // "Decision log: paginate": no text is told so, only what shows it.
    let told = matches!(rest, [only] if only.base && only.has(Sense::Build)
        && !only.any(&[Sense::Edit, Sense::Describe, Sense::AlsoNoun]));
    let about_tool = told
        || switches_lint(rest)
        || rest.iter().any(|term| term.has(Sense::DocumentTool))
        || of_machinery
        || knowledge::unattended(rest).is_some();
    match finding {
        Some(found) if found.label == Label::Verifiable && about_tool => found,
        Some(found) if found.label == Label::Ambiguous && about_tool => {
            Finding { label: Label::Verifiable, ..found }
        }
        _ => Finding::firm(Label::Skip, "is labelled as documentation", [span]),
    }
}
