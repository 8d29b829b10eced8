//! Dispatch records, under the names that task dispatchers use. A batch is a goal: the tasks of one deliverable.

use std::collections::{BTreeMap, BTreeSet};

use countersign_contract::intake::Complexity;
use countersign_core::duty::{self, Act};
use countersign_core::{
    ActorId, Amendment, Assurance, Command, Contract, Criterion, CriterionId, GoalCommand, GoalId,
    Refusal, TaskCommand, TaskId, TaskState, Timestamp, Timing, Title, Visibility, label,
};
use countersign_engine::now;
use countersign_store::TaskQuery;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::{TaskChanged, command};
use crate::acts::creating::NewTask;
use crate::acts::{begun, judging};
use crate::commands::criterion::refuse_known;
use crate::commands::export::{self, Dispatch};
use crate::commands::goal::counts;
use crate::failure::Failure;
use crate::mcp::house::{Call, statement};
use crate::mcp::making::{self, Asked};
use crate::mcp::tool::{Effect, Tool};
use crate::mcp::words::AcceptanceCriterion;
use crate::output::view::{DoneView, GoalView, Reader, TaskRow};

/// Most tasks of a batch.
const MOST: usize = 100;

pub fn all() -> Vec<Tool> {
    vec![
        Tool::new("dispatch_task", Effect::Writes, "Dispatch a task: its acceptance criteria come from its text, and the project's own are added. Answers its record.", dispatch_one)
            .said_by("creator"),
        Tool::new("dispatch_batch", Effect::Writes, "Dispatch several tasks as one batch, all of them or none (lead). The batch is a goal.", dispatch_batch)
            .said_by("creator"),
        Tool::new("get_batch_status", Effect::Reads, "A batch with a record for each of its tasks.", batch_status),
        Tool::new("cancel_batch", Effect::Writes, "Give up what is not done of a batch (lead).", cancel_batch).said_by("agent_name"),
        Tool::new("mark_task_complete_override", Effect::Writes, "Take a task as done against the verification (a lead, in person). It can never count as verified.", override_task)
            .said_by("agent_name"),
        Tool::new("add_acceptance_criterion", Effect::Writes, "Add a criterion to a task's contract, before the work or while it is blocked (lead).", add_criterion)
            .said_by("agent_name"),
        Tool::new("edit_dispatch", Effect::Writes, "Change or remove a criterion of a task's contract, before the work or while it is blocked (lead).", edit)
            .said_by("agent_name"),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Item {
    /// What to do: a line, or a page that begins with its title
    task: String,
    /// Its project: the one that is served, by name or folder
    #[serde(default)]
    workspace: Option<String>,
    /// Who works on it may depend on it
    #[serde(default)]
    complexity: Option<Complexity>,
    /// Only recorded
    #[serde(default)]
    priority: Option<String>,
    /// Only recorded
    #[serde(default)]
    model: Option<String>,
    /// Criteria beyond those of the text
    #[serde(default)]
    acceptance_criteria: Vec<AcceptanceCriterion>,
    /// Whether the project's own tests, lint and types count too (lead: false)
    #[serde(default)]
    universal_criteria: Option<bool>,
    /// Who does it (lead)
    #[serde(default)]
    assign_to: Option<ActorId>,
    /// Tasks that must be completed first
    #[serde(default)]
    depends_on: BTreeSet<TaskId>,
}

impl Item {
    async fn task(self, call: &Call) -> Result<NewTask, Failure> {
        self.is_here(call)?;
        super::few("depends_on", self.depends_on.len())?;
        super::few("acceptance_criteria", self.acceptance_criteria.len())?;
        let (title, brief) = making::titled(&self.task, "")?;
        let universal = self.universal_criteria.unwrap_or(true);
        if !universal {
            // A weaker contract than usual is a lead's to ask for.
            super::direct(call, "universal_criteria").await?;
        }
        let asked = Asked {
            title,
            brief,
            kind: None,
            files: Vec::new(),
            criteria: self.acceptance_criteria,
            universal,
        };
        let made = making::contract(call, &asked).await?;
        let said = [
            (label::COMPLEXITY, self.complexity.map(|it| it.name().to_owned())),
            (label::PRIORITY, self.priority),
            (label::MODEL, self.model),
        ];
        let labels = said.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let labels = labels.chain(label::of_universal(universal));
        Ok(NewTask {
            title: asked.title,
            brief: asked.brief,
            made,
            assurance: Assurance::Independent,
            revisions: 1,
            depends_on: self.depends_on,
            labels: labels.collect::<BTreeMap<_, _>>(),
            goal: None,
            assign: self.assign_to,
        })
    }

    /// One server serves one project.
    fn is_here(&self, call: &Call) -> Result<(), Failure> {
        let root = call.house.root();
        let here = root.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_root = |named: &str| {
            let folder = root.join(named).canonicalize();
            folder.is_ok_and(|folder| root.canonicalize().is_ok_and(|root| root == folder))
        };
        match &self.workspace {
            Some(named) if named != here && !is_root(named) => Err(Failure::Usage(format!(
                "this server serves the project {here:?}, and not {named:?}"
            ))),
            _ => Ok(()),
        }
    }
}

async fn record(call: &Call, id: &TaskId) -> Result<Dispatch, Failure> {
    let task = judging::task(&call.desk(), id).await?;
    export::record(call.house.engine.store(), &call.house.project()?, task).await
}

/// A new task's record, with what of its text no criterion looks at.
#[derive(Debug, Serialize, JsonSchema)]
struct Dispatched {
    #[serde(flatten)]
    record: Dispatch,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_covered: Vec<String>,
}

async fn dispatch_one(call: Call, item: Item) -> Result<Dispatched, Failure> {
    let task = item.task(&call).await?;
    let not_covered = task.made.contract.not_covered().to_vec();
    let (done, id) = task.create(&call.desk(), None).await?;
    begun::made(&call.house.project()?, &done).await;
    Ok(Dispatched { record: record(&call, &id).await?, not_covered })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Batch {
    /// What the tasks together deliver [default: the first task]
    #[serde(default)]
    title: Option<Title>,
    /// Each as dispatch_task takes it, or its text alone
    #[schemars(with = "Vec<Given>")]
    tasks: Vec<Said>,
}

/// A task of a batch.
#[derive(Debug)]
struct Said(Item);

#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it only says what is taken")]
enum Given {
    Text(String),
    Whole(Box<Item>),
}

impl<'de> Deserialize<'de> for Said {
    /// By hand, so that what is wrong with one is told in its own words.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let whole = match Value::deserialize(deserializer)? {
            Value::String(task) => json!({ "task": task }),
            whole @ Value::Object(_) => whole,
            other => {
                let why = format!("a task is a text, or an object with \"task\", and not {other}");
                return Err(D::Error::custom(why));
            }
        };
        serde_json::from_value(whole).map(Self).map_err(D::Error::custom)
    }
}

/// A batch and the records of its tasks.
#[derive(Debug, Serialize, JsonSchema)]
struct BatchView {
    batch_id: String,
    goal: GoalView,
    /// How many of its tasks are in each state.
    counts: BTreeMap<String, u64>,
    dispatches: Vec<Dispatch>,
}

async fn dispatch_batch(call: Call, Batch { title, tasks }: Batch) -> Result<BatchView, Failure> {
    if tasks.is_empty() || tasks.len() > MOST {
        return Err(Failure::Usage(format!(
            "a batch has 1 to {MOST} tasks, and this has {}",
            tasks.len()
        )));
    }
    let mut made = Vec::new();
    for Said(item) in tasks {
        made.push(item.task(&call).await?);
    }
    let title = title.or_else(|| made.first().map(|first| first.title.clone()));
    let title = title.ok_or_else(|| Failure::Usage("the batch has no title".into()))?;
    let create = GoalCommand::Create { title, description: String::new(), project: String::new() };
    let commands = |goal: &GoalId| {
        let mut commands = vec![Command::Goal(goal.clone(), create.clone())];
        for (number, task) in (1..).zip(&made) {
            // Under the batch's own name, so that all of it is one commit.
            let id = TaskId::new(format!("{goal}.{number}"));
            let Ok(id) = id else { continue };
            commands.extend(task.commands(&id));
            commands.push(Command::Goal(goal.clone(), GoalCommand::LinkTask { task: id }));
        }
        commands
    };
    let done = call.house.engine.create_goal(&call.session, commands).await?;
    begun::made(&call.house.project()?, &done).await;
    let goal = done.board.goals.keys().next().cloned();
    let goal = goal.ok_or_else(|| Failure::Usage("nothing was created".into()))?;
    view(&call, goal).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfBatch {
    batch_id: GoalId,
}

async fn batch_status(call: Call, OfBatch { batch_id }: OfBatch) -> Result<BatchView, Failure> {
    view(&call, batch_id).await
}

async fn tasks_of(call: &Call, goal: &GoalId) -> Result<Vec<countersign_core::Task>, Failure> {
    let query = TaskQuery { goal: Some(goal.clone()), limit: 1000, ..TaskQuery::default() };
    let listed = call.house.engine.store().tasks(&query).await?;
    Ok(listed.into_iter().map(|listed| listed.item).collect())
}

async fn view(call: &Call, goal: GoalId) -> Result<BatchView, Failure> {
    let store = call.house.engine.store();
    let found = super::goal_is_there(call, &goal).await?;
    let project = call.house.project()?;
    let mut dispatches = Vec::new();
    for task in tasks_of(call, &goal).await? {
        dispatches.push(export::record(store, &project, task).await?);
    }
    Ok(BatchView {
        batch_id: goal.to_string(),
        goal: GoalView::new(&found),
        counts: counts(store, &goal).await?,
        dispatches,
    })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Cancel {
    batch_id: GoalId,
    reason: String,
}

async fn cancel_batch(
    call: Call,
    Cancel { batch_id, reason }: Cancel,
) -> Result<BatchView, Failure> {
    let reason = statement("reason", reason)?;
    let (team, _) = call.house.engine.store().shared_team().await?;
    duty::permit(Act::Cancel, call.session.actor(), None, &team)?;
    let open = |task: &countersign_core::Task| {
        !matches!(
            task.state,
            TaskState::Completed { .. } | TaskState::Verified { .. } | TaskState::Cancelled { .. }
        )
    };
    let tasks = tasks_of(&call, &batch_id).await?;
    let cancel = |task: &countersign_core::Task| {
        Command::Task(task.id.clone(), TaskCommand::Cancel { reason: reason.clone() })
    };
    let commands: Vec<Command> = tasks.iter().filter(|task| open(task)).map(cancel).collect();
    if commands.is_empty() {
        super::goal_is_there(&call, &batch_id).await?;
        return Err(Refusal::AlreadySo { what: "nothing of the batch is left to give up" }.into());
    }
    call.desk().execute(&commands).await?;
    view(&call, batch_id).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Override {
    task_id: TaskId,
    reason: String,
}

/// An override, as it was recorded.
#[derive(Debug, Serialize, JsonSchema)]
struct Overridden {
    task_id: String,
    status: &'static str,
    override_applied: bool,
    override_reason: String,
    overridden_at: Timestamp,
}

async fn override_task(
    call: Call,
    Override { task_id, reason }: Override,
) -> Result<Overridden, Failure> {
    let reason = statement("reason", reason)?;
    let said = reason.to_string();
    let changed = command(&call, task_id, TaskCommand::Override { reason }).await?;
    Ok(Overridden {
        task_id: changed.subject.id,
        status: changed.subject.state,
        override_applied: true,
        override_reason: said,
        overridden_at: now(),
    })
}

/// A task and its contract as it is now.
#[derive(Debug, Serialize, JsonSchema)]
struct ContractChanged {
    #[serde(flatten)]
    changed: TaskChanged,
    /// Without what is hidden from workers.
    #[schemars(with = "Contract")]
    contract: Value,
}

async fn amend(
    call: &Call,
    task: TaskId,
    amendment: Amendment,
    reason: String,
) -> Result<ContractChanged, Failure> {
    let amend = TaskCommand::AmendContract { amendment, reason: statement("reason", reason)? };
    let done = call.desk().execute(&[Command::Task(task.clone(), amend)]).await?;
    let task = done.board.task(&task)?;
    let changed = DoneView::new(&done, TaskRow::new(task));
    Ok(ContractChanged { changed, contract: Reader::Anyone.contract(&task.contract) })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Add {
    task_id: TaskId,
    criterion: AcceptanceCriterion,
    /// Why, for whoever reads the journal
    reason: String,
}

async fn criterion(
    call: &Call,
    task: &TaskId,
    asked: &AcceptanceCriterion,
    id: Option<CriterionId>,
) -> Result<Criterion, Failure> {
    let task = judging::task(&call.desk(), task).await?;
    let check = asked.check(call.house.name()).map_err(Failure::Usage)?;
    let id = match id {
        Some(id) => id,
        None => countersign_contract::generate::next_id(&check, &task.contract)?,
    };
    Ok(Criterion {
        id,
        description: asked.in_words(&check),
        check,
        timing: Timing::Immediate,
        visibility: Visibility::Shown,
        origin: format!("edited by {}", call.session.actor()),
    })
}

async fn add_criterion(
    call: Call,
    Add { task_id, criterion: asked, reason }: Add,
) -> Result<ContractChanged, Failure> {
    let criterion = criterion(&call, &task_id, &asked, None).await?;
    let task = judging::task(&call.desk(), &task_id).await?;
    refuse_known(&task_id, &criterion, &task.contract)?;
    let amendment = Amendment::Add { criterion };
    amend(&call, task_id, amendment, reason).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Edit {
    task_id: TaskId,
    /// The id of the criterion, as get_task shows it
    criterion_id: CriterionId,
    /// What is put in its place; without it, the criterion is taken out
    #[serde(default)]
    criterion: Option<AcceptanceCriterion>,
    /// Why, for whoever reads the journal
    reason: String,
}

async fn edit(
    call: Call,
    Edit { task_id, criterion_id, criterion: asked, reason }: Edit,
) -> Result<ContractChanged, Failure> {
    let amendment = match asked {
        Some(asked) => Amendment::Change {
            criterion: criterion(&call, &task_id, &asked, Some(criterion_id)).await?,
        },
        None => Amendment::Remove { criterion: criterion_id },
    };
    amend(&call, task_id, amendment, reason).await
}
