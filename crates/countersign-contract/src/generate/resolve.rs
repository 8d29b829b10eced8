//! What a sentence states becomes a check with a definite command and a definite path.

use std::collections::HashMap;

use countersign_core::Check;

use super::{Surroundings, make_target};
use crate::brief::in_words;
use crate::command_line::{self, CommandKind, check_for};
use crate::extract::{
    By, Constraint, NotCovered, Stated, Tidiness, is_backlog, is_changelog, tools_named,
};
use crate::workspace::{Runs, Survey, ToolCommand, Workspace};
use crate::{Origin, Proposal, always_succeeds, mending};

/// Longest piece of a sentence that an origin quotes.
const QUOTE: usize = 200;

/// What became of a constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolved {
    Proposal(Box<Proposal>),
    /// Stated, but nothing here can check it.
    NotCovered(NotCovered),
}

/// Turns a stated constraint into a check, with the workspace's command where the text names none. A record
/// without a path is the one among the files that the work will touch.
pub fn resolve(
    stated: &Stated,
    text: &str,
    around: &Surroundings<'_>,
    touched: &[String],
) -> Resolved {
    let sentence = stated.span.of(text);
    let tools = tools_named(text, stated.span, &stated.constraint);
    let check = check(&stated.constraint, &tools, around, touched)
        .and_then(|check| futile(&check).map_or(Ok(check), Err));
    match check {
        Ok(check) => {
            let quote = shortened(sentence);
            let origin = match stated.by {
                By::Text => Origin::Sentence { text: quote, span: stated.span },
                By::Model => Origin::Model { text: quote },
            };
            let target = match &stated.constraint {
                Constraint::ContentMatch { path, pattern } => {
                    inside(path).ok().and_then(|path| make_target::check(&path, pattern))
                }
                Constraint::FileExists { .. }
                | Constraint::TestPass { .. }
                | Constraint::CommandSuccess { .. }
                | Constraint::NoLintErrors { .. }
                | Constraint::PackageInstalled { .. }
                | Constraint::ChangelogUpdated { .. }
                | Constraint::BacklogUpdated { .. } => None,
            };
            let words = in_words(&check);
            let (check, description) = target.unwrap_or((check, words));
            Resolved::Proposal(Box::new(Proposal::shown(check, description, origin)))
        }
        Err(why) => {
            Resolved::NotCovered(NotCovered { span: stated.span, text: sentence.to_owned(), why })
        }
    }
}

/// What constraints without a command ask for and a list of proposals has, while the list grows: each question looks
/// only at what came since it was asked last.
#[derive(Default)]
pub(super) struct Met<'t> {
    /// How many were looked at, and whether one of them was it.
    asked: HashMap<(Constraint, Vec<&'t str>), (usize, bool)>,
}

impl<'t> Met<'t> {
    pub fn is_met(&mut self, stated: &Stated, text: &'t str, known: &[Proposal]) -> bool {
        if !may_be_met(stated) {
            return false;
        }
        let tools = tools_named(text, stated.span, &stated.constraint);
        let question = (stated.constraint.clone(), tools);
        let (looked_at, is_met) = self.asked.get(&question).copied().unwrap_or_default();
        let fresh = known.get(looked_at..).unwrap_or_default();
        let (constraint, tools) = &question;
        let is_met = is_met || fresh.iter().any(|known| meets(&known.check, constraint, tools));
        self.asked.insert(question, (known.len(), is_met));
        is_met
    }
}

/// Whether a check is of the source's own form and what a constraint without a command asks for.
pub(super) fn is_met(stated: &Stated, text: &str, known: &Check) -> bool {
    let tools = || tools_named(text, stated.span, &stated.constraint);
    may_be_met(stated) && meets(known, &stated.constraint, &tools())
}

/// "All tests pass" where a sentence named a command for some of them: the others are run by nobody. What the source's own
/// form spells out is all of them, and may be hidden.
pub(super) fn met_in_part(
    stated: &Stated,
    text: &str,
    (own, said): (&[Proposal], &[Proposal]),
) -> Option<NotCovered> {
    let meets = |known: &&Proposal| is_met(stated, text, &known.check);
    if own.iter().any(|known| meets(&known)) {
        return None;
    }
    let runs: Vec<&str> =
        said.iter().filter(meets).filter_map(|known| run_of(&known.check)).collect();
    let last = runs.last().filter(|_| runs.iter().all(|run| command_line::is_for_some(run)))?;
    let why = format!("covered in part: of its kind only `{last}` is run");
    Some(NotCovered { span: stated.span, text: stated.span.of(text).to_owned(), why })
}

