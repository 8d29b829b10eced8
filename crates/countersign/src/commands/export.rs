//! `export`: what the journal knows, in the files of other tools.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};
use countersign_contract::intake;
use countersign_contract::results::{
    DispatchResults, VerificationResults, activity, dispatch_results, in_dispatch_terms,
    verification_results,
};
use countersign_core::{
    Basis, Check, Contract, ContractKind, Criterion, Event, Evidence, GeneratedFrom, Phase, Task,
    TaskEvent, TaskId, TaskState, Timestamp, Timing, Verdict, Visibility, label,
};
use countersign_engine::Amended;
use countersign_store::{Journal, SqlStore, Stream, TaskQuery};
use schemars::JsonSchema;
use serde::Serialize;

use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::amended::AmendedView;
use crate::output::words::answer;

/// How many tasks are looked at at once.
const PAGE: u32 = 500;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign export builder-state > builder-state.json\n  countersign export \
    dispatches > logs/dispatches.json\n\nIt is JSON in any case. Nothing that is hidden from workers is in it."
)]
pub struct Export {
    #[arg(value_enum)]
    what: What,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// Contracts, results and attempts by task, and the log of advisory work
    BuilderState,
    /// A record a task, with its acceptance criteria and their results
    Dispatches,
}

/// `builder-state.json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuilderState {
    tasks: Vec<BuilderTask>,
    advisory_tasks: Vec<AdvisoryTask>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuilderTask {
    id: String,
    title: String,
    status: &'static str,
    agent: Option<String>,
    verification_contract: VerificationContract,
    /// Absent until it was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    verification_results: Option<VerificationResults>,
    /// What came of each attempt.
    attempts: Vec<BuilderAttempt>,
    /// What of the contract was edited since somebody began to work to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    amended: Vec<AmendedView>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificationContract {
    #[serde(rename = "type")]
    kind: ContractKind,
    criteria: Vec<ContractCriterion>,
    generated_from: GeneratedFrom,
    generated_at: Timestamp,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ContractCriterion {
    activity: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    timing: Timing,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuilderAttempt {
    attempt: u32,
    agent: String,
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    verification_results: Option<VerificationResults>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdvisoryTask {
    id: String,
    title: String,
    status: &'static str,
    agent: Option<String>,
    /// What the worker said came of it, per attempt.
    outcomes: Vec<String>,
    logged_at: Timestamp,
}

/// What was asked of somebody, and what came of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Dispatch {
    id: String,
    workspace: String,
    workspace_path: String,
    task: String,
    complexity: Option<String>,
    priority: Option<String>,
    /// What was asked for, or that of the worker's profile.
    model: Option<String>,
    status: &'static str,
    // What a person has to settle first, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
    acceptance_criteria: Vec<serde_json::Value>,
    universal_criteria: bool,
    /// Null until it was judged.
    verification_results: Option<DispatchResults>,
}

/// A record of `dispatches.json`, with what a lead may have decided against its results, and what became of its contract.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExportedDispatch {
    #[serde(flatten)]
    dispatch: Dispatch,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    overridden: Option<OverrideRecord>,
    /// What of the contract was edited since somebody began to work to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    amended: Vec<AmendedView>,
}

/// A lead took it as done, whatever the checks say.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OverrideRecord {
    override_applied: bool,
    override_reason: String,
    overridden_at: Timestamp,
}

impl OverrideRecord {
    fn of(task: &Task) -> Option<Self> {
        let TaskState::Completed { basis: Basis::Override { reason, .. }, .. } = &task.state else {
            return None;
        };
        let (override_reason, overridden_at) = (reason.to_string(), task.since);
        Some(Self { override_applied: true, override_reason, overridden_at })
    }
}

/// What the journal has of one task.
struct Told {
    task: Task,
    created: Timestamp,
    updated: Timestamp,
    judged: Vec<(u32, Timestamp, Evidence)>,
    amended: Vec<Amended>,
}

impl Export {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let engine = context.engine().await?;
        let all = told(engine.store()).await?;
        let text = match self.what {
            What::BuilderState => serde_json::to_string_pretty(&BuilderState {
                tasks: all.iter().map(builder_task).collect(),
                advisory_tasks: all.iter().filter_map(advisory_task).collect(),
            }),
            What::Dispatches => {
                let project = Project::joined(&current_folder()?)?.ok_or(Failure::NoProject)?;
                let models = models(&project)?;
                let record = |told: &Told| ExportedDispatch {
                    dispatch: dispatch(told, &project, &models),
                    overridden: OverrideRecord::of(&told.task),
                    amended: AmendedView::all(&told.amended),
                };
                serde_json::to_string_pretty(&all.iter().map(record).collect::<Vec<_>>())
            }
        };
        let text = text.map_err(|error| Failure::Output { source: error.into() })?;
        context.printer.write(&format!("{text}\n"))?;
        Ok(Ending::Done)
    }
}

async fn told(store: &SqlStore) -> Result<Vec<Told>, Failure> {
    let mut all = Vec::new();
    let mut query = TaskQuery { limit: PAGE, ..TaskQuery::default() };
    loop {
        let tasks = store.tasks(&query).await?;
        query.after = tasks.last().map(|last| last.position);
        let full = tasks.len() >= PAGE as usize;
        for listed in tasks {
            all.push(of_task(listed.item, store).await?);
        }
        if !full {
            return Ok(all);
        }
    }
}

/// The dispatch record of one task.
pub async fn record(store: &SqlStore, project: &Project, task: Task) -> Result<Dispatch, Failure> {
    Ok(dispatch(&of_task(task, store).await?, project, &models(project)?))
}

