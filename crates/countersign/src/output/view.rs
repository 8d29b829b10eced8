//! What goes over the wire with `--json`: kept apart from the core's types, so that each can change alone.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    Actor, Assurance, Basis, Contract, Effect, EvidenceSummary, Goal, GoalState, Hat, Integration,
    Phase, Subject, Task, TaskState, Team, Timestamp,
};
use countersign_engine::Done;
use countersign_store::{Listed, Record};
use schemars::JsonSchema;
use serde::Serialize;

use super::blocked::went_wrong;
use super::event::EventView;
use super::hidden::without_hidden;

/// A task in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskRow {
    pub id: String,
    pub title: String,
    pub state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    pub builder: Option<String>,
    pub goal: Option<String>,
    /// What a completion rests on.
    pub basis: Option<&'static str>,
    /// Verified by its approver because nobody else could.
    pub solo: bool,
    pub since: Timestamp,
}

/// Everything about a task.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskView {
    #[serde(flatten)]
    pub row: TaskRow,
    pub brief: String,
    /// Without what is hidden from workers, unless a lead or a runner asked for it.
    #[schemars(with = "Contract")]
    pub contract: serde_json::Value,
    /// What a person has to settle about the contract first.
    pub question: Option<String>,
    pub assurance: Assurance,
    pub revisions: u32,
    pub depends_on: Vec<String>,
    pub created_by: String,
    pub approver: Option<String>,
    pub override_reason: Option<String>,
    pub verified_by: Option<String>,
    pub verification_notes: Option<String>,
    pub rejections: u32,
    pub sent_back: Option<String>,
    /// The attempt that was submitted last; evidence names it.
    pub attempt: u32,
    pub attempts: Vec<AttemptView>,
    pub hats_worn: BTreeMap<String, BTreeSet<Hat>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AttemptView {
    pub by: String,
    pub summary: String,
    pub files_changed: Vec<String>,
    /// How the worker's process ended, where it did not end with success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    pub evidence: Option<EvidenceSummary>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct GoalView {
    pub id: String,
    pub title: String,
    pub description: String,
    pub project: String,
    pub state: &'static str,
    pub since: Timestamp,
    pub tasks: u32,
    pub verified: u32,
    pub cancelled: u32,
    /// How often all tasks have become verified; a run on the whole names it.
    pub round: u32,
    pub rejected: Option<String>,
    pub verified_by: Option<String>,
    pub integration: Option<Integration>,
    pub deferred_outstanding: usize,
    /// The last run on the whole, if it did not pass.
    pub failed_run: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ActorView {
    pub name: String,
    pub kind: &'static str,
    pub hats: BTreeSet<Hat>,
    pub pilot: Option<String>,
    pub retired: bool,
    pub tokens: Vec<TokenView>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TokenView {
    pub id: String,
    pub expires: Timestamp,
}

/// One entry of an inbox.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaitingView {
    pub since: Timestamp,
    pub need: &'static str,
    pub about: String,
    pub message: String,
    pub next: String,
    /// Of a task that is blocked: what failed and what was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked: Option<super::blocked::BlockedView>,
    /// Of a task that a run left: what is in its way. Not in the schema, which agents read before they begin.
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hindrance: Option<&'static str>,
    /// Of a task that is blocked, or that a run left: what can be done, each as it is typed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ways_out: BTreeMap<&'static str, String>,
}

/// One record of the journal.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordView {
    pub seq: u64,
    pub at: Timestamp,
    pub by: String,
    pub stream: String,
    pub version: u64,
    /// Of what is hidden from workers only the name stays, unless a lead or a runner asked for it.
    #[schemars(with = "EventView")]
    pub event: serde_json::Value,
}

/// A page of a list; `after` fetches the following one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PageView<T> {
    pub items: Vec<T>,
    pub after: Option<String>,
}

/// The answer to a command that changed something.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DoneView<T> {
    /// First and last record it left in the journal.
    pub records: (u64, u64),
    #[serde(flatten)]
    pub subject: T,
}

impl<T> DoneView<T> {
    pub fn new(done: &Done, subject: T) -> Self {
        Self { records: (done.committed.first, done.committed.last), subject }
    }
}

