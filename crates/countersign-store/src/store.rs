//! The store on SQL databases.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use countersign_core::{Goal, GoalId, Task, TaskId, Team};
use sqlx::AnyConnection;
use sqlx::Connection;

use crate::connect::{Address, run};
use crate::lease::Leases;
use crate::projection::Failed;
use crate::read::Readers;
use crate::state::LastTeam;
use crate::turn::Turns;
use crate::writer::Writer;
use crate::{
    Audit, CommandKey, Commit, Committed, GoalQuery, Head, Journal, Lease, Listed, Numbered,
    Rebuilt, Record, StoreError, Stream, TaskQuery, audit, connect, lease, rebuild, schema,
};

/// The newest layout of tables that this program knows.
pub const SUPPORTED_FORMAT: u64 = 2;

/// How long the making of a store waits for others who try the same.
const MAKING_PATIENCE: Duration = Duration::from_secs(10);

/// Which database holds a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// The store. Cloning is cheap and shares the connections and the writer.
#[derive(Debug, Clone)]
pub struct SqlStore {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    address: Address,
    readers: Readers,
    writer: Writer,
    leases: Leases,
    id: String,
}

impl SqlStore {
    /// Makes a store where there is none. Of two who try at once, one gets [`StoreError::Exists`].
    pub async fn create(url: &str) -> Result<Self, StoreError> {
        let address = Address::parse(url)?;
        let started = Instant::now();
        loop {
            match make(&address).await {
                Ok(()) => return Self::at(address).await,
                // SQLite does not wait for its turn to begin a write-ahead log.
                Err(StoreError::Busy { .. }) if started.elapsed() < MAKING_PATIENCE => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Opens the store at `sqlite://path/of/a/file` or `postgres://…`.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let address = Address::parse(url)?;
        if address.is_certainly_empty() {
            return Err(StoreError::NotAStore);
        }
        if let Some(obstacle) = address.obstacle() {
            return Err(StoreError::of(address.backend, obstacle));
        }
        Self::at(address).await
    }

    async fn at(address: Address) -> Result<Self, StoreError> {
        let backend = address.backend;
        let pool = address.readers();
        let examined = schema::examine(&pool, backend).await;
        let mut meta = examined.map_err(|error| address.told_better(error))?;
        if meta.format < SUPPORTED_FORMAT {
            let mut connection = address.connect().await.map_err(|e| StoreError::of(backend, e))?;
            schema::upgrade(&mut connection, backend).await?;
            drop(connection.close().await);
            meta = schema::examine(&pool, backend).await?;
        }
        let id = meta.id;
        let team = LastTeam::default();
        let readers = Readers { pool, backend, team: team.clone() };
        let turns = Turns::of(backend);
        let leases = Leases { pool: address.leases(), backend, turns: turns.clone() };
        let writer = Writer::new(address.clone(), turns, team);
        Ok(Self { inner: Arc::new(Inner { address, readers, writer, leases, id }) })
    }

    /// The address of a store in a file, whatever characters are in its path.
    pub fn sqlite_url(path: &Path) -> String {
        connect::sqlite_url(path)
    }

    /// The team and its version; 0 while nothing has happened.
    pub async fn team(&self) -> Result<(Team, u64), StoreError> {
        let (team, version) = self.shared_team().await?;
        Ok((Arc::unwrap_or_clone(team), version))
    }

    /// The same for whoever only looks at it.
    pub async fn shared_team(&self) -> Result<(Arc<Team>, u64), StoreError> {
        self.inner.readers.team().await
    }

    pub async fn task(&self, id: &TaskId) -> Result<Option<(Task, u64)>, StoreError> {
        self.inner.readers.task(id).await
    }

    /// Many tasks at once, each with its version; what is not there is left out.
    pub async fn tasks_named(
        &self,
        ids: &[TaskId],
    ) -> Result<BTreeMap<TaskId, (Task, u64)>, StoreError> {
        self.inner.readers.tasks_named(ids).await
    }

    pub async fn goal(&self, id: &GoalId) -> Result<Option<(Goal, u64)>, StoreError> {
        self.inner.readers.goal(id).await
    }

    /// One page of tasks.
    pub async fn tasks(&self, query: &TaskQuery) -> Result<Vec<Listed<Task>>, StoreError> {
        self.inner.readers.tasks(query).await
    }

    /// One page of goals.
    pub async fn goals(&self, query: &GoalQuery) -> Result<Vec<Listed<Goal>>, StoreError> {
        self.inner.readers.goals(query).await
    }

    /// How many tasks are in each state, by its name; states without tasks are left out.
    pub async fn task_counts(
        &self,
        goal: Option<&GoalId>,
    ) -> Result<BTreeMap<String, u64>, StoreError> {
        self.inner.readers.task_counts(goal).await
    }

    /// Who holds a task now, or held it last.
    pub async fn lease(&self, id: &TaskId) -> Result<Option<Lease>, StoreError> {
        lease::held(&self.inner.readers.pool, self.backend(), id).await
    }

    /// One more than the highest n of all ids `TASK-n` or `GOAL-n`.
    pub async fn next_number(&self, of: Numbered) -> Result<u64, StoreError> {
        self.inner.readers.next_number(of).await
    }

    /// Reads everything and compares it with the journal. `progress` hears how far it has come.
    pub async fn audit(&self, progress: impl FnMut(u64) + Send) -> Result<Audit, StoreError> {
        let backend = self.backend();
        let mut connection = self.begin(backend.begin_read()).await?;
        let audit = audit::audit(&mut connection, backend, progress).await;
        self.end(connection, "ROLLBACK", audit).await
    }

    /// Derives from the journal again what follows from it: projections, notes of commands, and
    /// indexes that SQLite finds damaged. Refused where the journal itself is damaged.
    pub async fn rebuild(&self) -> Result<Rebuilt, StoreError> {
        let backend = self.backend();
        let mut connection = self.begin(backend.begin_write()).await?;
        let rebuilt = rebuild::rebuild(&mut connection, backend).await;
        self.end(connection, "COMMIT", rebuilt).await
    }

    /// A connection of its own: when this future is dropped, so is whatever was begun.
    async fn begin(&self, begin: &'static str) -> Result<AnyConnection, StoreError> {
        let address = &self.inner.address;
        let failed = |error| StoreError::of(address.backend, error);
        let mut connection = address.connect().await.map_err(failed)?;
        run(&mut connection, begin).await.map_err(failed)?;
        Ok(connection)
    }

    async fn end<T>(
        &self,
        mut connection: AnyConnection,
        end: &'static str,
        outcome: Result<T, Failed>,
    ) -> Result<T, StoreError> {
        let failed = |error| StoreError::of(self.backend(), error);
        match outcome {
            Ok(value) => {
                run(&mut connection, end).await.map_err(failed)?;
                // Closing only says goodbye; what was done is done.
                drop(connection.close().await);
                Ok(value)
            }
            Err(Failed::Database(error)) => Err(failed(error)),
            Err(Failed::Store(error)) => Err(error),
        }
    }

    pub fn backend(&self) -> Backend {
        self.inner.address.backend
    }

    /// The random name that the store was given when it was made.
    pub fn id(&self) -> &str {
        &self.inner.id
    }

    /// Says whether many commits are to be expected at about the same time. Then each may take some milliseconds
    /// longer, to share a transaction with others.
    pub fn expect_company(&self, is_crowded: bool) {
        self.inner.writer.expect_company(is_crowded);
    }

    /// How many transactions this store's writer has committed.
    pub fn batches(&self) -> u64 {
        self.inner.writer.batches()
    }

    /// Finishes what was begun and closes the connections, those of clones included.
    pub async fn close(self) {
        self.inner.writer.close().await;
        self.inner.leases.pool.close().await;
        self.inner.readers.pool.close().await;
    }
}

async fn make(address: &Address) -> Result<(), StoreError> {
    let failed = |error| StoreError::of(address.backend, error);
    let mut connection = address.connect_making().await.map_err(failed)?;
    schema::create(&mut connection, address.backend).await?;
    connection.close().await.map_err(failed)
}

impl Journal for SqlStore {
    async fn commit(&self, commit: Commit) -> Result<Committed, StoreError> {
        self.inner.writer.commit(commit).await
    }

    async fn outcome(&self, key: &CommandKey) -> Result<Option<Committed>, StoreError> {
        self.inner.readers.outcome(key).await
    }

    async fn stream(&self, stream: &Stream) -> Result<Vec<Record>, StoreError> {
        self.inner.readers.stream(stream).await
    }

    async fn log(&self, after: u64, limit: u32) -> Result<Vec<Record>, StoreError> {
        self.inner.readers.log(after, limit).await
    }

    async fn head(&self) -> Result<Head, StoreError> {
        self.inner.readers.head().await
    }

    async fn claim(
        &self,
        owner: &str,
        ttl: Duration,
        wanted: Option<&TaskId>,
    ) -> Result<Option<Lease>, StoreError> {
        lease::claim(&self.inner.leases, owner, ttl, wanted).await
    }

    async fn heartbeat(&self, lease: &Lease, ttl: Duration) -> Result<Lease, StoreError> {
        lease::heartbeat(&self.inner.leases, lease, ttl).await
    }

    async fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        lease::release(&self.inner.leases, lease).await
    }

    async fn cursor(&self, sink: &str) -> Result<u64, StoreError> {
        self.inner.readers.cursor(sink).await
    }

    async fn advance(&self, sink: &str, from: u64, to: u64) -> Result<(), StoreError> {
        self.inner.readers.advance(sink, from, to).await
    }

    async fn wait(&self, after: u64, timeout: Duration) -> Result<u64, StoreError> {
        self.inner.readers.wait(self.inner.writer.sizes(), after, timeout).await
    }
}
