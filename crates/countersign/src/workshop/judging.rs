//! Judging work in clean rooms, against what it was made on or what it was merged with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use countersign_contract::brief::{brief, contract_in_words};
use countersign_core::{CriterionId, Finding, Observation, Task};
use countersign_engine::run::{Judged, Run, Stage, WorkshopError};
use countersign_runner::area::Base;
use countersign_runner::verify::{self, Case, verify};

use super::notes::GoOn;
use super::{Here, trouble};
use crate::acts::judging::HIDDEN_STAGE;
use crate::config::Project;
use crate::machine::{self, Wanted};

/// What is said of a criterion that held before the work was merged.
const BESIDE_OTHERS: &str =
    " (it held alone, and does not with what others did meanwhile, which is in the folder now)";

impl Here {
    pub(super) fn judged(&self, task: &Task, run: &Run<'_>) -> Result<Judged, WorkshopError> {
        let id = task
            .base
            .as_ref()
            .ok_or_else(|| WorkshopError { what: format!("{} was started on no base", task.id) })?;
        let base = self.base(id)?;
        let result = self.result_of(task)?;
        let Some(moved) = self.at_bench(&task.id, |bench| bench.moved.clone())? else {
            return self.seen(task, (base.path(), &result), self.wanted, run.tell);
        };
        // That it asks for something was seen before the work; others may have done the same since.
        let wanted = Wanted { allow_vacuous: true, ..self.wanted };
        let mut judged = self.seen(task, (base.path(), &result), wanted, run.tell)?;
        let has_failed = |seen: &&mut Observation| seen.finding == Finding::Fail;
        let mut failed = judged.observations.iter_mut().filter(has_failed).peekable();
        if failed.peek().is_some() {
            // Whoever mends it has to see what it fails beside.
            self.notes.go_on(&task.id, GoOn::with(&moved.onto, &moved.merged))?;
        }
        for seen in failed {
            seen.reason.push_str(BESIDE_OTHERS);
        }
        Ok(judged)
    }

    /// What is seen of a task's contract in a result, against a base.
    pub(super) fn seen(
        &self,
        task: &Task,
        (base, result): (&Path, &Path),
        wanted: Wanted,
        tell: &dyn Fn(Stage<'_>),
    ) -> Result<Judged, WorkshopError> {
        // As they were before the work: who works in the folder can edit what lies in it.
        let project = Project::find(base).map_err(trouble)?;
        let hidden = vec![self.state.clone()];
        let mut machine =
            machine::of(project.as_ref(), (base, result), hidden, wanted).map_err(trouble)?;
        if machine.judge.is_none() {
            // One that was named since then; no worker writes to the person's folder.
            machine.judge =
                self.evaluator.as_ref().map(machine::judge).transpose().map_err(trouble)?;
        }
        machine.closed_files = self.closed_files.clone();
        machine.spares = Arc::clone(&self.spares);
        let last = task.attempts.last().and_then(|attempt| attempt.work.as_ref());
        let case = Case {
            contract: &task.contract,
            brief: &brief(task.title.as_str(), &task.brief, &task.contract),
            in_words: &contract_in_words(&task.contract),
            base,
            result,
            handed_in: None,
            today: jiff::Zoned::now().date(),
            worker: last.map(|work| work.exit),
        };
        let tell = |stage: verify::Stage<'_>| tell(Stage::Checking(&in_words(stage)));
        let seen = verify(&machine, &case, &tell).map_err(trouble)?;
        Ok(Judged { observations: seen.observations, room: seen.room })
    }

    /// Runs the contract before anyone works to it: one that asks for nothing new is refused before it costs anything.
    pub(super) fn probed(&self, task: &Task, base: &Base) -> Result<(), WorkshopError> {
        self.found_on(task, base.path(), self.wanted).map(|_| ())
    }

    /// What a task's contract finds in a folder, without any work.
    pub(super) fn found_on(
        &self,
        task: &Task,
        base: &Path,
        wanted: Wanted,
    ) -> Result<BTreeMap<CriterionId, Finding>, WorkshopError> {
        let project = Project::find(base).map_err(trouble)?;
        let hidden = vec![self.state.clone()];
        let mut machine =
            machine::of(project.as_ref(), (base, base), hidden, wanted).map_err(trouble)?;
        machine.spares = Arc::clone(&self.spares);
        let case = Case {
            contract: &task.contract,
            brief: &task.brief,
            in_words: "",
            base,
            result: base,
            handed_in: None,
            today: jiff::Zoned::now().date(),
            worker: None,
        };
        verify::probe(&machine, &case, &|_| ()).map_err(trouble)
    }

    /// The worker's folder, or what its work was merged to.
    pub(super) fn result_of(&self, task: &Task) -> Result<PathBuf, WorkshopError> {
        match self.at_bench(&task.id, |bench| bench.moved.clone())? {
            None => self.folder_of(&task.id),
            Some(moved) => {
                let merged = self.repository.base(&moved.merged).map_err(trouble)?;
                Ok(merged.path().to_owned())
            }
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
