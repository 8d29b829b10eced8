//! The commands that sentences state, where a section of commands has sentences beside them.

use crate::command_line::{CommandKind, kind_of};
use crate::{Span, Workspace};

use super::constraint::{Constraint, NotCovered, Stated};
use super::denial;
use super::lexicon;
use super::program::is_program;
use super::read::extract;
use super::spelling::candidates;
use super::token::{Token, tokens};
use super::tool;

/// So many words beside a command say nothing but that it is one: "Also npm run lint.", "and then make lint".
const MOST_BESIDE: usize = 3;

/// Each command with the clause that states it; a tool alone where only its name is given.
pub(crate) fn stated_commands(text: &str) -> Vec<(Span, String)> {
    // Most sentences name no program at all.
    let names = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        is_program(word) || word == "clippy" || word.ends_with(".sh")
    };
    if !text.split_whitespace().any(|word| names(word) || word.contains("./")) {
        return Vec::new();
    }
    let extraction = extract(text, &Workspace::default());
    let mut found: Vec<(Span, String)> = Vec::new();
    for stated in &extraction.stated {
        found.extend(lines(text, stated).into_iter().map(|line| (stated.span, line)));
    }
    let stray = |clause: &NotCovered| Some((clause.span, stray(text, clause.span)?.to_owned()));
    found.extend(extraction.not_covered.iter().filter_map(stray));
    found
}

fn lines(text: &str, stated: &Stated) -> Vec<String> {
    match &stated.constraint {
        Constraint::TestPass { command: Some(line) }
        | Constraint::CommandSuccess { command: Some(line) }
        | Constraint::NoLintErrors { command: Some(line), .. } => vec![line.clone()],
        Constraint::TestPass { command: None }
        | Constraint::CommandSuccess { command: None }
        | Constraint::NoLintErrors { command: None, .. } => {
            tool::named(text, stated.span, &stated.constraint)
                .into_iter()
                .map(str::to_owned)
                .collect()
        }
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => Vec::new(),
    }
}

/// The command of a clause that is little more than one.
fn stray(text: &str, clause: Span) -> Option<&str> {
    let words = tokens(text, clause);
    let found = candidates(text, &words, words.len());
    let [only] = found.as_slice() else { return None };
    let beside = words.iter().filter(|t| t.is_word()).count() - (only.last - only.first + 1);
    let denied = words.iter().any(|t: &Token<'_>| {
        denial::is_negative(t) || lexicon::is_failing(&t.lower) || lexicon::is_condition(&t.lower)
    });
    let runs = only.bare && only.last > only.first && kind_of(only.line) != CommandKind::Other;
    (runs && !denied && beside <= MOST_BESIDE).then_some(only.line)
}
