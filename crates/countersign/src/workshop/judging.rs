//! Judging work in clean rooms, against what it was made on or what it was merged with.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use countersign_contract::brief::{brief, contract_in_words};
use countersign_core::{CriterionId, Finding, Hindrance, Observation, PathNote, Task};
use countersign_engine::run::{Judged, Run, Stage, WorkshopError};
use countersign_runner::area::Base;
use countersign_runner::jail::Cancel;
use countersign_runner::tree::Source;
use countersign_runner::verify::{self, Case, Kept, Machine, VerifyError, verify};

use super::notes::GoOn;
use super::ropes::watch;
use super::{Here, trouble};
use crate::acts::judging::HIDDEN_STAGE;
use crate::machine::{self, Wanted};

/// What is said of a criterion that held before the work was merged.
const BESIDE_OTHERS: &str =
    " (it held alone, and does not with what others did meanwhile, which is in the folder now)";
/// Likewise, where nobody else did anything: git converts files.
const AS_GIT_HAS_IT: &str = " (it held as the worker wrote it, and does not as git gives it back: it converts line ends on \
     checkout, by core.autocrlf or .gitattributes)";

/// Where a contract holds without any work.
const WAYS_OUT: &str = "let it ask for something new (countersign criterion add or change), have it worked on all the same \
                        (--allow-vacuous), or give it up (countersign cancel)";

impl Here {
    pub(super) fn judged(&self, task: &Task, run: &Run<'_>) -> Result<Judged, WorkshopError> {
        let id = task
            .base
            .as_ref()
            .ok_or_else(|| WorkshopError::new(format!("{} was started on no base", task.id)))?;
        let base = self.base(id)?;
        let result = self.result_of(task)?;
        let Some(moved) = self.at_bench(&task.id, |bench| bench.moved.clone())? else {
            let judged = self.seen(task, (&base, result.source()), self.wanted, run)?;
            if let Some(bench) = self.benches().get_mut(&task.id) {
                bench.left_behind = (judged.room.left_behind.clone(), judged.left_behind);
            }
            return Ok(judged);
        };
        // That it asks for something was seen before the work; others may have done the same since.
        let wanted = Wanted { allow_vacuous: true, ..self.wanted };
        let mut judged = self.seen(task, (&base, result.source()), wanted, run)?;
        // What is left behind is so before the merge, of which this is no part.
        let known = self.at_bench(&task.id, |bench| bench.left_behind.clone())?;
        let (notes, left_behind) = known;
        let of_merge = std::mem::replace(&mut judged.room.left_behind, notes);
        let is_new = |note: &PathNote| !judged.room.left_behind.contains(note);
        let of_merge: Vec<PathNote> = of_merge.into_iter().filter(is_new).collect();
        judged.room.left_behind.extend(of_merge);
        judged.left_behind = left_behind;
        if let Some(conflict) = &moved.tried {
            let files = conflict.files.join(", ");
            let note =
                format!("others added to the same places of {files}: both are kept, and judged");
            (run.tell)(Stage::Noted(&note));
            return Ok(Judged { tried: Some(self.go_on_after(task, conflict)?), ..judged });
        }
        let made_on = self.at_bench(&task.id, |bench| bench.base.clone())?;
        let is_alone = self.base(&made_on)?.commit() == Some(moved.onto.as_str());
        let has_failed = |seen: &&mut Observation| seen.finding == Finding::Fail;
        let mut failed = judged.observations.iter_mut().filter(has_failed).peekable();
        if failed.peek().is_some() {
            // Whoever mends it has to see what it fails beside.
            self.notes.go_on(&task.id, GoOn::with(&moved.onto, &moved.merged))?;
        }
        for seen in failed {
            seen.reason.push_str(if is_alone { AS_GIT_HAS_IT } else { BESIDE_OTHERS });
        }
        Ok(judged)
    }

