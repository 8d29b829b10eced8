//! Locks that the kernel lets go of when their holder dies, however it dies.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use rustix::io::Errno;

/// A file that is held. Threads of one process hold it one at a time just as processes do.
#[derive(Debug)]
pub(crate) struct FileLock {
    file: File,
}

impl FileLock {
    /// Waits for its turn.
    pub(crate) fn wait_for(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        loop {
            match flock(&file, FlockOperation::LockExclusive) {
                Ok(()) => return Ok(Self { file }),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl FileLock {
    /// The same lock in other hands: it is held until both have let go.
    pub(crate) fn shared(&self) -> io::Result<File> {
        self.file.try_clone()
    }
}

/// A folder that is in use, by any number of holders or by one alone.
#[derive(Debug)]
pub(crate) struct FolderLock {
    folder: OwnedFd,
}

impl FolderLock {
    /// Absent where someone has it for himself alone.
    pub(crate) fn shared(path: &Path) -> io::Result<Option<Self>> {
        Self::take(path, FlockOperation::NonBlockingLockShared)
    }

    /// One that is held alone already.
    pub(crate) fn held(folder: OwnedFd) -> Self {
        Self { folder }
    }

    /// The lock itself, for who goes on with the folder.
    pub(crate) fn into_held(self) -> OwnedFd {
        self.folder
    }

    /// Absent where anyone has it.
    pub(crate) fn alone(path: &Path) -> io::Result<Option<Self>> {
        Self::take(path, FlockOperation::NonBlockingLockExclusive)
    }

    fn take(path: &Path, how: FlockOperation) -> io::Result<Option<Self>> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = rustix::fs::open(path, flags, Mode::empty())?;
        match flock(&folder, how) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        // Between the two lines above it may have been removed, and another one made.
        let held = rustix::fs::fstat(&folder)?;
        let there = rustix::fs::stat(path)?;
        let is_same = (held.st_dev, held.st_ino) == (there.st_dev, there.st_ino);
        if is_same { Ok(Some(Self { folder })) } else { Err(Errno::NOENT.into()) }
    }
}
