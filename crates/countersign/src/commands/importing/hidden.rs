//! Where hidden tests lie that a task brought along: in its file, which no worker may see whichever command has it work.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use countersign_core::{Contract, Task, TaskId, TaskState, Visibility, label};
use countersign_store::{SqlStore, TaskQuery};

use crate::commands::run::top_level;
use crate::config::Project;
use crate::context::current_folder;
use crate::failure::Failure;
use crate::workshop::may_hide_tests;

/// How many tasks are looked at at once.
const PAGE: u32 = 500;
/// Of what came from no file.
const NO_FILE: &str = "-";

/// How a task remembers its file. What lies in the project is named as the project calls it: another machine may have
/// that elsewhere.
pub(super) fn remembered(path: &Path) -> Result<String, Failure> {
    if path == Path::new(NO_FILE) {
        return Ok(NO_FILE.to_owned());
    }
    let current = current_folder()?;
    let project = Project::joined(&current)?;
    let root = project.map_or_else(|| top_level(&current), |project| project.root().to_owned());
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (root, path) = (real(&root), real(&current.join(path)));
    Ok(path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned())
}

/// Whether its source brought hidden tests along. What a lead hid by a command lies in no file.
pub(super) fn hides_tests(contract: &Contract) -> bool {
    let is_hidden = |visibility: Visibility| visibility == Visibility::Hidden;
    contract.spec_files().iter().any(|file| is_hidden(file.visibility))
        || contract
            .criteria()
            .iter()
            .any(|one| is_hidden(one.visibility) && one.origin.starts_with("section "))
}

/// What is to be closed to workers because of stored tasks.
#[derive(Debug, Default)]
pub struct Closing {
    pub files: BTreeSet<PathBuf>,
    /// Tasks whose hidden tests lie nobody knows where: with what there is to do.
    pub unknown: Vec<(TaskId, String)>,
}

/// The files of all tasks that are not settled, with what lies beside them and hides tests. `tasks` are those of a run,
/// of which `named` are in files that it was given.
pub async fn closing(
    tasks: &[Task],
    named: &BTreeSet<TaskId>,
    store: &SqlStore,
) -> Result<Closing, Failure> {
    let mut closing = Closing::default();
    for task in tasks.iter().filter(|task| !named.contains(&task.id) && is_open(task)) {
        if !hides_tests(&task.contract) {
            continue;
        }
        let id = &task.id;
        match task.labels.get(label::SOURCE) {
            None => closing.unknown.push((
                id.clone(),
                "it has hidden tests, and the journal does not say which file they are in, so that its worker could read \
                 them: name that file (countersign run FILE)"
                    .to_owned(),
            )),
            Some(path) if Path::new(path).is_absolute() && !Path::new(path).exists() => {
                let why = format!(
                    "its hidden tests came from {path}, which is not there any more, so that its worker could read them \
                     wherever they are now: name the file (countersign run FILE), or leave an empty one in its place"
                );
                closing.unknown.push((id.clone(), why));
            }
            Some(_) => {}
        }
    }
    let mut sources: BTreeSet<PathBuf> = tasks.iter().filter_map(outside).collect();
    let mut query = TaskQuery { settled: Some(false), limit: PAGE, ..TaskQuery::default() };
    loop {
        let page = store.tasks(&query).await?;
        sources.extend(page.iter().filter_map(|listed| outside(&listed.item)));
        query.after = page.last().map(|last| last.position);
        if page.len() < PAGE as usize {
            break;
        }
    }
    let folders: BTreeSet<&Path> = sources.iter().filter_map(|file| file.parent()).collect();
    for folder in folders {
        let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
        closing.files.extend(files.filter(|file| may_hide_tests(file)));
    }
    closing.files.extend(sources.into_iter().filter(|file| file.exists()));
    Ok(closing)
}

/// The file of its hidden tests, where that is not in the project: what lies there is in no worker's reach anyway.
fn outside(task: &Task) -> Option<PathBuf> {
    task.labels.get(label::SOURCE).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// Whether anybody may still be set to work on it.
fn is_open(task: &Task) -> bool {
    let is_over = matches!(task.state, TaskState::Review { .. } | TaskState::Cancelled { .. });
    !is_over && !task.is_completed()
}
