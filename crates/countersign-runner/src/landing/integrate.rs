//! A committed result comes into the integration branch.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use countersign_core::TaskId;

use super::commit::{Label, Making};
use super::error::LandingError;
use super::merging::Merge;
use super::names::Oid;
use super::repository::Repository;
use crate::room::Accepted;

/// Times that it is looked again where someone else moved a ref of ours meanwhile.
const TRIES: usize = 5;

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// `commit` is the result's own; `head` is where the integration branch is now.
    Landed {
        commit: Oid,
        head: Oid,
    },
    /// Something else has to be judged before it can be landed.
    Moved(Moved),
    Conflict(Conflict),
}

/// A tree that nobody has judged: the result merged with what was landed since its base, or the result as git
/// gives it back. Its base is [`Repository::base`] of `merged`, and that of `onto` is what it is judged against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub commit: Oid,
    pub onto: Oid,
    pub merged: Oid,
    /// What it is where it does not hold: then `merged` is both sides of a conflict, one after the other.
    pub tried: Option<Conflict>,
}

/// Two results that cannot both be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    pub files: Vec<String>,
    /// The files with both sides between marks, as a difference to what was landed before.
    pub hunks: String,
    /// Where the branch was, and what the merge came to, with both sides between marks in those files.
    pub onto: Oid,
    pub tree: Oid,
}

impl Repository {
    /// Lands a commit that [`Repository::commit`] made of `accepted`, if the integration branch is still where its
    /// base was checked out of.
    pub fn integrate(
        &self,
        commit: &Oid,
        parent: &Oid,
        accepted: &Accepted,
        label: &Label<'_>,
    ) -> Result<Outcome, LandingError> {
        let (onto, head, judged) = (parent, commit, None);
        let joins = true;
        self.advance(&Advance { commit, onto, head, judged, accepted, label, joins })
    }

    /// Has what was judged be on the task's own branch alone: somebody has to approve of it first. `moved` is where it
    /// was judged as git gives it back.
    pub fn set_aside(
        &self,
        (commit, parent): (&Oid, &Oid),
        moved: Option<&Moved>,
        accepted: &Accepted,
        label: &Label<'_>,
    ) -> Result<Outcome, LandingError> {
        let head = match moved {
            Some(moved) => self.commit_merged(moved, accepted, label)?,
            None => commit.clone(),
        };
        let (head, judged) = (&head, moved.map(|moved| &moved.merged));
        let (onto, joins) = (parent, false);
        self.advance(&Advance { commit, onto, head, judged, accepted, label, joins })
    }

    /// Lands what was judged of a merged tree: `accepted` is against the base of `moved.onto`.
    pub fn integrate_merged(
        &self,
        moved: &Moved,
        accepted: &Accepted,
        label: &Label<'_>,
    ) -> Result<Outcome, LandingError> {
        let Moved { commit, onto, merged, .. } = moved;
        let head = self.commit_merged(moved, accepted, label)?;
        let (head, judged, joins) = (&head, Some(merged), true);
        self.advance(&Advance { commit, onto, head, judged, accepted, label, joins })
    }

    /// The commit that the integration branch goes to by that. No branch moves yet.
    pub fn commit_merged(
        &self,
        moved: &Moved,
        accepted: &Accepted,
        label: &Label<'_>,
    ) -> Result<Oid, LandingError> {
        let Moved { commit, onto, .. } = moved;
        let (message, by) = (label.message("Merge: "), &label.by);
        let making = Making { parents: &[onto, commit], accepted, message: &message, by };
        Ok(self.make_commit(&self.base(onto)?, &making)?.commit)
    }

    /// The result's own commit, if it was landed before a crash could tell.
    pub fn landed(&self, task: &TaskId, attempt: u32) -> Result<Option<Oid>, LandingError> {
        let (name, ours) = (self.names.task_ref(task), self.names.integration_ref());
        let mut refs = self.refs(&[&name, &ours])?;
        let (Some(commit), Some(head)) = (refs.remove(&name), refs.remove(&ours)) else {
            return Ok(None);
        };
        let format = "--format=%(trailers:key=Countersign-Attempt,valueonly=true)";
        let call =
            self.git.call("read what was landed").args(&["log", "-1", "--no-show-signature"]);
        let said = call.arg(format).arg(commit.as_str()).text()?;
        let is_it = said.trim() == attempt.to_string() && self.is_ancestor(&commit, &head)?;
        Ok(is_it.then_some(commit))
    }

