//! What a clause names and does not ask for as it stands: alternatives, files that are empty, files that are not kept.

use super::constraint::Constraint;
use super::lexicon;
use super::path;
use super::token::{Kind, Token, word};

/// How far "empty" stands before the file that it is said of: "an empty marker file X".
const EMPTY_REACH: usize = 3;

/// Takes out what is one of several: "A or B", "either A or B". Which of them is right is left open.
pub(super) fn alternatives(tokens: &[Token<'_>], found: &mut Vec<Constraint>) -> bool {
    let names = |t: &Token<'_>| t.is_literal() || t.is_path();
    let mut open: Vec<&str> = Vec::new();
    for (at, _) in tokens.iter().enumerate().filter(|(_, t)| t.is("or")) {
        let before = tokens.get(..at).unwrap_or_default();
        let listed = before.iter().rev().take_while(|t| names(t) || t.kind == Kind::Comma);
        let listed: Vec<&str> = listed.filter(|t| names(t)).map(|t| t.text).collect();
        let mut behind = tokens.iter().skip(at + 1).filter(|t| !lexicon::is_determiner(&t.lower));
        if let Some(last) = behind.next().filter(|t| names(t) && !listed.is_empty()) {
            open.extend(listed);
            open.push(last.text);
        }
    }
    let is_open = |text: &String| open.iter().any(|one| one.trim_start_matches("./") == text);
    let before = found.len();
    found.retain(|constraint| match constraint {
        Constraint::FileExists { path } => !is_open(path),
        Constraint::ContentMatch { path, pattern } => !is_open(path) && !is_open(pattern),
        Constraint::PackageInstalled { package, .. } => !is_open(package),
        Constraint::TestPass { command }
        | Constraint::CommandSuccess { command }
        | Constraint::NoLintErrors { command, .. } => !command.as_ref().is_some_and(is_open),
        Constraint::ChangelogUpdated { .. } | Constraint::BacklogUpdated { .. } => true,
    });
    found.len() < before
}

/// Takes out files that honest work may leave empty, since a file that is asked for must have content.
/// Not where the text says what is in them, or says in so many words that they exist.
pub(super) fn empty_files(tokens: &[Token<'_>], found: &mut Vec<Constraint>) -> bool {
    if tokens.iter().any(|t| t.is("exist") || t.is("exists")) {
        return false;
    }
    let said_empty: Vec<&str> = tokens
        .iter()
        .enumerate()
        .filter(|(_, t)| t.is("empty"))
        .filter_map(|(at, _)| tokens.iter().skip(at + 1).take(EMPTY_REACH).find(|t| t.is_path()))
        .map(|t| t.text.trim_start_matches("./"))
        .collect();
    let filled: Vec<String> = found
        .iter()
        .filter_map(|constraint| match constraint {
            Constraint::ContentMatch { path, .. } => Some(path.clone()),
            Constraint::FileExists { .. }
            | Constraint::TestPass { .. }
            | Constraint::CommandSuccess { .. }
            | Constraint::NoLintErrors { .. }
            | Constraint::PackageInstalled { .. }
            | Constraint::ChangelogUpdated { .. }
            | Constraint::BacklogUpdated { .. } => None,
        })
        .collect();
    let before = found.len();
    found.retain(|constraint| {
        !matches!(constraint, Constraint::FileExists { path }
            if !filled.contains(path)
                && (path::is_often_empty(path) || said_empty.contains(&path.as_str())))
    });
    found.len() < before
}

/// "it must not be committed": what is made so is not part of the work that is handed in.
pub(super) fn is_kept_out(sentence: &[Token<'_>]) -> bool {
    sentence.iter().enumerate().any(|(at, token)| {
        let from = at.saturating_sub(3);
        let near = sentence.get(from..at).unwrap_or_default();
        let negation = near.iter().position(|t| t.is_word() && lexicon::is_negation(&t.lower));
        let denied = negation.is_some_and(|by| speaks_of_named(sentence, from + by));
        let kept = matches!(&*token.lower, "committed" | "tracked" | "versioned")
            || (token.is("checked") && word(sentence, at + 1) == "in");
        token.is_word() && (denied && kept || matches!(&*token.lower, "gitignored" | "git-ignored"))
    })
}

/// Whether the subject before a negation is what was named: "it", "which", FILE, or nothing at all.
fn speaks_of_named(sentence: &[Token<'_>], negation: usize) -> bool {
    let before = sentence.get(..negation).unwrap_or_default();
    let subject = before
        .iter()
        .rev()
        .find(|t| !(t.is_word() && (lexicon::is_modal(&t.lower) || lexicon::is_being(&t.lower))));
    subject.is_none_or(|t| {
        !t.is_word()
            || t.is_path()
            || matches!(
                &*t.lower,
                "it" | "they"
                    | "this"
                    | "that"
                    | "which"
                    | "file"
                    | "files"
                    | "output"
                    | "but"
                    | "and"
            )
    })
}
