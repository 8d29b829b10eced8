//! The order of a run: what is ready begins, as many at once as there is room for, and each end lets others begin.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use countersign_core::{Refusal, Spent, Task, TaskId};
use tokio::sync::{Mutex, Semaphore};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::standing::went_well;
use super::way::{Reached, Way};
use super::workshop::Workshop;
use super::{Arrival, End, Graph, RunEvent, RunOptions, Stop};
use crate::{Engine, EngineError, Session};

/// How long to wait before looking again at a task that another run has.
const LOOK_AGAIN: Duration = Duration::from_millis(200);
/// How often it is looked whether somebody has handed out again what is at the end of its way.
const LOOK_BACK: Duration = Duration::from_secs(1);
/// What is said once, so that nobody wonders why nothing happens.
const ELSEWHERE: &str = "another run has it, or had it when it was killed: waiting until that run is done with it or its lease ends \
     (lease_seconds in [run])";

/// Why nothing begins any more.
pub(super) const FAILED_FAST: &str = "nothing new begins after something failed (--fail-fast)";

/// How many tasks are read at once, before a run begins.
const AT_ONCE: usize = 256;

/// With more on their way at once it counts how many are done in a time, and not how soon one is.
const FEW: usize = 4;

/// What all tasks of a run share.
pub(super) struct Shared<W> {
    pub engine: Engine,
    pub session: Session,
    pub workshop: Arc<W>,
    pub options: RunOptions,
    pub stop: Stop,
    pub workers: Semaphore,
    pub checks: Semaphore,
    pub landing: Mutex<()>,
    cost_usd_micros: AtomicU64,
    tokens: AtomicU64,
    went_wrong: AtomicBool,
    tell: Box<dyn Fn(RunEvent) + Send + Sync>,
}

impl<W> Shared<W> {
    pub fn tell(&self, event: RunEvent) {
        (self.tell)(event);
    }

    /// Something was blocked or left. Known before it is told, so that nobody who hears of it sees another one begin.
    pub fn goes_wrong(&self) {
        self.went_wrong.store(true, Ordering::SeqCst);
    }

    /// Whether no worker may begin on what none of this run has begun on.
    pub fn has_failed_fast(&self) -> bool {
        self.options.fail_fast && self.went_wrong.load(Ordering::SeqCst)
    }

    /// Which setting would have to be raised, if this is what used it up.
    pub fn spend(&self, spent: &Spent) -> Option<String> {
        let before = self.over_budget();
        let tokens =
            spent.input_tokens.unwrap_or(0).saturating_add(spent.output_tokens.unwrap_or(0));
        self.tokens.fetch_add(tokens, Ordering::Relaxed);
        self.cost_usd_micros.fetch_add(spent.cost_usd_micros.unwrap_or(0), Ordering::Relaxed);
        let why = self.over_budget().filter(|_| before.is_none())?;
        Some(format!("{why}; no other worker is started"))
    }

    /// Which setting would have to be raised before another worker is started.
    pub fn over_budget(&self) -> Option<String> {
        let budget = self.options.budget;
        let over = |limit: Option<u64>, spent: &AtomicU64| {
            limit.is_some_and(|limit| spent.load(Ordering::Relaxed) >= limit)
        };
        if over(budget.cost_usd_micros, &self.cost_usd_micros) {
            return Some("the run has cost what it may (budget_usd in [run])".to_owned());
        }
        if over(budget.tokens, &self.tokens) {
            return Some("the run has used the tokens it may (budget_tokens in [run])".to_owned());
        }
        None
    }
}

/// Every task of the run at the end of its way.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    pub arrivals: BTreeMap<TaskId, Arrival>,
    pub cost_usd_micros: u64,
    pub tokens: u64,
}

/// Runs tasks with one workshop, as one runner.
pub struct Runner<W> {
    shared: Arc<Shared<W>>,
}

impl<W> std::fmt::Debug for Runner<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

