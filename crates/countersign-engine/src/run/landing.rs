//! From a verdict to the branch: what was accepted before has to hold with what is accepted now.

use std::collections::BTreeSet;

use countersign_core::{Observation, Phase, Refusal, Task, TaskId, TaskState, TreeId};

use super::RunPhase;
use super::standing::is_handed_in;
use super::way::Way;
use super::workshop::{EarlierTask, Judged, Landed, Run, Workshop, WorkshopError};
use crate::EngineError;

/// What came of landing work that passed.
pub(super) enum Landing {
    Done {
        commit: Option<String>,
    },
    Moved {
        base: TreeId,
    },
    Conflict {
        places: String,
    },
    /// With it, something that was accepted before does not hold any more. That is among what was seen now.
    Breaks(Judged),
}

impl<W: Workshop> Way<W> {
    /// For whoever has the turn to land. Trouble of this machine is the inner error.
    pub(super) async fn land_or_break(
        &self,
        task: &Task,
        judged: Judged,
    ) -> Result<Result<Landing, WorkshopError>, EngineError> {
        loop {
            let landed = match self.land(task, judged.clone()).await? {
                Ok(landed) => landed,
                Err(trouble) => return Ok(Err(trouble)),
            };
            let touched = match landed {
                Landed::Done { commit } => return Ok(Ok(Landing::Done { commit })),
                Landed::Moved { base } => return Ok(Ok(Landing::Moved { base })),
                Landed::Conflict { places } => return Ok(Ok(Landing::Conflict { places })),
                Landed::Touches { tasks } => tasks,
            };
            let broken = match self.broken(task, judged.clone(), &touched).await? {
                Ok(broken) => broken,
                Err(trouble) => return Ok(Err(trouble)),
            };
            if !broken.is_empty() {
                let mut all = judged;
                all.observations.extend(broken);
                return Ok(Ok(Landing::Breaks(all)));
            }
            self.tell(RunPhase::Landing);
        }
    }

    async fn land(
        &self,
        task: &Task,
        judged: Judged,
    ) -> Result<Result<Landed, WorkshopError>, EngineError> {
        let now = self.load().await?;
        if !is_handed_in(&now) || now.attempt_number() != task.attempt_number() {
            return Err(Refusal::AlreadySo { what: "it was moved while it was judged" }.into());
        }
        Ok(self.blocking(task, move |workshop, task, _| workshop.land(task, &judged)).await)
    }

    /// Somebody moved it after it was landed, and before that was written down.
    pub(super) async fn take_back(&self) -> Result<(), EngineError> {
        let _turn = self.shared.landing.lock().await;
        let now = self.load().await?;
        if !now.is_completed() && !is_handed_in(&now) {
            // What stays there is found by the next run, and not landed before that.
            let _ = self.blocking(&now, |workshop, task, _| workshop.take_back(task)).await;
        }
        Ok(())
    }

    /// What of those that were accepted before would not hold any more.
    async fn broken(
        &self,
        task: &Task,
        judged: Judged,
        touched: &[TaskId],
    ) -> Result<Result<Vec<Observation>, WorkshopError>, EngineError> {
        let needed = self.needed_by(task).await?;
        let mut earlier = Vec::new();
        for id in touched {
            let found = self.shared.engine.store().task(id).await?;
            let Some((other, _)) = found.filter(|(other, _)| is_accepted(other)) else { continue };
            earlier.push(EarlierTask { is_needed: needed.contains(id), task: other });
        }
        let look = move |workshop: &W, task: &Task, run: &Run<'_>| {
            workshop.broken(task, &judged, &earlier, run)
        };
        let _slot = self.check_slot().await?;
        Ok(self.blocking(task, look).await)
    }

    /// Everything that had to be done before it.
    async fn needed_by(&self, task: &Task) -> Result<BTreeSet<TaskId>, EngineError> {
        let mut needed = BTreeSet::new();
        let mut open: Vec<TaskId> = task.depends_on.iter().cloned().collect();
        while let Some(id) = open.pop() {
            if !needed.insert(id.clone()) {
                continue;
            }
            if let Some((on, _)) = self.shared.engine.store().task(&id).await? {
                open.extend(on.depends_on);
            }
        }
        Ok(needed)
    }
}

/// Whether what is on the branch of it is what was accepted. One that is being judged was landed a moment ago, and
/// nobody has written it down yet; one that was sent back since then is not accepted as it is.
fn is_accepted(task: &Task) -> bool {
    match &task.state {
        TaskState::InProgress { phase: Phase::Verifying, .. }
        | TaskState::Review { .. }
        | TaskState::Completed { .. }
        | TaskState::Verified { .. } => true,
        TaskState::InProgress { phase: Phase::Working | Phase::Escalated { .. }, .. }
        | TaskState::Pending
        | TaskState::Assigned { .. }
        | TaskState::Blocked { .. }
        | TaskState::Cancelled { .. } => false,
    }
}
