//! What is owed: recomputed from the state each time, so that a crash loses none of it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use crate::duty::{self, Act};
use crate::{
    ActorId, ActorKind, Board, Finding, Goal, GoalId, GoalState, Phase, Standstill, Task, TaskId,
    TaskState, Team, Timestamp, Verdict,
};

/// What the system or its people have to do next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// A runner runs the contract of submitted work.
    RunContract { task: TaskId, since: Timestamp },
    /// A runner runs the deferred criteria of a goal whose tasks are all verified.
    RunDeferred { goal: GoalId, since: Timestamp },
    /// Someone is told that something waits for them.
    Notify(Notification),
}

/// Something waits for someone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Notification {
    pub to: Vec<ActorId>,
    pub about: Subject,
    pub need: Need,
    pub since: Timestamp,
    /// In words, with the reason where there is one.
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Task(TaskId),
    Goal(GoalId),
}

/// What is needed of the one who is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// A question stands open on the contract: answer it.
    Settle,
    /// Verifiers rejected it twice: reassign, override or cancel.
    Triage,
    /// Attempts are exhausted: reassign, override or cancel.
    Unblock,
    /// A run could not bring it further: see to what is in its way.
    Resume,
    /// The checks could not decide: a person looks.
    Judge,
    /// Review submitted work.
    Review,
    /// Verify completed work.
    Verify,
    /// Verify the whole.
    VerifyGoal,
    /// The whole was tried and did not pass: reject it, or have it tried again.
    RejectGoal,
    /// Make a task of what was wrong with the whole.
    Fix,
    /// It waits for a task that is cancelled.
    DropDependency,
    /// Its completion can never be verified: take it up again.
    Reopen,
    /// Begin the work.
    Start,
    /// Do the work that was begun.
    Build,
    /// Nobody on the team may do what comes next: find someone.
    Staff,
    /// Hand the work to someone.
    Assign,
}

impl Need {
    pub fn name(self) -> &'static str {
        match self {
            Need::Settle => "settle",
            Need::Triage => "triage",
            Need::Unblock => "unblock",
            Need::Resume => "resume",
            Need::Judge => "judge",
            Need::Review => "review",
            Need::Verify => "verify",
            Need::VerifyGoal => "verify_goal",
            Need::RejectGoal => "reject_goal",
            Need::Fix => "fix",
            Need::DropDependency => "drop_dependency",
            Need::Reopen => "reopen",
            Need::Start => "start",
            Need::Build => "build",
            Need::Staff => "staff",
            Need::Assign => "assign",
        }
    }
}

/// Everything owed by the given board, oldest first. Dependencies count as far as they are on it.
pub fn owed(board: &Board) -> Vec<Effect> {
    let of_tasks = board.tasks.values().flat_map(|task| owed_by_task(task, board));
    let of_goals = board.goals.values().flat_map(|goal| owed_by_goal(goal, &board.team));
    let mut all: Vec<Effect> = of_tasks.chain(of_goals).collect();
    all.sort_by_key(Effect::since);
    all
}

impl Effect {
    pub fn since(&self) -> Timestamp {
        match self {
            Effect::RunContract { since, .. } | Effect::RunDeferred { since, .. } => *since,
            Effect::Notify(notification) => notification.since,
        }
    }
}

fn owed_by_task(task: &Task, board: &Board) -> Option<Effect> {
    if task.is_settled() {
        return None;
    }
    let team = &board.team;
    let id = &task.id;
    let sent_back = || task.sent_back.as_ref().map(ToString::to_string).unwrap_or_default();
    let to_lead = |need, message| Some(notify(leads(team), task, need, message));
    match &task.state {
        TaskState::Pending if let Some(question) = &task.question => {
            to_lead(Need::Settle, alloc::format!("the contract of {id} is not settled: {question}"))
        }
        TaskState::Pending => to_lead(Need::Assign, alloc::format!("{id} has no builder")),
        TaskState::Assigned { .. } if let Some(gone) = cancelled_dependency(task, board) => {
            let message = alloc::format!("{id} depends on {gone}, which is cancelled");
            to_lead(Need::DropDependency, message)
        }
        // What it waits for is owed by that, not by this.
        TaskState::Assigned { .. } if waits_for_another(task, board) => None,
        TaskState::Assigned { .. } | TaskState::InProgress { phase: Phase::Working, .. }
            if let Some(standstill) = &task.standstill =>
        {
            to_lead(Need::Resume, stands_still(id, standstill))
        }
        TaskState::Assigned { builder }
        | TaskState::InProgress { builder, phase: Phase::Working } => {
            let started = matches!(task.state, TaskState::InProgress { .. });
            let (act, need) =
                if started { (Act::Submit, Need::Build) } else { (Act::Start, Need::Start) };
            if let Err(refusal) = duty::permit(act, builder, Some(task), team) {
                return to_lead(Need::Staff, refusal.to_string());
            }
            let message = match task.sent_back {
                Some(_) => alloc::format!("{id} was sent back: {}", sent_back()),
                None => alloc::format!("{id} is yours to build"),
            };
            Some(notify(alloc::vec![builder.clone()], task, need, message))
        }
        TaskState::InProgress { phase: Phase::Verifying, .. } => {
            let last = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
            match last {
                Some(evidence) if evidence.verdict == Verdict::Undecided => {
                    let message = alloc::format!("the checks of {id} could not decide");
                    to_lead(Need::Judge, message)
                }
                _ if let Some(standstill) = &task.standstill => {
                    to_lead(Need::Resume, stands_still(id, standstill))
                }
                _ if has_runner(team) => {
                    Some(Effect::RunContract { task: id.clone(), since: task.since })
                }
                _ => {
                    let message = alloc::format!("{id} is submitted, and the team has no runner");
                    to_lead(Need::Staff, message)
                }
            }
        }
        TaskState::InProgress { phase: Phase::Escalated { verifier, reason }, .. } => {
            let times = task.rejections;
            to_lead(
                Need::Triage,
                alloc::format!(
                    "{id} rejected {times} times, last by {verifier}, escalation required: {reason}"
                ),
            )
        }
        TaskState::Blocked { .. } => {
            let message = alloc::format!("{id} is blocked: its attempts are exhausted");
            to_lead(Need::Unblock, message)
        }
        TaskState::Review { builder, evidence } => {
            let message = match evidence {
                Some(_) => alloc::format!("{id} by {builder} passed its contract"),
                None => alloc::format!("{id} by {builder} is handed in, and no machine checks it"),
            };
            Some(ask(Act::Review, Need::Review, task, team, message))
        }
        TaskState::Completed { basis, .. } if !task.may_become_verified(basis) => {
            let basis = basis.name();
            let message = alloc::format!("{id} was completed on {basis} and cannot be verified so");
            to_lead(Need::Reopen, message)
        }
        TaskState::Completed { builder, basis } => {
            let message = alloc::format!("{id} by {builder} is completed on {}", basis.name());
            Some(ask(Act::Verify, Need::Verify, task, team, message))
        }
        TaskState::Verified { .. } | TaskState::Cancelled { .. } => None,
    }
}

