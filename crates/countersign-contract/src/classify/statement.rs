//! Clauses that say what is so: a symptom, a behaviour, a fault of a text.

use super::Label;
use super::lexicon::Sense;
use super::phrase;
use super::prose;
use super::request;
use super::terms::Term;
use super::verdict::Finding;
use super::words::Kind;

/// A symptom or a sentence about behaviour.
pub(super) fn judge(clause: &[Term]) -> Option<Finding> {
    let at = clause.iter().enumerate().position(|(at, term)| {
        term.any(&[Sense::Symptom, Sense::Finite]) && !describes_next(term, clause.get(at + 1))
            || request::is_third_person(term)
            || at == 0 && term.is("no")
    })?;
    let sign = clause.get(at)?;
    let before = clause.get(..at).filter(|before| !before.is_empty());
    let (direct, attached) = phrase::direct_and_attached(before.unwrap_or(clause));
    // "Root cause analysis of the failed import": the study is what is named.
    let named = direct.first().and_then(phrase::Chunk::head);
    let of_study = named
        .is_some_and(|head| head.has(Sense::Study) && !head.any(&[Sense::Thing, Sense::TwoFaced]));
    let attributive = !sign.has(Sense::Finite) && !request::is_third_person(sign);
    let behind = before.is_some_and(|before| before.iter().any(|t| t.has(Sense::Preposition)));
    if of_study && attributive && behind {
        return None;
    }
    // "Doesn't remove comments": the program, which is not named.
    let unnamed = before.is_none() && request::is_third_person(sign);
    let subject = prose::all_prose(direct.get(..1).unwrap_or_default(), &attached)
        .filter(|head| head.any(&[Sense::Prose, Sense::ProsePart]));
    // "Users should be able to delete their comments" says what, not where.
    let able = clause.windows(2).position(|pair| {
        matches!(pair, [able, to] if able.one_of(&["able", "allowed", "want"]) && to.is("to"))
    });
    let places = phrase::chunks(clause.get(..able.unwrap_or(clause.len())).unwrap_or(clause));
    let in_document = places
        .iter()
        .any(|chunk| chunk.is_place() && chunk.head().is_some_and(|head| head.has(Sense::Prose)));
    let told_to_say = clause.get(at + 1).is_some_and(|next| next.has(Sense::Describe))
        && direct.first().and_then(phrase::Chunk::head).is_some_and(|h| h.has(Sense::ProsePart));
    let handled = clause.iter().any(is_handled_by_program);
    let breaks = subject.is_some_and(|subject| subject.has(Sense::Misspelling))
        && request::is_third_person(sign);
    // A comment or a guide may be data: only its words can be stale.
    let of_words = !subject.is_some_and(|subject| subject.has(Sense::DataToo))
        || clause.iter().any(|term| term.one_of(FAULTS_OF_WORDS));
    let about_prose = subject.is_some() && of_words && !unnamed && !handled && !breaks
        || told_to_say
        || in_document && !handled;
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

/// "error reporting", "crash handler": the noun of a symptom that only describes another.
fn describes_next(term: &Term, next: Option<&Term>) -> bool {
    term.one_of(&["crash", "error", "exception", "failure", "issue", "panic", "timeout"])
        && next.is_some_and(|next| {
            next.kind == Kind::Word
                && !next.any(&[Sense::Preposition, Sense::Symptom, Sense::Finite])
                && !request::is_third_person(next)
        })
}

/// What only a text can be.
const FAULTS_OF_WORDS: &[&str] = &[
    "confusing",
    "inaccurate",
    "incorrect",
    "misleading",
    "obsolete",
    "outdated",
    "stale",
    "unclear",
    "wrong",
];

/// "rendered", "lost": what programs do with a text, as against what it says.
fn is_handled_by_program(term: &Term) -> bool {
    let participle = term.lower.ends_with("ed") && term.has(Sense::Build) && !term.base;
    participle
        || term.one_of(&[
            "appear",
            "appears",
            "disappear",
            "disappears",
            "lost",
            "overlap",
            "sent",
            "shown",
            "truncated",
            "vanish",
        ])
}
