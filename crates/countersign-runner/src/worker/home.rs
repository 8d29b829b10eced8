//! A home of the worker's own, with copies of what its agent needs of the person's.
//!
//! Copies, and neither links nor mounts: agents replace such files by renaming a new one over them, which a
//! mount refuses and a link does not survive. And only single files: beside an agent's credentials lie what it
//! was told about other work, hidden tests perhaps, and commands that it will run outside of any jail.
//!
//! Credentials that were renewed must come back, because the old ones are void from then on.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

use super::error::WorkerError;
use crate::tree::Root;

/// Bytes of one part, with all that is in it.
const LARGEST: u64 = 64 * 1024 * 1024;
const DEEPEST: usize = 16;
/// Bytes of credentials.
const LARGEST_RENEWED: u64 = 1024 * 1024;

/// A file or folder of the person's home that a worker has a copy of. What is not there is not copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomePart {
    /// From the home.
    pub path: String,
    /// A JSON file that comes back if the worker renewed it, and nobody else did meanwhile.
    pub renewed: bool,
}

impl HomePart {
    pub fn read(path: &str) -> Self {
        Self { path: path.to_owned(), renewed: false }
    }

    pub fn renewed(path: &str) -> Self {
        Self { path: path.to_owned(), renewed: true }
    }
}

/// What may come back.
#[derive(Debug)]
pub(super) struct Lent {
    path: String,
    from: PathBuf,
    before: Vec<u8>,
}

/// Copies the parts. What has to come back later is returned.
pub(super) fn lend(from: &Path, to: &Path, parts: &[HomePart]) -> Result<Vec<Lent>, WorkerError> {
    let mut lent = Vec::new();
    for part in parts {
        let inside = Path::new(&part.path);
        let mut components = inside.components();
        if part.path.is_empty() || !components.all(|one| matches!(one, Component::Normal(_))) {
            return Err(WorkerError::NotInHome { path: part.path.clone() });
        }
        // Where it really lies, since many keep such files elsewhere and have links to them.
        let Ok(real) = from.join(inside).canonicalize() else { continue };
        let target = to.join(inside);
        let failed = WorkerError::place(&target);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(&failed)?;
        }
        let mut left = LARGEST;
        copy(&real, &target, &mut left, DEEPEST).map_err(|error| {
            if error.kind() == io::ErrorKind::FileTooLarge {
                WorkerError::HomeTooLarge { path: real.clone(), most: LARGEST }
            } else {
                failed(error)
            }
        })?;
        if part.renewed && real.is_file() {
            let before = fs::read(&target).map_err(&failed)?;
            lent.push(Lent { path: part.path.clone(), from: real, before });
        }
    }
    Ok(lent)
}

fn copy(from: &Path, to: &Path, left: &mut u64, depth: usize) -> io::Result<()> {
    let there = fs::metadata(from)?;
    if there.is_dir() {
        if depth == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            match copy(&from.join(&name), &to.join(&name), left, depth - 1) {
                // A link to nowhere, or something that has gone meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                copied => copied?,
            }
        }
    } else if there.is_file() {
        let mut new = OpenOptions::new();
        let mode = there.permissions().mode() & 0o700;
        let mut to = new.write(true).create_new(true).mode(0o600 | mode).open(to)?;
        let copied = io::copy(&mut File::open(from)?.take(*left + 1), &mut to)?;
        *left = left.checked_sub(copied).ok_or(io::ErrorKind::FileTooLarge)?;
    }
    // Neither sockets nor pipes: whoever is behind them is not in the worker's home.
    Ok(())
}

impl Lent {
    /// Puts it back if it was renewed. The worker is dead, but what it left may be anything. Why it could not
    /// be put back, if so.
    pub fn return_from(&self, home: &Path) -> Result<(), String> {
        let failed = |why: String| format!("~/{} was renewed and is lost: {why}", self.path);
        let Ok(now) = read(home, &self.path) else { return Ok(()) };
        if now == self.before || !is_renewed(&self.before, &now) {
            return Ok(());
        }
        let theirs = fs::read(&self.from).map_err(|why| failed(why.to_string()))?;
        if theirs != self.before {
            // Somebody else has renewed it, and that is newer than what we lent.
            return Ok(());
        }
        write(&self.from, &now).map_err(|why| failed(why.to_string()))
    }
}

fn read(home: &Path, path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Root::open(home)?.file(path)?.take(LARGEST_RENEWED + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_RENEWED {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// The same with other values: an object that has every key that was there. Otherwise it is no renewal, and
/// would only take away what the person has.
fn is_renewed(before: &[u8], now: &[u8]) -> bool {
    let object = |bytes: &[u8]| serde_json::from_slice::<Map<String, Value>>(bytes).ok();
    match (object(before), object(now)) {
        (Some(before), Some(now)) => before.keys().all(|key| now.contains_key(key)),
        (Some(_) | None, _) => false,
    }
}

/// Whole or not at all, and readable by nobody who could not read it before.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mode = fs::metadata(path)?.permissions().mode() & 0o777;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(Permissions::from_mode(mode))?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
