//! Opening what lies in a folder, and nothing else, whatever is swapped for a link meanwhile.

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

/// Never through a link, never waiting for the other end of a FIFO, never taking a terminal.
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);
const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// A folder that is open: paths are looked up from it and never lead out of it.
#[derive(Debug)]
pub struct Root {
    folder: OwnedFd,
}

impl Root {
    /// The path to the folder itself is the caller's own and may go through links.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self { folder: rustix::fs::open(path, flags, Mode::empty())? })
    }

    /// A folder below; the empty path is the root itself.
    pub fn folder(&self, path: &str) -> io::Result<OwnedFd> {
        if path.is_empty() {
            return Ok(rustix::fs::openat(&self.folder, ".", FOLDER, Mode::empty())?);
        }
        Ok(self.at(path, FOLDER)?)
    }

    /// A regular file below. Anything else is an error, and is not waited for.
    pub fn file(&self, path: &str) -> io::Result<File> {
        let opened = self.at(path, FILE)?;
        regular(opened)
    }

    fn at(&self, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        match in_one_step(self.folder.as_fd(), path, flags) {
            // An older kernel, or a filter that does not know the call.
            Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => {
                step_by_step(self.folder.as_fd(), path, flags)
            }
            answer => answer,
        }
    }
}

impl AsFd for Root {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.folder.as_fd()
    }
}

/// A regular file by its name in a folder that is open.
pub(super) fn file_in(folder: BorrowedFd<'_>, name: &CStr) -> Result<OwnedFd, Errno> {
    rustix::fs::openat(folder, name, FILE, Mode::empty())
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    Other,
}

impl Kind {
    pub(super) fn of(stat: &Stat) -> Self {
        Self::of_type(FileType::from_raw_mode(stat.st_mode))
    }

    /// By what the folder says of the name or, where it does not, by a look at it.
    pub(super) fn listed(
        folder: BorrowedFd<'_>,
        name: &CStr,
        listed: FileType,
    ) -> Result<Self, Errno> {
        if listed != FileType::Unknown {
            return Ok(Self::of_type(listed));
        }
        Ok(Self::of(&rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    fn of_type(kind: FileType) -> Self {
        match kind {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Folder,
            FileType::Symlink => Kind::Link,
            FileType::Fifo
            | FileType::Socket
            | FileType::CharacterDevice
            | FileType::BlockDevice
            | FileType::Unknown => Kind::Other,
        }
    }
}

fn regular(opened: OwnedFd) -> io::Result<File> {
    match Kind::of(&rustix::fs::fstat(&opened)?) {
        Kind::File => Ok(File::from(opened)),
        Kind::Folder | Kind::Link | Kind::Other => {
            Err(io::Error::other("it is not a regular file"))
        }
    }
}

#[cfg(target_os = "linux")]
fn in_one_step(root: BorrowedFd<'_>, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    use rustix::fs::ResolveFlags;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    rustix::fs::openat2(root, path, flags, Mode::empty(), resolve)
}

#[cfg(not(target_os = "linux"))]
fn in_one_step(_: BorrowedFd<'_>, _: &str, _: OFlags) -> Result<OwnedFd, Errno> {
    Err(Errno::NOSYS)
}

/// Each folder on the way is opened from the one before it, and no link is followed, so there is no moment
/// at which a swapped part could lead elsewhere.
fn step_by_step(root: BorrowedFd<'_>, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut parts = folders.split('/').filter(|part| !part.is_empty()).chain([name]);
    if path.starts_with('/') || parts.any(|part| matches!(part, "" | "." | "..")) {
        return Err(Errno::XDEV);
    }
    let mut current: Option<OwnedFd> = None;
    for part in folders.split('/').filter(|part| !part.is_empty()) {
        let from = current.as_ref().map_or(root, AsFd::as_fd);
        current = Some(rustix::fs::openat(from, part, FOLDER, Mode::empty())?);
    }
    rustix::fs::openat(current.as_ref().map_or(root, AsFd::as_fd), name, flags, Mode::empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn opened(way: Way, path: &str, root: &Path) -> Result<OwnedFd, Errno> {
        let root = Root::open(root).unwrap();
        way(root.folder.as_fd(), path, FILE)
    }

    type Way = fn(BorrowedFd<'_>, &str, OFlags) -> Result<OwnedFd, Errno>;

    #[test]
    fn both_ways_open_what_is_beneath_and_nothing_else() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("root");
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/c"), "c").unwrap();
        fs::write(outer.path().join("secret"), "s").unwrap();
        symlink("../secret", root.join("out")).unwrap();
        symlink("a", root.join("inner")).unwrap();
        for way in [in_one_step as Way, step_by_step as Way] {
            assert!(opened(way, "a/b/c", &root).is_ok());
            for path in ["out", "inner/b/c", "../secret", "a/../../secret", "/etc/passwd"] {
                assert!(opened(way, path, &root).is_err(), "{path}");
            }
        }
    }
}
