//! `task import`: task files, PRDs and workflows become tasks of the journal.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use countersign_contract::generate::Wishes;
use countersign_contract::intake::{GoalDraft, SourceKind};
use countersign_contract::plan::{Item, Plan};
use countersign_contract::{Draft, Intake, Position};
use countersign_core::{
    Assurance, BadId, Command, Contract, Event, GeneratedFrom, Goal, GoalCommand, GoalEvent,
    GoalId, Task, TaskCommand, TaskEvent, TaskId, Title, label,
};
use countersign_engine::{Done, now};
use countersign_store::{GoalQuery, SqlStore, TaskQuery};
use schemars::JsonSchema;
use serde::Serialize;

use super::create::AssuranceName;
use crate::commands::sources::{self, Text};
use crate::context::{Context, Desk};
use crate::failure::{Ending, Failure};
use crate::maker::{self, Made};
use crate::surveyor::{Generator, Site};

/// How many goals are looked at at once.
const PAGE: u32 = 500;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign task import tasks/\n  countersign task import prd.md\n\n\
    A task file keeps its id. A PRD becomes a goal, and its stories the goal's tasks. The steps of a \
    workflow become tasks, each after the one before; each import is another run of it.\n\nNothing is stored \
    if anything in the files is wrong, if the id of a task file is taken, or if a PRD of the same title was \
    imported before (unless with --again). The task files are stored together, each PRD and each workflow by \
    itself; if the store fails in between, what is stored is said.\n\nExit code 3: some of it waits for a person (countersign inbox)."
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
    /// Import a PRD although one of its title was imported before
    #[arg(long)]
    again: bool,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Imported")]
