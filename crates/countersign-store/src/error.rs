//! What can go wrong, each with its own name, so that callers decide by kind and not by text.

use std::fmt;
use std::sync::Arc;

use countersign_core::{IllegalEvent, TaskId};

use crate::store::Backend;
use crate::{CommandKey, Damage, Stream};

/// What the database driver said. Shared, because one failed sync answers many commits.
pub type Cause = Arc<sqlx::Error>;

#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// Someone else was faster. Read again, decide again, commit under a new key.
    #[error("{stream} is at version {actual}, not {expected}")]
    Conflict { stream: Stream, expected: u64, actual: u64 },
    /// The lease was taken over (or never given out); whatever its holder runs must stop.
    #[error("the lease on {task} was presented as {presented}, but it is {}", shown(current))]
    Fenced { task: TaskId, presented: u64, current: Option<u64> },
    /// The key belongs to another commit. Nothing was written.
    #[error("the key {key} was used for something else")]
    KeyReused { key: CommandKey },
    #[error("the commit {key} carries no events")]
    NothingToCommit { key: CommandKey },
    /// The events do not follow on the recorded state. Nothing was written.
    #[error("the record does not allow it: {source}")]
    WouldNotReplay {
        #[from]
        source: IllegalEvent,
    },
    /// It may have committed or not. Sending the same commit again is safe and tells.
    #[error("whether {key} was committed is not known; send the same again to learn it")]
    Unknown { key: CommandKey, source: Cause },

    #[error("the lease on {task} is lost")]
    LeaseLost { task: TaskId },
    #[error("the cursor of {sink} is at {actual}, not at {expected}")]
    CursorMoved { sink: String, expected: u64, actual: u64 },

    /// What is stored is not what was written. `countersign doctor` says more.
    #[error("{record} is damaged: {what}")]
    Corrupt { record: Place, what: String },
    /// The journal is damaged, so that nothing may be derived from it.
    #[error("the journal is damaged: {first}")]
    Damaged { first: Damage },

    #[error("the store has format {found}; this program knows formats up to {supported}")]
    TooNew { found: u64, supported: u64 },
    #[error("there is no store")]
    NotAStore,
    #[error("there is a store already")]
    Exists,
    #[error("{url:?} is not the address of a store: {why}")]
    BadUrl { url: String, why: String },
    /// Others hold the database for longer than is reasonable. Nothing was written.
    #[error("the database is busy")]
    Busy { source: Cause },
    /// The database cannot be used now. Nothing was written.
    #[error("the database cannot be used")]
    Unavailable { source: Cause },
    /// A value that has no form in the store. Nothing was written.
    #[error("{what} cannot be stored")]
    NotStorable { what: &'static str },
}

impl StoreError {
    /// What an error of the database means while nothing is in doubt.
    pub(crate) fn of(backend: Backend, error: sqlx::Error) -> Self {
        if backend.is_busy(&error) {
            StoreError::Busy { source: Arc::new(error) }
        } else if backend.is_corrupt(&error) {
            StoreError::Corrupt { record: Place::Database, what: error.to_string() }
        } else {
            error.into()
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let not_as_written = matches!(
            error,
            sqlx::Error::ColumnDecode { .. }
                | sqlx::Error::Decode(_)
                | sqlx::Error::ColumnNotFound(_)
                | sqlx::Error::ColumnIndexOutOfBounds { .. }
        );
        if not_as_written {
            StoreError::Corrupt { record: Place::Database, what: error.to_string() }
        } else {
            StoreError::Unavailable { source: Arc::new(error) }
        }
    }
}

/// Something stored, for an error to point at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A record of the journal, by sequence number.
    Record(u64),
    /// The state kept of a stream.
    Snapshot(Stream),
    /// A row of a table, by its key.
    Row { table: &'static str, key: String },
    /// The journal's head.
    Head,
    /// The database says no more than that.
    Database,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Record(seq) => write!(f, "record {seq}"),
            Place::Snapshot(stream) => write!(f, "the state kept of {stream}"),
            Place::Row { table, key } => write!(f, "the row {key:?} of {table}"),
            Place::Head => f.write_str("the head"),
            Place::Database => f.write_str("the database"),
        }
    }
}

fn shown(current: &Option<u64>) -> String {
    current.map_or_else(|| "not given out".to_string(), |token| token.to_string())
}
