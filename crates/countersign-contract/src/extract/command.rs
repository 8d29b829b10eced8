//! Commands that a clause wants to succeed.

use crate::Span;
use crate::command_line::{CommandKind, kind_of};

use super::constraint::{Constraint, Tidiness};
use super::lexicon;
use super::list;
use super::package;
use super::said::{Verdict, verdict};
use super::section::Section;
use super::spelling::{Found, candidates, is_command, is_script};
use super::token::{Kind, Token, tokens, word};

/// The constraint that wants a command to succeed.
pub(super) fn constraint(line: &str) -> Constraint {
    let in_folder = within_subshell(line);
    let line = in_folder.as_deref().unwrap_or(line);
    let command = Some(line.to_owned());
    match kind_of(line) {
        CommandKind::Test => Constraint::TestPass { command },
        CommandKind::Lint => Constraint::NoLintErrors { command, kind: Tidiness::Lint },
        CommandKind::Format => Constraint::NoLintErrors { command, kind: Tidiness::Format },
        CommandKind::Typecheck => Constraint::NoLintErrors { command, kind: Tidiness::Typecheck },
        CommandKind::Build | CommandKind::Other => Constraint::CommandSuccess { command },
    }
}

/// `(cd x; y)` and `cd x; y` as `cd x && y`: where there is no such folder, nothing is to run somewhere else.
fn within_subshell(line: &str) -> Option<String> {
    let inside = line.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(line);
    let rest = inside.trim().strip_prefix("cd ").filter(|_| !inside.contains(['(', ')']))?;
    let (folder, run) = match (rest.split_once(';'), rest.split_once("&&")) {
        (Some(one), Some(other)) => {
            if one.0.len() < other.0.len() {
                one
            } else {
                other
            }
        }
        (one, other) => one.or(other)?,
    };
    let (folder, run) = (folder.trim(), run.trim());
    let plain = !folder.is_empty() && !folder.contains(['&', '|', '$', '`', ' ']);
    (plain && !run.is_empty()).then(|| format!("cd {folder} && {run}"))
}

/// The command of a text that is one and says nothing else, in back-ticks or bare.
pub(crate) fn only_command(text: &str) -> Option<&str> {
    let text = text.trim();
    let words = tokens(text, Span::new(0, text.len()));
    let found = candidates(text, &words, words.len());
    let [only] = found.as_slice() else { return None };
    let whole = only.first == 0 && only.last + 1 == words.len();
    let runs = if only.bare {
        kind_of(only.line) != CommandKind::Other || is_script(only.line)
    } else {
        is_command(only.line, false)
    };
    (whole && runs && package::of_command(only.line).is_empty()).then_some(only.line)
}

/// The commands that a few words name, where something else says that they must succeed.
pub(super) fn named<'t>(text: &'t str, words: &[Token<'t>]) -> Vec<Found<'t>> {
    candidates(text, words, words.len())
}

/// A clause in which the words of commands count as code: the "lint" of `helm lint` is no check of its own.
pub(super) fn without_bare<'t>(
    text: &'t str,
    clause: &[Token<'t>],
    masked: usize,
) -> Vec<Token<'t>> {
    let mut words = clause.to_vec();
    for found in candidates(text, clause, masked)
        .iter()
        .filter(|found| found.bare && found.last > found.first)
    {
        let inside = words.get_mut(found.first..=found.last).unwrap_or_default();
        inside.iter_mut().for_each(|token| token.kind = Kind::Code);
    }
    words
}

/// The commands of a clause that it wants to succeed.
pub(super) fn wanted<'t>(
    text: &'t str,
    clause: &[Token<'t>],
    masked: usize,
    section: Section,
    item: bool,
) -> Vec<Found<'t>> {
    let candidates = candidates(text, clause, masked);
    let mut found: Vec<Found<'t>> = Vec::new();
    let mut shared = false;
    let mut pending: Vec<Found<'t>> = Vec::new();
    let mut end_of_last: Option<usize> = None;
    // How many were found before the row that the command at hand stands in.
    let mut row = 0;
    for candidate in candidates {
        let joined = end_of_last.is_some_and(|end| {
            joins(clause, end, candidate.first) || list::reaches(clause, end, candidate.first)
        });
        if !joined {
            (shared, pending) = (false, Vec::new());
            row = found.len();
        }
        end_of_last = Some(candidate.last);
        match verdict(clause, &candidate, section, item) {
            // "`X` and `Y` are refused": so are those that stand before it in the row.
            Verdict::Fails => {
                found.truncate(row);
                (shared, pending) = (false, Vec::new());
            }
            Verdict::Wanted => {
                found.append(&mut pending);
                found.push(candidate);
                shared = true;
            }
            Verdict::Silent if joined && shared => found.push(candidate),
            Verdict::Silent => pending.push(candidate),
        }
    }
    found
}

/// Whether only coordination stands between two commands.
fn joins(clause: &[Token<'_>], end: usize, start: usize) -> bool {
    let between = clause.get(end + 1..start).unwrap_or_default();
    let between = between.get(place_of_first(between)..).unwrap_or_default();
    between.len() <= 3
        && between.iter().all(|t| {
            t.kind == Kind::Comma
                || matches!(&*t.lower, "and" | "then" | "both" | "&" | "+" | "plus" | "also")
        })
}

/// "`X` in web and `Y` in api": how many words say where the first runs.
fn place_of_first(between: &[Token<'_>]) -> usize {
    let places = word(between, 0);
    if !matches!(places, "in" | "inside" | "within" | "under" | "from") {
        return 0;
    }
    let name = 1 + usize::from(word(between, 1) == "the");
    let end = name + 1 + usize::from(lexicon::is_folder_noun(word(between, name + 1)));
    let joined = between.get(end).is_some_and(|t| t.kind == Kind::Comma || t.is("and"));
    if joined { end } else { 0 }
}
