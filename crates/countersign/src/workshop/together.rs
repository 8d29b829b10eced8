//! Whether all that was accepted holds together. Each result was judged where it was landed, and those in whose files
//! it changed something were asked again; but what one changes in its files, another may rest on in its own. So every
//! contract is asked once more of the tree that they all came to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use countersign_core::{Contract, HIDDEN_SHORTFALL, Observation, Task, TaskId, Visibility};
use countersign_runner::landing::{Changed, Earlier, Oid};
use serde::{Deserialize, Serialize};

use super::Here;
use super::again::{is_overridden, needed_by};
use super::keeping::{Asking, lost_in_words, visibility};
use super::landing::digest_of;
use super::watched::Watched;
use crate::failure::Failure;

const FILE: &str = "together.json";

/// An accepted result that does not hold with what was accepted after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    pub task: TaskId,
    /// With whose result it does not hold any more. Absent where that is what the person did since.
    pub since: Option<TaskId>,
    pub why: String,
}

/// What is known of it, so that nothing is asked twice of the same tree.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Known {
    tree: String,
    /// The tasks whose contract, by its digest, holds in that tree.
    held: BTreeMap<TaskId, String>,
    /// The tasks that another one broke. Whoever lands after that is asked for them, whatever files it changes.
    contested: BTreeSet<TaskId>,
}

/// Where that is kept.
#[derive(Debug)]
pub(super) struct Together {
    path: PathBuf,
}

impl Together {
    pub fn in_folder(state: &Path) -> Self {
        Self { path: state.join(FILE) }
    }

    pub fn contested(&self) -> BTreeSet<TaskId> {
        self.read().contested
    }

    /// What cannot be read says nothing, and is asked again.
    fn read(&self) -> Known {
        let text = fs::read(&self.path).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Whole or not at all; what cannot be kept is asked again.
    fn write(&self, known: &Known) {
        let Ok(text) = serde_json::to_vec(known) else { return };
        let unfinished = self.path.with_extension(format!("{}.new", std::process::id()));
        if fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, &self.path)).is_err()
        {
            let _ = fs::remove_file(unfinished);
        }
    }
}

impl Here {
    /// What of all that was accepted does not hold in a commit of the integration branch. `tasks` has all that are on it.
    pub fn contradictions(
        &self,
        head: &Oid,
        tasks: &BTreeMap<TaskId, Task>,
        jobs: usize,
        watched: &Watched<'_>,
    ) -> Result<Vec<Contradiction>, Failure> {
        let steps = self.repository.accepted_up_to(head)?;
        let Some(first) = steps.first() else { return Ok(Vec::new()) };
        let tree = self.repository.tree_of(head)?.as_str().to_owned();
        let mut known = self.together.read();
        if known.tree != tree {
            known = Known { tree, held: BTreeMap::new(), ..known };
        }
        let mut open = Vec::new();
        for step in &steps {
            let asked = tasks.get(&step.task).filter(|task| task.is_completed());
            let Some(task) = asked.filter(|task| !is_overridden(task)) else { continue };
            let contract = digest_of(task).map_err(|e| watched.trouble(e))?;
            // What was landed last was judged in just this tree.
            if step.after != *head && known.held.get(&step.task) != Some(&contract) {
                open.push((step, task, contract));
            }
        }
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let (before, after) = (self.repository.base(&first.before)?, self.repository.base(head)?);
        let run = watched.run();
        let last = steps.last().filter(|last| last.after == *head);
        // Nobody judged what a lead took as done.
        let is_judged = |task: &&Task| task.is_completed() && !is_overridden(task);
        let judged = last.and_then(|last| tasks.get(&last.task)).filter(is_judged);
        let judged = judged.map(|task| &task.contract);
        let changed = self.repository.changed(&first.before, head)?;
        let trees = (&before, &after);
        let asking = Asking::new(self, judged, changed, trees, &run);
        let needs = |step: &Earlier| match tasks.get(&step.task) {
            Some(task) => needed_by(task, tasks),
            None => BTreeSet::new(),
        };
        let steps = steps.iter().map(|step| (step, needs(step))).collect();
        let whole = Whole { here: self, head, steps, tasks, asking, watched };
        let found = whole.ask_all(&open, jobs)?;
        for (step, _, contract) in open {
            let broken = found.iter().any(|one| one.task == step.task);
            let task = step.task.clone();
            if broken {
                known.contested.insert(task);
            } else {
                known.contested.remove(&task);
                known.held.insert(task, contract);
            }
        }
        self.together.write(&known);
        Ok(found)
    }
}

