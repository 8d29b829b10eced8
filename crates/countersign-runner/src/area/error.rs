//! Why there is no base, or no work area.

use std::io;
use std::path::PathBuf;

use crate::git::GitError;
use crate::room::RoomError;
use crate::tree::ScanError;

/// Our machine's trouble, never the worker's.
#[derive(Debug, thiserror::Error)]
pub enum BaseError {
    #[error(transparent)]
    Scan(#[from] ScanError),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Git(#[from] GitError),
    #[error("{} cannot be written: {source}", path.display())]
    NotWritten { path: PathBuf, source: io::Error },
    #[error("{} cannot be read: {source}", path.display())]
    NotRead { path: PathBuf, source: io::Error },
    #[error("the base {id} is not kept here any more")]
    Gone { id: String },
}

/// Why a work area cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum AreaError {
    #[error("{} cannot be written: {source}", path.display())]
    NotWritten { path: PathBuf, source: io::Error },
    #[error("{} cannot be read: {source}", path.display())]
    NotRead { path: PathBuf, source: io::Error },
    #[error("another run is at work in {}", path.display())]
    InUse { path: PathBuf },
    #[error("the base {id} is not kept here any more")]
    NoBase { id: String },
    #[error(transparent)]
    Scan(#[from] ScanError),
    #[error("there is a work area already in {}", path.display())]
    AlreadyThere { path: PathBuf },
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Git(#[from] GitError),
}

impl BaseError {
    pub(crate) fn not_written(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| BaseError::NotWritten { path, source }
    }

    pub(crate) fn not_read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| BaseError::NotRead { path, source }
    }
}

impl AreaError {
    pub(super) fn not_written(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| AreaError::NotWritten { path, source }
    }

    pub(super) fn not_read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| AreaError::NotRead { path, source }
    }
}
