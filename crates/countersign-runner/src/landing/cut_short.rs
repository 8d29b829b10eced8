//! A landing that was cut short: the person's folder or index has it, or a part of it, and their branch does not.
//!
//! What was about to be done is written down first, so that whoever comes next tells it from the person's own changes,
//! and brings it to its end or undoes it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::LandingError;
use super::names::Oid;
use super::repository::Repository;
use super::write_back::{put, remove};

const FILE: &str = "landing";
/// Most files that are told.
const MOST_FILES: usize = 20;

/// What a landing is about to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Intent {
    /// As a full ref.
    pub(super) branch: String,
    /// Absent where nothing was ever committed.
    pub(super) from: Option<Oid>,
    pub(super) to: Oid,
}

impl Intent {
    fn written(&self) -> String {
        let from = self.from.as_ref().map_or("-", Oid::as_str);
        format!("{}\n{from}\n{}\n", self.branch, self.to.as_str())
    }

    /// Nothing where it was not written to its end: then nothing was begun.
    fn read(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.strip_suffix('\n')?.lines().collect();
        let [branch, from, to] = lines.as_slice() else { return None };
        let from = if *from == "-" { None } else { Some(Oid::new(from).ok()?) };
        Some(Self { branch: (*branch).to_owned(), from, to: Oid::new(to).ok()? })
    }
}

/// What a file in the person's folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    WhatWas,
    /// All of what was to come, or its beginning, or nothing.
    WhatWasToCome,
    SomethingElse,
}

impl Repository {
    fn intent_path(&self) -> PathBuf {
        self.state.join(FILE)
    }

    /// Before anything of the person's is touched. Whoever calls it holds the lock.
    pub(super) fn intend(&self, intent: &Intent) -> Result<(), LandingError> {
        let path = self.intent_path();
        let write = || {
            let mut file = File::create(&path)?;
            file.write_all(intent.written().as_bytes())?;
            file.sync_all()
        };
        write().map_err(LandingError::not_written(&path))
    }

    /// Once it is done, or nothing was touched.
    pub(super) fn intend_nothing(&self) -> Result<(), LandingError> {
        let path = self.intent_path();
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(LandingError::not_written(path)(error))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Brings a landing to its end that was cut short, or undoes it. Whoever calls it holds the lock, and so no git that
    /// was left behind is at work any more.
    pub(super) fn take_up_landing(&self) -> Result<(), LandingError> {
        let path = self.intent_path();
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            read => read.map_err(LandingError::not_read(&path))?,
        };
        if let Some(intent) = Intent::read(&text) {
            let (branch, head) = self.user_head()?;
            // Where the person moved on since, what is in their folder is theirs.
            if branch.as_ref() == Some(&intent.branch) && head == intent.from {
                self.end_or_undo(&intent)?;
            }
        }
        self.intend_nothing()
    }

    fn end_or_undo(&self, Intent { branch, from, to }: &Intent) -> Result<(), LandingError> {
        let refresh = self.git.call("look for changes").index(&self.index);
        // What it says is asked for below.
        refresh.args(&["update-index", "-q", "--refresh"]).said()?;
        if self.has_files_of(to)? {
            let why = format!("countersign: land {}", self.names.integration());
            self.move_refs(&why, &[(branch.as_str(), to, from.as_ref())])?;
            return Ok(());
        }
        let before = match from {
            Some(from) => from.clone(),
            None => return Ok(()),
        };
        let (was, to_come) = (self.base(&before)?, self.base(to)?);
        let (mut undone, mut changed) = (Vec::new(), Vec::new());
        for step in self.differences(&before, to)? {
            let inside = step.path.strip_prefix(&self.prefix).unwrap_or(&step.path).to_owned();
            let at = self.git.work_tree.join(&step.path);
            match holds(&at, &was.path().join(&inside), &to_come.path().join(&inside)) {
                Holds::WhatWas => {}
                Holds::WhatWasToCome => undone.push((step, was.path().join(inside))),
                Holds::SomethingElse => changed.push(step.path),
            }
        }
        if !changed.is_empty() {
            changed.truncate(MOST_FILES);
            return Err(LandingError::CutShort { files: changed });
        }
        for (step, was) in undone {
            let at = self.git.work_tree.join(&step.path);
            match step.was_there {
                true => put(&was, &at).map_err(LandingError::not_written(at))?,
                false => remove(&self.git.work_tree, &step.path)
                    .map_err(LandingError::not_written(at))?,
            }
        }
        Ok(())
    }
}

fn holds(at: &Path, was: &Path, to_come: &Path) -> Holds {
    let (there, before, after) = (content(at), content(was), content(to_come));
    match (there, before, after) {
        (there, before, _) if there == before => Holds::WhatWas,
        // git takes a file away before it writes the new one.
        (None, _, _) => Holds::WhatWasToCome,
        (Some(there), _, Some(after)) if after.starts_with(&there) => Holds::WhatWasToCome,
        (Some(_), _, _) => Holds::SomethingElse,
    }
}

/// Of a link, where it leads.
fn content(path: &Path) -> Option<Vec<u8>> {
    let link = fs::read_link(path).ok().map(|to| to.into_os_string().into_encoded_bytes());
    link.or_else(|| fs::read(path).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_intent_is_read_whole_or_not_at_all() {
        let oid = |digit: &str| Oid::new(&digit.repeat(40)).unwrap();
        for from in [None, Some(oid("1"))] {
            let intent = Intent { branch: "refs/heads/main".into(), from, to: oid("2") };
            let text = intent.written();
            assert_eq!(Intent::read(text.get(..text.len() - 1).unwrap()), None);
            assert_eq!(Intent::read(&text), Some(intent));
        }
        assert_eq!(Intent::read(""), None);
    }
}
