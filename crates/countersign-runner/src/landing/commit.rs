//! An accepted result as a commit.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;

use countersign_core::TaskId;
use jiff::Timestamp;

use super::error::LandingError;
use super::names::Oid;
use super::repository::Repository;
use crate::area::Base;
use crate::git::{GitError, OWN_ADDRESS, OWN_NAME};
use crate::room::{Accepted, Written, new_file};

/// Longest subject of a commit.
const LONGEST_SUBJECT: usize = 120;

/// Who commits, and when. With the same one, the same result becomes the same commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    pub name: String,
    pub address: String,
    pub at: Timestamp,
}

impl Signature {
    /// Ours, where nobody else is named.
    pub fn own(at: Timestamp) -> Self {
        Self { name: OWN_NAME.to_owned(), address: OWN_ADDRESS.to_owned(), at }
    }

    fn line(&self) -> String {
        let clean = |text: &str| one_line(text).replace(['<', '>'], "");
        format!("{} <{}> {} +0000", clean(&self.name), clean(&self.address), self.at.as_second())
    }
}

/// What a commit says about the result that it holds.
#[derive(Debug, Clone)]
pub struct Label<'a> {
    pub task: &'a TaskId,
    pub attempt: u32,
    /// The digest of the contract that it was judged by.
    pub contract: &'a str,
    pub verdict: &'a str,
    pub subject: &'a str,
    pub by: Signature,
}

impl Label<'_> {
    pub(super) fn message(&self, before: &str) -> String {
        let subject: String = one_line(self.subject).chars().take(LONGEST_SUBJECT).collect();
        let subject = if subject.is_empty() { self.task.to_string() } else { subject };
        format!(
            "{before}{subject}\n\nCountersign-Task: {}\nCountersign-Contract: {}\n\
             Countersign-Attempt: {}\nCountersign-Verdict: {}\n",
            self.task,
            one_line(self.contract),
            self.attempt,
            one_line(self.verdict)
        )
    }
}

fn one_line(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A commit that is to be made.
pub(super) struct Making<'a> {
    pub(super) parents: &'a [&'a Oid],
    pub(super) accepted: &'a Accepted,
    pub(super) message: &'a str,
    pub(super) by: &'a Signature,
}

/// A commit that was made.
pub(super) struct Made {
    pub(super) commit: Oid,
    /// Whether it holds anything else than its first parent.
    pub(super) is_new: bool,
}

impl Repository {
    /// The result as a commit on the one that its base was checked out of. Absent where nothing changed. No branch
    /// moves yet.
    pub fn commit(
        &self,
        base: &Base,
        accepted: &Accepted,
        label: &Label<'_>,
    ) -> Result<Option<Oid>, LandingError> {
        if accepted.is_empty() {
            return Ok(None);
        }
        let no_commit = || LandingError::NoCommit { id: base.id().to_string() };
        let parent = Oid::new(base.commit().ok_or_else(no_commit)?)?;
        let (message, by) = (label.message(""), &label.by);
        let making = Making { parents: &[&parent], accepted, message: &message, by };
        let made = self.make_commit(base, &making)?;
        Ok(made.is_new.then_some(made.commit))
    }

    /// `base` is that of the first parent.
    pub(super) fn make_commit(
        &self,
        base: &Base,
        making: &Making<'_>,
    ) -> Result<Made, LandingError> {
        let Accepted { written, removed, .. } = making.accepted;
        for path in written.keys().chain(removed) {
            refuse_unfit(path, base.nested())?;
        }
        let blobs = match self.converts(base) && !written.is_empty() {
            true => Some(self.converted(base, written)?),
            false => None,
        };
        let stream = self.stream(making, blobs.as_deref())?;
        let what = "commit a result";
        let call = self.git.call(what);
        let call = call.args(&["fast-import", "--quiet", "--date-format=raw", "--done", "--force"]);
        let text = call.input(stream).text()?;
        let mut lines = text.lines();
        let (Some(commit), Some(tree), Some(before)) = (lines.next(), lines.next(), lines.next())
        else {
            return Err(GitError::Strange { what }.into());
        };
        Ok(Made { commit: Oid::new(commit)?, is_new: tree != before })
    }

    /// Whether git may write other bytes into a folder than it was given.
    pub(super) fn converts(&self, base: &Base) -> bool {
        self.may_convert || (!self.git.is_ours && base.has_attributes())
    }

