//! What a thing is to do, verb by verb: "the command should read A, write B and leave".

use super::constraint::Constraint;
use super::coverage::Why;
use super::head::head;
use super::lexicon::{self, Verb};
use super::path;
use super::reading::Reading;
use super::token::{Kind, Token, word};

/// How far into a sentence the modal of its subject is looked for.
const REACH: usize = 12;

/// Whether a clause goes on with what the subject of its sentence is to do. A comma before "and" begins something
/// new, unless the verbs before it stand in a row.
pub(super) fn goes_on(sentence: &[Token<'_>], clause: &[Token<'_>]) -> bool {
    if head(clause).verb != Some(Verb::Create) {
        return false;
    }
    let start = clause.first().map_or(0, |t| t.span.start);
    let before = sentence.iter().take_while(|t| t.span.start < start).count();
    let before = sentence.get(..before).unwrap_or_default();
    let Some(modal) = modal_of_thing(before) else { return false };
    let said = before.get(modal..).unwrap_or_default();
    let joint = said.iter().rposition(|t| t.kind == Kind::Comma || t.is("and") || t.is("then"));
    let Some(joint) = joint else { return false };
    let comma = |at: usize| said.get(at).is_some_and(|t| t.kind == Kind::Comma);
    let anew = word(said, joint) == "and" && joint.checked_sub(1).is_some_and(comma);
    let in_a_row = said.iter().take(joint.saturating_sub(1)).any(|t| t.kind == Kind::Comma);
    let cut = said.iter().any(|t| matches!(t.kind, Kind::Semicolon | Kind::Dash));
    !cut && (!anew || in_a_row)
}

/// Where the modal stands by which a sentence says what a thing, not a worker, is to do.
fn modal_of_thing(sentence: &[Token<'_>]) -> Option<usize> {
    let modal = sentence
        .iter()
        .take(REACH)
        .position(|t| t.is_word() && lexicon::is_modal(&t.lower))
        .filter(|at| *at > 0)?;
    let subject = sentence.get(..modal)?;
    let worker = subject.last().is_some_and(|t| {
        t.is_word() && (lexicon::is_addressee(&t.lower) || lexicon::is_change(&t.lower))
    });
    let helps = |t: &&Token<'_>| {
        lexicon::is_modal(&t.lower) || matches!(&*t.lower, "to" | "also" | "then" | "first")
    };
    let verb = sentence.iter().skip(modal).find(|t| !helps(t)).filter(|t| t.is_word())?;
    let does = !lexicon::is_state(&verb.lower) && !lexicon::is_negation(&verb.lower);
    (!worker && does && head(sentence).verb.is_none()).then_some(modal)
}

/// Takes out the files that a program may write. Sources it does not.
pub(super) fn without_output(reading: &mut Reading) {
    let before = reading.found.len();
    reading.found.retain(|one| match one {
        Constraint::FileExists { path } | Constraint::ContentMatch { path, .. } => {
            path::is_source(path)
        }
        Constraint::TestPass { .. }
        | Constraint::CommandSuccess { .. }
        | Constraint::NoLintErrors { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => true,
    });
    if reading.found.len() < before {
        reading.why = Why::Behaviour;
    }
}
