//! From what the engine tells of a run to what is shown, printed and kept of it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use countersign_core::{Basis, EscalationAnswer, Phase, Task, TaskId, TaskState, Verdict};
use countersign_engine::now;
use countersign_engine::run::{Arrival, End, RunEvent, RunPhase};

use crate::failure::Failure;
use crate::output::amended::AmendedView;
use crate::output::blocked::{BlockedView, shortfalls as in_order, went_wrong};
use crate::output::run_events::{
    OutcomeView, PhaseName, RunEventView, RunLine, STUCK, ShortfallView,
};
use crate::output::run_screen::Screen;
use crate::output::words::last_words;
use crate::runs::Log;

/// Told by every thread of the run.
pub struct Teller {
    inner: Mutex<Inner>,
}

struct Inner {
    log: Log,
    screen: Screen,
    /// What went wrong with the log first. Nothing rests on it, so the run goes on.
    trouble: Option<Failure>,
    builders: BTreeMap<TaskId, String>,
}

impl std::fmt::Debug for Teller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Teller").finish_non_exhaustive()
    }
}

impl Teller {
    pub fn new(log: Log, screen: Screen) -> Self {
        let inner = Inner { log, screen, trouble: None, builders: BTreeMap::new() };
        Self { inner: Mutex::new(inner) }
    }

    pub fn hear(&self, event: RunEvent) {
        let mut inner = self.lock();
        match event {
            RunEvent::Said { task, line } => inner.screen.said(task.as_str(), &line),
            other => {
                let view = inner.view(other);
                inner.tell(view);
            }
        }
    }

    pub fn tell(&self, event: RunEventView) {
        self.lock().tell(event);
    }

    /// Times move on although nothing happens.
    pub fn tick(&self) {
        self.lock().screen.tick();
    }

    /// Takes down what is shown of what is running.
    pub fn close(&self) {
        self.lock().screen.close();
    }

    /// What went wrong with the log.
    pub fn trouble(&self) -> Option<Failure> {
        self.lock().trouble.take()
    }

    /// Whoever panicked while telling has told nothing wrong.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn tell(&mut self, what: RunEventView) {
        let line = RunLine { run: self.log.name().to_owned(), ts: now(), what };
        if let Err(failure) = self.log.append(&line) {
            self.trouble.get_or_insert(failure);
        }
        self.screen.show(&line);
    }

    fn view(&mut self, event: RunEvent) -> RunEventView {
        match event {
            RunEvent::Began { task, attempt, worker } => {
                self.builders.insert(task.clone(), worker.clone());
                RunEventView::TaskStarted { task: task.to_string(), attempt, worker }
            }
            RunEvent::Phase { task, phase } => {
                let (phase, detail) = match phase {
                    RunPhase::Preparing => (PhaseName::Preparing, None),
                    RunPhase::Working => (PhaseName::Working, None),
                    RunPhase::Verifying(what) => {
                        (PhaseName::Verifying, Some(what).filter(|what| !what.is_empty()))
                    }
                    RunPhase::Landing => (PhaseName::Landing, None),
                    RunPhase::Escalating => (PhaseName::Escalating, None),
                    RunPhase::Pausing(time) => {
                        (PhaseName::Pausing, Some(format!("{} s", time.as_secs())))
                    }
                };
                RunEventView::TaskPhase { task: task.to_string(), phase, detail }
            }
            // Said is shown and never kept.
            RunEvent::Said { task, line } => {
                RunEventView::Noted { task: Some(task.to_string()), note: line }
            }
            RunEvent::Noted { task, note } => {
                RunEventView::Noted { task: Some(task.to_string()), note }
            }
            RunEvent::Interrupted { task, interruption, pause } => RunEventView::TaskInterrupted {
                task: task.to_string(),
                worker: interruption.worker,
                by: interruption.by.name().to_owned(),
                pause_seconds: pause.map(|pause| pause.as_secs()),
                duration_ms: interruption.duration_ms,
                spent: interruption.spent,
            },
            RunEvent::Delivered { task, attempt, work } => RunEventView::TaskDelivered {
                task: task.to_string(),
                attempt,
                worker: work.worker,
                end: work.end.name().to_owned(),
                exit: Some(work.exit),
                said: last_words(&work.said),
                duration_ms: work.duration_ms,
                spent: work.spent,
            },
            RunEvent::Judged { task, attempt, verdict } => self.judged(&task, attempt, verdict),
            RunEvent::Conflicted { task, conflict } => {
                RunEventView::TaskConflicted { task: task.to_string(), conflict }
            }
            RunEvent::Escalated { task, answer, reason } => RunEventView::TaskEscalated {
                task: task.to_string(),
                answer: answer.name().to_owned(),
                to: match answer {
                    EscalationAnswer::Reassign { to, .. } => Some(to.to_string()),
                    _ => None,
                },
                reason: reason.to_string(),
            },
            RunEvent::Arrived(arrival) => arrived(&arrival),
        }
    }

    fn judged(&self, task: &Task, attempt: u32, verdict: Verdict) -> RunEventView {
        let worker = self.builders.get(&task.id).map(String::as_str);
        let builder = task.builder().map(ToString::to_string);
        let handed_to = builder.filter(|builder| {
            matches!(task.state, TaskState::Assigned { .. }) && Some(builder.as_str()) != worker
        });
        RunEventView::TaskJudged {
            task: task.id.to_string(),
            attempt,
            verdict: match verdict {
                Verdict::Passed => "passed",
                Verdict::Failed => "failed",
                Verdict::Undecided => "undecided",
            }
            .to_owned(),
            worker: task.attempts.last().and_then(|last| last.work.as_ref()).and_then(went_wrong),
            shortfalls: shortfalls(task),
            handed_to,
        }
    }
}

