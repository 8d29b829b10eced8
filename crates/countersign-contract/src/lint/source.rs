//! Any source given to lint: a task file by all rules, the others by those that apply to them.

use super::catalogue::structure::{UNKNOWN_KEY, UNREADABLE};
use super::catalogue::verification::STORY_WITHOUT_CRITERIA;
use super::finding::{Finding, Findings};
use super::rules::{check_criterion, check_text};
use super::set::Summary;
use super::settings::Settings;
use super::{lint_files, prose};
use crate::Span;
use crate::intake::{self, Bindings, SourceKind, TaskFile};

/// What is left of a source when its text is gone.
#[derive(Debug, Default)]
pub struct Linted {
    pub findings: Vec<Finding>,
    /// Of a task file that can be read.
    pub summary: Option<Summary>,
}

/// The placeholders of a workflow that have a value only once its tasks are there.
pub fn late_bindings() -> Bindings {
    Bindings {
        late: ["task_id", "workflow_instance_id"].map(ToOwned::to_owned).into(),
        ..Bindings::default()
    }
}

/// A source as it is given.
#[derive(Debug, Clone, Copy)]
pub struct Given<'t> {
    pub kind: SourceKind,
    pub text: &'t str,
    /// What its findings call it.
    pub name: &'t str,
}

/// Judges one source; `name` is what its findings call it.
pub fn lint_source(kind: SourceKind, text: &str, name: &str, settings: &Settings) -> Linted {
    lint_sources(&[Given { kind, text, name }], settings).pop().unwrap_or_default()
}

/// As many as are judged together: of more, what was read would be far away again when the next check asks for it.
const TOGETHER: usize = 4;

/// The same for several, which takes less time.
pub fn lint_sources(sources: &[Given<'_>], settings: &Settings) -> Vec<Linted> {
    let mut linted = Vec::with_capacity(sources.len());
    for some in sources.chunks(TOGETHER) {
        lint_together(some, settings, &mut linted);
    }
    linted
}

fn lint_together(sources: &[Given<'_>], settings: &Settings, linted: &mut Vec<Linted>) {
    let read: Vec<Option<TaskFile<'_>>> = sources.iter().map(task_file).collect();
    let files = read.iter().zip(sources);
    let files: Vec<(&TaskFile<'_>, &str)> =
        files.filter_map(|(file, given)| Some((file.as_ref()?, given.name))).collect();
    let mut findings = lint_files(&files, settings).into_iter();
    linted.extend(read.into_iter().zip(sources).map(|(file, given)| match file {
        Some(file) => Linted {
            findings: findings.next().unwrap_or_default(),
            summary: Summary::of(file, given.name),
        },
        None => other(*given, settings),
    }));
}

/// Nothing where it is none or cannot be read.
fn task_file<'t>(given: &Given<'t>) -> Option<TaskFile<'t>> {
    (given.kind == SourceKind::TaskFile).then(|| TaskFile::parse(given.text).ok()).flatten()
}

/// What is no task file, or cannot be read as one.
fn other(Given { kind, text, name }: Given<'_>, settings: &Settings) -> Linted {
    let mut found = Findings::new(settings);
    if let Err(error) = intake::read(kind, text, &late_bindings()) {
        found.add(&UNREADABLE, error.span, error.problem.to_string());
    }
    match kind {
        SourceKind::Prd => stories(text, &mut found),
        SourceKind::Prose => check_text(text, Span::new(0, text.len()), &mut found),
        SourceKind::Workflow => {
            for (key, span) in intake::unknown_keys(text) {
                let fix = "The keys of a workflow are name and steps; remove this one.";
                found.add_with_fix(&UNKNOWN_KEY, span, format!("`{key}` means nothing here"), fix);
            }
        }
        SourceKind::TaskFile => {}
    }
    Linted { findings: found.placed(text, name), summary: None }
}

/// A source that is no text: what is known of it is what stands before the first byte that is no part of a
/// character.
pub fn lint_not_text(before: &str, name: &str, settings: &Settings) -> Linted {
    let at = before.len();
    let mut found = Findings::new(settings);
    found.add_with_fix(
        &UNREADABLE,
        Span::new(at, at),
        format!("the file is not UTF-8: byte {at} is no part of a character"),
        "Save the file as UTF-8.",
    );
    Linted { findings: found.placed(before, name), summary: None }
}

/// The stories of a PRD: their words, and acceptance criteria that are a matter of taste. What stands
/// before the first story explains; it asks for nothing.
fn stories(text: &str, found: &mut Findings<'_>) {
    for (heading, id) in intake::stories_without_criteria(text) {
        let message = format!("{id} does not say what it is accepted by");
        found.add(&STORY_WITHOUT_CRITERIA, heading, message);
    }
    let (mut in_story, mut in_code) = (false, false);
    for (start, line) in prose::lines(text, Span::new(0, text.len())) {
        let said = line.trim_start();
        if said.starts_with("```") || said.starts_with("~~~") {
            in_code = !in_code;
        }
        if said.starts_with('#') && !in_code {
            in_story |= said.contains("US-");
        }
        if !in_story || in_code {
            continue;
        }
        check_text(text, Span::new(start, start + line.len()), found);
        let item = said.strip_prefix(['-', '*']).map(str::trim_start).unwrap_or_default();
        let boxed = ["[ ]", "[x]", "[X]"].iter().find_map(|mark| item.strip_prefix(mark));
        if let Some(criterion) = boxed {
            check_criterion(
                text,
                Span::new(start + line.len() - criterion.len(), start + line.len()),
                found,
            );
        }
    }
}