fn run_of(check: &Check) -> Option<&str> {
    match check {
        Check::Tests { run, .. } | Check::Lint { run, .. } | Check::Typecheck { run, .. } => {
            Some(run)
        }
        Check::Command { .. }
        | Check::File { .. }
        | Check::Content { .. }
        | Check::Outputs { .. }
        | Check::Exports { .. }
        | Check::Signal { .. }
        | Check::Dependency { .. }
        | Check::Changelog { .. }
        | Check::Backlog { .. }
        | Check::Protected { .. }
        | Check::Evaluate { .. }
        | Check::Critic { .. }
        | Check::None => None,
    }
}

/// Most have their command or need none.
fn may_be_met(stated: &Stated) -> bool {
    match &stated.constraint {
        Constraint::TestPass { command } | Constraint::NoLintErrors { command, .. } => {
            command.is_none()
        }
        Constraint::CommandSuccess { .. }
        | Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => false,
    }
}

fn meets(check: &Check, constraint: &Constraint, tools: &[&str]) -> bool {
    let (Check::Tests { run, .. } | Check::Lint { run, .. } | Check::Typecheck { run, .. }) = check
    else {
        return false;
    };
    if !tools.is_empty() && !tools.iter().any(|tool| command_line::names(run, tool)) {
        return false;
    }
    match constraint {
        Constraint::TestPass { command: None } => matches!(check, Check::Tests { .. }),
        Constraint::NoLintErrors { command: None, kind: Tidiness::Typecheck } => {
            matches!(check, Check::Typecheck { .. })
        }
        Constraint::NoLintErrors { command: None, kind: Tidiness::Lint | Tidiness::Format } => {
            matches!(check, Check::Lint { .. })
        }
        Constraint::TestPass { command: Some(_) }
        | Constraint::NoLintErrors { command: Some(_), .. }
        | Constraint::CommandSuccess { .. }
        | Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => false,
    }
}

/// The constraint as a dispatch record has it: with the command that the workspace has for it. The command of
/// another tool than the one that the text names is left out.
pub fn completed(stated: &Stated, text: &str, survey: &Survey) -> Constraint {
    let Stated { constraint, span, .. } = stated;
    let tools = tools_named(text, *span, constraint);
    let is_another = |command: &&ToolCommand| {
        !tools.is_empty() && tools.iter().all(|tool| command.runs(tool) == Runs::Another)
    };
    let fill = |command: &Option<String>, kind| {
        let own = || survey.command(kind).filter(|own| !is_another(own)).map(line);
        command.clone().or_else(own)
    };
    match constraint {
        Constraint::TestPass { command } => {
            Constraint::TestPass { command: fill(command, CommandKind::Test) }
        }
        Constraint::CommandSuccess { command } => {
            Constraint::CommandSuccess { command: fill(command, CommandKind::Build) }
        }
        Constraint::NoLintErrors { command, kind } => {
            let command = fill(command, command_kind(*kind)).map(|run| judging(&run));
            Constraint::NoLintErrors { command, kind: *kind }
        }
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => constraint.clone(),
    }
}

/// Whether a constraint names a command that could never fail, so that no check comes of it.
pub fn cannot_judge(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::TestPass { command }
        | Constraint::CommandSuccess { command }
        | Constraint::NoLintErrors { command, .. } => {
            command.as_deref().is_some_and(|run| why_futile(run).is_some())
        }
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => false,
    }
}

fn why_futile(run: &str) -> Option<String> {
    always_succeeds::checks_nothing(run)
}

/// "cargo fmt is clean" asks whether anything would be mended, and not to have it mended.
fn judging(run: &str) -> String {
    mending::looking(run).unwrap_or_else(|| run.to_owned())
}

/// A command with its folder, on one line.
fn line(command: &ToolCommand) -> String {
    match &command.cwd {
        Some(folder) => format!("cd {folder} && {}", command.run),
        None => command.run.clone(),
    }
}

