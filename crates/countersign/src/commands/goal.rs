//! Goals.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use countersign_core::{
    Command, Event, EvidenceId, GoalCommand, GoalEvent, GoalId, GoalState, IntegrationRun,
    Observation, Refusal, Statement, TaskId, TaskState, Title,
};
use countersign_engine::{Done, seal};
use countersign_store::{GoalQuery, Position, SqlStore, TaskQuery};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Paging, read_json};
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::view::{DoneView, GoalView, PageView, TaskRow};
use crate::output::{Page, when};

#[derive(Debug, Subcommand)]
pub enum GoalVerb {
    /// Create a goal
    #[command(
        after_help = "Example:\n  countersign goal create \"Build the login page\" --project shop"
    )]
    Create {
        title: Title,
        /// Its id [default: the next number, as in GOAL-2]
        #[arg(long)]
        id: Option<GoalId>,
        #[arg(long, default_value = "")]
        description: String,
        #[arg(long, default_value = "")]
        project: String,
    },
    /// Put a task into a goal (lead)
    #[command(after_help = "Example:\n  countersign goal link GOAL-1 TASK-3")]
    Link { goal: GoalId, task: TaskId },
    /// A goal with its tasks and their states
    #[command(after_help = "Example:\n  countersign goal status GOAL-1")]
    Status {
        goal: GoalId,
        #[command(flatten)]
        paging: Paging,
    },
    /// Goals, oldest first
    List(List),
    /// Record a run on the whole, with the deferred criteria (runner)
    #[command(
        after_help = "The file is JSON:\n  {\"round\": 1, \"deferred\": {\"TASK-1\": [OBSERVATION, …]}, \
        \"whole\": [OBSERVATION, …]}\n\nAn observation is as in `countersign task record --help`."
    )]
    Record {
        goal: GoalId,
        #[arg(long, value_name = "FILE")]
        evidence: PathBuf,
    },
    /// Confirm that the whole works (lead); say what was tried
    #[command(
        after_help = "Example:\n  countersign goal verify GOAL-1 --notes \"Logged in, out and in \
        again in a browser\""
    )]
    Verify {
        goal: GoalId,
        /// What was tried on the whole
        #[arg(long)]
        notes: Statement,
        /// A recorded run that it rests on as well
        #[arg(long, value_name = "EVIDENCE-ID")]
        evidence: Option<EvidenceId>,
    },
    /// Send the whole back (lead); verified tasks stay verified
    #[command(
        after_help = "Example:\n  countersign goal reject GOAL-1 --reason \"The styles of both parts clash\""
    )]
    Reject {
        goal: GoalId,
        #[arg(long)]
        reason: Statement,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  countersign goal list --state pending_verify")]
pub struct List {
    /// Only goals in this state; may be given more than once
    #[arg(long = "state", value_name = "STATE", value_parser = PossibleValuesParser::new(GoalState::NAMES))]
    states: Vec<String>,
    #[command(flatten)]
    paging: Paging,
}

/// A run on the whole as a runner hands it in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GoalEvidence")]
pub struct RunFile {
    /// Which round was looked at; `goal status` shows it.
    round: u32,
    #[serde(default)]
    deferred: BTreeMap<TaskId, Vec<Observation>>,
    whole: Vec<Observation>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GoalStatus")]
pub struct StatusView {
    #[serde(flatten)]
    goal: GoalView,
    /// How many of its tasks are in each state.
    counts: BTreeMap<String, u64>,
    tasks_page: PageView<TaskRow>,
}

/// Whether a goal that was verified, or waited to be, is open again.
pub fn is_reopened(done: &Done) -> bool {
    done.events.iter().any(|event| matches!(event, Event::Goal(_, GoalEvent::Returned)))
}

impl StatusView {
    pub async fn of(
        store: &SqlStore,
        id: &GoalId,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Self, Failure> {
        let Some((goal, _)) = store.goal(id).await? else {
            return Err(Refusal::NoSuchGoal { goal: id.clone() }.into());
        };
        let query = TaskQuery { goal: Some(id.clone()), after, limit, ..TaskQuery::default() };
        Ok(Self {
            goal: GoalView::new(&goal),
            counts: counts(store, id).await?,
            tasks_page: PageView::new(store.tasks(&query).await?, limit, |task| {
                TaskRow::new(&task)
            }),
        })
    }
}

/// How many tasks of a goal are in each state, also where none is.
pub async fn counts(store: &SqlStore, goal: &GoalId) -> Result<BTreeMap<String, u64>, Failure> {
    let mut counts: BTreeMap<String, u64> =
        TaskState::NAMES.iter().map(|name| ((*name).to_owned(), 0)).collect();
    counts.extend(store.task_counts(Some(goal)).await?);
    Ok(counts)
}

impl GoalVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let (goal, command) = match self {
            GoalVerb::Create { title, id, description, project } => {
                return create(context, id, GoalCommand::Create { title, description, project })
                    .await;
            }
            GoalVerb::Status { goal, paging } => return status(context, goal, paging).await,
            GoalVerb::List(list) => return list.run(context).await,
            GoalVerb::Link { goal, task } => (goal, GoalCommand::LinkTask { task }),
            GoalVerb::Record { goal, evidence } => {
                let file: RunFile = read_json(&evidence)?;
                let mut deferred = BTreeMap::new();
                for (task, observations) in file.deferred {
                    deferred.insert(task, seal(observations, None)?);
                }
                let run = IntegrationRun { deferred, whole: seal(file.whole, None)? };
                (goal, GoalCommand::RecordIntegration { round: file.round, run })
            }
            GoalVerb::Verify { goal, notes, evidence } => {
                (goal, GoalCommand::Verify { notes, evidence })
            }
            GoalVerb::Reject { goal, reason } => (goal, GoalCommand::Reject { reason }),
        };
        let desk = context.desk().await?;
        let done = desk.execute(&[Command::Goal(goal.clone(), command)]).await?;
        report(context, &done, &goal)
    }
}

async fn create(
    context: &Context<'_>,
    id: Option<GoalId>,
    create: GoalCommand,
) -> Result<Ending, Failure> {
    let desk = context.desk().await?;
    let commands = |id: &GoalId| vec![Command::Goal(id.clone(), create.clone())];
    let done = match &id {
        Some(id) => desk.execute(&commands(id)).await?,
        None => desk.engine.create_goal(&desk.session, commands).await?,
    };
    let created = done.events.iter().find_map(|event| match event {
        Event::Goal(id, _) => Some(id.clone()),
        Event::Team(_) | Event::Task(..) => None,
    });
    let created = created.ok_or_else(|| Failure::Usage("nothing was created".into()))?;
    report(context, &done, &created)
}

fn report(context: &Context<'_>, done: &Done, id: &GoalId) -> Result<Ending, Failure> {
    let view = GoalView::new(done.board.goal(id)?);
    let recorded = done.events.iter().find_map(|event| match event {
        Event::Goal(_, GoalEvent::IntegrationRecorded { run }) => Some(run.whole.id.to_string()),
        _ => None,
    });
    context.printer.answer(&DoneView::new(done, &view), |page| {
        page.title(&format!("{id} is {}: {}", view.state, view.title));
        page.field("progress", &view.progress());
        if let Some(evidence) = recorded {
            page.field("recorded", &evidence);
        }
        if is_reopened(done) {
            page.field("reopened", "all its tasks were verified, and this one is not yet");
        }
        next(page, &view);
    })
}

fn next(page: &mut Page, goal: &GoalView) {
    let id = &goal.id;
    match goal.state {
        "pending_verify" if goal.failed_run.is_some() => page.next(&format!(
            "countersign goal reject {id} --reason …, or have a runner record a run that passes"
        )),
        "pending_verify" if goal.deferred_outstanding > 0 => page.next(&format!(
            "{} deferred criteria have not passed: countersign goal record {id} --evidence FILE",
            goal.deferred_outstanding
        )),
        "pending_verify" => {
            page.next(&format!("try the whole, then: countersign goal verify {id} --notes …"));
        }
        "verified" => {}
        _ if goal.rejected.is_some() => page.next(&format!(
            "make a task of what is wrong: countersign task create TITLE --run COMMAND --goal {id}"
        )),
        _ if goal.tasks == 0 => {
            page.next(&format!("countersign task create TITLE --run COMMAND --goal {id}"));
        }
        _ => page.next("countersign inbox"),
    }
}

async fn status(context: &Context<'_>, id: GoalId, paging: Paging) -> Result<Ending, Failure> {
    let engine = context.engine().await?;
    let view = StatusView::of(engine.store(), &id, paging.position()?, paging.limit).await?;
    context.printer.answer(&view, |page| {
        page.title(&format!("{id}  {}", view.goal.title));
        page.field("state", &format!("{} since {}", view.goal.state, when(view.goal.since)));
        page.field("progress", &view.goal.progress());
        page.field("tasks", &in_words(&view.counts));
        page.field("round", &view.goal.round.to_string());
        if let Some(by) = &view.goal.verified_by {
            page.field("verified by", by);
        }
        if let Some(reason) = &view.goal.rejected {
            page.field("rejected", reason);
        }
        if let Some(run) = &view.goal.failed_run {
            page.field("last run", &format!("did not pass ({run})"));
        }
        if !view.goal.description.is_empty() {
            page.field("description", &view.goal.description);
        }
        page.blank();
        let rows: Vec<Vec<String>> = view
            .tasks_page
            .items
            .iter()
            .map(|task| {
                let builder = task.builder.clone().unwrap_or_else(|| "-".into());
                vec![task.id.clone(), task.state_in_words(), builder, task.title.clone()]
            })
            .collect();
        if !rows.is_empty() {
            page.table(&["TASK", "STATE", "BUILDER", "TITLE"], &rows);
        }
        if let Some(after) = &view.tasks_page.after {
            page.next(&format!("more with --after {after}"));
        }
        next(page, &view.goal);
    })
}

/// Counts in the order of a task's life.
pub fn in_words(counts: &BTreeMap<String, u64>) -> String {
    let counted: Vec<String> = TaskState::NAMES
        .into_iter()
        .filter_map(|state| counts.get(state).map(|count| format!("{count} {state}")))
        .collect();
    if counted.is_empty() { "none".into() } else { counted.join(", ") }
}

impl List {
    async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let engine = context.engine().await?;
        let limit = self.paging.limit;
        let query = GoalQuery {
            states: self.states,
            after: self.paging.position()?,
            limit,
            ..GoalQuery::default()
        };
        let goals = engine.store().goals(&query).await?;
        let list = PageView::new(goals, limit, |goal| GoalView::new(&goal));
        context.printer.answer(&list, |page| {
            if list.items.is_empty() {
                page.line("no goals");
                page.next("countersign goal create TITLE");
                return;
            }
            table(page, &list.items);
            if let Some(after) = &list.after {
                page.next(&format!("more with --after {after}"));
            }
        })
    }
}

/// Goals with their progress.
pub fn table(page: &mut Page, goals: &[GoalView]) {
    let rows: Vec<Vec<String>> = goals
        .iter()
        .map(|goal| {
            vec![goal.id.clone(), goal.state.to_owned(), goal.progress(), goal.title.clone()]
        })
        .collect();
    page.table(&["GOAL", "STATE", "PROGRESS", "TITLE"], &rows);
}
