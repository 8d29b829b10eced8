//! Why there is no room.

use std::io;
use std::path::PathBuf;

/// Our machine's trouble, never the worker's.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    #[error("{} cannot be written: {source}", path.display())]
    NotWritten { path: PathBuf, source: io::Error },
    #[error("{path} cannot be read: {source}")]
    NotRead { path: String, source: io::Error },
    /// Something was still at work on it.
    #[error("{path} changed after it was looked at")]
    Changed { path: String },
    #[error("a spec file must have a path inside the workspace; {path:?} is none")]
    BadSpecPath { path: String },
    #[error("the system gave no random bytes")]
    NotRandom,
}

impl RoomError {
    pub(super) fn not_written(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| RoomError::NotWritten { path, source }
    }

    pub(super) fn not_read(path: &str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| RoomError::NotRead { path, source }
    }
}
