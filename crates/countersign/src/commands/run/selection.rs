//! Which tasks a run is about: files, folders, PRDs and workflows, tasks of the journal, or all that are assigned.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use countersign_core::{
    ActorId, Assurance, Command, CriterionId, Finding, Phase, Refusal, Task, TaskCommand, TaskId,
    TaskState, TreeId,
};
use countersign_runner::area::HandIns;
use countersign_runner::closed::ClosedFiles;
use countersign_store::{SqlStore, TaskQuery};

use super::picking::{ONLY_ANOTHER_LINE, Workers};
use super::team::is_in_hand;
use crate::commands::importing::{self, Found, ImportedView, Importer, Outline, Sources};
use crate::commands::sources;
use crate::commands::task::import::cut_short;
use crate::config::Project;
use crate::context::{Context, Desk};
use crate::failure::Failure;
use crate::workshop::Here;

/// How many tasks are looked at at once.
const PAGE: u32 = 500;

/// What was named on the command line.
#[derive(Debug, Default)]
pub struct Named {
    pub paths: Vec<PathBuf>,
    pub ids: Vec<TaskId>,
    /// What is to be done, in words.
    pub lines: Vec<String>,
}

impl Named {
    /// What is there is a path; what looks like one is a path that is missing; several words say what is to be done;
    /// the rest are ids.
    pub fn new(arguments: &[String]) -> Result<Self, Failure> {
        let mut named = Self::default();
        for argument in arguments {
            let path = Path::new(argument);
            let ending = path.extension().and_then(OsStr::to_str);
            let looks_like_one = argument.contains('/')
                || ending.is_some_and(|ending| ["md", "markdown", "yaml", "yml"].contains(&ending));
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let is_words =
                argument.trim().contains(char::is_whitespace) && !folder.is_some_and(Path::is_dir);
            if argument == "-" || path.exists() {
                named.paths.push(path.to_owned());
            } else if is_words {
                named.lines.push(argument.clone());
            } else if looks_like_one {
                let source = std::io::ErrorKind::NotFound.into();
                return Err(Failure::Unreadable { path: path.to_owned(), source });
            } else {
                named.ids.push(argument.parse()?);
            }
        }
        Ok(named)
    }

    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.ids.is_empty() && self.lines.is_empty()
    }

    /// What is in the files and in words, found sound.
    pub fn read(&self, context: &Context<'_>) -> Result<Sources, Failure> {
        let mut found = match self.paths.is_empty() {
            true => Sources::default(),
            false => importing::read(&self.paths, context)?,
        };
        for line in &self.lines {
            found.add(Found::line(line, context)?);
        }
        Ok(found)
    }

    /// The files themselves: what is in them beside the brief is none of a worker's business. Nor is what lies in those
    /// of tasks that were stored before.
    pub fn files(&self, stored: BTreeSet<PathBuf>) -> Result<ClosedFiles, Failure> {
        let sources = sources::gather(
            &self.paths.iter().filter(|path| *path != Path::new("-")).cloned().collect::<Vec<_>>(),
        )?;
        Ok(ClosedFiles::new(sources.into_iter().map(|source| source.path).chain(stored)))
    }
}

/// The tasks of a run.
#[derive(Debug, Default)]
pub struct Selection {
    pub ids: Vec<TaskId>,
    /// Nobody works on them in this run: with the reason.
    pub aside: Vec<(TaskId, String)>,
    /// Those of files that were named now.
    pub of_files: BTreeSet<TaskId>,
    /// Those of which the text was taken anew.
    pub restated: Vec<TaskId>,
}

/// Which of the tasks were asked for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub only: &'a [String],
    pub from: Option<&'a str>,
}

