//! Beginning the integration branch, or going on with it.

use std::path::PathBuf;

use super::commit::Signature;
use super::error::LandingError;
use super::merging::Merge;
use super::names::Oid;
use super::repository::{Kind, Repository};
use super::uncommitted;
use super::user::User;

/// Times that it is tried again where someone else moved a ref of ours meanwhile.
const TRIES: usize = 5;
/// Most files that are told.
const MOST_FILES: usize = 100;

/// Where the integration branch stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    pub head: Oid,
    /// A commit of what was not committed, made for this.
    pub snapshot: Option<Oid>,
    /// The first few files of the person's folder that HEAD does not have so. Workers see them.
    pub uncommitted: Vec<String>,
}

impl Repository {
    /// Begins at the person's HEAD and what their folder has beyond it. A branch that is there goes on; what the
    /// person did since then comes into it, and what was not committed leaves it once their folder is clean. Where there
    /// is no version control and both contradict each other, it begins anew, with none of the results.
    pub fn begin(&self, by: &Signature) -> Result<Begun, LandingError> {
        let _lock = self.lock()?;
        if self.kind == Kind::Own {
            self.take_up_landing()?;
        }
        self.refuse_checked_out()?;
        let user = self.user()?;
        for _ in 0..TRIES {
            if let Some(begun) = self.try_begin(&user, by)? {
                return Ok(Begun { uncommitted: self.not_in_head(&user)?, ..begun });
            }
        }
        Err(LandingError::KeepsMoving { branch: self.names.integration() })
    }

    /// Absent where someone moved a ref meanwhile.
    fn try_begin(&self, user: &User, by: &Signature) -> Result<Option<Begun>, LandingError> {
        let (ours, seen_ref) = (self.names.integration_ref(), self.names.seen_ref());
        let mut refs = self.refs(&[&ours, &seen_ref])?;
        let (before, seen) = (refs.remove(&ours), refs.remove(&seen_ref));
        if let (Some(before), Some(head), true) = (&before, &user.head, user.is_clean)
            && self.kind == Kind::Own
            && !self.uncommitted(Some(head), before)?.is_empty()
            && let Some(lifted) = self.lifted(head, before, false)?
        {
            let mut moves = vec![
                (ours.as_str(), &lifted.head, Some(before)),
                (seen_ref.as_str(), head, seen.as_ref()),
            ];
            moves.extend(
                lifted.tasks.iter().map(|(name, to, from)| (name.as_str(), to, Some(from))),
            );
            let has_moved = self.move_refs("countersign: begin", &moves)?;
            return Ok(has_moved.then_some(Begun {
                head: lifted.head,
                snapshot: None,
                uncommitted: Vec::new(),
            }));
        }
        if let Some(before) = &before
            && self.has_all_of(user, before, seen.as_ref())?
        {
            return Ok(Some(Begun {
                head: before.clone(),
                snapshot: None,
                uncommitted: Vec::new(),
            }));
        }
        let (state, snapshot) = self.state_of(user, before.as_ref().and(seen.as_ref()), by)?;
        let head = match &before {
            None => state.clone(),
            Some(before) if self.is_ancestor(before, &state)? => state.clone(),
            Some(before) => match self.merge(before, &state)? {
                Merge::Clean(tree) => {
                    let words = "Merge what you did since into what was landed\n";
                    self.commit_tree(&tree, &[before, &state], words, by)?
                }
                // Nobody can merge there by hand. Each result has a ref of its own, and is put onto what the person has
                // one by one.
                Merge::Conflict(_) if self.kind == Kind::Shadow => state.clone(),
                Merge::Conflict(conflict) => {
                    let branch = self.names.integration();
                    let files = conflict.files.into_iter().take(MOST_FILES).collect();
                    return Err(LandingError::Diverged { branch, files });
                }
            },
        };
        let moves =
            [(ours.as_str(), &head, before.as_ref()), (seen_ref.as_str(), &state, seen.as_ref())];
        let has_moved = self.move_refs("countersign: begin", &moves)?;
        Ok(has_moved.then_some(Begun { head, snapshot, uncommitted: Vec::new() }))
    }

    /// Whether the branch has everything that the person has.
    fn has_all_of(
        &self,
        user: &User,
        before: &Oid,
        seen: Option<&Oid>,
    ) -> Result<bool, LandingError> {
        let is_known = match seen {
            _ if user.is_clean && user.head.is_some() => true,
            Some(seen) => self.tree_of(seen)? == user.tree,
            None => false,
        };
        let has_head = match &user.head {
            Some(head) => is_known && self.is_ancestor(head, before)?,
            None => true,
        };
        Ok(is_known && has_head)
    }

    /// The person's state as a commit: HEAD itself, where that says all. What was seen of it before is a parent, so
    /// that only what changed since then is merged.
    fn state_of(
        &self,
        user: &User,
        seen: Option<&Oid>,
        by: &Signature,
    ) -> Result<(Oid, Option<Oid>), LandingError> {
        let seen = match (seen, &user.head) {
            (Some(seen), Some(head)) if self.is_ancestor(seen, head)? => None,
            (seen, _) => seen,
        };
        if let (Some(head), true, None) = (&user.head, user.is_clean, seen) {
            return Ok((head.clone(), None));
        }
        let parents: Vec<&Oid> = user.head.iter().chain(seen).collect();
        let words = match (user.is_clean, &user.head) {
            (true, Some(_)) => "What you have now\n".to_owned(),
            (true, None) => "Begin\n".to_owned(),
            (false, _) => uncommitted::message(),
        };
        let made = self.commit_tree(&user.tree, &parents, &words, by)?;
        let snapshot = (!user.is_clean).then(|| made.clone());
        Ok((made, snapshot))
    }

    /// A branch that someone looks at would move under their folder.
    fn refuse_checked_out(&self) -> Result<(), LandingError> {
        if self.kind == Kind::Shadow {
            return Ok(());
        }
        let call = self.git.call("look at the work trees");
        let text = call.args(&["worktree", "list", "--porcelain"]).text()?;
        let ours = format!("branch {}", self.names.integration_ref());
        let mut folder = PathBuf::new();
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("worktree ") {
                folder = PathBuf::from(path);
            }
            if line == ours {
                let branch = self.names.integration();
                return Err(LandingError::CheckedOut { branch, folder });
            }
        }
        Ok(())
    }
}
