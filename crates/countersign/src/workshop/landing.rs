//! Making accepted work part of what the next tasks build on.

use std::collections::BTreeSet;

use countersign_core::{Assurance, RoomReport, Task, TaskId};
use countersign_engine::run::{Judged, Landed, WorkshopError};
use countersign_runner::area::Base;
use countersign_runner::landing::{
    Changed, Conflict, Earlier, Kind, Label, Moved, Oid, Outcome, Signature, leave,
};
use countersign_runner::room::{Accepted, accepted};
use countersign_runner::tree::Digest;

use super::notes::GoOn;
use super::{Here, trouble};
use crate::machine;

impl Here {
    pub(super) fn landed(&self, task: &Task, judged: &Judged) -> Result<Landed, WorkshopError> {
        if self.changed_nothing(task, judged)? {
            return Ok(Landed::Done { commit: None });
        }
        let attempt = task.attempt_number();
        // Where somebody has to approve of it, it is part of nothing before that.
        let joins = task.required() == Assurance::Contract;
        // After a crash between the branch and the journal.
        if joins && let Some(commit) = self.repository.landed(&task.id, attempt).map_err(trouble)? {
            return Ok(Landed::Done { commit: Some(commit.as_str().to_owned()) });
        }
        let standing = self.standing(task, judged)?;
        if joins && let Some(tasks) = self.touched(task, &standing)? {
            return Ok(Landed::Touches { tasks });
        }
        let Standing { base, accepted, moved, contract } = &standing;
        let label = label(task, contract);
        let parent = standing.onto()?;
        let outcome = match moved {
            Some(moved) if joins => self.repository.integrate_merged(moved, accepted, &label),
            Some(moved) => {
                let at = (&moved.commit, &parent);
                self.repository.set_aside(at, Some(moved), accepted, &label)
            }
            None => {
                let made = self.repository.commit(base, accepted, &label).map_err(trouble)?;
                let Some(commit) = made else { return Ok(Landed::Done { commit: None }) };
                match joins {
                    true => self.repository.integrate(&commit, &parent, accepted, &label),
                    false => self.repository.set_aside((&commit, &parent), None, accepted, &label),
                }
            }
        };
        match outcome.map_err(trouble)? {
            Outcome::Landed { commit, .. } => {
                if self.repository.kind() == Kind::Shadow {
                    leave(self.repository.bases(), &task.id, accepted).map_err(trouble)?;
                }
                Ok(Landed::Done { commit: Some(commit.as_str().to_owned()) })
            }
            Outcome::Moved(moved) => {
                let onto = self.repository.base(&moved.onto).map_err(trouble)?;
                let base = onto.id().clone();
                if let Some(bench) = self.benches().get_mut(&task.id) {
                    (bench.moved, bench.keeps) = (Some(moved), None);
                }
                Ok(Landed::Moved { base })
            }
            Outcome::Conflict(conflict) => {
                Ok(Landed::Conflict { places: self.go_on_after(task, &conflict)? })
            }
        }
    }

    /// What was judged, as it would be landed.
    pub(super) fn standing(&self, task: &Task, judged: &Judged) -> Result<Standing, WorkshopError> {
        let base = task
            .base
            .as_ref()
            .ok_or_else(|| WorkshopError::new(format!("{} was started on no base", task.id)))?;
        let base = self.base(base)?;
        let result = self.result_of(task)?;
        let place = machine::rooms();
        let accepted =
            accepted(&task.contract, base.path(), result.source(), &judged.room.result, &place)
                .map_err(trouble)?;
        let contract = digest_of(task)?;
        let moved = self.at_bench(&task.id, |bench| bench.moved.clone())?;
        Ok(Standing { base, accepted, moved, contract })
    }

    /// The commit that the branch would go to. Absent where nothing changed.
    pub(super) fn head_with(
        &self,
        task: &Task,
        standing: &Standing,
    ) -> Result<Option<Oid>, WorkshopError> {
        let Standing { base, accepted, moved, contract } = standing;
        let label = label(task, contract);
        let made = match moved {
            Some(moved) => self.repository.commit_merged(moved, accepted, &label).map(Some),
            None => self.repository.commit(base, accepted, &label),
        };
        made.map_err(trouble)
    }