fn command_kind(tidiness: Tidiness) -> CommandKind {
    match tidiness {
        Tidiness::Lint => CommandKind::Lint,
        Tidiness::Format => CommandKind::Format,
        Tidiness::Typecheck => CommandKind::Typecheck,
    }
}

/// Why the workspace's command is not what the text asks for by the name of a tool, if so.
fn another_tool(command: &ToolCommand, tools: &[&str]) -> Option<String> {
    if tools.iter().any(|tool| command.runs(tool) == Runs::It) {
        return None;
    }
    let tool = tools.first()?;
    let run = &command.run;
    Some(match command.runs(tool) {
        Runs::It | Runs::Another => {
            format!(
                "names {tool}, and the workspace has `{run}` instead; name the command in the text"
            )
        }
        Runs::Unknown => format!(
            "names {tool}, and whether `{run}` runs it is not known; name the command in the text"
        ),
    })
}

fn check(
    constraint: &Constraint,
    tools: &[&str],
    around: &Surroundings<'_>,
    touched: &[String],
) -> Result<Check, String> {
    let Surroundings { workspace, survey, .. } = around;
    let own = |kind: CommandKind, what: &str| {
        let found = survey.command(kind).filter(|command| !command.assumed);
        let found = found
            .ok_or_else(|| format!("the workspace has no {what} command; name one in the text"))?;
        another_tool(found, tools).map_or(Ok(found), Err)
    };
    let among = |is_record: fn(&str) -> bool| {
        touched.iter().find(|path| is_record(&path.to_ascii_lowercase())).cloned()
    };
    match constraint {
        Constraint::FileExists { path } => Ok(Check::File { path: inside(path)?, min_length: 1 }),
        Constraint::ContentMatch { path, pattern } => {
            let path = inside(path)?;
            Ok(Check::Content { path, pattern: pattern.clone(), literal: true })
        }
        Constraint::TestPass { command: Some(run) } => {
            Ok(Check::Tests { run: run.clone(), cwd: None, named: Vec::new() })
        }
        Constraint::TestPass { command: None } => {
            let ToolCommand { run, cwd, .. } = own(CommandKind::Test, "test")?.clone();
            Ok(Check::Tests { run, cwd, named: Vec::new() })
        }
        Constraint::CommandSuccess { command: Some(run) } => Ok(check_for(run.clone(), None)),
        Constraint::CommandSuccess { command: None } => {
            let ToolCommand { run, cwd, .. } = own(CommandKind::Build, "build")?.clone();
            Ok(Check::Command { run, cwd, time_limit_seconds: None })
        }
        Constraint::NoLintErrors { command: Some(run), kind } => {
            let (run, cwd) = (judging(run), None);
            Ok(match kind {
                Tidiness::Typecheck => Check::Typecheck { run, cwd },
                Tidiness::Lint | Tidiness::Format => Check::Lint { run, cwd },
            })
        }
        Constraint::NoLintErrors { command: None, kind } => {
            let what = match kind {
                Tidiness::Lint => "lint",
                Tidiness::Format => "format",
                Tidiness::Typecheck => "type check",
            };
            let ToolCommand { run, cwd, .. } = own(command_kind(*kind), what)?.clone();
            Ok(match kind {
                Tidiness::Typecheck => Check::Typecheck { run, cwd },
                Tidiness::Lint | Tidiness::Format => Check::Lint { run, cwd },
            })
        }
        Constraint::PackageInstalled { package, version } => {
            Ok(Check::Dependency { package: package.clone(), version: version.clone() })
        }
        Constraint::ChangelogUpdated { path } => {
            let path = match path {
                Some(path) => inside(path)?,
                None => {
                    let names = &["CHANGELOG.md", "CHANGES.md", "HISTORY.md"];
                    let kept = || first_of(workspace, names, "changelogs");
                    among(is_changelog).or_else(kept).unwrap_or_else(|| "CHANGELOG.md".into())
                }
            };
            Ok(Check::Changelog { path, pattern: None })
        }
        Constraint::BacklogUpdated { path } => {
            let path = match path {
                Some(path) => inside(path)?,
                None => among(is_backlog)
                    .or_else(|| first_of(workspace, &["BACKLOG.md", "TODO.md", "TODO"], "backlogs"))
                    .ok_or("the workspace has no backlog file; name it in the text")?,
            };
            Ok(Check::Backlog { path, item: None, pattern: None })
        }
    }
}

