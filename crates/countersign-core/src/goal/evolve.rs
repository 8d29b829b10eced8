//! Folding a goal's events.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Goal, GoalEvent, GoalState, Integration, IntegrationRun};
use crate::{CriterionId, Finding, GoalId, IllegalEvent, Stamp, Standing, TaskId, Verdict};

/// The goal after one more event.
pub(crate) fn evolve(
    id: &GoalId,
    goal: Option<Goal>,
    event: &GoalEvent,
    stamp: &Stamp,
) -> Result<Goal, IllegalEvent> {
    let state = goal.as_ref().map_or("absent", |goal| goal.state.name());
    let outcome = match (goal, event) {
        (None, GoalEvent::Created { title, description, project }) => Ok(Goal {
            id: id.clone(),
            title: title.clone(),
            description: description.clone(),
            project: project.clone(),
            created_by: stamp.by.clone(),
            state: GoalState::Open,
            since: stamp.at,
            open: 0,
            verified: 0,
            dropped: 0,
            rounds: 0,
            deferred: BTreeMap::new(),
        }),
        (None, _) => Err("the goal does not exist yet"),
        (Some(goal), event) => advance(goal, event, stamp),
    };
    outcome.map_err(|why| IllegalEvent {
        subject: id.as_str().into(),
        state,
        event: event.name(),
        why,
    })
}

fn advance(mut goal: Goal, event: &GoalEvent, stamp: &Stamp) -> Result<Goal, &'static str> {
    let next = match (&goal.state, event) {
        (_, GoalEvent::Created { .. }) => return Err("the goal exists already"),

        // These leave the state as it is; what follows from them is an event of its own.
        (_, GoalEvent::TaskLinked { task, standing, deferred }) => {
            let count = tally(&mut goal, *standing);
            *count = count.saturating_add(1);
            owe_deferred(&mut goal, task, deferred);
            return Ok(goal);
        }
        (
            GoalState::Open | GoalState::Active { .. },
            GoalEvent::DeferredChanged { task, deferred },
        ) => {
            owe_deferred(&mut goal, task, deferred);
            return Ok(goal);
        }
        (_, GoalEvent::TaskMoved { task, from, to }) => {
            let left = tally(&mut goal, *from);
            *left = left.checked_sub(1).ok_or("no task of that standing is left to move")?;
            let joined = tally(&mut goal, *to);
            *joined = joined.saturating_add(1);
            if *to == Standing::Dropped {
                goal.deferred.remove(task);
            }
            return Ok(goal);
        }
        (GoalState::PendingVerify { passed, failed }, GoalEvent::IntegrationRecorded { run }) => {
            let (mut passed, mut failed) = (passed.clone(), failed.clone());
            if !all_passed(run) {
                failed = Some(run.whole.id.clone());
            } else if supports(run) {
                passed.push(run.whole.id.clone());
                failed = None;
            }
            note_deferred(&mut goal, run);
            goal.state = GoalState::PendingVerify { passed, failed };
            return Ok(goal);
        }

        (GoalState::Open, GoalEvent::Activated) => GoalState::Active { rejected: None },
        (GoalState::Active { .. }, GoalEvent::AllTasksVerified) => {
            if !goal.all_verified() {
                return Err("a task is not verified");
            }
            goal.rounds = goal.rounds.saturating_add(1);
            GoalState::PendingVerify { passed: Vec::new(), failed: None }
        }
        (GoalState::PendingVerify { .. } | GoalState::Verified { .. }, GoalEvent::Returned) => {
            forget_deferred(&mut goal);
            GoalState::Active { rejected: None }
        }
        (GoalState::PendingVerify { .. }, GoalEvent::Rejected { reason }) => {
            forget_deferred(&mut goal);
            GoalState::Active { rejected: Some(reason.clone()) }
        }
        (GoalState::PendingVerify { passed, failed }, GoalEvent::Verified { integration }) => {
            if failed.is_some() {
                return Err("the last run on the whole did not pass");
            }
            if goal.outstanding().next().is_some() {
                return Err("a deferred criterion has not passed");
            }
            match integration {
                Integration::Run { evidence, .. } if !passed.contains(evidence) => {
                    return Err("it rests on a run that did not pass");
                }
                Integration::Run { .. } | Integration::Notes { .. } => {
                    GoalState::Verified { by: stamp.by.clone(), integration: integration.clone() }
                }
            }
        }

        (
            _,
            GoalEvent::DeferredChanged { .. }
            | GoalEvent::Activated
            | GoalEvent::AllTasksVerified
            | GoalEvent::IntegrationRecorded { .. }
            | GoalEvent::Returned
            | GoalEvent::Verified { .. }
            | GoalEvent::Rejected { .. },
        ) => return Err("it cannot happen in that state"),
    };
    goal.state = next;
    goal.since = stamp.at;
    Ok(goal)
}

fn tally(goal: &mut Goal, standing: Standing) -> &mut u32 {
    match standing {
        Standing::Open => &mut goal.open,
        Standing::Verified => &mut goal.verified,
        Standing::Dropped => &mut goal.dropped,
    }
}

fn all_passed(run: &IntegrationRun) -> bool {
    let mut seen = core::iter::once(&run.whole).chain(run.deferred.values());
    seen.all(|evidence| evidence.verdict() == Verdict::Passed)
}

/// A run supports a verification only if a command ran on the whole.
fn supports(run: &IntegrationRun) -> bool {
    run.whole.ran_something() && run.whole.agrees_with_itself().is_ok()
}

fn owe_deferred(goal: &mut Goal, task: &TaskId, deferred: &[CriterionId]) {
    if deferred.is_empty() {
        goal.deferred.remove(task);
    } else {
        let open = deferred.iter().map(|criterion| (criterion.clone(), None)).collect();
        goal.deferred.insert(task.clone(), open);
    }
}

fn note_deferred(goal: &mut Goal, run: &IntegrationRun) {
    for (task, evidence) in &run.deferred {
        let Some(criteria) = goal.deferred.get_mut(task) else { continue };
        for observation in &evidence.observations {
            if let Some(found) = criteria.get_mut(&observation.criterion) {
                *found = Some(observation.finding);
            }
        }
    }
}

fn forget_deferred(goal: &mut Goal) {
    let found = goal.deferred.values_mut().flat_map(BTreeMap::values_mut);
    found.for_each(|found: &mut Option<Finding>| *found = None);
}
