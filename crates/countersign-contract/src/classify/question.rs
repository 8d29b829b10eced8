//! Questions that want an answer.

use super::Label;
use super::action;
use super::lexicon::Sense;
use super::other_languages;
use super::request;
use super::terms::{Sentence, Term};
use super::verdict::{ASKS, Finding};

/// A question to somebody; bare "X?" stays open.
pub(super) fn judge(terms: &[Term], asks: bool, next: Option<&Sentence>) -> Option<Finding> {
    let first = terms.first()?;
    let second = terms.get(1);
    let opens = first.has(Sense::Asks);
    if let Some(asked) = asks_about(terms) {
        return Some(Finding::firm(Label::Advisory, ASKS, [asked.span]));
    }
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
    // "Plans for a dark mode?"
    let planned = first.one_of(&["plan", "plans"])
        && second.is_some_and(|second| second.one_of(&["for", "on", "to"]));
    if asks && planned {
        return Some(Finding::firm(Label::Advisory, ASKS, [first.span]));
    }
    if let Some(fails) = failing(terms).filter(|_| asks && !opens) {
        let reason = "states a symptom or a behaviour";
        return Some(Finding::weak(Label::Verifiable, reason, [fails.span]));
    }
    if asks {
        let next_asks = next.is_some_and(|next| {
            next.asks && next.terms.first().is_some_and(|term| term.has(Sense::Asks))
        });
        let inner = terms.iter().any(|term| {
            term.one_of(&[
                "how", "what", "what's", "why", "which", "should", "anyone", "is", "are", "does",
                "can", "tips", "advice",
            ])
        }) || terms.iter().any(is_interrogative_piece);
        // "Investigate the view: keep or drop?" asks for the study, and says what it is to settle.
        let studies = first.base && first.has(Sense::Inquire) && action::judge(terms).is_some();
        if studies && !opens && !inner {
            return None;
        }
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

/// "The importer is failing now?": what is so, said in doubt.
fn failing(terms: &[Term]) -> Option<&Term> {
    let at = terms.iter().take(6).position(|term| term.one_of(&["are", "is", "was", "were"]))?;
    let asked = terms.iter().take(at).any(|term| term.has(Sense::Asks));
    let said = terms.get(at + 1..)?.iter().take(3);
    let mut not = terms.iter().skip(at).take(2);
    let fails = said.clone().find(|term| {
        term.has(Sense::Symptom) || term.one_of(&["failing", "crashing", "broken", "down"])
    });
    let refuses = not.find(|term| term.is("not"));
    fails.or(refuses).filter(|_| at > 0 && !asked)
}

/// "Question about leases", "Questions regarding the licence", "Need help with the proxy": nothing is said of it.
fn asks_about(terms: &[Term]) -> Option<&Term> {
    let said = |term: &Term| term.has(Sense::Finite) || request::is_third_person(term);
    if let Some(curious) = wonders(terms) {
        return Some(curious);
    }
    let (asked, about, rest) = match terms {
        [need, help, about, rest @ ..] if need.one_of(&["need", "needing"]) && help.is("help") => {
            (help, about, rest)
        }
        [asked, about, rest @ ..] => (asked, about, rest),
        [] | [_] => return None,
    };
    let asks = asked.one_of(&[
        "clarification",
        "doubt",
        "doubts",
        "help",
        "inquiry",
        "queries",
        "question",
        "questions",
    ]);
    let hangs = about.one_of(&["about", "concerning", "regarding"])
        || about.is("with") && asked.is("help")
        || about.is("on") && asked.one_of(&["clarification", "question", "questions"]);
    let plain = !rest.iter().any(|term| said(term) || term.is_mark(':'));
    (asks && hangs && plain && !rest.is_empty()).then_some(asked)
}

/// "I am curious whether you plan ...": asked without a question mark.
fn wonders(terms: &[Term]) -> Option<&Term> {
    let (curious, asked) = match terms {
        [i, am, curious, asked, ..] if i.is("i") && am.is("am") => (curious, asked),
        [i, curious, asked, ..] if i.one_of(&["i'm", "im"]) => (curious, asked),
        _ => return None,
    };
    let asks = asked.one_of(&["about", "how", "if", "what", "when", "whether", "why"]);
    Some(curious).filter(|curious| curious.is("curious") && asks)
}

fn is_interrogative_piece(term: &Term) -> bool {
    !term.lower.is_ascii()
        && other_languages::INTERROGATIVES.iter().any(|piece| term.lower.contains(piece))
}
