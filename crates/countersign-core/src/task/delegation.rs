//! What a runner may do for a builder: have a worker do the work, and pass it on when it fails.

use alloc::vec;
use alloc::vec::Vec;

use super::decide::Scene;
use super::{Phase, Standstill, Task, TaskEvent, TaskState};
use crate::duty::{self, Act};
use crate::{ActorId, Evidence, Refusal, Stamp, TreeId};

impl Scene<'_> {
    /// A worker is started for an agent. What a person builds is nobody's to delegate.
    pub(super) fn delegate(&self, base: &TreeId) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Delegate)?;
        let (TaskState::Assigned { builder }
        | TaskState::InProgress { builder, phase: Phase::Working }) = &self.task.state
        else {
            return Err(self.wrong_state("assigned or being worked on"));
        };
        duty::permit(Act::Build, builder, Some(self.task), &self.board.team)?;
        let waiting = self.unfinished_dependencies()?;
        if !waiting.is_empty() {
            return Err(Refusal::WaitsForDependencies { task: self.task.id.clone(), waiting });
        }
        let (hat, base) = (self.task.working_hat(builder), base.clone());
        Ok(vec![TaskEvent::Delegated { hat, base }])
    }

    /// In the hands of a worker.
    pub(super) fn delegated(&self) -> Result<(), Refusal> {
        self.permit(Act::Delegate)?;
        match self.phase("in_progress")? {
            Phase::Working => Ok(()),
            Phase::Verifying => Err(Refusal::AlreadySo { what: "the work is submitted" }),
            Phase::Escalated { .. } => Err(Refusal::WaitsForLead { task: self.task.id.clone() }),
        }
    }

    /// In the hands of a worker, or of those who judge what it did. Said once, as long as it is the same.
    pub(super) fn leave(&self, standstill: &Standstill) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Delegate)?;
        match &self.task.state {
            TaskState::Assigned { .. }
            | TaskState::InProgress { phase: Phase::Working | Phase::Verifying, .. } => {}
            TaskState::InProgress { phase: Phase::Escalated { .. }, .. }
            | TaskState::Pending
            | TaskState::Blocked { .. }
            | TaskState::Review { .. }
            | TaskState::Completed { .. }
            | TaskState::Verified { .. }
            | TaskState::Cancelled { .. } => {
                return Err(self.wrong_state("assigned or in_progress"));
            }
        }
        if self.task.standstill.as_ref() == Some(standstill) {
            return Err(Refusal::AlreadySo { what: "that is why it was left" });
        }
        Ok(vec![TaskEvent::Left { standstill: standstill.clone() }])
    }

    pub(super) fn being_judged(&self) -> Result<(), Refusal> {
        self.permit(Act::Delegate)?;
        self.verifying()
    }

    /// What its builder handed in itself was never delegated: a runner that judges it sends it back, whoever built it.
    pub(super) fn returnable(&self) -> Result<(), Refusal> {
        let is_delivered = self.task.attempts.last().is_some_and(|last| last.work.is_some());
        self.permit(if is_delivered { Act::Delegate } else { Act::Record })?;
        self.verifying()
    }

    fn verifying(&self) -> Result<(), Refusal> {
        match self.phase("in_progress and submitted")? {
            Phase::Verifying => Ok(()),
            Phase::Working | Phase::Escalated { .. } => {
                Err(self.wrong_state("in_progress and submitted"))
            }
        }
    }

    /// What failed goes back while there is a revision left and it is not the same again; then it goes to the
    /// next who may build it, each once; then to a person.
    pub(super) fn failed(&self, evidence: Evidence) -> Result<Vec<TaskEvent>, Refusal> {
        let failed = TaskEvent::ContractFailed { evidence };
        let after = self.after(&failed)?;
        if after.failures <= after.revisions && !after.is_stuck() {
            return Ok(vec![failed]);
        }
        let may_build = |next: &&ActorId| {
            duty::permit(Act::Build, next, Some(&after), &self.board.team).is_ok()
        };
        let Some(next) = after.then.iter().find(may_build) else {
            return Ok(vec![failed, TaskEvent::Blocked]);
        };
        let to = next.clone();
        Ok(vec![failed, TaskEvent::HandedOn { to }])
    }

    fn after(&self, event: &TaskEvent) -> Result<Task, Refusal> {
        // Nothing of what is asked here depends on when it happened.
        let stamp = Stamp { by: self.by.clone(), at: self.task.since };
        Ok(super::evolve(&self.task.id, Some(self.task.clone()), event, &stamp)?)
    }
}
