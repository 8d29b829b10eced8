//! A criterion before it has a name and a place in a contract.

use core::fmt;

use countersign_core::{Check, Timing, Visibility};
use serde::{Deserialize, Serialize};

use crate::Span;

/// One check that something asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Proposal {
    pub check: Check,
    pub description: String,
    pub timing: Timing,
    pub visibility: Visibility,
    pub origin: Origin,
    /// What asks for the same check besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_from: Vec<Origin>,
}

impl Proposal {
    /// Judged with every attempt and shown to the worker.
    pub fn shown(check: Check, description: impl Into<String>, origin: Origin) -> Self {
        let (timing, visibility) = (Timing::Immediate, Visibility::Shown);
        let (description, also_from) = (description.into(), Vec::new());
        Self { check, description, timing, visibility, origin, also_from }
    }

    /// Everything that asks for it, in words.
    pub fn origins(&self) -> String {
        let mut words = self.origin.to_string();
        for origin in &self.also_from {
            words.push_str(&format!("; also from {origin}"));
        }
        words
    }

    /// Keeps what asks for the same check once more.
    pub(crate) fn add_origins(&mut self, other: Proposal) {
        for origin in core::iter::once(other.origin).chain(other.also_from) {
            if origin != self.origin && !self.also_from.contains(&origin) {
                self.also_from.push(origin);
            }
        }
    }
}

/// What asks for a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Origin {
    /// A section of a task file or a step of a workflow.
    Section { name: String, line: usize },
    /// The acceptance criteria of a story.
    Story { name: String },
    /// A sentence of the task's text.
    Sentence { text: String, span: Span },
    /// A sentence, as a model understood it.
    Model { text: String },
    /// A named template of the configuration.
    Template { name: String },
    /// An activity rule, with its own reason.
    Rule { pattern: String, file: Option<String>, reason: String },
    /// A marker file of the workspace.
    Marker { path: String, what: String },
}

impl Origin {
    /// How much it says: what is stated comes before what is usual.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Origin::Section { .. } => 0,
            Origin::Sentence { .. } => 1,
            Origin::Model { .. } => 2,
            Origin::Story { .. } => 3,
            Origin::Template { .. } => 4,
            Origin::Rule { .. } => 5,
            Origin::Marker { .. } => 6,
        }
    }

    /// Whether it would be asked for whatever the task is.
    pub fn is_universal(&self) -> bool {
        matches!(self, Origin::Marker { .. })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Section { name, line } => write!(f, "section {name}, line {line}"),
            Origin::Story { name } => f.write_str(name),
            Origin::Sentence { text, .. } => write!(f, "sentence: {text}"),
            Origin::Model { text } => write!(f, "model, from: {text}"),
            Origin::Template { name } => write!(f, "template {name}"),
            Origin::Rule { pattern, file: Some(file), reason } => {
                write!(f, "rule {pattern} for {file}: {reason}")
            }
            Origin::Rule { pattern, file: None, reason } => write!(f, "rule {pattern}: {reason}"),
            Origin::Marker { path, what } => write!(f, "{UNIVERSAL}{path}: {what}"),
        }
    }
}

/// With what the words of an origin begin that is asked for whatever the task is.
const UNIVERSAL: &str = "universal, ";

/// Whether these words of a criterion's origins say that it would be asked for whatever the task is.
pub fn says_universal(origins: &str) -> bool {
    origins.starts_with(UNIVERSAL) || origins.contains(&format!("; also from {UNIVERSAL}"))
}
