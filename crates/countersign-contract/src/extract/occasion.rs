//! When and where: what a sentence says before its instruction.

use super::clause;
use super::constraint::Constraint;
use super::lexicon;
use super::path::Shape;
use super::token::{Kind, Token, word};

/// How long the words before the instruction may be.
const REACH: usize = 25;

/// "When the user runs X, create FILE": what the program does, not what the worker is to do. "When you are done"
/// and "when adding X" are about the work.
pub(super) fn is_of_the_program(sentence: &[Token<'_>]) -> bool {
    let Some(end) = sentence.iter().take(REACH).position(|t| t.kind == Kind::Comma) else {
        return false;
    };
    let occasion = sentence.get(1..end).unwrap_or_default();
    // "On startup", "at the first launch".
    let moment = occasion.len() <= 3
        && occasion.last().is_some_and(|t| {
            matches!(
                &*t.lower,
                "startup" | "start" | "launch" | "boot" | "shutdown" | "exit" | "login" | "run"
            )
        });
    match word(sentence, 0) {
        "when" | "whenever" => {}
        "on" | "at" => return moment,
        _ => return false,
    }
    let about_work = occasion.iter().any(|t| {
        lexicon::is_addressee(&t.lower)
            || lexicon::is_passing(&t.lower)
            || lexicon::is_test_noun(&t.lower)
            || matches!(
                &*t.lower,
                "done" | "finished" | "complete" | "completed" | "ready" | "everything" | "all"
            )
    });
    !about_work && !word(sentence, 1).ends_with("ing")
}

/// How long a sentence that only adds something to the one before it is.
const REMARK: usize = 10;

/// "It must not be committed.", "This is optional.": a sentence that speaks of the one before it.
pub(super) fn remark<'a, 't>(following: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let speaks = matches!(word(following, 0), "it" | "this" | "that" | "they" | "these");
    if speaks && following.len() <= REMARK { following } else { &[] }
}

/// "..., but that is optional", "(optional)" at the end, "Optional: ...": said of the whole sentence.
pub(super) fn is_optional(sentence: &[Token<'_>]) -> bool {
    let labelled =
        word(sentence, 0) == "optional" && sentence.get(1).is_some_and(|t| t.kind == Kind::Colon);
    let ends = matches!(sentence, [.., open, optional, close] if open.kind == Kind::Open
        && optional.is("optional")
        && close.kind == Kind::Close);
    labelled
        || ends
        || sentence.windows(3).any(|three| {
            matches!(three, [what, is, optional]
            if matches!(&*what.lower, "that" | "this" | "it" | "which")
                && is.is("is")
                && optional.is("optional"))
        })
}

/// "Under packages/core, add FILE": the folder that the files of the sentence stand in, and what is said of it.
pub(super) fn within<'a, 't>(sentence: &'a [Token<'t>]) -> Option<(String, &'a [Token<'t>])> {
    if !matches!(word(sentence, 0), "in" | "inside" | "within" | "under") {
        return None;
    }
    let at = 1 + usize::from(word(sentence, 1) == "the");
    let folder = sentence.get(at)?;
    let nested = folder.shape == Shape::Plain
        && folder.text.contains('/')
        && !folder.text.starts_with(['/', '@'])
        && folder.text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/".contains(&b));
    if folder.shape != Shape::Directory && !nested {
        return None;
    }
    let noun = lexicon::is_folder_noun(word(sentence, at + 1))
        || lexicon::is_container(word(sentence, at + 1));
    let next = at + 1 + usize::from(noun);
    let comma = sentence.get(next).is_some_and(|t| matches!(t.kind, Kind::Comma | Kind::Colon));
    let start = next + usize::from(comma);
    let verb = sentence.get(start)?;
    let folder = folder.text.trim_start_matches("./").trim_end_matches('/').to_owned();
    clause::is_instruction(verb, sentence.get(start + 1))
        .then_some((folder, sentence.get(start..)?))
}

/// A path as it stands in a folder; one that begins as the folder does is whole already.
pub(super) fn joined(folder: &str, path: &str) -> String {
    let first = |path: &str| path.split('/').next().map(str::to_owned);
    if path.contains('/') && first(path) == first(folder) {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    }
}

/// Whether a sentence writes its paths from the root although it names their folder first.
pub(super) fn is_from_root(folder: &str, sentence: &[Token<'_>]) -> bool {
    sentence.iter().any(|t| {
        let rest = t.text.trim_start_matches("./").strip_prefix(folder);
        t.is_path() && rest.is_some_and(|rest| rest.starts_with('/'))
    })
}

pub(super) fn put_within(folder: &str, from_root: bool, found: &mut [Constraint]) {
    for constraint in found {
        match constraint {
            Constraint::FileExists { path } | Constraint::ContentMatch { path, .. }
                if !(from_root && path.contains('/')) =>
            {
                *path = joined(folder, path);
            }
            Constraint::FileExists { .. }
            | Constraint::ContentMatch { .. }
            | Constraint::TestPass { .. }
            | Constraint::CommandSuccess { .. }
            | Constraint::NoLintErrors { .. }
            | Constraint::PackageInstalled { .. }
            | Constraint::ChangelogUpdated { .. }
            | Constraint::BacklogUpdated { .. } => {}
        }
    }
}