fn stands_still(id: &TaskId, standstill: &Standstill) -> String {
    alloc::format!("a run could not go on with {id}: {}", standstill.why)
}

fn owed_by_goal(goal: &Goal, team: &Team) -> Option<Effect> {
    let tell = |need, message| {
        let about = Subject::Goal(goal.id.clone());
        let since = goal.since;
        Some(Effect::Notify(Notification { to: leads(team), about, need, since, message }))
    };
    let failed = match &goal.state {
        GoalState::Active { rejected: Some(reason) } if goal.open == 0 => {
            return tell(Need::Fix, alloc::format!("{} was rejected: {reason}", goal.id));
        }
        // All its tasks are cancelled: it can neither finish nor say why.
        GoalState::Active { .. } if goal.open == 0 && goal.verified == 0 => {
            return tell(Need::Fix, alloc::format!("all tasks of {} are cancelled", goal.id));
        }
        GoalState::Open | GoalState::Active { .. } | GoalState::Verified { .. } => return None,
        GoalState::PendingVerify { failed, .. } => failed,
    };
    let not_run =
        goal.deferred.values().flat_map(|criteria| criteria.values()).any(|found| {
            !matches!(found, Some(Finding::Pass | Finding::Fail | Finding::Undecided))
        });
    if not_run && has_runner(team) {
        return Some(Effect::RunDeferred { goal: goal.id.clone(), since: goal.since });
    }
    let (id, short) = (&goal.id, goal.outstanding().count());
    if not_run {
        let message = alloc::format!("{id} has deferred criteria, and the team has no runner");
        return tell(Need::Staff, message);
    }
    if failed.is_some() || short > 0 {
        let message = match short {
            0 => alloc::format!("{id} was tried and did not pass"),
            _ => alloc::format!("{id} was tried and did not pass ({short} deferred criteria)"),
        };
        return tell(Need::RejectGoal, message);
    }
    tell(Need::VerifyGoal, alloc::format!("all tasks of {id} are verified: try the whole"))
}

fn cancelled_dependency<'a>(task: &'a Task, board: &Board) -> Option<&'a TaskId> {
    let cancelled = |on: &&TaskId| {
        board.tasks.get(*on).is_some_and(|on| matches!(on.state, TaskState::Cancelled { .. }))
    };
    task.depends_on.iter().find(cancelled)
}

fn waits_for_another(task: &Task, board: &Board) -> bool {
    task.depends_on.iter().filter_map(|on| board.tasks.get(on)).any(|on| !on.is_completed())
}

fn has_runner(team: &Team) -> bool {
    team.active().any(|actor| actor.kind == ActorKind::Runner)
}

fn leads(team: &Team) -> Vec<ActorId> {
    team.leads().map(|lead| lead.id.clone()).collect()
}

fn notify(to: Vec<ActorId>, task: &Task, need: Need, message: String) -> Effect {
    let about = Subject::Task(task.id.clone());
    Effect::Notify(Notification { to, about, need, since: task.since, message })
}

/// Asks everyone who may; if nobody may, a lead has to find someone.
fn ask(act: Act, need: Need, task: &Task, team: &Team, message: String) -> Effect {
    let could = duty::who_could(act, Some(task), team);
    if could.is_empty() {
        let message = alloc::format!("{message}, and nobody on the team may {act} it");
        notify(leads(team), task, Need::Staff, message)
    } else {
        notify(could, task, need, message)
    }
}
