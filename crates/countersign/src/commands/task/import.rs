//! `task import`: task files, PRDs and workflows become tasks of the journal.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use countersign_contract::generate::Wishes;
use countersign_contract::plan::{Item, Plan};
use countersign_contract::{Draft, Intake};
use countersign_core::{
    Assurance, BadId, Command, Contract, Event, GoalCommand, GoalId, TaskCommand, TaskEvent,
    TaskId, Title,
};
use countersign_engine::{Done, now};
use serde::Serialize;

use super::create::AssuranceName;
use crate::commands::sources;
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::maker::{self, Made};
use crate::surveyor::{Generator, Site};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign task import tasks/\n  countersign task import prd.md\n\n\
    A task file keeps its id. A PRD becomes a goal, and its stories the goal's tasks. The steps of a \
    workflow become tasks, each after the one before. The task files together are stored or none of them, \
    and so is each PRD and each workflow.\n\nExit code 3: some of it waits for a person (countersign inbox)."
)]
pub struct Import {
    /// Files, or folders with such files in them; - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How far each must go; tasks of a goal go all the way
    #[arg(long, value_enum, default_value_t = AssuranceName::Independent)]
    assurance: AssuranceName,
    /// How many failed attempts are sent back before a task blocks
    #[arg(long, default_value_t = 1)]
    revisions: u32,
}

#[derive(Debug, Default, Serialize)]
struct ImportedView {
    goals: Vec<String>,
    tasks: Vec<ImportedTask>,
}

#[derive(Debug, Serialize)]
struct ImportedTask {
    id: String,
    title: String,
    kind: &'static str,
    criteria: usize,
    /// What a person has to settle first.
    question: Option<String>,
}

/// A task that is about to be stored.
struct Ready {
    draft: Draft,
    made: Made,
}

impl Import {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let desk = context.desk().await?;
        let (engine, session) = (&desk.engine, &desk.session);
        let site = Site::here()?;
        let mut found = Vec::new();
        // Everything is read and found sound before anything is stored.
        let generator = site.generator();
        for source in sources::gather(&self.paths)? {
            let Some(text) = source.read()? else { continue };
            let Intake { goal, drafts } = text.intake()?;
            found.push((goal, ready(drafts, &generator, &source.path, context)?));
        }
        let mut imported = ImportedView::default();
        let mut named = Vec::new();
        for (goal, ready) in found {
            let done = match goal {
                Some(goal) => {
                    let make = |id: &GoalId| -> Result<Vec<Command>, Failure> {
                        let create = GoalCommand::Create {
                            title: title(&goal.title)?,
                            description: goal.description.clone(),
                            project: String::new(),
                        };
                        let mut commands = vec![Command::Goal(id.clone(), create)];
                        let own = |draft: &Draft, _| {
                            let story = draft.id.as_deref().unwrap_or("story");
                            TaskId::new(format!("{id}.{story}"))
                        };
                        let ids = ids(&ready, own)?;
                        commands.extend(self.commands(&ready, &ids)?);
                        commands.extend(ids.iter().map(|task| {
                            Command::Goal(id.clone(), GoalCommand::LinkTask { task: task.clone() })
                        }));
                        Ok(commands)
                    };
                    // Whether it can be made does not depend on the number it gets.
                    make(&GoalId::new("GOAL-1")?)?;
                    engine.create_goal(session, |id| make(id).unwrap_or_default()).await?
                }
                None if ready.iter().any(|ready| ready.draft.role.is_some()) => {
                    let make = |first: &TaskId| -> Result<Vec<Command>, Failure> {
                        let number = number(first)?;
                        let own = |_: &Draft, n: u64| TaskId::new(format!("TASK-{}", number + n));
                        self.commands(&ready, &ids(&ready, own)?)
                    };
                    make(&TaskId::new("TASK-1")?)?;
                    engine.create_task(session, |id| make(id).unwrap_or_default()).await?
                }
                None => {
                    named.extend(ready);
                    continue;
                }
            };
            note(&mut imported, &done);
        }
        if !named.is_empty() {
            let own = |draft: &Draft, _| TaskId::new(draft.id.clone().unwrap_or_default());
            let commands = self.commands(&named, &ids(&named, own)?)?;
            note(&mut imported, &desk.execute(&commands).await?);
        }
        show(context, &imported)?;
        let waits = imported.tasks.iter().any(|task| task.question.is_some());
        Ok(if waits { Ending::WaitsForPerson } else { Ending::Done })
    }

    /// Creates each task after those it depends on.
    fn commands(&self, all: &[Ready], ids: &[TaskId]) -> Result<Vec<Command>, Failure> {
        let known: BTreeSet<&TaskId> = ids.iter().collect();
        let by_name: BTreeMap<&str, &TaskId> = all
            .iter()
            .zip(ids)
            .filter_map(|(ready, id)| Some((ready.draft.id.as_deref()?, id)))
            .collect();
        let mut created = BTreeMap::new();
        let mut items = Vec::new();
        for (ready, id) in all.iter().zip(ids) {
            let mut depends_on = BTreeSet::new();
            for name in &ready.draft.depends_on {
                // What is not among these may be in the journal already.
                let on =
                    by_name.get(name.as_str()).map_or_else(|| name.parse(), |id| Ok((*id).clone()));
                depends_on.insert(on?);
            }
            let among = depends_on.iter().filter(|on| known.contains(on));
            items.push(Item {
                id: id.to_string(),
                title: ready.draft.title.clone(),
                depends_on: among.map(ToString::to_string).collect(),
                layer: None,
                weight: None,
                place: None,
            });
            let with = Placeholders { task: id, instance: ids.first().unwrap_or(id) };
            let create = TaskCommand::Create {
                title: title(&ready.filled(&ready.draft.title, with))?,
                brief: ready.filled(&ready.draft.brief, with),
                contract: ready.contract(with)?,
                assurance: Assurance::from(self.assurance),
                revisions: self.revisions,
                depends_on,
                question: ready.made.question.clone(),
            };
            created.insert(id.to_string(), Command::Task(id.clone(), create));
        }
        let plan = Plan::new(items)?;
        let order: Vec<String> = plan.levels().flatten().map(|item| item.id.clone()).collect();
        Ok(order.iter().filter_map(|id| created.remove(id)).collect())
    }
}

