//! The area in which one worker works.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use countersign_core::TaskId;

use super::bases::{Base, Bases};
use super::error::{AreaError, BaseError};
use super::history::history;
use super::laid::{Known, Laid, Wanted};
use super::lock::FolderLock;
use super::spare::{GivenOut, Spare, SpareAreas};
use crate::room::{PrivateFolder, remove, sweep as sweep_rooms};

/// The folder that the worker sees, in the area's own.
const WORK: &str = "work";
const GIT: &str = ".git";

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
    lock: FolderLock,
    /// Absent where it was made by another run.
    given_out: Option<GivenOut>,
}

impl Area {
    /// A new area in `place`, or one that was used before and is as new. `with_history` gives it a `.git` of its own. It
    /// has its name only when it is complete, so a crash leaves nothing that could be taken for one.
    pub fn make(
        bases: &Bases,
        base: &Base,
        place: &Path,
        name: &AreaName,
        with_history: bool,
        spares: &SpareAreas,
    ) -> Result<Self, AreaError> {
        let folder = place.join(name.to_string());
        if folder.symlink_metadata().is_ok() {
            return Err(AreaError::AlreadyThere { path: folder });
        }
        let wanted =
            spares.wanted(base.id(), with_history, || wanted(bases, base, with_history))?;
        let lay = |Spare { folder, laid }: Spare| {
            let work = folder.path().join(WORK);
            let laid = laid.lay(&wanted, &work).map_err(AreaError::not_written(work))?;
            Ok::<_, AreaError>((folder, laid))
        };
        let again = spares.take(place).and_then(|spare| lay(spare).ok());
        let (private, laid) = match again {
            Some(again) => again,
            None => {
                let private = PrivateFolder::new(place)?;
                let work = private.path().join(WORK);
                fs::create_dir(&work).map_err(AreaError::not_written(work))?;
                lay(Spare { folder: private, laid: Laid::default() })?
            }
        };
        // It is held all the time, so that no sweep comes between.
        let lock = match private.settle(&folder) {
            Err(_) if folder.is_dir() => return Err(AreaError::AlreadyThere { path: folder }),
            settled => settled.map_err(AreaError::not_written(&folder))?,
        };
        let lock = lock.map(FolderLock::held);
        let lock = lock.ok_or_else(|| AreaError::InUse { path: folder.clone() })?;
        let given_out = Some(GivenOut { laid, since: SystemTime::now() });
        Ok(Self { name: name.clone(), folder, lock, given_out })
    }

    /// An area that is there. Absent where there is none.
    pub fn open(place: &Path, name: &AreaName) -> Result<Option<Self>, AreaError> {
        let folder = place.join(name.to_string());
        match FolderLock::alone(&folder) {
            Ok(Some(lock)) => Ok(Some(Self { name: name.clone(), folder, lock, given_out: None })),
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

    /// Has it used again, with nothing in it that a worker has left, or else removes it. No process may be at work in it.
    pub fn let_go(self, spares: &SpareAreas) -> Result<(), AreaError> {
        let Self { folder, lock, given_out, .. } = self;
        let Some(GivenOut { laid, since }) = given_out else {
            return remove(&folder).map_err(AreaError::not_written(&folder));
        };
        // Under a name that nobody has heard of. Dropped, it is removed.
        let folder = PrivateFolder::of(&folder, lock.into_held())?;
        if let Ok(laid) = laid.recover(&folder.path().join(WORK), since) {
            spares.keep(Spare { folder, laid });
        }
        Ok(())
    }

    /// Removes it, whatever a worker has left in it. No process may be at work in it.
    pub fn remove(self) -> Result<(), AreaError> {
        remove(&self.folder).map_err(AreaError::not_written(&self.folder))
    }
}

/// What lies in an area of a base.
fn wanted(bases: &Bases, base: &Base, with_history: bool) -> Result<Wanted, AreaError> {
    let mut wanted = Wanted::default();
    let add = |wanted: &mut Wanted, from: &Path, at: &str, known| {
        wanted.add(from, Path::new(at), known).map_err(AreaError::not_read(from))
    };
    add(&mut wanted, base.path(), "", Known::ByBytes)?;
    if with_history {
        wanted.add_folder(Path::new(GIT));
        add(&mut wanted, &history(bases, base)?, GIT, Known::ByFile)?;
    }
    Ok(wanted)
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
