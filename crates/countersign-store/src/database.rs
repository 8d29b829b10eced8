//! Whether the database holds together beneath the rows: its tables, its pages, its indexes.

use std::collections::BTreeSet;

use sqlx::AnyConnection;
use sqlx::Row;

use crate::projection::Failed;
use crate::store::Backend;
use crate::{Damage, StoreError, schema};

/// Lines of the database's own check that are told, and characters of each.
const LINES: usize = 20;
const WIDTH: usize = 200;

/// Which tables are not there.
pub(crate) async fn missing_tables(
    connection: &mut AnyConnection,
    backend: Backend,
) -> Result<Vec<&'static str>, Failed> {
    let mut there = BTreeSet::new();
    for row in sqlx::query(backend.table_names()).fetch_all(connection).await? {
        there.insert(row.try_get::<String, _>(0)?);
    }
    Ok(schema::tables().filter(|table| !there.contains(*table)).collect())
}

/// What the database finds wrong with its own pages and indexes, as far as it can be asked.
pub(crate) async fn check(
    connection: &mut AnyConnection,
    backend: Backend,
) -> Result<Vec<Damage>, Failed> {
    let Some(check) = backend.integrity_check() else { return Ok(Vec::new()) };
    let rows = match sqlx::query(check).fetch_all(connection).await {
        Ok(rows) => rows,
        Err(error) => return Ok(vec![as_damage(backend, error.into())?]),
    };
    let mut findings = Vec::new();
    for row in rows {
        let told: String = row.try_get(0)?;
        let lines = told.lines().filter(|line| *line != "ok" && !line.starts_with("***"));
        findings.extend(lines.map(|line| Damage::DatabaseDamaged { what: cut(line) }));
    }
    findings.truncate(LINES);
    Ok(findings)
}

/// A failure that says that the database is damaged is a finding; any other stays a failure.
pub(crate) fn as_damage(backend: Backend, failed: Failed) -> Result<Damage, Failed> {
    let error = match failed {
        Failed::Database(error) => StoreError::of(backend, error),
        Failed::Store(error) => error,
    };
    if matches!(error, StoreError::Corrupt { .. }) {
        return Ok(Damage::DatabaseDamaged { what: cut(&error.to_string()) });
    }
    Err(error.into())
}

/// Text from a damaged database, short enough to be shown.
pub(crate) fn cut(text: &str) -> String {
    text.chars().take(WIDTH).collect()
}
