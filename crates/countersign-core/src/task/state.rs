//! What a task is between two events. A state carries its evidence.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Assurance, Escalation, Standstill, Work};
use crate::{
    ActorId, Contract, ContractKind, Evidence, EvidenceId, EvidenceSummary, GoalId, Hat, Statement,
    TaskId, Team, Timestamp, Title, TreeId, Verdict,
};

/// Where a task stands in its life.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum TaskState {
    Pending,
    Assigned {
        builder: ActorId,
    },
    InProgress {
        builder: ActorId,
        phase: Phase,
    },
    Blocked {
        builder: ActorId,
        evidence: EvidenceId,
    },
    /// Without evidence if the contract asked for nothing to be run.
    Review {
        builder: ActorId,
        evidence: Option<EvidenceId>,
    },
    Completed {
        builder: ActorId,
        basis: Basis,
    },
    Verified {
        builder: ActorId,
        basis: Basis,
        by: ActorId,
        notes: Statement,
        solo: bool,
    },
    Cancelled {
        by: ActorId,
        reason: Statement,
    },
}

/// What happens inside `in_progress`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    Working,
    /// Submitted: the contract is owed a run.
    Verifying,
    /// Rejected by verifiers twice: a lead decides how it goes on.
    Escalated {
        verifier: ActorId,
        reason: Statement,
    },
}

/// What a completion rests on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "basis", rename_all = "snake_case")]
pub enum Basis {
    /// The contract passed; nobody looked.
    Contract { evidence: EvidenceId },
    /// The contract passed and someone else approved.
    Review { evidence: EvidenceId, approver: ActorId },
    /// Nothing could be checked by machine.
    Advisory {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evidence: Option<EvidenceId>,
        approver: Option<ActorId>,
    },
    /// Only lint and types were checked, or nothing at all.
    Skip {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evidence: Option<EvidenceId>,
        approver: Option<ActorId>,
    },
    /// A lead took it as done against the rules. It can never be verified.
    Override { by: ActorId, reason: Statement },
}

impl Basis {
    /// The basis of work whose contract passed or asked for nothing, with or without an approval. There is
    /// none for verifiable work that nobody checked.
    pub(crate) fn of(
        kind: ContractKind,
        evidence: Option<EvidenceId>,
        approver: Option<ActorId>,
    ) -> Option<Self> {
        Some(match (kind, approver) {
            (ContractKind::Advisory, approver) => Basis::Advisory { evidence, approver },
            (ContractKind::Skip, approver) => Basis::Skip { evidence, approver },
            (ContractKind::Verifiable, Some(approver)) => {
                Basis::Review { evidence: evidence?, approver }
            }
            (ContractKind::Verifiable, None) => Basis::Contract { evidence: evidence? },
        })
    }

    pub fn approver(&self) -> Option<&ActorId> {
        match self {
            Basis::Review { approver, .. } => Some(approver),
            Basis::Advisory { approver, .. } | Basis::Skip { approver, .. } => approver.as_ref(),
            Basis::Contract { .. } | Basis::Override { .. } => None,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Basis::Contract { .. } => "contract",
            Basis::Review { .. } => "review",
            Basis::Advisory { .. } => "advisory",
            Basis::Skip { .. } => "skip",
            Basis::Override { .. } => "override",
        }
    }
}

/// What a builder says about its own work. Logged, never believed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Submission {
    pub summary: Statement,
    #[serde(default)]
    pub files_changed: Vec<String>,
}

/// One submission of work and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attempt {
    pub by: ActorId,
    pub submission: Submission,
    /// What the folder held when its builder handed it in, where a copy of it was kept: no other work is judged for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_in: Option<TreeId>,
    /// The worker's run, where a runner had it done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
    pub evidence: Option<EvidenceSummary>,
}

