//! What a clause says behind the thing that its checks look for: "FILE that listens on 8080", "`X` passes in under
//! 10 seconds".

use super::check::has_command;
use super::constraint::Constraint;
use super::generic;
use super::lexicon;
use super::token::{Kind, Token, word};

/// Words that name no demand of their own behind a file, a text in it or a check.
#[rustfmt::skip]
const AROUND: &[&str] = &[
    "again", "afterwards", "also", "be", "been", "both", "bottom", "called", "case", "change", "changed", "changes", "ci",
    "class", "code", "command", "commands", "constant", "content", "contents", "default", "directory", "done",
    "either", "end", "entire", "entry", "everything", "everywhere", "exactly", "exist", "exists", "exit", "field", "file",
    "files", "first", "folder", "following", "function", "heading", "i", "interface", "is", "itself", "key", "line",
    "lines", "literal", "locally", "main", "method", "module", "named", "not", "old", "output", "please", "present",
    "project", "reported", "repo", "repository", "root", "run", "running", "says", "script", "section", "signature",
    "status", "stay", "stays", "string", "struct", "text", "they", "to", "together", "too", "top", "type", "value",
    "variable", "we", "well", "whole", "with", "word", "words", "workspace", "you", "your",
];

/// Kinds of tests that seldom run together.
#[rustfmt::skip]
const KINDS_OF_TESTS: &[&str] = &[
    "acceptance", "browser", "contract", "e2e", "end-to-end", "functional", "integration", "load", "performance", "property",
    "smoke", "snapshot", "ui", "unit", "visual",
];

/// Whether more is demanded than that a file is there, holds a text, or that a check succeeds.
pub(super) fn says_more(clause: &[Token<'_>], found: &[Constraint]) -> bool {
    let file = |one: &Constraint| matches!(one, Constraint::FileExists { .. });
    let text = |one: &Constraint| matches!(one, Constraint::ContentMatch { .. });
    let check = |one: &Constraint| generic::topic_of(one).is_some();
    let last = |is: &dyn Fn(&Token<'_>) -> bool| clause.iter().rposition(is);
    if found.iter().all(|one| file(one) || text(one)) {
        let files = found.iter().any(file);
        let named = |token: &Token<'_>| token.is_path() || !files && token.is_literal();
        let behind = last(&named).and_then(|at| clause.get(at + 1..)).unwrap_or_default();
        return demands(behind, is_behind_file) || found.iter().any(text) && is_counted(behind);
    }
    if !found.iter().all(check) {
        return false;
    }
    let commands = found.iter().filter_map(line).filter_map(|line| end_of(clause, line));
    let names = last(&|token| lexicon::check(&token.lower).is_some());
    let end = commands.max().or(names);
    let behind = end.and_then(|at| clause.get(at + 1..)).unwrap_or_default();
    let open = found.iter().any(|one| !has_command(one));
    demands(behind, is_behind_check) || open && names_kinds_of_tests(clause)
}

fn line(constraint: &Constraint) -> Option<&str> {
    match constraint {
        Constraint::TestPass { command }
        | Constraint::CommandSuccess { command }
        | Constraint::NoLintErrors { command, .. } => command.as_deref(),
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => None,
    }
}

/// The last token of a command, in back-ticks or bare.
fn end_of(clause: &[Token<'_>], line: &str) -> Option<usize> {
    let quoted = clause.iter().rposition(|token| token.is_literal() && token.text.contains(line));
    let bare = || {
        let width = line.split_whitespace().count();
        let is_line = |words: &[Token<'_>]| {
            words.iter().zip(line.split_whitespace()).all(|(token, word)| token.text == word)
        };
        let at = clause.windows(width.max(1)).position(is_line)?;
        Some(at + width.saturating_sub(1))
    };
    quoted.or_else(bare)
}

fn is_behind_file(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Colon | Kind::Open | Kind::Dash)
        || matches!(
            &*token.lower,
            "that"
                | "which"
                | "who"
                | "where"
                | "with"
                | "and"
                | "must"
                | "should"
                | "shall"
                | "using"
        )
}

fn is_behind_check(token: &Token<'_>) -> bool {
    matches!(
        &*token.lower,
        "in" | "under" | "within" | "on" | "with" | "and" | "that" | "which" | "at" | "for"
    )
}

/// Whether a word with a meaning of its own stands behind one that goes on with what is demanded.
fn demands(behind: &[Token<'_>], goes_on: fn(&Token<'_>) -> bool) -> bool {
    let start = behind.iter().position(goes_on);
    let said = start.and_then(|at| behind.get(at + 1..)).unwrap_or_default();
    said.iter().any(|token| token.is_word() && !is_around(&token.lower))
}

fn is_around(word: &str) -> bool {
    !word.chars().any(char::is_alphanumeric)
        || AROUND.contains(&word)
        || lexicon::is_passing(word)
        || lexicon::is_failing(word)
        || lexicon::is_trouble(word)
        || lexicon::is_none(word)
        || lexicon::is_modal(word)
        || lexicon::is_being(word)
        || lexicon::is_determiner(word)
        || lexicon::is_filler(word)
        || lexicon::is_exiting(word)
        || lexicon::is_containing(word)
        || lexicon::is_goal(word)
        || lexicon::is_aside(word)
        || lexicon::is_test_noun(word)
        || lexicon::is_working(word)
        || lexicon::participle(word).is_some()
        || lexicon::check(word).is_some()
}

/// "exactly once", "3 times": the check of a text looks whether it is there at all.
fn is_counted(behind: &[Token<'_>]) -> bool {
    let last = behind.len().saturating_sub(1);
    behind.iter().enumerate().any(|(at, token)| {
        token.is("twice")
            || token.is("times")
            || token.is("once") && (at == last || at > 0 && word(behind, at - 1) == "exactly")
    })
}

/// "unit tests and e2e tests": one command runs the tests of the workspace, and which kinds is not known.
fn names_kinds_of_tests(clause: &[Token<'_>]) -> bool {
    KINDS_OF_TESTS.iter().filter(|kind| clause.iter().any(|token| token.is(kind))).count() > 1
}
