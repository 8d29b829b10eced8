//! Merging two commits without a work tree.

use super::error::LandingError;
use super::integrate::Conflict;
use super::names::Oid;
use super::repository::Repository;
use crate::git::GitError;

/// Most words of hunks that anyone is shown.
const MOST_HUNKS: usize = 32 * 1024;
/// Most files of which hunks are shown.
const MOST_FILES: usize = 100;

/// What came of a merge.
#[derive(Debug)]
pub(super) enum Merge {
    Clean(Oid),
    Conflict(Conflict),
}

impl Repository {
    pub(super) fn merge(&self, ours: &Oid, theirs: &Oid) -> Result<Merge, LandingError> {
        let what = "merge a result";
        let call = self.git.call(what).args(&["merge-tree", "--write-tree", "-z", "--name-only"]);
        let said = call.arg("--no-messages").arg(ours.as_str()).arg(theirs.as_str()).said()?;
        if !matches!(said.code, 0 | 1) {
            return Err(GitError::of(what, &said).into());
        }
        let text = String::from_utf8_lossy(&said.output);
        let mut parts = text.split('\0').filter(|part| !part.is_empty());
        let tree = Oid::new(parts.next().unwrap_or_default().trim())?;
        if said.code == 0 {
            return Ok(Merge::Clean(tree));
        }
        let files: Vec<String> = parts.map(ToOwned::to_owned).collect();
        let shown = files.get(..MOST_FILES).unwrap_or(&files);
        let hunks = self.hunks(ours, &tree, shown)?;
        let inside = |file: &String| file.strip_prefix(&self.prefix).unwrap_or(file).to_owned();
        let files = files.iter().map(inside).collect();
        Ok(Merge::Conflict(Conflict { files, hunks, onto: ours.clone(), tree }))
    }

    /// What the merged files look like, against ours: both sides stand between the usual marks.
    fn hunks(&self, ours: &Oid, merged: &Oid, files: &[String]) -> Result<String, LandingError> {
        let call = self.git.call("show a conflict");
        let call = call
            .env("GIT_LITERAL_PATHSPECS", "1")
            .args(&["diff-tree", "-p", "--no-color", "--no-ext-diff", "--no-textconv", "-U3"])
            .arg(ours.as_str())
            .arg(merged.as_str())
            .arg("--");
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let bytes = call.args(&files).bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let mut hunks: String = text.chars().take(MOST_HUNKS).collect();
        if hunks.len() < text.len() {
            hunks.push_str("\n… and more\n");
        }
        Ok(hunks)
    }
}
