//! Judging accepted work once more, on what the person committed since, before it is landed there.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    Check, Contract, Finding, HIDDEN_SHORTFALL, Observation, Task, TaskId, Visibility,
};
use countersign_engine::run::{EarlierTask, Judged, Run, Stage, Stop, WorkshopError};
use countersign_runner::landing::{Again, Changed, Earlier, Unjudged};

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
        for step in unjudged.steps() {
            tell(&step.task, "judged again, on what you committed since");
            let failed = |why: String| Failure::FailedAgain {
                task: step.task.clone(),
                why,
                branch: self.integration_branch(),
            };
            let task = tasks.get(&step.task);
            let task = task.ok_or_else(|| failed("the journal does not know it".to_owned()))?;
            let judged = self.seen_again(task, step).map_err(troubled)?;
            if let Some(why) = objection(&task.contract, &judged) {
                return Err(failed(why));
            }
        }
        self.refuse_breaking(unjudged.steps(), tasks)?;
        Ok(self.repository.put_in_place(unjudged)?)
    }

    /// Each of them holds where it was put; what came before it has to hold with it as well, where both change the same
    /// files.
    fn refuse_breaking(
        &self,
        steps: &[Again],
        tasks: &BTreeMap<TaskId, Task>,
    ) -> Result<(), Failure> {
        let change = |step: &Again| self.repository.changed(&step.onto, &step.merged);
        let changes = steps.iter().map(change).collect::<Result<Vec<_>, _>>()?;
        for (n, (step, changed)) in steps.iter().zip(&changes).enumerate() {
            let paths: BTreeSet<&str> = changed.paths().collect();
            let touches =
                |(_, other): &(&Again, &Changed)| other.paths().any(|path| paths.contains(path));
            let earlier = steps.iter().zip(&changes).take(n).filter(touches);
            let Some(task) = tasks.get(&step.task) else { continue };
            let needed = needed_by(task, tasks);
            for (other, _) in earlier.filter(|(other, _)| other.task != step.task) {
                let Some(before) = tasks.get(&other.task) else { continue };
                let trees =
                    (self.repository.base(&step.onto)?, self.repository.base(&step.merged)?);
                let run = Run { stop: &Stop::default(), tell: &|_: Stage<'_>| () };
                let trees = (trees.0.path(), trees.1.path());
                let mut asking = Asking::new(self, task, changed.clone(), trees, &run);
                let is_needed = needed.contains(&other.task);
                let asked = EarlierTask { task: before.clone(), is_needed };
                let made = Earlier {
                    task: other.task.clone(),
                    before: other.onto.clone(),
                    after: other.merged.clone(),
                };
                let broken = asking.ask(&asked, Some(&made)).map_err(troubled)?;
                if let Some(seen) = broken.first() {
                    let why = match seen.visibility {
                        Visibility::Shown => seen.reason.clone(),
                        Visibility::Hidden => HIDDEN_SHORTFALL.to_owned(),
                    };
                    let task = step.task.clone();
                    let branch = self.integration_branch();
                    return Err(Failure::FailedAgain { task, why, branch });
                }
            }
        }
        Ok(())
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
