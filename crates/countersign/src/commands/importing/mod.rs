//! Task files, PRDs and workflows on their way into the journal, for `task import` and for `run`.

mod hidden;
mod known;
mod placeholders;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use countersign_contract::generate::Wishes;
use countersign_contract::intake::{GoalDraft, SourceKind};
use countersign_contract::plan::{Item, Plan};
use countersign_contract::{Draft, Intake, Position, intake};
use countersign_core::{
    Assurance, BadId, Command, Event, GoalCommand, GoalEvent, GoalId, Refusal, TaskCommand,
    TaskEvent, TaskId, Title,
};
use countersign_engine::{Done, now};
use schemars::JsonSchema;
use serde::Serialize;

use crate::acts::begun;
use crate::commands::sources::{self, Text};
use crate::context::{Context, Desk};
use crate::failure::Failure;
use crate::maker::{self, Made};
use crate::output::plain;
use crate::surveyor::{Generator, Site};
pub use hidden::closing;
use hidden::{hides_tests, remembered};
pub use known::{Restated, join, known_goal, refuse_twice};
use placeholders::Placeholders;

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Imported")]
pub struct ImportedView {
    pub goals: Vec<String>,
    pub tasks: Vec<ImportedTask>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportedTask {
    pub id: String,
    pub title: String,
    pub kind: &'static str,
    pub criteria: usize,
    /// What a person has to settle first.
    pub question: Option<String>,
}

/// A task that is about to be stored.
#[derive(Debug)]
pub struct Ready {
    pub draft: Draft,
    made: Made,
    /// The file that its hidden tests are in, as the task remembers it.
    source: Option<String>,
}

/// A source, ready to be stored as a whole.
#[derive(Debug)]
pub enum Found {
    /// Task files and prose, which have ids of their own.
    Named(Vec<Ready>),
    Prd(GoalDraft, Vec<Ready>),
    Workflow(Vec<Ready>),
    /// A line of the command line, which gets a number.
    Line(Vec<Ready>),
}

impl Found {
    /// A task of which nothing is known but its words.
    pub fn line(words: &str, context: &Context<'_>) -> Result<Self, Failure> {
        let site = Site::here()?;
        site.tell(context.printer);
        let title = title(words)?;
        intake::hides_nothing(words).map_err(|error| Failure::Usage(error.to_string()))?;
        let draft = intake::titled(title.as_str(), "");
        let wishes = Wishes::default();
        let made = maker::contract(&site.generator(), &draft, wishes, now(), context.printer)?;
        Ok(Found::Line(vec![Ready { draft, made, source: None }]))
    }

    pub fn prd(&self) -> Option<&GoalDraft> {
        match self {
            Found::Prd(goal, _) => Some(goal),
            Found::Named(_) | Found::Workflow(_) | Found::Line(_) => None,
        }
    }
}

/// A task that is not stored yet, in short.
#[derive(Debug)]
pub struct Outline {
    /// As its source calls it.
    pub name: String,
    pub title: String,
    pub depends_on: Vec<String>,
    pub labels: BTreeMap<String, String>,
    pub question: Option<String>,
}

impl Found {
    pub fn outlines(&self) -> Result<Vec<Outline>, Failure> {
        let (Found::Named(all) | Found::Prd(_, all) | Found::Workflow(all) | Found::Line(all)) =
            self;
        let unknown = TaskId::new("TASK")?;
        let with = Placeholders { task: &unknown, instance: &unknown };
        let outline = |(step, ready): (usize, &Ready)| Outline {
            name: ready.draft.id.clone().unwrap_or_else(|| format!("step {step}")),
            title: ready.draft.title.clone(),
            depends_on: ready.draft.depends_on.clone(),
            labels: ready.labels(with, step),
            question: ready.made.question.as_ref().map(ToString::to_string),
        };
        Ok((1..).zip(all).map(outline).collect())
    }
}

/// How tasks are stored.
#[derive(Debug, Clone, Copy)]
pub struct Importer {
    pub assurance: Assurance,
    pub revisions: u32,
}

/// Everything that was read, before it is known whether it can rest on what it names.
#[derive(Debug, Default)]
pub struct Sources {
    found: Vec<Found>,
    /// What tasks depend on that is not among them, and in which file.
    needed: BTreeMap<String, PathBuf>,
}

impl Sources {
    /// What is not among the files has to be in the journal already. A file that names it is told.
    pub async fn known(self, desk: &Desk) -> Result<Vec<Found>, Failure> {
        for (need, path) in &self.needed {
            let task: TaskId =
                need.parse().map_err(|error: BadId| Failure::from(error).in_file(path))?;
            if desk.engine.store().task(&task).await?.is_none() {
                return Err(Failure::from(Refusal::NoSuchTask { task }).in_file(path));
            }
        }
        Ok(self.found)
    }

