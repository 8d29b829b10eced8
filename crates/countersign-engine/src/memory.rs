//! What this process wrote last, so that it need not be read again before the next decision: a run decides four times on
//! a task that nobody else touches.
//!
//! It may be out of date, and nothing rests on it alone: a commit names the versions that it was decided on and is refused
//! if they are past, and whoever is refused by a rule on what is remembered is decided anew on what is there.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use countersign_core::{Board, Event, Task, TaskId, Team};
use countersign_store::Stream;

/// More are not remembered: there are about as many at once as a run has on their way.
const MOST: usize = 256;

#[derive(Debug, Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<Remembered>>);

#[derive(Debug, Default)]
struct Remembered {
    team: Option<(Team, u64)>,
    tasks: BTreeMap<TaskId, (Task, u64)>,
}

impl Memory {
    fn remembered(&self) -> MutexGuard<'_, Remembered> {
        // Whoever panicked with it left whole entries behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn team(&self) -> Option<(Team, u64)> {
        self.remembered().team.clone()
    }

    pub fn task(&self, id: &TaskId) -> Option<(Task, u64)> {
        self.remembered().tasks.get(id).cloned()
    }

    /// What a board says after these events, which were decided on these versions.
    pub fn keep(&self, board: &Board, versions: &BTreeMap<Stream, u64>, events: &[Event]) {
        let now = |stream: &Stream| {
            let before = versions.get(stream).copied()?;
            let new = events.iter().filter(|event| Stream::of(event) == *stream).count();
            Some(before.saturating_add(u64::try_from(new).ok()?))
        };
        let mut remembered = self.remembered();
        remembered.team = now(&Stream::Team).map(|version| (board.team.clone(), version));
        for (id, task) in &board.tasks {
            if task.is_settled() {
                remembered.tasks.remove(id);
            } else if remembered.tasks.len() < MOST || remembered.tasks.contains_key(id) {
                let version = now(&Stream::Task(id.clone()));
                remembered.tasks.extend(version.map(|now| (id.clone(), (task.clone(), now))));
            }
        }
    }

    pub fn forget(&self) {
        *self.remembered() = Remembered::default();
    }
}
