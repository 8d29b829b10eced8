//! Throwing the projections away and folding them from the journal again.

use sqlx::AnyConnection;

use crate::connect::run;
use crate::projection::{self, Change, Failed, Shape};
use crate::scan::Scan;
use crate::store::Backend;
use crate::{Rebuilt, StoreError, batch};

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
    // Nobody may append between the fold and the end.
    batch::head(connection, backend.for_update()).await?;
    let scan = Scan::run(connection, backend, |_| {}).await?;
    if let Some(first) = scan.findings.first() {
        return Err(StoreError::Damaged { first: first.clone() }.into());
    }
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
    let streams = u64::try_from(changes.len()).unwrap_or(u64::MAX);
    Ok(Rebuilt { records: scan.frontier.size(), streams })
}
