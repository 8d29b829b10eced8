//! The tables. One text for both databases, made in one transaction.

use sqlx::AnyConnection;
use sqlx::{AssertSqlSafe, Row};

use crate::merkle::Frontier;
use crate::sql::{Value, blob, int, number, query};
use crate::store::{Backend, SUPPORTED_FORMAT};
use crate::{Place, StoreError, connect};

/// `INT` and `BYTES` stand for the database's own types.
const TABLES: &str = "
CREATE TABLE meta (one INT PRIMARY KEY, format INT NOT NULL, store_id TEXT NOT NULL);

-- The journal. Its unique index stands apart from the table so that a damaged copy can be examined.
CREATE TABLE event (seq INT PRIMARY KEY, stream TEXT NOT NULL, ver INT NOT NULL, cmd TEXT NOT NULL,
    at TEXT NOT NULL, actor TEXT NOT NULL, body TEXT NOT NULL, leaf BYTES NOT NULL,
    root BYTES NOT NULL);
CREATE UNIQUE INDEX event_version ON event (stream, ver);
CREATE TABLE head (one INT PRIMARY KEY, size INT NOT NULL, frontier BYTES NOT NULL);
CREATE TABLE command (cmd TEXT PRIMARY KEY, first INT NOT NULL, last INT NOT NULL,
    digest BYTES NOT NULL);
CREATE UNIQUE INDEX command_first ON command (first);

-- Projections: folds of the journal, made anew by a rebuild.
CREATE TABLE stream (id TEXT PRIMARY KEY, ver INT NOT NULL, created INT NOT NULL,
    body TEXT NOT NULL);
CREATE TABLE task (id TEXT PRIMARY KEY, number INT, state TEXT NOT NULL, settled INT NOT NULL,
    completed INT NOT NULL, claimable INT NOT NULL, goal TEXT, builder TEXT, created INT NOT NULL,
    since INT NOT NULL, waits INT NOT NULL, kind TEXT NOT NULL);
CREATE UNIQUE INDEX task_created ON task (created);
CREATE INDEX task_number ON task (number);
CREATE INDEX task_since ON task (since, created);
CREATE INDEX task_state ON task (state, created);
CREATE INDEX task_state_since ON task (state, since, created);
CREATE INDEX task_kind ON task (kind, created);
CREATE INDEX task_goal ON task (goal, created);
CREATE INDEX task_builder ON task (builder, created);
CREATE INDEX task_builder_unsettled ON task (builder, since, created) WHERE settled = 0;
CREATE INDEX task_unsettled ON task (created) WHERE settled = 0;
CREATE INDEX task_unsettled_since ON task (since, created) WHERE settled = 0;
CREATE INDEX task_ready ON task (created) WHERE claimable = 1 AND waits = 0;
CREATE TABLE dep (task TEXT NOT NULL, on_task TEXT NOT NULL, PRIMARY KEY (task, on_task));
CREATE INDEX dep_on ON dep (on_task);
CREATE TABLE tally (goal TEXT NOT NULL, state TEXT NOT NULL, tasks INT NOT NULL,
    PRIMARY KEY (goal, state));
CREATE TABLE goal (id TEXT PRIMARY KEY, number INT, state TEXT NOT NULL, created INT NOT NULL,
    since INT NOT NULL);
CREATE UNIQUE INDEX goal_created ON goal (created);
CREATE INDEX goal_number ON goal (number);
CREATE INDEX goal_since ON goal (since, created);
CREATE INDEX goal_state ON goal (state, created);

-- Coordination: not truth, and not touched by a rebuild, so that tokens never go back.
CREATE TABLE lease (task TEXT PRIMARY KEY, owner TEXT NOT NULL, token INT NOT NULL,
    until INT NOT NULL);
CREATE TABLE cursor (sink TEXT PRIMARY KEY, seq INT NOT NULL);
";

/// The names of the tables.
pub(crate) fn tables() -> impl Iterator<Item = &'static str> {
    let after = TABLES.split("CREATE TABLE ").skip(1);
    after.filter_map(|rest| rest.split_once(' ')).map(|(name, _)| name)
}