fn models(project: &Project) -> Result<BTreeMap<String, Option<String>>, Failure> {
    let profiles = project.profiles()?.into_iter();
    Ok(profiles.map(|(name, profile)| (name, profile.model)).collect())
}

async fn of_task(task: Task, store: &SqlStore) -> Result<Told, Failure> {
    let id: TaskId = task.id.clone();
    let (created, updated) = (task.since, task.since);
    let records = store.stream(&Stream::Task(id)).await?;
    let amended = Amended::among(&records);
    let mut told = Told { task, created, updated, judged: Vec::new(), amended };
    let mut attempt = 0;
    for (number, record) in records.into_iter().enumerate() {
        let at = record.stamp.at;
        if number == 0 {
            told.created = at;
        }
        told.updated = at;
        let Event::Task(_, event) = record.event else { continue };
        match event {
            TaskEvent::Submitted { .. } | TaskEvent::Delivered { .. } => attempt += 1,
            TaskEvent::ContractPassed { evidence }
            | TaskEvent::ContractFailed { evidence }
            | TaskEvent::ContractUndecided { evidence } => {
                told.judged.push((attempt, at, evidence));
            }
            _ => {}
        }
    }
    Ok(told)
}

fn builder_task(told: &Told) -> BuilderTask {
    let Told { task, judged, amended, .. } = told;
    let results = |wanted: u32| {
        let of_it = judged.iter().rev().find(|(attempt, ..)| *attempt == wanted);
        of_it.map(|(attempt, at, evidence)| {
            verification_results(&task.contract, evidence, *attempt, *at)
        })
    };
    let attempts = (1..).zip(&task.attempts).map(|(number, attempt)| BuilderAttempt {
        attempt: number,
        agent: attempt.by.to_string(),
        summary: attempt.submission.summary.to_string(),
        verification_results: results(number),
    });
    BuilderTask {
        id: task.id.to_string(),
        title: task.title.to_string(),
        status: task.state.name(),
        agent: task.builder().map(ToString::to_string),
        verification_contract: contract(&task.contract),
        verification_results: judged.last().and_then(|(attempt, ..)| results(*attempt)),
        attempts: attempts.collect(),
        amended: AmendedView::all(amended),
    }
}

fn shown(contract: &Contract) -> impl Iterator<Item = &Criterion> {
    contract.criteria().iter().filter(|one| one.visibility == Visibility::Shown)
}

fn contract(contract: &Contract) -> VerificationContract {
    let criterion = |one: &Criterion| ContractCriterion {
        activity: activity(one).to_owned(),
        description: one.description.clone(),
        pattern: match &one.check {
            Check::Content { pattern, .. } => Some(pattern.clone()),
            Check::File { path, .. } => Some(path.clone()),
            _ => None,
        },
        timing: one.timing,
    };
    VerificationContract {
        kind: contract.kind(),
        criteria: shown(contract).map(criterion).collect(),
        generated_from: contract.generated_from(),
        generated_at: contract.generated_at(),
    }
}

fn advisory_task(told: &Told) -> Option<AdvisoryTask> {
    let task = &told.task;
    let outcomes = task.attempts.iter().map(answer);
    (task.contract.kind() == ContractKind::Advisory).then(|| AdvisoryTask {
        id: task.id.to_string(),
        title: task.title.to_string(),
        status: task.state.name(),
        agent: task.builder().map(ToString::to_string),
        outcomes: outcomes.collect(),
        logged_at: told.updated,
    })
}

fn dispatch(told: &Told, project: &Project, models: &BTreeMap<String, Option<String>>) -> Dispatch {
    let task = &told.task;
    let root = project.root();
    let name =
        root.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let profiles = || models.get(task.builder()?.as_str()).cloned().flatten();
    let model = task.labels.get(label::MODEL).cloned().or_else(profiles);
    Dispatch {
        id: task.id.to_string(),
        workspace: name,
        workspace_path: root.display().to_string(),
        task: intake::whole(task.title.as_str(), &task.brief),
        complexity: task.labels.get(label::COMPLEXITY).cloned(),
        priority: task.labels.get(label::PRIORITY).cloned(),
        model,
        question: task.question.as_ref().map(|question| {
            format!(
                "{question}; nobody is handed it before a lead has settled that: countersign task settle {} --as \
                 verifiable|advisory|skip --reason …",
                task.id
            )
        }),
        status: status(task),
        created_at: told.created,
        updated_at: told.updated,
        acceptance_criteria: shown(&task.contract).map(in_dispatch_terms).collect(),
        universal_criteria: project.universal_criteria() && label::asks_for_universal(&task.labels),
        verification_results: told
            .judged
            .last()
            .map(|(_, at, evidence)| dispatch_results(&task.contract, evidence, *at)),
    }
}

/// The words that dispatch records have.
fn status(task: &Task) -> &'static str {
    let last = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
    let has_failed = last.is_some_and(|evidence| evidence.verdict == Verdict::Failed);
    match &task.state {
        // Until it is handed in again.
        TaskState::InProgress { phase: Phase::Working, .. } if has_failed => "failed",
        TaskState::Pending | TaskState::Assigned { .. } => "pending",
        TaskState::InProgress { .. } | TaskState::Review { .. } => "in_progress",
        TaskState::Completed { .. } | TaskState::Verified { .. } => "completed",
        TaskState::Blocked { .. } => "failed",
        TaskState::Cancelled { .. } => "cancelled",
    }
}
