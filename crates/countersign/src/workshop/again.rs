//! Judging accepted work once more, on what the person committed since, before it is landed there.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    Basis, Check, Contract, Finding, HIDDEN_SHORTFALL, Observation, Task, TaskId, TaskState,
    Visibility,
};
use countersign_engine::run::{EarlierTask, Judged, Run, Stage, Stop, WorkshopError};
use countersign_runner::landing::{Again, Changed, Earlier, LandingError, Unjudged};

use super::keeping::Asking;
use super::{Here, trouble, troubled};
use crate::failure::Failure;
use crate::machine::Wanted;

impl Here {
    /// What has to be judged before it can be landed.
    pub fn unjudged(&self) -> Result<Option<Unjudged>, Failure> {
        Ok(self.repository.unjudged()?)
    }

    /// Judges it, each result on the person's commit and the results before it, and refuses what does not hold there.
    /// What was judged is then what the integration branch holds.
    pub fn judge_again(
        &self,
        unjudged: &Unjudged,
        tasks: &BTreeMap<TaskId, Task>,
        tell: &dyn Fn(&TaskId, &str),
    ) -> Result<(), Failure> {
        let branch = self.integration_branch();
        let note = "judged again, on what you committed since";
        if let Some((task, why)) = self.objection(unjudged, tasks, &|task| tell(task, note))? {
            return Err(Failure::FailedAgain { task, why, branch });
        }
        match self.repository.put_in_place(unjudged)? {
            true => Ok(()),
            false => Err(LandingError::KeepsMoving { branch }.into()),
        }
    }

    /// What stands against having the results where they are put, if anything does: of which, and why. What a lead took
    /// as done is not judged at all.
    pub(super) fn objection(
        &self,
        unjudged: &Unjudged,
        tasks: &BTreeMap<TaskId, Task>,
        tell: &dyn Fn(&TaskId),
    ) -> Result<Option<(TaskId, String)>, Failure> {
        for step in unjudged.steps() {
            let Some(task) = tasks.get(&step.task) else {
                return Ok(Some((step.task.clone(), "the journal does not know it".to_owned())));
            };
            if is_overridden(task) {
                continue;
            }
            tell(&step.task);
            let judged = self.seen_again(task, step).map_err(troubled)?;
            if let Some(why) = objection(&task.contract, &judged) {
                return Ok(Some((step.task.clone(), why)));
            }
        }
        self.breaking_another(unjudged.steps(), tasks)
    }

    /// What of those that are on the branch already does not hold with a result that is put onto it.
    pub(super) fn breaking(
        &self,
        new: &Unjudged,
        tasks: &BTreeMap<TaskId, Task>,
    ) -> Result<Option<String>, Failure> {
        for step in new.steps() {
            let changed = self.repository.changed(&step.onto, &step.merged)?;
            for made in self.repository.earlier(&step.onto, changed.paths())? {
                if let Some(why) = self.broken_of(step, &changed, &made, tasks)? {
                    return Ok(Some(why));
                }
            }
        }
        Ok(None)
    }

    /// Each of them holds where it was put; what came before it has to hold with it as well, where both change the same
    /// files.
    fn breaking_another(
        &self,
        steps: &[Again],
        tasks: &BTreeMap<TaskId, Task>,
    ) -> Result<Option<(TaskId, String)>, Failure> {
        let change = |step: &Again| self.repository.changed(&step.onto, &step.merged);
        let changes = steps.iter().map(change).collect::<Result<Vec<_>, _>>()?;
        for (n, (step, changed)) in steps.iter().zip(&changes).enumerate() {
            let paths: BTreeSet<&str> = changed.paths().collect();
            let touches =
                |(_, other): &(&Again, &Changed)| other.paths().any(|path| paths.contains(path));
            let earlier = steps.iter().zip(&changes).take(n).filter(touches);
            for (other, _) in earlier {
                let made = Earlier {
                    task: other.task.clone(),
                    before: other.onto.clone(),
                    after: other.merged.clone(),
                };
                if let Some(why) = self.broken_of(step, changed, &made, tasks)? {
                    return Ok(Some((step.task.clone(), why)));
                }
            }
        }
        Ok(None)
    }

