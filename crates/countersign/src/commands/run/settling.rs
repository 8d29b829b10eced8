//! Before anyone works, and before anything is landed: what the integration branch holds is what the journal says is
//! accepted.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Basis, Phase, Task, TaskId, TaskState};
use countersign_runner::landing::{Apart, LandingError};
use countersign_store::SqlStore;

use super::telling::Teller;
use crate::failure::Failure;
use crate::output::run_events::RunEventView;
use crate::workshop::{Here, Settled};

/// How often it is looked again because another run was faster.
const TRIES: u32 = 20;

/// What there is beside merging a result by hand, where there are branches.
const OR_BY_HAND: &str = ", or merge its own branch into yours and mend it there; if you have it already or do not want it \
                          any more, delete that branch";

/// Where branch and journal are not of one mind.
#[derive(Debug, Default)]
pub struct Unsettled {
    /// Completed tasks that are not part of the integration branch, each with the reason.
    pub not_part: NotPart,
    /// Tasks that are part of it and not accepted.
    pub not_accepted: BTreeSet<TaskId>,
}

type NotPart = BTreeMap<TaskId, String>;

/// Takes out what is not accepted any more, and brings in what is by now. What is known not to be part of it is not told
/// again.
pub async fn settle(
    here: &Here,
    store: &SqlStore,
    teller: &Teller,
    known: &Unsettled,
) -> Result<Unsettled, Failure> {
    let not_accepted = take_out(here, store, teller, known).await?;
    let mut not_part = keep_overridden(here, store).await?;
    bring_in(here, store, teller, &mut not_part).await?;
    for (task, why) in not_part.iter().filter(|(task, _)| !known.not_part.contains_key(task)) {
        let branch = here.integration_branch();
        note(teller, task, &format!("completed, and not part of {branch}: {why}"));
    }
    Ok(Unsettled { not_part, not_accepted })
}

/// Brings what was accepted to the person, judged again where they committed something since. What came of it, in words.
pub async fn land(
    here: &Here,
    store: &SqlStore,
    teller: &Teller,
    known: &Unsettled,
) -> Result<String, Failure> {
    // Somebody may have approved or sent back something since the run began.
    let Unsettled { not_part, .. } = settle(here, store, teller, known).await?;
    let branch = here.integration_branch();
    if !not_part.is_empty() {
        let tasks = not_part.iter().map(|(task, why)| format!("{task} ({why})")).collect();
        let more = if here.results().is_none() { OR_BY_HAND } else { "" };
        return Err(Failure::NotPart { tasks, branch, more });
    }
    if let Some(unjudged) = here.unjudged()? {
        let tasks = load(store, unjudged.steps().iter().map(|step| &step.task)).await?;
        here.judge_again(&unjudged, &tasks, &|task, words| note(teller, task, words))?;
    }
    let ahead = here.ahead()?;
    let tasks = load(store, &ahead.tasks).await?;
    let open = ahead.tasks.iter().filter_map(|id| match tasks.get(id) {
        Some(task) if task.is_completed() => None,
        Some(task) => Some(format!("{id} ({})", task.state.name().replace('_', " "))),
        None => Some(format!("{id} (unknown to the journal)")),
    });
    let open: Vec<String> = open.collect();
    if !open.is_empty() {
        return Err(Failure::NotAccepted { tasks: open, branch });
    }
    here.deliver(&ahead)
}

/// Those that stay although they are not accepted.
async fn take_out(
    here: &Here,
    store: &SqlStore,
    teller: &Teller,
    known: &Unsettled,
) -> Result<BTreeSet<TaskId>, Failure> {
    let branch = here.integration_branch();
    for _ in 0..TRIES {
        // In this order: what is on the branch was handed in before it came there.
        let ahead = here.ahead()?;
        let tasks = load(store, &ahead.tasks).await?;
        let out: BTreeSet<TaskId> =
            tasks.values().filter(|task| !may_stay(task)).map(|task| task.id.clone()).collect();
        if out.is_empty() {
            return Ok(out);
        }
        match here.take_out(&ahead, &out, &tasks, &|task, words| note(teller, task, words))? {
            Settled::Moved => {}
            Settled::Done => {
                for id in &out {
                    note(teller, id, &format!("taken out of {branch}: it is not accepted"));
                    let state = tasks.get(id).map(|task| &task.state);
                    if matches!(state, Some(TaskState::Cancelled { .. })) {
                        here.forget_branch(id)?;
                    }
                }
                return Ok(BTreeSet::new());
            }
            Settled::Refused { why } => {
                for id in out.difference(&known.not_accepted) {
                    let words = format!("not accepted, and still part of {branch}: {why}");
                    note(teller, id, &words);
                }
                return Ok(out);
            }
        }
    }
    Err(LandingError::KeepsMoving { branch }.into())
}

