//! The journal as its users see it: what is committed, what comes back, and the port itself.

use std::fmt;
use std::future::Future;
use std::str::FromStr;
use std::time::Duration;

use countersign_core::{Event, Stamp, TaskId, Timestamp};

use crate::{StoreError, Stream};

/// Longest idempotency key.
const MAX_KEY: usize = 120;

/// An idempotency key: the same commit sent twice under one key happens once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandKey(String);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a command key has 1 to {MAX_KEY} printable ASCII characters without blanks")]
pub struct BadCommandKey;

impl CommandKey {
    pub fn new(text: impl Into<String>) -> Result<Self, BadCommandKey> {
        let text = text.into();
        let fits = !text.is_empty() && text.len() <= MAX_KEY;
        if fits && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            Ok(Self(text))
        } else {
            Err(BadCommandKey)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for CommandKey {
    type Err = BadCommandKey;

    fn from_str(text: &str) -> Result<Self, BadCommandKey> {
        Self::new(text)
    }
}

/// A lease's token, presented with a write. The token decides, not the time: a lease that ran out
/// and that nobody took may still finish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    pub task: TaskId,
    pub token: u64,
}

/// Everything that must become true together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    pub key: CommandKey,
    pub stamp: Stamp,
    /// The versions that the decision was made on; 0 for a stream without events.
    pub expect: Vec<(Stream, u64)>,
    pub fence: Option<Fence>,
    pub events: Vec<Event>,
}

/// Where a commit lies in the journal. Sequence numbers are dense, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Committed {
    pub first: u64,
    pub last: u64,
}

/// One event as the journal has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub seq: u64,
    pub stream: Stream,
    /// The stream's version after this event.
    pub version: u64,
    pub key: CommandKey,
    pub stamp: Stamp,
    pub event: Event,
}

/// The size of the journal and the RFC 6962 root over all its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head {
    pub size: u64,
    pub root: [u8; 32],
}

/// The right to work on a task, until someone else has a newer token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub task: TaskId,
    pub owner: String,
    pub token: u64,
    /// By the database's clock.
    pub until: Timestamp,
}

impl Lease {
    /// What a write under this lease presents.
    pub fn fence(&self) -> Fence {
        Fence { task: self.task.clone(), token: self.token }
    }
}

/// The journal's port. Nothing here is lost or done twice when a caller dies at any point.
pub trait Journal: Send + Sync {
    /// Appends all events, or none.
    fn commit(&self, commit: Commit) -> impl Future<Output = Result<Committed, StoreError>> + Send;

    /// What a key led to, if it was committed.
    fn outcome(
        &self,
        key: &CommandKey,
    ) -> impl Future<Output = Result<Option<Committed>, StoreError>> + Send;

    /// All records of a stream in order.
    fn stream(
        &self,
        stream: &Stream,
    ) -> impl Future<Output = Result<Vec<Record>, StoreError>> + Send;

    /// At most `limit` records after a sequence number, without gaps.
    fn log(
        &self,
        after: u64,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Record>, StoreError>> + Send;

    fn head(&self) -> impl Future<Output = Result<Head, StoreError>> + Send;

    /// Takes the oldest task that is ready and that nobody holds, or the wanted one if it is so.
    fn claim(
        &self,
        owner: &str,
        ttl: Duration,
        wanted: Option<&TaskId>,
    ) -> impl Future<Output = Result<Option<Lease>, StoreError>> + Send;

    /// Prolongs a lease, also one that ran out, as long as nobody took it.
    fn heartbeat(
        &self,
        lease: &Lease,
        ttl: Duration,
    ) -> impl Future<Output = Result<Lease, StoreError>> + Send;

    /// Gives a lease back. Its token is never given out again.
    fn release(&self, lease: &Lease) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// How far a sink has come; 0 for one that is new.
    fn cursor(&self, sink: &str) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Moves a sink's cursor, unless another instance of the sink has moved it.
    fn advance(
        &self,
        sink: &str,
        from: u64,
        to: u64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Waits until the journal is longer than `after`, or for `timeout`; returns its size.
    fn wait(
        &self,
        after: u64,
        timeout: Duration,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;
}
