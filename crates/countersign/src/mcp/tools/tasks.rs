//! Tasks: from creation to verification.

use std::collections::BTreeSet;

use countersign_contract::brief::HandIn;
use countersign_core::{
    ActorId, Assurance, ContractKind, GoalId, Hat, Refusal, TaskCommand, TaskId, TaskState, label,
};
use countersign_engine::InboxQuery;
use countersign_store::{Order, TaskQuery};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Paging, TaskChanged, TaskConfirmed, command};
use crate::acts::creating::NewTask;
use crate::acts::{begun, places, starting};
use crate::commands::inbox;
use crate::commands::task::show::ShowView;
use crate::config::Project;
use crate::failure::Failure;
use crate::mcp::house::{Call, statement};
use crate::mcp::judgements::waits;
use crate::mcp::making::{self, Asked};
use crate::mcp::next;
use crate::mcp::tool::{Effect, Tool};
use crate::mcp::words::AcceptanceCriterion;
use crate::output::view::{DoneView, PageView, Reader, TaskRow, TaskView, WaitingView};

pub fn all() -> Vec<Tool> {
    vec![
        Tool::new("create_task", Effect::Writes, "Create a task. Its contract (what will be checked) is made from its text and the project's folder, and is part of the answer.", create)
            .said_by("creator"),
        Tool::new("assign_task", Effect::Writes, "Hand a task to someone (lead).", assign).said_by("agent_name"),
        Tool::new("update_task", Effect::Writes, "Begin the work on a task that is assigned to you: status \"in_progress\". A lead may give one up: status \"cancelled\" with a reason. Every other state follows from another tool.", update)
            .said_by("agent_name"),
        Tool::new("approve_task", Effect::Writes, "Approve work that is in review (reviewer or lead, not its builder).", approve).said_by("agent_name"),
        Tool::new("reject_task", Effect::Writes, "Send work in review back to its builder (reviewer or lead, not its builder).", reject).said_by("agent_name"),
        Tool::new("verify_task", Effect::Writes, "Confirm completed work after trying it (tester or lead, neither its builder nor its approver).", verify).said_by("agent_name"),
        Tool::new("reject_verification", Effect::Writes, "Send completed work back after trying it (tester or lead, neither its builder nor its approver).", reject_verification).said_by("agent_name"),
        Tool::new("reopen_task", Effect::Writes, "Take completed or verified work up again (lead). It goes the whole way anew.", reopen).said_by("agent_name"),
        Tool::new("list_tasks", Effect::Reads, "Tasks, oldest first.", list),
        Tool::new("get_task", Effect::Reads, "Everything about a task: its brief, contract, attempts, evidence in short, and history.", get),
        Tool::new("next_task", Effect::Writes, "Claim the next task that is assigned to you and ready: it is started, and its brief is in the answer.", next_task).said_by("agent_name"),
        Tool::new("my_inbox", Effect::Reads, "What waits for you, oldest first, each with the tool to call next.", my_inbox).said_by("agent_name"),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Create {
    /// One line, or a text that begins with it
    title: String,
    /// What to do, in full
    #[serde(default)]
    description: String,
    /// Who does it (lead)
    #[serde(default)]
    assign_to: Option<ActorId>,
    /// The goal it belongs to (lead)
    #[serde(default)]
    goal_id: Option<GoalId>,
    /// Tasks that must be completed first
    #[serde(default)]
    depends_on: BTreeSet<TaskId>,
    /// What is checked beyond what the text and the project state
    #[serde(default)]
    acceptance_criteria: Vec<AcceptanceCriterion>,
    /// Files that the work will touch [default: predicted]
    #[serde(default)]
    files: Vec<String>,
    /// What kind of work it is (lead) [default: told from the text]
    #[serde(default)]
    kind: Option<ContractKind>,
    /// How far it must go (lead) [default: independent]
    #[serde(default)]
    assurance: Option<Assurance>,
    /// How many failed attempts are sent back before the task blocks (lead) [default: 1]
    #[serde(default)]
    revisions: Option<u32>,
    /// Whether the project's own tests, lint and types count too (lead: false)
    #[serde(default)]
    universal_criteria: Option<bool>,
}

async fn create(call: Call, args: Create) -> Result<TaskCreated, Failure> {
    super::few("depends_on", args.depends_on.len())?;
    super::few("files", args.files.len())?;
    super::few("acceptance_criteria", args.acceptance_criteria.len())?;
    let without_universal = args.universal_criteria == Some(false);
    let less_than_usual = [
        ("kind", args.kind.is_some()),
        ("assurance", args.assurance.is_some()),
        ("revisions", args.revisions.is_some()),
        ("universal_criteria", without_universal),
    ];
    if let Some((argument, _)) = less_than_usual.into_iter().find(|(_, is_said)| *is_said) {
        // That is a lead's to say; an agent would decide how it is judged.
        super::direct(&call, argument).await?;
    }
    let (title, brief) = making::titled(&args.title, &args.description)?;
    let asked = Asked {
        title,
        brief,
        kind: args.kind,
        files: args.files,
        criteria: args.acceptance_criteria,
        universal: !without_universal,
    };
    let made = making::contract(&call, &asked).await?;
    let task = NewTask {
        title: asked.title,
        brief: asked.brief,
        made,
        assurance: args.assurance.unwrap_or(Assurance::Independent),
        revisions: args.revisions.unwrap_or(1),
        depends_on: args.depends_on,
        labels: label::of_universal(!without_universal).into_iter().collect(),
        goal: args.goal_id,
        assign: args.assign_to,
    };
    let (done, id) = task.create(&call.desk(), None).await?;
    begun::made(&call.house.project()?, &done).await;
    let view = DoneView::new(&done, TaskView::new(done.board.task(&id)?, Reader::Anyone));
    Ok(TaskCreated { task_id: id.to_string(), view })
}

/// A task that was created.
#[derive(Debug, Serialize, JsonSchema)]
struct TaskCreated {
    task_id: String,
    #[serde(flatten)]
    view: DoneView<TaskView>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Assign {
    task_id: TaskId,
    assign_to: ActorId,
    /// What whoever works on it is to know beyond the task
    #[serde(default)]
    note: Option<String>,
}

async fn assign(
    call: Call,
    Assign { task_id, assign_to, note }: Assign,
) -> Result<TaskChanged, Failure> {
    let note = note.map(|note| statement("note", note)).transpose()?;
    command(&call, task_id, TaskCommand::Assign { to: assign_to, then: Vec::new(), note }).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Update {
    task_id: TaskId,
    /// in_progress, or cancelled
    status: String,
    /// Why it is given up
    #[serde(default)]
    reason: Option<String>,
    /// Your git work tree, by path or name
    #[serde(default)]
    worktree: Option<String>,
}

async fn update(
    call: Call,
    Update { task_id, status, reason, worktree }: Update,
) -> Result<TaskChanged, Failure> {
    match (status.as_str(), reason) {
        ("in_progress", None) => {
            let place = call.house.project_in(worktree.as_deref())?;
            let _turn = places::turn(&place).await?;
            start(&call, &place, &task_id).await
        }
        ("cancelled", Some(reason)) => {
            command(&call, task_id, TaskCommand::Cancel { reason: statement("reason", reason)? })
                .await
        }
        ("cancelled", None) => Err(Failure::Usage("say with \"reason\" why it is given up".into())),
        ("in_progress", Some(_)) => Err(Failure::Usage("beginning takes no reason".into())),
        _ => Err(Failure::NoSuchDoor { task: task_id, status }),
    }
}

async fn start(call: &Call, place: &Project, id: &TaskId) -> Result<TaskChanged, Failure> {
    let done = starting::start(&call.desk(), Some(place), id).await?;
    Ok(DoneView::new(&done, TaskRow::new(done.board.task(id)?)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Approve {
    task_id: TaskId,
    /// judged.tree of get_task, if you looked at that
    #[serde(default)]
    judged: Option<String>,
}

async fn approve(
    call: Call,
    Approve { task_id, judged }: Approve,
) -> Result<TaskConfirmed, Failure> {
    super::confirm(&call, task_id, TaskCommand::Approve, judged).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WithReason {
    task_id: TaskId,
    /// Exactly what is wrong, for whoever mends it
    reason: String,
}

async fn reject(
    call: Call,
    WithReason { task_id, reason }: WithReason,
) -> Result<TaskChanged, Failure> {
    command(&call, task_id, TaskCommand::Reject { reason: statement("reason", reason)? }).await
}

async fn reject_verification(
    call: Call,
    WithReason { task_id, reason }: WithReason,
) -> Result<TaskChanged, Failure> {
    command(
        &call,
        task_id,
        TaskCommand::RejectVerification { reason: statement("reason", reason)? },
    )
    .await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Verify {
    task_id: TaskId,
    /// What you tried, and what you saw
    notes: String,
    /// judged.tree of get_task, if you tried that
    #[serde(default)]
    judged: Option<String>,
}

async fn verify(
    call: Call,
    Verify { task_id, notes, judged }: Verify,
) -> Result<TaskConfirmed, Failure> {
    let command = TaskCommand::Verify { notes: statement("notes", notes)? };
    super::confirm(&call, task_id, command, judged).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reopen {
    task_id: TaskId,
    reason: String,
    /// Who does it [default: its builder]
    #[serde(default)]
    builder: Option<ActorId>,
}

async fn reopen(
    call: Call,
    Reopen { task_id, reason, builder }: Reopen,
) -> Result<TaskChanged, Failure> {
    command(&call, task_id, TaskCommand::Reopen { reason: statement("reason", reason)?, builder })
        .await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    goal_id: Option<GoalId>,
    /// Only tasks in one of these states: pending, assigned, in_progress, review, completed, verified, blocked, cancelled
    #[serde(default)]
    states: Vec<String>,
    /// Only tasks in the hands of this actor
    #[serde(default)]
    builder: Option<ActorId>,
    /// How many, at most 1000 [default: 50]
    #[serde(default)]
    limit: Option<u32>,
    /// The `after` of the page before
    #[serde(default)]
    after: Option<String>,
}

async fn list(
    call: Call,
    List { goal_id, states, builder, limit, after }: List,
) -> Result<PageView<TaskRow>, Failure> {
    let paging = Paging::new(limit, after)?;
    super::known_states(&states, &TaskState::NAMES)?;
    if let Some(goal) = &goal_id {
        super::goal_is_there(&call, goal).await?;
    }
    let query = TaskQuery {
        goal: goal_id,
        states,
        builder,
        after: paging.position()?,
        limit: paging.limit,
        ..TaskQuery::default()
    };
    let tasks = call.house.engine.store().tasks(&query).await?;
    Ok(PageView::new(tasks, paging.limit, |task| TaskRow::new(&task)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Get {
    task_id: TaskId,
    /// Also what is hidden from workers (lead or runner)
    #[serde(default)]
    hidden: bool,
}

/// A task, and where the work on it lies.
#[derive(Serialize, JsonSchema)]
struct Shown {
    #[serde(flatten)]
    task: ShowView,
    /// Where the work lies.
    folder: Option<String>,
}

async fn get(call: Call, Get { task_id, hidden }: Get) -> Result<Shown, Failure> {
    let reader = call.reader(hidden).await?;
    let project = call.house.project()?;
    let task = ShowView::of(call.house.engine.store(), &task_id, reader, Some(&project)).await?;
    let place = places::of(&project, &task_id).ok();
    Ok(Shown { task, folder: place.map(|place| place.root().display().to_string()) })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Next {
    /// Your git work tree, by path or name
    #[serde(default)]
    worktree: Option<String>,
}

/// A task that was claimed.
#[derive(Debug, Serialize, JsonSchema)]
struct NextTask {
    /// Nothing that is ready is assigned to you if it is null.
    task: Option<TaskRow>,
    /// What to do, and how it will be judged.
    brief: Option<String>,
    /// The folder in which to do it.
    folder: Option<String>,
    /// What you have begun already.
    at_work: Vec<TaskRow>,
}

async fn next_task(call: Call, Next { worktree }: Next) -> Result<NextTask, Failure> {
    let place = call.house.project_in(worktree.as_deref())?;
    let _turn = places::turn(&place).await?;
    let store = call.house.engine.store();
    let mine = |state: &str| TaskQuery {
        builder: Some(call.session.actor().clone()),
        states: vec![state.to_owned()],
        order: Order::Since,
        ..TaskQuery::default()
    };
    let begun = store.tasks(&mine("in_progress")).await?;
    let at_work = begun.iter().map(|listed| TaskRow::new(&listed.item)).collect();
    let mut query = mine("assigned");
    loop {
        let page = store.tasks(&query).await?;
        query.after = page.last().map(|listed| listed.position);
        let last_page = page.len() < query.limit as usize;
        for listed in page {
            match start(&call, &place, &listed.item.id).await {
                Ok(started) => {
                    let task = listed.item;
                    let hand_in = next::hand_in(&task.id);
                    let hand_in = HandIn::ByCalling(&hand_in);
                    let brief = call.house.engine.brief(&task, hand_in).await?;
                    return Ok(NextTask {
                        task: Some(started.subject),
                        brief: Some(brief),
                        folder: Some(place.root().display().to_string()),
                        at_work,
                    });
                }
                // It waits for others, or someone with the same token was quicker.
                Err(Failure::Refused(
                    Refusal::WaitsForDependencies { .. } | Refusal::WrongState { .. },
                )) => {}
                Err(failure) => return Err(failure),
            }
        }
        if last_page {
            return Ok(NextTask { task: None, brief: None, folder: None, at_work });
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Inbox {
    /// How many, at most 1000 [default: 50]
    #[serde(default)]
    limit: Option<u32>,
}

/// An inbox.
#[derive(Debug, Serialize, JsonSchema)]
struct InboxView {
    actor: String,
    hats: BTreeSet<Hat>,
    waiting: Vec<WaitingView>,
}

async fn my_inbox(call: Call, Inbox { limit }: Inbox) -> Result<InboxView, Failure> {
    let engine = &call.house.engine;
    let actor = call.session.actor().clone();
    let (team, _) = engine.store().shared_team().await?;
    let hats = team.actor(&actor).map(|actor| actor.hats.clone()).unwrap_or_default();
    let limit = Paging::new(limit, None)?.limit as usize;
    let mut waiting = Vec::new();
    for effect in engine.inbox(&InboxQuery { actor: actor.clone(), limit }).await? {
        let blocked = inbox::blocked(&effect, engine.store()).await?;
        let view = WaitingView::with_card(&effect, blocked.as_ref());
        let ways_out = next::ways_out(blocked.as_ref());
        let next = match inbox::undecided(&effect, engine.store()).await? {
            Some(task) if !waits(&task) => next::judge_of_a_run(&task.id),
            Some(_) | None => next::of(&effect),
        };
        waiting.push(WaitingView { next, ways_out, ..view });
    }
    Ok(InboxView { actor: actor.to_string(), hats, waiting })
}
