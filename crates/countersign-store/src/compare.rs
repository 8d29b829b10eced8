//! Comparing every projected row with what the journal says.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Board, GoalId, Task, TaskId};
use sqlx::AnyConnection;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::database::cut;
use crate::projection::{Failed, GoalRow, TaskRow};
use crate::scan::{Scan, Seen};
use crate::sql::{int, query, select_in, text};
use crate::state::{self, Snapshot, State};
use crate::store::Backend;
use crate::{Damage, Place, StoreError, Stream};

const PAGE: u64 = 500;

/// Names each row that does not say what the scan found.
pub(crate) async fn compare(
    connection: &mut AnyConnection,
    backend: Backend,
    scan: &Scan,
) -> Result<Vec<Damage>, Failed> {
    let mut stale = Stale::default();
    for table in ["stream", "task", "goal"] {
        nameless(connection, backend, table, &mut stale).await?;
    }
    snapshots(connection, backend, scan, &mut stale).await?;
    tasks(connection, backend, scan, &mut stale).await?;
    goals(connection, backend, scan, &mut stale).await?;
    tallies(connection, &scan.board, &mut stale).await?;
    Ok(stale.findings)
}

#[derive(Debug, Default)]
struct Stale {
    findings: Vec<Damage>,
}

impl Stale {
    fn row(&mut self, table: &'static str, stream: Stream) {
        self.findings.push(Damage::ProjectionStale { table, stream });
    }

    /// A key that is no name belongs to nothing that the journal knows.
    fn stray(&mut self, table: &'static str, key: &str) {
        self.findings.push(Damage::StrayRow { table, key: cut(key) });
    }
}

/// Reads a table page by page in the order of its ids. The id is the first column.
struct Pages {
    sql: String,
    after: String,
    /// Where pages ended: in a damaged database reading on could lead back.
    ends: BTreeSet<String>,
}

impl Pages {
    fn of(backend: Backend, columns: &str, table: &str, letter: &str) -> Self {
        let no_name = backend.is_no_name(&format!("{letter}.id"));
        let sql = format!(
            "SELECT {columns} FROM {table} {letter} WHERE {letter}.id > $1 AND NOT {no_name} \
             ORDER BY {letter}.id LIMIT $2"
        );
        Self { sql, after: String::new(), ends: BTreeSet::new() }
    }

    async fn next(&mut self, connection: &mut AnyConnection) -> Result<Vec<AnyRow>, Failed> {
        let values = [text(&self.after), int(PAGE)];
        let rows = query(self.sql.clone(), values).fetch_all(connection).await?;
        if let Some(last) = rows.last() {
            self.after = last.try_get(0)?;
            if !self.ends.insert(self.after.clone()) {
                let what = "reading on leads back".to_string();
                return Err(StoreError::Corrupt { record: Place::Database, what }.into());
            }
        }
        Ok(rows)
    }
}

/// Rows whose id is no text or an empty one, which no page would show.
async fn nameless(
    connection: &mut AnyConnection,
    backend: Backend,
    table: &'static str,
    stale: &mut Stale,
) -> Result<(), Failed> {
    let sql = format!("SELECT COUNT(*) FROM {table} WHERE {}", backend.is_no_name("id"));
    let found: i64 = query(sql, []).fetch_one(connection).await?.try_get(0)?;
    if found > 0 {
        stale.stray(table, "");
    }
    Ok(())
}

async fn snapshots(
    connection: &mut AnyConnection,
    backend: Backend,
    scan: &Scan,
    stale: &mut Stale,
) -> Result<(), Failed> {
    let mut pages = Pages::of(backend, state::COLUMNS, "stream", "s");
    let mut seen = BTreeSet::new();
    loop {
        let rows = pages.next(connection).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            let id: String = row.try_get(0)?;
            let Ok(stream) = id.parse::<Stream>() else {
                stale.stray("stream", &id);
                continue;
            };
            let told = match Snapshot::of(stream.clone(), row) {
                Ok(snapshot) => Some(snapshot),
                Err(StoreError::Corrupt { .. }) => None,
                Err(error) => return Err(error.into()),
            };
            if told.is_none() || told != known(scan, &stream) {
                stale.row("stream", stream.clone());
            }
            seen.insert(stream);
        }
    }
    for stream in scan.streams.keys().filter(|stream| !seen.contains(*stream)) {
        stale.row("stream", stream.clone());
    }
    Ok(())
}