/// Commits what leads took as done, so that it can be part of the branch. Of which it could not be, and why.
async fn keep_overridden(here: &Here, store: &SqlStore) -> Result<NotPart, Failure> {
    let tasks = load(store, &here.at_hand()).await?;
    let overridden = tasks.values().filter(|task| {
        matches!(task.state, TaskState::Completed { basis: Basis::Override { .. }, .. })
    });
    let mut not_part = NotPart::new();
    for task in overridden {
        if let Err(error) = here.keep_overridden(task) {
            not_part.insert(task.id.clone(), error.what);
        }
    }
    Ok(not_part)
}

async fn bring_in(
    here: &Here,
    store: &SqlStore,
    teller: &Teller,
    not_part: &mut NotPart,
) -> Result<(), Failure> {
    let apart = here.apart()?;
    if apart.is_empty() {
        return Ok(());
    }
    let mut tasks = load(store, apart.iter().map(|one| &one.task)).await?;
    let is_completed = |one: &Apart| tasks.get(&one.task).is_some_and(Task::is_completed);
    let apart: Vec<Apart> = apart.into_iter().filter(is_completed).collect();
    for one in in_order(apart, &tasks) {
        let needs = tasks.get(&one.task).map(|task| &task.depends_on);
        if let Some(on) = needs.into_iter().flatten().find(|on| not_part.contains_key(on)) {
            let why = format!("it needs {on}, which is not part of it either");
            not_part.insert(one.task, why);
            continue;
        }
        for left in (0..TRIES).rev() {
            tasks.extend(load(store, &here.ahead()?.tasks).await?);
            let brought = here.bring_in(&one, &tasks, &|task, words| note(teller, task, words))?;
            match brought {
                Settled::Moved if left > 0 => continue,
                Settled::Moved => {
                    let why = "others were accepted again and again meanwhile".to_owned();
                    not_part.insert(one.task.clone(), why);
                }
                Settled::Done => {}
                Settled::Refused { why } => {
                    not_part.insert(one.task.clone(), why);
                }
            }
            break;
        }
    }
    Ok(())
}

/// What others need comes before them.
fn in_order(mut open: Vec<Apart>, tasks: &BTreeMap<TaskId, Task>) -> Vec<Apart> {
    let mut ordered = Vec::with_capacity(open.len());
    while !open.is_empty() {
        let is_free = |one: &Apart| {
            let needs = tasks.get(&one.task).map(|task| &task.depends_on);
            !open.iter().any(|other| needs.is_some_and(|needs| needs.contains(&other.task)))
        };
        // No task needs itself, near or far.
        let first = open.iter().position(is_free).unwrap_or(0);
        ordered.push(open.remove(first));
    }
    ordered
}

/// Whether a result may be on the branch: it is accepted, or was put there by a run that has not written it down yet.
fn may_stay(task: &Task) -> bool {
    match &task.state {
        TaskState::Completed { .. }
        | TaskState::Verified { .. }
        | TaskState::InProgress { phase: Phase::Verifying, .. } => true,
        TaskState::InProgress { phase: Phase::Working | Phase::Escalated { .. }, .. }
        | TaskState::Pending
        | TaskState::Assigned { .. }
        | TaskState::Blocked { .. }
        | TaskState::Review { .. }
        | TaskState::Cancelled { .. } => false,
    }
}

/// Those that the journal knows.
async fn load(
    store: &SqlStore,
    ids: impl IntoIterator<Item = &TaskId>,
) -> Result<BTreeMap<TaskId, Task>, Failure> {
    let mut tasks = BTreeMap::new();
    for id in ids {
        if let Some((task, _)) = store.task(id).await? {
            tasks.insert(id.clone(), task);
        }
    }
    Ok(tasks)
}

fn note(teller: &Teller, task: &TaskId, note: &str) {
    teller.tell(RunEventView::Noted { task: Some(task.to_string()), note: note.to_owned() });
}
