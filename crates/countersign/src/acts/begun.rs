//! What nobody had committed of the tests and of what steers the checks when a task was begun: the work is held to it, so
//! whoever reviews the work is told. Noted beside the journal, and in the evidence once it is judged.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use countersign_core::{PathNote, Task, TaskId, TreeId};
use countersign_runner::area::{Base, Committed};
use countersign_store::SqlStore;
use serde::{Deserialize, Serialize};

use crate::commands::show;
use crate::config::Project;
use crate::failure::Failure;
use crate::worktrees::WorkTree;

const FOLDER: &str = "begun";
/// Most paths that are noted.
const MOST: usize = 500;

#[derive(Debug, Serialize, Deserialize)]
struct Note {
    base: TreeId,
    paths: Vec<PathNote>,
}

/// Compares what a task is begun on with what is committed where the project lies.
pub fn note(project: &Project, task: &Task, base: &Base) -> Result<(), Failure> {
    let Some(committed) = committed(project.root()) else { return Ok(()) };
    let departed = committed.departures(project.root(), &task.contract, base.path());
    // No reason not to begin, and one to look.
    let mut paths = departed.unwrap_or_else(|error| {
        let why = format!("nobody could compare it with what is committed: {error}");
        vec![PathNote { path: ".".to_owned(), why }]
    });
    paths.truncate(MOST);
    let path = file(project, &task.id);
    let failed = |what| {
        let path = path.clone();
        move |source| Failure::File { what, path, source }
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    let text = serde_json::to_string(&Note { base: base.id().clone(), paths })
        .map_err(|error| failed("write")(io::Error::other(error)))?;
    fs::write(&path, text).map_err(failed("write"))
}

/// What was noted when a task was begun on what it is judged against.
pub fn noted(project: &Project, task: &Task) -> Result<Vec<PathNote>, Failure> {
    let path = file(project, &task.id);
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

fn file(project: &Project, task: &TaskId) -> PathBuf {
    project.state_folder().join(FOLDER).join(task.as_str())
}
