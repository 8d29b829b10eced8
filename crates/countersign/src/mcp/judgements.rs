//! Verifications under way. One task is judged once at a time, by one server under a lease; whoever asks meanwhile
//! waits for the same one, also if another server is at it. What a server that died has left is taken up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use countersign_core::{Evidence, Phase, Refusal, Task, TaskId, TaskState};
use countersign_engine::Session;
use countersign_runner::jail::Cancel;
use countersign_store::{Journal, Lease};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use super::house::{Call, House};
use super::notes;
use crate::acts::judging::{self, Folders, Judgement};
use crate::acts::verdicts::Verdicts;
use crate::acts::{aside, handing_in};
use crate::commands::show;
use crate::failure::Failure;
use crate::machine::Wanted;
use crate::runners;

/// How long after it was made a call says that it is not over yet. Clients give up after a minute.
const PATIENCE: Duration = Duration::from_secs(45);
/// How long a server that is not heard of any more keeps others from judging.
const LEASE: Duration = Duration::from_secs(20);
/// How often is looked whether another server is done, or gone.
const LOOK: Duration = Duration::from_secs(1);
/// How many looks another server is given.
const LOOKS: u32 = 3600;
/// How often is looked for what others have left.
const ROUND: Duration = Duration::from_secs(10);
/// How long what is judged has to end once the server is to stop, and how often is looked whether it has.
const LAST_WORDS: Duration = Duration::from_secs(10);
const GLANCE: Duration = Duration::from_millis(20);

/// What came of it, or what is being done.
#[derive(Debug, Clone)]
pub enum Standing {
    Running(String),
    Over(Result<Arc<Judged>, Arc<Failure>>),
}

/// A task as it was judged, and what was seen.
#[derive(Debug)]
pub struct Judged {
    pub attempt: u32,
    pub evidence: Evidence,
}

#[derive(Debug)]
pub struct Judgements {
    running: Mutex<HashMap<TaskId, watch::Receiver<Standing>>>,
    /// Checks want a core each.
    places: Arc<Semaphore>,
    /// Attempts whose builder waits for the verdict, and whose next question is for that one.
    owed: Mutex<HashMap<TaskId, u32>>,
    /// Whether the server is to stop.
    stop: watch::Sender<bool>,
}

impl Default for Judgements {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (running, places) = (Mutex::default(), Arc::new(Semaphore::new(cores)));
        Self { running, places, owed: Mutex::default(), stop: watch::Sender::new(false) }
    }
}

/// Handed in by its builder, and not by a run, which judges in its own folders what its workers deliver.
pub fn waits(task: &Task) -> bool {
    matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. })
        && task.attempts.last().is_some_and(|attempt| attempt.work.is_none())
}

impl Judgements {
    /// Judges a task that was handed in, or joins whoever is at it. What is not over in time goes on.
    pub async fn judge(&self, call: &Call, id: &TaskId) -> Result<Standing, Failure> {
        self.judge_with(call, id, None).await
    }

    /// Likewise, with what somebody says of it who read it.
    pub async fn judge_as_told(
        &self,
        call: &Call,
        id: &TaskId,
        verdicts: Verdicts,
    ) -> Result<Standing, Failure> {
        self.judge_with(call, id, Some(verdicts)).await
    }

    async fn judge_with(
        &self,
        call: &Call,
        id: &TaskId,
        verdicts: Option<Verdicts>,
    ) -> Result<Standing, Failure> {
        let runner = runners::of_this_machine(&call.desk()).await?.ok_or(Failure::NoRunner)?;
        let mut standing = self.begin(&call.house, runner, id, verdicts);
        let mut step = 0;
        let wait = async {
            loop {
                let now = standing.borrow_and_update().clone();
                match now {
                    Standing::Running(words) => call.progress.tell(step, &words).await,
                    Standing::Over(_) => return now,
                }
                step += 1;
                if standing.changed().await.is_err() {
                    return Standing::Over(Err(Arc::new(Failure::RunDied)));
                }
            }
        };
        let over = tokio::time::timeout_at((call.asked + PATIENCE).into(), wait);
        let over = tokio::select! {
            over = over => over.ok(),
            // It goes on without whoever has asked for it.
            () = call.progress.cancelled() => None,
        };
        Ok(match over {
            Some(over) => over,
            None => standing.borrow().clone(),
        })
    }

    /// Ends what is being judged, without a verdict: whoever serves next takes it up.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Waits until nothing is judged any more, for as long as that takes once it is stopped.
    pub async fn over(&self) {
        let is_any = || !self.running.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        let all = async {
            while is_any() {
                tokio::time::sleep(GLANCE).await;
            }
        };
        let _ = tokio::time::timeout(LAST_WORDS, all).await;
    }

