//! Goals.

use countersign_core::{Command, Event, EvidenceId, GoalCommand, GoalId, TaskId, Title};
use countersign_engine::Done;
use countersign_store::GoalQuery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Paging;
use crate::commands::goal::{self, StatusView};
use crate::failure::Failure;
use crate::mcp::house::{Call, statement};
use crate::mcp::tool::{Effect, Tool};
use crate::output::view::{DoneView, GoalView, PageView};

pub fn all() -> Vec<Tool> {
    vec![
        Tool::new("create_goal", Effect::Writes, "Create a goal: a container for tasks that together deliver something.", create)
            .said_by("creator"),
        Tool::new("link_task_to_goal", Effect::Writes, "Put an existing task into a goal (lead). A goal that was verified is open again then.", link),
        Tool::new("goal_status", Effect::Reads, "A goal with its state, how many of its tasks are in each state, and its tasks.", status),
        Tool::new("verify_goal", Effect::Writes, "Confirm that the integrated whole works (a lead, in person). Say what was tried.", verify)
            .said_by("agent_name"),
        Tool::new("reject_goal", Effect::Writes, "Send the whole back (a lead, in person). Verified tasks stay verified; make new tasks for what is wrong.", reject)
            .said_by("agent_name"),
        Tool::new("list_goals", Effect::Reads, "Goals, oldest first.", list),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Create {
    title: Title,
    #[serde(default)]
    description: String,
    #[serde(default)]
    project: String,
}

type GoalChanged = DoneView<GoalView>;

/// A goal that was created.
#[derive(Debug, Serialize, JsonSchema)]
struct GoalCreated {
    goal_id: String,
    #[serde(flatten)]
    view: GoalChanged,
}

async fn create(
    call: Call,
    Create { title, description, project }: Create,
) -> Result<GoalCreated, Failure> {
    let create = GoalCommand::Create { title, description, project };
    let commands = |id: &GoalId| vec![Command::Goal(id.clone(), create.clone())];
    let done = call.house.engine.create_goal(&call.session, commands).await?;
    let created = done.events.iter().find_map(|event| match event {
        Event::Goal(id, _) => Some(id.clone()),
        Event::Team(_) | Event::Task(..) => None,
    });
    let id = created.ok_or_else(|| Failure::Usage("nothing was created".into()))?;
    Ok(GoalCreated { goal_id: id.to_string(), view: changed(&done, &id)? })
}

fn changed(done: &Done, id: &GoalId) -> Result<GoalChanged, Failure> {
    Ok(DoneView::new(done, GoalView::new(done.board.goal(id)?)))
}

async fn command(call: &Call, id: GoalId, command: GoalCommand) -> Result<GoalChanged, Failure> {
    let done = call.desk().execute(&[Command::Goal(id.clone(), command)]).await?;
    changed(&done, &id)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Link {
    task_id: TaskId,
    goal_id: GoalId,
}

/// A goal with one more task.
#[derive(Debug, Serialize, JsonSchema)]
struct Linked {
    #[serde(flatten)]
    view: GoalChanged,
    /// The goal was verified, or waited to be, and is open again because of this task.
    reopened: bool,
}

async fn link(call: Call, Link { task_id, goal_id }: Link) -> Result<Linked, Failure> {
    let link = [Command::Goal(goal_id.clone(), GoalCommand::LinkTask { task: task_id })];
    let done = call.desk().execute(&link).await?;
    Ok(Linked { reopened: goal::is_reopened(&done), view: changed(&done, &goal_id)? })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Status {
    goal_id: GoalId,
    /// How many of its tasks, from 1 to 1000 [default: 50]
    #[serde(default)]
    limit: Option<u32>,
    /// The `after` of the page before
    #[serde(default)]
    after: Option<String>,
}

async fn status(
    call: Call,
    Status { goal_id, limit, after }: Status,
) -> Result<StatusView, Failure> {
    let paging = Paging::new(limit, after)?;
    StatusView::of(call.house.engine.store(), &goal_id, paging.position()?, paging.limit).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Verify {
    goal_id: GoalId,
    /// What was tried on the whole
    notes: String,
    /// A recorded run that it rests on as well
    #[serde(default)]
    evidence: Option<EvidenceId>,
}

async fn verify(
    call: Call,
    Verify { goal_id, notes, evidence }: Verify,
) -> Result<GoalChanged, Failure> {
    let notes = statement("notes", notes)?;
    command(&call, goal_id, GoalCommand::Verify { notes, evidence }).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reject {
    goal_id: GoalId,
    reason: String,
}

async fn reject(call: Call, Reject { goal_id, reason }: Reject) -> Result<GoalChanged, Failure> {
    command(&call, goal_id, GoalCommand::Reject { reason: statement("reason", reason)? }).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct List {
    /// Only goals in one of these states: open, active, pending_verify, verified
    #[serde(default)]
    states: Vec<String>,
    /// How many, at most 1000 [default: 50]
    #[serde(default)]
    limit: Option<u32>,
    /// The `after` of the page before
    #[serde(default)]
    after: Option<String>,
}

async fn list(
    call: Call,
    List { states, limit, after }: List,
) -> Result<PageView<GoalView>, Failure> {
    let paging = Paging::new(limit, after)?;
    super::known_states(&states, &countersign_core::GoalState::NAMES)?;
    let query = GoalQuery {
        states,
        after: paging.position()?,
        limit: paging.limit,
        ..GoalQuery::default()
    };
    let goals = call.house.engine.store().goals(&query).await?;
    Ok(PageView::new(goals, paging.limit, |goal| GoalView::new(&goal)))
}
