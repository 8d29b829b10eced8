//! Answering from the projections: one row, or one page.

use std::collections::BTreeMap;
use std::sync::Arc;

use countersign_core::{Goal, GoalId, Task, TaskId, Team};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::read::Readers;
use crate::sql::{Value, int, number, query, select_in, text};
use crate::state::{self, Snapshot, State};
use crate::{GoalQuery, Listed, Numbered, Order, Place, Position, StoreError, Stream, TaskQuery};

impl Readers {
    async fn row(&self, stream: &Stream) -> Result<Option<AnyRow>, StoreError> {
        let sql = format!("SELECT {} FROM stream s WHERE s.id = $1", state::COLUMNS);
        let row = query(sql, [text(stream.to_string())]).fetch_optional(&self.pool).await;
        row.map_err(self.failed())
    }

    async fn snapshot(&self, stream: &Stream) -> Result<Option<Snapshot>, StoreError> {
        let row = self.row(stream).await?;
        row.map(|row| Snapshot::of(stream.clone(), &row)).transpose()
    }

    pub(crate) async fn team(&self) -> Result<(Arc<Team>, u64), StoreError> {
        match self.row(&Stream::Team).await? {
            None => Ok((Arc::default(), 0)),
            Some(row) => Ok((self.team.of(&row)?, number(row.try_get(1)?))),
        }
    }

    pub(crate) async fn task(&self, id: &TaskId) -> Result<Option<(Task, u64)>, StoreError> {
        match self.snapshot(&Stream::Task(id.clone())).await? {
            None => Ok(None),
            Some(Snapshot { state: State::Task(task), version, .. }) => Ok(Some((*task, version))),
            Some(other) => Err(mixed_up(other.stream)),
        }
    }

    pub(crate) async fn tasks_named(
        &self,
        ids: &[TaskId],
    ) -> Result<BTreeMap<TaskId, (Task, u64)>, StoreError> {
        let keys: Vec<String> = ids.iter().map(|id| Stream::Task(id.clone()).to_string()).collect();
        let select = format!("SELECT {} FROM stream s WHERE s.id IN", state::COLUMNS);
        let mut connection = self.pool.acquire().await.map_err(self.failed())?;
        let rows = select_in(&mut connection, &select, &keys, "").await.map_err(self.failed())?;
        rows.iter()
            .map(|row| match Snapshot::from_row(row)? {
                Snapshot { state: State::Task(task), version, .. } => {
                    Ok((task.id.clone(), (*task, version)))
                }
                other => Err(mixed_up(other.stream)),
            })
            .collect()
    }

    pub(crate) async fn goal(&self, id: &GoalId) -> Result<Option<(Goal, u64)>, StoreError> {
        match self.snapshot(&Stream::Goal(id.clone())).await? {
            None => Ok(None),
            Some(Snapshot { state: State::Goal(goal), version, .. }) => Ok(Some((*goal, version))),
            Some(other) => Err(mixed_up(other.stream)),
        }
    }

    pub(crate) async fn tasks(&self, asked: &TaskQuery) -> Result<Vec<Listed<Task>>, StoreError> {
        let mut page = Page::new("task");
        page.equals("goal", asked.goal.as_ref().map(|goal| text(goal.as_str())));
        page.equals("builder", asked.builder.as_ref().map(|builder| text(builder.as_str())));
        page.equals("kind", asked.kind.map(|kind| text(kind.name())));
        page.settled(asked.settled);
        page.among("state", &asked.states);
        page.after(asked.order, asked.after);
        let rows = self.page(page, asked.order, asked.limit).await?;
        rows.iter()
            .map(|row| match listed(row)? {
                (Snapshot { state: State::Task(task), version, .. }, position) => {
                    Ok(Listed { position, version, item: *task })
                }
                (other, _) => Err(mixed_up(other.stream)),
            })
            .collect()
    }

    pub(crate) async fn goals(&self, asked: &GoalQuery) -> Result<Vec<Listed<Goal>>, StoreError> {
        let mut page = Page::new("goal");
        page.among("state", &asked.states);
        page.after(asked.order, asked.after);
        let rows = self.page(page, asked.order, asked.limit).await?;
        rows.iter()
            .map(|row| match listed(row)? {
                (Snapshot { state: State::Goal(goal), version, .. }, position) => {
                    Ok(Listed { position, version, item: *goal })
                }
                (other, _) => Err(mixed_up(other.stream)),
            })
            .collect()
    }