fn shortfalls(task: &Task) -> Vec<ShortfallView> {
    let evidence = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
    let all = evidence.into_iter().flat_map(|evidence| in_order(&task.contract, evidence));
    let view = |(criterion, reason): (&countersign_core::CriterionId, &String)| ShortfallView {
        criterion: criterion.to_string(),
        reason: reason.clone(),
    };
    all.map(view).collect()
}

/// How far a task came, as one of the events at the end of its way.
pub fn arrived(arrival: &Arrival) -> RunEventView {
    let Arrival { task, end, commit, .. } = arrival;
    let (id, commit) = (task.id.to_string(), commit.clone());
    let outcome = outcome(arrival);
    match (end, &task.state) {
        (End::Left { .. }, _) => RunEventView::TaskLeft { task: id, outcome },
        (End::HeldUp { by }, _) => {
            RunEventView::TaskHeldUp { task: id, by: by.to_string(), outcome }
        }
        (End::Stopped, _) => RunEventView::TaskStopped { task: id, outcome },
        (End::Settled, TaskState::Completed { .. } | TaskState::Verified { .. }) => {
            RunEventView::TaskCompleted { task: id, commit, outcome }
        }
        (End::Settled, TaskState::Blocked { .. }) => {
            let payload = Box::new(BlockedView { ts: None, ..BlockedView::new(task) });
            RunEventView::TaskBlocked { task: id, outcome, payload }
        }
        (End::Settled, TaskState::Cancelled { .. }) => {
            RunEventView::TaskCancelled { task: id, outcome }
        }
        (
            End::Settled,
            TaskState::Pending
            | TaskState::Assigned { .. }
            | TaskState::InProgress { .. }
            | TaskState::Review { .. },
        ) => RunEventView::TaskWaits { task: id, commit, outcome },
    }
}

