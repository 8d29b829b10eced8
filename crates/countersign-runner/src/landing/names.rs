//! The names of our branches.

use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use countersign_core::TaskId;

use super::error::LandingError;
use crate::tree::Digest;

const INTEGRATION: &str = "integration";

/// A commit, a tree or a blob of a repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Oid(String);

impl Oid {
    pub fn new(text: &str) -> Result<Self, LandingError> {
        let is_hex =
            text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        if matches!(text.len(), 40 | 64) && is_hex {
            Ok(Self(text.to_owned()))
        } else {
            Err(LandingError::BadCommit { text: text.chars().take(100).collect() })
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The names that one project uses in its repository.
#[derive(Debug, Clone)]
pub(super) struct Names {
    family: String,
}

impl Names {
    /// A project in a subfolder, or in a further work tree of the same repository, has a family of its own: two
    /// projects must not land on one branch, and may both have a TASK-1.
    pub(super) fn of(work_tree: Option<&str>, prefix: &str) -> Self {
        if work_tree.is_none() && prefix.is_empty() {
            return Self { family: "countersign".to_owned() };
        }
        let own = format!("{}\0{prefix}", work_tree.unwrap_or_default());
        let digest = Digest::of(own.as_bytes()).to_string();
        let digest = digest.get(..8).unwrap_or_default();
        let last = Path::new(prefix).file_name().and_then(|name| name.to_str());
        let word: String = last
            .or(work_tree)
            .unwrap_or_default()
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
            .take(40)
            .collect();
        Self { family: format!("countersign.{word}-{digest}") }
    }

    /// The branch as people write it.
    pub(super) fn integration(&self) -> String {
        format!("{}/{INTEGRATION}", self.family)
    }

    pub(super) fn integration_ref(&self) -> String {
        format!("refs/heads/{}", self.integration())
    }

    pub(super) fn task_ref(&self, task: &TaskId) -> String {
        format!("refs/heads/{}/{}", self.family, part_of_ref(task.as_str()))
    }

    /// All branches of the project.
    pub(super) fn all_refs(&self) -> String {
        format!("refs/heads/{}/", self.family)
    }

    /// What the integration branch last had of the person's own state. Not a branch: nobody works with it.
    pub(super) fn seen_ref(&self) -> String {
        format!("refs/{}/seen", self.family)
    }

    /// One that nobody else uses at the same time.
    pub(super) fn scratch_ref(&self) -> String {
        static USED: AtomicU64 = AtomicU64::new(0);
        let n = USED.fetch_add(1, Ordering::Relaxed);
        format!("refs/{}/scratch/{}-{n}", self.family, std::process::id())
    }
}

/// An id as the last part of a ref. A full stop is written otherwise where git takes none, and the one name that
/// is ours; no id has the sign that is used for it, so no two ids share a name.
fn part_of_ref(id: &str) -> String {
    if id.eq_ignore_ascii_case(INTEGRATION) {
        let (first, rest) = id.split_at(1);
        return format!("%{:02x}{rest}", first.bytes().next().unwrap_or_default());
    }
    let mut part = String::with_capacity(id.len());
    let mut rest = id;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let is_unfit = c == '.'
            && (after.is_empty() || after.starts_with('.') || after.eq_ignore_ascii_case("lock"));
        if is_unfit {
            part.push_str("%2e");
        } else {
            part.push(c);
        }
        rest = after;
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_id_has_a_ref_of_its_own_that_git_takes() {
        let ids =
            ["TASK-7", "a..b", "a.", "a.lock", "a.b", "integration", "Integration", "x.lock.lock"];
        let mut seen = BTreeSet::new();
        for id in ids {
            let part = part_of_ref(id);
            let name = format!("refs/heads/countersign/{part}");
            let git = std::process::Command::new("git").args(["check-ref-format", &name]).status();
            assert!(git.unwrap().success(), "{name}");
            assert!(part == "TASK-7" || part == "a.b" || part.contains('%'), "{part}");
            assert!(seen.insert(part));
        }
    }

    #[test]
    fn projects_that_share_a_repository_share_no_branch() {
        let families = [
            Names::of(None, ""),
            Names::of(None, "api/"),
            Names::of(None, "web/api/"),
            Names::of(Some("other"), ""),
            Names::of(Some("other"), "api/"),
        ];
        let families: BTreeSet<String> = families.into_iter().map(|names| names.family).collect();
        assert_eq!(families.len(), 5);
        assert!(families.contains("countersign"));
    }
}
