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
pub use source::{Given, Linted, late_bindings, lint_not_text, lint_source, lint_sources};
pub use tokens::exact as count_tokens;

use finding::Findings;

/// Judges one file by itself; `name` is what its findings call it.
pub fn lint_file(file: &TaskFile<'_>, name: &str, settings: &Settings) -> Vec<Finding> {
    lint_files(&[(file, name)], settings).pop().unwrap_or_default()
}

/// The same for several at once, which takes less time.
fn lint_files(files: &[(&TaskFile<'_>, &str)], settings: &Settings) -> Vec<Vec<Finding>> {
    let mut found: Vec<Findings<'_>> = files.iter().map(|_| Findings::new(settings)).collect();
    rules::check(files, &mut found);
    let placed = found.into_iter().zip(files);
    placed.map(|(found, (file, name))| found.placed(file.text, name)).collect()
}