    /// What is seen of a task's contract in a result, against a base.
    pub(super) fn seen(
        &self,
        task: &Task,
        (base, result): (&Base, Source<'_>),
        wanted: Wanted,
        run: &Run<'_>,
    ) -> Result<Judged, WorkshopError> {
        let kept = Kept { base: Some(base.id()), result: result.is_kept(), committed: &[] };
        let (base, result) = (base.path(), result.path());
        let hidden = vec![self.state.clone()];
        let mut machine =
            machine::of(Some(&self.settings), (base, result), hidden, wanted).map_err(trouble)?;
        machine.told = self.verdicts.as_ref().map(|said| said.about(task)).unwrap_or_default();
        machine.closed_files = self.closed_files.clone();
        machine.spares = Arc::clone(&self.spares);
        let last = task.attempts.last().and_then(|attempt| attempt.work.as_ref());
        let case = Case {
            contract: &task.contract,
            brief: &brief(task.title.as_str(), &task.brief, &task.contract),
            in_words: &contract_in_words(&task.contract),
            base,
            result,
            kept,
            handed_in: None,
            today: jiff::Zoned::now().date(),
            worker: last.map(|work| (work.end, work.exit)),
            until: None,
        };
        let tell = |stage: verify::Stage<'_>| (run.tell)(Stage::Checking(&in_words(stage)));
        let seen = self.cancelled_with(run, machine, |machine| verify(machine, &case, &tell))?;
        Ok(Judged {
            observations: seen.observations,
            room: seen.room,
            left_behind: seen.left_behind,
            tried: None,
        })
    }

    /// Runs the contract before anyone works to it: one that asks for nothing new is refused before it costs anything.
    pub(super) fn probed(
        &self,
        task: &Task,
        base: &Base,
        run: &Run<'_>,
    ) -> Result<(), WorkshopError> {
        self.found_on(task, base, self.wanted, run).map(|_| ())
    }

    /// Something that checks run in, which are ended as workers are when the run is stopped.
    fn cancelled_with<T>(
        &self,
        run: &Run<'_>,
        mut machine: Machine,
        act: impl FnOnce(&Machine) -> Result<T, VerifyError>,
    ) -> Result<T, WorkshopError> {
        let cancel = Cancel::new().map_err(trouble)?;
        machine.cancel = Some(cancel.clone());
        let outcome = watch((run.stop, self.stop_grace), &cancel, || act(&machine));
        outcome.map_err(|error| match error {
            VerifyError::Vacuous => {
                let what = format!("{}; {WAYS_OUT}", trouble(error).what);
                WorkshopError { by: Hindrance::HoldsAlready, what }
            }
            error => trouble(error),
        })
    }

    /// What a task's contract finds in a folder, without any work.
    pub(super) fn found_on(
        &self,
        task: &Task,
        base: &Base,
        wanted: Wanted,
        run: &Run<'_>,
    ) -> Result<BTreeMap<CriterionId, Finding>, WorkshopError> {
        let kept = Kept { base: Some(base.id()), result: true, committed: &[] };
        let base = base.path();
        let hidden = vec![self.state.clone()];
        let mut machine =
            machine::of(Some(&self.settings), (base, base), hidden, wanted).map_err(trouble)?;
        machine.spares = Arc::clone(&self.spares);
        let case = Case {
            contract: &task.contract,
            brief: &task.brief,
            in_words: "",
            base,
            result: base,
            kept,
            handed_in: None,
            today: jiff::Zoned::now().date(),
            worker: None,
            until: None,
        };
        self.cancelled_with(run, machine, |machine| verify::probe(machine, &case, &|_| ()))
    }

    /// The worker's folder, or what its work was merged to.
    pub(super) fn result_of(&self, task: &Task) -> Result<Work, WorkshopError> {
        Ok(match self.at_bench(&task.id, |bench| bench.moved.clone())? {
            None => Work::InFolder(self.folder_of(&task.id)?),
            Some(moved) => Work::Merged(self.repository.base(&moved.merged).map_err(trouble)?),
        })
    }
}

/// Where the work at hand lies.
pub(super) enum Work {
    InFolder(PathBuf),
    /// What it was merged to is a commit, of which no rule leaves anything out.
    Merged(Base),
}

impl Work {
    pub(super) fn source(&self) -> Source<'_> {
        match self {
            Work::InFolder(folder) => folder.into(),
            Work::Merged(merged) => merged.source(),
        }
    }
}

fn in_words(stage: verify::Stage<'_>) -> String {
    if stage.is_hidden() {
        return HIDDEN_STAGE.to_owned();
    }
    match stage {
        verify::Stage::Scanning => "looking at the files".to_owned(),
        verify::Stage::Probing(criterion) => format!("on the base: {}", criterion.description),
        verify::Stage::Checking(criterion) => criterion.description.clone(),
        verify::Stage::Again(criterion) => format!("once more: {}", criterion.description),
        verify::Stage::Twins => "the same tests with wrong expectations".to_owned(),
        verify::Stage::Asking(criterion) => format!("asking: {}", criterion.description),
    }
}
