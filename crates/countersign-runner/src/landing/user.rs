//! What the person has: HEAD, and what their folder holds beyond it. Everything is looked at through a private
//! copy of their index.

use std::fs::{self, File, FileTimes};
use std::io;
use std::path::Path;

use super::error::LandingError;
use super::names::Oid;
use super::repository::Repository;
use crate::git::GitError;

/// Never part of a snapshot, whether ignored or not: nobody wrote what is in them.
const NEVER: [&str; 8] = [
    ".countersign",
    "node_modules",
    ".venv",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
];

/// The person's state.
#[derive(Debug)]
pub(super) struct User {
    /// Absent where nothing was ever committed.
    pub(super) head: Option<Oid>,
    /// What their folder holds.
    pub(super) tree: Oid,
    /// Whether that is what HEAD has.
    pub(super) is_clean: bool,
}

impl Repository {
    pub(super) fn user(&self) -> Result<User, LandingError> {
        let (_, head) = self.user_head()?;
        let tree = self.snapshot()?;
        let is_clean = match &head {
            Some(head) => self.tree_of(head)? == tree,
            // Where nothing was ever committed and nothing lies about, nothing is left out.
            None => tree == self.nothing()?,
        };
        Ok(User { head, tree, is_clean })
    }

    /// The branch that HEAD is on, as a full ref, and where it is.
    pub(super) fn user_head(&self) -> Result<(Option<String>, Option<Oid>), LandingError> {
        let what = "read HEAD";
        let said = self.git.call(what).args(&["symbolic-ref", "-q", "HEAD"]).said()?;
        let branch = match said.code {
            0 => Some(String::from_utf8_lossy(&said.output).trim().to_owned()),
            1 => None,
            _ => return Err(GitError::of(what, &said).into()),
        };
        let call = self.git.call(what).args(&["rev-parse", "-q", "--verify", "HEAD^{commit}"]);
        let said = call.said()?;
        let head = match said.code {
            0 => Some(Oid::new(String::from_utf8_lossy(&said.output).trim())?),
            1 => None,
            // No commit yet on this branch.
            128 if branch.is_some() && said.complaint.contains("Needed a single revision") => None,
            _ => return Err(GitError::of(what, &said).into()),
        };
        Ok((branch, head))
    }

    /// The tree of the person's folder as it is, with what is not committed and not ignored.
    fn snapshot(&self) -> Result<Oid, LandingError> {
        let private = self.private()?;
        let index = private.path().join("index");
        copy_index(&self.index, &index)?;
        let what = "look at what is not committed";
        let unmerged = self.git.call(what).index(&index).args(&["ls-files", "-u", "-z"]).bytes()?;
        if !unmerged.is_empty() {
            let files = names_of(&unmerged);
            return Err(LandingError::Unmerged { folder: self.git.work_tree.clone(), files });
        }
        let mut add = self.git.call(what).index(&index).from(&self.project);
        add = add.args(&["add", "-A", "--", "."]);
        for name in NEVER {
            add = add.arg(format!(":(exclude,glob)**/{name}/**"));
        }
        add.done()?;
        Oid::new(&self.git.call(what).index(&index).arg("write-tree").text()?)
    }
}

/// With its time: by that git tells which files may have changed in the same instant.
fn copy_index(from: &Path, to: &Path) -> Result<(), LandingError> {
    match fs::copy(from, to) {
        Ok(_) => {}
        // Nothing was ever added.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(LandingError::not_read(from)(error)),
    }
    let modified = from.metadata().and_then(|file| file.modified());
    let modified = modified.map_err(LandingError::not_read(from))?;
    File::options()
        .write(true)
        .open(to)
        .and_then(|file| file.set_times(FileTimes::new().set_modified(modified)))
        .map_err(LandingError::not_written(to))
}

/// The paths in a listing with stages, each once.
fn names_of(listing: &[u8]) -> Vec<String> {
    let mut names: Vec<String> = String::from_utf8_lossy(listing)
        .split('\0')
        .filter_map(|line| Some(line.split_once('\t')?.1.to_owned()))
        .collect();
    names.dedup();
    names
}
