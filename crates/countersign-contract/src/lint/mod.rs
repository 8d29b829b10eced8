//! How a task file falls short of its format.

mod catalogue;
mod code;
mod finding;
mod prose;
mod rule;
mod rules;
mod seen;
mod set;
mod settings;
mod source;
mod tokens;

use crate::intake::TaskFile;

pub use catalogue::{RULES, rule};
pub use finding::Finding;
pub use rule::{Rule, Severity};
pub use set::{Located, Summary, lint_set};
pub use settings::{BadSetting, Level, Settings};
pub use source::{Linted, late_bindings, lint_not_text, lint_source};
pub use tokens::exact as count_tokens;

use finding::Findings;

/// Judges one file by itself; `name` is what its findings call it.
pub fn lint_file(file: &TaskFile<'_>, name: &str, settings: &Settings) -> Vec<Finding> {
    let mut found = Findings::new(settings);
    rules::check(file, name, &mut found);
    found.placed(file.text, name)
}
