//! Looking at a database's file without the database.
//!
//! SQLite's locks belong to the process, and closing any descriptor of the file gives up all of them, those of its
//! connections too. Another process then takes itself for the last one and removes the log under these connections:
//! they would read what was, and write where nobody looks. So what was opened here once is never closed.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum For {
    Reading,
    Writing,
}

/// Which file it is, and what it was opened for.
type Key = (u64, u64, For);

/// The first bytes of a file, or fewer if it has no more.
pub(crate) fn start_of(path: &Path, length: usize) -> io::Result<Vec<u8>> {
    let file = opened(path, For::Reading)?;
    let mut start = vec![0; length];
    let mut read = 0;
    while let Some(rest) = start.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match file.read_at(rest, read as u64) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    start.truncate(read);
    Ok(start)
}

/// Whether a file can be opened for writing.
pub(crate) fn is_writable(path: &Path) -> io::Result<()> {
    opened(path, For::Writing).map(drop)
}

fn opened(path: &Path, how: For) -> io::Result<Arc<File>> {
    static OPEN: OnceLock<Mutex<HashMap<Key, Vec<Arc<File>>>>> = OnceLock::new();
    let mut open = OPEN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let there = path.metadata()?;
    let known = open.get(&(there.dev(), there.ino(), how)).and_then(|files| files.first());
    if let Some(file) = known {
        return Ok(Arc::clone(file));
    }
    let is_writing = how == For::Writing;
    let file = Arc::new(File::options().read(!is_writing).write(is_writing).open(path)?);
    // Another one may have come in its place meanwhile.
    let key = match file.metadata() {
        Ok(found) => (found.dev(), found.ino(), how),
        Err(_) => (there.dev(), there.ino(), how),
    };
    open.entry(key).or_default().push(Arc::clone(&file));
    Ok(file)
}