pub fn outcome(arrival: &Arrival) -> OutcomeView {
    let Arrival { task, end, left_behind, amended, .. } = arrival;
    let basis = match &task.state {
        TaskState::Completed { basis, .. } | TaskState::Verified { basis, .. } => {
            Some(basis.name().to_owned())
        }
        _ => None,
    };
    OutcomeView {
        id: task.id.to_string(),
        state: task.state.name().to_owned(),
        basis,
        attempts: u32::try_from(task.attempts.len()).unwrap_or(u32::MAX),
        reason: reason(task, end),
        left_behind: *left_behind,
        amended: AmendedView::all(amended),
    }
}

fn reason(task: &Task, end: &End) -> Option<String> {
    match (end, &task.state) {
        (End::Left { why }, _) => Some(why.clone()),
        (End::HeldUp { by }, _) => Some(format!("it needs {by}, which is not completed")),
        (End::Stopped, TaskState::Completed { .. } | TaskState::Verified { .. }) => None,
        (End::Stopped, _) => Some("the run was stopped".to_owned()),
        (End::Settled, TaskState::Completed { basis: Basis::Override { reason, .. }, .. }) => {
            Some(format!("overridden: {reason}"))
        }
        (End::Settled, TaskState::Completed { .. } | TaskState::Verified { .. }) => None,
        (End::Settled, TaskState::Blocked { .. }) => {
            let why: Vec<String> = shortfalls(task)
                .iter()
                .map(|one| format!("{}: {}", one.criterion, one.reason))
                .collect();
            let stuck = if task.is_stuck() { format!("{STUCK}; ") } else { String::new() };
            Some(format!("{stuck}{}", why.join("\n")))
        }
        (End::Settled, TaskState::Cancelled { reason, .. }) => Some(reason.to_string()),
        (End::Settled, TaskState::Review { .. }) => Some("it waits for a review".to_owned()),
        (End::Settled, TaskState::Pending) => match &task.question {
            Some(question) => Some(question.to_string()),
            None => Some("nobody was handed it".to_owned()),
        },
        (End::Settled, TaskState::InProgress { phase: Phase::Escalated { reason, .. }, .. }) => {
            Some(format!("verifiers sent it back twice: {reason}"))
        }
        (End::Settled, TaskState::InProgress { phase: Phase::Working, builder })
            if !shortfalls(task).is_empty() =>
        {
            let why = shortfalls(task).iter().map(|one| one.reason.clone()).collect::<Vec<_>>();
            Some(format!("it is with {builder} again: {}", why.join("; ")))
        }
        (End::Settled, TaskState::InProgress { .. }) => {
            let why = shortfalls(task).iter().map(|one| one.reason.clone()).collect::<Vec<_>>();
            if why.is_empty() {
                let id = &task.id;
                return Some(format!(
                    "it was handed in and not judged; have a run judge it: countersign run {id} --worker NAME, or have \
                     it done again: countersign retry {id}"
                ));
            }
            let how = match asks_a_reader(task) {
                true => format!(" (countersign judge {} --pass, or --fail \"…\")", task.id),
                false => String::new(),
            };
            Some(format!("a person has to judge it{how}: {}", why.join("; ")))
        }
        (End::Settled, TaskState::Assigned { builder }) => {
            Some(format!("it is in the hands of {builder}"))
        }
    }
}

/// Whether something is open that only a reader can tell.
fn asks_a_reader(task: &Task) -> bool {
    let evidence = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
    let is_open = |id| evidence.is_some_and(|evidence| evidence.shortfalls.contains_key(id));
    task.contract.criteria().iter().any(|one| one.check.asks_a_reader() && is_open(&one.id))
}

/// Whether it waits for a person, and nothing went wrong.
pub fn waits(arrival: &Arrival) -> bool {
    arrival.end == End::Settled
        && !matches!(
            arrival.task.state,
            TaskState::Completed { .. }
                | TaskState::Verified { .. }
                | TaskState::Blocked { .. }
                | TaskState::Cancelled { .. }
        )
}

/// Whether it is where it was to come.
pub fn is_done(arrival: &Arrival) -> bool {
    arrival.task.is_completed() && !matches!(arrival.end, End::Left { .. })
}
