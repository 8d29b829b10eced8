//! Why something was not done. A refusal is a reason, not an accident.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::duty::{Act, Breach};
use crate::{
    ActorId, CriterionId, DeferredCriterion, EvidenceId, GoalId, Hat, Statement, TaskId, Timestamp,
    TokenId, UnsoundContract,
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A separation of duties stands in the way.
    #[error("{actor} may not {act}{}: {breach}", on(*act, task))]
    Duty {
        actor: ActorId,
        act: Act,
        task: Option<TaskId>,
        breach: Box<Breach>,
        /// Who could do it instead.
        could: Vec<ActorId>,
    },

    #[error("there is no actor {actor}")]
    NoSuchActor { actor: ActorId },
    #[error("{actor} has retired")]
    ActorRetired { actor: ActorId },
    #[error("the name {actor} is taken; names are never used twice")]
    NameTaken { actor: ActorId },
    #[error("{actor} is not a person, and only a person can be a lead")]
    LeadMustBePerson { actor: ActorId },
    #[error("{actor} is a runner, and runners wear no hats")]
    RunnerWearsNoHat { actor: ActorId },
    #[error("{actor} is an escalation command, and those wear no hats")]
    EscalationWearsNoHat { actor: ActorId },
    #[error("{actor} is no agent, and an escalation command hands work to agents only")]
    OnlyToAgents { actor: ActorId },
    #[error("{actor} cannot wear the hat {hat} on {task}: {breach}")]
    CannotWear { actor: ActorId, hat: Hat, task: TaskId, breach: Box<Breach> },
    #[error("it is the last token of the last lead, and nobody could be let in again")]
    LastToken,
    #[error("{actor} is the last lead")]
    LastLead { actor: ActorId },
    #[error("{actor} is a minion, and minions do not spawn minions")]
    MinionCannotSpawn { actor: ActorId },
    #[error("{actor} has {limit} minions already, as many as the policy allows")]
    TooManyMinions { actor: ActorId, limit: u32 },
    #[error("there is no token {token}")]
    NoSuchToken { token: TokenId },
    #[error("the token would be expired from the start ({expires})")]
    TokenAlreadyExpired { expires: Timestamp },

    #[error("there is no task {task}")]
    NoSuchTask { task: TaskId },
    #[error("there is a task {task} already")]
    TaskExists { task: TaskId },
    #[error("{what} is longer than {limit} bytes")]
    TooLong { what: &'static str, limit: usize },
    #[error("{task} is {state}; to {command} it must be {wanted}")]
    WrongState { task: TaskId, state: &'static str, command: &'static str, wanted: &'static str },
    #[error("the contract of {task} is not settled: {question}")]
    ContractOpen { task: TaskId, question: Statement },
    #[error("the contract would not hold: {0}")]
    UnsoundContract(#[from] UnsoundContract),
    #[error("{task} was escalated; a lead decides how it goes on")]
    WaitsForLead { task: TaskId },
    #[error("{task} cannot start before its dependencies are completed: {}", list(waiting))]
    WaitsForDependencies { task: TaskId, waiting: Vec<TaskId> },
    #[error("that would be a cycle: {}", chain(path))]
    DependencyCycle { path: Vec<TaskId> },
    #[error("{task} was completed by an override, and an override is never verified")]
    OverriddenWork { task: TaskId },
    #[error("{task} was completed without a review, and must be independent")]
    NeverReviewed { task: TaskId },
    #[error("{task} is cancelled")]
    TaskCancelled { task: TaskId },
    #[error("{task} belongs to {goal} already")]
    LinkedElsewhere { task: TaskId, goal: GoalId },

    #[error("the evidence judges attempt {judged} of {task}, and attempt {current} is due")]
    StaleEvidence { task: TaskId, judged: u32, current: u32 },
    #[error("the evidence was seen against another base than the one {task} was started on")]
    OtherBase { task: TaskId },
    #[error("the evidence is about other work than what was handed in for {task}")]
    OtherWork { task: TaskId },
    #[error("the evidence has more than {limit} observations")]
    TooManyObservations { limit: usize },
    #[error("the evidence says nothing about {}", list(missing))]
    EvidenceIncomplete { missing: Vec<CriterionId> },
    #[error("the contract has no criterion {criterion} for this run, or it was answered twice")]
    EvidenceForeign { criterion: CriterionId },
    #[error("the evidence for {criterion} contradicts itself: {why}")]
    EvidenceContradictsItself { criterion: CriterionId, why: &'static str },

    #[error("there is no goal {goal}")]
    NoSuchGoal { goal: GoalId },
    #[error("there is a goal {goal} already")]
    GoalExists { goal: GoalId },
    #[error(
        "{goal} is {state} with {open} tasks not verified; to {command} it must be pending_verify"
    )]
    GoalNotPending { goal: GoalId, state: &'static str, command: &'static str, open: u32 },
    #[error("{goal} has deferred criteria that have not passed: {}", deferred(outstanding))]
    DeferredOutstanding { goal: GoalId, outstanding: Vec<DeferredCriterion> },
    #[error("the run judges round {judged} of {goal}, and round {current} is due")]
    StaleRun { goal: GoalId, judged: u32, current: u32 },
    #[error("the last run on {goal} did not pass ({evidence})")]
    LastRunFailed { goal: GoalId, evidence: EvidenceId },
    #[error(
        "{criterion} of {task} would be deferred, and never judged: that is done with a goal, and it has none"
    )]
    NeverJudged { task: TaskId, criterion: CriterionId },
    #[error("{criterion} would be hidden, and an escalation command hides nothing from workers")]
    EscalationHides { criterion: CriterionId },
    #[error("{task} has no deferred criteria in this goal")]
    NothingDeferred { task: TaskId },
    #[error(
        "no run {evidence} that passed is recorded for {goal} since all its tasks are verified"
    )]
    NoSuchPassedRun { goal: GoalId, evidence: EvidenceId },

    #[error("nothing to do: {what}")]
    AlreadySo { what: &'static str },
    /// The decision and the fold disagree. Failing closed is all that is right then.
    #[error("the record does not allow it: {0}")]
    WouldNotReplay(#[from] IllegalEvent),
}

impl Refusal {
    /// The rule in one word, the same at every door.
    pub fn rule(&self) -> &'static str {
        match self {
            Refusal::Duty { breach, .. } => breach.rule(),
            Refusal::NoSuchActor { .. } => "no-such-actor",
            Refusal::ActorRetired { .. } => "actor-retired",
            Refusal::NameTaken { .. } => "name-taken",
            Refusal::LeadMustBePerson { .. } => "lead-must-be-person",
            Refusal::RunnerWearsNoHat { .. } => "runner-wears-no-hat",
            Refusal::EscalationWearsNoHat { .. } => "escalation-wears-no-hat",
            Refusal::OnlyToAgents { .. } => "only-to-agents",
            Refusal::CannotWear { breach, .. } => breach.rule(),
            Refusal::LastToken => "last-token",
            Refusal::LastLead { .. } => "last-lead",
            Refusal::MinionCannotSpawn { .. } => "minion-cannot-spawn",
            Refusal::TooManyMinions { .. } => "too-many-minions",
            Refusal::NoSuchToken { .. } => "no-such-token",
            Refusal::TokenAlreadyExpired { .. } => "token-already-expired",
            Refusal::NoSuchTask { .. } => "no-such-task",
            Refusal::TaskExists { .. } => "task-exists",
            Refusal::TooLong { .. } => "too-long",
            Refusal::WrongState { .. } => "wrong-state",
            Refusal::ContractOpen { .. } => "contract-open",
            Refusal::UnsoundContract(_) => "unsound-contract",
            Refusal::WaitsForLead { .. } => "waits-for-lead",
            Refusal::WaitsForDependencies { .. } => "waits-for-dependencies",
            Refusal::DependencyCycle { .. } => "dependency-cycle",
            Refusal::OverriddenWork { .. } => "overridden-work",
            Refusal::NeverReviewed { .. } => "never-reviewed",
            Refusal::TaskCancelled { .. } => "task-cancelled",
            Refusal::LinkedElsewhere { .. } => "linked-elsewhere",
            Refusal::StaleEvidence { .. } => "stale-evidence",
            Refusal::TooManyObservations { .. } => "too-many-observations",
            Refusal::EvidenceIncomplete { .. } => "evidence-incomplete",
            Refusal::OtherBase { .. } => "other-base",
            Refusal::OtherWork { .. } => "other-work",
            Refusal::EvidenceForeign { .. } => "evidence-foreign",
            Refusal::EvidenceContradictsItself { .. } => "evidence-contradicts-itself",
            Refusal::NoSuchGoal { .. } => "no-such-goal",
            Refusal::GoalExists { .. } => "goal-exists",
            Refusal::GoalNotPending { .. } => "goal-not-pending",
            Refusal::DeferredOutstanding { .. } => "deferred-outstanding",
            Refusal::StaleRun { .. } => "stale-run",
            Refusal::LastRunFailed { .. } => "last-run-failed",
            Refusal::NeverJudged { .. } => "never-judged",
            Refusal::EscalationHides { .. } => "escalation-hides",
            Refusal::NothingDeferred { .. } => "nothing-deferred",
            Refusal::NoSuchPassedRun { .. } => "no-such-passed-run",
            Refusal::AlreadySo { .. } => "already-so",
            Refusal::WouldNotReplay(_) => "would-not-replay",
        }
    }
}

