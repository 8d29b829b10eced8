//! Making accepted work part of what the next tasks build on.

use std::fs;

use countersign_core::{RoomReport, Task};
use countersign_engine::run::{Judged, Landed, WorkshopError};
use countersign_runner::landing::{Conflict, Kind, Label, Oid, Outcome, Signature, leave};
use countersign_runner::room::{Accepted, accepted};
use countersign_runner::tree::Digest;

use super::{Here, trouble};
use crate::machine;

impl Here {
    pub(super) fn landed(&self, task: &Task, judged: &Judged) -> Result<Landed, WorkshopError> {
        if self.changed_nothing(task, judged)? {
            return Ok(Landed::Done { commit: None });
        }
        let attempt = task.attempt_number();
        // After a crash between the branch and the journal.
        if let Some(commit) = self.repository.landed(&task.id, attempt).map_err(trouble)? {
            return Ok(Landed::Done { commit: Some(commit.as_str().to_owned()) });
        }
        let base = task
            .base
            .as_ref()
            .ok_or_else(|| WorkshopError { what: format!("{} was started on no base", task.id) })?;
        let base = self.base(base)?;
        let result = self.result_of(task)?;
        let place = machine::rooms();
        let accepted = accepted(&task.contract, base.path(), &result, &judged.room.result, &place)
            .map_err(trouble)?;
        let contract = serde_json::to_vec(&task.contract).map_err(trouble)?;
        let contract = Digest::of(&contract).to_string();
        let label = Label {
            task: &task.id,
            attempt,
            contract: &contract,
            verdict: "passed",
            subject: task.title.as_str(),
            // When it was handed in: landing it again makes the same commit.
            by: Signature::own(task.since),
        };
        let outcome = match self.at_bench(&task.id, |bench| bench.moved.clone())? {
            Some(moved) => self.repository.integrate_merged(&moved, &accepted, &label),
            None => {
                let made = self.repository.commit(&base, &accepted, &label).map_err(trouble)?;
                let Some(commit) = made else { return Ok(Landed::Done { commit: None }) };
                let parent = base.commit().unwrap_or_default();
                let parent = Oid::new(parent).map_err(trouble)?;
                self.repository.integrate(&commit, &parent, &accepted, &label)
            }
        };
        match outcome.map_err(trouble)? {
            Outcome::Landed { commit, .. } => {
                if self.repository.kind() == Kind::Shadow {
                    leave(self.repository.bases(), &task.id, &accepted).map_err(trouble)?;
                }
                Ok(Landed::Done { commit: Some(commit.as_str().to_owned()) })
            }
            Outcome::Moved(moved) => {
                let onto = self.repository.base(&moved.onto).map_err(trouble)?;
                let base = onto.id().clone();
                if let Some(bench) = self.benches().get_mut(&task.id) {
                    bench.moved = Some(moved);
                }
                Ok(Landed::Moved { base })
            }
            Outcome::Conflict(conflict) => self.returned(task, &accepted, &conflict),
        }
    }

    /// Whether what was judged is the base itself, and the contract brings no file along. Nothing of it was ever landed,
    /// and nothing is to be.
    fn changed_nothing(&self, task: &Task, judged: &Judged) -> Result<bool, WorkshopError> {
        let RoomReport { base, result, .. } = &judged.room;
        Ok(base == result
            && task.contract.spec_files().is_empty()
            && self.at_bench(&task.id, |bench| bench.moved.is_none())?)
    }

    /// A new area on what is there now, with all of the work that does not contradict it.
    fn returned(
        &self,
        task: &Task,
        accepted: &Accepted,
        conflict: &Conflict,
    ) -> Result<Landed, WorkshopError> {
        let head = self.repository.head().map_err(trouble)?;
        let head = head.ok_or_else(|| WorkshopError { what: "the branch is gone".to_owned() })?;
        let base = self.repository.base(&head).map_err(trouble)?;
        self.begin_anew(&task.id, &base)?;
        let folder = self.folder_of(&task.id)?;
        let contested = |path: &String| conflict.files.contains(path);
        for (path, written) in accepted.written.iter().filter(|(path, _)| !contested(path)) {
            let to = folder.join(path);
            if let Some(parent) = to.parent() {
                fs::create_dir_all(parent).map_err(trouble)?;
            }
            fs::write(to, &written.bytes).map_err(trouble)?;
        }
        Ok(Landed::Conflict {
            places: format!("{}\n\n{}", conflict.files.join("\n"), conflict.hunks),
        })
    }
}
