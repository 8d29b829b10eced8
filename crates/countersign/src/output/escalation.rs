//! What an escalation command reads, and what it may answer.

use countersign_core::{ActorId, Amendment, EscalationAnswer, Statement};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::blocked::BlockedView;

/// What an escalation command reads on standard input. Nothing that is hidden from workers is in it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Escalation")]
pub struct EscalationView {
    #[serde(flatten)]
    pub blocked: BlockedView,
    pub title: String,
    /// What the worker read the first time.
    pub brief: String,
    /// To whom it can be reassigned.
    pub workers: Vec<String>,
    /// How many answers there were since a lead last handed it out.
    pub answered: u32,
}

/// What it prints, and nothing else. Every answer says why.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "EscalationAnswer")]
#[serde(tag = "answer", rename_all = "snake_case", deny_unknown_fields)]
pub enum EscalationAnswerView {
    /// The same worker tries again.
    Retry {
        /// What it is to know beyond its brief.
        note: Statement,
        reason: Statement,
    },
    /// Another worker gets it.
    Reassign { to: ActorId, note: Option<Statement>, reason: Statement },
    /// What was asked for was wrong; the same worker tries again.
    Amend { amendments: Vec<Amendment>, reason: Statement },
    /// A person decides.
    Person { reason: Statement },
}

impl EscalationAnswerView {
    /// What is said, and why.
    pub fn apart(self) -> (EscalationAnswer, Statement) {
        match self {
            Self::Retry { note, reason } => (EscalationAnswer::Retry { note }, reason),
            Self::Reassign { to, note, reason } => {
                (EscalationAnswer::Reassign { to, note }, reason)
            }
            Self::Amend { amendments, reason } => (EscalationAnswer::Amend { amendments }, reason),
            Self::Person { reason } => (EscalationAnswer::Person, reason),
        }
    }
}