impl Attempt {
    /// Why a worker's run is no work at all, where a runner had it done.
    pub fn shortfall(&self) -> Option<&'static str> {
        self.work.as_ref()?.shortfall(&self.submission.files_changed)
    }

    /// The digest of what was judged. Where nothing is checked there was no room that could tell it, and the runner does.
    fn result(&self) -> Option<&str> {
        let judged = self.evidence.as_ref().and_then(|evidence| evidence.result.as_deref());
        judged.or_else(|| self.work.as_ref().map(|work| work.result.as_str()))
    }

    /// Whether evidence is about this very work, as far as it says what it is about.
    pub(super) fn is_judged_by(&self, evidence: &Evidence) -> bool {
        match (&self.handed_in, &evidence.room) {
            (Some(tree), Some(room)) => room.result == tree.as_str(),
            (None, _) | (_, None) => true,
        }
    }
}

/// What a goal needs to know of its task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Open,
    Verified,
    /// Cancelled: the goal does without it.
    Dropped,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A task as the fold of its events.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Task {
    pub id: TaskId,
    pub title: Title,
    pub brief: String,
    pub contract: Contract,
    pub assurance: Assurance,
    /// How many failed attempts are sent back with a diagnosis before the task blocks.
    pub revisions: u32,
    pub depends_on: BTreeSet<TaskId>,
    /// What a person has to settle about the contract before anyone may work to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Statement>,
    /// What the task's source says of it that nobody checks.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    pub goal: Option<GoalId>,
    pub created_by: ActorId,
    pub state: TaskState,
    /// When the present state began.
    pub since: Timestamp,
    /// Every hat anyone ever wore on this task. Grows only: finished work still counts.
    pub worn: BTreeMap<ActorId, BTreeSet<Hat>>,
    /// Everyone who ever approved it.
    pub approvers: BTreeSet<ActorId>,
    /// What the folder held before the present work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<TreeId>,
    pub attempts: Vec<Attempt>,
    /// Who gets the work next, when the attempts of the present builder are exhausted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<ActorId>,
    /// Runs of workers since the last attempt that were none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub interruptions: u32,
    /// Failed attempts since the work was last handed out or sent back.
    pub failures: u32,
    /// How often verifiers have rejected it.
    pub rejections: u32,
    /// Why it was last sent back, for whoever works on it next.
    pub sent_back: Option<Statement>,
    /// What an escalation command has answered since a lead last handed it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalation: Option<Escalation>,
    /// Why the last run brought it no further, until something happens to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standstill: Option<Standstill>,
}

impl Task {
    pub fn builder(&self) -> Option<&ActorId> {
        match &self.state {
            TaskState::Pending | TaskState::Cancelled { .. } => None,
            TaskState::Assigned { builder }
            | TaskState::InProgress { builder, .. }
            | TaskState::Blocked { builder, .. }
            | TaskState::Review { builder, .. }
            | TaskState::Completed { builder, .. }
            | TaskState::Verified { builder, .. } => Some(builder),
        }
    }

    /// Whether anybody was ever at work on it, or it is over.
    pub fn is_begun(&self) -> bool {
        let waits = matches!(self.state, TaskState::Pending | TaskState::Assigned { .. });
        !waits || !self.attempts.is_empty() || self.base.is_some()
    }

    /// Whether dependents may start.
    pub fn is_completed(&self) -> bool {
        matches!(self.state, TaskState::Completed { .. } | TaskState::Verified { .. })
    }

    /// Whether nothing is to be done on it any more, unless it is opened again.
    pub fn is_over(&self) -> bool {
        self.is_completed() || matches!(self.state, TaskState::Cancelled { .. })
    }

    /// How far it must go: as far as it was made to, and in a goal the whole way.
    pub fn required(&self) -> Assurance {
        if self.goal.is_some() { Assurance::Independent } else { self.assurance }
    }

    /// Whether completion is the end, or a verification is still owed.
    pub fn needs_verification(&self) -> bool {
        self.required() == Assurance::Independent
    }

    /// Whether a verification can follow on such a completion. An override is never verified, and what
    /// must be independent is reviewed first.
    pub fn may_become_verified(&self, basis: &Basis) -> bool {
        match basis {
            Basis::Override { .. } => false,
            Basis::Contract { .. }
            | Basis::Review { .. }
            | Basis::Advisory { .. }
            | Basis::Skip { .. } => basis.approver().is_some() || !self.needs_verification(),
        }
    }

