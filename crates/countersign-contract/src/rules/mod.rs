//! `test-activity-rules.json`: which activities a change calls for.
//!
//! `read` makes rules of the file by way of `json`, which knows where everything stands; `pattern`
//! compiles what they match; `matching` asks them about files and diffs; `proposals` makes criteria of
//! the answer.

mod activity;
mod diff;
mod json;
mod matching;
mod pattern;
mod proposals;
mod read;
mod rule;

pub use activity::{Activities, Activity, Asked};
pub use proposals::Proposed;
pub use read::{MAX_PATTERNS, MAX_RULES, Parsed, RulesError, RulesNotice};
pub use rule::{CrossCutting, EndToEnd, Rule, Rules, Scope, Unit};