impl<W: Workshop> Runner<W> {
    /// `session` is a runner's: it delegates, delivers and records, and does nothing else.
    pub fn new(
        engine: Engine,
        session: Session,
        workshop: Arc<W>,
        options: RunOptions,
        stop: Stop,
        tell: impl Fn(RunEvent) + Send + Sync + 'static,
    ) -> Self {
        let shared = Shared {
            engine,
            session,
            workshop,
            workers: Semaphore::new(options.workers.max(1)),
            checks: Semaphore::new(options.checks.max(1)),
            landing: Mutex::new(()),
            cost_usd_micros: AtomicU64::new(0),
            tokens: AtomicU64::new(0),
            went_wrong: AtomicBool::new(false),
            tell: Box::new(tell),
            options,
            stop,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Brings each task as far as it can be brought.
    pub async fn run(&self, tasks: &[TaskId]) -> Result<Summary, EngineError> {
        let mut hall =
            Hall { shared: &self.shared, graph: Graph::default(), summary: Summary::default() };
        hall.fill(tasks).await?;
        let mut ways: JoinSet<(TaskId, Result<Reached, EngineError>)> = JoinSet::new();
        let room = self.shared.options.workers.saturating_add(self.shared.options.checks).max(1);
        // Nothing is dropped on an error: what runs is brought to its end first. The first one is told.
        let mut failure: Option<EngineError> = None;
        let mut has_said_so = false;
        let mut looks_back = Instant::now() + LOOK_BACK;
        loop {
            if Instant::now() >= looks_back {
                failure = failure.or(hall.take_up_again().await.err());
                looks_back = Instant::now() + LOOK_BACK;
            }
            while failure.is_none() && !hall.is_closed() && ways.len() < room {
                let Some(id) = hall.graph.take() else { break };
                let way = Way::new(Arc::clone(&self.shared), id.clone());
                ways.spawn(async move { (id, way.go().await) });
            }
            self.shared.engine.store().expect_company(ways.len() > FEW);
            let Ok(ended) = tokio::time::timeout_at(looks_back, ways.join_next()).await else {
                continue;
            };
            let Some(ended) = ended else {
                if failure.is_none() && hall.take_up_again().await? {
                    continue;
                }
                break;
            };
            match ended {
                Ok((_, Ok(Reached::Arrived(arrival)))) => {
                    failure = failure.or(hall.arrive(*arrival).await.err());
                }
                Ok((id, Ok(Reached::Elsewhere))) => {
                    if !std::mem::replace(&mut has_said_so, true) {
                        self.shared
                            .tell(RunEvent::Noted { task: id.clone(), note: ELSEWHERE.to_owned() });
                    }
                    self.shared.stop.pause(LOOK_AGAIN).await;
                    hall.graph.put_back(id);
                }
                Ok((_, Err(error))) => failure = failure.or(Some(error)),
                Err(_) => failure = failure.or(Some(EngineError::Panicked)),
            }
        }
        if let Some(error) = failure {
            return Err(error);
        }
        hall.empty().await?;
        hall.look_back().await?;
        let mut summary = hall.summary;
        summary.cost_usd_micros = self.shared.cost_usd_micros.load(Ordering::Relaxed);
        summary.tokens = self.shared.tokens.load(Ordering::Relaxed);
        Ok(summary)
    }
}

/// Where tasks wait until they can begin, and where they come to when they are done.
pub(super) struct Hall<'a, W> {
    pub(super) shared: &'a Shared<W>,
    graph: Graph,
    pub(super) summary: Summary,
}

impl<W: Workshop> Hall<'_, W> {
    pub(super) async fn fill(&mut self, tasks: &[TaskId]) -> Result<(), EngineError> {
        let store = self.shared.engine.store();
        let mut completed = BTreeMap::new();
        for some in tasks.chunks(AT_ONCE) {
            let found = store.tasks_named(some).await?;
            for id in some {
                let (task, _) =
                    found.get(id).ok_or_else(|| Refusal::NoSuchTask { task: id.clone() })?;
                let mut waits_for = BTreeSet::new();
                for on in &task.depends_on {
                    let is_completed = match completed.get(on) {
                        Some(known) => *known,
                        None => store.task(on).await?.is_some_and(|(on, _)| on.is_completed()),
                    };
                    completed.insert(on.clone(), is_completed);
                    if !is_completed {
                        waits_for.insert(on.clone());
                    }
                }
                completed.insert(id.clone(), task.is_completed());
                // What was done before needs nothing any more.
                let waits_for = if task.is_completed() { BTreeSet::new() } else { waits_for };
                self.graph.add(id.clone(), waits_for);
            }
        }
        Ok(())
    }

    /// Whether nothing new may begin.
    pub(super) fn is_closed(&self) -> bool {
        self.shared.stop.is_pulled() || self.shared.has_failed_fast()
    }

    async fn arrive(&mut self, arrival: Arrival) -> Result<(), EngineError> {
        let id = arrival.task.id.clone();
        let completed = arrival.task.is_completed();
        self.note(arrival);
        if completed {
            self.graph.complete(&id);
            return Ok(());
        }
        for (held, by) in self.graph.hold_up(&id) {
            self.hold_up(held, by).await?;
        }
        Ok(())
    }

    /// What never began, because the run was stopped or because of tasks that are not part of it.
    async fn empty(&mut self) -> Result<(), EngineError> {
        while let Some(id) = self.graph.take() {
            let task = self.load(&id).await?;
            self.note(Arrival::unmoved(task, self.why_closed()));
        }
        let is_closed = self.is_closed();
        for (held, by) in self.graph.left() {
            if is_closed {
                let task = self.load(&held).await?;
                self.note(Arrival::unmoved(task, self.why_closed()));
            } else {
                self.hold_up(held, by).await?;
            }
        }
        Ok(())
    }

    pub(super) fn why_closed(&self) -> End {
        if self.shared.stop.is_pulled() {
            return End::Stopped;
        }
        End::Left { why: FAILED_FAST.to_owned() }
    }

    async fn hold_up(&mut self, held: TaskId, by: TaskId) -> Result<(), EngineError> {
        let task = self.load(&held).await?;
        self.note(Arrival::unmoved(task, End::HeldUp { by }));
        Ok(())
    }

    async fn load(&self, id: &TaskId) -> Result<Task, EngineError> {
        let found = self.shared.engine.store().task(id).await?;
        Ok(found.ok_or_else(|| Refusal::NoSuchTask { task: id.clone() })?.0)
    }

    pub(super) fn note(&mut self, arrival: Arrival) {
        if !went_well(&arrival.task) {
            self.shared.goes_wrong();
        }
        self.shared.tell(RunEvent::Arrived(Box::new(arrival.clone())));
        self.summary.arrivals.insert(arrival.task.id.clone(), arrival);
    }
}