    /// The number of the attempt that was submitted last, from one.
    pub fn attempt_number(&self) -> u32 {
        u32::try_from(self.attempts.len()).unwrap_or(u32::MAX)
    }

    /// Whether the last two attempts of one builder failed alike with the same work: another one would too.
    pub fn is_stuck(&self) -> bool {
        let [.., before, last] = self.attempts.as_slice() else { return false };
        let (Some(first), Some(second)) = (&before.evidence, &last.evidence) else { return false };
        before.by == last.by
            && self.failures >= 2
            && first.verdict == Verdict::Failed
            && second.verdict == Verdict::Failed
            && before.result().is_some()
            && before.result() == last.result()
            && first.shortfalls.keys().eq(second.shortfalls.keys())
    }

    /// What whoever gets it next is told, without a word of what is hidden.
    pub(super) fn why_handed_on(&self) -> Statement {
        let by = self.builder().map_or_else(String::new, ToString::to_string);
        let again = if self.is_stuck() { ", twice with the same result" } else { "" };
        Statement::of_ours(alloc::format!("{by} did not meet the contract{again}"))
    }

    /// Whether nobody owes it anything any more.
    pub fn is_settled(&self) -> bool {
        match &self.state {
            TaskState::Verified { .. } | TaskState::Cancelled { .. } => true,
            // A lead took it as done, but a goal cannot be verified with it.
            TaskState::Completed { basis: Basis::Override { .. }, .. } => self.goal.is_none(),
            TaskState::Completed { .. } => !self.needs_verification(),
            TaskState::Pending
            | TaskState::Assigned { .. }
            | TaskState::InProgress { .. }
            | TaskState::Blocked { .. }
            | TaskState::Review { .. } => false,
        }
    }

    pub fn standing(&self) -> Standing {
        match self.state {
            TaskState::Verified { .. } => Standing::Verified,
            TaskState::Cancelled { .. } => Standing::Dropped,
            TaskState::Pending
            | TaskState::Assigned { .. }
            | TaskState::InProgress { .. }
            | TaskState::Blocked { .. }
            | TaskState::Review { .. }
            | TaskState::Completed { .. } => Standing::Open,
        }
    }

    /// The hat for working on it: whoever takes over work that was sent back is its fixer.
    pub fn working_hat(&self, actor: &ActorId) -> Hat {
        let built = self.worn.get(actor).is_some_and(|hats| hats.contains(&Hat::Builder));
        let built_by_another = self.worn.values().any(|hats| hats.contains(&Hat::Builder));
        if built_by_another && !built && self.sent_back.is_some() {
            Hat::Fixer
        } else {
            Hat::Builder
        }
    }

    /// Someone of the same hands as `actor` who made any of this work, at any time.
    pub fn maker_of_same_hands<'a>(&'a self, actor: &ActorId, team: &Team) -> Option<&'a ActorId> {
        self.worn
            .iter()
            .filter(|(_, hats)| hats.iter().any(|hat| hat.makes_work()))
            .map(|(maker, _)| maker)
            .chain(self.builder())
            .find(|maker| team.same_hands(maker, actor))
    }

    /// Someone of the same hands as `actor` who ever approved this task.
    pub fn approver_of_same_hands<'a>(
        &'a self,
        actor: &ActorId,
        team: &Team,
    ) -> Option<&'a ActorId> {
        self.approvers.iter().find(|approver| team.same_hands(approver, actor))
    }
}

impl TaskState {
    /// The state in one word, the same word at every door.
    pub fn name(&self) -> &'static str {
        match self {
            TaskState::Pending => "pending",
            TaskState::Assigned { .. } => "assigned",
            TaskState::InProgress { .. } => "in_progress",
            TaskState::Blocked { .. } => "blocked",
            TaskState::Review { .. } => "review",
            TaskState::Completed { .. } => "completed",
            TaskState::Verified { .. } => "verified",
            TaskState::Cancelled { .. } => "cancelled",
        }
    }

    /// Every state name, in the order of a task's life.
    pub const NAMES: [&'static str; 8] = [
        "pending",
        "assigned",
        "in_progress",
        "blocked",
        "review",
        "completed",
        "verified",
        "cancelled",
    ];
}
