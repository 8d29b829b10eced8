//! Which tasks a run is about: files, folders, PRDs and workflows, tasks of the journal, or all that are assigned.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use countersign_core::{Refusal, Task, TaskId};
use countersign_store::{SqlStore, TaskQuery};

use super::picking::Workers;
use crate::commands::importing::{self, Found, ImportedView, Importer};
use crate::commands::sources;
use crate::commands::task::import::cut_short;
use crate::context::{Context, Desk};
use crate::failure::Failure;

/// How many tasks are looked at at once.
const PAGE: u32 = 500;

/// What was named on the command line.
#[derive(Debug, Default)]
pub struct Named {
    pub paths: Vec<PathBuf>,
    pub ids: Vec<TaskId>,
}

impl Named {
    /// What is there is a path; what looks like one is a path that is missing; the rest are ids.
    pub fn new(arguments: &[String]) -> Result<Self, Failure> {
        let mut named = Self::default();
        for argument in arguments {
            let path = Path::new(argument);
            let ending = path.extension().and_then(OsStr::to_str);
            let looks_like_one = argument.contains('/')
                || ending.is_some_and(|ending| ["md", "markdown", "yaml", "yml"].contains(&ending));
            if argument == "-" || path.exists() {
                named.paths.push(path.to_owned());
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
        self.paths.is_empty() && self.ids.is_empty()
    }

    /// What is in the files, found sound.
    pub fn read(&self, context: &Context<'_>) -> Result<Vec<Found>, Failure> {
        if self.paths.is_empty() {
            return Ok(Vec::new());
        }
        Ok(importing::read(&self.paths, context)?.unasked())
    }

    /// The files themselves: what is in them beside the brief is none of a worker's business.
    pub fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let sources = sources::gather(
            &self.paths.iter().filter(|path| *path != Path::new("-")).cloned().collect::<Vec<_>>(),
        )?;
        let whole = |source: sources::Source| source.path.canonicalize().unwrap_or(source.path);
        Ok(sources.into_iter().map(whole).collect())
    }
}

/// Stores what is new, and returns the tasks of the run.
pub async fn store(
    found: Vec<Found>,
    named: &Named,
    importer: Importer,
    desk: &Desk,
    workers: &Workers,
) -> Result<Vec<TaskId>, Failure> {
    let store = desk.engine.store();
    if named.is_empty() {
        return assigned(store, workers).await;
    }
    let joined = importing::join(found, store).await?;
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
    for id in &named.ids {
        if store.task(id).await?.is_none() {
            return Err(Refusal::NoSuchTask { task: id.clone() }.into());
        }
        ids.push(id.clone());
    }
    let mut seen = BTreeSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    Ok(ids)
}

/// Every task in the hands of a worker that nobody is done with.
pub async fn assigned(store: &SqlStore, workers: &Workers) -> Result<Vec<TaskId>, Failure> {
    let mut ids = Vec::new();
    let mut query = TaskQuery { settled: Some(false), limit: PAGE, ..TaskQuery::default() };
    loop {
        let tasks = store.tasks(&query).await?;
        for task in tasks.iter().map(|listed| &listed.item) {
            let in_hands = task.builder().is_some_and(|builder| workers.has(builder.as_str()));
            if in_hands && !task.is_completed() {
                ids.push(task.id.clone());
            }
        }
        query.after = tasks.last().map(|last| last.position);
        if tasks.len() < PAGE as usize {
            return Ok(ids);
        }
    }
}

/// The tasks themselves, as they are now.
pub async fn load(ids: &[TaskId], store: &SqlStore) -> Result<Vec<Task>, Failure> {
    let mut tasks = Vec::with_capacity(ids.len());
    for id in ids {
        let found = store.task(id).await?;
        let (task, _) = found.ok_or_else(|| Refusal::NoSuchTask { task: id.clone() })?;
        tasks.push(task);
    }
    Ok(tasks)
}

/// Only those that were asked for, or one with all that build on it.
pub fn narrow(tasks: Vec<Task>, only: &[String], from: Option<&str>) -> Result<Vec<Task>, Failure> {
    let find = |name: &str| -> Result<TaskId, Failure> {
        let story = |id: &TaskId| id.as_str().split_once('.').map(|(_, story)| story.to_owned());
        let is_it = |task: &&Task| {
            task.id.as_str() == name || story(&task.id).is_some_and(|story| story == name)
        };
        let mut fitting = tasks.iter().filter(is_it);
        match (fitting.next(), fitting.next()) {
            (Some(task), None) => Ok(task.id.clone()),
            (None, _) => Err(Failure::Usage(format!("{name} is none of the tasks of this run"))),
            (Some(_), Some(_)) => {
                Err(Failure::Usage(format!("several tasks of this run are called {name}")))
            }
        }
    };
    let mut wanted: BTreeSet<TaskId> = BTreeSet::new();
    for name in only {
        wanted.insert(find(name)?);
    }
    if let Some(name) = from {
        wanted.extend(downstream(&tasks, find(name)?));
    }
    if only.is_empty() && from.is_none() {
        return Ok(tasks);
    }
    Ok(tasks.into_iter().filter(|task| wanted.contains(&task.id)).collect())
}

fn downstream(tasks: &[Task], from: TaskId) -> BTreeSet<TaskId> {
    let mut dependents: BTreeMap<&TaskId, Vec<&TaskId>> = BTreeMap::new();
    for task in tasks {
        for on in &task.depends_on {
            dependents.entry(on).or_default().push(&task.id);
        }
    }
    let mut reached = BTreeSet::from([from.clone()]);
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        for next in dependents.get(&id).into_iter().flatten() {
            if reached.insert((*next).clone()) {
                open.push((*next).clone());
            }
        }
    }
    reached
}
