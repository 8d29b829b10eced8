//! What an escalation command may answer about blocked work. It is asked before a person is, it decides no more
//! than a way back to work, and whatever it cannot answer goes to a person.

use alloc::vec;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::decide::Scene;
use super::{TaskEvent, TaskState};
use crate::duty::{self, Act};
use crate::{
    ActorId, ActorKind, Amendment, Contract, Criterion, Refusal, Statement, UnsoundContract,
    Visibility,
};

/// Most amendments in one answer.
const MOST_AMENDMENTS: usize = 50;

/// How a blocked task goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum EscalationAnswer {
    /// The same worker tries again, and knows more.
    Retry { note: Statement },
    /// Another agent gets it.
    Reassign {
        to: ActorId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<Statement>,
    },
    /// What was asked for was wrong. The same worker tries again.
    Amend { amendments: Vec<Amendment> },
    /// A person decides.
    Person,
    /// What came was no answer, so a person decides.
    Unusable,
}

impl EscalationAnswer {
    pub fn name(&self) -> &'static str {
        match self {
            EscalationAnswer::Retry { .. } => "retry",
            EscalationAnswer::Reassign { .. } => "reassign",
            EscalationAnswer::Amend { .. } => "amend",
            EscalationAnswer::Person => "person",
            EscalationAnswer::Unusable => "unusable",
        }
    }

    /// Whether it is a person's turn after it.
    pub fn hands_up(&self) -> bool {
        match self {
            EscalationAnswer::Person | EscalationAnswer::Unusable => true,
            EscalationAnswer::Retry { .. }
            | EscalationAnswer::Reassign { .. }
            | EscalationAnswer::Amend { .. } => false,
        }
    }
}

/// What was answered since a lead last handed the task out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Escalation {
    pub by: ActorId,
    /// How many answers there were.
    pub times: u32,
    /// Whether the last one left it to a person.
    pub handed_up: bool,
    /// What the last one gives as its reason.
    pub reason: Statement,
}

impl Scene<'_> {
    pub(super) fn answer_escalation(
        &self,
        answer: &EscalationAnswer,
        reason: &Statement,
    ) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::AnswerEscalation)?;
        let TaskState::Blocked { builder, .. } = &self.task.state else {
            return Err(self.wrong_state("blocked"));
        };
        if self.task.escalation.as_ref().is_some_and(|before| before.handed_up) {
            return Err(Refusal::WaitsForLead { task: self.task.id.clone() });
        }
        let answered =
            TaskEvent::EscalationAnswered { answer: answer.clone(), reason: reason.clone() };
        let mut events = vec![answered];
        match answer {
            EscalationAnswer::Retry { note } => {
                events.push(self.back_to_work(builder, Some(note))?);
            }
            EscalationAnswer::Reassign { to, note } => {
                events.push(self.back_to_work(to, note.as_ref().or(Some(reason)))?);
            }
            EscalationAnswer::Amend { amendments } => {
                events.extend(self.amended_by_escalation(amendments, reason)?);
                events.push(self.back_to_work(builder, Some(reason))?);
            }
            EscalationAnswer::Person | EscalationAnswer::Unusable => {}
        }
        Ok(events)
    }

    /// Only to an agent: nobody but a lead hands work to a person.
    fn back_to_work(&self, to: &ActorId, note: Option<&Statement>) -> Result<TaskEvent, Refusal> {
        duty::permit(Act::Build, to, Some(self.task), &self.board.team)?;
        if duty::known(to, &self.board.team)?.kind != ActorKind::Agent {
            return Err(Refusal::OnlyToAgents { actor: to.clone() });
        }
        let then = self.task.then.iter().filter(|next| *next != to).cloned().collect();
        Ok(TaskEvent::Assigned { to: to.clone(), then, note: note.cloned() })
    }

    /// What is hidden from workers is no business of an escalation command either: it was not shown it.
    fn amended_by_escalation(
        &self,
        amendments: &[Amendment],
        reason: &Statement,
    ) -> Result<Vec<TaskEvent>, Refusal> {
        if amendments.is_empty() {
            return Err(Refusal::AlreadySo { what: "nothing of the contract is amended" });
        }
        if amendments.len() > MOST_AMENDMENTS {
            return Err(Refusal::TooLong {
                what: "the list of amendments",
                limit: MOST_AMENDMENTS,
            });
        }
        let mut contract = self.task.contract.clone();
        let mut events = Vec::new();
        for amendment in amendments {
            not_of_what_is_hidden(&contract, amendment)?;
            self.judged_at_some_time(&contract, amendment)?;
            let uncovers = contract.uncovered_by(amendment);
            contract = contract.amended(amendment, uncovers.as_deref())?;
            let (amendment, reason) = (amendment.clone(), reason.clone());
            // Nothing hidden gets here.
            events.push(TaskEvent::ContractAmended { amendment, reason, hidden: false, uncovers });
        }
        Ok(events)
    }
}

/// What is hidden is refused in the words for what is not there: more would tell of it.
fn not_of_what_is_hidden(contract: &Contract, amendment: &Amendment) -> Result<(), Refusal> {
    let id = amendment.criterion();
    let there = contract.criteria().iter().find(|there| there.id == *id);
    let is_shown = there.is_some_and(|there| there.visibility == Visibility::Shown);
    let no_such = || Err(UnsoundContract::NoSuchCriterion(id.clone()).into());
    let hides = |criterion: &Criterion| match criterion.visibility {
        Visibility::Hidden => Err(Refusal::EscalationHides { criterion: criterion.id.clone() }),
        Visibility::Shown => Ok(()),
    };
    match amendment {
        Amendment::Add { criterion } => {
            hides(criterion)?;
            if there.is_some() && !is_shown { no_such() } else { Ok(()) }
        }
        Amendment::Change { criterion } if is_shown => hides(criterion),
        Amendment::Remove { .. } if is_shown => Ok(()),
        Amendment::Change { .. } | Amendment::Remove { .. } => no_such(),
    }
}
