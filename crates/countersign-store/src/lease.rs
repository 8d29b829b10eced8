//! Leases: who works on what. Coordination, not truth: only the token that a commit presents
//! counts.

use std::time::Duration;

use countersign_core::{TaskId, Timestamp};
use sqlx::AnyPool;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::sql::{Value, int, number, query, text};
use crate::store::Backend;
use crate::turn::Turns;
use crate::{Lease, Place, StoreError};

/// How often a claim looks again when it lost a race although there was something to take.
const TRIES: u64 = 20;

const RETURNED: &str = "RETURNING task, owner, token, until";

/// Ready, and held by nobody.
fn free(backend: Backend) -> String {
    let now = backend.now();
    format!(
        "FROM task t LEFT JOIN lease l ON l.task = t.id \
         WHERE t.claimable = 1 AND t.waits = 0 AND (l.until IS NULL OR l.until < {now})"
    )
}

/// What leases are written through.
#[derive(Debug)]
pub(crate) struct Leases {
    pub(crate) pool: AnyPool,
    pub(crate) backend: Backend,
    pub(crate) turns: Turns,
}

pub(crate) async fn claim(
    leases: &Leases,
    owner: &str,
    ttl: Duration,
    wanted: Option<&TaskId>,
) -> Result<Option<Lease>, StoreError> {
    let backend = leases.backend;
    let (free, now) = (free(backend), backend.now());
    let (narrowed, lock) = match wanted {
        None => ("", backend.for_update_of_free_task()),
        // Worth waiting for: a commit that holds the row for a moment must not hide it.
        Some(_) => ("AND t.id = $3", backend.for_update_of_task()),
    };
    // The condition is asked once more at the end: another claim may have won since the row was
    // found, and then its lease is seen here and nowhere earlier.
    let sql = format!(
        "INSERT INTO lease (task, owner, token, until) \
         SELECT t.id, $1, COALESCE(l.token, 0) + 1, {now} + $2 {free} {narrowed} \
         ORDER BY t.created LIMIT 1 {lock} \
         ON CONFLICT (task) DO UPDATE SET owner = excluded.owner, token = lease.token + 1, \
         until = excluded.until WHERE lease.until < {now} {RETURNED}"
    );
    let probe = format!("SELECT t.id {free} {} LIMIT 1", narrowed.replace("$3", "$1"));
    let failed = |error| StoreError::of(backend, error);
    for round in 0..TRIES {
        let mut values = vec![text(owner), milliseconds(ttl)];
        values.extend(wanted.map(|task| text(task.as_str())));
        let row = {
            let _turn = leases.turns.wait().await;
            query(sql.clone(), values).fetch_optional(&leases.pool).await.map_err(failed)?
        };
        if let Some(row) = row {
            return lease(&row).map(Some);
        }
        let values = wanted.map(|task| text(task.as_str()));
        let left =
            query(probe.clone(), values).fetch_optional(&leases.pool).await.map_err(failed)?;
        if left.is_none() {
            return Ok(None);
        }
        tokio::time::sleep(Duration::from_millis(1 + round)).await;
    }
    Ok(None)
}

pub(crate) async fn heartbeat(
    leases: &Leases,
    held: &Lease,
    ttl: Duration,
) -> Result<Lease, StoreError> {
    let backend = leases.backend;
    let now = backend.now();
    let sql = format!(
        "UPDATE lease SET until = {now} + $4 \
         WHERE task = $1 AND owner = $2 AND token = $3 AND until > 0 {RETURNED}"
    );
    let values = [text(held.task.as_str()), text(&held.owner), int(held.token), milliseconds(ttl)];
    let _turn = leases.turns.wait().await;
    let row = query(sql, values).fetch_optional(&leases.pool).await;
    match row.map_err(|error| StoreError::of(backend, error))? {
        Some(row) => lease(&row),
        None => Err(StoreError::LeaseLost { task: held.task.clone() }),
    }
}

/// Whose lease it is that has not been given back.
pub(crate) async fn held(
    readers: &AnyPool,
    backend: Backend,
    task: &TaskId,
) -> Result<Option<Lease>, StoreError> {
    let sql = "SELECT task, owner, token, until FROM lease WHERE task = $1 AND until > 0";
    let row = query(sql.to_string(), [text(task.as_str())]).fetch_optional(readers).await;
    row.map_err(|error| StoreError::of(backend, error))?.as_ref().map(lease).transpose()
}

/// Ends a lease. The row stays, so that the next claim gets a higher token.
pub(crate) async fn release(leases: &Leases, held: &Lease) -> Result<(), StoreError> {
    let backend = leases.backend;
    let sql = "UPDATE lease SET until = 0 WHERE task = $1 AND owner = $2 AND token = $3";
    let values = [text(held.task.as_str()), text(&held.owner), int(held.token)];
    let _turn = leases.turns.wait().await;
    let done = query(sql.to_string(), values).execute(&leases.pool).await;
    match done.map_err(|error| StoreError::of(backend, error))?.rows_affected() {
        0 => Err(StoreError::LeaseLost { task: held.task.clone() }),
        _ => Ok(()),
    }
}

fn lease(row: &AnyRow) -> Result<Lease, StoreError> {
    let task: String = row.try_get(0)?;
    let damaged = |what: String| StoreError::Corrupt {
        record: Place::Row { table: "lease", key: task.clone() },
        what,
    };
    Ok(Lease {
        task: task.parse().map_err(|error: countersign_core::BadId| damaged(error.to_string()))?,
        owner: row.try_get(1)?,
        token: number(row.try_get(2)?),
        until: Timestamp::from_millisecond(row.try_get(3)?)
            .map_err(|error| damaged(error.to_string()))?,
    })
}

fn milliseconds(ttl: Duration) -> Value {
    /// A lease that outlives this is no lease; and sums with it stay far from overflowing.
    const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);
    let milliseconds = ttl.min(LONGEST).as_millis();
    Value::Int(i64::try_from(milliseconds).unwrap_or(i64::MAX))
}