/// Stores what is new, and returns the tasks of the run.
pub async fn store(
    found: Sources,
    named: &Named,
    importer: Importer,
    desk: &Desk,
    (workers, wanted): (&Workers, Wanted<'_>),
) -> Result<Selection, Failure> {
    let store = desk.engine.store();
    if named.is_empty() {
        return assigned(store, workers).await;
    }
    let joined = importing::join(found.known(desk).await?, store).await?;
    let others_go_on =
        !joined.known.is_empty() || !joined.restated.is_empty() || !named.ids.is_empty();
    refuse_without_worker(&joined.new, wanted, (workers, others_go_on))?;
    let mut ids = joined.known;
    if !joined.new.is_empty() {
        let mut imported = ImportedView::default();
        match importer.store(joined.new, desk, &mut imported).await {
            Ok(()) => {}
            Err(failure) if imported.tasks.is_empty() => return Err(failure),
            Err(failure) => return Err(cut_short(imported, failure)),
        }
        for task in &imported.tasks {
            ids.push(TaskId::new(task.id.clone())?);
        }
    }
    Importer::restate(&joined.restated, desk).await?;
    let restated: Vec<TaskId> = joined.restated.into_iter().map(|one| one.task).collect();
    ids.extend(restated.iter().cloned());
    let of_files = ids.iter().cloned().collect();
    for id in &named.ids {
        if store.task(id).await?.is_none() {
            return Err(Refusal::NoSuchTask { task: id.clone() }.into());
        }
        ids.push(id.clone());
    }
    let mut seen = BTreeSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    Ok(Selection { ids, aside: joined.aside, of_files, restated })
}

/// Somebody who is to work on what is new has to be there before it is stored.
pub fn refuse_without_worker(
    new: &[Found],
    wanted: Wanted<'_>,
    (workers, others_go_on): (&Workers, bool),
) -> Result<(), Failure> {
    let mut outlines = Vec::new();
    for found in new {
        outlines.extend(found.outlines()?);
    }
    let is_there = |name: &str| outlines.iter().any(|outline| outline.name == name);
    // The others may be stored already.
    let only: Vec<String> = wanted.only.iter().filter(|name| is_there(name)).cloned().collect();
    let from = wanted.from.filter(|name| is_there(name));
    let all = wanted.only.is_empty() && wanted.from.is_none();
    if !all && only.is_empty() && from.is_none() {
        return Ok(());
    }
    let mut first = BTreeSet::new();
    for outline in narrow(outlines, &only, from)? {
        first.extend(workers.chain(&outline.name, &outline.labels)?.into_iter().next());
    }
    workers.refuse_missing(&first, others_go_on)
}

/// What was asked for on the command line counts: how far it must go for every task on which nobody has begun, and how often
/// failed work is sent back for every one that is not over. One that can only go less far than that is refused: whoever asks
/// for more would take it for done.
pub async fn require(
    tasks: &[Task],
    (assurance, revisions): (Option<Assurance>, Option<u32>),
    desk: &Desk,
) -> Result<(), Failure> {
    let (mut commands, mut fixed) = (Vec::new(), Vec::new());
    for task in tasks.iter().filter(|task| !matches!(task.state, TaskState::Cancelled { .. })) {
        if task.is_begun() && assurance.is_some_and(|asked| asked > task.required()) {
            fixed.push(task.id.clone());
            continue;
        }
        let stays = task.is_begun() || task.is_over();
        let assurance = assurance.filter(|_| !stays).unwrap_or(task.assurance);
        let revisions = revisions.unwrap_or(task.revisions);
        if !task.is_over() && (assurance, revisions) != (task.assurance, task.revisions) {
            let require = TaskCommand::Require { assurance, revisions };
            commands.push(Command::Task(task.id.clone(), require));
        }
    }
    if let (Some(assurance), false) = (assurance, fixed.is_empty()) {
        return Err(Failure::AssuranceFixed { tasks: fixed, assurance });
    }
    for batch in commands.chunks(PAGE as usize) {
        desk.execute(batch).await?;
    }
    Ok(())
}

/// Every task of a worker that nobody is done with. Of those that only another command line's worker could go on with, that
/// is said; if there is nothing else, it is refused.
pub async fn assigned(store: &SqlStore, workers: &Workers) -> Result<Selection, Failure> {
    let (mut ids, mut one_off) = (Vec::new(), Vec::new());
    let mut query = TaskQuery { settled: Some(false), limit: PAGE, ..TaskQuery::default() };
    loop {
        let tasks = store.tasks(&query).await?;
        for task in tasks.iter().map(|listed| &listed.item).filter(|task| !task.is_completed()) {
            let Some(builder) = task.builder().map(ActorId::as_str) else { continue };
            if !workers.is_worker(builder) {
                continue;
            }
            // Who is asked for gets also what lies with a line that nobody knows any more.
            let is_lost = !workers.has(builder) && workers.asked().is_none();
            // What was handed in needs no worker, unless it is sent back.
            match is_lost && is_in_hand(task) {
                true => one_off.push(task.id.clone()),
                false => ids.push(task.id.clone()),
            }
        }
        query.after = tasks.last().map(|last| last.position);
        if tasks.len() < PAGE as usize {
            break;
        }
    }
    one_off.sort_unstable();
    if ids.is_empty() && !one_off.is_empty() {
        return Err(Failure::OneOff { tasks: one_off });
    }
    let aside = one_off.into_iter().map(|id| (id, ONLY_ANOTHER_LINE.to_owned())).collect();
    Ok(Selection { ids, aside, ..Selection::default() })
}

/// The tasks themselves, as they are now.
pub async fn load(ids: &[TaskId], store: &SqlStore) -> Result<Vec<Task>, Failure> {
    let tasks = load_versions(ids, store).await?;
    Ok(tasks.into_iter().map(|(task, _)| task).collect())
}

/// Likewise, each with its version.
pub async fn load_versions(ids: &[TaskId], store: &SqlStore) -> Result<Vec<(Task, u64)>, Failure> {
    let found = store.tasks_named(ids).await?;
    let take = |id: &TaskId| {
        let missing = || Refusal::NoSuchTask { task: id.clone() };
        Ok(found.get(id).cloned().ok_or_else(missing)?)
    };
    ids.iter().map(take).collect()
}

/// Tasks that were handed in and wait only for what an evaluator could tell, where there is one now. What the checks
/// themselves could not decide is not asked again: two answers to one question are no answer.
pub async fn undecided(
    tasks: &[Task],
    desk: &Desk,
    project: &Project,
    here: &Here,
) -> Result<BTreeSet<TaskId>, Failure> {
    let mut again = BTreeSet::new();
    if project.evaluator().is_none() {
        return Ok(again);
    }
    let is_handed_in =
        |task: &&Task| matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. });
    for task in tasks.iter().filter(is_handed_in).filter(|task| here.has_work_of(&task.id)) {
        let Some(evidence) = desk.engine.last_evidence(&task.id).await? else { continue };
        let is_asked = |id: &CriterionId| {
            let criterion = task.contract.criteria().iter().find(|one| one.id == *id);
            criterion.is_some_and(|one| one.check.asks_a_reader())
        };
        let mut open = evidence.observations.iter().filter(|seen| seen.finding != Finding::Pass);
        if open.all(|seen| seen.finding == Finding::Undecided && is_asked(&seen.criterion)) {
            again.insert(task.id.clone());
        }
    }
    Ok(again)
}

