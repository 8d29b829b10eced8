//! All tools, by what they are about.

mod advisory;
mod contracts;
mod dispatch;
mod goals;
mod tasks;
mod team;
mod verification;

use std::sync::LazyLock;

use countersign_core::duty::{self, Act};
use countersign_core::{Command, Goal, GoalId, PathNote, Refusal, TaskCommand, TaskId, TreeId};
use schemars::JsonSchema;
use serde::Serialize;

use super::house::Call;
use super::tool::Tool;
use crate::acts::confirming::{self, Confirmation};
use crate::acts::{begun, handing_in};
use crate::failure::Failure;
use crate::output::view::{DoneView, TaskRow};

static ALL: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let groups = [
        goals::all(),
        tasks::all(),
        verification::all(),
        dispatch::all(),
        contracts::all(),
        team::all(),
        advisory::all(),
    ];
    groups.into_iter().flatten().collect()
});

pub fn all() -> &'static [Tool] {
    &ALL
}

pub fn named(name: &str) -> Option<&'static Tool> {
    ALL.iter().find(|tool| tool.name() == name)
}

/// Most entries of a list that is given.
const MOST: usize = 1000;

/// A list that nobody writes by hand would keep others waiting.
fn few(name: &str, entries: usize) -> Result<(), Failure> {
    match entries > MOST {
        true => Err(Failure::Usage(format!(
            "{name} has {entries} entries, and at most {MOST} are taken"
        ))),
        false => Ok(()),
    }
}

/// Refuses an argument that only a lead may give.
async fn direct(call: &Call, argument: &'static str) -> Result<(), Failure> {
    let (team, _) = call.house.engine.store().shared_team().await?;
    duty::permit(Act::Direct, call.session.actor(), None, &team)
        .map_err(Failure::argument(argument))?;
    Ok(())
}

/// A page of a list.
#[derive(Debug)]
struct Paging {
    limit: u32,
    after: Option<String>,
}

impl Paging {
    fn new(limit: Option<u32>, after: Option<String>) -> Result<Self, Failure> {
        match limit {
            Some(0) => Err(Failure::Usage("limit: a page has 1 to 1000 entries, and not 0".into())),
            limit => Ok(Self { limit: limit.unwrap_or(50).min(1000), after }),
        }
    }

    fn position(&self) -> Result<Option<countersign_store::Position>, Failure> {
        let read = |text: &String| {
            text.parse()
                .map_err(|_| Failure::Usage(format!("{text:?} is no place that a page gave")))
        };
        self.after.as_ref().map(read).transpose()
    }
}

async fn goal_is_there(call: &Call, goal: &GoalId) -> Result<Goal, Failure> {
    let found = call.house.engine.store().goal(goal).await?;
    let none = || Refusal::NoSuchGoal { goal: goal.clone() }.into();
    found.map(|(goal, _)| goal).ok_or_else(none)
}

/// What a command made of a task, in short; get_task has all of it.
type TaskChanged = DoneView<TaskRow>;

/// One command on one task.
async fn command(call: &Call, id: TaskId, command: TaskCommand) -> Result<TaskChanged, Failure> {
    let done = call.desk().execute(&[Command::Task(id.clone(), command)]).await?;
    let task = done.board.task(&id)?;
    Ok(DoneView::new(&done, TaskRow::new(task)))
}

/// A task that was confirmed.
#[derive(Debug, Serialize, JsonSchema)]
struct TaskConfirmed {
    #[serde(flatten)]
    changed: TaskChanged,
    /// Where it lies, if the folder does not hold it.
    kept: Option<String>,
    findings: Vec<String>,
}

/// The same for one that confirms what was judged.
async fn confirm(
    call: &Call,
    id: TaskId,
    command: TaskCommand,
    judged: Option<String>,
) -> Result<TaskConfirmed, Failure> {
    let project = call.house.project()?;
    let judged = judged.map(TreeId::new).transpose()?;
    let desk = call.desk();
    let Confirmation { done, kept } =
        confirming::confirm(&desk, Some(&project), &id, command, judged.as_ref()).await?;
    // What stays is removed in the next round.
    let _ = handing_in::clear(call.house.engine.store(), &project, &id).await;
    let task = done.board.task(&id)?;
    let changed = DoneView::new(&done, TaskRow::new(task));
    let findings = begun::findings(call.house.engine.store(), &id).await?;
    let kept = kept.map(|kept| kept.display().to_string());
    let findings = findings.into_iter().map(|PathNote { path, why }| format!("{path} ({why})"));
    Ok(TaskConfirmed { changed, kept, findings: findings.collect() })
}

/// A state that there is not would make an empty list look like news.
fn known_states(given: &[String], known: &[&str]) -> Result<(), Failure> {
    match given.iter().find(|state| !known.contains(&state.as_str())) {
        Some(state) => Err(Failure::Usage(format!(
            "there is no state {state:?}; there are: {}",
            known.join(", ")
        ))),
        None => Ok(()),
    }
}
