//! The base of a commit. Files are as git would put them into the person's own folder: with their line ends, and
//! with what a filter of theirs stands for, because tests rest on that.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::error::LandingError;
use super::names::Oid;
use super::repository::Repository;
use crate::area::{Base, BaseError, Filled};
use crate::room::{Room, Stock, Way};
use crate::tree::{Always, Bounds, scan_base};

/// All of a commit, also where the person's own folder has only a part.
const WHOLE: [&str; 2] = ["-c", "core.sparseCheckout=false"];

impl Repository {
    /// What the project's folder is in a commit. Known ones cost nothing.
    pub fn base(&self, commit: &Oid) -> Result<Base, LandingError> {
        self.bases.of_commit(commit.as_str(), |private| self.fill(commit, private))
    }

    fn fill(&self, commit: &Oid, private: &Path) -> Result<Filled, LandingError> {
        let (top, index) = (private.join("tree"), private.join("index"));
        fs::create_dir(&top).map_err(LandingError::not_written(&top))?;
        let what = "check a base out";
        if self.prefix.is_empty() {
            let call = self.git.call(what).within(&top).index(&index).args(&WHOLE);
            call.args(&["read-tree", "--reset", "-u"]).arg(commit.as_str()).done()?;
        } else {
            // Through the whole index: attributes above the project's folder hold in it.
            let call = || self.git.call(what).index(&index).args(&WHOLE);
            call().arg("read-tree").arg(commit.as_str()).done()?;
            let files = call().args(&["ls-files", "-z", "--"]).arg(&self.prefix).bytes()?;
            let to = format!("--prefix={}/", top.display());
            call().args(&["checkout-index", "-q", "-z", "--stdin"]).arg(to).input(files).done()?;
        }
        let folder = top.join(&self.prefix);
        fs::create_dir_all(&folder).map_err(LandingError::not_written(&folder))?;
        let nested = empty_folders(&folder).map_err(LandingError::not_read(&folder))?;
        for path in &nested {
            self.fill_nested(path, &folder, private)?;
        }
        Ok(Filled { folder, nested })
    }

    /// A commit only names the commit of a repository within it; its files are those of the person's folder.
    fn fill_nested(&self, path: &str, folder: &Path, private: &Path) -> Result<(), LandingError> {
        let (from, to) = (self.project.join(path), folder.join(path));
        if !from.is_dir() {
            return Ok(());
        }
        let tree = scan_base(&from, &Always::default(), Bounds::default());
        let tree = Arc::new(tree.map_err(BaseError::from)?);
        let stock = Arc::new(Stock::of_base(&from, tree).map_err(BaseError::from)?);
        let room = Room::make(&stock, private, &[], Way::Copied).map_err(BaseError::from)?;
        fs::rename(room.folder(), &to).map_err(LandingError::not_written(to))
    }
}

/// git makes an empty folder only where a repository of its own belongs.
fn empty_folders(root: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut pending = vec![String::new()];
    while let Some(folder) = pending.pop() {
        let mut is_empty = true;
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            is_empty = false;
            if entry.file_type()?.is_dir()
                && let Some(name) = entry.file_name().to_str()
            {
                let path =
                    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
                pending.push(path);
            }
        }
        if is_empty && !folder.is_empty() {
            found.push(folder);
        }
    }
    found.sort_unstable();
    Ok(found)
}
