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

/// What became of it.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Answer {
    pub id: String,
    pub label: Label,
    pub criteria: Vec<Constraint>,
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
