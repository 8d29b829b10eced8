//! What a clause names beyond the checks that were found in it.

use super::check::has_command;
use super::constraint::Constraint;
use super::generic;
use super::lexicon;
use super::list;
use super::package;
use super::path::Shape;
use super::program::is_program;
use super::tail;
use super::token::Token;

/// Whether a file, a function, or a text in quotation marks or back-ticks is part of no check of the clause, or
/// more is said than its checks look for.
pub(super) fn is_left(clause: &[Token<'_>], found: &[Constraint]) -> bool {
    if found.is_empty() {
        return false;
    }
    if is_tool_left(clause, found)
        || tail::says_more(clause, found)
        || tail::rules_out_more(clause, found)
        || is_by_whom(clause)
    {
        return true;
    }
    let spelt_out = |text: &str| text.ends_with("()") || text.starts_with("{\"");
    let named = clause
        .iter()
        .filter(|token| token.is_literal() || token.is_path() || spelt_out(token.text));
    let mut named = named.map(|token| {
        (token.text.trim_start_matches("./").trim_end_matches("()"), token.shape == Shape::File)
    });
    named.any(|(text, file)| !text.is_empty() && !found.iter().any(|one| mentions(one, text, file)))
}

/// "as root": the same words that say where something lies say by whom it is run.
fn is_by_whom(clause: &[Token<'_>]) -> bool {
    clause.windows(2).any(|pair| matches!(pair, [by, whom] if by.is("as") && whom.is("root")))
}

/// Whether one of several tools that are named in a row is part of no check.
fn is_tool_left(clause: &[Token<'_>], found: &[Constraint]) -> bool {
    if !found.iter().any(|one| generic::topic_of(one).is_some()) {
        return false;
    }
    let mut open: Vec<_> =
        found.iter().filter(|one| !has_command(one)).filter_map(generic::topic_of).collect();
    let mut tools = clause.iter().enumerate().filter(|(at, token)| {
        token.is_word() && is_program(token.text) && list::is_member(clause, *at)
    });
    tools.any(|(_, token)| {
        if found.iter().any(|one| has_command(one) && mentions(one, token.text, false)) {
            return false;
        }
        // Each check without a command stands for one tool.
        let topic = lexicon::check(&token.lower);
        let at = open.iter().position(|one| Some(*one) == topic);
        at.map(|at| open.remove(at)).is_none()
    })
}

fn mentions(constraint: &Constraint, text: &str, file: bool) -> bool {
    // A check without a command stands for the one of the workspace, which the text may name in other words.
    let command = |command: &Option<String>| match command {
        Some(line) => is_in(line, text),
        None => file || names_check(text),
    };
    match constraint {
        Constraint::FileExists { path } => is_in(path, text),
        Constraint::ContentMatch { path, pattern } => is_in(path, text) || is_in(pattern, text),
        Constraint::TestPass { command: line }
        | Constraint::CommandSuccess { command: line }
        | Constraint::NoLintErrors { command: line, .. } => command(line),
        // Which of the manifests of a workspace lists it is not asked.
        Constraint::PackageInstalled { package, .. } => {
            is_in(package, text) || package::is_manifest(text)
        }
        // Any entry and any item counts.
        Constraint::ChangelogUpdated { path } | Constraint::BacklogUpdated { path } => {
            file && path.as_ref().is_none_or(|path| is_in(path, text))
        }
    }
}

/// "`jest`", "`tests/unit`", "`make lint`".
fn names_check(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        is_program(word) || lexicon::check(word).is_some() || tail::is_test_folder(word)
    })
}

/// `{a,b}.ts` became two files, and a name may have become part of a path.
fn is_in(checked: &str, text: &str) -> bool {
    let is_several = text.contains('{') && !text.contains('"');
    checked.contains(text) || text.contains(checked) || is_several
}
