//! When and where: what a sentence says before its instruction.

use super::clause;
use super::constraint::Constraint;
use super::folder::{self, Folders, Place};
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

/// "Under packages/core, add FILE", "In backend, `X` must pass": where a sentence is about, and what it says.
pub(super) struct Within<'a, 't> {
    pub(super) place: Place,
    /// Whether its files stand there too: what is run "from" a folder may write anywhere.
    pub(super) files: bool,
    pub(super) said: &'a [Token<'t>],
}

pub(super) fn within<'a, 't, 'f>(
    sentence: &'a [Token<'t>],
    folders: impl FnOnce() -> &'f Folders<'f>,
) -> Option<Within<'a, 't>> {
    let first = word(sentence, 0);
    let moves = first == "cd";
    if !moves && !matches!(first, "in" | "inside" | "within" | "under" | "from") {
        return None;
    }
    let at = 1 + usize::from(moves && matches!(word(sentence, 1), "into" | "to"));
    let named = folder::place(sentence, at, folders());
    let (place, end) = match named.or_else(|| told_folder(sentence, at, moves)) {
        Some(found) => found,
        None => (Place::Unclear, somewhere(sentence)?),
    };
    let joins = |t: &Token<'_>| {
        matches!(t.kind, Kind::Comma | Kind::Colon) || moves && (t.is("and") || t.is("then"))
    };
    let joined = sentence.iter().skip(end).take(2).take_while(|t| joins(t)).count();
    let said = sentence.get(end + joined..)?;
    let instruction = clause::is_instruction(said.first()?, said.get(1));
    // "In src/ the parser fails" has no comma, and a command is seen without one.
    let stated = joined > 0 || said.first()?.kind == Kind::Code;
    (instruction || stated).then_some(Within { place, files: !moves && first != "from", said })
}

/// A folder that is told by what is done: `cd X`, or a nested path before an instruction.
fn told_folder(sentence: &[Token<'_>], at: usize, moves: bool) -> Option<(Place, usize)> {
    let at = at + usize::from(word(sentence, at) == "the");
    let token = sentence.get(at).filter(|t| t.shape != Shape::File)?;
    let name = token.text.trim_start_matches("./").trim_end_matches('/');
    let told = moves || token.text.contains('/');
    (told && folder::is_spelt_as_folder(name)).then(|| (Place::Folder(name.to_owned()), at + 1))
}

/// "In addition", "in any case": no place at all.
#[rustfmt::skip]
const SAYINGS: &[&str] = &[
    "addition", "all", "any", "case", "contrast", "effect", "end", "essence", "fact", "future", "general", "order", "other",
    "parallel", "part", "particular", "practice", "principle", "short", "summary", "that", "theory", "this", "total", "turn",
    "which", "words",
];

/// "In staging, ...", "In the mobile app, ...": a place that no folder is known to be.
fn somewhere(sentence: &[Token<'_>]) -> Option<usize> {
    let end = sentence.iter().take(5).position(|t| t.kind == Kind::Comma)?;
    let words = sentence.get(1..end)?;
    let plain =
        |t: &Token<'_>| t.is_word() && t.shape == Shape::Plain && !SAYINGS.contains(&&*t.lower);
    (!words.is_empty() && words.iter().all(plain)).then_some(end)
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
