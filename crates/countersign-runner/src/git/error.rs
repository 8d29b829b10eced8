//! What is wrong with git, or with the repository.

use std::io;

use super::call::Said;

/// Most words of git's own that are passed on.
const MOST_WORDS: usize = 2000;

/// Our machine's trouble or the person's to settle, never the worker's.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    #[error("there is no git outside the project's folder on the PATH")]
    Missing,
    #[error("git {found} is too old; {needed} or later is needed")]
    TooOld { found: String, needed: String },
    #[error("git could not be run to {what}: {source}")]
    NotRun { what: &'static str, source: io::Error },
    #[error("git took too long to {what}")]
    TimedOut { what: &'static str },
    #[error("git had more to say than anyone reads when it was to {what}")]
    TooLong { what: &'static str },
    #[error("git gave an answer that is none when it was to {what}")]
    Strange { what: &'static str },
    #[error("another process holds a lock in the repository, so git could not {what}: {said}")]
    Locked { what: &'static str, said: String },
    #[error(
        "the branch {branch} is in the way of ours, which git keeps beside each other as folders and files: rename it (git \
         branch -m {branch} NAME), then run again"
    )]
    NameTaken { branch: String },
    #[error("there is no space left to {what}: {said}")]
    DiskFull { what: &'static str, said: String },
    #[error("the repository is damaged, so git could not {what}: {said}")]
    Damaged { what: &'static str, said: String },
    #[error("the repository belongs to someone else: {said}")]
    NotYours { said: String },
    #[error("git could not {what}: {said}")]
    Failed { what: &'static str, said: String },
}

impl GitError {
    /// By what git said; its words are the same in every language, because it is asked for none.
    pub(crate) fn of(what: &'static str, said: &Said) -> Self {
        let mut words: String = said.complaint.chars().take(MOST_WORDS).collect();
        if words.is_empty() {
            words = format!("it ended with code {}", said.code);
        }
        let has = |signs: &[&str]| signs.iter().any(|sign| words.contains(sign));
        if has(&["No space left on device", "Disk quota exceeded"]) {
            GitError::DiskFull { what, said: words }
        } else if let Some(branch) = in_the_way(&words) {
            GitError::NameTaken { branch: branch.to_owned() }
        } else if has(&[".lock': File exists", "Unable to create '", "cannot lock ref"]) {
            GitError::Locked { what, said: words }
        } else if has(&["dubious ownership"]) {
            GitError::NotYours { said: words }
        } else if has(&[
            "is corrupt",
            "bad object",
            "bad tree",
            "missing blob",
            "unable to read tree",
            "unable to read sha1",
            "object file ",
            "inflate: data stream error",
            "index file corrupt",
            "index file smaller",
            "bad signature",
        ]) {
            GitError::Damaged { what, said: words }
        } else {
            GitError::Failed { what, said: words }
        }
    }
}

/// `a` where there is `a/b` to be made, and the other way round.
fn in_the_way(words: &str) -> Option<&str> {
    let (before, _) = words.split_once("' exists; cannot create 'refs/heads/")?;
    before.rsplit_once("'refs/heads/").map(|(_, branch)| branch)
}
