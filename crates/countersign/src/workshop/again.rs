//! Judging accepted work once more, on what the person committed since, before it is landed there.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    Basis, Contract, Finding, HIDDEN_SHORTFALL, Observation, Task, TaskId, TaskState, Visibility,
};
use countersign_engine::run::{Judged, WorkshopError};
use countersign_runner::landing::{Again, Changed, Earlier, LandingError, Unjudged};

use super::keeping::{Asking, lost_in_words, visibility};
use super::watched::Watched;
use super::{Here, trouble};
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
        watched: &Watched<'_>,
    ) -> Result<(), Failure> {
        let branch = self.integration_branch();
        let note = "judged again, on what you committed since";
        if let Some((task, why)) = self.objection(unjudged, tasks, watched, note)? {
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
        watched: &Watched<'_>,
        note: &str,
    ) -> Result<Option<(TaskId, String)>, Failure> {
        for step in unjudged.steps() {
            let Some(task) = tasks.get(&step.task) else {
                return Ok(Some((step.task.clone(), "the journal does not know it".to_owned())));
            };
            if is_overridden(task) {
                continue;
            }
            watched.go_on()?;
            (watched.tell)(&step.task, note);
            let judged = self.seen_again(task, step, watched).map_err(|e| watched.trouble(e))?;
            if let Some(why) = objection(&task.contract, &judged) {
                return Ok(Some((step.task.clone(), why)));
            }
        }
        self.breaking_another(unjudged.steps(), tasks, watched)
    }

    /// What of those that are on the branch already does not hold with a result that is put onto it.
    pub(super) fn breaking(
        &self,
        new: &Unjudged,
        tasks: &BTreeMap<TaskId, Task>,
        watched: &Watched<'_>,
    ) -> Result<Option<String>, Failure> {
        for step in new.steps() {
            let changed = self.repository.changed(&step.onto, &step.merged)?;
            for made in self.repository.earlier(&step.onto, changed.paths())? {
                if let Some(why) = self.broken_of((step, &changed), &made, tasks, watched)? {
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
        watched: &Watched<'_>,
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
                if let Some(why) = self.broken_of((step, changed), &made, tasks, watched)? {
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
        (step, changed): (&Again, &Changed),
        made: &Earlier,
        tasks: &BTreeMap<TaskId, Task>,
        watched: &Watched<'_>,
    ) -> Result<Option<String>, Failure> {
        let (Some(task), Some(before)) = (tasks.get(&step.task), tasks.get(&made.task)) else {
            return Ok(None);
        };
        if made.task == step.task || is_overridden(task) || is_overridden(before) {
            return Ok(None);
        }
        watched.go_on()?;
        let is_needed = needed_by(task, tasks).contains(&made.task);
        let trees = (self.repository.base(&step.onto)?, self.repository.base(&step.merged)?);
        let trees = (&trees.0, &trees.1);
        let run = watched.run();
        let asking = Asking::new(self, Some(&task.contract), changed.clone(), trees, &run);
        let instead: Vec<&Contract> = is_needed.then_some(&task.contract).into_iter().collect();
        let broken = asking.ask(before, &instead, Some(made)).map_err(|e| watched.trouble(e))?;
        Ok(broken.first().map(|seen| match visibility(before, seen) {
            Visibility::Shown => format!("{}: {}", before.id, lost_in_words(before, seen)),
            Visibility::Hidden => HIDDEN_SHORTFALL.to_owned(),
        }))
    }

    fn seen_again(
        &self,
        task: &Task,
        step: &Again,
        watched: &Watched<'_>,
    ) -> Result<Judged, WorkshopError> {
        let onto = self.repository.base(&step.onto).map_err(trouble)?;
        let merged = self.repository.base(&step.merged).map_err(trouble)?;
        // That it asks for something was seen before the work; the person may have done some of it since.
        let wanted = Wanted { allow_vacuous: true, ..self.wanted };
        self.seen(task, (&onto, merged.source()), wanted, &watched.run())
    }
}

pub(super) fn is_overridden(task: &Task) -> bool {
    matches!(task.state, TaskState::Completed { basis: Basis::Override { .. }, .. })
}

/// Everything among them that had to be done before it.
pub(super) fn needed_by<'a>(
    task: &'a Task,
    tasks: &'a BTreeMap<TaskId, Task>,
) -> BTreeSet<&'a TaskId> {
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
        criterion.is_some_and(|one| one.check.asks_a_reader())
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
