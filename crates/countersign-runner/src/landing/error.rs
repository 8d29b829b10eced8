//! Why a result could not be landed. Our machine's trouble or the person's to settle, never the worker's.

use std::io;
use std::path::PathBuf;

use crate::area::BaseError;
use crate::git::GitError;

/// Why nothing was landed.
#[derive(Debug, thiserror::Error)]
pub enum LandingError {
    #[error(transparent)]
    Git(#[from] GitError),
    #[error(transparent)]
    Base(#[from] BaseError),
    #[error("{} cannot be written: {source}", path.display())]
    NotWritten { path: PathBuf, source: io::Error },
    #[error("{} cannot be read: {source}", path.display())]
    NotRead { path: PathBuf, source: io::Error },
    #[error("{} has no work tree, so nothing can be landed in it", path.display())]
    NoWorkTree { path: PathBuf },
    #[error("the branch {branch} is checked out in {}; switch to your own branch there first", folder.display())]
    CheckedOut { branch: String, folder: PathBuf },
    #[error(
        "a merge is not finished in {}; finish or abort it first: {}", folder.display(), files.join(", ")
    )]
    Unmerged { folder: PathBuf, files: Vec<String> },
    /// What the person did since, and what was landed meanwhile.
    #[error(
        "your changes and what was landed on {branch} conflict in {}; merge {branch} into your branch and mend it there, \
         or have each accepted result put onto your commit again (git branch -D {branch}, then: countersign run), which \
         says of each that contradicts it", files.join(", ")
    )]
    Diverged { branch: String, files: Vec<String> },
    #[error("there is no {branch} yet: nothing was landed")]
    NothingToLand { branch: String },
    #[error("HEAD is not on a branch; switch to the branch that is to have the results")]
    Detached,
    #[error("your folder has changes that are not committed; commit or stash them first: {}", files.join(", "))]
    Dirty { files: Vec<String> },
    /// Somebody changed what a landing had begun to write.
    #[error(
        "a landing into your folder was cut short, and these files are neither as they were nor as they were to become: \
         {}; have them as they were (git checkout -- FILE, or remove what is new) and run again", files.join(", ")
    )]
    CutShort { files: Vec<String> },
    /// Ignored, or never added: git would take it for worthless.
    #[error(
        "files of yours that are in no commit lie where new ones go, and stay as they are; move them away first: {}",
        files.join(", ")
    )]
    InTheWay { files: Vec<String> },
    /// A commit of ours that the person never asked for.
    #[error(
        "{branch} has a commit of what was not committed when a run began ({}), and that is not made part of your \
         branch: commit or stash what you have and run again, or take it yourself as changes to commit (git merge \
         --squash {branch})", files.join(", ")
    )]
    HoldsUncommitted { branch: String, files: Vec<String> },
    #[error(
        "your branch {branch} has commits that {onto} does not have; run again, so that both are merged first"
    )]
    NotAncestor { branch: String, onto: String },
    /// Put onto the person's commit, some of it contradicts that.
    #[error(
        "what is on {branch} was not judged together with what you committed since, and cannot be put onto it: merge \
         it yourself (git merge {branch}), then: countersign run --land"
    )]
    NotJudged { branch: String },
    #[error(
        "these files were changed in your folder meanwhile, and are left as they are: {}; what was accepted is put onto \
         them by the next run, or named where it cannot be: countersign run --land", files.join(", ")
    )]
    ChangedMeanwhile { files: Vec<String> },
    #[error("{path} lies in a repository of its own, and what changes there cannot be landed")]
    InAnotherRepository { path: String },
    #[error("{path} is a path that git does not take")]
    UnfitPath { path: String },
    #[error("{branch} was moved by someone else again and again; look who does, and try again")]
    KeepsMoving { branch: String },
    #[error("the base {id} was not checked out of a commit, so nothing can be committed on it")]
    NoCommit { id: String },
    #[error("{text:?} is not the name of a commit")]
    BadCommit { text: String },
}

impl LandingError {
    pub(super) fn not_written(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| LandingError::NotWritten { path, source }
    }

    pub(super) fn not_read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| LandingError::NotRead { path, source }
    }
}
