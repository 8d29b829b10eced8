//! What nobody had committed of the tests and of what steers the checks when a task was begun, and what somebody has
//! committed of them since it was made: the work is held to it, so whoever reviews the work is told. Noted beside the
//! journal, and in the evidence once it is judged.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use countersign_core::{Event, PathNote, Task, TaskEvent, TaskId, TreeId};
use countersign_engine::Done;
use countersign_runner::area::{Base, Committed, NotCompared};
use countersign_store::SqlStore;
use serde::{Deserialize, Serialize};

use crate::commands::show;
use crate::config::Project;
use crate::context::current_folder;
use crate::failure::Failure;
use crate::worktrees::WorkTree;

const FOLDER: &str = "begun";
/// Which commit was checked out when a task was made.
const MADE: &str = "made";
/// Most paths that are noted.
const MOST: usize = 500;

#[derive(Debug, Serialize, Deserialize)]
struct Note {
    base: TreeId,
    paths: Vec<PathNote>,
}

/// Notes what is committed where the project lies, for each task that was just made.
pub async fn made(project: &Project, done: &Done) {
    let is_made = |event: &Event| match event {
        Event::Task(id, TaskEvent::Created { .. }) => Some(id.clone()),
        _ => None,
    };
    let (project, tasks) = (project.clone(), done.events.iter().filter_map(is_made));
    let tasks: Vec<TaskId> = tasks.collect();
    // They are made, whether anybody can be told later or not.
    let _ = super::aside(move || {
        let Some(committed) = committed(project.home()) else { return Ok(()) };
        let Ok(Some(commit)) = committed.now(project.home()) else { return Ok(()) };
        let Some((first, rest)) = tasks.split_first() else { return Ok(()) };
        let first = place(&project, MADE, first);
        write(&first, &commit)?;
        rest.iter().try_for_each(|task| {
            // A file of its own for each of a thousand takes the file system longer than storing the tasks.
            let path = place(&project, MADE, task);
            fs::hard_link(&first, &path).or_else(|_| write(&path, &commit))
        })
    })
    .await;
}

/// Likewise where a person is who made them.
pub async fn made_here(done: &Done) {
    if let Ok(Some(project)) = current_folder().and_then(|here| Project::joined(&here)) {
        made(&project, done).await;
    }
}

/// What is committed in a folder of work, as far as git can tell. Where it cannot, whoever reviews the work is told by
/// [`note`].
pub fn committed_paths(root: &Path) -> Vec<String> {
    let paths = committed(root).map(|committed| committed.paths(root));
    paths.and_then(Result::ok).unwrap_or_default()
}

/// Compares what a task is begun on with what is committed where the project lies, and that with what was when the task
/// was made.
pub fn note(project: &Project, task: &Task, base: &Base) -> Result<(), Failure> {
    let Some(committed) = committed(project.root()) else { return Ok(()) };
    let here = project.root();
    let untold = |error: NotCompared| {
        // No reason not to begin, and one to look.
        let why = format!("nobody could compare it with what is committed: {error}");
        vec![PathNote { path: ".".to_owned(), why }]
    };
    let mut paths = committed.departures(here, &task.contract, base.path()).unwrap_or_else(untold);
    if let Ok(commit) = fs::read_to_string(place(project, MADE, &task.id)) {
        let mut since = committed.since(here, &task.contract, &commit).unwrap_or_else(untold);
        since.retain(|one| paths.iter().all(|other| other.path != one.path));
        paths.extend(since);
    }
    paths.truncate(MOST);
    let path = place(project, FOLDER, &task.id);
    let text =
        serde_json::to_string(&Note { base: base.id().clone(), paths }).map_err(|error| {
            Failure::File { what: "write", path: path.clone(), source: io::Error::other(error) }
        })?;
    write(&path, &text)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |what| move |source| Failure::File { what, path: path.to_owned(), source };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    match fs::remove_file(path) {
        // What is there may be another task's note as well.
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed("write over")(error)),
    }
    fs::write(path, text).map_err(failed("write"))
}

/// What was noted when a task was begun on what it is judged against.
pub fn noted(project: &Project, task: &Task) -> Result<Vec<PathNote>, Failure> {
    let path = place(project, FOLDER, &task.id);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(|source| Failure::Unreadable { path: path.clone(), source })?,
    };
    let note: Note = serde_json::from_str(&text)
        .map_err(|error| Failure::BadFile { path, why: error.to_string() })?;
    Ok(if task.base == Some(note.base) { note.paths } else { Vec::new() })
}

/// What whoever confirms a task should look at, by what was seen of it last.
pub async fn findings(store: &SqlStore, task: &TaskId) -> Result<Vec<PathNote>, Failure> {
    let judged = show::last_judged(store, task, None).await?;
    let room = judged.and_then(|(_, _, evidence)| evidence.room);
    Ok(room.map_or_else(Vec::new, |room| [room.uncommitted, room.restored].concat()))
}

/// The repository by git's own files: no folder that an agent writes says which one it is.
fn committed(root: &Path) -> Option<Committed> {
    let top = root.ancestors().find(|top| top.join(".git").symlink_metadata().is_ok())?;
    let folder = match WorkTree::around(root) {
        Some(tree) => tree.main.join(".git/worktrees").join(tree.name),
        None => top.join(".git"),
    };
    let prefix = root.strip_prefix(top).ok()?.to_str()?.to_owned();
    folder.is_dir().then_some(Committed { folder, prefix })
}

fn place(project: &Project, folder: &str, task: &TaskId) -> PathBuf {
    project.state_folder().join(folder).join(task.as_str())
}
