//! What lists, counts and claims are answered from: rows that say what the folded states say.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Board, Goal, GoalId, Phase, Task, TaskId, TaskState};
use sqlx::AnyConnection;

use crate::sql::{Value, flag, insert, int, query, signed, text, text_or_null};
use crate::state::State;
use crate::{StoreError, Stream};

/// How many dependencies of a task are not completed.
pub(crate) const COUNT_WAITS: &str = "(SELECT COUNT(*) FROM dep d LEFT JOIN task o \
     ON o.id = d.on_task WHERE d.task = task.id AND (o.completed IS NULL OR o.completed = 0))";

/// What a task's row says, but for the dependencies it waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TaskRow {
    pub(crate) id: String,
    pub(crate) number: Option<u64>,
    pub(crate) state: String,
    pub(crate) settled: bool,
    pub(crate) completed: bool,
    pub(crate) claimable: bool,
    pub(crate) goal: Option<String>,
    pub(crate) builder: Option<String>,
    pub(crate) created: u64,
    pub(crate) since: i64,
    pub(crate) kind: String,
}

impl TaskRow {
    pub(crate) fn of(task: &Task, created: u64) -> Self {
        Self {
            id: task.id.to_string(),
            number: numbered("TASK-", task.id.as_str()),
            state: task.state.name().to_string(),
            settled: task.is_settled(),
            completed: task.is_completed(),
            claimable: is_claimable(task),
            goal: task.goal.as_ref().map(GoalId::to_string),
            builder: task.builder().map(ToString::to_string),
            created,
            since: task.since.as_microsecond(),
            kind: task.contract.kind().name().to_string(),
        }
    }

    fn to_values(&self) -> Vec<Value> {
        vec![
            text(&self.id),
            self.number.map_or(Value::NoInt, int),
            text(&self.state),
            flag(self.settled),
            flag(self.completed),
            flag(self.claimable),
            text_or_null(self.goal.as_deref()),
            text_or_null(self.builder.as_deref()),
            int(self.created),
            Value::Int(self.since),
            // Counted when all rows are in place.
            Value::Int(0),
            text(&self.kind),
        ]
    }
}

/// What a goal's row says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GoalRow {
    pub(crate) id: String,
    pub(crate) number: Option<u64>,
    pub(crate) state: String,
    pub(crate) created: u64,
    pub(crate) since: i64,
}

impl GoalRow {
    pub(crate) fn of(goal: &Goal, created: u64) -> Self {
        Self {
            id: goal.id.to_string(),
            number: numbered("GOAL-", goal.id.as_str()),
            state: goal.state.name().to_string(),
            created,
            since: goal.since.as_microsecond(),
        }
    }

    fn to_values(&self) -> Vec<Value> {
        vec![
            text(&self.id),
            self.number.map_or(Value::NoInt, int),
            text(&self.state),
            int(self.created),
            Value::Int(self.since),
        ]
    }
}

/// Whether a runner has anything to do for it. Blocked and escalated tasks wait for a person.
fn is_claimable(task: &Task) -> bool {
    match &task.state {
        TaskState::Assigned { .. }
        | TaskState::InProgress { phase: Phase::Working | Phase::Verifying, .. } => true,
        TaskState::Pending
        | TaskState::InProgress { phase: Phase::Escalated { .. }, .. }
        | TaskState::Blocked { .. }
        | TaskState::Review { .. }
        | TaskState::Completed { .. }
        | TaskState::Verified { .. }
        | TaskState::Cancelled { .. } => false,
    }
}

/// The number of an id such as `TASK-7`. `TASK-07` is another name, not the same number.
fn numbered(prefix: &str, id: &str) -> Option<u64> {
    let digits = id.strip_prefix(prefix)?;
    let value: u64 = digits.parse().ok()?;
    (value.to_string() == digits && value < signed(u64::MAX).unsigned_abs()).then_some(value)
}

/// What other rows depend on in a task, as it was before a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Shape {
    pub(crate) counted_in: Option<(String, String)>,
    completed: bool,
    depends_on: BTreeSet<TaskId>,
}

impl Shape {
    pub(crate) fn of(task: &Task) -> Self {
        let goal = task.goal.as_ref().map(GoalId::to_string).unwrap_or_default();
        Self {
            counted_in: Some((goal, task.state.name().to_string())),
            completed: task.is_completed(),
            depends_on: task.depends_on.clone(),
        }
    }
}

/// A stream whose state is new.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub(crate) stream: Stream,
    pub(crate) version: u64,
    pub(crate) created: u64,
    /// What the rows still say of a task.
    pub(crate) before: Shape,
}