    fn advance(&self, wanted: &Advance<'_>) -> Result<Outcome, LandingError> {
        let Advance { commit, onto, head, label, joins, .. } = *wanted;
        // Outside of the lock: making a base of it takes its time.
        let is_as_judged = self.is_as_judged(wanted)?;
        let _lock = self.lock()?;
        let (ours, own) = (self.names.integration_ref(), self.names.task_ref(label.task));
        for _ in 0..TRIES {
            let refs = self.refs(&[&ours, &own])?;
            let Some(before) = refs.get(&ours) else {
                return Err(LandingError::NothingToLand { branch: self.names.integration() });
            };
            let of_task = refs.get(&own);
            if joins && of_task == Some(commit) && self.is_ancestor(commit, before)? {
                return Ok(Outcome::Landed { commit: commit.clone(), head: before.clone() });
            }
            if joins && before != onto {
                return self.merged(commit, before, label);
            }
            if !is_as_judged {
                let (commit, onto, merged) = (commit.clone(), onto.clone(), head.clone());
                return Ok(Outcome::Moved(Moved { commit, onto, merged, tried: None }));
            }
            let why = format!("countersign: {}", label.task);
            let moves = match joins {
                true => vec![(ours.as_str(), head, Some(before)), (own.as_str(), commit, of_task)],
                false => vec![(own.as_str(), head, of_task)],
            };
            let commit = if joins { commit } else { head };
            if self.move_refs(&why, &moves)? {
                return Ok(Outcome::Landed { commit: commit.clone(), head: head.clone() });
            }
        }
        Err(LandingError::KeepsMoving { branch: self.names.integration() })
    }

    fn merged(
        &self,
        commit: &Oid,
        before: &Oid,
        label: &Label<'_>,
    ) -> Result<Outcome, LandingError> {
        let parent = self.parent_of(commit)?;
        if !self.is_ancestor(&parent, before)? {
            return self.moved_over(commit, &parent, before, label);
        }
        let (tree, tried) = match self.merge(before, commit)? {
            Merge::Clean(tree) => (tree, None),
            Merge::Conflict(conflict) => match self.both(before, commit)? {
                Some(tree) => (tree, Some(conflict)),
                None => return Ok(Outcome::Conflict(conflict)),
            },
        };
        let message = label.message("Merge, not judged yet: ");
        let merged = self.commit_tree(&tree, &[before, commit], &message, &label.by)?;
        let (commit, onto) = (commit.clone(), before.clone());
        Ok(Outcome::Moved(Moved { commit, onto, merged, tried }))
    }

    /// The branch has not any more what the result was made of: of that nothing comes along.
    fn moved_over(
        &self,
        commit: &Oid,
        parent: &Oid,
        before: &Oid,
        label: &Label<'_>,
    ) -> Result<Outcome, LandingError> {
        match self.put_onto(before, parent, commit)? {
            Merge::Conflict(conflict) => {
                Ok(Outcome::Conflict(Conflict { onto: before.clone(), ..conflict }))
            }
            Merge::Clean(tree) => {
                let message = label.message("");
                let commit = self.commit_tree(&tree, &[before], &message, &label.by)?;
                let (onto, merged) = (before.clone(), commit.clone());
                Ok(Outcome::Moved(Moved { commit, onto, merged, tried: None }))
            }
        }
    }

    /// Whether git gives back what it was given. Where it converts files, that is looked at; and new attributes can
    /// change every file.
    fn is_as_judged(&self, wanted: &Advance<'_>) -> Result<bool, LandingError> {
        let Advance { onto, head, judged, accepted, .. } = *wanted;
        let is_raw = self.git.is_ours;
        if is_raw || (!self.converts(&self.base(onto)?) && !changes_attributes(accepted)) {
            return Ok(true);
        }
        if let Some(judged) = judged
            && self.tree_of(judged)? == self.tree_of(head)?
        {
            return Ok(true);
        }
        let base = self.base(head)?;
        let is_same = accepted.written.iter().all(|(path, written)| {
            let at = base.path().join(path);
            let is_plain = at.symlink_metadata().is_ok_and(|file| {
                file.is_file() && (file.permissions().mode() & 0o100 != 0) == written.executable
            });
            is_plain && fs::read(&at).is_ok_and(|bytes| bytes == written.bytes)
        });
        Ok(is_same && !changes_attributes(accepted))
    }
}

fn changes_attributes(accepted: &Accepted) -> bool {
    let mut paths = accepted.written.keys().chain(&accepted.removed);
    paths.any(|path| path.rsplit('/').next() == Some(".gitattributes"))
}

/// A step of the integration branch.
#[derive(Clone, Copy)]
struct Advance<'a> {
    /// The result's own commit.
    commit: &'a Oid,
    onto: &'a Oid,
    /// Where the branch goes.
    head: &'a Oid,
    /// A commit of which the files were judged as git gives them.
    judged: Option<&'a Oid>,
    accepted: &'a Accepted,
    label: &'a Label<'a>,
    /// Whether it becomes part of the integration branch, or has only a branch of its own.
    joins: bool,
}
