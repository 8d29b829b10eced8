//! One task's way: from where the journal says it stands to where a run can bring it no further.

use std::sync::Arc;

use countersign_contract::brief::HandIn;
use countersign_core::{
    Basis, Command, Event, Evidence, Hindrance, InterruptedBy, Interruption, Observation, Phase,
    Refusal, Standstill, Submission, Task, TaskCommand, TaskEvent, TaskId, TaskState, Timing,
    TreeId, Verdict, Work, WorkEnd,
};
use countersign_store::{Journal, StoreError, Stream};
use tokio::sync::SemaphorePermit;

use super::account::{bounded, conflict_in_words, statement, within};
use super::dispatcher::{FAILED_FAST, Shared};
use super::hold::Hold;
use super::landing::Landing;
use super::standing::{is_handed_in, is_undecided, needs_a_runner, went_well};
use super::workshop::{Ended, How, Judged, Run, Stage, WorkOrder, Workshop, WorkshopError};
use super::{Arrival, End, RunEvent, RunPhase, Stop};
use crate::evidence::seal;
use crate::{Amended, Done, EngineError};

const OVERTAKEN: &str = "others were accepted again and again while it was judged";
/// How often in a row others may be faster before a task is left for another run.
const MERGES: u32 = 20;

/// How far a task came.
pub(super) enum Reached {
    Arrived(Box<Arrival>),
    /// Another run has it.
    Elsewhere,
}

/// What came of a step.
pub(super) enum Went {
    /// On, to where the journal has the task now.
    On(Box<Task>),
    /// On, but nobody looked where to.
    Somewhere,
    Nowhere(Halt),
}

/// Why a task does not go on in this run.
pub(super) enum Halt {
    /// The state says it all. With the task, where it is known to be there still.
    Settled(Option<Box<Task>>),
    Left {
        by: Hindrance,
        why: String,
    },
    Stopped,
    /// Something else failed, and no worker had begun on it.
    FailedFast,
}

pub(super) type Step = Result<Went, EngineError>;

pub(super) struct Way<W> {
    pub(super) shared: Arc<Shared<W>>,
    pub(super) id: TaskId,
    /// Pulled with the run, or when the lease is lost.
    pub(super) stop: Stop,
    commit: Option<String>,
    left_behind: usize,
    /// How often in a row a worker was interrupted in this run; another run begins to count anew.
    interruptions: u32,
    /// Whether what the checks could not decide is to be judged once more.
    again: bool,
    /// Whether a worker of this run is or was at it.
    has_begun: bool,
}

impl<W: Workshop> Way<W> {
    pub fn new(shared: Arc<Shared<W>>, id: TaskId) -> Self {
        let stop = shared.stop.below();
        let again = shared.options.again.contains(&id);
        Self {
            shared,
            id,
            stop,
            commit: None,
            left_behind: 0,
            interruptions: 0,
            again,
            has_begun: false,
        }
    }

    pub async fn go(mut self) -> Result<Reached, EngineError> {
        let task = self.load().await?;
        if !self.is_for_a_run(&task) {
            // Whoever brought it there may have died before the last broom.
            self.clear_if_over(&task).await;
            return self.arrived(task, End::Settled).await;
        }
        let Some(hold) = self.claim().await? else { return Ok(Reached::Elsewhere) };
        let halt = self.advance(&hold).await;
        let lost = hold.is_lost();
        // While the lease is held: what is in the way is written down like any other trouble.
        let halt = match halt {
            Err(EngineError::Refused(refusal)) => self.overtaken(refusal).await,
            Ok(Halt::Stopped) if lost && !self.shared.stop.is_pulled() => {
                self.overtaken(Refusal::AlreadySo { what: "the lease is lost" }).await
            }
            outcome => outcome,
        };
        match &halt {
            Ok(Halt::Left { .. }) => self.shared.goes_wrong(),
            Ok(Halt::Settled(Some(task))) if !went_well(task) => self.shared.goes_wrong(),
            Ok(Halt::Settled(_) | Halt::Stopped | Halt::FailedFast) | Err(_) => {}
        }
        if let Ok(Halt::Left { by, why }) = &halt {
            self.leave(&hold, *by, why).await?;
        }
        hold.let_go(&self.shared.engine).await?;
        if let Ok(Halt::Settled(Some(task))) = halt {
            self.clear_if_over(&task).await;
            return self.arrived(*task, End::Settled).await;
        }
        let halt = match halt {
            // Whoever has it now brings it to its end.
            Err(EngineError::Store(StoreError::Fenced { .. })) => return Ok(Reached::Elsewhere),
            outcome => outcome?,
        };
        let task = self.load().await?;
        let end = match halt {
            Halt::Settled(_) => End::Settled,
            Halt::Left { why, .. } => End::Left { why },
            Halt::Stopped => End::Stopped,
            Halt::FailedFast => End::Left { why: FAILED_FAST.to_owned() },
        };
        self.clear_if_over(&task).await;
        self.arrived(task, end).await
    }

