//! What the texts of a workflow leave open until its steps have ids.

use std::collections::BTreeMap;

use countersign_contract::Draft;
use countersign_core::{Contract, TaskId, label};

use super::Ready;
use crate::failure::Failure;

/// What a workflow calls the task that a step becomes and the run it belongs to, known only when they are
/// stored. A run is called after its first task.
#[derive(Clone, Copy)]
pub struct Placeholders<'i> {
    pub task: &'i TaskId,
    pub instance: &'i TaskId,
}

impl Placeholders<'_> {
    fn fill(self, text: &str) -> String {
        let text = text.replace("{task_id}", self.task.as_str());
        text.replace("{workflow_instance_id}", self.instance.as_str())
    }
}

impl Ready {
    /// What the source says of the task that decides who gets it, where it stands in a workflow, and what else it
    /// says of it.
    pub fn labels(&self, with: Placeholders<'_>, step: usize) -> BTreeMap<String, String> {
        let Draft { track, complexity, role, worker, further, .. } = &self.draft;
        let complexity = complexity.map(|complexity| complexity.name().to_owned());
        let (instance, step) = match role {
            Some(_) => (Some(with.instance.to_string()), Some(step.to_string())),
            None => (None, None),
        };
        let all = [
            (label::TRACK, track.clone()),
            (label::COMPLEXITY, complexity),
            (label::ROLE, role.clone()),
            (label::WORKER, worker.clone()),
            (label::WORKFLOW, instance),
            (label::STEP, step),
            (label::SOURCE, self.source.clone()),
        ];
        let known = all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let kept = further
            .iter()
            .map(|(name, value)| (format!("{}{name}", label::FURTHER), value.clone()));
        known.chain(kept).collect()
    }

    /// Only the texts of a workflow have placeholders; in others braces are braces.
    pub fn filled(&self, text: &str, with: Placeholders<'_>) -> String {
        match self.draft.role {
            Some(_) => with.fill(text),
            None => text.to_owned(),
        }
    }

    pub fn contract(&self, with: Placeholders<'_>) -> Result<Contract, Failure> {
        if self.draft.role.is_none() {
            return Ok(self.made.contract.clone());
        }
        let written = serde_json::to_string(&self.made.contract).map_err(not_writable)?;
        // An id has no character that means anything in JSON.
        serde_json::from_str(&with.fill(&written)).map_err(not_writable)
    }
}

fn not_writable(error: serde_json::Error) -> Failure {
    Failure::Output { source: std::io::Error::other(error) }
}
