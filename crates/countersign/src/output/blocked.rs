//! A task that is blocked, with all that whoever decides about it needs.

use countersign_core::{
    Attempt, Check, Contract, Criterion, CriterionId, EvidenceSummary, Exit, Output, Task,
    Timestamp, Verdict, Visibility, Work, WorkEnd, label,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::Reader;

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
    /// How the worker's process ended, where it did not end with success.
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
        let (kind, path, signal) =
            match (mechanical.next().map(|one| &one.check), mechanical.next()) {
                (Some(Check::File { path, .. }), None) => {
                    (CompletionKind::File, Some(path.clone()), None)
                }
                (Some(Check::Signal { path, signal }), None) => {
                    (CompletionKind::Signal, Some(path.clone()), Some(signal.clone()))
                }
                (Some(Check::None), None) => (CompletionKind::None, None, None),
                _ => (CompletionKind::Contract, None, None),
            };
        Self { kind, path, signal, evaluate, contract: Reader::Anyone.contract(contract) }
    }
}

/// How a worker ended that did not end with success, and its last words. That says nothing about the work, but often
/// why there is none.
pub fn went_wrong(work: &Work) -> Option<String> {
    let how = match (work.end, work.exit) {
        (WorkEnd::Finished, Exit::Success) => return None,
        (WorkEnd::TimedOut, _) | (_, Exit::TimedOut) => {
            format!("it ran out of time (time_limit_seconds in [workers.{}])", work.worker)
        }
        (_, Exit::Failure(code)) => format!("it ended with exit code {code}"),
        (_, Exit::Signalled(signal)) => format!("it was ended by signal {signal}"),
        (_, Exit::Success | Exit::Lost) => format!("it {}", work.end.name()),
    };
    Some(match last_words(&work.said).lines().last() {
        Some(line) => format!("{how}: {}", line.trim()),
        None => how,
    })
}

/// The end of what a worker printed.
pub fn last_words(said: &Output) -> String {
    const LINES: usize = 10;
    const LONGEST: usize = 300;
    let text = if said.tail.is_empty() { &said.head } else { &said.tail };
    let lines: Vec<String> = text.lines().filter_map(in_words).collect();
    let last = lines.get(lines.len().saturating_sub(LINES)..).unwrap_or_default();
    let cut = |line: &String| line.chars().take(LONGEST).collect::<String>();
    last.iter().map(cut).collect::<Vec<_>>().join("\n")
}

/// A line that says something. Of an event in JSON, as agents print them, only what it says in words.
fn in_words(line: &str) -> Option<String> {
    const WORDS: [&str; 9] = [
        "/result",
        "/error/message",
        "/message",
        "/text",
        "/content",
        "/item/text",
        "/item/message",
        "/item/command",
        "/message/content/0/text",
    ];
    let said = match serde_json::from_str::<serde_json::Value>(line) {
        Ok(event) if event.is_object() => {
            let says = |path: &&str| event.pointer(path).and_then(serde_json::Value::as_str);
            WORDS.iter().find_map(says)?.trim().lines().next()?.to_owned()
        }
        Ok(_) | Err(_) => line.to_owned(),
    };
    Some(said).filter(|said| !said.trim().is_empty())
}

/// The attempts that did not pass, oldest first.
pub fn failed_attempts(task: &Task) -> Vec<FailedAttempt> {
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
                } else if all(&|id| criterion(id).is_none() && !EvidenceSummary::is_of_hidden(id)) {
                    FailureStage::Landing
                } else {
                    FailureStage::Mechanical
                };
                let all = evidence.shortfalls.iter().map(|(id, why)| format!("{id}: {why}"));
                (stage, all.collect::<Vec<_>>().join("; "))
            }
            None => {
                (FailureStage::Landing, "it contradicts what was accepted meanwhile".to_owned())
            }
        };
        let (agent, worker) = (attempt.by.to_string(), attempt.work.as_ref().and_then(went_wrong));
        Some(FailedAttempt { attempt: number, agent, stage, worker, failure })
    };
    (1..).zip(&task.attempts).filter_map(failed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_agent_s_events_only_the_words_are_told() {
        let printed = [
            r#"{"type":"system","subtype":"init","session_id":"s"}"#,
            r#"{"type":"assistant","message":{"content":[{"type":"text","text":"I look around"}]}}"#,
            r#"{"type":"item.completed","item":{"type":"agent_message","text":"Done it.\nAll."}}"#,
            "  Killed: out of memory",
            r#"{"type":"result","is_error":true,"result":"Not logged in, please run /login"}"#,
        ];
        let said = Output { head: printed.join("\n"), tail: String::new(), bytes_left_out: 0 };
        let words = [
            "I look around",
            "Done it.",
            "  Killed: out of memory",
            "Not logged in, please run /login",
        ];
        assert_eq!(last_words(&said).lines().collect::<Vec<_>>(), words);
    }
}