    /// The tasks that were accepted before and of whose files some change, if nobody has looked yet whether they hold
    /// with it.
    fn touched(
        &self,
        task: &Task,
        standing: &Standing,
    ) -> Result<Option<Vec<TaskId>>, WorkshopError> {
        let onto = standing.onto()?;
        let is_known = self.at_bench(&task.id, |bench| bench.keeps.as_ref() == Some(&onto))?;
        // What moved meanwhile has to be merged first.
        if is_known || self.repository.head().map_err(trouble)?.as_ref() != Some(&onto) {
            return Ok(None);
        }
        let earlier = self.earlier(task, standing)?;
        let tasks: Vec<TaskId> = earlier.into_iter().map(|one| one.task).collect();
        Ok(Some(tasks).filter(|tasks| !tasks.is_empty()))
    }

    /// What was accepted before of other tasks, in files that change, or that something in other files broke once.
    pub(super) fn earlier(
        &self,
        task: &Task,
        standing: &Standing,
    ) -> Result<Vec<Earlier>, WorkshopError> {
        let (onto, changed) = (standing.onto()?, standing.changed());
        let mut found = self.repository.earlier(&onto, changed.paths()).map_err(trouble)?;
        let contested = self.together.contested();
        if !contested.is_empty() {
            let all = self.repository.accepted_up_to(&onto).map_err(trouble)?;
            let known: BTreeSet<TaskId> = found.iter().map(|one| one.task.clone()).collect();
            let is_new =
                |one: &Earlier| contested.contains(&one.task) && !known.contains(&one.task);
            found.extend(all.into_iter().filter(is_new));
        }
        Ok(found.into_iter().filter(|one| one.task != task.id).collect())
    }

    /// Whether what was judged is the base itself, and the contract brings no file along. Nothing of it was ever landed,
    /// and nothing is to be.
    fn changed_nothing(&self, task: &Task, judged: &Judged) -> Result<bool, WorkshopError> {
        let RoomReport { base, result, .. } = &judged.room;
        Ok(base == result
            && task.contract.spec_files().is_empty()
            && self.at_bench(&task.id, |bench| bench.moved.is_none())?)
    }

    /// The next attempt goes on with what is there now, and all of the work that does not contradict it.
    /// The places of the conflict.
    pub(super) fn go_on_after(
        &self,
        task: &Task,
        conflict: &Conflict,
    ) -> Result<String, WorkshopError> {
        let Conflict { files, hunks, tree, onto } = conflict;
        let by = Signature::own(task.since);
        let merged = self.repository.commit_of(tree, onto, &by).map_err(trouble)?;
        let next = GoOn { contested: files.clone(), ..GoOn::with(onto, &merged) };
        self.notes.go_on(&task.id, next)?;
        Ok(format!("{}\n\n{hunks}", files.join("\n")))
    }
}

/// A result that was judged, and where it belongs.
pub(super) struct Standing {
    pub base: Base,
    pub accepted: Accepted,
    pub moved: Option<Moved>,
    /// The contract's digest.
    contract: String,
}

impl Standing {
    /// Where the branch has to be for it.
    pub fn onto(&self) -> Result<Oid, WorkshopError> {
        match &self.moved {
            Some(moved) => Ok(moved.onto.clone()),
            None => Oid::new(self.base.commit().unwrap_or_default()).map_err(trouble),
        }
    }

    /// What it changes.
    pub fn changed(&self) -> Changed {
        let Accepted { written, removed, .. } = &self.accepted;
        Changed { written: written.keys().cloned().collect(), removed: removed.clone() }
    }
}

/// What is said of the contract that it was judged by.
pub(super) fn digest_of(task: &Task) -> Result<String, WorkshopError> {
    let contract = serde_json::to_vec(&task.contract).map_err(trouble)?;
    Ok(Digest::of(&contract).to_string())
}

fn label<'a>(task: &'a Task, contract: &'a str) -> Label<'a> {
    let is_empty = task.contract.asks_for_nothing();
    label_as(task, contract, if is_empty { "nothing checked" } else { "passed" })
}

pub(super) fn label_as<'a>(task: &'a Task, contract: &'a str, verdict: &'a str) -> Label<'a> {
    Label {
        task: &task.id,
        attempt: task.attempt_number(),
        contract,
        verdict,
        subject: task.title.as_str(),
        // When it was handed in: landing it again makes the same commit.
        by: Signature::own(task.since),
    }
}
