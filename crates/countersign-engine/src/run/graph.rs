//! Which task can begin, which wait, and which never will. No I/O, and no more work than there are edges.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use countersign_core::TaskId;

/// The tasks of a run that are not at the end of their way.
#[derive(Debug, Default)]
pub struct Graph {
    waits: BTreeMap<TaskId, BTreeSet<TaskId>>,
    dependents: BTreeMap<TaskId, Vec<TaskId>>,
    ready: VecDeque<TaskId>,
}

impl Graph {
    /// `waits_for` are the dependencies that are not completed.
    pub fn add(&mut self, task: TaskId, waits_for: BTreeSet<TaskId>) {
        if waits_for.is_empty() {
            self.ready.push_back(task);
            return;
        }
        for on in &waits_for {
            self.dependents.entry(on.clone()).or_default().push(task.clone());
        }
        self.waits.insert(task, waits_for);
    }

    /// The next task that waits for nothing.
    pub fn take(&mut self) -> Option<TaskId> {
        self.ready.pop_front()
    }

    /// One to try again later.
    pub fn put_back(&mut self, task: TaskId) {
        self.ready.push_back(task);
    }

    pub fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Whoever waited only for this one is ready now.
    pub fn complete(&mut self, done: &TaskId) {
        for task in self.dependents.remove(done).unwrap_or_default() {
            if let Some(waits_for) = self.waits.get_mut(&task) {
                waits_for.remove(done);
                if waits_for.is_empty() {
                    self.waits.remove(&task);
                    self.ready.push_back(task);
                }
            }
        }
    }

    /// Takes out everyone who waits for this one, near and far: it will not be completed. Each with what it
    /// waits for directly.
    pub fn hold_up(&mut self, by: &TaskId) -> Vec<(TaskId, TaskId)> {
        let mut held = Vec::new();
        let mut open = vec![by.clone()];
        while let Some(on) = open.pop() {
            for task in self.dependents.remove(&on).unwrap_or_default() {
                if self.waits.remove(&task).is_some() {
                    held.push((task.clone(), on.clone()));
                    open.push(task);
                }
            }
        }
        held
    }

    /// What is left waits for tasks that are not part of the run; each with one of them.
    pub fn left(&mut self) -> Vec<(TaskId, TaskId)> {
        let waits = std::mem::take(&mut self.waits);
        let first = |(task, on): (TaskId, BTreeSet<TaskId>)| Some((task, on.into_iter().next()?));
        waits.into_iter().filter_map(first).collect()
    }
}
