//! What was not committed when a run began, and that it never becomes part of the person's history by us.
//!
//! Workers see it, so it is a commit on the integration branch. Once the person's folder is clean again, because they
//! committed it, put it aside or dropped it, the accepted work is put onto their own commit instead, and the one of
//! ours is part of the branch no more.

use countersign_core::TaskId;
use jiff::Timestamp;

use super::again::{Again, UNJUDGED};
use super::commit::Signature;
use super::error::LandingError;
use super::merging::Merge;
use super::names::Oid;
use super::repository::{Kind, Repository};
use super::user::User;

/// By this line a commit of what was not committed is known.
const MARK: &str = "Countersign-Uncommitted: yes";
/// Most files that are told.
const MOST_FILES: usize = 20;

pub(super) fn message() -> String {
    format!("What was not committed when the run began\n\n{MARK}\n")
}

/// An accepted result on the integration branch.
struct Step {
    commit: Oid,
    task: TaskId,
}

/// What is between the person's branch and the integration branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forward {
    /// Nothing: it can go forward.
    Open,
    /// Each has what the other has not, or had: what came of both was not judged yet.
    Apart,
    /// Something in the folder, or on the branch, is not committed by the person.
    Uncommitted,
    /// These files lie where new ones go, and are in no commit.
    InTheWay(Vec<String>),
    /// HEAD is on no branch.
    Detached,
}

/// The branch on the person's own commit.
#[derive(Debug)]
pub(super) struct Lifted {
    pub(super) head: Oid,
    /// Where the branches of tasks go, from where they are.
    pub(super) tasks: Vec<(String, Oid, Oid)>,
    /// Each result in its new place, oldest first.
    pub(super) steps: Vec<Again>,
}

impl Repository {
    /// Files of the person's folder that HEAD does not have so, the first few. None where there is no version control.
    pub(super) fn not_in_head(&self, user: &User) -> Result<Vec<String>, LandingError> {
        if self.kind == Kind::Shadow || user.is_clean {
            return Ok(Vec::new());
        }
        let before = match &user.head {
            Some(head) => head.clone(),
            None => self.nothing()?,
        };
        let inside = |path: &str| path.strip_prefix(&self.prefix).unwrap_or(path).to_owned();
        let steps = self.differences(&before, &user.tree)?;
        Ok(steps.iter().take(MOST_FILES).map(|step| inside(&step.path)).collect())
    }

    /// Whether what is accepted could be landed as far as anyone can tell before the work: refused for what the
    /// person has to settle first.
    pub fn refuse_landing(&self) -> Result<(), LandingError> {
        if self.kind == Kind::Shadow {
            return Ok(());
        }
        // Another run may be landing just now.
        let _lock = self.lock()?;
        self.take_up_landing()?;
        let (branch, _) = self.user_head()?;
        if branch.is_none() {
            return Err(LandingError::Detached);
        }
        let files = self.not_in_head(&self.user()?)?;
        if files.is_empty() { Ok(()) } else { Err(LandingError::Dirty { files }) }
    }

    /// What would be in the way of a landing now.
    pub fn way_forward(&self) -> Result<Forward, LandingError> {
        let ours = self.names.integration_ref();
        let (branch, from) = self.user_head()?;
        let (Some(to), true) = (self.refs(&[&ours])?.remove(&ours), branch.is_some()) else {
            return Ok(Forward::Detached);
        };
        let is_behind = match &from {
            Some(from) => self.is_ancestor(from, &to)?,
            None => true,
        };
        let is_clean = self.user()?.is_clean && self.uncommitted(from.as_ref(), &to)?.is_empty();
        let is_open = is_behind && !self.holds_merges(from.as_ref(), &to)?;
        let in_the_way = match &from {
            Some(from) if is_clean && is_open => self.in_our_way(from, &to)?,
            Some(_) | None => Vec::new(),
        };
        Ok(match (is_clean, is_open) {
            (true, true) if !in_the_way.is_empty() => Forward::InTheWay(in_the_way),
            (true, true) => Forward::Open,
            (true, false) => Forward::Apart,
            (false, _) => Forward::Uncommitted,
        })
    }

    /// Commits of what was not committed that `to` has and `from` does not.
    pub(super) fn uncommitted(
        &self,
        from: Option<&Oid>,
        to: &Oid,
    ) -> Result<Vec<Oid>, LandingError> {
        let call = self.git.call("look for what was not committed").args(&["rev-list", "-F"]);
        let mut call = call.arg(format!("--grep={MARK}")).arg(to.as_str());
        if let Some(from) = from {
            call = call.arg(format!("^{from}"));
        }
        call.text()?.lines().map(Oid::new).collect()
    }

