//! What happens in a run, one event a line: what `run --json` prints, what `.countersign/runs/` keeps, and what
//! `watch` and `report` read. Nothing that is hidden from workers is in it.

use countersign_core::{Contract, Exit, Spent, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::amended::AmendedView;
use super::blocked::BlockedView;

/// A line.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RunEvent")]
pub struct RunLine {
    /// Its name; empty where there was nothing to do, and so no run.
    pub run: String,
    pub ts: Timestamp,
    #[serde(flatten)]
    pub what: RunEventView,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event")]
pub enum RunEventView {
    #[serde(rename = "run.started")]
    RunStarted(StartedView),
    /// Something about this machine that the person should know.
    #[serde(rename = "run.noted")]
    Noted { task: Option<String>, note: String },
    /// A worker is started for a task.
    #[serde(rename = "task.started")]
    TaskStarted { task: String, attempt: u32, worker: String },
    #[serde(rename = "task.phase")]
    TaskPhase {
        task: String,
        phase: PhaseName,
        /// What is looked at just now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<String>,
    },
    /// A worker's run came to nothing, and is no attempt.
    #[serde(rename = "task.interrupted")]
    TaskInterrupted {
        task: String,
        worker: String,
        by: String,
        pause_seconds: Option<u64>,
        duration_ms: u64,
        #[serde(default)]
        spent: Spent,
    },
    #[serde(rename = "task.delivered")]
    TaskDelivered {
        task: String,
        attempt: u32,
        worker: String,
        /// How the worker's process ended; that says nothing about the work.
        end: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exit: Option<Exit>,
        /// The last lines that it printed.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        said: String,
        duration_ms: u64,
        #[serde(default)]
        spent: Spent,
    },
    #[serde(rename = "task.judged")]
    TaskJudged {
        task: String,
        attempt: u32,
        verdict: String,
        /// How the worker's process ended, where it did not end with success.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        worker: Option<String>,
        /// What did not pass, as far as its worker may know it.
        shortfalls: Vec<ShortfallView>,
        /// Who gets the work next, if its attempts are used up.
        handed_to: Option<String>,
    },
    /// Others were accepted meanwhile, and it contradicts them: it goes back to its worker.
    #[serde(rename = "task.conflicted")]
    TaskConflicted { task: String, conflict: String },
    /// The escalation command was asked about a blocked task, before a person is.
    #[serde(rename = "task.escalated")]
    TaskEscalated {
        task: String,
        /// `retry`, `reassign`, `amend`, `person` or `unusable`.
        answer: String,
        /// Who gets it, if it is another one.
        to: Option<String>,
        reason: String,
    },
    #[serde(rename = "task.completed")]
    TaskCompleted { task: String, commit: Option<String>, outcome: OutcomeView },
    /// A person has to do something first.
    #[serde(rename = "task.waits")]
    TaskWaits { task: String, commit: Option<String>, outcome: OutcomeView },
    #[serde(rename = "task.blocked")]
    TaskBlocked {
        task: String,
        outcome: OutcomeView,
        #[serde(flatten)]
        payload: Box<BlockedView>,
    },
    /// It could not go on, and nobody's work is to blame.
    #[serde(rename = "task.left")]
    TaskLeft { task: String, outcome: OutcomeView },
    /// It needs what is not completed.
    #[serde(rename = "task.held_up")]
    TaskHeldUp { task: String, by: String, outcome: OutcomeView },
    #[serde(rename = "task.stopped")]
    TaskStopped { task: String, outcome: OutcomeView },
    #[serde(rename = "task.cancelled")]
    TaskCancelled { task: String, outcome: OutcomeView },
    #[serde(rename = "run.finished")]
    RunFinished(FinishedView),
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct StartedView {
    /// The process that runs it.
    pub process: u32,
    pub workers: usize,
    pub jobs: usize,
    pub tasks: Vec<RunTaskView>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RunTaskView {
    pub id: String,
    pub title: String,
    pub depends_on: Vec<String>,
    /// Who works on it, and who gets it after that.
    pub workers: Vec<String>,
    /// Without what is hidden from workers.
    #[schemars(with = "Contract")]
    pub contract: serde_json::Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    Preparing,
    Working,
    Verifying,
    Landing,
    Escalating,
    Pausing,
}

impl PhaseName {
    pub fn name(self) -> &'static str {
        match self {
            PhaseName::Preparing => "preparing",
            PhaseName::Working => "working",
            PhaseName::Verifying => "verifying",
            PhaseName::Landing => "landing",
            PhaseName::Escalating => "escalating",
            PhaseName::Pausing => "pausing",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ShortfallView {
    pub criterion: String,
    pub reason: String,
}

/// How the reason of a blocked task begins that was not tried as often as it might have been.
pub const STUCK: &str = "twice the same result";

/// A task at the end of its way in this run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeView {
    pub id: String,
    pub state: String,
    /// What a completion rests on.
    pub basis: Option<String>,
    pub attempts: u32,
    /// Why it is not completed.
    pub reason: Option<String>,
    /// How many of the worker's changes are no part of what was judged; `show` lists them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_behind: usize,
    /// What of its contract was edited since somebody began to work to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amended: Vec<AmendedView>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The same in words, to be put behind others.
pub fn left_behind(number: usize) -> String {
    match number {
        0 => String::new(),
        1 => ", 1 change left behind".to_owned(),
        more => format!(", {more} changes left behind"),
    }
}

/// A task that was accepted and does not hold any more.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ContradictionView {
    pub task: String,
    /// With whose result. Absent where that is what the person did since.
    pub since: Option<String>,
    pub why: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct FinishedView {
    pub tasks: Vec<OutcomeView>,
    pub completed: usize,
    /// Blocked, held up, left, stopped or cancelled.
    pub failed: usize,
    /// Waiting for a person.
    pub waiting: usize,
    pub duration_ms: u64,
    pub cost_usd_micros: u64,
    pub tokens: u64,
    /// A person asked it to stop.
    pub stopped: bool,
    /// Where the accepted work is.
    pub branch: Option<String>,
    /// What became of `--land`.
    pub landed: Option<String>,
    /// Why `--land` brought nothing to the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_landed: Option<String>,
    /// Accepted results that do not hold with what was accepted after them, or that are not part of the branch. Nothing is landed as long as
    /// there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradictions: Vec<ContradictionView>,
    pub exit: u8,
    pub next: Option<String>,
}
