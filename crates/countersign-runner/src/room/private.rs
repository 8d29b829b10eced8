//! A folder that is ours alone, with a name nobody can guess, and that goes away with its owner.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FlockOperation, IFlags, Mode, OFlags};
use rustix::io::Errno;

use super::error::RoomError;
use super::removal::remove;
use super::spare::Again;

/// What the names begin with, so that a sweep touches nothing else.
const PREFIX: &str = "cs-";
const RANDOM_BYTES: usize = 16;

#[derive(Debug)]
pub(crate) struct PrivateFolder {
    path: PathBuf,
    /// Held for as long as the folder is in use; the kernel lets go of it when the process dies, however it
    /// dies. Absent only while the folder changes hands.
    lock: Option<OwnedFd>,
    /// Where it goes when it is let go of, if it can be as new again.
    pub(super) again: Option<Again>,
}

impl PrivateFolder {
    pub(crate) fn new(place: &Path) -> Result<Self, RoomError> {
        let mut builder = DirBuilder::new();
        builder.mode(0o700);
        loop {
            let path = new_path(place)?;
            match builder.create(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    make_place(place).map_err(RoomError::not_written(place))?;
                    continue;
                }
                made => made.map_err(RoomError::not_written(&path))?,
            }
            // A sweep that came between the two lines above and below has taken the folder away.
            match lock(&path) {
                Ok(Some(lock)) => return Ok(Self { path, lock: Some(lock), again: None }),
                Ok(None) | Err(Errno::NOENT) => {}
                Err(error) => return Err(RoomError::not_written(&path)(error.into())),
            }
        }
    }

    /// A folder with a name that others know, which becomes ours alone: one that nobody can guess. The lock is on it.
    pub(crate) fn of(path: &Path, lock: OwnedFd) -> Result<Self, RoomError> {
        let mut folder = Self { path: path.to_owned(), lock: Some(lock), again: None };
        folder.rename()?;
        Ok(folder)
    }

    /// Gives it another name that nobody can guess.
    pub(super) fn rename(&mut self) -> Result<(), RoomError> {
        let place = self.path.parent().unwrap_or(Path::new("/"));
        let path = new_path(place)?;
        self.rename_to(&path).map_err(RoomError::not_written(&path))
    }

    /// Gives it a name that others know, for as long as it is in use.
    pub(crate) fn rename_to(&mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.path = path.to_owned();
        Ok(())
    }

    /// Gives it a name that others know, under which it stays. The lock goes on.
    pub(crate) fn settle(mut self, path: &Path) -> io::Result<Option<OwnedFd>> {
        fs::rename(&self.path, path)?;
        Ok(self.lock.take())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A path beside it that no sweep takes away.
    pub(super) fn kept_path(&self) -> Result<PathBuf, RoomError> {
        Ok(self.path.with_file_name(format!("kept-{}", random_name()?)))
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // Without the lock it is somebody else's by now.
        let Some(lock) = self.lock.take() else { return };
        if let Some(again) = self.again.take()
            && again.can_be_as_new(&self.path)
        {
            let path = std::mem::take(&mut self.path);
            again.keep(Self { path, lock: Some(lock), again: None });
            return;
        }
        // What cannot be removed now is removed by the next sweep.
        let _left_for_the_sweep = remove(&self.path);
    }
}

fn new_path(place: &Path) -> Result<PathBuf, RoomError> {
    Ok(place.join(format!("{PREFIX}{}", random_name()?)))
}

/// The file system's mark of a folder whose folders have nothing to do with each other (`FS_TOPDIR_FL`).
const UNRELATED: u32 = 0x0002_0000;

/// A folder in which many others come and go. Where the file system can, each of them gets another part of the disk:
/// ext4 without a journal looks past all that was lately removed from one part before it makes something new there.
pub fn make_place(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    DirBuilder::new().mode(0o700).recursive(true).create(path)?;
    let folder = rustix::fs::open(
        path,
        OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    if let Ok(flags) = rustix::fs::ioctl_getflags(&folder) {
        // One that has no such mark does without.
        let _ = rustix::fs::ioctl_setflags(&folder, flags | IFlags::from_bits_retain(UNRELATED));
    }
    Ok(())
}

/// Removes the rooms of processes that are dead, and says how many there were.
pub fn sweep(place: &Path) -> io::Result<usize> {
    let mut removed = 0;
    for entry in fs::read_dir(place)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if !is_ours || !entry.file_type()?.is_dir() {
            continue;
        }
        let path = entry.path();
        if let Ok(Some(_lock)) = lock(&path) {
            remove(&path)?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Absent where someone else has it, or where the folder is no more.
fn lock(path: &Path) -> Result<Option<OwnedFd>, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = rustix::fs::open(path, flags, Mode::empty())?;
    match rustix::fs::flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(Errno::WOULDBLOCK) => return Ok(None),
        Err(error) => return Err(error),
    }
    let (held, there) =
        (rustix::fs::fstat(&folder)?, rustix::fs::statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW)?);
    let is_same = (held.st_dev, held.st_ino) == (there.st_dev, there.st_ino);
    Ok(is_same.then_some(folder))
}

/// A name that nobody can guess.
pub fn random_name() -> Result<String, RoomError> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| RoomError::NotRandom)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
