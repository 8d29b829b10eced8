//! What a thing is to do, verb by verb: "the command should read A, write B and leave".

use super::constraint::Constraint;
use super::coverage::Why;
use super::head::head;
use super::lexicon::{self, Verb};
use super::memory::is_written_by_program;
use super::path;
use super::reading::Reading;
use super::token::{Kind, Token, word};

/// How far into a sentence the modal of its subject is looked for.
const REACH: usize = 12;

/// How much of a sentence tells whether it begins as an instruction, so that a sentence of many clauses is not walked
/// through for each of them.
const BEGINNING: usize = 64;

/// A sentence, with the places where its verbs are joined or cut apart.
pub(super) struct Joints<'a, 't> {
    sentence: &'a [Token<'t>],
    /// Each comma, "and" and "then".
    joints: Vec<usize>,
    commas: Vec<usize>,
    /// Each semicolon and dash.
    cuts: Vec<usize>,
}

impl<'a, 't> Joints<'a, 't> {
    pub(super) fn of(sentence: &'a [Token<'t>]) -> Self {
        let places = |is: &dyn Fn(&Token<'_>) -> bool| {
            let all = sentence.iter().enumerate();
            all.filter(|(_, token)| is(token)).map(|(at, _)| at).collect()
        };
        Self {
            sentence,
            joints: places(&|t| t.kind == Kind::Comma || t.is("and") || t.is("then")),
            commas: places(&|t| t.kind == Kind::Comma),
            cuts: places(&|t| matches!(t.kind, Kind::Semicolon | Kind::Dash)),
        }
    }

    /// Whether a clause goes on with what the subject of its sentence is to do. A comma before "and" begins
    /// something new, unless the verbs before it stand in a row.
    pub(super) fn go_on(&self, clause: &[Token<'_>]) -> bool {
        if head(clause).verb != Some(Verb::Create) {
            return false;
        }
        let start = clause.first().map_or(0, |t| t.span.start);
        let end = self.sentence.partition_point(|t| t.span.start < start);
        let before = self.sentence.get(..end).unwrap_or_default();
        let Some(modal) = modal_of_thing(before) else { return false };
        let Some(joint) = among(&self.joints, modal, end).last() else { return false };
        let comma = |at: usize| self.commas.binary_search(&at).is_ok() && at >= modal;
        let anew = word(before, *joint) == "and" && joint.checked_sub(1).is_some_and(comma);
        let in_a_row = !among(&self.commas, modal, joint.saturating_sub(1)).is_empty();
        among(&self.cuts, modal, end).is_empty() && (!anew || in_a_row)
    }
}

/// The places from one on and before another, of places in order.
fn among(places: &[usize], from: usize, to: usize) -> &[usize] {
    let first = places.partition_point(|at| *at < from);
    let end = places.partition_point(|at| *at < to);
    places.get(first..end).unwrap_or_default()
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
    let mut behind = sentence.iter().skip(modal).take(BEGINNING);
    let verb = behind.find(|t| !helps(t)).filter(|t| t.is_word())?;
    let does = !lexicon::is_state(&verb.lower) && !lexicon::is_negation(&verb.lower);
    let beginning = sentence.get(..BEGINNING).unwrap_or(sentence);
    (!worker && does && head(beginning).verb.is_none()).then_some(modal)
}

/// "Write the output to FILE at run time", "Add a flag: the command writes FILE": what the program writes, once it is
/// there.
pub(super) fn is_at_run_time(clause: &[Token<'_>]) -> bool {
    let said = |at: usize| {
        matches!(
            (word(clause, at), word(clause, at + 1), word(clause, at + 2)),
            ("at", "run", "time") | ("at", "runtime" | "run-time", _)
        )
    };
    let colon = clause.iter().position(|t| t.kind == Kind::Colon);
    let explained = colon.and_then(|colon| clause.get(colon + 1..)).unwrap_or_default();
    (0..clause.len()).any(said) || is_written_by_program(explained)
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

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;
    use crate::Span;

    /// A walk through the sentence for each clause would take the test runner's patience, and it ends it.
    #[test]
    fn a_clause_is_looked_at_without_a_walk_through_its_sentence() {
        let text = format!("The tool should {}", "read it and create a.json and ".repeat(100_000));
        let sentence = tokens(&text, Span::new(0, text.len()));
        let clause = sentence.get(sentence.len() - 3..).unwrap();
        let joints = Joints::of(&sentence);
        assert!((0..1_500_000).all(|_| joints.go_on(clause)));
    }
}