    fn is_stopped(&self) -> bool {
        *self.stop.borrow()
    }

    /// Notes that the builder asks for the verdict on what was handed in.
    pub fn owe(&self, task: &Task) {
        let mut owed = self.owed.lock().unwrap_or_else(PoisonError::into_inner);
        owed.insert(task.id.clone(), task.attempt_number());
    }

    /// Whether the builder has asked for the verdict on the last attempt, and was not told.
    pub fn is_owed(&self, task: &Task) -> bool {
        let owed = self.owed.lock().unwrap_or_else(PoisonError::into_inner);
        let is_judged = task.attempts.last().is_some_and(|attempt| attempt.evidence.is_some());
        is_judged && owed.get(&task.id) == Some(&task.attempt_number())
    }

    pub fn told(&self, id: &TaskId) {
        self.owed.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// Whether it is being judged now.
    pub fn is_running(&self, id: &TaskId) -> bool {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).contains_key(id)
    }

    fn begin(
        &self,
        house: &Arc<House>,
        runner: Session,
        id: &TaskId,
        verdicts: Option<Verdicts>,
    ) -> watch::Receiver<Standing> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(standing) = running.get(id) {
            return standing.clone();
        }
        let (tell, standing) = watch::channel(Standing::Running("waiting for a free core".into()));
        running.insert(id.clone(), standing.clone());
        let (house, id) = (Arc::clone(house), id.clone());
        tokio::spawn(async move {
            let outcome = in_turn(&house, &runner, &id, verdicts.as_ref(), &tell).await;
            let outcome = outcome.map_err(Arc::new);
            let judgements = &house.judgements;
            judgements.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            tell.send_replace(Standing::Over(outcome));
        });
        standing
    }
}

impl House {
    /// Judges, now and from time to time, what was handed in here and is left with nobody at it.
    pub fn take_up_what_is_left(self: &Arc<Self>) {
        let house = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                // What fails now may not fail the next time; and whoever asks for the task is told why.
                let _ = house.take_up().await;
                tokio::time::sleep(ROUND).await;
            }
        });
    }

    async fn take_up(self: &Arc<Self>) -> Result<(), Failure> {
        let project = self.project()?;
        let state = project.state_folder();
        for id in notes::all(&state)? {
            let task = self.engine.store().task(&id).await?.map(|(task, _)| task);
            if !task.as_ref().is_some_and(waits) {
                // Whoever has noted it is about to hand it in, or it is over.
                let working = |task: &Task| matches!(task.state, TaskState::InProgress { .. });
                if !task.as_ref().is_some_and(working) {
                    notes::strike(&state, &id);
                }
                continue;
            }
            if let Some(runner) = runners::kept_here(&self.engine).await? {
                self.judgements.begin(self, runner, &id, None);
            }
        }
        handing_in::clear_all(self.engine.store(), &project).await
    }
}

/// Judges it under a lease. Where another server has the lease, what came of that is waited for; where that server
/// is gone, its turn is over.
async fn in_turn(
    house: &Arc<House>,
    runner: &Session,
    id: &TaskId,
    verdicts: Option<&Verdicts>,
    tell: &watch::Sender<Standing>,
) -> Result<Arc<Judged>, Failure> {
    let store = house.engine.store();
    for _ in 0..LOOKS {
        let task = show::task(store, id).await?;
        if !waits(&task) {
            if matches!(task.state, TaskState::Cancelled { .. }) {
                return Err(Refusal::TaskCancelled { task: id.clone() }.into());
            }
            let seen = show::last_judged(store, id, None).await?;
            let (attempt, _, evidence) =
                seen.ok_or_else(|| Failure::NotJudged { task: id.clone(), attempt: None })?;
            return Ok(Arc::new(Judged { attempt, evidence }));
        }
        if let Some(lease) = store.claim(runner.token().as_str(), LEASE, Some(id)).await? {
            let held = Held::new(house, lease);
            let outcome = under(house, runner, (task, verdicts), &held.lease, tell).await;
            held.give_back(house).await;
            match outcome {
                // Looked at once more: it may have been handed in anew meanwhile.
                Ok(None) => continue,
                Ok(Some(judged)) => return Ok(judged),
                Err(failure) => return Err(failure),
            }
        }
        tell.send_replace(Standing::Running("another server is judging it".into()));
        tokio::time::sleep(LOOK).await;
    }
    Err(Failure::RunDied)
}

