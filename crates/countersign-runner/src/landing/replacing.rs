//! The integration branch as it would be without a result, or with one more: what comes of it is judged before it takes
//! the place of what is there.

use std::collections::BTreeSet;

use countersign_core::TaskId;

use super::again::{Again, UNJUDGED, Unjudged};
use super::ahead::Ahead;
use super::commit::Signature;
use super::error::LandingError;
use super::merging::Merge;
use super::names::Oid;
use super::repository::Repository;
use super::uncommitted::Lifted;

/// A result that has a branch of its own and is not part of the integration branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    pub task: TaskId,
    pub commit: Oid,
}

/// What came of putting a result onto the integration branch.
#[derive(Debug)]
pub enum Placed {
    /// All that it changes is there.
    There,
    Conflict {
        files: Vec<String>,
    },
    /// Where it comes to lie on what nobody judged it on, there is a step to judge.
    New(Unjudged),
}

impl Repository {
    /// The branch without the results of some tasks. Absent where what came later was made of them.
    pub fn without(
        &self,
        ahead: &Ahead,
        out: &BTreeSet<TaskId>,
    ) -> Result<Option<Unjudged>, LandingError> {
        let mut head: Option<Oid> = None;
        let (mut tasks, mut steps) = (Vec::new(), Vec::new());
        for Step { commit, parents, task } in self.line_to(&ahead.head)? {
            let [parent, merged @ ..] = parents.as_slice() else { continue };
            let Some(below) = head.take() else {
                if task.is_some_and(|task| out.contains(&task)) {
                    head = Some(parent.clone());
                }
                continue;
            };
            let Some(task) = task else {
                // The person's own.
                let [theirs] = merged else { return Ok(None) };
                let Merge::Clean(tree) = self.merge(&below, theirs)? else { return Ok(None) };
                let (at, message) = self.said_by(&commit)?;
                head = Some(self.commit_tree(
                    &tree,
                    &[&below, theirs],
                    &message,
                    &Signature::own(at),
                )?);
                continue;
            };
            if out.contains(&task) {
                head = Some(below);
                continue;
            }
            let Merge::Clean(tree) = self.put_onto(&below, parent, &commit)? else {
                return Ok(None);
            };
            let above = self.again(&tree, &below, &commit)?;
            let own = self.names.task_ref(&task);
            tasks.retain(|(known, _, _)| *known != own);
            if let Some(there) = self.refs(&[&own])?.remove(&own) {
                tasks.push((own, above.clone(), there));
            }
            steps.push(Again { task, onto: below, merged: above.clone() });
            head = Some(above);
        }
        let Some(head) = head else { return Ok(None) };
        if !self.tasks_up_to(&head)?.is_disjoint(out) {
            return Ok(None);
        }
        Ok(Some(Unjudged { lifted: Lifted { head, tasks, steps }, before: ahead.head.clone() }))
    }

    /// The results that have a branch and are part of neither the integration branch nor the person's own, oldest first.
    pub fn apart(&self) -> Result<Vec<Apart>, LandingError> {
        let what = "look for results that are on no other branch";
        let call = self.git.call(what).args(&["for-each-ref", "--sort=committerdate"]);
        let call = call.args(&["--format=%(objectname)", "--no-merged"]);
        let call = call.arg(self.names.integration_ref()).arg(self.names.all_refs());
        let mut found = Vec::new();
        for commit in call.text()?.lines() {
            let commit = Oid::new(commit)?;
            let call = self.git.call(what).args(&["log", "-1", "--no-show-signature"]);
            let call = call.arg("--format=%(trailers:key=Countersign-Task,valueonly)");
            let Ok(task) = TaskId::new(call.arg(commit.as_str()).text()?.trim()) else { continue };
            let own = self.names.task_ref(&task);
            if self.refs(&[&own])?.get(&own) == Some(&commit) {
                found.push(Apart { task, commit });
            }
        }
        Ok(found)
    }

    /// Whether anything was ever landed, or kept to be.
    pub fn has_results(&self) -> Result<bool, LandingError> {
        let call = self.git.call("look for results").args(&["for-each-ref", "--count=1"]);
        Ok(!call.arg(self.names.all_refs()).text()?.trim().is_empty())
    }

