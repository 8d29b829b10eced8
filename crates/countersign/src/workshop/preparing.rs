//! A folder to work in: the last one again, or a new one on what was accepted so far.

use countersign_core::{Task, TaskId};
use countersign_engine::run::{Prepared, WorkshopError};
use countersign_runner::area::{Area, AreaName, Base};
use countersign_runner::landing::Kind;

use super::notes::Note;
use super::{Bench, Here, trouble};

impl Here {
    pub(super) fn prepared(&self, task: &Task, fresh: bool) -> Result<Prepared, WorkshopError> {
        if fresh || !self.reopen(&task.id)? {
            let head = self.repository.head().map_err(trouble)?;
            let head = head.ok_or_else(|| WorkshopError {
                what: format!("the branch {} is gone", self.repository.integration_branch()),
            })?;
            let base = self.repository.base(&head).map_err(trouble)?;
            self.probed(task, &base)?;
            self.begin_anew(&task.id, &base)?;
        }
        let base = self.at_bench(&task.id, |bench| bench.base.clone())?;
        Ok(Prepared { base, notes: Vec::new() })
    }

    /// A new area in place of the old one, if there was one.
    pub(super) fn begin_anew(&self, task: &TaskId, base: &Base) -> Result<(), WorkshopError> {
        let before = self.notes.read(task);
        self.reopen(task)?;
        if let Some(old) = self.benches().remove(task) {
            old.area.remove().map_err(trouble)?;
        }
        // Another name each time, so that nothing half-removed is taken for it.
        let number = before.map_or(1, |note| note.area.saturating_add(1));
        let name = AreaName { task: task.clone(), attempt: number };
        let with_history = self.repository.kind() == Kind::Own;
        let area = Area::make(self.repository.bases(), base, &self.areas(), &name, with_history)
            .map_err(trouble)?;
        self.notes.write(task, &Note { area: number, base: base.id().clone() })?;
        let bench = Bench { area, base: base.id().clone(), moved: None };
        self.benches().insert(task.clone(), bench);
        Ok(())
    }
}
