//! Tasks and contracts in the terms of dispatch records, one a line.

use serde::{Deserialize, Serialize};

use crate::extract::{Constraint, extract};
use crate::generate::completed;
use crate::{Label, Workspace, classify};

/// A task to be looked at.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
pub struct Item {
    pub id: String,
    pub text: String,
    #[serde(default)]
    pub workspace: Files,
}

/// The marker files of a workspace, by name.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
pub struct Files {
    #[serde(default)]
    pub files: Vec<String>,
}

/// What became of a task.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Answer {
    pub id: String,
    pub label: Label,
    pub criteria: Vec<Constraint>,
}

/// A line that no task could be read from.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Refused {
    /// Absent where the line does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub error: String,
}

/// What is written for a line.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Reply {
    Answered(Answer),
    Refused(Refused),
}

/// Answers one line. A line that cannot be read is answered with the reason, so that the ones after it
/// are answered too.
pub fn reply(line: &[u8]) -> Reply {
    match serde_json::from_slice::<Item>(line) {
        Ok(item) => Reply::Answered(answer(item)),
        Err(error) => {
            let value: Option<serde_json::Value> = serde_json::from_slice(line).ok();
            let id = value.as_ref().and_then(|value| value.get("id")?.as_str());
            Reply::Refused(Refused { id: id.map(str::to_owned), error: without_line(&error) })
        }
    }
}

/// The mistake without the number of its line, which within one line is always one.
fn without_line(error: &serde_json::Error) -> String {
    let told = error.to_string();
    let what = told.split(" at line ").next().unwrap_or_default();
    format!("column {}: {what}", error.column())
}

/// Classifies a task and extracts what it states. Where the text names no command, the usual one of the
/// workspace's marker files stands.
pub fn answer(item: Item) -> Answer {
    let workspace = Workspace::of_names(item.workspace.files);
    let survey = workspace.survey();
    let label = classify(&item.text).label;
    let stated = extract(&item.text, &workspace).stated;
    let criteria = stated.iter().map(|one| completed(&one.constraint, &survey)).collect();
    Answer { id: item.id, label, criteria }
}
