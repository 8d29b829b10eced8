//! What happened to a task.

use alloc::collections::BTreeSet;
use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::{Assurance, Basis, Submission};
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
    },
    ContractSettled {
        contract: Contract,
        reason: Statement,
    },
    ContractAmended {
        amendment: Amendment,
        reason: Statement,
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
    },
    Started {
        hat: Hat,
        /// What the folder held before the work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base: Option<TreeId>,
    },
    Submitted {
        submission: Submission,
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
    /// Attempts are exhausted; a person decides.
    Blocked,
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
            TaskEvent::ContractSettled { .. } => "contract_settled",
            TaskEvent::ContractAmended { .. } => "contract_amended",
            TaskEvent::LinkedToGoal { .. } => "linked_to_goal",
            TaskEvent::DependencyAdded { .. } => "dependency_added",
            TaskEvent::DependencyDropped { .. } => "dependency_dropped",
            TaskEvent::HatWorn { .. } => "hat_worn",
            TaskEvent::Assigned { .. } => "assigned",
            TaskEvent::Started { .. } => "started",
            TaskEvent::Submitted { .. } => "submitted",
            TaskEvent::ContractPassed { .. } => "contract_passed",
            TaskEvent::ContractFailed { .. } => "contract_failed",
            TaskEvent::ContractUndecided { .. } => "contract_undecided",
            TaskEvent::ContractEmpty => "contract_empty",
            TaskEvent::Blocked => "blocked",
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
