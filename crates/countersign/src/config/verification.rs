//! How work is judged, as `countersign.toml` says it.

use std::num::NonZeroU64;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `[verify]`
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Verification {
    /// How long one command may take, unless its criterion says otherwise.
    pub time_limit_seconds: NonZeroU64,
    /// How long all commands of one verification may take together, with those that are run more than once.
    pub total_seconds: NonZeroU64,
    /// Memory of all processes of one command together.
    pub memory_mib: NonZeroU64,
    pub processes: NonZeroU64,
    /// What one command may print.
    pub output_mib: NonZeroU64,
    /// What becomes of work that changed what steers the checks.
    pub protected: Protected,
    /// A shell line that fetches what the project needs, run in a copy of the base before any work arrives.
    pub prepare: Option<String>,
}

impl Default for Verification {
    fn default() -> Self {
        Self {
            time_limit_seconds: NonZeroU64::new(600).unwrap_or(NonZeroU64::MIN),
            total_seconds: NonZeroU64::new(3600).unwrap_or(NonZeroU64::MIN),
            memory_mib: NonZeroU64::new(8 * 1024).unwrap_or(NonZeroU64::MIN),
            processes: NonZeroU64::new(1024).unwrap_or(NonZeroU64::MIN),
            output_mib: NonZeroU64::new(64).unwrap_or(NonZeroU64::MIN),
            protected: Protected::Restore,
            prepare: None,
        }
    }
}

/// What becomes of work that changed what steers the checks. It is put back in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Protected {
    /// The change is shown to the reviewer, and what is left of the work decides.
    Restore,
    /// The change fails the work.
    Fail,
}

/// `[evaluator]`: a command, or a model behind an HTTP interface.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evaluator {
    /// It reads the question on standard input and prints `{"pass": …, "diagnosis": …}`.
    pub command: Option<String>,
    pub api: Option<Api>,
    pub model: Option<String>,
    /// The variable of the environment that holds the key; the key itself belongs in no file.
    pub key_variable: Option<String>,
    /// Another address than the vendor's own.
    pub url: Option<String>,
    #[serde(default = "patience")]
    pub time_limit_seconds: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Api {
    Anthropic,
    #[serde(rename = "openai")]
    OpenAi,
}

fn patience() -> u64 {
    300
}
