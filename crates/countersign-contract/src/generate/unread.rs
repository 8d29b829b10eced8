//! What a source demands in places that are not read for checks.

use std::collections::HashSet;

use countersign_core::Check;

use super::resolve::Met;
use crate::extract::{Constraint, Extraction, NotCovered, extract};
use crate::{Draft, Proposal, Span, Workspace};

/// The demands that none of these checks looks for, each with its line.
pub(super) fn unread(draft: &Draft, proposals: &[Proposal]) -> Vec<NotCovered> {
    let known = Known::of(proposals);
    let mut met = Met::default();
    // What the folder holds does not matter: no check comes from it.
    let nowhere = Workspace::default();
    let mut left = Vec::new();
    for demand in &draft.demands {
        let Extraction { stated, not_covered } = extract(&demand.text, &nowhere);
        let covered = not_covered.is_empty()
            && !stated.is_empty()
            && stated
                .iter()
                .all(|one| known.has(&one.constraint) || met.is_met(one, &demand.text, proposals));
        if covered {
            continue;
        }
        let why = not_covered.first().map_or("no check comes from here", |clause| &clause.why);
        let section = match demand.section.as_str() {
            "" => String::new(),
            title => format!(", {title}"),
        };
        let end = draft.ask.len();
        left.push(NotCovered {
            span: Span::new(end, end),
            text: demand.text.clone(),
            why: format!("line {}{section}: {why}", demand.line),
        });
    }
    left
}

/// What the source's own checks run, and the files that they look for.
struct Known {
    runs: HashSet<String>,
    files: HashSet<String>,
}

impl Known {
    fn of(proposals: &[Proposal]) -> Self {
        let mut known = Self { runs: HashSet::new(), files: HashSet::new() };
        for proposal in proposals {
            match &proposal.check {
                Check::Tests { run, cwd, .. }
                | Check::Command { run, cwd, .. }
                | Check::Lint { run, cwd }
                | Check::Typecheck { run, cwd } => {
                    known.runs.insert(run.clone());
                    known.runs.extend(cwd.as_ref().map(|cwd| format!("cd {cwd} && {run}")));
                }
                Check::File { path, .. } => known.files.extend([path.clone()]),
                Check::Outputs { write, .. } => known.files.extend(write.iter().cloned()),
                Check::Content { .. }
                | Check::Exports { .. }
                | Check::Signal { .. }
                | Check::Dependency { .. }
                | Check::Changelog { .. }
                | Check::Backlog { .. }
                | Check::Protected { .. }
                | Check::Evaluate { .. }
                | Check::Critic { .. }
                | Check::None => {}
            }
        }
        known
    }

    fn has(&self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::TestPass { command }
            | Constraint::CommandSuccess { command }
            | Constraint::NoLintErrors { command, .. } => {
                command.as_ref().is_some_and(|run| self.runs.contains(run))
            }
            Constraint::FileExists { path } => self.files.contains(path),
            Constraint::ContentMatch { .. }
            | Constraint::PackageInstalled { .. }
            | Constraint::ChangelogUpdated { .. }
            | Constraint::BacklogUpdated { .. } => false,
        }
    }
}