/// Nothing came of it where the task is not to be judged any more.
async fn under(
    house: &Arc<House>,
    runner: &Session,
    (task, verdicts): (Task, Option<&Verdicts>),
    lease: &Lease,
    tell: &watch::Sender<Standing>,
) -> Result<Option<Arc<Judged>>, Failure> {
    let _place = house.judgements.places.acquire().await.map_err(|_| Failure::RunDied)?;
    if !is_wanted(house, &task).await {
        return Ok(None);
    }
    let watched = Watched::new(house, &task);
    let project = house.project()?;
    let (state, id, words) = (project.state_folder(), task.id.clone(), tell.clone());
    let (handed_in, door, rope) = (task.clone(), house.door(), watched.rope.clone());
    // That it asks for something was seen when it was judged the first time.
    let wanted = Wanted { allow_vacuous: verdicts.is_some(), ..Wanted::default() };
    let verdicts = match verdicts {
        Some(verdicts) => verdicts.clone(),
        None => Verdicts::before(house.engine.store(), &task).await?,
    };
    let looked = aside(move || {
        let judgement = Judgement::of(task, &project, &Folders::default(), wanted, &door)?
            .until(rope)
            .told(&verdicts);
        let seen = judgement.look(&|stage| {
            let now = judging::in_words(stage);
            // Said once: how often hidden checks are run is something that they saw.
            words.send_if_modified(|standing| {
                let is_said = matches!(standing, Standing::Running(said) if *said == now);
                *standing = Standing::Running(now);
                !is_said
            });
        })?;
        Ok((judgement, seen))
    })
    .await;
    let (judgement, seen) = match looked {
        Ok(looked) => looked,
        Err(_) if house.judgements.is_stopped() => return Err(Failure::ServerStopped),
        Err(_) if watched.is_ended() => return Ok(None),
        Err(failure) => {
            if handing_in::send_back(
                &house.engine,
                runner,
                &handed_in,
                &failure,
                Some(lease.fence()),
            )
            .await?
            {
                notes::strike(&state, &id);
                let _ = handing_in::clear(house.engine.store(), &house.project()?, &id).await;
            }
            return Err(failure);
        }
    };
    let (task, evidence) =
        judgement.record(&house.engine, runner, seen, Some(lease.fence())).await?;
    notes::strike(&state, &id);
    // The verdict stands, also if something of the copy stays until the next round.
    let _ = handing_in::clear(house.engine.store(), &house.project()?, &id).await;
    Ok(Some(Arc::new(Judged { attempt: task.attempt_number(), evidence })))
}

/// Whether the very attempt waits to be judged still. What cannot be read now can be the next time.
async fn is_wanted(house: &House, handed_in: &Task) -> bool {
    let Ok(now_is) = house.engine.store().task(&handed_in.id).await else { return true };
    now_is.is_some_and(|(task, _)| {
        waits(&task) && task.attempt_number() == handed_in.attempt_number()
    })
}

/// A judgement that is ended when the server is to stop, or when nobody wants it any more: its task was cancelled, or
/// taken away.
struct Watched {
    /// Where there is none, it goes on to its end.
    rope: Option<Cancel>,
    watch: Option<JoinHandle<()>>,
}

impl Watched {
    fn new(house: &Arc<House>, task: &Task) -> Self {
        let rope = Cancel::new().ok();
        let watch = rope.clone().map(|rope| {
            let (house, task) = (Arc::clone(house), task.clone());
            tokio::spawn(async move {
                let mut stop = house.judgements.stop.subscribe();
                loop {
                    let stopped = stop.wait_for(|is_stopped| *is_stopped);
                    if tokio::time::timeout(LOOK, stopped).await.is_ok()
                        || !is_wanted(&house, &task).await
                    {
                        return rope.pull();
                    }
                }
            })
        });
        Self { rope, watch }
    }

    fn is_ended(&self) -> bool {
        self.rope.as_ref().is_some_and(Cancel::is_pulled)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.watch.iter().for_each(JoinHandle::abort);
    }
}

/// A lease that is prolonged as long as it is held.
struct Held {
    lease: Lease,
    beat: JoinHandle<()>,
}

impl Held {
    fn new(house: &Arc<House>, lease: Lease) -> Self {
        let (house, held) = (Arc::clone(house), lease.clone());
        let beat = tokio::spawn(async move {
            loop {
                tokio::time::sleep(LEASE / 4).await;
                // Whoever has lost it is told when it records what it saw.
                let _ = house.engine.store().heartbeat(&held, LEASE).await;
            }
        });
        Self { lease, beat }
    }

    async fn give_back(self, house: &House) {
        self.beat.abort();
        // One that is not given back runs out.
        let _ = house.engine.store().release(&self.lease).await;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.beat.abort();
    }
}