    /// The branch with one more result.
    pub fn with(&self, apart: &Apart) -> Result<Placed, LandingError> {
        let Apart { task, commit } = apart;
        let nothing = || LandingError::NothingToLand { branch: self.names.integration() };
        let before = self.head()?.ok_or_else(nothing)?;
        if self.is_ancestor(commit, &before)? {
            return Ok(Placed::There);
        }
        let parent = self.parent_of(commit)?;
        let tree = match self.put_onto(&before, &parent, commit)? {
            Merge::Clean(tree) => tree,
            Merge::Conflict(conflict) => return Ok(Placed::Conflict { files: conflict.files }),
        };
        let there = self.tree_of(&before)?;
        if tree == there {
            return Ok(Placed::There);
        }
        let is_as_judged = self.tree_of(&parent)? == there;
        let head = match parent == before {
            true => commit.clone(),
            false => self.again(&tree, &before, commit)?,
        };
        let steps = match is_as_judged {
            true => Vec::new(),
            false => {
                vec![Again { task: task.clone(), onto: before.clone(), merged: head.clone() }]
            }
        };
        let tasks = vec![(self.names.task_ref(task), head.clone(), commit.clone())];
        Ok(Placed::New(Unjudged { lifted: Lifted { head, tasks, steps }, before }))
    }

    /// A task's own result on top of a commit that it is no part of, and the files in which it contradicts that.
    pub fn kept(
        &self,
        task: &TaskId,
        onto: &Oid,
        by: &Signature,
    ) -> Result<Option<(Oid, Vec<String>)>, LandingError> {
        let own = self.names.task_ref(task);
        let Some(commit) = self.refs(&[&own])?.remove(&own) else { return Ok(None) };
        if self.is_ancestor(&commit, onto)? {
            return Ok(None);
        }
        let (tree, files) = match self.put_onto(onto, &self.parent_of(&commit)?, &commit)? {
            Merge::Clean(tree) => (tree, Vec::new()),
            Merge::Conflict(conflict) => (conflict.tree, conflict.files),
        };
        Ok(Some((self.commit_of(&tree, onto, by)?, files)))
    }

    /// Takes a task's own branch away, if it is still there.
    pub fn forget(&self, task: &TaskId) -> Result<(), LandingError> {
        let _lock = self.lock()?;
        let own = self.names.task_ref(task);
        if let Some(there) = self.refs(&[&own])?.remove(&own) {
            let call = self.git.call("take a branch away").args(&["update-ref", "-d"]);
            call.arg(own).arg(there.as_str()).done()?;
        }
        Ok(())
    }

    /// What a commit made of its parent, made of another one.
    pub(super) fn put_onto(
        &self,
        onto: &Oid,
        parent: &Oid,
        commit: &Oid,
    ) -> Result<Merge, LandingError> {
        let tree = self.tree_of(onto)?;
        if self.tree_of(parent)? == tree {
            return Ok(Merge::Clean(self.tree_of(commit)?));
        }
        let by = Signature::own(self.said_by(commit)?.0);
        let now = self.commit_tree(&tree, &[parent], "What is there now\n", &by)?;
        self.merge(&now, commit)
    }

    pub(super) fn parent_of(&self, commit: &Oid) -> Result<Oid, LandingError> {
        let call = self.git.call("look at a commit").args(&["rev-parse", "--verify", "-q"]);
        Oid::new(&call.arg(format!("{commit}^1")).text()?)
    }

    /// A commit in another place, with what it says.
    fn again(&self, tree: &Oid, onto: &Oid, commit: &Oid) -> Result<Oid, LandingError> {
        let (at, message) = self.said_by(commit)?;
        let message = message.replace(UNJUDGED, "");
        self.commit_tree(tree, &[onto], &message, &Signature::own(at))
    }

    /// How the branch came to what it holds beyond the person's own, oldest first.
    fn line_to(&self, head: &Oid) -> Result<Vec<Step>, LandingError> {
        let call = self.git.call("look for what was accepted");
        let call = call.args(&["log", "--first-parent", "--reverse", "--no-show-signature"]);
        let call = call
            .arg("--format=%H%x09%P%x09%(trailers:key=Countersign-Task,valueonly,separator=%x2C)");
        let call = call.args(&["--ignore-missing", head.as_str()]);
        let text = call.arg(format!("^{}", self.of_the_person())).text()?;
        let mut steps = Vec::new();
        for line in text.lines() {
            let mut parts = line.split('\t');
            let commit = Oid::new(parts.next().unwrap_or_default())?;
            let parents = parts.next().unwrap_or_default().split_whitespace();
            let parents = parents.map(Oid::new).collect::<Result<Vec<_>, _>>()?;
            let task = TaskId::new(parts.next().unwrap_or_default()).ok();
            steps.push(Step { commit, parents, task });
        }
        Ok(steps)
    }
}

/// A step of the branch: a result, or what the person did.
struct Step {
    commit: Oid,
    parents: Vec<Oid>,
    task: Option<TaskId>,
}