    /// Refused where the branch would bring such a commit into the person's history.
    pub(super) fn refuse_uncommitted(
        &self,
        from: Option<&Oid>,
        to: &Oid,
    ) -> Result<(), LandingError> {
        let mut files = Vec::new();
        for commit in self.uncommitted(from, to)? {
            let before = match from {
                Some(from) => from.clone(),
                None => self.nothing()?,
            };
            let new = self.differences(&before, &commit)?;
            files.extend(new.into_iter().map(|step| step.path));
        }
        if files.is_empty() {
            return Ok(());
        }
        files.sort_unstable();
        files.dedup();
        files.truncate(MOST_FILES);
        Err(LandingError::HoldsUncommitted { branch: self.names.integration(), files })
    }

    /// The accepted work on the person's own commit. Absent where it contradicts that commit without what was not
    /// committed.
    ///
    /// Where that makes other trees than were judged, the commits say so; with `judged`, they are for someone to judge now
    /// and say it no more.
    pub(super) fn lifted(
        &self,
        onto: &Oid,
        before: &Oid,
        judged: bool,
    ) -> Result<Option<Lifted>, LandingError> {
        let (mut head, mut tasks) = (onto.clone(), Vec::<(String, Oid, Oid)>::new());
        let mut again = Vec::new();
        for Step { commit, task } in self.steps(onto, before)? {
            let parent = self.parent_of(&commit)?;
            let (at, mut message) = self.said_by(&commit)?;
            let by = Signature::own(at);
            let tree = if self.tree_of(&parent)? == self.tree_of(&head)? {
                self.tree_of(&commit)?
            } else {
                // As if what is there now had been made of what the step was made of.
                let tree = self.tree_of(&head)?;
                let now = self.commit_tree(&tree, &[&parent], "What is there now\n", &by)?;
                let Merge::Clean(tree) = self.merge(&now, &commit)? else { return Ok(None) };
                if !judged && !message.contains(UNJUDGED) {
                    message.push_str(UNJUDGED);
                }
                tree
            };
            if judged {
                message = message.replace(UNJUDGED, "");
            }
            let onto = head;
            head = self.commit_tree(&tree, &[&onto], &message, &by)?;
            again.push(Again { task: task.clone(), onto, merged: head.clone() });
            let name = self.names.task_ref(&task);
            tasks.retain(|(known, _, _)| *known != name);
            if let Some(there) = self.refs(&[&name])?.remove(&name) {
                tasks.push((name, head.clone(), there));
            }
        }
        Ok(Some(Lifted { head, tasks, steps: again }))
    }

    /// What was accepted, oldest first.
    fn steps(&self, onto: &Oid, before: &Oid) -> Result<Vec<Step>, LandingError> {
        let call = self.git.call("look for what was accepted");
        let call = call.args(&["log", "--first-parent", "--reverse", "--no-show-signature"]);
        let call =
            call.arg("--format=%H %(trailers:key=Countersign-Task,valueonly,separator=%x2C)");
        let text = call.arg(before.as_str()).arg(format!("^{onto}")).text()?;
        let mut steps = Vec::new();
        for line in text.lines() {
            let (commit, task) = line.split_once(' ').unwrap_or((line, ""));
            // The others are the person's, or merges with what they did.
            if let Ok(task) = TaskId::new(task) {
                steps.push(Step { commit: Oid::new(commit)?, task });
            }
        }
        Ok(steps)
    }

    /// When a commit was made, and what it says.
    pub(super) fn said_by(&self, commit: &Oid) -> Result<(Timestamp, String), LandingError> {
        let call = self.git.call("read a commit").args(&["log", "-1", "--no-show-signature"]);
        let text = call.arg("--format=%ct%n%B").arg(commit.as_str()).text()?;
        let (at, message) = text.split_once('\n').unwrap_or((&text, ""));
        let at = at.parse().ok().and_then(|at| Timestamp::from_second(at).ok());
        Ok((at.unwrap_or_default(), format!("{}\n", message.trim_end())))
    }

    /// A tree without files.
    pub(super) fn nothing(&self) -> Result<Oid, LandingError> {
        Oid::new(&self.git.call("make a tree").arg("mktree").input("").text()?)
    }
}