    /// Everything in one go: files, trees and the commit, and then what came of it. The branch that it asks for is
    /// gone again before it ends.
    fn stream(&self, making: &Making<'_>, blobs: Option<&[Oid]>) -> Result<Vec<u8>, LandingError> {
        let Making { parents, accepted, message, by } = making;
        let (scratch, line) = (self.names.scratch_ref(), by.line());
        let mut stream = Vec::new();
        let written = write!(
            stream,
            "commit {scratch}\nmark :1\nauthor {line}\ncommitter {line}\ndata {}\n{message}\n",
            message.len()
        );
        // Writing to memory does not fail.
        let _ = written;
        for (n, parent) in parents.iter().enumerate() {
            let how = if n == 0 { "from" } else { "merge" };
            let _ = writeln!(stream, "{how} {parent}");
        }
        for path in &accepted.removed {
            let _ = writeln!(stream, "D {}", self.quoted(path));
        }
        for (n, (path, Written { bytes, executable })) in accepted.written.iter().enumerate() {
            let mode = if *executable { "100755" } else { "100644" };
            let path = self.quoted(path);
            match blobs.map(|blobs| blobs.get(n)) {
                Some(Some(blob)) => {
                    let _ = writeln!(stream, "M {mode} {blob} {path}");
                }
                Some(None) => return Err(LandingError::UnfitPath { path }),
                None => {
                    let _ = writeln!(stream, "M {mode} inline {path}\ndata {}", bytes.len());
                    stream.extend(bytes);
                    stream.push(b'\n');
                }
            }
        }
        let first = parents.first().map(ToString::to_string).unwrap_or_default();
        let none = "0".repeat(first.len().max(40));
        let _ = write!(
            stream,
            "\nget-mark :1\nls :1 \"\"\nls {first} \"\"\nreset {scratch}\nfrom {none}\n\ndone\n"
        );
        Ok(stream)
    }

    /// The files as git would take them from the person's folder, in the order of their paths.
    fn converted(
        &self,
        base: &Base,
        written: &BTreeMap<String, Written>,
    ) -> Result<Vec<Oid>, LandingError> {
        let private = self.private()?;
        let top = private.path().join("tree");
        let folder = top.join(&self.prefix);
        fs::create_dir_all(&folder).map_err(LandingError::not_written(&folder))?;
        let mut list = String::new();
        for (path, Written { bytes, executable }) in written {
            let to = folder.join(path);
            let parent = to.parent().map_or(Ok(()), fs::create_dir_all);
            parent
                .and_then(|()| new_file(&to, *executable))
                .and_then(|mut file| file.write_all(bytes))
                .map_err(LandingError::not_written(&to))?;
            list.push_str(&self.quoted(path));
            list.push('\n');
        }
        // Attributes are read beside the files and above them.
        let folders: BTreeSet<&str> = written.keys().flat_map(|path| folders_above(path)).collect();
        for above in folders {
            let name = Path::new(above).join(".gitattributes");
            copy_if_there(&base.path().join(&name), &folder.join(&name))?;
        }
        for above in folders_above(self.prefix.trim_end_matches('/')) {
            let name = Path::new(above).join(".gitattributes");
            copy_if_there(&self.git.work_tree.join(&name), &top.join(&name))?;
        }
        let call = self.git.call("store the files of a result").within(&top);
        let call = call.index(&private.path().join("index"));
        let text = call.args(&["hash-object", "-w", "--stdin-paths"]).input(list).text()?;
        text.lines().map(Oid::new).collect()
    }

    /// A path in the repository, as git reads it from a stream.
    fn quoted(&self, path: &str) -> String {
        let mut quoted = String::with_capacity(path.len() + 2);
        quoted.push('"');
        for c in self.prefix.chars().chain(path.chars()) {
            match c {
                '"' => quoted.push_str("\\\""),
                '\\' => quoted.push_str("\\\\"),
                '\n' => quoted.push_str("\\n"),
                c => quoted.push(c),
            }
        }
        quoted.push('"');
        quoted
    }

    pub(super) fn commit_tree(
        &self,
        tree: &Oid,
        parents: &[&Oid],
        message: &str,
        by: &Signature,
    ) -> Result<Oid, LandingError> {
        let date = format!("@{} +0000", by.at.as_second());
        let mut call = self
            .git
            .call("make a commit")
            .env("GIT_AUTHOR_NAME", &by.name)
            .env("GIT_AUTHOR_EMAIL", &by.address)
            .env("GIT_AUTHOR_DATE", &date)
            .env("GIT_COMMITTER_NAME", &by.name)
            .env("GIT_COMMITTER_EMAIL", &by.address)
            .env("GIT_COMMITTER_DATE", &date)
            .arg("commit-tree")
            .arg(tree.as_str());
        for parent in parents {
            call = call.arg("-p").arg(parent.as_str());
        }
        Oid::new(&call.args(&["-F", "-"]).input(message).text()?)
    }
}

/// What git takes for its own on one system or another, and what belongs to a repository within this one.
fn refuse_unfit(path: &str, nested: &[String]) -> Result<(), LandingError> {
    let is_own = |part: &str| {
        // Some file systems do not see these.
        let seen: String = part.chars().filter(|c| !is_invisible(*c)).collect();
        let seen = seen.trim_end_matches(['.', ' ']).to_lowercase();
        matches!(seen.as_str(), "" | ".git" | "git~1")
    };
    if path.split('/').any(is_own) || path.contains('\0') {
        return Err(LandingError::UnfitPath { path: path.to_owned() });
    }
    let is_in = |folder: &String| {
        path.strip_prefix(folder.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if nested.iter().any(is_in) {
        return Err(LandingError::InAnotherRepository { path: path.to_owned() });
    }
    Ok(())
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// The folders that a path lies in, the topmost with no name. An empty path lies in none.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    let top = (!path.is_empty()).then_some("");
    top.into_iter().chain(path.match_indices('/').filter_map(|(at, _)| path.get(..at)))
}

/// What is there already is the result's own.
fn copy_if_there(from: &Path, to: &Path) -> Result<(), LandingError> {
    if from.is_file() && !to.exists() {
        fs::copy(from, to).map_err(LandingError::not_written(to))?;
    }
    Ok(())
}
