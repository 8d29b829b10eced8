//! Where the work on a task lies: the folder in which it was begun, which is the project's own or the same folder in a
//! linked work tree of its repository. Noted beside the journal, since it says something of this machine alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use countersign_core::{ActorId, Task, TaskId, TaskState};
use countersign_runner::area::Claim;
use countersign_store::SqlStore;

use super::aside;
use crate::config::Project;
use crate::failure::Failure;
use crate::worktrees::WorkTree;

const FOLDER: &str = "places";

/// The project as it lies in one of its work trees, by name or by path.
pub fn named(project: &Project, name: &str) -> Result<Project, Failure> {
    let all = linked(project);
    let path = project.home().join(name).canonicalize().ok();
    let is_meant =
        |tree: &&WorkTree| tree.name == name || path.as_ref().is_some_and(|path| *path == tree.top);
    let root = all.iter().find(is_meant).and_then(|tree| tree.here(project.home()));
    match root {
        Some(root) => Ok(project.at(root)),
        None => Err(Failure::NoWorkTree {
            name: name.to_owned(),
            known: all.into_iter().map(|tree| tree.name).collect(),
        }),
    }
}

fn linked(project: &Project) -> Vec<WorkTree> {
    let home = project.home();
    let main = home.ancestors().find(|folder| folder.join(".git").is_dir());
    main.map(WorkTree::all_of).unwrap_or_default()
}

/// Notes that a task is done where the project lies here.
pub fn put(project: &Project, task: &TaskId) -> Result<(), Failure> {
    let path = file(project, task);
    let failed = |what| {
        let path = path.clone();
        move |source| Failure::File { what, path, source }
    };
    if !project.is_elsewhere() {
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("remove")(error)),
            _ => Ok(()),
        };
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    fs::write(&path, project.root().as_os_str().as_encoded_bytes()).map_err(failed("write"))
}

/// The turn to begin something where the project lies, held from looking who is at work there until it is begun.
pub async fn turn(project: &Project) -> Result<Claim, Failure> {
    let (folder, state) = (project.root().to_owned(), project.state_folder());
    aside(move || {
        let failed = |source| Failure::File { what: "lock", path: state.clone(), source };
        Claim::on(&folder, &state).map_err(failed)
    })
    .await
}

/// Refuses a work tree in which somebody else is at work: what one has half done would be in the other's result.
pub async fn refuse_taken(
    store: &SqlStore,
    project: &Project,
    actor: &ActorId,
) -> Result<(), Failure> {
    if !project.is_elsewhere() {
        return Ok(());
    }
    let notes = fs::read_dir(project.state_folder().join(FOLDER)).into_iter().flatten().flatten();
    for note in notes {
        let is_here = fs::read(note.path())
            .is_ok_and(|folder| folder == project.root().as_os_str().as_encoded_bytes());
        let Some(task) = note.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        if is_here
            && let Some((Task { state: TaskState::InProgress { builder, .. }, .. }, _)) =
                store.task(&task).await?
            && builder != *actor
        {
            return Err(Failure::PlaceTaken { folder: project.root().to_owned(), task, builder });
        }
    }
    Ok(())
}

/// The project as it lies where a task was begun. A work tree that is gone is not replaced by another folder.
pub fn of(project: &Project, task: &TaskId) -> Result<Project, Failure> {
    use std::os::unix::ffi::OsStringExt;
    let path = file(project, task);
    let root = match fs::read(&path) {
        Ok(bytes) => PathBuf::from(std::ffi::OsString::from_vec(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(project.at(project.home().to_owned()));
        }
        Err(source) => return Err(Failure::Unreadable { path, source }),
    };
    let is_there =
        linked(project).iter().any(|tree| tree.here(project.home()) == Some(root.clone()));
    match is_there {
        true => Ok(project.at(root)),
        false => Err(Failure::PlaceGone { task: task.clone(), folder: root }),
    }
}

fn file(project: &Project, task: &TaskId) -> PathBuf {
    project.state_folder().join(FOLDER).join(task.as_str())
}
