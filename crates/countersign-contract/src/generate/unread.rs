//! What a source says in places of which its form makes no check.

use std::collections::HashSet;

use countersign_core::Check;

use super::resolve::Met;
use crate::extract::{Constraint, Extraction, NotCovered, Why, extract, only_paths};
use crate::intake::{Manner, Told};
use crate::{Draft, Proposal, Span, Workspace};

/// The clauses that none of these checks looks for, each with its line.
pub(super) fn unread(draft: &Draft, proposals: &[Proposal]) -> Vec<NotCovered> {
    let known = Known::of(draft, proposals);
    let mut met = Met::default();
    // What the folder holds does not matter: no check comes from it.
    let nowhere = Workspace::default();
    let mut left = Vec::new();
    for told in &draft.told {
        if told.manner == Manner::Code {
            left.push(listed(draft, told, told.line, &told.text, Why::Fenced.words()));
            continue;
        }
        let Extraction { stated, mut not_covered } = extract(&told.text, &nowhere);
        let open = stated
            .iter()
            .filter(|one| !known.has(&one.constraint) && !met.is_met(one, &told.text, proposals));
        not_covered.extend(open.map(|one| {
            let (span, text) = (one.span, one.span.of(&told.text).to_owned());
            NotCovered { span, text, why: "no check comes from here".to_owned() }
        }));
        not_covered.sort_by_key(|clause| clause.span);
        not_covered.dedup_by_key(|clause| clause.span);
        let (mut line, mut at) = (told.line, 0);
        // "`src/price.ts`" only names what stands below it.
        for clause in not_covered.iter().filter(|clause| !only_paths(&clause.text)) {
            let before = told.text.get(at..clause.span.start).unwrap_or_default();
            line += before.matches('\n').count();
            at = at.max(clause.span.start);
            let why = match told.manner {
                Manner::Given if clause.why == Why::Behaviour.words() => Why::Context.words(),
                Manner::Given | Manner::Said | Manner::Code => clause.why.as_str(),
            };
            left.push(listed(draft, told, line, &clause.text, why));
        }
    }
    left
}

fn listed(draft: &Draft, told: &Told, line: usize, text: &str, why: &str) -> NotCovered {
    let end = draft.ask.len();
    let section = match told.section.as_str() {
        "" => String::new(),
        title => format!(", {title}"),
    };
    let words =
        text.split_whitespace().map(|word| word.trim_start_matches("**").trim_end_matches("**"));
    let text = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    NotCovered { span: Span::new(end, end), text, why: format!("line {line}{section}: {why}") }
}

/// What the source's own checks run, and the files that they look for.
struct Known {
    runs: HashSet<String>,
    files: HashSet<String>,
}

impl Known {
    fn of(draft: &Draft, proposals: &[Proposal]) -> Self {
        let mut known = Self { runs: HashSet::new(), files: HashSet::new() };
        known.files.extend(draft.spec_files.iter().map(|file| file.path.clone()));
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
