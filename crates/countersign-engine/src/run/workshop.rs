//! The port to everything outside of the journal. Every step can be done again after a crash.

use std::time::Duration;

use countersign_core::{
    EscalationAnswer, Exit, Hindrance, InterruptedBy, Observation, Output, RoomReport, Spent,
    Statement, Task, TaskId, TreeId, WorkEnd,
};

use super::Stop;

/// Trouble of this machine. It is never the worker's fault, and the task stays where it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct WorkshopError {
    pub by: Hindrance,
    pub what: String,
}

impl WorkshopError {
    /// Anything but what has a name of its own.
    pub fn new(what: impl Into<String>) -> Self {
        Self { by: Hindrance::Trouble, what: what.into() }
    }
}

/// A folder to work in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// What it held before the work.
    pub base: TreeId,
    /// What the person should know about this machine, such as a wall that is not there.
    pub notes: Vec<String>,
}

/// A worker's brief, and what it is called by.
#[derive(Debug, Clone)]
pub struct WorkOrder<'a> {
    pub task: &'a Task,
    pub worker: &'a str,
    pub attempt: u32,
    pub brief: &'a str,
}

/// How a worker's run ended, and whether it was an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Attempt(WorkEnd),
    Interrupted(InterruptedBy),
}

/// A worker's run. All its processes are dead.
#[derive(Debug, Clone)]
pub struct Ended {
    pub how: How,
    pub exit: Exit,
    pub said: Output,
    pub spent: Spent,
    pub duration: Duration,
    /// What its folder holds now, and what it changed.
    pub result: TreeId,
    pub files_changed: Vec<String>,
}

/// What the checks saw.
#[derive(Debug, Clone)]
pub struct Judged {
    pub observations: Vec<Observation>,
    pub room: RoomReport,
    /// How many of the worker's changes are no part of it.
    pub left_behind: usize,
    /// The places of a conflict, where this was a try to have both sides: if it does not hold, it is that conflict.
    pub tried: Option<String>,
}

/// What became of accepted work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Landed {
    /// It is part of what the next tasks build on, or waits for an approval; without a commit where nothing changed.
    Done { commit: Option<String> },
    /// Nothing yet: it changes files that these tasks changed, which were accepted before. What they asked for has to
    /// hold with it.
    Touches { tasks: Vec<TaskId> },
    /// Others were accepted meanwhile. It was merged with them, and has to be judged against this.
    Moved { base: TreeId },
    /// Others were accepted meanwhile, and it contradicts them.
    Conflict { places: String },
}

/// A task that was accepted before.
#[derive(Debug, Clone)]
pub struct EarlierTask {
    pub task: Task,
    /// Whether the one at hand was to be done after it, near or far.
    pub is_needed: bool,
}

/// What an escalation command says about a blocked task, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EscalationReply {
    pub answer: EscalationAnswer,
    pub reason: Statement,
}

/// What a worker or a check is heard of while it runs.
#[derive(Debug, Clone, Copy)]
pub enum Stage<'a> {
    /// A line that a worker printed.
    Said(&'a str),
    /// What is looked at just now.
    Checking(&'a str),
    /// Something about this machine that the person should know.
    Noted(&'a str),
}

/// What a step of the workshop is given beside its task.
pub struct Run<'a> {
    pub stop: &'a Stop,
    pub tell: &'a (dyn Fn(Stage<'_>) + Sync),
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// Workers, clean rooms and branches. Each call blocks, on a thread of its own.
pub trait Workshop: Send + Sync + 'static {
    /// A folder for the next attempt: the last one again, or a new one where there is none or `fresh` is asked for.
    fn prepare(&self, task: &Task, fresh: bool, run: &Run<'_>) -> Result<Prepared, WorkshopError>;

    /// Has the worker do it, in the folder that was prepared.
    fn work(&self, order: &WorkOrder<'_>, run: &Run<'_>) -> Result<Ended, WorkshopError>;

    /// The base that the work at hand is to be judged against. After a crash this is the one it was made on.
    fn base_of(&self, task: &Task) -> Result<TreeId, WorkshopError>;

    /// Judges the work at hand, or what it was merged to, against the task's base.
    fn judge(&self, task: &Task, run: &Run<'_>) -> Result<Judged, WorkshopError>;

    /// Makes accepted work part of what the next tasks build on, or keeps it where somebody has to approve of it first.
    /// Doing it again changes nothing.
    fn land(&self, task: &Task, judged: &Judged) -> Result<Landed, WorkshopError>;

    /// Takes out again what was landed of a task that was not accepted after all.
    fn take_back(&self, task: &Task) -> Result<(), WorkshopError>;

    /// What of those that were accepted before does not hold any more with this work. Where all of it does,
    /// [`Workshop::land`] goes on.
    fn broken(
        &self,
        task: &Task,
        judged: &Judged,
        earlier: &[EarlierTask],
        run: &Run<'_>,
    ) -> Result<Vec<Observation>, WorkshopError>;

    /// Asks the escalation command about a blocked task. Whatever is wrong with its answer is an answer too: a
    /// person decides.
    fn escalate(&self, task: &Task, run: &Run<'_>) -> Result<EscalationReply, WorkshopError>;

    /// Clears away what a task needs no more.
    fn clear(&self, task: &TaskId);

    /// Whether the run that holds a lease is known to be dead.
    fn is_gone(&self, owner: &str) -> bool;
}
