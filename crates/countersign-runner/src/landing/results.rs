//! Results that are only left for the person to take.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use countersign_core::TaskId;

use super::error::LandingError;
use crate::area::Bases;
use crate::room::{Accepted, PrivateFolder, new_file, remove};

const RESULTS: &str = "results";
/// Where the paths are listed that the result removes.
const REMOVED: &str = "removed.txt";
const FILES: &str = "files";

/// Leaves a result in the state folder, in place of an earlier one of the same task: its files, and a list of what
/// it removes.
pub fn leave(bases: &Bases, task: &TaskId, accepted: &Accepted) -> Result<PathBuf, LandingError> {
    let to = bases.place(RESULTS)?.join(task.as_str());
    let private = PrivateFolder::new(&bases.making()?).map_err(crate::area::BaseError::from)?;
    let new = private.path().join("result");
    lay(accepted, &new).map_err(LandingError::not_written(&new))?;
    match remove(&to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        removed => removed.map_err(LandingError::not_written(&to))?,
    }
    fs::rename(&new, &to).map_err(LandingError::not_written(&to))?;
    Ok(to)
}

fn lay(accepted: &Accepted, to: &Path) -> io::Result<()> {
    let files = to.join(FILES);
    fs::create_dir_all(&files)?;
    for (path, written) in &accepted.written {
        let at = files.join(path);
        at.parent().map_or(Ok(()), fs::create_dir_all)?;
        new_file(&at, written.executable)?.write_all(&written.bytes)?;
    }
    let removed: String = accepted.removed.iter().map(|path| format!("{path}\n")).collect();
    fs::write(to.join(REMOVED), removed)
}
