//! Deciding what may happen to a goal, and what a task's change means for its goal.

use alloc::vec;
use alloc::vec::Vec;

use super::{Goal, GoalCommand, GoalEvent, GoalState, Integration, IntegrationRun};
use crate::duty::{self, Act};
use crate::{
    Board, CriterionId, Facts, GoalId, Refusal, Standing, Task, TaskId, TaskState, Timing,
};

/// Longest description in bytes.
const MAX_DESCRIPTION: usize = 256 * 1024;

pub(crate) fn decide_creation(
    id: &GoalId,
    command: &GoalCommand,
    board: &Board,
    facts: &Facts,
) -> Result<Vec<GoalEvent>, Refusal> {
    let GoalCommand::Create { title, description, project } = command else {
        return Err(Refusal::NoSuchGoal { goal: id.clone() });
    };
    duty::permit(Act::Create, &facts.by, None, &board.team)?;
    if description.len() + project.len() > MAX_DESCRIPTION {
        return Err(Refusal::TooLong { what: "the description", limit: MAX_DESCRIPTION });
    }
    Ok(vec![GoalEvent::Created {
        title: title.clone(),
        description: description.clone(),
        project: project.clone(),
    }])
}

/// Everything but linking, which also concerns a task and is decided on the board.
pub(crate) fn decide(
    goal: &Goal,
    command: &GoalCommand,
    board: &Board,
    facts: &Facts,
) -> Result<Vec<GoalEvent>, Refusal> {
    match command {
        GoalCommand::Create { .. } => Err(Refusal::GoalExists { goal: goal.id.clone() }),
        GoalCommand::LinkTask { task } => {
            let task = board.task(task)?;
            duty::permit(Act::Direct, &facts.by, Some(task), &board.team)?;
            link(goal, task)
        }
        GoalCommand::RecordIntegration { round, run } => {
            duty::permit(Act::Record, &facts.by, None, &board.team)?;
            pending(goal, command)?;
            if *round != goal.rounds {
                let (judged, current) = (*round, goal.rounds);
                return Err(Refusal::StaleRun { goal: goal.id.clone(), judged, current });
            }
            answers(goal, run, board)?;
            Ok(vec![GoalEvent::IntegrationRecorded { run: run.clone() }])
        }
        GoalCommand::Verify { notes, evidence } => {
            duty::permit(Act::JudgeGoal, &facts.by, None, &board.team)?;
            let passed = pending(goal, command)?;
            let outstanding: Vec<_> = goal.outstanding().collect();
            if !outstanding.is_empty() {
                let goal = goal.id.clone();
                return Err(Refusal::DeferredOutstanding { goal, outstanding });
            }
            if let GoalState::PendingVerify { failed: Some(evidence), .. } = &goal.state {
                let (goal, evidence) = (goal.id.clone(), evidence.clone());
                return Err(Refusal::LastRunFailed { goal, evidence });
            }
            let integration = match evidence {
                None => Integration::Notes { tried: notes.clone() },
                Some(evidence) if passed.contains(evidence) => {
                    Integration::Run { evidence: evidence.clone(), notes: notes.clone() }
                }
                Some(evidence) => {
                    return Err(Refusal::NoSuchPassedRun {
                        goal: goal.id.clone(),
                        evidence: evidence.clone(),
                    });
                }
            };
            Ok(vec![GoalEvent::Verified { integration }])
        }
        GoalCommand::Reject { reason } => {
            duty::permit(Act::JudgeGoal, &facts.by, None, &board.team)?;
            pending(goal, command)?;
            Ok(vec![GoalEvent::Rejected { reason: reason.clone() }])
        }
    }
}

/// What a task's move from one standing to another means for its goal.
pub(crate) fn follow(goal: &Goal, before: &Task, after: &Task) -> Vec<GoalEvent> {
    let mut events = Vec::new();
    let (from, to) = (before.standing(), after.standing());
    let starts = matches!(after.state, TaskState::InProgress { .. });
    let deferred = deferred_of(after);
    if deferred != deferred_of(before) {
        events.push(GoalEvent::DeferredChanged { task: after.id.clone(), deferred });
    }
    if starts && goal.state == GoalState::Open {
        events.push(GoalEvent::Activated);
    }
    if from != to {
        let task = after.id.clone();
        events.push(GoalEvent::TaskMoved { task, from, to });
        let was_confirmed =
            matches!(goal.state, GoalState::PendingVerify { .. } | GoalState::Verified { .. });
        if was_confirmed && to == Standing::Open {
            events.push(GoalEvent::Returned);
        }
        let active = matches!(goal.state, GoalState::Active { .. });
        let last_open = goal.open == 1 && from == Standing::Open;
        let some_verified = goal.verified > 0 || to == Standing::Verified;
        if active && last_open && some_verified {
            events.push(GoalEvent::AllTasksVerified);
        }
    }
    events
}

fn deferred_of(task: &Task) -> Vec<CriterionId> {
    task.contract.timed(Timing::Deferred).map(|criterion| criterion.id.clone()).collect()
}

fn link(goal: &Goal, task: &Task) -> Result<Vec<GoalEvent>, Refusal> {
    if let Some(other) = &task.goal {
        return Err(Refusal::LinkedElsewhere { task: task.id.clone(), goal: other.clone() });
    }
    let standing = task.standing();
    if standing == Standing::Dropped {
        return Err(Refusal::TaskCancelled { task: task.id.clone() });
    }
    // In a goal it would have had to be reviewed before anyone verified it.
    if let TaskState::Verified { basis, .. } = &task.state
        && basis.approver().is_none()
    {
        return Err(Refusal::NeverReviewed { task: task.id.clone() });
    }
    let deferred = deferred_of(task);
    let mut events = vec![GoalEvent::TaskLinked { task: task.id.clone(), standing, deferred }];
    let started = !matches!(task.state, TaskState::Pending | TaskState::Assigned { .. });
    let active_now = match &goal.state {
        GoalState::Open if started => {
            events.push(GoalEvent::Activated);
            true
        }
        GoalState::Open => false,
        GoalState::Active { .. } => true,
        GoalState::PendingVerify { .. } | GoalState::Verified { .. } => {
            events.push(GoalEvent::Returned);
            true
        }
    };
    if active_now && goal.open == 0 && standing == Standing::Verified {
        events.push(GoalEvent::AllTasksVerified);
    }
    Ok(events)
}

fn pending<'a>(goal: &'a Goal, command: &GoalCommand) -> Result<&'a [crate::EvidenceId], Refusal> {
    match &goal.state {
        GoalState::PendingVerify { passed, .. } => Ok(passed),
        GoalState::Open | GoalState::Active { .. } | GoalState::Verified { .. } => {
            Err(Refusal::GoalNotPending {
                goal: goal.id.clone(),
                state: goal.state.name(),
                command: command.name(),
                open: goal.open,
            })
        }
    }
}

/// The run answers for all deferred criteria of each task it names, and for no others.
fn answers(goal: &Goal, run: &IntegrationRun, board: &Board) -> Result<(), Refusal> {
    run.whole.agrees_with_itself()?;
    for (id, evidence) in &run.deferred {
        let task: &TaskId = id;
        if !goal.deferred.contains_key(task) {
            return Err(Refusal::NothingDeferred { task: task.clone() });
        }
        let contract = &board.task(task)?.contract;
        evidence.answers_for(contract.timed(Timing::Deferred))?;
    }
    Ok(())
}
