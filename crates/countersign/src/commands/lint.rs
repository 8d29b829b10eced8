//! `lint`: what is wrong with task files, shown where it is.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use countersign_contract::intake::{SourceKind, TaskFile};
use countersign_contract::lint::{
    Finding, Given, Level, Linted, Settings, Severity, Summary, lint_not_text, lint_set,
    lint_sources,
};
use rayon::prelude::*;
use serde::Serialize;

use super::sources::{Looked, Source, Text, beside, gather_all, nothing_in};
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::{diagnostic, plain, sarif};

#[derive(Debug, Args)]
#[command(
    after_help = "Exit code 1 when there are errors. Severities can also be set in countersign.toml:\n\n  [lint]\n  \
    CS012 = \"off\"\n\nExamples:\n  countersign lint tasks/\n  countersign lint tasks/ --deny warnings --sarif > lint.sarif\n  \
    countersign lint task.md --severity CS020=warning"
)]
pub struct Lint {
    /// Task files, PRDs, workflows, or folders of them; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Fail for these too
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Option<Deny>,
    /// How severe a rule is: off, info, warning or error
    #[arg(long, value_name = "CODE=LEVEL", value_parser = one_severity)]
    severity: Vec<(String, Level)>,
    /// Print SARIF 2.1.0 for editors and CI
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    Warnings,
}

fn one_severity(text: &str) -> Result<(String, Level), String> {
    let (code, level) = text.split_once('=').ok_or("write it as CODE=LEVEL")?;
    let level: Level = level.trim().parse().map_err(|error| format!("{error}"))?;
    Ok((code.trim().to_owned(), level))
}

/// What `--json` prints.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[schemars(rename = "LintReport")]
pub struct Report<'f> {
    findings: &'f [Finding],
    summary: Tally,
}

#[derive(Debug, Clone, Copy, Default, Serialize, schemars::JsonSchema)]
struct Tally {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
}

impl Lint {
    pub fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let project = Project::find(&current_folder()?)?;
        let settings = settings(project.as_ref(), &self.severity)?;
        let (sources, no_files) = gather_all(&self.paths)?;
        let (findings, files, no_tasks) = lint(&sources, &settings)?;
        if let Some(note) = passed_over(&no_files, no_tasks) {
            context.printer.notice(&note);
        }
        if files == 0 {
            return Err(nothing_in(&self.paths));
        }
        let tally = Tally::of(&findings, files);
        let printer = context.printer;
        if self.sarif {
            printer.json_line(&sarif::log(&findings, &current_folder()?))?;
        } else if printer.is_json() {
            printer.json_line(&Report { findings: &findings, summary: tally })?;
        } else {
            show(&findings, &sources, tally, printer)?;
        }
        let denied = self.deny == Some(Deny::Warnings) && tally.warnings > 0;
        Ok(if tally.errors > 0 || denied { Ending::Refused } else { Ending::Done })
    }
}