    async fn arrived(&self, task: Task, end: End) -> Result<Reached, EngineError> {
        // A run has a contract amended only after an attempt has failed; of most there is one, and nothing to read.
        let amended = match task.attempts.len() {
            0 | 1 => Vec::new(),
            _ => Amended::of(self.shared.engine.store(), &task.id).await?,
        };
        Ok(Reached::Arrived(Box::new(Arrival {
            task,
            end,
            commit: self.commit.clone(),
            left_behind: self.left_behind,
            amended,
        })))
    }

    /// Somebody else moved the task meanwhile: a lead cancelled it, or took it away. Where it is now decides.
    async fn overtaken(&self, refusal: Refusal) -> Result<Halt, EngineError> {
        let task = self.load().await?;
        if self.is_for_a_run(&task) {
            return Ok(left(refusal.to_string()));
        }
        Ok(Halt::Settled(None))
    }

    async fn claim(&self) -> Result<Option<Hold>, EngineError> {
        let Shared { engine, options, workshop, .. } = &*self.shared;
        let store = engine.store();
        let mut lease = store.claim(&options.owner, options.lease, Some(&self.id)).await?;
        if lease.is_none()
            && let Some(held) = store.lease(&self.id).await?
            && workshop.is_gone(&held.owner)
        {
            // A run that died holds nothing; its token is fenced out by the next one.
            match store.release(&held).await {
                Ok(()) | Err(StoreError::LeaseLost { .. }) => {}
                Err(error) => return Err(error.into()),
            }
            lease = store.claim(&options.owner, options.lease, Some(&self.id)).await?;
        }
        let hold = |lease| Hold::on(engine, lease, options.lease, self.stop.clone());
        Ok(lease.map(hold))
    }

    async fn advance(&mut self, hold: &Hold) -> Result<Halt, EngineError> {
        let mut merges = 0;
        let mut known: Option<Box<Task>> = None;
        loop {
            let task = match known.take() {
                Some(task) => *task,
                None => self.load().await?,
            };
            if self.stop.is_pulled() {
                if !self.is_for_a_run(&task) {
                    return Ok(Halt::Settled(Some(Box::new(task))));
                }
                // What was handed in before the end is judged.
                if !(is_handed_in(&task) && self.stop.lets_finish()) {
                    return Ok(Halt::Stopped);
                }
            }
            let went = match &task.state {
                TaskState::Assigned { .. }
                | TaskState::InProgress { phase: Phase::Working, .. }
                    if self.shared.options.only_judges =>
                {
                    return Ok(Halt::Settled(Some(Box::new(task))));
                }
                TaskState::Assigned { builder }
                | TaskState::InProgress { builder, phase: Phase::Working } => {
                    let worker = builder.to_string();
                    self.attempt(&task, &worker, hold).await?
                }
                TaskState::InProgress { phase: Phase::Verifying, .. }
                    if self.again || !is_undecided(&task) =>
                {
                    merges += 1;
                    if merges > MERGES {
                        return Ok(left(OVERTAKEN));
                    }
                    let halt = self.judgement(&task, hold).await?;
                    self.again = false;
                    halt
                }
                TaskState::Blocked { .. } if self.escalation_is_due(&task) => {
                    self.escalate(&task, hold).await?
                }
                TaskState::InProgress { .. }
                | TaskState::Pending
                | TaskState::Blocked { .. }
                | TaskState::Review { .. }
                | TaskState::Completed { .. }
                | TaskState::Verified { .. }
                | TaskState::Cancelled { .. } => return Ok(Halt::Settled(Some(Box::new(task)))),
            };
            match went {
                Went::On(task) => known = Some(task),
                Went::Somewhere => {}
                Went::Nowhere(halt) => return Ok(halt),
            }
        }
    }