/// The branch as a whole.
struct Whole<'a> {
    here: &'a Here,
    head: &'a Oid,
    /// Each with all that had to be done before it.
    steps: Vec<(&'a Earlier, BTreeSet<&'a TaskId>)>,
    tasks: &'a BTreeMap<TaskId, Task>,
    /// From where the first of them began to where the last one ended.
    asking: Asking<'a>,
    watched: &'a Watched<'a>,
}

type Open<'a> = (&'a Earlier, &'a Task, String);

impl Whole<'_> {
    /// In the order of the branch.
    fn ask_all(&self, open: &[Open<'_>], jobs: usize) -> Result<Vec<Contradiction>, Failure> {
        let next = AtomicUsize::new(0);
        let outcome = Mutex::new(Ok(BTreeMap::new()));
        let lock = || outcome.lock().unwrap_or_else(PoisonError::into_inner);
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, open.len()) {
                scope.spawn(|| {
                    while lock().is_ok() {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some((step, task, _)) = open.get(at) else { break };
                        match (self.ask(step, task), &mut *lock()) {
                            (Ok(Some(found)), Ok(all)) => drop(all.insert(at, found)),
                            (Err(failure), outcome @ Ok(_)) => *outcome = Err(failure),
                            (Ok(_), _) | (Err(_), Err(_)) => {}
                        }
                    }
                });
            }
        });
        let found = outcome.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        Ok(found.into_values().collect())
    }

    fn ask(&self, step: &Earlier, task: &Task) -> Result<Option<Contradiction>, Failure> {
        self.watched.go_on()?;
        let repository = &self.here.repository;
        let instead = self.instead_of(step);
        let changed = || repository.changed(&step.after, self.head);
        let touched =
            |path: &str| changed().map_or(true, |changed| changed.paths().any(|one| one == path));
        let is_sure = self.asking.is_sure_of(task, &instead, &touched);
        if is_sure.map_err(|e| self.watched.trouble(e))? {
            return Ok(None);
        }
        let changed = changed()?;
        let broken = self.broken_at(step, task, self.head, changed)?;
        let Some(seen) = broken.into_iter().next() else { return Ok(None) };
        let since = self.since_when(step, task)?;
        let words = match visibility(task, &seen) {
            Visibility::Shown => lost_in_words(task, &seen),
            Visibility::Hidden => HIDDEN_SHORTFALL.to_owned(),
        };
        let with = since.as_ref().map_or_else(
            || "what you did since".to_owned(),
            |since| format!("{since}, which was accepted after it,"),
        );
        let why = format!("with {with} {words}");
        // What a lead took as done is asked for nothing.
        if since.as_ref().and_then(|since| self.tasks.get(since)).is_some_and(is_overridden) {
            (self.watched.tell)(&step.task, &why);
            return Ok(None);
        }
        Ok(Some(Contradiction { task: step.task.clone(), since, why }))
    }

    /// What of a task does not hold in a later commit, and did where it was accepted.
    fn broken_at(
        &self,
        step: &Earlier,
        task: &Task,
        at: &Oid,
        changed: Changed,
    ) -> Result<Vec<Observation>, Failure> {
        self.watched.go_on()?;
        let repository = &self.here.repository;
        let (before, after) = (repository.base(&step.after)?, repository.base(at)?);
        let run = self.watched.run();
        let asking = Asking::new(self.here, None, changed, (&before, &after), &run);
        let broken = asking.ask(task, &self.instead_of(step), Some(step));
        broken.map_err(|e| self.watched.trouble(e))
    }

    /// Whose result it was with which it did not hold any more. What is broken is taken to stay so: then halves of the
    /// way are enough to find it.
    fn since_when(&self, step: &Earlier, task: &Task) -> Result<Option<TaskId>, Failure> {
        let repository = &self.here.repository;
        let mut way = repository.since(&step.after, self.head)?;
        while way.len() > 1 {
            let second = way.split_off(way.len() / 2);
            let Some(middle) = way.last() else { break };
            let changed = repository.changed(&step.after, middle)?;
            if self.broken_at(step, task, middle, changed)?.is_empty() {
                way = second;
            }
        }
        let of = |commit: &Oid| self.steps.iter().find(|(one, _)| one.after == *commit);
        Ok(way.first().and_then(of).map(|(one, _)| one.task.clone()))
    }

    /// The contracts of those that were to come after it.
    fn instead_of(&self, step: &Earlier) -> Vec<&Contract> {
        let needs = self.steps.iter().filter(|(_, needs)| needs.contains(&step.task));
        let later = needs.filter_map(|(later, _)| self.tasks.get(&later.task));
        later.map(|later| &later.contract).collect()
    }
}
