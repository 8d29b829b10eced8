//! Results of which the person has the commits and not what they changed: a merge or a revert of theirs left it out.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::TaskId;

use super::error::LandingError;
use super::names::Oid;
use super::repository::{Kind, Repository};

/// What there is of a file, as git names it; all zeros where there is none.
type Blob = String;

impl Repository {
    /// The tasks whose every file is in the person's commit as it was before the work.
    pub fn left_out(&self) -> Result<BTreeSet<TaskId>, LandingError> {
        let (_, Some(head)) = self.user_head()? else { return Ok(BTreeSet::new()) };
        if self.kind == Kind::Shadow {
            return Ok(BTreeSet::new());
        }
        let what = "look for what is not there any more";
        let call =
            self.git.call(what).args(&["for-each-ref", "--format=%(objectname)", "--merged"]);
        let commits = call.arg(head.as_str()).arg(self.names.all_refs()).text()?;
        let call =
            self.git.call(what).args(&["log", "--no-walk", "--stdin", "--no-show-signature"]);
        let call =
            call.args(&["--raw", "--no-abbrev", "--no-renames", "--diff-merges=first-parent"]);
        let call = call.args(&["-z", "--format=%x01%(trailers:key=Countersign-Task,valueonly)"]);
        if commits.is_empty() {
            return Ok(BTreeSet::new());
        }
        let said = call.input(format!("{commits}\n")).bytes()?;
        let there = self.files_of(&head)?;
        let text = String::from_utf8_lossy(&said);
        let mut found = BTreeSet::new();
        for commit in text.split('\u{1}') {
            let Some((task, files)) = commit.split_once('\0') else { continue };
            let Ok(task) = TaskId::new(task.trim()) else { continue };
            let mut changes = changes(files).peekable();
            let is_as_before = |(path, before, _): (&str, &str, &str)| {
                there.get(path).map_or(is_none(before), |now| now == before)
            };
            if changes.peek().is_some() && changes.all(is_as_before) {
                found.insert(task);
            }
        }
        Ok(found)
    }

    fn files_of(&self, commit: &Oid) -> Result<BTreeMap<String, Blob>, LandingError> {
        let call = self.git.call("look at what is there").args(&["ls-tree", "-r", "-z"]);
        let bytes = call.arg("--full-tree").arg(commit.as_str()).bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let entry = |entry: &str| {
            let (of, path) = entry.split_once('\t')?;
            Some((path.to_owned(), of.split(' ').nth(2)?.to_owned()))
        };
        Ok(text.split('\0').filter_map(entry).collect())
    }
}

/// Each path that a commit changed, with what there was before and after.
fn changes(listing: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let mut parts = listing.split('\0');
    std::iter::from_fn(move || {
        let entry = parts.next()?.trim_start_matches('\n');
        let mut of = entry.strip_prefix(':')?.split(' ').skip(2);
        Some((parts.next()?, of.next()?, of.next()?))
    })
}

fn is_none(blob: &str) -> bool {
    blob.bytes().all(|byte| byte == b'0')
}
