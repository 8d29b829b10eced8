//! A goal: a flat container of tasks. There is no goal within a goal.

mod decide;
mod evolve;

pub(crate) use decide::{decide, decide_creation, follow};
pub(crate) use evolve::evolve;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    ActorId, CriterionId, Evidence, EvidenceId, Finding, GoalId, Standing, Statement, TaskId,
    Timestamp, Title,
};

/// Where a goal stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum GoalState {
    Open,
    Active {
        /// Why a lead last sent it back, until the next verification.
        rejected: Option<Statement>,
    },
    /// Every task is verified; the whole is owed a look.
    PendingVerify {
        /// Runs that passed on the whole since then.
        passed: Vec<EvidenceId>,
        /// The last run, if it did not pass. The goal cannot be verified over it.
        failed: Option<EvidenceId>,
    },
    Verified {
        by: ActorId,
        integration: Integration,
    },
}

impl GoalState {
    pub fn name(&self) -> &'static str {
        match self {
            GoalState::Open => "open",
            GoalState::Active { .. } => "active",
            GoalState::PendingVerify { .. } => "pending_verify",
            GoalState::Verified { .. } => "verified",
        }
    }

    pub const NAMES: [&'static str; 4] = ["open", "active", "pending_verify", "verified"];
}

/// What shows that the parts work together.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "integration", rename_all = "snake_case")]
pub enum Integration {
    /// The lead says what was tried; the session's identity signs it.
    Notes { tried: Statement },
    /// A run on the whole that a runner recorded and that passed.
    Run { evidence: EvidenceId, notes: Statement },
}

/// A deferred criterion of one of the goal's tasks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeferredCriterion {
    pub task: TaskId,
    pub criterion: CriterionId,
}

/// A goal as the fold of its events. It counts its tasks; it does not list them, so that
/// a goal of ten thousand tasks costs no more than a goal of ten.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Goal {
    pub id: GoalId,
    pub title: Title,
    pub description: String,
    pub project: String,
    pub created_by: ActorId,
    pub state: GoalState,
    pub since: Timestamp,
    /// Tasks by standing. Their sum is the number of tasks linked.
    pub open: u32,
    pub verified: u32,
    pub dropped: u32,
    /// How often all its tasks have become verified.
    pub rounds: u32,
    /// Deferred criteria of its tasks and what was last found; none while not run.
    pub deferred: BTreeMap<TaskId, BTreeMap<CriterionId, Option<Finding>>>,
}

impl Goal {
    /// Deferred criteria that have not passed on the present whole.
    pub fn outstanding(&self) -> impl Iterator<Item = DeferredCriterion> {
        self.deferred.iter().flat_map(|(task, criteria)| {
            criteria.iter().filter(|(_, found)| **found != Some(Finding::Pass)).map(
                move |(criterion, _)| DeferredCriterion {
                    task: task.clone(),
                    criterion: criterion.clone(),
                },
            )
        })
    }

    /// Nothing is left to verify, and something was. Zero tasks are not a success.
    pub fn all_verified(&self) -> bool {
        self.open == 0 && self.verified > 0
    }
}

/// What can be asked of a goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum GoalCommand {
    Create {
        title: Title,
        #[serde(default)]
        description: String,
        #[serde(default)]
        project: String,
    },
    LinkTask {
        task: TaskId,
    },
    /// A runner records a run on the whole: deferred criteria, and whatever else was tried.
    RecordIntegration {
        /// Which round was judged: how often all tasks had been verified when the run began.
        round: u32,
        run: IntegrationRun,
    },
    Verify {
        notes: Statement,
        /// A recorded run to rest on, beside the notes.
        evidence: Option<EvidenceId>,
    },
    Reject {
        reason: Statement,
    },
}

/// What a runner saw on the whole.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IntegrationRun {
    /// Deferred criteria by task.
    #[serde(default)]
    pub deferred: BTreeMap<TaskId, Evidence>,
    /// Further commands on the whole.
    pub whole: Evidence,
}

/// What happened to a goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum GoalEvent {
    Created {
        title: Title,
        description: String,
        project: String,
    },
    TaskLinked {
        task: TaskId,
        standing: Standing,
        deferred: Vec<CriterionId>,
    },
    /// One of its tasks was verified, lost its verification, or was cancelled.
    TaskMoved {
        task: TaskId,
        from: Standing,
        to: Standing,
    },
    /// The contract of one of its tasks has other deferred criteria than before.
    DeferredChanged {
        task: TaskId,
        deferred: Vec<CriterionId>,
    },
    Activated,
    AllTasksVerified,
    IntegrationRecorded {
        run: IntegrationRun,
    },
    /// New or reopened work: what was confirmed of the whole no longer holds.
    Returned,
    Verified {
        integration: Integration,
    },
    Rejected {
        reason: Statement,
    },
}

impl GoalEvent {
    pub fn name(&self) -> &'static str {
        match self {
            GoalEvent::Created { .. } => "created",
            GoalEvent::TaskLinked { .. } => "task_linked",
            GoalEvent::TaskMoved { .. } => "task_moved",
            GoalEvent::DeferredChanged { .. } => "deferred_changed",
            GoalEvent::Activated => "activated",
            GoalEvent::AllTasksVerified => "all_tasks_verified",
            GoalEvent::IntegrationRecorded { .. } => "integration_recorded",
            GoalEvent::Returned => "returned",
            GoalEvent::Verified { .. } => "verified",
            GoalEvent::Rejected { .. } => "rejected",
        }
    }
}

impl GoalCommand {
    pub fn name(&self) -> &'static str {
        match self {
            GoalCommand::Create { .. } => "create goal",
            GoalCommand::LinkTask { .. } => "link task",
            GoalCommand::RecordIntegration { .. } => "record integration",
            GoalCommand::Verify { .. } => "verify goal",
            GoalCommand::Reject { .. } => "reject goal",
        }
    }
}
