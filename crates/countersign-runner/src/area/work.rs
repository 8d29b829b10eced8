//! The area in which one worker works.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use countersign_core::TaskId;

use super::bases::{Base, Bases};
use super::copy::copy_folder;
use super::error::{AreaError, BaseError};
use super::history::history;
use super::lock::FolderLock;
use crate::room::{PrivateFolder, remove, sweep as sweep_rooms};

/// The folder that the worker sees, in the area's own.
const WORK: &str = "work";

/// Which work an area is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AreaName {
    pub task: TaskId,
    pub attempt: u32,
}

impl fmt::Display for AreaName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.task, self.attempt)
    }
}

impl AreaName {
    /// Absent where a folder of that name is no area.
    fn read(name: &str) -> Option<Self> {
        let (task, attempt) = name.rsplit_once('.')?;
        let read = Self { task: TaskId::new(task).ok()?, attempt: attempt.parse().ok()? };
        (read.to_string() == name).then_some(read)
    }
}

/// A private copy of a base. It stays when this is dropped, and can then be opened again; as long as this is
/// there, nobody else has it.
#[derive(Debug)]
pub struct Area {
    name: AreaName,
    folder: PathBuf,
    _lock: FolderLock,
}

impl Area {
    /// A new area in `place`. `with_history` gives it a `.git` of its own. It has its name only when it is
    /// complete, so a crash leaves nothing that could be taken for one.
    pub fn make(
        bases: &Bases,
        base: &Base,
        place: &Path,
        name: &AreaName,
        with_history: bool,
    ) -> Result<Self, AreaError> {
        let folder = place.join(name.to_string());
        if folder.symlink_metadata().is_ok() {
            return Err(AreaError::AlreadyThere { path: folder });
        }
        let private = PrivateFolder::new(place)?;
        let work = private.path().join(WORK);
        fs::create_dir(&work).map_err(AreaError::not_written(&work))?;
        copy_folder(base.path(), &work).map_err(AreaError::not_written(&work))?;
        if with_history {
            let from = history(bases, base)?;
            let to = work.join(".git");
            fs::create_dir(&to)
                .and_then(|()| copy_folder(&from, &to))
                .map_err(AreaError::not_written(to))?;
        }
        // It is held all the time, so that no sweep comes between.
        let lock = match private.settle(&folder) {
            Err(_) if folder.is_dir() => return Err(AreaError::AlreadyThere { path: folder }),
            settled => settled.map_err(AreaError::not_written(&folder))?,
        };
        let lock = lock.map(FolderLock::held);
        let lock = lock.ok_or_else(|| AreaError::InUse { path: folder.clone() })?;
        Ok(Self { name: name.clone(), folder, _lock: lock })
    }

    /// An area that is there. Absent where there is none.
    pub fn open(place: &Path, name: &AreaName) -> Result<Option<Self>, AreaError> {
        let folder = place.join(name.to_string());
        match FolderLock::alone(&folder) {
            Ok(Some(lock)) => Ok(Some(Self { name: name.clone(), folder, _lock: lock })),
            Ok(None) => Err(AreaError::InUse { path: folder }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(AreaError::not_read(folder)(error)),
        }
    }

    pub fn name(&self) -> &AreaName {
        &self.name
    }

    /// Where the worker works.
    pub fn folder(&self) -> PathBuf {
        self.folder.join(WORK)
    }

    /// Removes it, whatever a worker has left in it. No process may be at work in it.
    pub fn remove(self) -> Result<(), AreaError> {
        remove(&self.folder).map_err(AreaError::not_written(&self.folder))
    }
}

/// Removes what crashes left half-made, and the areas that are neither wanted nor owned by anyone alive. How many
/// areas there were.
pub fn sweep(place: &Path, is_wanted: impl Fn(&AreaName) -> bool) -> Result<usize, AreaError> {
    let entries = match fs::read_dir(place) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(AreaError::not_read(place)(error)),
    };
    sweep_rooms(place).map_err(AreaError::not_written(place))?;
    let mut removed = 0;
    for entry in entries {
        let entry = entry.map_err(AreaError::not_read(place))?;
        let name = entry.file_name().to_str().and_then(AreaName::read);
        let Some(name) = name.filter(|name| !is_wanted(name)) else { continue };
        match Area::open(place, &name) {
            Ok(Some(area)) => area.remove()?,
            Ok(None) | Err(AreaError::InUse { .. }) => continue,
            Err(error) => return Err(error),
        }
        removed += 1;
    }
    Ok(removed)
}

impl From<BaseError> for AreaError {
    fn from(error: BaseError) -> Self {
        match error {
            BaseError::Room(error) => AreaError::Room(error),
            BaseError::Git(error) => AreaError::Git(error),
            BaseError::NotWritten { path, source } => AreaError::NotWritten { path, source },
            BaseError::NotRead { path, source } => AreaError::NotRead { path, source },
            BaseError::Scan(error) => AreaError::Scan(error),
            BaseError::Gone { id } => AreaError::NoBase { id },
        }
    }
}
