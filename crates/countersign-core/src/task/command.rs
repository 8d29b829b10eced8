//! What can be asked of a task. There is no command that sets a state: states follow from acts.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Assurance, EscalationAnswer, Interruption, Standstill, Submission, Work};
use crate::{ActorId, Amendment, Contract, Evidence, Hat, Statement, TaskId, Title, TreeId};

/// Who asks is never part of a command; it comes from the authenticated session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TaskCommand {
    Create {
        title: Title,
        #[serde(default)]
        brief: String,
        contract: Contract,
        assurance: Assurance,
        revisions: u32,
        #[serde(default)]
        depends_on: BTreeSet<TaskId>,
        /// What a person has to settle about the contract before anyone may work to it.
        #[serde(default)]
        question: Option<Statement>,
        /// What the task's source says of it that nobody checks: its track, its role, who is to do it.
        #[serde(default)]
        labels: BTreeMap<String, String>,
    },
    /// The source of a task on which nobody has begun has another text now.
    Restate {
        title: Title,
        #[serde(default)]
        brief: String,
        contract: Contract,
        #[serde(default)]
        depends_on: BTreeSet<TaskId>,
        #[serde(default)]
        question: Option<Statement>,
        #[serde(default)]
        labels: BTreeMap<String, String>,
    },
    /// A lead says how far a task must go on which nobody has begun, and, as long as it is not over, how often failed work
    /// is sent back.
    Require {
        assurance: Assurance,
        revisions: u32,
    },
    /// A lead answers the question that stands open on the contract.
    SettleContract {
        contract: Contract,
        reason: Statement,
    },
    /// A lead edits the contract while nobody works to it.
    AmendContract {
        amendment: Amendment,
        reason: Statement,
    },
    AddDependency {
        on: TaskId,
    },
    DropDependency {
        on: TaskId,
    },
    /// Puts a hat on someone for this task without any other act.
    WearHat {
        actor: ActorId,
        hat: Hat,
    },
    Assign {
        to: ActorId,
        /// Who gets the work next, one after the other, when the attempts of the one before are exhausted.
        #[serde(default)]
        then: Vec<ActorId>,
        /// What whoever works on it is to know beyond the task.
        #[serde(default)]
        note: Option<Statement>,
    },
    Start {
        /// What the folder held before the work, where a runner is to judge against it.
        #[serde(default)]
        base: Option<TreeId>,
    },
    Submit {
        submission: Submission,
        /// What the folder held, where a copy of it is kept to be judged.
        handed_in: Option<TreeId>,
    },
    /// A runner starts a worker in the builder's name.
    Delegate {
        /// What the worker's folder holds before the work.
        base: TreeId,
    },
    /// A runner hands in what the worker left. That is an attempt.
    Deliver {
        submission: Submission,
        work: Work,
    },
    /// A runner notes that the worker's run came to nothing, and that it is no attempt.
    Interrupt {
        interruption: Interruption,
    },
    /// A runner notes why a run brings it no further, although nobody's work is to blame.
    Leave {
        standstill: Standstill,
    },
    /// A runner merged the work with what was accepted meanwhile: it is judged against that.
    Rebase {
        base: TreeId,
    },
    /// A runner cannot go on with the work as it is, and sends it back: it could not be merged with what was accepted
    /// meanwhile, or nobody can judge what was handed in.
    ReturnConflict {
        /// The places that contradict each other, or why nobody can judge it.
        conflict: Statement,
    },
    /// A runner records what the contract's checks saw. The only way from work to review.
    RecordEvidence {
        /// Which attempt was judged, counted from one: a slow run must not answer for later work.
        attempt: u32,
        evidence: Evidence,
    },
    /// An escalation command says how blocked work goes on.
    AnswerEscalation {
        answer: EscalationAnswer,
        reason: Statement,
    },
    Approve,
    Reject {
        reason: Statement,
    },
    /// Someone else has read what came of advisory work that went through without a reader.
    ReviewAdvisory {
        notes: Statement,
    },
    Verify {
        notes: Statement,
    },
    RejectVerification {
        reason: Statement,
    },
    /// Back to work after completion. The original builder unless another is named.
    Reopen {
        reason: Statement,
        builder: Option<ActorId>,
    },
    Override {
        reason: Statement,
    },
    Cancel {
        reason: Statement,
    },
}

impl TaskCommand {
    /// Hands the work to one actor, and to nobody after that.
    pub fn assign(to: ActorId) -> Self {
        TaskCommand::Assign { to, then: Vec::new(), note: None }
    }

    pub fn name(&self) -> &'static str {
        match self {
            TaskCommand::Create { .. } => "create",
            TaskCommand::Restate { .. } => "restate",
            TaskCommand::Require { .. } => "require",
            TaskCommand::SettleContract { .. } => "settle",
            TaskCommand::AmendContract { .. } => "amend",
            TaskCommand::AddDependency { .. } => "add dependency",
            TaskCommand::DropDependency { .. } => "drop dependency",
            TaskCommand::WearHat { .. } => "wear hat",
            TaskCommand::Assign { .. } => "assign",
            TaskCommand::Start { .. } => "start",
            TaskCommand::Submit { .. } => "submit",
            TaskCommand::Delegate { .. } => "delegate",
            TaskCommand::Deliver { .. } => "deliver",
            TaskCommand::Interrupt { .. } => "interrupt",
            TaskCommand::Leave { .. } => "leave",
            TaskCommand::Rebase { .. } => "rebase",
            TaskCommand::ReturnConflict { .. } => "return conflict",
            TaskCommand::RecordEvidence { .. } => "record evidence",
            TaskCommand::AnswerEscalation { .. } => "answer the escalation",
            TaskCommand::Approve => "approve",
            TaskCommand::Reject { .. } => "reject",
            TaskCommand::ReviewAdvisory { .. } => "review outcome",
            TaskCommand::Verify { .. } => "verify",
            TaskCommand::RejectVerification { .. } => "reject verification",
            TaskCommand::Reopen { .. } => "reopen",
            TaskCommand::Override { .. } => "override",
            TaskCommand::Cancel { .. } => "cancel",
        }
    }
}
