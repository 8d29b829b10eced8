//! `outputs`: what was to be written is there, and what was to be modified is changed.
//!
//! A file is changed when more than white space at line ends differs from the base; other line ends or a
//! byte order mark are no change; that it can be run now is one. What may be written is never asked for. A pattern among the paths asks
//! for one file that matches it.

use globset::{GlobBuilder, GlobMatcher};

use super::lines::{Change, settled};
use super::{Seen, absent, text};
use crate::files::{Files, Unreadable};

/// Files that are often right when they are empty: only their presence says something.
const EMPTY_BY_NATURE: [&str; 7] =
    ["__init__.py", "py.typed", ".gitkeep", ".keep", ".npmignore", ".nojekyll", "__init__.pyi"];

/// The trees and the declared paths.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "trees are too large to print")]
pub struct Outputs<'a> {
    pub base: &'a dyn Files,
    pub room: &'a dyn Files,
    pub write: &'a [String],
    pub modify: &'a [String],
    /// Paths whose content in the room is the specification's own and not the worker's: they need only be
    /// there.
    pub given: &'a [String],
    /// Paths that can be run since the work, or cannot any more, with the same bytes.
    pub other_mode: &'a [String],
}

pub fn see(outputs: Outputs<'_>) -> Seen {
    outputs.look().unwrap_or_else(Seen::from)
}

enum Judged {
    Good(String),
    Wrong(String),
}

impl Outputs<'_> {
    fn look(&self) -> Result<Seen, Unreadable> {
        let (mut good, mut wrong, mut files) = (Vec::new(), Vec::new(), Vec::new());
        let asked = self.write.iter().map(|path| (path, false));
        for (path, must_exist) in asked.chain(self.modify.iter().map(|path| (path, true))) {
            let judged = match pattern(path) {
                Some(glob) => self.any_of(path, &glob, must_exist, &mut files)?,
                None => self.one(path, must_exist, &mut files)?,
            };
            match judged {
                Judged::Good(words) => good.push(words),
                Judged::Wrong(words) => wrong.push(words),
            }
        }
        let mut seen = match (good.is_empty(), wrong.is_empty()) {
            (_, false) => Seen::fail(wrong.join("\n")),
            (true, true) => Seen::undecided("The contract names no file to write or to modify."),
            (false, true) => Seen::pass(format!("{}.", good.join("; "))),
        };
        for (path, bytes) in &files {
            seen = seen.of(path, bytes);
        }
        Ok(seen)
    }

    fn any_of(
        &self,
        path: &str,
        glob: &GlobMatcher,
        must_exist: bool,
        files: &mut Vec<(String, Vec<u8>)>,
    ) -> Result<Judged, Unreadable> {
        let mut last = None;
        for candidate in self.room.paths().iter().filter(|candidate| glob.is_match(candidate)) {
            let mut judged_files = Vec::new();
            match self.one(candidate, must_exist, &mut judged_files)? {
                Judged::Good(words) => {
                    files.extend(judged_files);
                    return Ok(Judged::Good(words));
                }
                Judged::Wrong(words) => last = Some(words),
            }
        }
        let why = last.unwrap_or_else(|| "no file matches it".to_owned());
        Ok(Judged::Wrong(format!("`{path}`: no file of that pattern was written: {why}")))
    }

    fn one(
        &self,
        path: &str,
        must_exist: bool,
        files: &mut Vec<(String, Vec<u8>)>,
    ) -> Result<Judged, Unreadable> {
        let before = self.base.read(path)?;
        let Some(bytes) = self.room.read(path)? else {
            return Ok(Judged::Wrong(match (before, must_exist) {
                (Some(_), _) => {
                    format!("`{path}` was deleted. Put it back, with the change asked for.")
                }
                (None, false) => absent::words(self.room, path),
                (None, true) => format!(
                    "`{path}` is to be modified, but it is not there and was not there before.{}",
                    absent::elsewhere(self.room, path)
                ),
            }));
        };
        files.push((path.to_owned(), bytes.clone()));
        if self.given.iter().any(|given| given == path) {
            return Ok(Judged::Good(format!("`{path}` is the specification's own")));
        }
        let now = text::decode(&bytes);
        let name = path.rsplit('/').next().unwrap_or(path);
        if text::is_blank(&now) && !EMPTY_BY_NATURE.contains(&name) {
            let what =
                if bytes.is_empty() { "is empty" } else { "has nothing in it that can be seen" };
            return Ok(Judged::Wrong(format!("`{path}` {what}. Write its content.")));
        }
        let Some(before) = before else {
            let lines = now.lines().count();
            let remark = if must_exist { ", though it was to be there already" } else { "" };
            return Ok(Judged::Good(format!("`{path}` is new: {}{remark}", counted(lines as u64))));
        };
        if self.other_mode.iter().any(|other| other == path) {
            return Ok(Judged::Good(format!("`{path}` is changed in whether it can be run")));
        }
        let then = text::decode(&before);
        if settled(&then) == settled(&now) {
            let what = match before == bytes {
                true => "is as it was before the work",
                false => {
                    "differs from before only in line ends, white space at line ends or its encoding"
                }
            };
            return Ok(Judged::Wrong(format!(
                "`{path}` {what}. Make the change that the task asks for."
            )));
        }
        let (added, removed) = Change::between(&then, &now).counts();
        Ok(Judged::Good(format!(
            "`{path}` is changed: {} added, {removed} taken away",
            counted(added)
        )))
    }
}

fn counted(lines: u64) -> String {
    format!("{lines} line{}", if lines == 1 { "" } else { "s" })
}

/// A path with `*`, `?` or `{…}` in it; `[id].tsx` is the name of a file.
fn pattern(path: &str) -> Option<GlobMatcher> {
    let literal_brackets = path.replace('[', "[[]");
    let is_pattern = path.contains(['*', '?']) || (path.contains('{') && path.contains(','));
    let built = is_pattern
        .then(|| GlobBuilder::new(&literal_brackets).literal_separator(true).build().ok());
    built.flatten().map(|glob| glob.compile_matcher())
}
