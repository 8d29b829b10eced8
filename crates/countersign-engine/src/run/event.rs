//! What happens in a run, for whoever watches. Nothing rests on it: the journal has what counts.

use std::time::Duration;

use countersign_core::{EscalationAnswer, Interruption, Statement, Task, TaskId, Verdict, Work};

use crate::Amended;

/// Where a running task is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunPhase {
    Preparing,
    Working,
    /// With what is looked at just now.
    Verifying(String),
    Landing,
    /// The escalation command is asked.
    Escalating,
    /// Until a rate limit is over.
    Pausing(Duration),
}

/// How a task's way in this run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// As far as a run can bring it; the state says how far that is.
    Settled,
    /// It needs something that is not completed, and that this run does not get completed.
    HeldUp { by: TaskId },
    /// It could not go on, and nobody's work is to blame.
    Left { why: String },
    /// The run was stopped before it was done.
    Stopped,
}

/// A task at the end of its way in this run.
#[derive(Debug, Clone)]
pub struct Arrival {
    pub task: Task,
    pub end: End,
    /// What of it was landed, if anything changed.
    pub commit: Option<String>,
    /// How many changes are no part of what was judged last.
    pub left_behind: usize,
    /// What of its contract was edited since somebody began to work to it.
    pub amended: Vec<Amended>,
}

impl Arrival {
    /// One of which nothing came in this run.
    pub fn unmoved(task: Task, end: End) -> Self {
        Self { task, end, commit: None, left_behind: 0, amended: Vec::new() }
    }
}

#[derive(Debug, Clone)]
pub enum RunEvent {
    Began {
        task: TaskId,
        attempt: u32,
        worker: String,
    },
    Phase {
        task: TaskId,
        phase: RunPhase,
    },
    /// The last line that a worker printed. Shown, never recorded.
    Said {
        task: TaskId,
        line: String,
    },
    /// Something about this machine that the person should know.
    Noted {
        task: TaskId,
        note: String,
    },
    Interrupted {
        task: TaskId,
        interruption: Interruption,
        pause: Option<Duration>,
    },
    Delivered {
        task: TaskId,
        attempt: u32,
        work: Work,
    },
    Judged {
        task: Box<Task>,
        attempt: u32,
        verdict: Verdict,
    },
    Conflicted {
        task: TaskId,
        conflict: String,
    },
    /// The escalation command has answered about a blocked task, and its answer was taken.
    Escalated {
        task: TaskId,
        answer: EscalationAnswer,
        reason: Statement,
    },
    Arrived(Box<Arrival>),
}