    async fn page(&self, page: Page, order: Order, limit: u32) -> Result<Vec<AnyRow>, StoreError> {
        let (sql, values) = page.finish(order, limit);
        query(sql, values).fetch_all(&self.pool).await.map_err(self.failed())
    }

    pub(crate) async fn task_counts(
        &self,
        goal: Option<&GoalId>,
    ) -> Result<BTreeMap<String, u64>, StoreError> {
        let sql = "SELECT state, tasks FROM tally WHERE goal = $1 AND tasks > 0".to_string();
        let goal = goal.map_or("", GoalId::as_str);
        let rows = query(sql, [text(goal)]).fetch_all(&self.pool).await.map_err(self.failed())?;
        rows.iter().map(|row| Ok((row.try_get(0)?, number(row.try_get(1)?)))).collect()
    }

    pub(crate) async fn next_number(&self, of: Numbered) -> Result<u64, StoreError> {
        let sql = match of {
            Numbered::Task => "SELECT MAX(number) FROM task",
            Numbered::Goal => "SELECT MAX(number) FROM goal",
        };
        let row = sqlx::query(sql).fetch_one(&self.pool).await.map_err(self.failed())?;
        let highest: Option<i64> = row.try_get(0)?;
        Ok(highest.map_or(0, number) + 1)
    }
}

/// A statement that grows by conditions.
struct Page {
    table: &'static str,
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Page {
    fn new(table: &'static str) -> Self {
        Self { table, conditions: Vec::new(), values: Vec::new() }
    }

    fn bind(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn equals(&mut self, column: &str, value: Option<Value>) {
        if let Some(value) = value {
            let place = self.bind(value);
            self.conditions.push(format!("t.{column} = {place}"));
        }
    }

    /// Written out and not bound: only so does the index of unsettled tasks apply.
    fn settled(&mut self, wanted: Option<bool>) {
        if let Some(wanted) = wanted {
            self.conditions.push(format!("t.settled = {}", i64::from(wanted)));
        }
    }

    fn among(&mut self, column: &str, values: &[String]) {
        if !values.is_empty() {
            let places: Vec<_> = values.iter().map(|value| self.bind(text(value))).collect();
            self.conditions.push(format!("t.{column} IN ({})", places.join(", ")));
        }
    }

    fn after(&mut self, order: Order, position: Option<Position>) {
        let Some(Position { since, created }) = position else { return };
        match order {
            Order::Created => {
                let place = self.bind(Value::Int(created));
                self.conditions.push(format!("t.created > {place}"));
            }
            Order::Since => {
                let since = self.bind(Value::Int(since));
                let created = self.bind(Value::Int(created));
                self.conditions.push(format!("(t.since, t.created) > ({since}, {created})"));
            }
        }
    }

    fn finish(mut self, order: Order, limit: u32) -> (String, Vec<Value>) {
        let limit = self.bind(int(u64::from(limit)));
        let Self { table, conditions, values } = self;
        let conditions = match conditions.is_empty() {
            true => String::new(),
            false => format!("WHERE {}", conditions.join(" AND ")),
        };
        let order = match order {
            Order::Created => "t.created",
            Order::Since => "t.since, t.created",
        };
        let columns = state::COLUMNS;
        let sql = format!(
            "SELECT {columns}, t.since, t.created FROM {table} t \
             JOIN stream s ON s.id = '{table}/' || t.id {conditions} ORDER BY {order} LIMIT {limit}"
        );
        (sql, values)
    }
}

fn listed(row: &AnyRow) -> Result<(Snapshot, Position), StoreError> {
    let snapshot = Snapshot::from_row(row)?;
    Ok((snapshot, Position { since: row.try_get(4)?, created: row.try_get(5)? }))
}

fn mixed_up(stream: Stream) -> StoreError {
    let what = "it is the state of something else".to_string();
    StoreError::Corrupt { record: Place::Snapshot(stream), what }
}
