//! Before anyone works, and before anything is landed: what the integration branch holds is what the journal says is
//! accepted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use countersign_core::{Basis, Phase, Task, TaskId, TaskState};
use countersign_engine::run::Stop;
use countersign_runner::landing::{Apart, LandingError, Oid};
use countersign_store::SqlStore;

use super::telling::Teller;
use crate::failure::Failure;
use crate::output::run_events::RunEventView;
use crate::workshop::{Contradiction, Here, Settled, Watched};

/// How often it is looked again because another run was faster.
const TRIES: u32 = 20;
/// How long another run is left to itself that was faster.
const A_MOMENT: Duration = Duration::from_millis(100);

/// What there is beside merging a result by hand, where there are branches.
const OR_BY_HAND: &str = ", or merge its own branch into yours and mend it there; if you have it already or do not want it \
                          any more, delete that branch";

/// Likewise, where there are none.
const OR_FROM_FILES: &str = ", or take it over yourself: its files are under .countersign/results/TASK/files, and copied as they \
                             are they count as landed; if you made something else of it or do not want it any more, let it go \
                             (countersign task reopen TASK --reason '…', then: countersign cancel TASK --reason '…')";

/// Where branch and journal are not of one mind.
#[derive(Debug, Default)]
pub struct Unsettled {
    /// Completed tasks that are not part of the integration branch, each with the reason.
    pub not_part: NotPart,
    /// Tasks that are part of it and not accepted.
    pub not_accepted: BTreeSet<TaskId>,
}

type NotPart = BTreeMap<TaskId, String>;

/// Branch, journal and whoever watches.
pub struct Settling<'a> {
    pub here: &'a Arc<Here>,
    pub store: &'a SqlStore,
    pub teller: &'a Arc<Teller>,
    pub stop: &'a Stop,
    /// How many are judged at once.
    pub jobs: usize,
}

impl std::fmt::Debug for Settling<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settling").field("jobs", &self.jobs).finish_non_exhaustive()
    }
}

