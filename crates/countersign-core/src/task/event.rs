//! What happened to a task.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Assurance, Basis, EscalationAnswer, Interruption, Standstill, Submission, Work};
use crate::{
    ActorId, Amendment, Contract, Evidence, GoalId, Hat, Statement, TaskId, Title, TreeId,
};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TaskEvent {
    Created {
        title: Title,
        brief: String,
        contract: Contract,
        assurance: Assurance,
        revisions: u32,
        depends_on: BTreeSet<TaskId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<Statement>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        labels: BTreeMap<String, String>,
    },
    /// Its source has another text now, and nobody had begun on the one before.
    Restated {
        title: Title,
        brief: String,
        contract: Contract,
        depends_on: BTreeSet<TaskId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<Statement>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        labels: BTreeMap<String, String>,
    },
    /// How far it must go, and how often failed work is sent back.
    Required {
        assurance: Assurance,
        revisions: u32,
    },
    ContractSettled {
        contract: Contract,
        reason: Statement,
    },
    ContractAmended {
        amendment: Amendment,
        reason: Statement,
        /// What was edited is, or was before, hidden from workers.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        hidden: bool,
        /// What the text asks for and nothing checks since.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uncovers: Option<String>,
    },
    LinkedToGoal {
        goal: GoalId,
    },
    DependencyAdded {
        on: TaskId,
    },
    DependencyDropped {
        on: TaskId,
    },
    HatWorn {
        actor: ActorId,
        hat: Hat,
    },
    Assigned {
        to: ActorId,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<ActorId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<Statement>,
    },
    Started {
        hat: Hat,
        /// What the folder held before the work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base: Option<TreeId>,
    },
    Submitted {
        submission: Submission,
        /// What the folder held, where a copy of it was kept to be judged: no other work is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handed_in: Option<TreeId>,
    },
    /// A runner started a worker in the builder's name.
    Delegated {
        hat: Hat,
        base: TreeId,
    },
    /// A runner handed in what the worker left.
    Delivered {
        submission: Submission,
        work: Work,
    },
    /// A worker's run came to nothing, and is no attempt.
    Interrupted {
        interruption: Interruption,
    },
    /// A run could not bring it further, and nobody's work is to blame: a person is told.
    Left {
        standstill: Standstill,
    },
    /// The work was merged with what was accepted meanwhile.
    Rebased {
        base: TreeId,
    },
    /// The work could not be merged with what was accepted meanwhile, or nobody can judge what was handed in.
    Conflicted {
        conflict: Statement,
    },
    ContractPassed {
        evidence: Evidence,
    },
    ContractFailed {
        evidence: Evidence,
    },
    ContractUndecided {
        evidence: Evidence,
    },
    /// Submitted advisory or skipped work whose contract asks for nothing to be run.
    ContractEmpty,
    /// Attempts are exhausted, and the next one gets the work.
    HandedOn {
        to: ActorId,
    },
    /// Attempts are exhausted; a person decides.
    Blocked,
    /// An escalation command was asked before a person was. What follows from its answer follows in the record.
    EscalationAnswered {
        answer: EscalationAnswer,
        reason: Statement,
    },
    Completed {
        basis: Basis,
    },
    /// Advisory work that was completed unread has been read.
    AdvisoryReviewed {
        notes: Statement,
    },
    ReviewRejected {
        reason: Statement,
    },
    Verified {
        notes: Statement,
        solo: bool,
    },
    VerificationRejected {
        reason: Statement,
    },
    /// Verifiers have rejected it twice or more; a lead is told.
    Escalated {
        rejections: u32,
    },
    Reopened {
        reason: Statement,
        builder: ActorId,
    },
    Overridden {
        reason: Statement,
    },
    Cancelled {
        reason: Statement,
    },
}

impl TaskEvent {
    pub fn name(&self) -> &'static str {
        match self {
            TaskEvent::Created { .. } => "created",
            TaskEvent::Restated { .. } => "restated",
            TaskEvent::Required { .. } => "required",
            TaskEvent::ContractSettled { .. } => "contract_settled",
            TaskEvent::ContractAmended { .. } => "contract_amended",
            TaskEvent::LinkedToGoal { .. } => "linked_to_goal",
            TaskEvent::DependencyAdded { .. } => "dependency_added",
            TaskEvent::DependencyDropped { .. } => "dependency_dropped",
            TaskEvent::HatWorn { .. } => "hat_worn",
            TaskEvent::Assigned { .. } => "assigned",
            TaskEvent::Started { .. } => "started",
            TaskEvent::Submitted { .. } => "submitted",
            TaskEvent::Delegated { .. } => "delegated",
            TaskEvent::Delivered { .. } => "delivered",
            TaskEvent::Interrupted { .. } => "interrupted",
            TaskEvent::Left { .. } => "left",
            TaskEvent::Rebased { .. } => "rebased",
            TaskEvent::Conflicted { .. } => "conflicted",
            TaskEvent::HandedOn { .. } => "handed_on",
            TaskEvent::ContractPassed { .. } => "contract_passed",
            TaskEvent::ContractFailed { .. } => "contract_failed",
            TaskEvent::ContractUndecided { .. } => "contract_undecided",
            TaskEvent::ContractEmpty => "contract_empty",
            TaskEvent::Blocked => "blocked",
            TaskEvent::EscalationAnswered { .. } => "escalation_answered",
            TaskEvent::Completed { .. } => "completed",
            TaskEvent::AdvisoryReviewed { .. } => "advisory_reviewed",
            TaskEvent::ReviewRejected { .. } => "review_rejected",
            TaskEvent::Verified { .. } => "verified",
            TaskEvent::VerificationRejected { .. } => "verification_rejected",
            TaskEvent::Escalated { .. } => "escalated",
            TaskEvent::Reopened { .. } => "reopened",
            TaskEvent::Overridden { .. } => "overridden",
            TaskEvent::Cancelled { .. } => "cancelled",
        }
    }
}