fn known(scan: &Scan, stream: &Stream) -> Option<Snapshot> {
    let Seen { version, created } = *scan.streams.get(stream)?;
    let state = State::on(&scan.board, stream)?;
    Some(Snapshot { stream: stream.clone(), version, created, state })
}

fn created(scan: &Scan, stream: &Stream) -> u64 {
    scan.streams.get(stream).map_or(0, |seen| seen.created)
}

async fn tasks(
    connection: &mut AnyConnection,
    backend: Backend,
    scan: &Scan,
    stale: &mut Stale,
) -> Result<(), Failed> {
    let columns = "t.id, t.number, t.state, t.settled, t.completed, t.claimable, t.goal, \
                   t.builder, t.created, t.since, t.waits, t.kind";
    let mut pages = Pages::of(backend, columns, "task", "t");
    let mut seen = BTreeSet::new();
    loop {
        let rows = pages.next(connection).await?;
        if rows.is_empty() {
            break;
        }
        let mut ids = Vec::new();
        for row in &rows {
            ids.push(row.try_get::<String, _>(0)?);
        }
        let dependencies = dependencies(connection, &ids).await?;
        for (row, id) in rows.iter().zip(&ids) {
            let Ok(id) = id.parse::<TaskId>() else {
                stale.stray("task", id);
                if dependencies.contains_key(id) {
                    stale.stray("dep", id);
                }
                continue;
            };
            let stream = Stream::Task(id.clone());
            let task = scan.board.tasks.get(&id);
            let wanted = task
                .map(|task| (TaskRow::of(task, created(scan, &stream)), waits(&scan.board, task)));
            let told = task_row(row);
            if told.is_none() || told != wanted {
                stale.row("task", stream.clone());
            }
            let found = dependencies.get(id.as_str()).cloned().unwrap_or_default();
            let on = task.map(|task| task.depends_on.iter().map(ToString::to_string).collect());
            if found != on.unwrap_or_default() {
                stale.row("dep", stream);
            }
            seen.insert(id);
        }
    }
    for id in scan.board.tasks.keys().filter(|id| !seen.contains(*id)) {
        stale.row("task", Stream::Task(id.clone()));
    }
    let sql =
        "SELECT DISTINCT d.task FROM dep d LEFT JOIN task t ON t.id = d.task WHERE t.id IS NULL";
    for row in sqlx::query(sql).fetch_all(connection).await? {
        // What is no text is no name either.
        let id: String = row.try_get(0).unwrap_or_default();
        match id.parse() {
            Ok(id) => stale.row("dep", Stream::Task(id)),
            Err(_) => stale.stray("dep", &id),
        }
    }
    Ok(())
}

/// A task's row, if each column holds something that a store could have written.
fn task_row(row: &AnyRow) -> Option<(TaskRow, u64)> {
    let told = TaskRow {
        id: row.try_get(0).ok()?,
        number: count_or_null(row, 1)?,
        state: row.try_get(2).ok()?,
        settled: yes_or_no(row, 3)?,
        completed: yes_or_no(row, 4)?,
        claimable: yes_or_no(row, 5)?,
        goal: row.try_get(6).ok()?,
        builder: row.try_get(7).ok()?,
        created: count(row, 8)?,
        since: row.try_get(9).ok()?,
        kind: row.try_get(11).ok()?,
    };
    Some((told, count(row, 10)?))
}

