//! A task that is blocked, with all that whoever decides about it needs.

use countersign_core::{
    Attempt, Check, Contract, Criterion, CriterionId, EvidenceSummary, Exit, Phase, Task,
    TaskState, Timestamp, Verdict, Visibility, Work, WorkEnd, label,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::Reader;
use super::words::last_words;

/// The payload of `task.blocked`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Blocked")]
pub struct BlockedView {
    #[serde(rename = "type")]
    pub kind: BlockedName,
    pub task_id: String,
    /// The workflow's run, where it is a step of one.
    pub workflow_instance_id: Option<String>,
    pub step_num: Option<u32>,
    pub agent: Option<String>,
    pub completion_spec: CompletionSpec,
    pub attempts: Vec<FailedAttempt>,
    /// When it was blocked.
    #[serde(rename = "blocked_at")]
    pub at: Timestamp,
    /// The same; absent where the line around it says when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ts: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub enum BlockedName {
    #[serde(rename = "task.blocked")]
    TaskBlocked,
}

/// What done means, in the words of a workflow's completion as far as it has some.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CompletionSpec {
    /// `contract` where several things are asked for.
    #[serde(rename = "type")]
    pub kind: CompletionKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluate: Option<String>,
    /// Without what is hidden from workers.
    #[schemars(with = "Contract")]
    pub contract: serde_json::Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompletionKind {
    File,
    Signal,
    None,
    Contract,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FailedAttempt {
    /// From one.
    pub attempt: u32,
    pub agent: String,
    pub stage: FailureStage,
    /// How the worker's process ended, where it did not end with success, or what it was not allowed to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// Why, as far as a worker may know it.
    pub failure: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailureStage {
    /// Something that a machine checks.
    Mechanical,
    /// Only what a reader judges.
    Evaluation,
    /// It passed by itself, and contradicts what was accepted meanwhile.
    Landing,
}

impl FailureStage {
    pub fn name(self) -> &'static str {
        match self {
            FailureStage::Mechanical => "mechanical",
            FailureStage::Evaluation => "evaluation",
            FailureStage::Landing => "landing",
        }
    }
}

impl BlockedView {
    pub fn new(task: &Task) -> Self {
        let step = task.labels.get(label::STEP).and_then(|step| step.parse().ok());
        Self {
            kind: BlockedName::TaskBlocked,
            task_id: task.id.to_string(),
            workflow_instance_id: task.labels.get(label::WORKFLOW).cloned(),
            step_num: step,
            agent: task.builder().map(ToString::to_string),
            completion_spec: CompletionSpec::new(&task.contract),
            attempts: failed_attempts(task),
            at: task.since,
            ts: Some(task.since),
        }
    }
}

impl CompletionSpec {
    fn new(contract: &Contract) -> Self {
        let shown: Vec<&Criterion> = contract
            .criteria()
            .iter()
            .filter(|criterion| criterion.visibility == Visibility::Shown)
            .collect();
        let evaluate = shown.iter().find_map(|criterion| match &criterion.check {
            Check::Evaluate { rubric } => Some(rubric.clone()),
            _ => None,
        });
        let mut mechanical =
            shown.iter().filter(|one| !matches!(one.check, Check::Evaluate { .. }));
        let mut min_length = None;
        let (kind, path, signal) =
            match (mechanical.next().map(|one| &one.check), mechanical.next()) {
                (Some(Check::File { path, min_length: least }), None) => {
                    min_length = (*least > 0).then_some(*least);
                    (CompletionKind::File, Some(path.clone()), None)
                }
                (Some(Check::Signal { path, signal }), None) => {
                    (CompletionKind::Signal, Some(path.clone()), Some(signal.clone()))
                }
                (Some(Check::None), None) => (CompletionKind::None, None, None),
                _ => (CompletionKind::Contract, None, None),
            };
        let contract = Reader::Anyone.contract(contract);
        Self { kind, path, min_length, signal, evaluate, contract }
    }
}

/// What an attempt lacks: first what machines check, since readers are not asked where that has failed.
pub fn shortfalls<'a>(
    contract: &Contract,
    evidence: &'a EvidenceSummary,
) -> Vec<(&'a CriterionId, &'a String)> {
    let asks_a_reader = |id: &CriterionId| {
        let own = contract.criteria().iter().find(|one| one.id == *id);
        own.is_some_and(|one| one.check.asks_a_reader())
    };
    let mut all: Vec<_> = evidence.shortfalls.iter().collect();
    all.sort_by_key(|(id, _)| asks_a_reader(id));
    all
}

/// How a worker ended that did not end with success, and its last words. That says nothing about the work, but often
/// why there is none.
pub fn went_wrong(work: &Work) -> Option<String> {
    let how = match (work.end, work.exit) {
        (WorkEnd::Finished, Exit::Success) => return denied(work),
        (WorkEnd::TimedOut, _) | (_, Exit::TimedOut) => {
            format!("it ran out of time (time_limit_seconds in [workers.{}])", work.worker)
        }
        (_, Exit::Failure(code)) => format!("it ended with exit code {code}"),
        (_, Exit::Signalled(signal)) => format!("it was ended by signal {signal}"),
        (WorkEnd::Crashed, Exit::Success) => "its own report says that it failed".to_owned(),
        (_, Exit::Lost) => format!("it {}", work.end.name()),
    };
    Some(match last_words(&work.said).lines().last() {
        Some(line) => format!("{how}: {}", line.trim()),
        None => how,
    })
}

/// What a worker was not allowed to do, of which it may not have said anything else.
fn denied(work: &Work) -> Option<String> {
    const SHOWN: usize = 3;
    let all = &work.spent.denied;
    let shown = all.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match all.len() {
        0 => None,
        few if few <= SHOWN => Some(format!("it was denied: {shown}")),
        many => Some(format!("it was denied {many} times: {shown}, …")),
    }
}

/// The attempts that did not pass, oldest first.
pub fn failed_attempts(task: &Task) -> Vec<FailedAttempt> {
    let last = task.attempt_number();
    let is_handed_in = matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. });
    let failed = |(number, attempt): (u32, &Attempt)| {
        let (stage, failure) = match &attempt.evidence {
            Some(evidence) if evidence.verdict == Verdict::Passed => return None,
            Some(evidence) => {
                let criterion =
                    |id: &CriterionId| task.contract.criteria().iter().find(|one| one.id == *id);
                let judged =
                    |id: &CriterionId| criterion(id).is_some_and(|one| one.check.asks_a_reader());
                let all = |is: &dyn Fn(&CriterionId) -> bool| {
                    !evidence.shortfalls.is_empty() && evidence.shortfalls.keys().all(is)
                };
                let stage = if all(&judged) {
                    FailureStage::Evaluation
                } else if all(&|id| criterion(id).is_none() && !EvidenceSummary::stands_alone(id)) {
                    FailureStage::Landing
                } else {
                    FailureStage::Mechanical
                };
                let all = shortfalls(&task.contract, evidence);
                let all = all.into_iter().map(|(id, why)| format!("{id}: {why}"));
                (stage, all.collect::<Vec<_>>().join("; "))
            }
            // Nobody has judged it yet.
            None if is_handed_in && number == last => return None,
            None => {
                (FailureStage::Landing, "it contradicts what was accepted meanwhile".to_owned())
            }
        };
        let (agent, worker) = (attempt.by.to_string(), attempt.work.as_ref().and_then(went_wrong));
        Some(FailedAttempt { attempt: number, agent, stage, worker, failure })
    };
    (1..).zip(&task.attempts).filter_map(failed).collect()
}
