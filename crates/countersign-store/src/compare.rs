//! Comparing every projected row with what the journal says.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Board, GoalId, Task, TaskId};
use sqlx::AnyConnection;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::projection::{Failed, GoalRow, TaskRow};
use crate::scan::{Scan, Seen};
use crate::sql::{int, number, query, select_in, text};
use crate::state::{self, Snapshot, State};
use crate::{Damage, StoreError, Stream};

const PAGE: u64 = 500;

/// Names each row that does not say what the scan found.
pub(crate) async fn compare(
    connection: &mut AnyConnection,
    scan: &Scan,
) -> Result<Vec<Damage>, Failed> {
    let mut stale = Stale::default();
    snapshots(connection, scan, &mut stale).await?;
    tasks(connection, scan, &mut stale).await?;
    goals(connection, scan, &mut stale).await?;
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
}

/// Reads a table page by page in the order of its ids. The id is the first column.
struct Pages {
    sql: String,
    after: String,
}

impl Pages {
    fn of(columns: &str, table: &str, letter: &str) -> Self {
        let sql = format!(
            "SELECT {columns} FROM {table} {letter} WHERE {letter}.id > $1 \
             ORDER BY {letter}.id LIMIT $2"
        );
        Self { sql, after: String::new() }
    }

    async fn next(&mut self, connection: &mut AnyConnection) -> Result<Vec<AnyRow>, sqlx::Error> {
        let values = [text(&self.after), int(PAGE)];
        let rows = query(self.sql.clone(), values).fetch_all(connection).await?;
        if let Some(last) = rows.last() {
            self.after = last.try_get(0)?;
        }
        Ok(rows)
    }
}

async fn snapshots(
    connection: &mut AnyConnection,
    scan: &Scan,
    stale: &mut Stale,
) -> Result<(), Failed> {
    let mut pages = Pages::of(state::COLUMNS, "stream", "s");
    let mut seen = BTreeSet::new();
    loop {
        let rows = pages.next(connection).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            let id: String = row.try_get(0)?;
            // A name that is none belongs to nothing that the journal knows.
            let Ok(stream) = id.parse::<Stream>() else { continue };
            let told = match Snapshot::of(stream.clone(), row) {
                Ok(snapshot) => Some(snapshot),
                Err(StoreError::Corrupt { .. }) => None,
                Err(error) => return Err(error.into()),
            };
            if told != known(scan, &stream) {
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
    scan: &Scan,
    stale: &mut Stale,
) -> Result<(), Failed> {
    let columns = "t.id, t.number, t.state, t.settled, t.completed, t.claimable, t.goal, \
                   t.builder, t.created, t.since, t.waits";
    let mut pages = Pages::of(columns, "task", "t");
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
            let Ok(id) = id.parse::<TaskId>() else { continue };
            let stream = Stream::Task(id.clone());
            let task = scan.board.tasks.get(&id);
            let wanted = task
                .map(|task| (TaskRow::of(task, created(scan, &stream)), waits(&scan.board, task)));
            if Some(task_row(row)?) != wanted {
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
    let sql = "SELECT d.task FROM dep d LEFT JOIN task t ON t.id = d.task WHERE t.id IS NULL";
    for row in sqlx::query(sql).fetch_all(connection).await? {
        if let Ok(id) = row.try_get::<String, _>(0)?.parse() {
            stale.row("dep", Stream::Task(id));
        }
    }
    Ok(())
}

fn task_row(row: &AnyRow) -> Result<(TaskRow, u64), sqlx::Error> {
    let told = TaskRow {
        id: row.try_get(0)?,
        number: row.try_get::<Option<i64>, _>(1)?.map(number),
        state: row.try_get(2)?,
        settled: row.try_get::<i64, _>(3)? != 0,
        completed: row.try_get::<i64, _>(4)? != 0,
        claimable: row.try_get::<i64, _>(5)? != 0,
        goal: row.try_get(6)?,
        builder: row.try_get(7)?,
        created: number(row.try_get(8)?),
        since: row.try_get(9)?,
    };
    Ok((told, number(row.try_get(10)?)))
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
    scan: &Scan,
    stale: &mut Stale,
) -> Result<(), Failed> {
    let mut pages = Pages::of("g.id, g.number, g.state, g.created, g.since", "goal", "g");
    let mut seen = BTreeSet::new();
    loop {
        let rows = pages.next(connection).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            let told = GoalRow {
                id: row.try_get(0)?,
                number: row.try_get::<Option<i64>, _>(1)?.map(number),
                state: row.try_get(2)?,
                created: number(row.try_get(3)?),
                since: row.try_get(4)?,
            };
            let Ok(id) = told.id.parse::<GoalId>() else { continue };
            let stream = Stream::Goal(id.clone());
            let goal = scan.board.goals.get(&id);
            if Some(told) != goal.map(|goal| GoalRow::of(goal, created(scan, &stream))) {
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
        let told: i64 = row.try_get(2)?;
        *counts.entry((row.try_get(0)?, row.try_get(1)?)).or_default() -= told;
    }
    let wrong = counts.into_iter().filter(|(_, left)| *left != 0);
    stale.findings.extend(wrong.map(|((goal, state), _)| Damage::TallyStale { goal, state }));
    Ok(())
}
