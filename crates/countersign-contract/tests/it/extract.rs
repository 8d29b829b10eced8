//! What a text states, sentence by sentence.

use countersign_contract::extract::{Constraint, Tidiness, extract};
use countersign_contract::{Extraction, Workspace};

mod account;
mod allowed;
mod below;
mod beside;
mod checks;
mod coverage;
mod documents;
mod doubtful;
mod every_clause;
mod files;
mod folders;
mod hostile;
mod likewise;
mod model;
mod negation;
mod nothing;
mod packages;
mod restrictions;
mod told;
mod wordings;

/// A constraint in a few words: `file a.ts`, `test npm test`, `types ?` where no command is named.
fn short(constraint: &Constraint) -> String {
    let command = |command: &Option<String>| command.clone().unwrap_or_else(|| "?".to_owned());
    match constraint {
        Constraint::FileExists { path } => format!("file {path}"),
        Constraint::TestPass { command: line } => format!("test {}", command(line)),
        Constraint::CommandSuccess { command: line } => format!("run {}", command(line)),
        Constraint::ContentMatch { path, pattern } => format!("content {path} :: {pattern}"),
        Constraint::NoLintErrors { command: line, kind: Tidiness::Lint } => {
            format!("lint {}", command(line))
        }
        Constraint::NoLintErrors { command: line, kind: Tidiness::Format } => {
            format!("format {}", command(line))
        }
        Constraint::NoLintErrors { command: line, kind: Tidiness::Typecheck } => {
            format!("types {}", command(line))
        }
        Constraint::PackageInstalled { package, version: None } => format!("package {package}"),
        Constraint::PackageInstalled { package, version: Some(version) } => {
            format!("package {package} {version}")
        }
        Constraint::ChangelogUpdated { .. } => "changelog".to_owned(),
        Constraint::BacklogUpdated { .. } => "backlog".to_owned(),
    }
}

/// A workspace in which the tools of several languages are at home.
const LANGUAGES: [&str; 6] =
    ["package.json", "Makefile", "pyproject.toml", "Cargo.toml", "go.mod", "Gemfile"];

fn read(text: &str) -> Extraction {
    extract(text, &Workspace::of_names(LANGUAGES))
}

fn stated(text: &str) -> Vec<String> {
    read(text).stated.iter().map(|stated| short(&stated.constraint)).collect()
}

/// Compares a whole table and shows every sentence that was read otherwise.
fn assert_table(table: &[(&str, &[&str])]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, expected)| stated(text) != *expected)
        .map(|(text, expected)| {
            format!("{text}\n  expected {expected:?}\n  read     {:?}", stated(text))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} read otherwise:\n{}",
        wrong.len(),
        table.len(),
        wrong.join("\n")
    );
}

/// What a text states in a workspace with these files, and whether a clause of it is covered in part.
fn stated_in(text: &str, files: &[&str]) -> (Vec<String>, bool) {
    let found = extract(text, &Workspace::of_names(files.iter().copied()));
    let stated = found.stated.iter().map(|stated| short(&stated.constraint)).collect();
    (stated, found.not_covered.iter().any(|clause| clause.why.starts_with("covered in part")))
}
