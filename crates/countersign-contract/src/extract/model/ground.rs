//! Where in the text a criterion rests. What the text does not spell, the model made up.

use crate::Span;
use crate::extract::constraint::{Constraint, Tidiness};

/// The words of the text that a criterion rests on, or what is missing.
pub(super) fn find(constraint: &Constraint, text: &str) -> Result<Span, String> {
    match constraint {
        Constraint::FileExists { path } => path_in(path, text),
        Constraint::ContentMatch { path, pattern } => {
            path_in(path, text)?;
            spelt(pattern, text).ok_or_else(|| missing("pattern", pattern))
        }
        Constraint::TestPass { command } => match command {
            Some(command) => command_in(command, text),
            None => spoken_of(&["test", "spec", "suite"], text, "tests"),
        },
        Constraint::NoLintErrors { command, kind } => match (command, kind) {
            (Some(command), _) => command_in(command, text),
            (None, Tidiness::Lint) => {
                spoken_of(&["lint", "warning", "clippy", "ruff", "style"], text, "a linter")
            }
            (None, Tidiness::Format) => {
                spoken_of(&["format", "prettier", "style"], text, "formatting")
            }
            (None, Tidiness::Typecheck) => spoken_of(&["type", "mypy", "tsc"], text, "types"),
        },
        Constraint::CommandSuccess { command } => match command {
            Some(command) => command_in(command, text),
            None => spoken_of(&["build", "compil"], text, "a build"),
        },
        Constraint::PackageInstalled { package, .. } => {
            spelt(package, text).ok_or_else(|| missing("package", package))
        }
        Constraint::ChangelogUpdated { .. } => {
            spoken_of(&["changelog", "change log", "changes.md"], text, "a changelog")
        }
        Constraint::BacklogUpdated { .. } => {
            spoken_of(&["backlog", "todo", "tasks.md", "roadmap"], text, "a backlog")
        }
    }
}

fn missing(field: &str, value: &str) -> String {
    let value: String = value.chars().take(120).collect();
    format!("the text does not name the {field} \"{value}\"")
}

fn spelt(words: &str, text: &str) -> Option<Span> {
    text.find(words).map(|at| Span::new(at, at + words.len()))
}

/// A path as it stands, or its folder and its name apart: "in `docs/` add `a.md`".
fn path_in(path: &str, text: &str) -> Result<Span, String> {
    let whole = spelt(path, text);
    let apart = || {
        let (folder, name) = path.rsplit_once('/')?;
        spelt(folder, text)?;
        spelt(name, text)
    };
    whole.or_else(apart).ok_or_else(|| missing("path", path))
}

/// Every word of a command must be in the text, so that nothing is run that nobody wrote.
fn command_in(command: &str, text: &str) -> Result<Span, String> {
    if let Some(span) = spelt(command, text) {
        return Ok(span);
    }
    let mut first = None;
    for word in command.split_whitespace() {
        let span = spelt(word, text).ok_or_else(|| missing("command", command))?;
        first.get_or_insert(span);
    }
    first.ok_or_else(|| missing("command", command))
}

fn spoken_of(words: &[&str], text: &str, what: &str) -> Result<Span, String> {
    let lower = text.to_ascii_lowercase();
    let found = words.iter().find_map(|word| spelt(word, &lower));
    found.ok_or_else(|| format!("the text does not speak of {what}"))
}