/// A file of the workspace by one of these names in any case, or by the workspace's own name in a folder.
fn first_of(workspace: &Workspace, names: &[&str], folder: &str) -> Option<String> {
    let own = workspace.name.as_ref().map(|name| format!("{folder}/{name}.md"));
    let paths = || workspace.files.iter().map(|file| &file.path);
    let by_own_name = own.and_then(|own| paths().find(|path| **path == own));
    let found = by_own_name.or_else(|| {
        names.iter().find_map(|name| paths().find(|path| path.eq_ignore_ascii_case(name)))
    });
    found.cloned()
}

fn unusable(pattern: &String) -> Option<String> {
    let error = regex::Regex::new(pattern).err()?;
    Some(format!("`{pattern}` does not compile: {error}"))
}

/// Why a check cannot be a criterion by itself, whoever asks for it: it could never be carried out, or never fail.
pub fn unfit(check: &Check) -> Option<String> {
    impossible(check).or_else(|| futile(check))
}

/// Why a check could never be carried out, if so: a path that leaves the workspace, a pattern that does not
/// compile.
pub fn impossible(check: &Check) -> Option<String> {
    let outside = |path: &String| inside(path).err();
    match check {
        Check::Content { path, literal: true, .. } => outside(path),
        Check::Content { path, pattern, literal: false } => {
            outside(path).or_else(|| unusable(pattern))
        }
        Check::Changelog { path, pattern } | Check::Backlog { path, pattern, .. } => {
            outside(path).or_else(|| unusable(pattern.as_ref()?))
        }
        Check::File { path, .. } | Check::Exports { path, .. } | Check::Signal { path, .. } => {
            outside(path)
        }
        Check::Command { run, cwd, .. }
        | Check::Tests { run, cwd, .. }
        | Check::Lint { run, cwd }
        | Check::Typecheck { run, cwd } => {
            let unspeakable = run.contains('\0').then(|| "no command holds a NUL".to_owned());
            unspeakable.or_else(|| cwd.as_ref().and_then(outside))
        }
        Check::Outputs { write, modify, may_write } => {
            write.iter().chain(modify).chain(may_write).find_map(outside)
        }
        Check::Protected { paths } => paths.iter().find_map(outside),
        Check::Dependency { .. } | Check::Evaluate { .. } | Check::Critic { .. } | Check::None => {
            None
        }
    }
}

/// Why a check could never fail, if so: its command succeeds whatever the work is like. Beside checks that can fail, such
/// a line of a task file only makes something ready.
pub fn futile(check: &Check) -> Option<String> {
    match check {
        Check::Command { run, .. }
        | Check::Tests { run, .. }
        | Check::Lint { run, .. }
        | Check::Typecheck { run, .. } => why_futile(run),
        Check::Content { .. }
        | Check::Changelog { .. }
        | Check::Backlog { .. }
        | Check::File { .. }
        | Check::Exports { .. }
        | Check::Signal { .. }
        | Check::Outputs { .. }
        | Check::Protected { .. }
        | Check::Dependency { .. }
        | Check::Evaluate { .. }
        | Check::Critic { .. }
        | Check::None => None,
    }
}

/// The path from the workspace's root; what lies outside of it cannot be looked at.
pub fn inside(path: &str) -> Result<String, String> {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    if path.contains('\0') {
        return Err("no path holds a NUL".to_owned());
    }
    let leaves = path.split(['/', '\\']).any(|part| part == "..");
    if path.is_empty() || leaves || path.starts_with(['/', '~', '\\']) {
        return Err(format!("`{path}` lies outside the workspace"));
    }
    Ok(path.to_owned())
}

/// The file that a check says will be there.
pub(super) fn touched(check: &Check) -> Option<&str> {
    match check {
        Check::File { path, .. } | Check::Content { path, .. } => Some(path),
        Check::Command { .. }
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
        | Check::None => None,
    }
}

fn shortened(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(QUOTE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}