/// The project's, if there is one, and those that were given over them.
pub fn settings(project: Option<&Project>, given: &[(String, Level)]) -> Result<Settings, Failure> {
    let written = project.into_iter().flat_map(Project::lint);
    let written: Vec<(&str, Level)> =
        written.map(|(code, level)| (code.as_str(), *level)).collect();
    if let Err(error) = Settings::new(written.iter().copied()) {
        let path = project.map(Project::file).unwrap_or_default();
        return Err(Failure::BadFile { path, why: format!("[lint]: {error}") });
    }
    let given = given.iter().map(|(code, level)| (code.as_str(), *level));
    Settings::new(written.into_iter().chain(given))
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// As many texts as are read before they are judged. Each call of the system leaves the processor's caches and
/// guesses to others, so that it takes longer to read one and judge one in turn.
const AT_ONCE: usize = 32;

/// Most files that are named as passed over.
const MOST_NAMED: usize = 5;

/// What of the folders was not looked at although it may have been meant. Pages in prose lie everywhere and are no tasks;
/// a link may lead anywhere.
fn passed_over(no_files: &[PathBuf], no_tasks: Vec<String>) -> Option<String> {
    let links = no_files.iter().map(|path| format!("{} (no plain file)", path.display()));
    let others =
        no_tasks.into_iter().map(|name| format!("{name} (no workflow: it has no `steps`)"));
    let mut all: Vec<String> = links.chain(others).collect();
    all.sort();
    let more = all.len().saturating_sub(MOST_NAMED);
    all.truncate(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!all.is_empty()).then(|| format!("note: passed over {}{more}", plain(&all.join(", "))))
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml")
}

/// Findings, how many files were judged, and files of YAML that are no workflow.
type Judged = (Vec<Finding>, usize, Vec<String>);

/// Texts are let go as soon as they are judged.
fn lint(sources: &[Source], settings: &Settings) -> Result<Judged, Failure> {
    let judge = |some: &[Source]| -> Result<(Vec<Linted>, Vec<String>), Failure> {
        let looked: Result<Vec<Looked>, Failure> = some.iter().map(Source::look).collect();
        let looked = looked?;
        let texts = looked.iter().filter_map(|looked| match looked {
            Looked::Text(Text { kind, text, name }) => Some(Given { kind: *kind, text, name }),
            Looked::NoTask | Looked::NotText { .. } => None,
        });
        let mut linted = lint_sources(&texts.collect::<Vec<_>>(), settings);
        // One bad file among many must not hide what is wrong with the others.
        linted.extend(some.iter().zip(&looked).filter_map(|(source, looked)| match looked {
            Looked::NotText { before } => Some(lint_not_text(before, &source.name(), settings)),
            Looked::Text(_) | Looked::NoTask => None,
        }));
        let none = some
            .iter()
            .zip(&looked)
            .filter(|(source, looked)| matches!(looked, Looked::NoTask) && is_yaml(&source.path));
        Ok((linted, none.map(|(source, _)| source.name()).collect()))
    };
    let linted: Result<Vec<_>, Failure> = sources.par_chunks(AT_ONCE).map(judge).collect();
    let (linted, no_tasks): (Vec<Vec<Linted>>, Vec<Vec<String>>) = linted?.into_iter().unzip();
    let (mut findings, mut summaries): (Vec<Finding>, Vec<Summary>) = (Vec::new(), Vec::new());
    let mut files = 0;
    for linted in linted.into_iter().flatten() {
        files += 1;
        findings.extend(linted.findings);
        summaries.extend(linted.summary);
    }
    let asked = summaries.len();
    if has_strangers(&summaries) {
        // Only their names and what they need count; what is wrong with them nobody asked for.
        let beside = beside(sources)?;
        let known = beside.par_iter().filter_map(|source| source.read().ok().flatten());
        summaries.par_extend(known.filter_map(|read| summary(&read)));
    }
    let of_set = lint_set(&summaries, settings);
    if !of_set.is_empty() {
        let names: HashSet<&str> =
            summaries.iter().take(asked).map(|one| one.name.as_str()).collect();
        let own = of_set.into_iter().filter(|finding| names.contains(finding.file.as_str()));
        findings.extend(own);
    }
    findings.sort_by(|a, b| (&a.file, a.span, a.code).cmp(&(&b.file, b.span, b.code)));
    Ok((findings, files, no_tasks.into_iter().flatten().collect()))
}

/// Whether one needs a task that is not among them.
fn has_strangers(summaries: &[Summary]) -> bool {
    let ids: HashSet<&str> = summaries.iter().map(|one| one.id.as_str()).collect();
    let mut needed = summaries.iter().flat_map(|one| &one.depends_on);
    needed.any(|id| !ids.contains(id.as_str()))
}

fn summary(read: &Text) -> Option<Summary> {
    let is_task_file = read.kind == SourceKind::TaskFile;
    let file = is_task_file.then(|| TaskFile::parse(&read.text).ok()).flatten()?;
    Summary::of(file, &read.name)
}

/// As many findings of one file as are shown. Nobody reads more before mending these.
const MOST_SHOWN: usize = 100;

/// Those of a file that are shown, in the order of the text. Of more than that, errors go before what is none.
fn shown(of_file: &[Finding]) -> Vec<&Finding> {
    let mut shown: Vec<(usize, &Finding)> = of_file.iter().enumerate().collect();
    if shown.len() > MOST_SHOWN {
        shown.sort_by_key(|(at, finding)| (Reverse(finding.severity), *at));
        shown.truncate(MOST_SHOWN);
        shown.sort_by_key(|(at, _)| *at);
    }
    shown.into_iter().map(|(_, finding)| finding).collect()
}

/// File by file. The text of a file is read again, since none was kept.
fn show(
    findings: &[Finding],
    sources: &[Source],
    tally: Tally,
    printer: &crate::output::Printer,
) -> Result<(), Failure> {
    for of_file in findings.chunk_by(|a, b| a.file == b.file) {
        let name = of_file.first().map_or("", |finding| finding.file.as_str());
        let input = sources.iter().filter(|_| name == "-").find_map(|source| source.input.clone());
        let source = Source { path: name.into(), named: true, input };
        // A file may be gone by now: what is known without it is still shown.
        let text = source.read().ok().flatten().map(|read| read.text);
        let source = text.map(diagnostic::Source::new);
        for finding in shown(of_file) {
            printer.write(&diagnostic::render(finding, source.as_ref()))?;
        }
        if let Some(more) = of_file.len().checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
            let name = plain(name);
            printer.write(&format!("and {more} more in {name}: --json lists them all\n\n"))?;
        }
    }
    printer.write(&format!("{}\n", tally.in_words()))
}

impl Tally {
    fn of(findings: &[Finding], files: usize) -> Self {
        let count = |severity| findings.iter().filter(|f| f.severity == severity).count();
        Self {
            files,
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            infos: count(Severity::Info),
        }
    }

    fn in_words(self) -> String {
        let counted = |count: usize, noun: &str| match count {
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        let kinds = [(self.errors, "error"), (self.warnings, "warning"), (self.infos, "hint")];
        let found: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| counted(*count, noun))
            .collect();
        let found = if found.is_empty() { "nothing found".to_owned() } else { found.join(", ") };
        format!("{found} in {}", counted(self.files, "file"))
    }
}

#[cfg(test)]
mod tests {
    use countersign_contract::lint::lint_source;

    use super::*;

    #[test]
    fn of_many_findings_errors_are_shown_first() {
        let settings = Settings::default();
        let text = "Handle edge cases etc. ".repeat(MOST_SHOWN);
        let linted = lint_source(SourceKind::Prose, &text, "a.md", &settings);
        let mut findings = linted.findings;
        assert!(findings.len() > MOST_SHOWN);
        for finding in &mut findings {
            finding.severity = Severity::Info;
        }
        let last = findings.last_mut().unwrap();
        last.severity = Severity::Error;
        let last = last.clone();
        let shown = shown(&findings);
        assert_eq!(shown.len(), MOST_SHOWN);
        assert_eq!(shown.last(), Some(&&last));
        assert!(shown.is_sorted_by_key(|finding| finding.span));
    }
}
