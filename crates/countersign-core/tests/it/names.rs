//! One word for every state that can be told apart. Every match is exhaustive: a new variant breaks the
//! build of the tests, not their silence.

use countersign_core::duty::Act;
use countersign_core::{
    Basis, Goal, GoalCommand, GoalState, Phase, Task, TaskCommand, TaskState, TeamCommand, Verdict,
};

pub const TASK_STATES: [&str; 19] = [
    "pending (open question)",
    "pending",
    "assigned",
    "working",
    "verifying",
    "undecided",
    "escalated",
    "blocked",
    "review",
    "review (nothing checked)",
    "completed (contract)",
    "completed (review)",
    "completed (advisory, unread)",
    "completed (advisory)",
    "completed (skip)",
    "completed (override)",
    "verified",
    "verified (solo)",
    "cancelled",
];

pub fn of_task(task: &Task) -> &'static str {
    match &task.state {
        TaskState::Pending if task.question.is_some() => "pending (open question)",
        TaskState::Pending => "pending",
        TaskState::Assigned { .. } => "assigned",
        TaskState::InProgress { phase, .. } => match phase {
            Phase::Working => "working",
            Phase::Verifying => {
                let last = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
                match last.map(|evidence| evidence.verdict) {
                    None => "verifying",
                    Some(Verdict::Undecided) => "undecided",
                    Some(Verdict::Passed | Verdict::Failed) => panic!("judged, yet verifying"),
                }
            }
            Phase::Escalated { .. } => "escalated",
        },
        TaskState::Blocked { .. } => "blocked",
        TaskState::Review { evidence: None, .. } => "review (nothing checked)",
        TaskState::Review { .. } => "review",
        TaskState::Completed { basis, .. } => match basis {
            Basis::Contract { .. } => "completed (contract)",
            Basis::Review { .. } => "completed (review)",
            Basis::Advisory { approver: None, .. } => "completed (advisory, unread)",
            Basis::Advisory { .. } => "completed (advisory)",
            Basis::Skip { .. } => "completed (skip)",
            Basis::Override { .. } => "completed (override)",
        },
        TaskState::Verified { solo: false, .. } => "verified",
        TaskState::Verified { solo: true, .. } => "verified (solo)",
        TaskState::Cancelled { .. } => "cancelled",
    }
}

pub fn of_goal(goal: &Goal) -> &'static str {
    match &goal.state {
        GoalState::Open => "open",
        GoalState::Active { rejected: None } => "active",
        GoalState::Active { rejected: Some(_) } => "active (rejected)",
        GoalState::PendingVerify { .. } => "pending_verify",
        GoalState::Verified { .. } => "verified",
    }
}

pub const TASK_COMMANDS: [&str; 27] = [
    "create",
    "restate",
    "require",
    "settle",
    "amend",
    "add dependency",
    "drop dependency",
    "wear hat",
    "assign",
    "start",
    "submit",
    "delegate",
    "deliver",
    "interrupt",
    "leave",
    "rebase",
    "return conflict",
    "record evidence",
    "answer the escalation",
    "approve",
    "reject",
    "review outcome",
    "verify",
    "reject verification",
    "reopen",
    "override",
    "cancel",
];

pub fn of_task_command(command: &TaskCommand) -> &'static str {
    match command {
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

pub const GOAL_COMMANDS: [&str; 5] =
    ["create goal", "link task", "record integration", "verify goal", "reject goal"];

pub fn of_goal_command(command: &GoalCommand) -> &'static str {
    match command {
        GoalCommand::Create { .. } => "create goal",
        GoalCommand::LinkTask { .. } => "link task",
        GoalCommand::RecordIntegration { .. } => "record integration",
        GoalCommand::Verify { .. } => "verify goal",
        GoalCommand::Reject { .. } => "reject goal",
    }
}

pub const TEAM_COMMANDS: [&str; 9] = [
    "found",
    "add actor",
    "spawn minion",
    "retire actor",
    "give hat",
    "take hat",
    "issue token",
    "revoke token",
    "set policy",
];

pub fn of_team_command(command: &TeamCommand) -> &'static str {
    match command {
        TeamCommand::Found { .. } => "found",
        TeamCommand::AddActor { .. } => "add actor",
        TeamCommand::SpawnMinion { .. } => "spawn minion",
        TeamCommand::RetireActor { .. } => "retire actor",
        TeamCommand::GiveHat { .. } => "give hat",
        TeamCommand::TakeHat { .. } => "take hat",
        TeamCommand::IssueToken { .. } => "issue token",
        TeamCommand::RevokeToken { .. } => "revoke token",
        TeamCommand::SetPolicy { .. } => "set policy",
    }
}

/// Every act, by a chain that a new variant breaks.
pub fn every_act() -> Vec<Act> {
    fn next(act: Act) -> Option<Act> {
        match act {
            Act::Administer => Some(Act::Create),
            Act::Create => Some(Act::Direct),
            Act::Direct => Some(Act::Build),
            Act::Build => Some(Act::Start),
            Act::Start => Some(Act::Submit),
            Act::Submit => Some(Act::Delegate),
            Act::Delegate => Some(Act::Record),
            Act::Record => Some(Act::AnswerEscalation),
            Act::AnswerEscalation => Some(Act::ReadHidden),
            Act::ReadHidden => Some(Act::Review),
            Act::Review => Some(Act::Verify),
            Act::Verify => Some(Act::Reopen),
            Act::Reopen => Some(Act::Override),
            Act::Override => Some(Act::Cancel),
            Act::Cancel => Some(Act::JudgeGoal),
            Act::JudgeGoal => None,
        }
    }
    std::iter::successors(Some(Act::Administer), |act| next(*act)).collect()
}
