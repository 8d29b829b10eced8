//! How often an agent is sent back. It is counted beside the tokens, where no file of the project says otherwise.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::failure::Failure;
use crate::identity;

/// How often an agent is sent back for the same. After that a person sees that it gave up.
const PATIENCE: u32 = 5;
/// After how long without being sent back an agent is taken to begin anew.
const FORGOTTEN: Duration = Duration::from_secs(6 * 60 * 60);

/// Whether the agent is sent back once more. Where that cannot be counted it is sent back once, as far as its program
/// says so.
pub fn once_more(matter: &str, is_again: bool) -> bool {
    file(matter).and_then(|path| count(&path)).unwrap_or(!is_again)
}

fn file(matter: &str) -> Result<PathBuf, Failure> {
    let mut digest = DefaultHasher::new();
    matter.hash(&mut digest);
    Ok(identity::config_folder()?.join("hooks").join(format!("{:016x}", digest.finish())))
}

fn count(path: &Path) -> Result<bool, Failure> {
    let failed = |what| move |source| Failure::File { what, path: path.to_owned(), source };
    let is_old = |path: &Path| {
        let age = fs::metadata(path).and_then(|file| file.modified()).ok()?.elapsed().ok()?;
        Some(age > FORGOTTEN)
    };
    let before: u32 = match fs::read_to_string(path) {
        Ok(text) if is_old(path) != Some(true) => text.trim().parse().unwrap_or(0),
        _ => 0,
    };
    if before >= PATIENCE {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    }
    fs::write(path, format!("{}\n", before + 1)).map_err(failed("write"))?;
    Ok(true)
}
