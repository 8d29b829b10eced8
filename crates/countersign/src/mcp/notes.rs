//! What was handed in here and is not judged yet, noted beside the journal. The journal says what waits to be judged
//! but not where the work lies: a server of another machine must not judge its own folder for it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use countersign_core::TaskId;

use crate::failure::Failure;

const FOLDER: &str = "judging";

/// Notes that the work on a task lies here.
pub fn put(state: &Path, task: &TaskId) -> Result<(), Failure> {
    let path = file(state, task);
    let failed = |what| {
        let path = path.clone();
        move |source| Failure::File { what, path, source }
    };
    fs::create_dir_all(state.join(FOLDER)).map_err(failed("make the folder of"))?;
    fs::write(&path, []).map_err(failed("write"))
}

/// It is judged, or was never handed in.
pub fn strike(state: &Path, task: &TaskId) {
    // One that stays is looked at again, and found to be over.
    let _ = fs::remove_file(file(state, task));
}

pub fn is_there(state: &Path, task: &TaskId) -> bool {
    file(state, task).exists()
}

/// All tasks of which there is a note.
pub fn all(state: &Path) -> Result<Vec<TaskId>, Failure> {
    let folder = state.join(FOLDER);
    let files = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        outcome => outcome.map_err(|source| Failure::Unreadable { path: folder, source })?,
    };
    Ok(files.filter_map(|file| file.ok()?.file_name().to_str()?.parse().ok()).collect())
}

fn file(state: &Path, task: &TaskId) -> PathBuf {
    state.join(FOLDER).join(task.as_str())
}
