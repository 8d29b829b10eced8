//! What a rule is, and how severe.

use serde::{Deserialize, Serialize};

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Info,
    Warning,
    Error,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One rule of the task format. Its code never changes its meaning.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    pub code: &'static str,
    pub name: &'static str,
    /// Unless the settings say otherwise.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub what: &'static str,
    /// Why it makes workers fail.
    pub why: &'static str,
    /// How it is mended.
    pub fix: &'static str,
    pub bad: &'static str,
    pub good: &'static str,
}