    /// What of one that came before does not hold with a step. What a lead took as done is asked for nothing, and asks
    /// for nothing.
    fn broken_of(
        &self,
        step: &Again,
        changed: &Changed,
        made: &Earlier,
        tasks: &BTreeMap<TaskId, Task>,
    ) -> Result<Option<String>, Failure> {
        let (Some(task), Some(before)) = (tasks.get(&step.task), tasks.get(&made.task)) else {
            return Ok(None);
        };
        if made.task == step.task || is_overridden(task) || is_overridden(before) {
            return Ok(None);
        }
        let is_needed = needed_by(task, tasks).contains(&made.task);
        let trees = (self.repository.base(&step.onto)?, self.repository.base(&step.merged)?);
        let run = Run { stop: &Stop::default(), tell: &|_: Stage<'_>| () };
        let trees = (trees.0.path(), trees.1.path());
        let mut asking = Asking::new(self, task, changed.clone(), trees, &run);
        let asked = EarlierTask { task: before.clone(), is_needed };
        let broken = asking.ask(&asked, Some(made)).map_err(troubled)?;
        Ok(broken.first().map(|seen| match seen.visibility {
            Visibility::Shown => seen.reason.clone(),
            Visibility::Hidden => HIDDEN_SHORTFALL.to_owned(),
        }))
    }

    fn seen_again(&self, task: &Task, step: &Again) -> Result<Judged, WorkshopError> {
        let onto = self.repository.base(&step.onto).map_err(trouble)?;
        let merged = self.repository.base(&step.merged).map_err(trouble)?;
        // That it asks for something was seen before the work; the person may have done some of it since.
        let wanted = Wanted { allow_vacuous: true, ..self.wanted };
        let run = Run { stop: &Stop::default(), tell: &|_: Stage<'_>| () };
        self.seen(task, (onto.path(), merged.path()), wanted, &run)
    }
}

fn is_overridden(task: &Task) -> bool {
    matches!(task.state, TaskState::Completed { basis: Basis::Override { .. }, .. })
}

/// Everything among them that had to be done before it.
fn needed_by<'a>(task: &'a Task, tasks: &'a BTreeMap<TaskId, Task>) -> BTreeSet<&'a TaskId> {
    let mut needed = BTreeSet::new();
    let mut open: Vec<&TaskId> = task.depends_on.iter().collect();
    while let Some(id) = open.pop() {
        if needed.insert(id)
            && let Some(on) = tasks.get(id)
        {
            open.extend(&on.depends_on);
        }
    }
    needed
}

/// What stands against landing it.
fn objection(contract: &Contract, judged: &Judged) -> Option<String> {
    let not_there = judged.room.left_behind.iter().chain(&judged.room.restored).next();
    if let Some(note) = not_there {
        return Some(format!(
            "{} is part of it and cannot be judged there ({})",
            note.path, note.why
        ));
    }
    let is_asked = |seen: &Observation| {
        let criterion = contract.criteria().iter().find(|one| one.id == seen.criterion);
        criterion
            .is_some_and(|one| matches!(one.check, Check::Evaluate { .. } | Check::Critic { .. }))
    };
    // What only a person can tell was told of the same work.
    let stands_against = |seen: &&Observation| match seen.finding {
        Finding::Pass => false,
        Finding::Fail => true,
        Finding::Undecided => !is_asked(seen),
    };
    let seen = judged.observations.iter().find(stands_against)?;
    let criterion = contract.criteria().iter().find(|one| one.id == seen.criterion);
    Some(match criterion.filter(|one| one.visibility == Visibility::Shown) {
        Some(shown) => {
            format!("{}: {}", shown.description, seen.reason.lines().next().unwrap_or_default())
        }
        None => HIDDEN_SHORTFALL.to_owned(),
    })
}