pub struct ImportedView {
    goals: Vec<String>,
    tasks: Vec<ImportedTask>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportedTask {
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

/// A source, ready to be stored as a whole.
enum Found {
    /// Task files and prose, which have ids of their own.
    Named(Vec<Ready>),
    Prd(GoalDraft, Vec<Ready>),
    Workflow(Vec<Ready>),
}

impl Found {
    fn prd(&self) -> Option<&GoalDraft> {
        match self {
            Found::Prd(goal, _) => Some(goal),
            Found::Named(_) | Found::Workflow(_) => None,
        }
    }
}

impl Import {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let desk = context.desk().await?;
        let site = Site::here()?;
        let mut found = Vec::new();
        // Everything is read and found sound before anything is stored.
        let generator = site.generator();
        for source in sources::gather(&self.paths)? {
            let Some(text) = source.read()? else { continue };
            let Intake { goal, drafts } = text.intake()?;
            if matches!(text.kind, SourceKind::TaskFile | SourceKind::Prose) {
                drafts.iter().try_for_each(|draft| has_id(draft, &text))?;
            }
            let ready = ready(drafts, &generator, &source.path, context)?;
            found.push(match goal {
                Some(goal) => Found::Prd(goal, ready),
                None if ready.iter().any(|ready| ready.draft.role.is_some()) => {
                    Found::Workflow(ready)
                }
                None => Found::Named(ready),
            });
        }
        if !self.again {
            self.refuse_known(&found, &desk).await?;
        }
        let mut imported = ImportedView::default();
        match self.store(found, &desk, &mut imported).await {
            Ok(()) => show(context, &imported)?,
            Err(failure) if imported.tasks.is_empty() => return Err(failure),
            // What is stored stays stored, so it is said first.
            Err(failure) => {
                show(context, &imported)?;
                return Err(imported.cut_short_by(failure));
            }
        }
        let waits = imported.tasks.iter().any(|task| task.question.is_some());
        Ok(if waits { Ending::WaitsForPerson } else { Ending::Done })
    }

    /// A PRD is known by its title. Importing it again would make everything in it twice.
    async fn refuse_known(&self, found: &[Found], desk: &Desk) -> Result<(), Failure> {
        let mut titles = BTreeSet::new();
        for prd in found.iter().filter_map(Found::prd) {
            if !titles.insert(same(&prd.title)) {
                return Err(Failure::PrdTwice { title: prd.title.clone() });
            }
        }
        let store = desk.engine.store();
        let mut query = GoalQuery { limit: PAGE, ..GoalQuery::default() };
        while !titles.is_empty() {
            let goals = store.goals(&query).await?;
            for goal in goals.iter().map(|listed| &listed.item) {
                if titles.contains(&same(goal.title.as_str())) && has_stories(goal, store).await? {
                    let (goal, title) = (goal.id.clone(), goal.title.to_string());
                    return Err(Failure::PrdKnown { goal, title });
                }
            }
            query.after = goals.last().map(|last| last.position);
            if goals.len() < PAGE as usize {
                break;
            }
        }
        Ok(())
    }

    /// Task files first: their ids may be taken, and then nothing is stored at all.
    async fn store(
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
                Found::Prd(..) | Found::Workflow(_) => others.push(one),
            }
        }
        // Whether the others can be made does not depend on the numbers they get.
        for one in &others {
            self.commands_of(one, 1)?;
        }
        if !named.is_empty() {
            let own = |draft: &Draft, _| TaskId::new(draft.id.clone().unwrap_or_default());
            let commands = self.commands(&named, &ids(&named, own)?)?;
            imported.note(&desk.execute(&commands).await?);
        }
        for one in &others {
            let make = |number: u64| self.commands_of(one, number).unwrap_or_default();
            let done = match one {
                Found::Prd(..) => {
                    engine.create_goal(session, |id| make(number(id.as_str()))).await?
                }
                Found::Workflow(_) | Found::Named(_) => {
                    engine.create_task(session, |id| make(number(id.as_str()))).await?
                }
            };
            imported.note(&done);
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
            Found::Workflow(ready) | Found::Named(ready) => {
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
    /// What the source says of the task that decides who gets it, and where it stands in a workflow.
    fn labels(&self, with: Placeholders<'_>, step: usize) -> BTreeMap<String, String> {
        let Draft { track, complexity, role, .. } = &self.draft;
        let complexity = complexity.map(|complexity| complexity.name().to_owned());
        let (instance, step) = match role {
            Some(_) => (Some(with.instance.to_string()), Some(step.to_string())),
            None => (None, None),
        };
        let all = [
            (label::TRACK, track.clone()),
            (label::COMPLEXITY, complexity),
            (label::ROLE, role.clone()),
            (label::WORKFLOW, instance),
            (label::STEP, step),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }

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

/// The number of an id that the engine made. It makes none without; zero would be refused as taken.
fn number(id: &str) -> u64 {
    id.rsplit('-').next().and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

fn story_id(goal: &GoalId, story: &str) -> Result<TaskId, BadId> {
    TaskId::new(format!("{goal}.{story}"))
}

/// Titles that differ in case or spaces only are the same.
fn same(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether a goal's tasks are stories of a PRD.
async fn has_stories(goal: &Goal, store: &SqlStore) -> Result<bool, Failure> {
    let query = TaskQuery { goal: Some(goal.id.clone()), limit: 100, ..TaskQuery::default() };
    let tasks = store.tasks(&query).await?;
    let of_prd = |task: &Task| task.contract.generated_from() == GeneratedFrom::Prd;
    Ok(tasks.iter().any(|listed| of_prd(&listed.item)))
}

fn title(text: &str) -> Result<Title, Failure> {
    Ok(Title::new(text)?)
}

impl ImportedView {
    fn note(&mut self, done: &Done) {
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

    fn cut_short_by(self, failure: Failure) -> Failure {
        let alone = self.tasks.into_iter().map(|task| task.id);
        let alone =
            alone.filter(|id| !self.goals.iter().any(|goal| id.starts_with(&format!("{goal}."))));
        let stored = self.goals.iter().cloned().chain(alone).collect();
        Failure::PartlyImported { stored, source: Box::new(failure) }
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
