//! `test-activity-rules.json`: which activities a change calls for.
//!
//! `read` makes rules of the file by way of `json`, which knows where everything stands; `pattern`
//! compiles what they match; `matching` asks them about files and diffs; `proposals` makes criteria of
//! the answer. `format` is its shape for a JSON Schema.

mod activity;
mod diff;
mod format;
mod json;
mod matching;
mod pattern;
mod proposals;
mod read;
mod rule;

pub use activity::{Activities, Activity, Asked};
pub use format::RulesFile;
pub use proposals::Proposed;
pub use read::{MAX_PATTERNS, MAX_RULES, Parsed, RulesError, RulesNotice};
pub use rule::{CrossCutting, EndToEnd, Rule, Rules, Scope, Unit};
