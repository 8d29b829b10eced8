//! What a text says beside a question: a check that is to pass, or the answer "yes".

use super::Label;
use super::terms::{Sentence, Term};
use super::verdict::{ASKS, Finding};
use crate::extract::only_command;

/// "`npm test` passes.", "npm test and npm run lint must pass." as a sentence of its own: no question beside it makes
/// knowledge of that.
pub(super) fn stated_check(sentence: &Sentence) -> Option<Finding> {
    const LEADS: &str = "also and done ensure make please sure that then verify when";
    const PASSES: &str = "compile exit green pass passes succeed succeeds";
    const LONGEST: usize = 14;
    if sentence.asks {
        return None;
    }
    let terms = &sentence.terms;
    let leads = terms.iter().take(4).take_while(|term| term.among(LEADS)).count();
    let rest = terms.get(leads..)?;
    let at = rest.iter().take(LONGEST).position(|term| term.among(PASSES))?;
    let (before, said) = rest.split_at_checked(at)?;
    let [pass, behind @ ..] = said else { return None };
    let helps = |term: &&Term| term.among("be has have is must needs shall should still to");
    let helpers = before.iter().rev().take_while(helps).count();
    let commands = before.get(..before.len().saturating_sub(helpers))?;
    // "passes on my machine" tells of something.
    let ends = behind.first().is_none_or(|next| {
        !next.is_nominal() || next.one_of(&["again", "and", "so", "too", "with", "without"])
    });
    let runs = commands.split(|term| term.among("and")).all(|words| {
        let line: Vec<&str> = words.iter().map(|word| &*word.lower).collect();
        only_command(&line.join(" ")).is_some()
    });
    let first = commands.first().filter(|_| runs && ends)?;
    Some(Finding::firm(Label::Verifiable, "states what must pass", [first.span, pass.span]))
}

/// "Could the header be sticky? Yes please.": what was only proposed is then asked for.
pub(super) fn with_yes(
    found: &Finding,
    sentence: &Sentence,
    next: Option<&Sentence>,
) -> Option<Finding> {
    const PROPOSES: &str = "can could may might must shall should will would";
    let proposes = sentence.terms.first().filter(|first| first.among(PROPOSES))?;
    let open = found.label == Label::Ambiguous || found.reason == ASKS;
    let yes = next
        .filter(|next| !next.asks)?
        .terms
        .first()
        .filter(|yes| yes.among("absolutely certainly definitely ok okay sure yeah yep yes"))?;
    (sentence.asks && open).then(|| {
        Finding::firm(Label::Verifiable, "says yes to what it proposes", [proposes.span, yes.span])
    })
}