impl Settling<'_> {
    /// Whether there is anything to settle.
    pub async fn is_due(here: &Here, store: &SqlStore) -> Result<bool, Failure> {
        let on_it = load(store, &here.ahead()?.tasks).await?;
        let apart: BTreeSet<TaskId> = here.apart()?.into_iter().map(|one| one.task).collect();
        let apart = load(store, &apart).await?;
        let at_hand = load(store, &here.at_hand()).await?;
        Ok(on_it.values().any(|task| !may_stay(task))
            || apart.values().any(Task::is_completed)
            || at_hand.values().any(is_overridden))
    }

    /// Takes out what is not accepted any more, and brings in what is by now. What is known not to be part of it is not
    /// told again.
    pub async fn settle(&self, known: &Unsettled) -> Result<Unsettled, Failure> {
        let not_accepted = self.take_out(known).await?;
        let mut not_part = self.keep_overridden().await?;
        self.bring_in(&mut not_part).await?;
        for (task, why) in not_part.iter().filter(|(task, _)| !known.not_part.contains_key(task)) {
            let branch = self.here.integration_branch();
            note(self.teller, task, &format!("completed, and not part of {branch}: {why}"));
        }
        Ok(Unsettled { not_part, not_accepted })
    }

    /// Brings what was accepted to the person, judged again where they committed something since. What came of it, in
    /// words.
    pub async fn land(&self, known: &Unsettled) -> Result<String, Failure> {
        // Somebody may have approved or sent back something since the run began.
        let Unsettled { not_part, .. } = self.settle(known).await?;
        let (here, branch) = (self.here, self.here.integration_branch());
        if !not_part.is_empty() {
            let tasks = not_part.iter().map(|(task, why)| format!("{task} ({why})")).collect();
            let more = if here.results().is_none() { OR_BY_HAND } else { OR_FROM_FILES };
            return Err(Failure::NotPart { tasks, branch, more });
        }
        for left in (0..TRIES).rev() {
            match self.judge_again().await {
                // Another run was faster with the same, or landed something meanwhile.
                Err(Failure::Landing(LandingError::KeepsMoving { .. })) if left > 0 => {
                    tokio::time::sleep(A_MOMENT).await;
                    continue;
                }
                judged => judged?,
            }
            let ahead = here.ahead()?;
            let tasks = load(self.store, &ahead.tasks).await?;
            let open = ahead.tasks.iter().filter_map(|id| match tasks.get(id) {
                Some(task) if task.is_completed() => None,
                Some(task) => Some(format!("{id} ({})", task.state.name().replace('_', " "))),
                None => Some(format!("{id} (unknown to the journal)")),
            });
            let open: Vec<String> = open.collect();
            if !open.is_empty() {
                return Err(Failure::NotAccepted { tasks: open, branch });
            }
            let found = self.contradictions(ahead.head.clone(), tasks).await?;
            if !found.is_empty() {
                let found = found.iter().map(|one| format!("{}: {}", one.task, one.why)).collect();
                return Err(Failure::Contradicts { found, branch });
            }
            match here.deliver(&ahead) {
                // Another run landed something meanwhile, which is looked at first.
                Err(Failure::Landing(LandingError::KeepsMoving { .. })) if left > 0 => {
                    tokio::time::sleep(A_MOMENT).await;
                }
                delivered => return delivered,
            }
        }
        Err(LandingError::KeepsMoving { branch }.into())
    }

    /// Judges what was not judged on what the person committed since.
    async fn judge_again(&self) -> Result<(), Failure> {
        let Some(unjudged) = self.here.unjudged()? else { return Ok(()) };
        let tasks = load(self.store, unjudged.steps().iter().map(|step| &step.task)).await?;
        let judge =
            move |here: &Here, watched: &Watched<'_>| here.judge_again(&unjudged, &tasks, watched);
        self.judging(judge).await
    }

    /// What of all that is accepted does not hold together. Where something has to be judged again before it is landed,
    /// or cannot be, it is looked at then.
    pub async fn together(&self) -> Result<Vec<Contradiction>, Failure> {
        let Ok(None) = self.here.unjudged() else { return Ok(Vec::new()) };
        let ahead = self.here.ahead()?;
        let tasks = load(self.store, &ahead.tasks).await?;
        let found = self.contradictions(ahead.head, tasks).await?;
        for one in &found {
            note(self.teller, &one.task, &format!("completed, and {}", one.why));
        }
        Ok(found)
    }

    async fn contradictions(
        &self,
        head: Oid,
        tasks: BTreeMap<TaskId, Task>,
    ) -> Result<Vec<Contradiction>, Failure> {
        let jobs = self.jobs;
        self.judging(move |here, watched| here.contradictions(&head, &tasks, jobs, watched)).await
    }

    /// Judging takes its time, in which somebody may want to stop it.
    async fn judging<T: Send + 'static>(
        &self,
        judge: impl FnOnce(&Here, &Watched<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (here, teller) = (Arc::clone(self.here), Arc::clone(self.teller));
        let stop = self.stop.clone();
        let judged = tokio::task::spawn_blocking(move || {
            let tell = |task: &TaskId, words: &str| note(&teller, task, words);
            judge(&here, &Watched { stop: &stop, tell: &tell })
        });
        judged.await.unwrap_or_else(|error| Err(Failure::Workshop { what: error.to_string() }))
    }

    /// Those that stay although they are not accepted.
    async fn take_out(&self, known: &Unsettled) -> Result<BTreeSet<TaskId>, Failure> {
        let (here, store, teller) = (self.here, self.store, self.teller);
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
            let taken = (ahead, out.clone(), tasks.clone());
            let take_out = move |here: &Here, watched: &Watched<'_>| {
                let (ahead, out, tasks) = &taken;
                here.take_out(ahead, out, tasks, watched)
            };
            match self.judging(take_out).await? {
                Settled::Moved => {}
                Settled::Done | Settled::There => {
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
    async fn keep_overridden(&self) -> Result<NotPart, Failure> {
        let (here, store) = (self.here, self.store);
        let tasks = load(store, &here.at_hand()).await?;
        let mut not_part = NotPart::new();
        for task in tasks.values().filter(|task| is_overridden(task)) {
            if let Err(error) = here.keep_overridden(task) {
                not_part.insert(task.id.clone(), error.what);
            }
        }
        Ok(not_part)
    }

    async fn bring_in(&self, not_part: &mut NotPart) -> Result<(), Failure> {
        let (here, store) = (self.here, self.store);
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
                let brought = (one.clone(), tasks.clone());
                let bring_in = move |here: &Here, watched: &Watched<'_>| {
                    here.bring_in(&brought.0, &brought.1, watched)
                };
                match self.judging(bring_in).await? {
                    Settled::Moved if left > 0 => continue,
                    Settled::Moved => {
                        let why = "others were accepted again and again meanwhile".to_owned();
                        not_part.insert(one.task.clone(), why);
                    }
                    Settled::Done => {
                        let branch = here.integration_branch();
                        note(
                            self.teller,
                            &one.task,
                            &format!("accepted, and part of {branch} now"),
                        );
                    }
                    Settled::There => {}
                    Settled::Refused { why } => {
                        not_part.insert(one.task.clone(), why);
                    }
                }
                break;
            }
        }
        Ok(())
    }
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

fn is_overridden(task: &Task) -> bool {
    matches!(task.state, TaskState::Completed { basis: Basis::Override { .. }, .. })
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
