//! What a clause names beyond the checks that were found in it.

use super::constraint::Constraint;
use super::token::Token;

/// Whether a file, a function, or a text in quotation marks or back-ticks is part of no check of the clause.
pub(super) fn is_left(clause: &[Token<'_>], found: &[Constraint]) -> bool {
    if found.is_empty() {
        return false;
    }
    let spelt_out = |text: &str| text.ends_with("()") || text.starts_with("{\"");
    let named = clause
        .iter()
        .filter(|token| token.is_literal() || token.is_path() || spelt_out(token.text));
    let mut texts = named.map(|token| token.text.trim_start_matches("./").trim_end_matches("()"));
    texts.any(|text| !text.is_empty() && !found.iter().any(|one| mentions(one, text)))
}

fn mentions(constraint: &Constraint, text: &str) -> bool {
    // A check without a command stands for the one of the workspace, which the text may name in other words.
    let command = |command: &Option<String>| command.as_ref().is_none_or(|line| is_in(line, text));
    match constraint {
        Constraint::FileExists { path } => is_in(path, text),
        Constraint::ContentMatch { path, pattern } => is_in(path, text) || is_in(pattern, text),
        Constraint::TestPass { command: line }
        | Constraint::CommandSuccess { command: line }
        | Constraint::NoLintErrors { command: line, .. } => command(line),
        Constraint::PackageInstalled { package, .. } => is_in(package, text),
        Constraint::ChangelogUpdated { .. } | Constraint::BacklogUpdated { .. } => true,
    }
}

/// `{a,b}.ts` became two files, and a name may have become part of a path.
fn is_in(checked: &str, text: &str) -> bool {
    let is_several = text.contains('{') && !text.contains('"');
    checked.contains(text) || text.contains(checked) || is_several
}