/// Writes the state of each changed stream, and every row that follows from it.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    board: &Board,
    changes: &[Change],
) -> Result<(), Failed> {
    let mut snapshots = Vec::new();
    let mut tasks = Vec::new();
    let mut goals = Vec::new();
    let mut moved = Moved::default();
    for Change { stream, version, created, before } in changes {
        let body = State::json_on(board, stream)?;
        snapshots.push(vec![text(stream.to_string()), int(*version), int(*created), text(body)]);
        match stream {
            Stream::Team => {}
            Stream::Task(id) => {
                if let Some(task) = board.tasks.get(id) {
                    tasks.push(TaskRow::of(task, *created).to_values());
                    moved.note(id, before, &Shape::of(task));
                }
            }
            Stream::Goal(id) => {
                if let Some(goal) = board.goals.get(id) {
                    goals.push(GoalRow::of(goal, *created).to_values());
                }
            }
        }
    }
    let on_conflict = "ON CONFLICT (id) DO UPDATE SET ver = excluded.ver, body = excluded.body";
    insert(connection, "stream (id, ver, created, body)", &snapshots, on_conflict).await?;
    insert(
        connection,
        "task (id, number, state, settled, completed, claimable, goal, builder, created, since, \
         waits, kind)",
        &tasks,
        "ON CONFLICT (id) DO UPDATE SET state = excluded.state, settled = excluded.settled, \
         completed = excluded.completed, claimable = excluded.claimable, goal = excluded.goal, \
         builder = excluded.builder, since = excluded.since, kind = excluded.kind",
    )
    .await?;
    let on_conflict =
        "ON CONFLICT (id) DO UPDATE SET state = excluded.state, since = excluded.since";
    insert(connection, "goal (id, number, state, created, since)", &goals, on_conflict).await?;
    moved.write(connection).await?;
    Ok(())
}

/// Why rows could not be written: the database failed, or a state has no form.
#[derive(Debug)]
pub(crate) enum Failed {
    Database(sqlx::Error),
    Store(StoreError),
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        Failed::Database(error)
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Failed::Store(error)
    }
}

/// What changes of tasks mean for other rows.
#[derive(Debug, Default)]
struct Moved {
    tallies: BTreeMap<(String, String), i64>,
    dependencies_added: Vec<(TaskId, TaskId)>,
    dependencies_dropped: Vec<(TaskId, TaskId)>,
    /// Tasks that wait for other things than before.
    waits_changed: BTreeSet<TaskId>,
    /// Tasks whose dependants wait for one more or one less.
    completion_changed: Vec<TaskId>,
}

impl Moved {
    fn note(&mut self, id: &TaskId, before: &Shape, after: &Shape) {
        for (shape, step) in [(before, -1), (after, 1)] {
            let Some((goal, state)) = &shape.counted_in else { continue };
            // Every task is counted among all, and once more in its goal.
            *self.tallies.entry((String::new(), state.clone())).or_default() += step;
            if !goal.is_empty() {
                *self.tallies.entry((goal.clone(), state.clone())).or_default() += step;
            }
        }
        let pair = |on: &TaskId| (id.clone(), on.clone());
        self.dependencies_added.extend(after.depends_on.difference(&before.depends_on).map(pair));
        self.dependencies_dropped.extend(before.depends_on.difference(&after.depends_on).map(pair));
        if before.depends_on != after.depends_on {
            self.waits_changed.insert(id.clone());
        }
        if before.completed != after.completed {
            self.completion_changed.push(id.clone());
        }
    }

    async fn write(self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let pair = |(task, on): &(TaskId, TaskId)| vec![text(task.as_str()), text(on.as_str())];
        for dropped in &self.dependencies_dropped {
            let sql = "DELETE FROM dep WHERE task = $1 AND on_task = $2".to_string();
            query(sql, pair(dropped)).execute(&mut *connection).await?;
        }
        let added: Vec<_> = self.dependencies_added.iter().map(pair).collect();
        let on_conflict = "ON CONFLICT (task, on_task) DO NOTHING";
        insert(connection, "dep (task, on_task)", &added, on_conflict).await?;
        for task in &self.waits_changed {
            let sql = format!("UPDATE task SET waits = {COUNT_WAITS} WHERE id = $1");
            query(sql, [text(task.as_str())]).execute(&mut *connection).await?;
        }
        for task in &self.completion_changed {
            let sql = format!(
                "UPDATE task SET waits = {COUNT_WAITS} \
                 WHERE id IN (SELECT task FROM dep WHERE on_task = $1)"
            );
            query(sql, [text(task.as_str())]).execute(&mut *connection).await?;
        }
        let tallies: Vec<_> = self
            .tallies
            .into_iter()
            .filter(|(_, step)| *step != 0)
            .map(|((goal, state), step)| vec![text(goal), text(state), Value::Int(step)])
            .collect();
        let on_conflict =
            "ON CONFLICT (goal, state) DO UPDATE SET tasks = tally.tasks + excluded.tasks";
        insert(connection, "tally (goal, state, tasks)", &tallies, on_conflict).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_number_is_a_number() {
        assert_eq!(numbered("TASK-", "TASK-7"), Some(7));
        for other in
            ["TASK-07", "TASK-+7", "TASK-", "TASK-7a", "GOAL-7", "TASK-99999999999999999999"]
        {
            assert_eq!(numbered("TASK-", other), None, "{other}");
        }
    }
}