fn ready(
    drafts: Vec<Draft>,
    generator: &Generator<'_>,
    path: &Path,
    context: &Context<'_>,
) -> Result<Vec<Ready>, Failure> {
    let make = |draft: Draft| {
        let made = maker::contract(generator, &draft, Wishes::default(), now(), context.printer)
            .map_err(|failure| failure.in_file(path))?;
        Ok(Ready { draft, made })
    };
    drafts.into_iter().map(make).collect()
}

/// What a workflow calls the task that a step becomes and the run it belongs to, known only when they are
/// stored. A run is called after its first task.
#[derive(Clone, Copy)]
struct Placeholders<'i> {
    task: &'i TaskId,
    instance: &'i TaskId,
}

impl Placeholders<'_> {
    fn fill(self, text: &str) -> String {
        let text = text.replace("{task_id}", self.task.as_str());
        text.replace("{workflow_instance_id}", self.instance.as_str())
    }
}

impl Ready {
    /// Only the texts of a workflow have placeholders; in others braces are braces.
    fn filled(&self, text: &str, with: Placeholders<'_>) -> String {
        match self.draft.role {
            Some(_) => with.fill(text),
            None => text.to_owned(),
        }
    }

    fn contract(&self, with: Placeholders<'_>) -> Result<Contract, Failure> {
        if self.draft.role.is_none() {
            return Ok(self.made.contract.clone());
        }
        let written = serde_json::to_string(&self.made.contract).map_err(not_writable)?;
        // An id has no character that means anything in JSON.
        serde_json::from_str(&with.fill(&written)).map_err(not_writable)
    }
}

fn not_writable(error: serde_json::Error) -> Failure {
    Failure::Output { source: std::io::Error::other(error) }
}

fn ids(
    all: &[Ready],
    own: impl Fn(&Draft, u64) -> Result<TaskId, BadId>,
) -> Result<Vec<TaskId>, Failure> {
    all.iter().zip(0..).map(|(ready, n)| Ok(own(&ready.draft, n)?)).collect()
}

/// The number of an id that the engine made.
fn number(id: &TaskId) -> Result<u64, Failure> {
    let digits = id.as_str().strip_prefix("TASK-").unwrap_or_default();
    digits.parse().map_err(|_| Failure::Usage(format!("{id} has no number")))
}

fn title(text: &str) -> Result<Title, Failure> {
    Ok(Title::new(text)?)
}

fn note(imported: &mut ImportedView, done: &Done) {
    for event in &done.events {
        match event {
            Event::Goal(id, countersign_core::GoalEvent::Created { .. }) => {
                imported.goals.push(id.to_string());
            }
            Event::Task(id, TaskEvent::Created { title, contract, question, .. }) => {
                imported.tasks.push(ImportedTask {
                    id: id.to_string(),
                    title: title.to_string(),
                    kind: contract.kind().name(),
                    criteria: contract.criteria().len(),
                    question: question.as_ref().map(ToString::to_string),
                });
            }
            Event::Team(_) | Event::Goal(..) | Event::Task(..) => {}
        }
    }
}

fn show(context: &Context<'_>, imported: &ImportedView) -> Result<(), Failure> {
    context.printer.answer(imported, |page| {
        for goal in &imported.goals {
            page.title(&format!("{goal} was created"));
        }
        let rows: Vec<Vec<String>> = imported
            .tasks
            .iter()
            .map(|task| {
                let kind = if task.question.is_some() { "waits for you" } else { task.kind };
                let criteria = task.criteria.to_string();
                vec![task.id.clone(), kind.to_owned(), criteria, task.title.clone()]
            })
            .collect();
        page.table(&["TASK", "KIND", "CRITERIA", "TITLE"], &rows);
        if let Some(open) = imported.tasks.iter().find(|task| task.question.is_some()) {
            let id = &open.id;
            page.next(&format!(
                "countersign task settle {id} --as verifiable|advisory|skip --reason …"
            ));
        } else if let Some(first) = imported.tasks.first() {
            page.next(&format!("countersign task assign {} ACTOR", first.id));
        }
    })?;
    Ok(())
}
