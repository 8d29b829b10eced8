//! What is on the integration branch is what is accepted: a result that is not any more is taken out, and one that is
//! by now comes in. What lies in another place by that is judged there first.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Task, TaskId};
use countersign_engine::run::WorkshopError;
use countersign_runner::landing::{Ahead, Apart, Outcome, Placed};
use countersign_runner::room::accepted;

use super::landing::label_as;
use super::watched::Watched;
use super::{Here, trouble};
use crate::failure::Failure;
use crate::machine;

/// What came of it.
#[derive(Debug)]
pub enum Settled {
    Done,
    /// Nothing was to be done.
    There,
    /// Somebody else moved the branch meanwhile: it is to be looked at again.
    Moved,
    /// It stays as it is.
    Refused {
        why: String,
    },
}

impl Here {
    /// Whose results are on the integration branch and not the person's yet.
    pub fn ahead(&self) -> Result<Ahead, Failure> {
        Ok(self.repository.ahead()?)
    }

    /// The results that have a branch of their own and are part of no other.
    pub fn apart(&self) -> Result<Vec<Apart>, Failure> {
        Ok(self.repository.apart()?)
    }

    /// Takes the results of some tasks out. `tasks` has all that are on the branch.
    pub fn take_out(
        &self,
        ahead: &Ahead,
        out: &BTreeSet<TaskId>,
        tasks: &BTreeMap<TaskId, Task>,
        watched: &Watched<'_>,
    ) -> Result<Settled, Failure> {
        let Some(without) = self.repository.without(ahead, out)? else {
            return Ok(Settled::Refused {
                why: "what was accepted later is made of it".to_owned(),
            });
        };
        let note = "judged again, without what is not accepted";
        if let Some((task, why)) = self.objection(&without, tasks, watched, note)? {
            let why = format!("{task}, which was accepted later, does not hold without it: {why}");
            return Ok(Settled::Refused { why });
        }
        Ok(match self.repository.put_in_place(&without)? {
            true => Settled::Done,
            false => Settled::Moved,
        })
    }

    /// Takes a task's own branch away.
    pub fn forget_branch(&self, task: &TaskId) -> Result<(), Failure> {
        Ok(self.repository.forget(task)?)
    }

    /// Has a result be part of the integration branch. `tasks` has all that are on the branch, and this one.
    pub fn bring_in(
        &self,
        apart: &Apart,
        tasks: &BTreeMap<TaskId, Task>,
        watched: &Watched<'_>,
    ) -> Result<Settled, Failure> {
        let new = match self.repository.with(apart)? {
            Placed::There => return Ok(Settled::There),
            Placed::Conflict { files } => {
                let why = format!("it contradicts what is there by now in {}", files.join(", "));
                return Ok(Settled::Refused { why });
            }
            Placed::New(new) => new,
        };
        let note = "judged again, on what was accepted since";
        let objection = match self.objection(&new, tasks, watched, note)? {
            Some((_, why)) => Some(why),
            None => self.breaking(&new, tasks, watched)?,
        };
        if let Some(why) = objection {
            return Ok(Settled::Refused { why });
        }
        Ok(match self.repository.put_in_place(&new)? {
            true => Settled::Done,
            false => Settled::Moved,
        })
    }

    /// The tasks of which there is work at hand.
    pub fn at_hand(&self) -> Vec<TaskId> {
        self.notes.tasks()
    }

    /// Commits what was handed in last of a task that a lead took as done. Where that work is, if it cannot be.
    pub fn keep_overridden(&self, task: &Task) -> Result<(), WorkshopError> {
        if !self.reopen(&task.id)? {
            return Ok(());
        }
        let folder = self.folder_of(&task.id)?;
        let at = |error: WorkshopError| {
            WorkshopError::new(format!("{} (it lies in {})", error.what, folder.display()))
        };
        self.commit_overridden(task).map_err(at)?;
        self.clear_away(&task.id);
        Ok(())
    }

    fn commit_overridden(&self, task: &Task) -> Result<(), WorkshopError> {
        let work = task.attempts.last().and_then(|attempt| attempt.work.as_ref());
        let Some(work) = work else {
            return Err(WorkshopError::new("nothing of it was handed in"));
        };
        let base = self.at_bench(&task.id, |bench| bench.base.clone())?;
        let (base, folder) = (self.base(&base)?, self.folder_of(&task.id)?);
        let judged = work.result.as_str();
        let accepted =
            accepted(&task.contract, base.path(), (&folder).into(), judged, &machine::rooms());
        let accepted = accepted.map_err(trouble)?;
        let contract = super::landing::digest_of(task)?;
        let label = label_as(task, &contract, "override");
        let Some(commit) = self.repository.commit(&base, &accepted, &label).map_err(trouble)?
        else {
            return Ok(());
        };
        let no_commit = || WorkshopError::new(format!("{} was started on no commit", task.id));
        let parent = base.commit().ok_or_else(no_commit)?;
        let parent = countersign_runner::landing::Oid::new(parent).map_err(trouble)?;
        let at = (&commit, &parent);
        match self.repository.set_aside(at, None, &accepted, &label).map_err(trouble)? {
            // As git gives it back is as good as any: nobody judged it.
            Outcome::Moved(moved) => {
                let kept = self.repository.set_aside(at, Some(&moved), &accepted, &label);
                kept.map(drop).map_err(trouble)
            }
            Outcome::Landed { .. } | Outcome::Conflict(_) => Ok(()),
        }
    }

    /// Takes out what was landed of a task that was not accepted after all, where nothing came after it.
    pub(super) fn taken_back(&self, task: &Task) -> Result<(), WorkshopError> {
        let out = BTreeSet::from([task.id.clone()]);
        let ahead = self.repository.ahead().map_err(trouble)?;
        let without = self.repository.without(&ahead, &out).map_err(trouble)?;
        let Some(without) = without.filter(|without| without.steps().is_empty()) else {
            return Ok(());
        };
        if self.repository.put_in_place(&without).map_err(trouble)? {
            self.repository.forget(&task.id).map_err(trouble)?;
        }
        Ok(())
    }
}