impl<T> PageView<T> {
    /// A full page may have a successor, a short one has none.
    pub fn new<S>(listed: Vec<Listed<S>>, limit: u32, view: impl Fn(S) -> T) -> Self {
        let full = listed.len() >= limit as usize;
        let after = listed.last().filter(|_| full).map(|last| last.position.to_string());
        Self { items: listed.into_iter().map(|listed| view(listed.item)).collect(), after }
    }
}

impl TaskRow {
    pub fn new(task: &Task) -> Self {
        let phase = match &task.state {
            TaskState::InProgress { phase, .. } => Some(match phase {
                Phase::Working => "working",
                Phase::Verifying => "verifying",
                Phase::Escalated { .. } => "escalated",
            }),
            _ => None,
        };
        Self {
            id: task.id.to_string(),
            title: task.title.to_string(),
            state: task.state.name(),
            phase,
            builder: task.builder().map(ToString::to_string),
            goal: task.goal.as_ref().map(ToString::to_string),
            basis: basis(task).map(Basis::name),
            solo: matches!(task.state, TaskState::Verified { solo: true, .. }),
            since: task.since,
        }
    }

    /// The state with what qualifies it, so that an override never looks like anything else.
    pub fn state_in_words(&self) -> String {
        match (self.phase, self.basis) {
            (Some(phase), _) => format!("{} ({phase})", self.state),
            (None, Some(basis)) if self.solo => format!("{} ({basis}, solo)", self.state),
            (None, Some(basis)) => format!("{} ({basis})", self.state),
            (None, None) => self.state.to_owned(),
        }
    }
}

fn basis(task: &Task) -> Option<&Basis> {
    match &task.state {
        TaskState::Completed { basis, .. } | TaskState::Verified { basis, .. } => Some(basis),
        _ => None,
    }
}

/// Who is to read a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Possibly a worker.
    Anyone,
    /// A lead or a runner who asked for what is hidden.
    Trusted,
}

impl Reader {
    /// A contract as far as the reader may see it.
    pub fn contract(self, contract: &Contract) -> serde_json::Value {
        // Every contract was read from JSON or could have been, so it can be written as JSON.
        self.sees(serde_json::to_value(contract).unwrap_or_default())
    }

    fn sees(self, value: serde_json::Value) -> serde_json::Value {
        match self {
            Reader::Anyone => without_hidden(value),
            Reader::Trusted => value,
        }
    }
}

impl TaskView {
    pub fn new(task: &Task, reader: Reader) -> Self {
        let (verified_by, verification_notes) = match &task.state {
            TaskState::Verified { by, notes, .. } => {
                (Some(by.to_string()), Some(notes.to_string()))
            }
            _ => (None, None),
        };
        let override_reason = match basis(task) {
            Some(Basis::Override { reason, .. }) => Some(reason.to_string()),
            _ => None,
        };
        Self {
            row: TaskRow::new(task),
            brief: task.brief.clone(),
            contract: reader.contract(&task.contract),
            question: task.question.as_ref().map(ToString::to_string),
            assurance: task.assurance,
            revisions: task.revisions,
            depends_on: task.depends_on.iter().map(ToString::to_string).collect(),
            created_by: task.created_by.to_string(),
            approver: basis(task).and_then(Basis::approver).map(ToString::to_string),
            override_reason,
            verified_by,
            verification_notes,
            rejections: task.rejections,
            sent_back: task.sent_back.as_ref().map(ToString::to_string),
            attempt: task.attempt_number(),
            attempts: task
                .attempts
                .iter()
                .map(|attempt| AttemptView {
                    by: attempt.by.to_string(),
                    summary: attempt.submission.summary.to_string(),
                    files_changed: attempt.submission.files_changed.clone(),
                    worker: attempt.work.as_ref().and_then(went_wrong),
                    evidence: attempt.evidence.clone(),
                })
                .collect(),
            hats_worn: task
                .worn
                .iter()
                .map(|(actor, hats)| (actor.to_string(), hats.clone()))
                .collect(),
        }
    }
}

