//! Reading the journal: its records, its head, what a key led to, and how far the sinks are.

use std::time::{Duration, Instant};

use sqlx::{AnyPool, Row};

use crate::projection::Failed;
use crate::record::{RawRecord, corrupt, selected};
use crate::sql::{int, number, query, text};
use crate::state::LastTeam;
use crate::store::Backend;
use crate::{CommandKey, Committed, Head, Record, StoreError, Stream, batch};

/// How long a change that another process made can go unnoticed.
const POLL: Duration = Duration::from_millis(100);

/// What reads go through.
#[derive(Debug, Clone)]
pub(crate) struct Readers {
    pub(crate) pool: AnyPool,
    pub(crate) backend: Backend,
    pub(crate) team: LastTeam,
}

impl Readers {
    pub(crate) fn failed(&self) -> impl Fn(sqlx::Error) -> StoreError + use<> {
        let backend = self.backend;
        move |error| StoreError::of(backend, error)
    }

    pub(crate) async fn outcome(&self, key: &CommandKey) -> Result<Option<Committed>, StoreError> {
        let sql = "SELECT first, last FROM command WHERE cmd = $1".to_string();
        let row = query(sql, [text(key.as_str())]).fetch_optional(&self.pool).await;
        row.map_err(self.failed())?
            .map(|row| {
                Ok(Committed { first: number(row.try_get(0)?), last: number(row.try_get(1)?) })
            })
            .transpose()
    }

    pub(crate) async fn stream(&self, stream: &Stream) -> Result<Vec<Record>, StoreError> {
        let columns = selected(self.backend);
        // What stands before the first record was never written by a store.
        let sql =
            format!("SELECT {columns} FROM event WHERE stream = $1 AND seq >= 1 ORDER BY ver, seq");
        let rows = query(sql, [text(stream.to_string())]).fetch_all(&self.pool).await;
        let mut records = Vec::new();
        for (row, version) in rows.map_err(self.failed())?.iter().zip(1..) {
            let record = RawRecord::from_row(row)?.believed()?;
            if record.version != version {
                return Err(corrupt(
                    record.seq,
                    &format!("version {version} of {stream} is missing"),
                ));
            }
            records.push(record);
        }
        Ok(records)
    }

    pub(crate) async fn log(&self, after: u64, limit: u32) -> Result<Vec<Record>, StoreError> {
        let columns = selected(self.backend);
        let sql = format!("SELECT {columns} FROM event WHERE seq > $1 ORDER BY seq LIMIT $2");
        let values = [int(after), int(u64::from(limit))];
        let rows = query(sql, values).fetch_all(&self.pool).await;
        let mut records = Vec::new();
        for (row, seq) in rows.map_err(self.failed())?.iter().zip(after.saturating_add(1)..) {
            let record = RawRecord::from_row(row)?.believed()?;
            if record.seq != seq {
                return Err(corrupt(seq, "it is missing"));
            }
            records.push(record);
        }
        Ok(records)
    }

    pub(crate) async fn head(&self) -> Result<Head, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(self.failed())?;
        match batch::head(&mut connection, "").await {
            Ok(frontier) => Ok(Head { size: frontier.size(), root: frontier.root() }),
            Err(Failed::Database(error)) => Err(StoreError::of(self.backend, error)),
            Err(Failed::Store(error)) => Err(error),
        }
    }

    pub(crate) async fn cursor(&self, sink: &str) -> Result<u64, StoreError> {
        let sql = "SELECT seq FROM cursor WHERE sink = $1".to_string();
        let row = query(sql, [text(sink)]).fetch_optional(&self.pool).await;
        Ok(row.map_err(self.failed())?.map_or(Ok(0), |row| row.try_get(0).map(number))?)
    }

    pub(crate) async fn advance(&self, sink: &str, from: u64, to: u64) -> Result<(), StoreError> {
        if to < from {
            return Err(StoreError::NotStorable { what: "a cursor that goes back" });
        }
        let sql = match from {
            // A sink's first step makes its row.
            0 => {
                "INSERT INTO cursor (sink, seq) VALUES ($1, $2) ON CONFLICT (sink) \
                 DO UPDATE SET seq = excluded.seq WHERE cursor.seq = $3"
            }
            _ => "UPDATE cursor SET seq = $2 WHERE sink = $1 AND seq = $3",
        };
        let values = [text(sink), int(to), int(from)];
        let done = query(sql.to_string(), values).execute(&self.pool).await;
        if done.map_err(self.failed())?.rows_affected() > 0 {
            return Ok(());
        }
        let actual = self.cursor(sink).await?;
        Err(StoreError::CursorMoved { sink: sink.to_string(), expected: from, actual })
    }

    /// Waits for news. Those of this process come at once, those of others are looked for.
    pub(crate) async fn wait(
        &self,
        mut news: tokio::sync::watch::Receiver<u64>,
        after: u64,
        timeout: Duration,
    ) -> Result<u64, StoreError> {
        let started = Instant::now();
        loop {
            news.mark_unchanged();
            let size = self.head().await?.size;
            let left = timeout.saturating_sub(started.elapsed());
            if size > after || left.is_zero() {
                return Ok(size);
            }
            // Either way the head is read again: news are a hint, and so is silence.
            drop(tokio::time::timeout(POLL.min(left), news.changed()).await);
        }
    }
}
