//! What was accepted, put onto what the person committed since, to be judged there before it may be landed.
//!
//! Between runs the integration branch takes the person's commits by a merge that nobody judges: the next tasks are
//! judged on top of it, but those that were accepted before were not. So before the person's branch goes there, each
//! accepted result is put onto their commit, one on the other, and judged where it is then; what was judged takes the
//! place of the merge. Likewise where it was put onto their commit already, because of what had not been committed.

use countersign_core::TaskId;

use super::error::LandingError;
use super::names::Oid;
use super::repository::{Kind, Repository};
use super::uncommitted::Lifted;

/// The line by which a commit is known that holds a result in a place where nobody judged it.
pub(super) const UNJUDGED: &str = "Countersign-Unjudged: yes\n";

/// A result in a new place: the base of `merged` is to be judged against that of `onto`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    pub task: TaskId,
    pub onto: Oid,
    pub merged: Oid,
}

/// Accepted results in new places, which nobody has judged there yet.
#[derive(Debug)]
pub struct Unjudged {
    pub(super) lifted: Lifted,
    /// Where the integration branch was.
    pub(super) before: Oid,
}

impl Unjudged {
    /// Oldest first.
    pub fn steps(&self) -> &[Again] {
        &self.lifted.steps
    }
}

impl Repository {
    /// What has to be judged before the integration branch may be landed. Absent where all of it was.
    pub fn unjudged(&self) -> Result<Option<Unjudged>, LandingError> {
        let ours = self.names.integration_ref();
        let (_, Some(from)) = self.user_head()? else { return Ok(None) };
        let Some(before) = self.refs(&[&ours])?.remove(&ours) else { return Ok(None) };
        if self.kind == Kind::Shadow
            || !self.is_ancestor(&from, &before)?
            || !self.holds_merges(Some(&from), &before)?
        {
            return Ok(None);
        }
        match self.lifted(&from, &before, true)? {
            Some(lifted) => Ok(Some(Unjudged { lifted, before })),
            None => Err(self.not_judged()),
        }
    }

    /// Has the integration branch be what was judged, if it is still where it was. Whether it was.
    pub fn put_in_place(&self, judged: &Unjudged) -> Result<bool, LandingError> {
        let _lock = self.lock()?;
        let ours = self.names.integration_ref();
        let Unjudged { lifted, before } = judged;
        let mut moves = vec![(ours.as_str(), &lifted.head, Some(before))];
        moves.extend(lifted.tasks.iter().map(|(name, to, from)| (name.as_str(), to, Some(from))));
        self.move_refs("countersign: judged again", &moves)
    }

    /// Whether the branch came to what it holds beyond the person's own by anything else than accepted results, one on
    /// the other.
    pub(super) fn holds_merges(&self, from: Option<&Oid>, to: &Oid) -> Result<bool, LandingError> {
        let Some(from) = from else { return Ok(false) };
        let call = self.git.call("look for what was not judged").args(&["log", "--first-parent"]);
        let call = call.args(&["--no-show-signature", "--reverse"]);
        // Of one that was not judged, the task is no name of one.
        let format = "--format=%P%x09%(trailers:key=Countersign-Task,valueonly,separator=%x2C)\
                      %(trailers:key=Countersign-Unjudged,separator=%x2C)";
        let text = call.arg(format).arg(to.as_str()).arg(format!("^{from}")).text()?;
        let mut lines = text.lines().map(|line| line.split_once('\t').unwrap_or((line, "")));
        let parent = |parents: &str| parents.split(' ').next().unwrap_or_default().to_owned();
        let Some((parents, task)) = lines.next() else { return Ok(false) };
        let is_accepted = |task: &str| TaskId::new(task).is_ok();
        Ok(parent(parents) != from.as_str()
            || !is_accepted(task)
            || lines.any(|(_, task)| !is_accepted(task)))
    }

    pub(super) fn not_judged(&self) -> LandingError {
        LandingError::NotJudged { branch: self.names.integration() }
    }
}
