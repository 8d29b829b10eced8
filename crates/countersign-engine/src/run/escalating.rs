//! Asking the escalation command about a blocked task, before a person is asked.

use countersign_core::{
    Command, EscalationAnswer, Refusal, Statement, Task, TaskCommand, TaskState,
};

use super::hold::Hold;
use super::way::{Halt, Step, Way, Went};
use super::workshop::{EscalationReply, Workshop, WorkshopError};
use super::{RunEvent, RunPhase};
use crate::EngineError;

impl<W: Workshop> Way<W> {
    /// The journal counts the answers, so that neither a crash nor another run makes more of them.
    pub(super) fn escalation_is_due(&self, task: &Task) -> bool {
        let Some(desk) = &self.shared.options.escalation else { return false };
        matches!(task.state, TaskState::Blocked { .. })
            && match &task.escalation {
                None => desk.times > 0,
                Some(before) => !before.handed_up && before.times < desk.times,
            }
    }

    pub(super) async fn escalate(&self, task: &Task, hold: &Hold) -> Step {
        self.tell(RunPhase::Escalating);
        let reply = match self.blocking(task, W::escalate).await {
            Ok(reply) => reply,
            Err(trouble) => {
                let WorkshopError { by, what } = trouble;
                return Ok(Went::Nowhere(Halt::Left { by, why: what }));
            }
        };
        // It was stopped while it thought; whoever goes on asks again.
        if self.stop.is_pulled() {
            return Ok(Went::Nowhere(Halt::Stopped));
        }
        let reply = match self.answer(&reply, hold).await {
            Ok(()) => reply,
            Err(EngineError::Refused(refusal)) => {
                let unusable = refused(&reply, &refusal)?;
                self.answer(&unusable, hold).await?;
                unusable
            }
            Err(error) => return Err(error),
        };
        let EscalationReply { answer, reason } = reply;
        self.shared.tell(RunEvent::Escalated { task: self.id.clone(), answer, reason });
        Ok(Went::Somewhere)
    }

    /// In the escalation command's own name, under this run's lease.
    async fn answer(&self, reply: &EscalationReply, hold: &Hold) -> Result<(), EngineError> {
        let Some(desk) = &self.shared.options.escalation else { return Ok(()) };
        let EscalationReply { answer, reason } = reply.clone();
        let command = TaskCommand::AnswerEscalation { answer, reason };
        let commands = [Command::Task(self.id.clone(), command)];
        self.shared.engine.execute_under(&desk.session, &commands, hold.lease.fence()).await?;
        Ok(())
    }
}

/// What it answered cannot be done.
fn refused(reply: &EscalationReply, refusal: &Refusal) -> Result<EscalationReply, EngineError> {
    let why = format!("the escalation command answered {}, and {refusal}", reply.answer.name());
    let reason = Statement::new(why).map_err(|_| EngineError::NotSealable)?;
    Ok(EscalationReply { answer: EscalationAnswer::Unusable, reason })
}
