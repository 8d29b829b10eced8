//! Files that are to be executable: "make it executable", "an executable script bin/x", "`chmod +x bin/x`".

use super::constraint::Constraint;
use super::denial;
use super::folder;
use super::lexicon;
use super::token::{Token, word};

const COMMAND: &str = "test -x ";

/// What a clause wants to be executable: the files that it makes or names, or the one spoken of before it.
pub(super) fn wanted(
    clause: &[Token<'_>],
    found: &[Constraint],
    before: Option<&String>,
) -> Vec<Constraint> {
    let is_asked = clause.iter().enumerate().any(|(at, _)| is_asked(clause, at));
    if !is_asked || clause.iter().any(denial::is_negative) {
        return Vec::new();
    }
    let made = found.iter().filter_map(|one| {
        if let Constraint::FileExists { path } = one { Some(path.clone()) } else { None }
    });
    let mut files: Vec<String> = made.collect();
    if files.is_empty() {
        let named = clause.iter().filter(|t| t.is_path() || is_script(t));
        files.extend(named.map(|t| t.text.trim_start_matches("./").to_owned()));
    }
    if files.is_empty() {
        files.extend(before.cloned());
    }
    let plain = |path: &&String| folder::is_spelt_as_folder(path);
    let line = |path: &String| Some(format!("{COMMAND}{path}"));
    files
        .iter()
        .filter(plain)
        .map(|path| Constraint::CommandSuccess { command: line(path) })
        .collect()
}

/// Whether a constraint only looks at that bit.
pub(super) fn is(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::CommandSuccess { command: Some(line) } if line.starts_with(COMMAND))
}

/// A path without an ending, as programs of a project have it: `bin/deploy`.
pub(super) fn is_script(token: &Token<'_>) -> bool {
    let text = token.text.trim_start_matches("./");
    let (first, name) = text.split_once('/').unwrap_or_default();
    let place = matches!(first, "bin" | "scripts" | "script" | "tools" | "hack" | ".githooks");
    (token.is_word() || token.is_literal())
        && place
        && !name.is_empty()
        && !name.ends_with('/')
        && folder::is_spelt_as_folder(text)
}

fn is_asked(clause: &[Token<'_>], at: usize) -> bool {
    let here = word(clause, at);
    if here == "chmod" {
        return clause
            .get(at + 1)
            .is_some_and(|t| matches!(t.text, "+x" | "a+x" | "u+x" | "755" | "0755"));
    }
    let code = clause.get(at).is_some_and(|t| t.is_literal() && t.text.starts_with("chmod +x"));
    if code {
        return true;
    }
    if here != "executable" {
        return false;
    }
    let before = |by: usize| at.checked_sub(by).map(|at| word(clause, at)).unwrap_or_default();
    let next = word(clause, at + 1);
    // "make it executable", "must be executable", "marked as executable", "the executable bit".
    let said = clause.iter().take(at).any(|t| {
        matches!(&*t.lower, "make" | "mark" | "marked" | "set" | "made" | "is" | "are" | "be")
    });
    let ends = next.is_empty() || matches!(next, "and" | "by" | "for" | "so" | "too" | "as");
    let determined = lexicon::is_determiner(before(1)) && before(1) != "it" && before(1) != "them";
    let named = clause.get(at + 1).is_some_and(|t| t.is_path() || is_script(t));
    said && ends && !determined
        || matches!(
            next,
            "bit" | "script" | "scripts" | "file" | "files" | "shell" | "bash" | "hook"
        )
        || named
}