fn goal_row(row: &AnyRow) -> Option<GoalRow> {
    Some(GoalRow {
        id: row.try_get(0).ok()?,
        number: count_or_null(row, 1)?,
        state: row.try_get(2).ok()?,
        created: count(row, 3)?,
        since: row.try_get(4).ok()?,
    })
}

fn count(row: &AnyRow, column: usize) -> Option<u64> {
    u64::try_from(row.try_get::<i64, _>(column).ok()?).ok()
}

fn count_or_null(row: &AnyRow, column: usize) -> Option<Option<u64>> {
    match row.try_get::<Option<i64>, _>(column).ok()? {
        None => Some(None),
        Some(value) => u64::try_from(value).ok().map(Some),
    }
}

fn yes_or_no(row: &AnyRow, column: usize) -> Option<bool> {
    match row.try_get::<i64, _>(column).ok()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// A dependency that does not exist is waited for, like one that is not completed.
fn waits(board: &Board, task: &Task) -> u64 {
    let completed = |id: &&TaskId| board.tasks.get(*id).is_some_and(Task::is_completed);
    let open = task.depends_on.iter().filter(|id| !completed(id)).count();
    u64::try_from(open).unwrap_or(u64::MAX)
}

async fn dependencies(
    connection: &mut AnyConnection,
    ids: &[String],
) -> Result<BTreeMap<String, BTreeSet<String>>, sqlx::Error> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in select_in(connection, "SELECT task, on_task FROM dep WHERE task IN", ids, "").await?
    {
        found.entry(row.try_get(0)?).or_default().insert(row.try_get(1)?);
    }
    Ok(found)
}

async fn goals(
    connection: &mut AnyConnection,
    backend: Backend,
    scan: &Scan,
    stale: &mut Stale,
) -> Result<(), Failed> {
    let mut pages = Pages::of(backend, "g.id, g.number, g.state, g.created, g.since", "goal", "g");
    let mut seen = BTreeSet::new();
    loop {
        let rows = pages.next(connection).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            let id: String = row.try_get(0)?;
            let Ok(id) = id.parse::<GoalId>() else {
                stale.stray("goal", &id);
                continue;
            };
            let stream = Stream::Goal(id.clone());
            let goal = scan.board.goals.get(&id);
            let told = goal_row(row);
            if told.is_none() || told != goal.map(|goal| GoalRow::of(goal, created(scan, &stream)))
            {
                stale.row("goal", stream);
            }
            seen.insert(id);
        }
    }
    for id in scan.board.goals.keys().filter(|id| !seen.contains(*id)) {
        stale.row("goal", Stream::Goal(id.clone()));
    }
    Ok(())
}

async fn tallies(
    connection: &mut AnyConnection,
    board: &Board,
    stale: &mut Stale,
) -> Result<(), Failed> {
    let mut counts: BTreeMap<(String, String), i64> = BTreeMap::new();
    for task in board.tasks.values() {
        let state = task.state.name().to_string();
        if let Some(goal) = &task.goal {
            *counts.entry((goal.to_string(), state.clone())).or_default() += 1;
        }
        *counts.entry((String::new(), state)).or_default() += 1;
    }
    // What is told takes away what was counted; nothing is left where both agree.
    for row in sqlx::query("SELECT goal, state, tasks FROM tally").fetch_all(connection).await? {
        let goal: String = row.try_get(0).unwrap_or_else(|_| "?".into());
        if !goal.is_empty() && goal.parse::<GoalId>().is_err() {
            stale.stray("tally", &goal);
            continue;
        }
        let (Ok(state), Ok(told)) = (row.try_get(1), row.try_get::<i64, _>(2)) else {
            stale.stray("tally", &goal);
            continue;
        };
        let left = counts.entry((goal, state)).or_default();
        *left = left.saturating_sub(told);
    }
    let wrong = counts.into_iter().filter(|(_, left)| *left != 0);
    stale.findings.extend(wrong.map(|((goal, state), _)| Damage::TallyStale { goal, state }));
    Ok(())
}