/// What the tasks that nobody is done with were started on.
pub async fn open_bases(store: &SqlStore, project: &Project) -> Result<BTreeSet<TreeId>, Failure> {
    // Without it nobody could say what the work on a task that is over has changed.
    let mut bases = HandIns::new(&project.state_folder()).bases()?;
    let mut query = TaskQuery { settled: Some(false), limit: PAGE, ..TaskQuery::default() };
    loop {
        let tasks = store.tasks(&query).await?;
        bases.extend(tasks.iter().filter_map(|listed| listed.item.base.clone()));
        query.after = tasks.last().map(|last| last.position);
        if tasks.len() < PAGE as usize {
            return Ok(bases);
        }
    }
}

/// A task, or what will be one, as far as it matters for which are run.
pub trait Selected {
    fn name(&self) -> &str;
    fn needs(&self) -> Vec<&str>;
}

impl Selected for Task {
    fn name(&self) -> &str {
        self.id.as_str()
    }

    fn needs(&self) -> Vec<&str> {
        self.depends_on.iter().map(TaskId::as_str).collect()
    }
}

impl Selected for Outline {
    fn name(&self) -> &str {
        &self.name
    }

    fn needs(&self) -> Vec<&str> {
        self.depends_on.iter().map(String::as_str).collect()
    }
}

/// A task on which nobody works in this run, with the reason.
impl Selected for (Task, Option<String>) {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn needs(&self) -> Vec<&str> {
        self.0.needs()
    }
}

/// Only those that were asked for, or one with all that build on it.
pub fn narrow<T: Selected>(
    tasks: Vec<T>,
    only: &[String],
    from: Option<&str>,
) -> Result<Vec<T>, Failure> {
    let find = |name: &str| -> Result<String, Failure> {
        let is_it = |task: &&T| {
            let story = task.name().split_once('.').map(|(_, story)| story);
            task.name() == name || story == Some(name)
        };
        let mut fitting = tasks.iter().filter(is_it);
        match (fitting.next(), fitting.next()) {
            (Some(task), None) => Ok(task.name().to_owned()),
            (None, _) => Err(Failure::Usage(format!("{name} is none of the tasks of this run"))),
            (Some(_), Some(_)) => {
                Err(Failure::Usage(format!("several tasks of this run are called {name}")))
            }
        }
    };
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for name in only {
        wanted.insert(find(name)?);
    }
    if let Some(name) = from {
        wanted.extend(downstream(&tasks, &find(name)?));
    }
    if only.is_empty() && from.is_none() {
        return Ok(tasks);
    }
    Ok(tasks.into_iter().filter(|task| wanted.contains(task.name())).collect())
}

fn downstream<T: Selected>(tasks: &[T], from: &str) -> BTreeSet<String> {
    let mut dependents: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for task in tasks {
        for on in task.needs() {
            dependents.entry(on).or_default().push(task.name());
        }
    }
    let mut reached = BTreeSet::from([from.to_owned()]);
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        for next in dependents.get(id).into_iter().flatten() {
            if reached.insert((*next).to_owned()) {
                open.push(next);
            }
        }
    }
    reached
}
