//! Asking the escalation command about a blocked task, before a person is asked.

use countersign_contract::brief::in_words;
use countersign_contract::generate;
use countersign_core::{
    Amendment, Command, EscalationAnswer, Statement, Task, TaskCommand, TaskState,
};

use super::account::within;
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
        let reply = match self.in_our_words(task, reply) {
            Ok(reply) => reply,
            Err((reply, why)) => refused(&reply, &why)?,
        };
        let reply = match self.why_missing(&reply) {
            Some(why) => refused(&reply, &why)?,
            None => reply,
        };
        let reply = match self.answer(&reply, hold).await {
            Ok(()) => reply,
            Err(EngineError::Refused(refusal)) => {
                let unusable = refused(&reply, &refusal.to_string())?;
                self.answer(&unusable, hold).await?;
                unusable
            }
            Err(error) => return Err(error),
        };
        let EscalationReply { answer, reason } = reply;
        self.shared.tell(RunEvent::Escalated { task: self.id.clone(), answer, reason });
        Ok(Went::Somewhere)
    }

    /// Its amendments, if each of their checks is one, and described as what it is. What an escalation command says of a
    /// check, and of where it comes from, may be about another one: it chooses what is checked and not how that is told.
    fn in_our_words(
        &self,
        task: &Task,
        mut reply: EscalationReply,
    ) -> Result<EscalationReply, (EscalationReply, String)> {
        let Some(desk) = &self.shared.options.escalation else { return Ok(reply) };
        let EscalationAnswer::Amend { amendments } = &mut reply.answer else { return Ok(reply) };
        let mut unfit = None;
        for amendment in amendments {
            let (Amendment::Add { criterion } | Amendment::Change { criterion }) = amendment else {
                continue;
            };
            unfit = unfit.or_else(|| generate::unfit(&criterion.check));
            let before = task.contract.criteria().iter().find(|one| one.id == criterion.id);
            let (description, origin) = match before.filter(|one| one.check == criterion.check) {
                Some(same) => (same.description.clone(), same.origin.clone()),
                None => (in_words(&criterion.check), format!("edited by {}", desk.session.actor())),
            };
            (criterion.description, criterion.origin) = (description, origin);
        }
        match unfit {
            Some(why) => Err((reply, why)),
            None => Ok(reply),
        }
    }

    /// Why the worker that it hands the work to could not begin on this machine.
    fn why_missing(&self, reply: &EscalationReply) -> Option<String> {
        match &reply.answer {
            EscalationAnswer::Reassign { to, .. } => {
                self.shared.options.hands.get(to.as_str()).cloned().flatten()
            }
            EscalationAnswer::Retry { .. }
            | EscalationAnswer::Amend { .. }
            | EscalationAnswer::Person
            | EscalationAnswer::Unusable => None,
        }
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
fn refused(reply: &EscalationReply, why: &str) -> Result<EscalationReply, EngineError> {
    // It may repeat what was answered, which is as long as the escalation command likes.
    let why = within(why);
    let why = format!("the escalation command answered {}, and {why}", reply.answer.name());
    let reason = Statement::new(why).map_err(|_| EngineError::NotSealable)?;
    Ok(EscalationReply { answer: EscalationAnswer::Unusable, reason })
}
