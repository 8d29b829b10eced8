//! How often an agent is sent back. It is counted beside the tokens, where no file of the project says otherwise.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::failure::Failure;
use crate::identity;

/// How often an agent is sent back for the same in one session of its program. After that a person sees that it gave up.
const PATIENCE: u32 = 5;
/// How often in all sessions together, so that a program that calls each stop another session is not held for ever.
const IN_ALL: u32 = 20;
/// After how long without being sent back an agent is taken to begin anew.
const FORGOTTEN: Duration = Duration::from_secs(6 * 60 * 60);

/// Whether the agent is sent back once more. Where that cannot be counted it is sent back once, as far as its program
/// says so. An agent can call the hook itself; only with the name of its own session does that count for the session.
pub fn once_more(matter: &str, session: Option<&str>, is_again: bool) -> bool {
    let counted = || {
        let in_all = file(matter)?;
        Ok::<_, Failure>(match session {
            None => count(&in_all, PATIENCE)?,
            Some(session) => {
                let of_session = file(&format!("{matter}\nin session {session}"))?;
                count(&of_session, PATIENCE)? && count(&in_all, IN_ALL)?
            }
        })
    };
    counted().unwrap_or(!is_again)
}

fn file(matter: &str) -> Result<PathBuf, Failure> {
    let mut digest = DefaultHasher::new();
    matter.hash(&mut digest);
    Ok(identity::config_folder()?.join("hooks").join(format!("{:016x}", digest.finish())))
}

fn count(path: &Path, most: u32) -> Result<bool, Failure> {
    let failed = |what| move |source| Failure::File { what, path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        forget(folder);
    }
    let before: u32 = match fs::read_to_string(path) {
        Ok(text) => text.trim().parse().unwrap_or(0),
        Err(_) => 0,
    };
    if before >= most {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    }
    fs::write(path, format!("{}\n", before + 1)).map_err(failed("write"))?;
    Ok(true)
}

/// Every session has a count of its own; the old ones say nothing any more.
fn forget(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let written = entry.metadata().and_then(|file| file.modified());
        let age = written.ok().and_then(|written| written.elapsed().ok());
        if age.is_some_and(|age| age > FORGOTTEN) {
            // One that stays is forgotten the next time.
            let _ = fs::remove_file(entry.path());
        }
    }
}
