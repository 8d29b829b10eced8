//! Criteria that somebody spelled out, and what of the task's text they leave to nobody.

use countersign_core::{Check, Criterion};

use super::title::without_title;
use super::{inside, once, resolve};
use crate::extract::{Constraint, Extraction, NotCovered, Stated, extract};
use crate::{Draft, Workspace};

/// The clauses of a task's text that none of these criteria looks for.
pub fn left_by(criteria: &[Criterion], draft: &Draft) -> Vec<String> {
    // What the folder holds does not matter: no check comes from it.
    let said = draft.said();
    let Extraction { stated, mut not_covered } = extract(&said, &Workspace::default());
    for one in stated {
        if !criteria.iter().any(|criterion| looks_for(&criterion.check, &one, &said)) {
            let (span, text) = (one.span, one.span.of(&said).to_owned());
            not_covered.push(NotCovered { span, text, why: String::new() });
        }
    }
    once(&mut not_covered);
    without_title(&mut not_covered, draft);
    not_covered.into_iter().map(|clause| clause.text).collect()
}

fn looks_for(check: &Check, stated: &Stated, text: &str) -> bool {
    let named = match &stated.constraint {
        Constraint::TestPass { command }
        | Constraint::CommandSuccess { command }
        | Constraint::NoLintErrors { command, .. } => command.as_deref(),
        Constraint::FileExists { path } => Some(path.as_str()),
        Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => None,
    };
    let same = match check {
        Check::Tests { run, cwd: None, .. }
        | Check::Command { run, cwd: None, .. }
        | Check::Lint { run, cwd: None }
        | Check::Typecheck { run, cwd: None } => named == Some(run.trim()),
        Check::File { path, .. } => {
            named.is_some_and(|named| inside(named).is_ok() && inside(named) == inside(path))
        }
        Check::Content { .. }
        | Check::Command { .. }
        | Check::Tests { .. }
        | Check::Lint { .. }
        | Check::Typecheck { .. }
        | Check::Outputs { .. }
        | Check::Exports { .. }
        | Check::Signal { .. }
        | Check::Dependency { .. }
        | Check::Changelog { .. }
        | Check::Backlog { .. }
        | Check::Protected { .. }
        | Check::Evaluate { .. }
        | Check::Critic { .. }
        | Check::None => false,
    };
    same || resolve::is_met(stated, text, check)
}