impl GoalView {
    pub fn new(goal: &Goal) -> Self {
        let (rejected, verified_by, integration) = match &goal.state {
            GoalState::Active { rejected } => {
                (rejected.as_ref().map(ToString::to_string), None, None)
            }
            GoalState::Verified { by, integration } => {
                (None, Some(by.to_string()), Some(integration.clone()))
            }
            GoalState::Open | GoalState::PendingVerify { .. } => (None, None, None),
        };
        Self {
            id: goal.id.to_string(),
            title: goal.title.to_string(),
            description: goal.description.clone(),
            project: goal.project.clone(),
            state: goal.state.name(),
            since: goal.since,
            tasks: goal.open + goal.verified,
            verified: goal.verified,
            cancelled: goal.dropped,
            round: goal.rounds,
            rejected,
            verified_by,
            integration,
            deferred_outstanding: goal.outstanding().count(),
            failed_run: match &goal.state {
                GoalState::PendingVerify { failed, .. } => failed.as_ref().map(ToString::to_string),
                _ => None,
            },
        }
    }

    pub fn progress(&self) -> String {
        format!("{}/{} verified", self.verified, self.tasks)
    }
}

impl ActorView {
    pub fn new(actor: &Actor, team: &Team) -> Self {
        let tokens = team.tokens.values().filter(|issued| issued.actor == actor.id);
        Self {
            name: actor.id.to_string(),
            kind: actor.kind.name(),
            hats: actor.hats.clone(),
            pilot: actor.pilot.as_ref().map(ToString::to_string),
            retired: actor.retired,
            tokens: tokens
                .map(|issued| TokenView {
                    id: issued.token.id.to_string(),
                    expires: issued.token.expires,
                })
                .collect(),
        }
    }
}

impl WaitingView {
    pub fn new(effect: &Effect) -> Self {
        let next = super::next::of(effect);
        match effect {
            Effect::RunContract { task, since } => Self {
                since: *since,
                need: "run_contract",
                about: task.to_string(),
                message: format!("{task} is submitted: its contract is to be run"),
                next,
                blocked: None,
                hindrance: None,
                ways_out: BTreeMap::new(),
            },
            Effect::RunDeferred { goal, since } => Self {
                since: *since,
                need: "run_deferred",
                about: goal.to_string(),
                message: format!("the deferred criteria of {goal} are to be run"),
                next,
                blocked: None,
                hindrance: None,
                ways_out: BTreeMap::new(),
            },
            Effect::Notify(notification) => Self {
                since: notification.since,
                need: notification.need.name(),
                about: match &notification.about {
                    Subject::Task(task) => task.to_string(),
                    Subject::Goal(goal) => goal.to_string(),
                },
                message: notification.message.clone(),
                next,
                blocked: None,
                hindrance: None,
                ways_out: BTreeMap::new(),
            },
        }
    }
}

impl WaitingView {
    /// With all that is known of the task, if that is blocked or was left by a run.
    pub fn with_card(effect: &Effect, stuck: Option<&Task>) -> Self {
        let mut view = Self::new(effect);
        if let Some(task) = stuck {
            let is_blocked = matches!(task.state, TaskState::Blocked { .. });
            view.blocked = is_blocked.then(|| super::blocked::BlockedView::new(task));
            view.hindrance = super::card::standing_still(task).map(|left| left.by.name());
            view.ways_out = super::card::ways_out(task).into_iter().collect();
        }
        view
    }
}

impl RecordView {
    pub fn new(record: &Record, reader: Reader) -> Self {
        Self {
            seq: record.seq,
            at: record.stamp.at,
            by: record.stamp.by.to_string(),
            stream: record.stream.to_string(),
            version: record.version,
            event: reader.sees(event_body(&record.event)),
        }
    }
}

fn event_body(event: &countersign_core::Event) -> serde_json::Value {
    use countersign_core::Event;
    let body = match event {
        Event::Team(event) => serde_json::to_value(event),
        Event::Task(_, event) => serde_json::to_value(event),
        Event::Goal(_, event) => serde_json::to_value(event),
    };
    // Every event was read from JSON, so it can be written as JSON.
    body.unwrap_or(serde_json::Value::Null)
}
