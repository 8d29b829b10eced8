//! A folder to work in: the last one again, or a new one on what was accepted so far.

use std::path::Path;

use countersign_core::{Check, Contract, Task, TaskId};
use countersign_engine::run::{Prepared, Run, WorkshopError};
use countersign_runner::area::{Area, AreaName, Base};
use countersign_runner::landing::{Kind, Oid, Signature};

use super::landing::digest_of;
use super::notes::{GoOn, Note};
use super::{Bench, Here, trouble};

impl Here {
    pub(super) fn prepared(
        &self,
        task: &Task,
        fresh: bool,
        run: &Run<'_>,
    ) -> Result<Prepared, WorkshopError> {
        let next = self.notes.read(&task.id).and_then(|note| note.next);
        if fresh || !self.reopen(&task.id)? || self.is_past(next.as_ref())? {
            let head = self.repository.head().map_err(trouble)?;
            let head = head.ok_or_else(|| {
                WorkshopError::new(format!(
                    "the branch {} is gone",
                    self.repository.integration_branch()
                ))
            })?;
            let base = self.repository.base(&head).map_err(trouble)?;
            refuse_nested(&task.contract, base.nested())?;
            self.probed(task, &base, run)?;
            let probed = Some(digest_of(task)?);
            match self.sent_back(task, fresh, &head)? {
                Some(next) => self.go_on(&task.id, &next, probed)?,
                None => self.begin_anew(&task.id, &base, probed, |_| Ok(()))?,
            }
        } else {
            self.probe_if_amended(task, run)?;
            if let Some(next) = next {
                self.go_on(&task.id, &next, None)?;
            }
        }
        let base = self.at_bench(&task.id, |bench| bench.base.clone())?;
        Ok(Prepared { base, notes: Vec::new() })
    }

    /// A contract that was edited since may ask for nothing any more that is not there, and nobody is to work for that.
    fn probe_if_amended(&self, task: &Task, run: &Run<'_>) -> Result<(), WorkshopError> {
        let Some(note) = self.notes.read(&task.id) else { return Ok(()) };
        if note.probed == Some(digest_of(task)?) {
            return Ok(());
        }
        self.probed(task, &self.base(&note.base)?, run)?;
        self.note_probed(task)
    }

    fn note_probed(&self, task: &Task) -> Result<(), WorkshopError> {
        let Some(note) = self.notes.read(&task.id) else { return Ok(()) };
        self.notes.write(&task.id, &Note { probed: Some(digest_of(task)?), ..note })
    }

    /// The work that somebody sent back after its contract had passed: it is no part of what others build on, and its
    /// worker goes on with it.
    fn sent_back(
        &self,
        task: &Task,
        fresh: bool,
        head: &Oid,
    ) -> Result<Option<GoOn>, WorkshopError> {
        if fresh || task.attempts.is_empty() {
            return Ok(None);
        }
        let by = Signature::own(task.since);
        let kept = self.repository.kept(&task.id, head, &by).map_err(trouble)?;
        Ok(kept.map(|(merged, contested)| GoOn { contested, ..GoOn::with(head, &merged) }))
    }

    /// Whether what the next attempt was to go on with is there no more.
    fn is_past(&self, next: Option<&GoOn>) -> Result<bool, WorkshopError> {
        let Some(next) = next else { return Ok(false) };
        let merged = Oid::new(&next.merged).map_err(trouble)?;
        Ok(!self.repository.knows(&merged).map_err(trouble)?)
    }

    /// A new area on what others did, with all of the work that does not contradict it.
    fn go_on(
        &self,
        task: &TaskId,
        next: &GoOn,
        probed: Option<String>,
    ) -> Result<(), WorkshopError> {
        let onto = Oid::new(&next.onto).map_err(trouble)?;
        let merged = Oid::new(&next.merged).map_err(trouble)?;
        let base = self.repository.base(&onto).map_err(trouble)?;
        self.begin_anew(task, &base, probed, |folder| {
            self.repository.lay(folder, (&onto, &merged), &next.contested).map_err(trouble)
        })
    }

    /// A new area in place of the old one, if there was one, and only when it is complete. `probed` is the digest of the
    /// contract that was found to ask for something on what others did.
    fn begin_anew(
        &self,
        task: &TaskId,
        base: &Base,
        probed: Option<String>,
        fill: impl FnOnce(&Path) -> Result<(), WorkshopError>,
    ) -> Result<(), WorkshopError> {
        let before = self.notes.read(task);
        self.reopen(task)?;
        // Another name each time, so that nothing half-removed is taken for it.
        let number = before.map_or(1, |note| note.area.saturating_add(1));
        let name = AreaName { task: task.clone(), attempt: number };
        let with_history = self.repository.kind() == Kind::Own;
        let (bases, areas) = (self.repository.bases(), self.areas());
        let area = Area::make(bases, base, &areas, &name, with_history, &self.spare_areas)
            .map_err(trouble)?;
        fill(&area.folder())?;
        let base = base.id().clone();
        self.notes.write(task, &Note { area: number, base: base.clone(), probed, next: None })?;
        let old = self.benches().insert(task.clone(), Bench::new(area, base));
        old.map_or(Ok(()), |old| old.area.let_go(&self.spare_areas)).map_err(trouble)
    }
}

/// What lies in a repository within this one cannot be landed, and that is known before anyone works.
fn refuse_nested(contract: &Contract, nested: &[String]) -> Result<(), WorkshopError> {
    let outputs = contract.criteria().iter().filter_map(|one| {
        let Check::Outputs { write, modify, .. } = &one.check else { return None };
        Some(write.iter().chain(modify))
    });
    for path in outputs.flatten() {
        let path = path.trim_start_matches("./");
        let is_in = |folder: &&String| {
            let below = path.strip_prefix(folder.as_str());
            below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if let Some(folder) = nested.iter().find(is_in) {
            let what = format!(
                "{path} is to be changed and lies in {folder}, a repository of its own (a submodule), and what changes there \
                 cannot be landed: have it done in that repository, or take it out of the task"
            );
            return Err(WorkshopError::new(what));
        }
    }
    Ok(())
}