    /// Without asking: for whoever stores nothing.
    pub fn unasked(self) -> Vec<Found> {
        self.found
    }

    pub fn found(&self) -> &[Found] {
        &self.found
    }

    pub fn add(&mut self, found: Found) {
        self.found.push(found);
    }
}

/// Reads everything. What is returned is sound, and nothing is stored yet.
pub fn read(paths: &[PathBuf], context: &Context<'_>) -> Result<Sources, Failure> {
    let site = Site::here()?;
    site.tell(context.printer);
    let generator = site.generator();
    let mut found = Vec::new();
    let (mut named, mut needed) = (BTreeSet::new(), BTreeMap::new());
    for source in sources::gather(paths)? {
        let Some(text) = source.read()? else { continue };
        let Intake { goal, drafts } = text.intake()?;
        if let Some(words) = goal.as_ref().and_then(|goal| goal.unchecked(&text.name)) {
            context.printer.notice(&plain(&words));
        }
        if matches!(text.kind, SourceKind::TaskFile | SourceKind::Prose) {
            drafts.iter().try_for_each(|draft| has_id(draft, &text))?;
        }
        for draft in &drafts {
            let needs = draft.depends_on.iter().map(|need| (need.clone(), source.path.clone()));
            needed.extend(needs);
            named.extend(draft.id.clone());
        }
        let ready = ready(drafts, &generator, &source.path, context)?;
        found.push(match goal {
            Some(goal) => Found::Prd(goal, ready),
            None if ready.iter().any(|ready| ready.draft.role.is_some()) => Found::Workflow(ready),
            None => Found::Named(ready),
        });
    }
    if found.is_empty() {
        return Err(sources::nothing_in(paths));
    }
    needed.retain(|need, _| !named.contains(need));
    Ok(Sources { found, needed })
}

impl Importer {
    /// Task files first: their ids may be taken, and then nothing is stored at all.
    pub async fn store(
        &self,
        found: Vec<Found>,
        desk: &Desk,
        imported: &mut ImportedView,
    ) -> Result<(), Failure> {
        let (engine, session) = (&desk.engine, &desk.session);
        let mut named = Vec::new();
        let mut others = Vec::new();
        for one in found {
            match one {
                Found::Named(ready) => named.extend(ready),
                Found::Prd(..) | Found::Workflow(_) | Found::Line(_) => others.push(one),
            }
        }
        // Whether the others can be made does not depend on the numbers they get.
        for one in &others {
            self.commands_of(one, 1)?;
        }
        if !named.is_empty() {
            let own = |draft: &Draft, _| TaskId::new(draft.id.clone().unwrap_or_default());
            let commands = self.commands(&named, &ids(&named, own)?)?;
            let done = desk.execute(&commands).await?;
            begun::made_here(&done).await;
            imported.note(&done);
        }
        for one in &others {
            let make = |number: u64| self.commands_of(one, number).unwrap_or_default();
            let done = match one {
                Found::Prd(..) => {
                    engine.create_goal(session, |id| make(number(id.as_str()))).await?
                }
                Found::Workflow(_) | Found::Line(_) | Found::Named(_) => {
                    engine.create_task(session, |id| make(number(id.as_str()))).await?
                }
            };
            begun::made_here(&done).await;
            imported.note(&done);
        }
        Ok(())
    }

    /// Takes the text anew that the source of a task has by now on which nobody has begun.
    pub async fn restate(restated: &[Restated], desk: &Desk) -> Result<(), Failure> {
        for Restated { task, ready, depends_on } in restated {
            let with = Placeholders { task, instance: task };
            let restate = TaskCommand::Restate {
                title: title(&ready.filled(&ready.draft.title, with))?,
                brief: ready.filled(&ready.draft.brief, with),
                contract: ready.contract(with)?,
                depends_on: depends_on.clone(),
                question: ready.made.question.clone(),
                labels: ready.labels(with, 1),
            };
            desk.execute(&[Command::Task(task.clone(), restate)]).await?;
        }
        Ok(())
    }