    /// From a folder to work in to a delivery.
    async fn attempt(&mut self, task: &Task, worker: &str, hold: &Hold) -> Step {
        let shared = Arc::clone(&self.shared);
        if let Some(Some(why)) = shared.options.hands.get(worker) {
            let id = &self.id;
            let instead =
                format!("or have another one do it: countersign retry {id} --worker NAME");
            return Ok(Went::Nowhere(left(format!("{why}; put it there, {instead}"))));
        }
        let _slot =
            shared.workers.acquire().await.map_err(|_| EngineError::Contended { attempts: 0 })?;
        if self.stop.is_pulled() {
            return Ok(Went::Nowhere(Halt::Stopped));
        }
        if self.is_too_late() {
            return Ok(Went::Nowhere(Halt::FailedFast));
        }
        if let Some(why) = self.shared.over_budget() {
            return Ok(Went::Nowhere(Halt::Left { by: Hindrance::Budget, why }));
        }
        self.tell(RunPhase::Preparing);
        let fresh = self.starts_afresh(task).await?;
        let prepared = match self
            .blocking(task, move |workshop, task, run| workshop.prepare(task, fresh, run))
            .await
        {
            Ok(prepared) => prepared,
            Err(trouble) => return Ok(self.hindered(trouble)),
        };
        for note in prepared.notes {
            self.shared.tell(RunEvent::Noted { task: self.id.clone(), note });
        }
        // That took its time.
        if self.is_too_late() {
            return Ok(Went::Nowhere(Halt::FailedFast));
        }
        self.has_begun = true;
        let base = prepared.base;
        let done = self.write(hold, vec![TaskCommand::Delegate { base }]).await?;
        let task = self.task_of(&done)?;
        let attempt = task.attempt_number().saturating_add(1);
        let (id, by) = (self.id.clone(), worker.to_owned());
        self.shared.tell(RunEvent::Began { task: id, attempt, worker: by });
        self.tell(RunPhase::Working);
        let brief = self.shared.engine.brief(&task, HandIn::ByStopping).await?;
        let name = worker.to_owned();
        let work = move |workshop: &W, task: &Task, run: &Run<'_>| {
            workshop.work(&WorkOrder { task, worker: &name, attempt, brief: &brief }, run)
        };
        let ended = match self.blocking(&task, work).await {
            Ok(ended) => ended,
            Err(trouble) => return Ok(self.hindered(trouble)),
        };
        if let Some(note) = self.shared.spend(&ended.spent) {
            self.shared.tell(RunEvent::Noted { task: self.id.clone(), note });
        }
        match ended.how {
            How::Attempt(end) => {
                let work = Work {
                    worker: worker.to_owned(),
                    end,
                    exit: ended.exit,
                    duration_ms: u64::try_from(ended.duration.as_millis()).unwrap_or(u64::MAX),
                    result: ended.result.clone(),
                    said: ended.said.clone(),
                    spent: ended.spent.clone(),
                };
                self.deliver(hold, attempt, work, ended.files_changed).await
            }
            How::Interrupted(by) => self.interrupted(worker, by, ended, hold).await,
        }
    }

    /// Whether nothing new begins any more. Whoever was at it may mend it.
    fn is_too_late(&self) -> bool {
        !self.has_begun && self.shared.has_failed_fast()
    }

    async fn deliver(&mut self, hold: &Hold, attempt: u32, work: Work, files: Vec<String>) -> Step {
        self.interruptions = 0;
        let changed = match files.len() {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        let summary = format!("{} {}, and {changed} changed", work.worker, work.end.name());
        let submission =
            Submission { summary: statement(&summary)?, files_changed: bounded(files) };
        let changed_nothing = submission.files_changed.is_empty() && work.end == WorkEnd::Finished;
        let deliver = TaskCommand::Deliver { submission, work: work.clone() };
        let done = self.write(hold, vec![deliver]).await?;
        self.shared.tell(RunEvent::Delivered { task: self.id.clone(), attempt, work });
        let task = self.task_of(&done)?;
        if changed_nothing && task.contract.asks_for_nothing() {
            let note = "nothing is checked here, and no file was changed: what the worker said is all there is";
            self.shared.tell(RunEvent::Noted { task: self.id.clone(), note: note.to_owned() });
        }
        Ok(Went::On(Box::new(task)))
    }

    async fn interrupted(
        &mut self,
        worker: &str,
        by: InterruptedBy,
        ended: Ended,
        hold: &Hold,
    ) -> Step {
        let interruption = Interruption {
            worker: worker.to_owned(),
            by,
            duration_ms: u64::try_from(ended.duration.as_millis()).unwrap_or(u64::MAX),
            said: ended.said,
            spent: ended.spent,
        };
        let interrupt = TaskCommand::Interrupt { interruption: interruption.clone() };
        self.write(hold, vec![interrupt]).await?;
        let before = usize::try_from(self.interruptions).unwrap_or(usize::MAX);
        let is_last = self.interruptions >= self.shared.options.fresh_starts;
        self.interruptions = self.interruptions.saturating_add(1);
        let options = &self.shared.options;
        let pause = options.backoff.get(before).copied().filter(|_| by == InterruptedBy::RateLimit);
        self.shared.tell(RunEvent::Interrupted { task: self.id.clone(), interruption, pause });
        match (by, pause) {
            (InterruptedBy::Stop, _) => Ok(Went::Nowhere(Halt::Stopped)),
            (InterruptedBy::RateLimit, Some(pause)) => {
                self.tell(RunPhase::Pausing(pause));
                self.stop.pause(pause).await;
                Ok(Went::Somewhere)
            }
            (InterruptedBy::RateLimit, None) => Ok(Went::Nowhere(Halt::Left {
                by: Hindrance::RateLimit,
                why: format!(
                    "{worker} was rate limited {} times in a row (more pauses: backoff_seconds in [run])",
                    before + 1
                ),
            })),
            (InterruptedBy::ContextOverflow, _) if is_last => Ok(Went::Nowhere(Halt::Left {
                by: Hindrance::ContextOverflow,
                why: format!(
                    "the context of {worker} overflowed {} times in a row (more tries: fresh_starts in \
                         [run]; or make the task smaller)",
                    before + 1
                ),
            })),
            (InterruptedBy::ContextOverflow | InterruptedBy::Loss, _) => Ok(Went::Somewhere),
        }
    }

    /// From a delivery to a verdict in the journal.
    async fn judgement(&mut self, task: &Task, hold: &Hold) -> Step {
        if task.contract.asks_for_nothing()
            && let Some(attempt) = task.attempts.last()
            && let (Some(why), Some(work)) = (attempt.shortfall(), &attempt.work)
        {
            let seen = Observation::of_the_worker(why, work.exit);
            return self.record(task, hold, seal(seen.into_iter().collect(), None)?).await;
        }
        let mut task = task.clone();
        let base = match self.blocking(&task, |workshop, task, _| workshop.base_of(task)).await {
            Ok(base) => base,
            Err(trouble) => return Ok(self.hindered(trouble)),
        };
        if task.base.as_ref() != Some(&base) {
            task = self.rebase(hold, base).await?;
        }
        let shared = Arc::clone(&self.shared);
        // One lands at a time, in the order in which they passed: what lands second is merged with what landed first. Who had
        // to be merged keeps its turn while that is judged, or others would be faster again and again.
        let mut turn = None;
        for _ in 0..MERGES {
            self.tell(RunPhase::Verifying(String::new()));
            let judge = |workshop: &W, task: &Task, run: &Run<'_>| workshop.judge(task, run);
            let slot = self.check_slot().await?;
            let judged = match self.blocking(&task, judge).await {
                Ok(judged) => judged,
                Err(trouble) => return Ok(self.hindered(trouble)),
            };
            // What follows waits for disks more than it computes.
            drop(slot);
            self.left_behind = judged.left_behind;
            let evidence = seal(judged.observations.clone(), Some(judged.room.clone()))?;
            if evidence.verdict() != Verdict::Passed {
                drop(turn);
                return match judged.tried {
                    Some(places) => self.conflicted(hold, places).await,
                    None => self.record(&task, hold, evidence).await,
                };
            }
            self.tell(RunPhase::Landing);
            if turn.is_none() {
                turn = Some(shared.landing.lock().await);
            }
            let landing = self.land_or_break(&task, judged).await?;
            if !matches!(landing, Ok(Landing::Moved { .. })) {
                turn = None;
            }
            match landing {
                Ok(Landing::Breaks(Judged { tried: Some(places), .. })) => {
                    return self.conflicted(hold, places).await;
                }
                Ok(Landing::Breaks(all)) => {
                    let evidence = seal(all.observations, Some(all.room))?;
                    return self.record(&task, hold, evidence).await;
                }
                Ok(Landing::Done { commit }) => {
                    self.commit = commit;
                    let recorded = self.record(&task, hold, evidence).await;
                    if let Err(EngineError::Refused(_)) = &recorded {
                        self.take_back().await?;
                    }
                    return recorded;
                }
                Ok(Landing::Moved { base }) => task = self.rebase(hold, base).await?,
                Ok(Landing::Conflict { places }) => return self.conflicted(hold, places).await,
                Err(trouble) => return Ok(self.hindered(trouble)),
            }
        }
        Ok(Went::Nowhere(left(OVERTAKEN)))
    }

    /// Back to its worker, at no cost to it.
    async fn conflicted(&self, hold: &Hold, places: String) -> Step {
        let conflict = statement(&conflict_in_words(&places))?;
        self.write(hold, vec![TaskCommand::ReturnConflict { conflict }]).await?;
        self.shared.tell(RunEvent::Conflicted { task: self.id.clone(), conflict: places });
        Ok(Went::Somewhere)
    }

    /// Trouble of this machine. Who is stopped breaks off what it does, and that is none.
    fn hindered(&self, trouble: WorkshopError) -> Went {
        Went::Nowhere(match self.stop.is_pulled() {
            true => Halt::Stopped,
            false => {
                self.shared.goes_wrong();
                Halt::Left { by: trouble.by, why: trouble.what }
            }
        })
    }

    /// Tells the journal why it does not go on, so that a person finds it. Where that cannot be written, or somebody
    /// moved it meanwhile, the run itself has said it.
    async fn leave(&self, hold: &Hold, by: Hindrance, why: &str) -> Result<(), EngineError> {
        let standstill = Standstill { by, why: statement(&within(why))? };
        match self.write(hold, vec![TaskCommand::Leave { standstill }]).await {
            Ok(_) | Err(EngineError::Refused(_) | EngineError::Store(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Until this is dropped, it is one of the tasks that are judged.
    pub(super) async fn check_slot(&self) -> Result<SemaphorePermit<'_>, EngineError> {
        let slot = self.shared.checks.acquire().await;
        slot.map_err(|_| EngineError::Contended { attempts: 0 })
    }

    async fn rebase(&self, hold: &Hold, base: TreeId) -> Result<Task, EngineError> {
        let done = self.write(hold, vec![TaskCommand::Rebase { base }]).await?;
        self.task_of(&done)
    }

    async fn record(&self, task: &Task, hold: &Hold, evidence: Evidence) -> Step {
        let (attempt, verdict) = (task.attempt_number(), evidence.verdict());
        let done =
            self.write(hold, vec![TaskCommand::RecordEvidence { attempt, evidence }]).await?;
        let task = Box::new(self.task_of(&done)?);
        self.shared.tell(RunEvent::Judged { task: task.clone(), attempt, verdict });
        let deferred: Vec<&str> =
            task.contract.timed(Timing::Deferred).map(|one| one.id.as_str()).collect();
        if verdict == Verdict::Passed && task.goal.is_none() && !deferred.is_empty() {
            let note = format!(
                "nobody has judged {}: what is deferred is run with a goal, and it has none (countersign goal link GOAL {})",
                deferred.join(", "),
                self.id
            );
            self.shared.tell(RunEvent::Noted { task: self.id.clone(), note });
        }
        Ok(Went::On(task))
    }

    /// Whether the last thing that happened wants an empty table. After a conflict the workshop has laid one
    /// already.
    async fn starts_afresh(&self, task: &Task) -> Result<bool, EngineError> {
        if matches!(task.state, TaskState::Assigned { .. }) {
            return Ok(task.attempts.is_empty());
        }
        let records = self.shared.engine.store().stream(&Stream::Task(self.id.clone())).await?;
        let wants = |record: countersign_store::Record| match record.event {
            Event::Task(_, TaskEvent::Interrupted { interruption }) => {
                Some(interruption.by == InterruptedBy::ContextOverflow)
            }
            Event::Task(_, TaskEvent::Conflicted { .. } | TaskEvent::ContractFailed { .. }) => {
                Some(false)
            }
            Event::Task(..) | Event::Goal(..) | Event::Team(_) => None,
        };
        Ok(records.into_iter().rev().find_map(wants).unwrap_or(false))
    }

    /// What is blocked may be tried again, and people want to look at it.
    async fn clear_if_over(&self, task: &Task) {
        let is_over = match &task.state {
            // What a lead took as done may lie nowhere else.
            TaskState::Completed { basis, .. } => !matches!(basis, Basis::Override { .. }),
            TaskState::Verified { .. } | TaskState::Review { .. } | TaskState::Cancelled { .. } => {
                true
            }
            TaskState::Pending
            | TaskState::Assigned { .. }
            | TaskState::InProgress { .. }
            | TaskState::Blocked { .. } => false,
        };
        if !is_over {
            return;
        }
        let (workshop, id) = (Arc::clone(&self.shared.workshop), self.id.clone());
        // What could not be cleared is swept by a later run.
        let _ = tokio::task::spawn_blocking(move || workshop.clear(&id)).await;
    }

    /// Whether a run can bring it further.
    fn is_for_a_run(&self, task: &Task) -> bool {
        needs_a_runner(task) || (self.again && is_handed_in(task)) || self.escalation_is_due(task)
    }

    pub(super) async fn load(&self) -> Result<Task, EngineError> {
        let found = self.shared.engine.store().task(&self.id).await?;
        let (task, _) = found.ok_or_else(|| Refusal::NoSuchTask { task: self.id.clone() })?;
        Ok(task)
    }

    /// The task as it is after a decision.
    fn task_of(&self, done: &Done) -> Result<Task, EngineError> {
        Ok(done.board.task(&self.id)?.clone())
    }

    /// Writes under the lease: whoever lost it writes nothing.
    async fn write(&self, hold: &Hold, commands: Vec<TaskCommand>) -> Result<Done, EngineError> {
        let commands: Vec<Command> =
            commands.into_iter().map(|command| Command::Task(self.id.clone(), command)).collect();
        let Shared { engine, session, .. } = &*self.shared;
        engine.execute_under(session, &commands, hold.lease.fence()).await
    }

    /// A step of the workshop, on a thread of its own.
    pub(super) async fn blocking<T: Send + 'static>(
        &self,
        task: &Task,
        step: impl FnOnce(&W, &Task, &Run<'_>) -> Result<T, WorkshopError> + Send + 'static,
    ) -> Result<T, WorkshopError> {
        let (shared, task, stop) = (Arc::clone(&self.shared), task.clone(), self.stop.clone());
        let done = tokio::task::spawn_blocking(move || {
            let tell = |stage: Stage<'_>| {
                let id = task.id.clone();
                shared.tell(match stage {
                    Stage::Said(line) => RunEvent::Said { task: id, line: line.to_owned() },
                    Stage::Noted(note) => RunEvent::Noted { task: id, note: note.to_owned() },
                    Stage::Checking(what) => {
                        RunEvent::Phase { task: id, phase: RunPhase::Verifying(what.to_owned()) }
                    }
                });
            };
            step(&shared.workshop, &task, &Run { stop: &stop, tell: &tell })
        });
        done.await.unwrap_or_else(|error| Err(WorkshopError::new(error.to_string())))
    }

    pub(super) fn tell(&self, phase: RunPhase) {
        self.shared.tell(RunEvent::Phase { task: self.id.clone(), phase });
    }
}

fn left(why: impl Into<String>) -> Halt {
    Halt::Left { by: Hindrance::Trouble, why: why.into() }
}