impl Breach {
    pub fn rule(&self) -> &'static str {
        match self {
            Breach::Unknown => "no-such-actor",
            Breach::Retired => "actor-retired",
            Breach::NotLead => "lead-only",
            Breach::NotRunner => "runner-only",
            Breach::NotAnAgents { .. } => "not-an-agents",
            Breach::NotEscalation => "escalation-only",
            Breach::IsEscalation => "escalation-only-answers",
            Breach::NeitherLeadNorRunner => "lead-or-runner-only",
            Breach::IsRunner => "runner-only-records",
            Breach::MissingHat { .. } => "missing-hat",
            Breach::NotItsBuilder { .. } => "not-its-builder",
            Breach::ReviewerIsBuilder { .. } => "reviewer-is-builder",
            Breach::VerifierIsBuilder { .. } => "verifier-is-builder",
            Breach::VerifierIsApprover { .. } => "verifier-is-approver",
            Breach::HatConflict { .. } => "hat-conflict",
        }
    }
}

/// An event that cannot follow on a state. In a stored history it means damage or forgery.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{event} cannot follow on {subject} while {state}: {why}")]
pub struct IllegalEvent {
    pub subject: String,
    pub state: &'static str,
    pub event: &'static str,
    pub why: &'static str,
}

fn on(act: Act, task: &Option<TaskId>) -> String {
    match task {
        Some(task) if act == Act::Record => alloc::format!(" for {task}"),
        Some(task) => alloc::format!(" {task}"),
        None => String::new(),
    }
}

fn list(ids: &[impl ToString]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn chain(path: &[TaskId]) -> String {
    path.iter().map(TaskId::as_str).collect::<Vec<_>>().join(" → ")
}

fn deferred(outstanding: &[DeferredCriterion]) -> String {
    let names = outstanding.iter().map(|d| alloc::format!("{} of {}", d.criterion, d.task));
    names.collect::<Vec<_>>().join(", ")
}
