//! Questions that want an answer.

use super::Label;
use super::lexicon::Sense;
use super::other_languages;
use super::terms::{Sentence, Term};
use super::verdict::{ASKS, Finding};

/// A question to somebody; bare "X?" stays open.
pub(super) fn judge(terms: &[Term], asks: bool, next: Option<&Sentence>) -> Option<Finding> {
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
                "can", "tips", "advice",
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