/// Makes the tables, unless they are there.
pub(crate) async fn create(
    connection: &mut AnyConnection,
    backend: Backend,
) -> Result<(), StoreError> {
    let failed = |error| StoreError::of(backend, error);
    if let Some(before) = backend.before_schema() {
        connect::run(connection, before).await.map_err(failed)?;
    }
    connect::run(connection, backend.begin_write()).await.map_err(failed)?;
    if let Some(lock) = backend.lock_schema() {
        connect::run(connection, lock).await.map_err(failed)?;
    }
    let there: i64 = sqlx::query(backend.count_meta())
        .fetch_one(&mut *connection)
        .await
        .and_then(|row| row.try_get(0))
        .map_err(failed)?;
    if there > 0 {
        return Err(StoreError::Exists);
    }
    let tables = TABLES
        .replace(" INT", &format!(" {}", backend.integer()))
        .replace(" BYTES", &format!(" {}", backend.blob()));
    sqlx::raw_sql(AssertSqlSafe(tables)).execute(&mut *connection).await.map_err(failed)?;
    let meta = format!("INSERT INTO meta VALUES (1, $1, {})", backend.random_name());
    query(meta, [int(SUPPORTED_FORMAT)]).execute(&mut *connection).await.map_err(failed)?;
    let empty = Frontier::default();
    let head = "INSERT INTO head VALUES (1, $1, $2)".to_string();
    let values = [int(empty.size()), blob(&empty.to_bytes())];
    query(head, values).execute(&mut *connection).await.map_err(failed)?;
    connect::run(connection, "COMMIT").await.map_err(failed)
}

/// Brings a store of an older format to this one, in one transaction. Only projections differ so far:
/// the journal is the same in every format.
pub(crate) async fn upgrade(
    connection: &mut AnyConnection,
    backend: Backend,
) -> Result<(), StoreError> {
    let failed = |error| StoreError::of(backend, error);
    connect::run(connection, backend.begin_write()).await.map_err(failed)?;
    if let Some(lock) = backend.lock_schema() {
        connect::run(connection, lock).await.map_err(failed)?;
    }
    // Another process may have been quicker.
    if examine(&mut *connection, backend).await?.format == 1 {
        let kind = backend.kind_in_snapshot();
        let steps = format!(
            "ALTER TABLE task ADD COLUMN kind TEXT NOT NULL DEFAULT 'verifiable'; \
             UPDATE task SET kind = COALESCE((SELECT {kind} FROM stream s \
             WHERE s.id = 'task/' || task.id), 'verifiable'); \
             CREATE INDEX task_kind ON task (kind, created); \
             UPDATE meta SET format = 2"
        );
        sqlx::raw_sql(AssertSqlSafe(steps)).execute(&mut *connection).await.map_err(failed)?;
    }
    connect::run(connection, "COMMIT").await.map_err(failed)
}

/// What a store says of itself.
pub(crate) struct Meta {
    pub(crate) id: String,
    pub(crate) format: u64,
}

/// The store's name and format, if this program knows the format.
pub(crate) async fn examine<'e, E>(executor: E, backend: Backend) -> Result<Meta, StoreError>
where
    E: sqlx::Executor<'e, Database = sqlx::Any>,
{
    let sql = "SELECT format, store_id FROM meta WHERE one = $1".to_string();
    let row = match query(sql, [Value::Int(1)]).fetch_optional(executor).await {
        Ok(Some(row)) => row,
        Ok(None) => return Err(StoreError::NotAStore),
        Err(error) if backend.is_no_store(&error) => return Err(StoreError::NotAStore),
        Err(error) => return Err(StoreError::of(backend, error)),
    };
    let found = number(row.try_get(0)?);
    if found > SUPPORTED_FORMAT {
        return Err(StoreError::TooNew { found, supported: SUPPORTED_FORMAT });
    }
    let id: String = row.try_get(1)?;
    // Callers make it part of a path.
    if id.len() != 32 || !id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(StoreError::Corrupt {
            record: Place::Row { table: "meta", key: "1".into() },
            what: "the store's id is not made of 32 lower-case hex digits".into(),
        });
    }
    Ok(Meta { id, format: found })
}
