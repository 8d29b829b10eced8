//! Task files with hidden tests, which lie in the project itself as often as not: neither a worker nor its work when it
//! is judged may see them, whichever task they are of.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

use countersign_contract::intake::{MAX_SOURCE, hides_tests};
use countersign_core::Task;
use countersign_runner::area::{Base, Closes};
use countersign_runner::room::{Outputs, remove};

/// What a file of text may be called that is given as a task.
const EXTENSIONS: [&str; 6] = ["md", "markdown", "mdown", "mdx", "txt", "text"];

pub(super) const CLOSES: Closes =
    Closes { may: may_be_a_task, does: |bytes| hides_tests(&String::from_utf8_lossy(bytes)) };

fn may_be_a_task(path: &str) -> bool {
    match Path::new(path).extension().and_then(OsStr::to_str) {
        Some(extension) => EXTENSIONS.iter().any(|one| extension.eq_ignore_ascii_case(one)),
        None => true,
    }
}

/// Whether a file beside task files is one with hidden tests. What cannot be read is not shown either.
pub fn may_hide_tests(path: &Path) -> bool {
    // What is longer is read as no task.
    let longest = u64::try_from(MAX_SOURCE).unwrap_or(u64::MAX);
    let is_file = |there: fs::Metadata| there.is_file() && there.len() <= longest;
    path.metadata().is_ok_and(is_file)
        && path.to_str().is_none_or(may_be_a_task)
        && fs::read(path).map_or(true, |bytes| (CLOSES.does)(&bytes))
}

/// Takes away what a worker wrote where such a file is in the project: landed, it would be in that file's place. What the
/// task itself names stays. All processes of the worker are dead. The paths.
pub(super) fn take_away(task: &Task, base: &Base, area: &Path) -> io::Result<Vec<String>> {
    let outputs = Outputs::of(&task.contract);
    let mut taken = Vec::new();
    for path in base.closed().iter().filter(|path| !outputs.names(path)) {
        if !lies_in(area, path) {
            continue;
        }
        let at = area.join(path);
        let removed = match at.symlink_metadata() {
            Ok(there) if there.is_dir() => remove(&at),
            Ok(_) => fs::remove_file(&at),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => Err(error),
        };
        removed?;
        taken.push(path.clone());
    }
    Ok(taken)
}

/// Whether every folder on its way is one: a link that the worker put there may lead outside.
fn lies_in(area: &Path, path: &str) -> bool {
    let mut above = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
    above.all(|folder| area.join(folder).symlink_metadata().is_ok_and(|there| there.is_dir()))
}
