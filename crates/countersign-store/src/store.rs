//! The store on SQL databases.

use std::collections::BTreeMap;
use std::time::Duration;

use countersign_core::{Goal, GoalId, Task, TaskId, Team};

use crate::*;

/// The newest layout of tables that this program knows.
pub const SUPPORTED_FORMAT: u64 = 1;

/// Which database holds a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// The store. Cloning is cheap and shares the connections and the writer.
#[derive(Debug, Clone)]
pub struct SqlStore {}

#[allow(unused_variables, clippy::unimplemented)]
impl SqlStore {
    pub async fn create(url: &str) -> Result<Self, StoreError> {
        unimplemented!()
    }
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        unimplemented!()
    }
    pub async fn team(&self) -> Result<(Team, u64), StoreError> {
        unimplemented!()
    }
    pub async fn task(&self, id: &TaskId) -> Result<Option<(Task, u64)>, StoreError> {
        unimplemented!()
    }
    pub async fn goal(&self, id: &GoalId) -> Result<Option<(Goal, u64)>, StoreError> {
        unimplemented!()
    }
    pub async fn tasks(&self, query: &TaskQuery) -> Result<Vec<Listed<Task>>, StoreError> {
        unimplemented!()
    }
    pub async fn goals(&self, query: &GoalQuery) -> Result<Vec<Listed<Goal>>, StoreError> {
        unimplemented!()
    }
    /// How many tasks are in each state, by its name; states without tasks are left out.
    pub async fn task_counts(
        &self,
        goal: Option<&GoalId>,
    ) -> Result<BTreeMap<String, u64>, StoreError> {
        unimplemented!()
    }
    pub async fn next_number(&self, of: Numbered) -> Result<u64, StoreError> {
        unimplemented!()
    }
    pub async fn audit(&self, progress: impl FnMut(u64) + Send) -> Result<Audit, StoreError> {
        unimplemented!()
    }
    pub async fn rebuild(&self) -> Result<Rebuilt, StoreError> {
        unimplemented!()
    }
    pub fn backend(&self) -> Backend {
        unimplemented!()
    }
    /// The random name that the store was given when it was made.
    pub fn id(&self) -> &str {
        unimplemented!()
    }
    /// How many transactions this store's writer has committed.
    pub fn batches(&self) -> u64 {
        unimplemented!()
    }
    pub async fn close(self) {
        unimplemented!()
    }
}

#[allow(unused_variables, clippy::unimplemented)]
impl Journal for SqlStore {
    async fn commit(&self, commit: Commit) -> Result<Committed, StoreError> {
        unimplemented!()
    }
    async fn outcome(&self, key: &CommandKey) -> Result<Option<Committed>, StoreError> {
        unimplemented!()
    }
    async fn stream(&self, stream: &Stream) -> Result<Vec<Record>, StoreError> {
        unimplemented!()
    }
    async fn log(&self, after: u64, limit: u32) -> Result<Vec<Record>, StoreError> {
        unimplemented!()
    }
    async fn head(&self) -> Result<Head, StoreError> {
        unimplemented!()
    }
    async fn claim(
        &self,
        owner: &str,
        ttl: Duration,
        wanted: Option<&TaskId>,
    ) -> Result<Option<Lease>, StoreError> {
        unimplemented!()
    }
    async fn heartbeat(&self, lease: &Lease, ttl: Duration) -> Result<Lease, StoreError> {
        unimplemented!()
    }
    async fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        unimplemented!()
    }
    async fn cursor(&self, sink: &str) -> Result<u64, StoreError> {
        unimplemented!()
    }
    async fn advance(&self, sink: &str, from: u64, to: u64) -> Result<(), StoreError> {
        unimplemented!()
    }
    async fn wait(&self, after: u64, timeout: Duration) -> Result<u64, StoreError> {
        unimplemented!()
    }
}
