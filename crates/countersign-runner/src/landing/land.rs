//! The person's own branch and folder go to where the integration branch is, because they asked for it.

use std::collections::BTreeSet;

use super::ahead::Ahead;
use super::cut_short::Intent;
use super::error::LandingError;
use super::names::Oid;
use super::repository::{Kind, Repository};
use crate::area::{FileLock, files_below};

/// Most files that are told.
const MOST_FILES: usize = 20;

/// What the person has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivered {
    /// Their branch, as a name, is at this commit.
    Branch { branch: String, head: Oid },
    /// These files were written or removed in their folder.
    Files { written: Vec<String>, removed: Vec<String> },
    /// They had everything.
    Nothing,
}

impl Repository {
    /// Forward only. Nothing that is not committed is overwritten, and nothing is merged here. `seen` is what someone
    /// found to be accepted: nothing else is landed.
    pub fn land(&self, seen: &Ahead) -> Result<Delivered, LandingError> {
        let lock = self.lock()?;
        if self.kind == Kind::Own {
            self.take_up_landing()?;
        }
        if self.ahead()? != *seen {
            return Err(LandingError::KeepsMoving { branch: self.names.integration() });
        }
        match self.kind {
            Kind::Own => self.forward(&seen.head, &lock),
            Kind::Shadow => self.write_back(&seen.head),
        }
    }

    fn forward(&self, to: &Oid, lock: &FileLock) -> Result<Delivered, LandingError> {
        let (branch, from) = self.user_head()?;
        let branch = branch.ok_or(LandingError::Detached)?;
        let name = branch.strip_prefix("refs/heads/").unwrap_or(&branch).to_owned();
        let is_behind = match &from {
            Some(from) => self.is_ancestor(from, to)?,
            None => true,
        };
        if !is_behind {
            return Err(LandingError::NotAncestor { branch: name, onto: self.names.integration() });
        }
        if from.as_ref() == Some(to) {
            return Ok(Delivered::Nothing);
        }
        self.refuse_uncommitted(from.as_ref(), to)?;
        if self.holds_merges(from.as_ref(), to)? {
            return Err(self.not_judged());
        }
        // Somebody may have moved the files already.
        let changed = self.not_committed()?;
        if !changed.is_empty() && !self.has_files_of(to)? {
            return Err(LandingError::Dirty { files: changed });
        }
        if changed.is_empty() {
            self.intend(&Intent { branch: branch.clone(), from: from.clone(), to: to.clone() })?;
            match self.move_files(from.as_ref(), to, lock) {
                // Then nothing was touched.
                Err(error @ (LandingError::Dirty { .. } | LandingError::InTheWay { .. })) => {
                    self.intend_nothing()?;
                    return Err(error);
                }
                moved => moved?,
            }
        }
        let why = format!("countersign: land {}", self.names.integration());
        if !self.move_refs(&why, &[(branch.as_str(), to, from.as_ref())])? {
            return Err(LandingError::KeepsMoving { branch: name });
        }
        self.intend_nothing()?;
        Ok(Delivered::Branch { branch: name, head: to.clone() })
    }

    /// Tracked files that differ from HEAD, in the index or in the folder.
    fn not_committed(&self) -> Result<Vec<String>, LandingError> {
        let call = self.git.call("look for changes").index(&self.index);
        let call = call.args(&["status", "--porcelain", "-z", "--untracked-files=no"]);
        let bytes = call.args(&["--no-renames", "--ignore-submodules=dirty"]).bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.split('\0').filter_map(|line| line.get(3..));
        Ok(lines.take(MOST_FILES).map(ToOwned::to_owned).collect())
    }

    /// Whether index and folder both are as the commit already.
    pub(super) fn has_files_of(&self, commit: &Oid) -> Result<bool, LandingError> {
        let call = || {
            let call = self.git.call("look for changes").index(&self.index);
            call.args(&["diff-index", "--quiet", "--ignore-submodules=dirty"])
        };
        let is_folder = call().arg(commit.as_str()).answer()?;
        Ok(is_folder && call().arg("--cached").arg(commit.as_str()).answer()?)
    }

    /// As a checkout does: a file that is in the way and not in the index stops it before anything is touched. A git that
    /// outlives us keeps the lock until it is done.
    fn move_files(
        &self,
        from: Option<&Oid>,
        to: &Oid,
        lock: &FileLock,
    ) -> Result<(), LandingError> {
        let refresh = self.git.call("look for changes").index(&self.index);
        refresh.args(&["update-index", "-q", "--refresh"]).said()?;
        let what = "bring your folder forward";
        let mut call = self.git.call(what).index(&self.index);
        let held = lock.shared().map_err(LandingError::not_written(&self.state))?;
        call = call.holding(held).args(&["read-tree", "-m", "-u"]);
        if let Some(from) = from {
            // git takes what is ignored for worthless.
            let files = self.in_our_way(from, to)?;
            if !files.is_empty() {
                return Err(LandingError::InTheWay { files });
            }
            call = call.arg(from.as_str());
        }
        let said = call.arg(to.as_str()).said()?;
        if said.code == 0 {
            return Ok(());
        }
        let files = in_the_way(&said.complaint);
        if files.is_empty() {
            return Err(crate::git::GitError::of(what, &said).into());
        }
        Err(LandingError::Dirty { files })
    }

    /// What lies where a new file goes, and is not in the repository.
    pub(super) fn in_our_way(&self, from: &Oid, to: &Oid) -> Result<Vec<String>, LandingError> {
        let steps = self.differences(from, to)?;
        let goes: BTreeSet<&str> =
            steps.iter().filter(|step| !step.stays).map(|step| step.path.as_str()).collect();
        let mut found = Vec::new();
        for step in steps.iter().filter(|step| !step.was_there) {
            let folders = step.path.match_indices('/').filter_map(|(at, _)| step.path.get(..at));
            let there = |path: &str| self.git.work_tree.join(path).symlink_metadata().ok();
            let blocking = folders.filter(|path| there(path).is_some_and(|file| !file.is_dir()));
            let own = there(&step.path).map(|file| (step.path.as_str(), file.is_dir()));
            found.extend(blocking.filter(|path| !goes.contains(path)).map(ToOwned::to_owned));
            match own {
                Some((path, true)) => found.extend(self.strangers_in(path, &goes)?),
                Some((path, false)) => found.push(path.to_owned()),
                None => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST_FILES);
        Ok(found)
    }

    /// Files in a folder that do not go with it.
    fn strangers_in(&self, path: &str, goes: &BTreeSet<&str>) -> Result<Vec<String>, LandingError> {
        let mut names = Vec::new();
        let at = self.git.work_tree.join(path);
        files_below(&self.git.work_tree, path, &mut names).map_err(LandingError::not_read(at))?;
        names.retain(|name| !goes.contains(name.as_str()));
        Ok(names)
    }
}

/// The files that git names as being in its way.
fn in_the_way(complaint: &str) -> Vec<String> {
    let named = complaint.lines().filter_map(|line| {
        let line = line.strip_prefix("error: ")?;
        let is_named = line.contains("would be overwritten") || line.contains("not uptodate");
        line.split('\'').nth(1).filter(|_| is_named)
    });
    named.take(MOST_FILES).map(ToOwned::to_owned).collect()
}