    /// What stores a PRD or a workflow whose goal or first task gets a number.
    fn commands_of(&self, found: &Found, number: u64) -> Result<Vec<Command>, Failure> {
        match found {
            Found::Prd(goal, ready) => {
                let id = GoalId::new(format!("GOAL-{number}"))?;
                let create = GoalCommand::Create {
                    title: title(&goal.title)?,
                    description: goal.description.clone(),
                    project: String::new(),
                };
                let mut commands = vec![Command::Goal(id.clone(), create)];
                let own = |draft: &Draft, _| story_id(&id, draft.id.as_deref().unwrap_or("story"));
                let ids = ids(ready, own)?;
                commands.extend(self.commands(ready, &ids)?);
                commands.extend(
                    ids.into_iter()
                        .map(|task| Command::Goal(id.clone(), GoalCommand::LinkTask { task })),
                );
                Ok(commands)
            }
            Found::Workflow(ready) | Found::Line(ready) | Found::Named(ready) => {
                let own = |_: &Draft, n: u64| TaskId::new(format!("TASK-{}", number + n));
                self.commands(ready, &ids(ready, own)?)
            }
        }
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
        for ((ready, id), step) in all.iter().zip(ids).zip(1..) {
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
                id_place: None,
                place: None,
            });
            let with = Placeholders { task: id, instance: ids.first().unwrap_or(id) };
            let create = TaskCommand::Create {
                title: title(&ready.filled(&ready.draft.title, with))?,
                brief: ready.filled(&ready.draft.brief, with),
                contract: ready.contract(with)?,
                assurance: self.assurance,
                revisions: self.revisions,
                depends_on,
                question: ready.made.question.clone(),
                labels: ready.labels(with, step),
            };
            created.insert(id.to_string(), Command::Task(id.clone(), create));
        }
        let plan = Plan::new(items)?;
        let order: Vec<String> = plan.levels().flatten().map(|item| item.id.clone()).collect();
        Ok(order.iter().filter_map(|id| created.remove(id)).collect())
    }
}

/// Task files come in under their own ids.
fn has_id(draft: &Draft, text: &Text) -> Result<(), Failure> {
    let why = match (&draft.id, text.kind) {
        (Some(id), _) => match TaskId::new(id.clone()) {
            Ok(_) => return Ok(()),
            Err(error) => error.to_string(),
        },
        (None, SourceKind::TaskFile) => {
            "the task has no id: add `id:` to the front matter or a heading `# TASK-001: …`".to_owned()
        }
        (None, _) => "this is neither a task file nor a PRD nor a workflow: give it a front matter with `id:` and \
            the sections of a task file, or stories with headings such as `### US-001: Title`; a page of prose \
            is for `countersign task create`"
            .to_owned(),
    };
    let line = |(at, line): (usize, &str)| {
        let says_it = line.starts_with("id:") || line.starts_with("# ");
        says_it.then_some(at + 1)
    };
    let line = text.text.lines().enumerate().find_map(line).filter(|_| draft.id.is_some());
    let at = Position { line: line.unwrap_or(1), column: 1 };
    Err(Failure::BadSource { name: text.name.clone(), at, why })
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
        let source = hides_tests(&made.contract).then(|| remembered(path)).transpose()?;
        Ok(Ready { draft, made, source })
    };
    drafts.into_iter().map(make).collect()
}

fn ids(
    all: &[Ready],
    own: impl Fn(&Draft, u64) -> Result<TaskId, BadId>,
) -> Result<Vec<TaskId>, Failure> {
    all.iter().zip(0..).map(|(ready, n)| Ok(own(&ready.draft, n)?)).collect()
}

/// The number of an id that the engine made. It makes none without; zero would be refused as taken.
fn number(id: &str) -> u64 {
    id.rsplit('-').next().and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

fn story_id(goal: &GoalId, story: &str) -> Result<TaskId, BadId> {
    TaskId::new(format!("{goal}.{story}"))
}

fn title(text: &str) -> Result<Title, Failure> {
    Ok(Title::new(text)?)
}

impl ImportedView {
    pub fn note(&mut self, done: &Done) {
        for event in &done.events {
            match event {
                Event::Goal(id, GoalEvent::Created { .. }) => self.goals.push(id.to_string()),
                Event::Task(id, TaskEvent::Created { title, contract, question, .. }) => {
                    self.tasks.push(ImportedTask {
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
}
