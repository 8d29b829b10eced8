//! Throwing the projections away and folding them from the journal again.

use sqlx::AnyConnection;

use crate::connect::run;
use crate::projection::{self, Change, Failed, Shape};
use crate::scan::{Command, Scan};
use crate::sql::{blob, insert, int, query, text};
use crate::store::Backend;
use crate::{Committed, Damage, Rebuilt, StoreError, batch, database};

/// Streams that are written at a time.
const PAGE: usize = 500;

/// Leases and cursors stay: they are not in the journal, and a token must never go back.
const CLEAR: &str =
    "DELETE FROM stream; DELETE FROM task; DELETE FROM goal; DELETE FROM dep; DELETE FROM tally";

/// Runs inside a transaction that the caller began and ends.
pub(crate) async fn rebuild(
    connection: &mut AnyConnection,
    backend: Backend,
) -> Result<Rebuilt, Failed> {
    let missing = database::missing_tables(connection, backend).await?;
    refuse(missing.into_iter().map(|table| Damage::TableMissing { table }))?;
    // Nobody may append between the fold and the end.
    batch::head(connection, backend.for_update()).await?;
    let before = database::check(connection, backend).await?;
    if let Some(first) = before.first() {
        make_indexes_anew(connection, first).await?;
    }
    let scan = Scan::run(connection, backend, |_| {}).await?;
    refuse(scan.findings.iter().filter(|damage| !damage.is_derived()).cloned())?;
    note_commands(connection, &scan).await?;
    run(connection, CLEAR).await?;
    let changes: Vec<Change> = scan
        .streams
        .iter()
        .map(|(stream, seen)| Change {
            stream: stream.clone(),
            version: seen.version,
            created: seen.created,
            before: Shape::default(),
        })
        .collect();
    for page in changes.chunks(PAGE) {
        projection::write(connection, &scan.board, page).await?;
    }
    if !before.is_empty() {
        refuse(database::check(connection, backend).await?)?;
    }
    let streams = u64::try_from(changes.len()).unwrap_or(u64::MAX);
    Ok(Rebuilt { records: scan.frontier.size(), streams })
}

/// Nothing is derived from what is damaged.
fn refuse(findings: impl IntoIterator<Item = Damage>) -> Result<(), Failed> {
    match findings.into_iter().next() {
        Some(first) => Err(StoreError::Damaged { first }.into()),
        None => Ok(()),
    }
}

/// Makes the indexes anew from their tables. One whose pages are not even pages stays as it is.
async fn make_indexes_anew(connection: &mut AnyConnection, first: &Damage) -> Result<(), Failed> {
    // Emptied first: then only the indexes of the journal have to agree with what they find.
    for sql in [CLEAR, "REINDEX"] {
        match run(connection, sql).await {
            Err(sqlx::Error::Database(_)) => refuse([first.clone()])?,
            done => done?,
        }
    }
    Ok(())
}

/// Notes the commands as their records tell them, where the rows say something else.
async fn note_commands(connection: &mut AnyConnection, scan: &Scan) -> Result<(), Failed> {
    let sql = "DELETE FROM command WHERE first < 1 OR first > $1".to_string();
    query(sql, [int(scan.frontier.size())]).execute(&mut *connection).await?;
    for first in scan.strays() {
        let sql = "DELETE FROM command WHERE first = $1".to_string();
        query(sql, [int(first)]).execute(&mut *connection).await?;
    }
    let mut rows = Vec::new();
    for Command { key, committed: Committed { first, last }, digest } in &scan.commands {
        let sql = "DELETE FROM command WHERE cmd = $1".to_string();
        query(sql, [text(key.as_str())]).execute(&mut *connection).await?;
        rows.push(vec![text(key.as_str()), int(*first), int(*last), blob(digest)]);
    }
    insert(connection, "command (cmd, first, last, digest)", &rows, "").await?;
    Ok(())
}
