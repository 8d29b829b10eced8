//! Removing a folder whatever commands have left in it: folders that nobody may write, names that are no
//! text, nesting without end.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

/// How many folders are open one in another. What is deeper is moved up to the top and emptied there, so neither depth
/// nor the number of open files grows.
const DEEPEST: u32 = 8;

/// Nothing outside is touched: links are removed and not followed. No process may be at work in it.
pub fn remove(path: &Path) -> io::Result<()> {
    clear(path, &[])?;
    rustix::fs::unlinkat(CWD, path, AtFlags::REMOVEDIR)?;
    Ok(())
}

/// Likewise, but the folder stays, and so do the folders at these paths in it, without what else was in them.
pub(super) fn clear(path: &Path, inner: &[&str]) -> io::Result<()> {
    let top = open(CWD, path)?;
    let mut removal = Removal { top: &top, moved: 0, waiting: Vec::new() };
    removal.empty_but(&top, inner, 0)?;
    while let Some(name) = removal.waiting.pop() {
        removal.take(&top, &name, FileType::Directory, 0)?;
    }
    Ok(())
}

struct Removal<'a> {
    top: &'a OwnedFd,
    moved: u64,
    /// Folders that were moved to the top, under these names.
    waiting: Vec<CString>,
}

impl Removal<'_> {
    /// Leaves the folders at these paths, empty but for one another.
    fn empty_but<'a>(
        &mut self,
        folder: &OwnedFd,
        inner: &[&'a str],
        depth: u32,
    ) -> Result<(), Errno> {
        for (name, kind) in entries(folder)? {
            let is_it = |path: &&str| path.as_bytes() == name.as_bytes();
            if kind == FileType::Directory && inner.iter().any(is_it) {
                let below =
                    |path: &&'a str| path.strip_prefix(name.to_str().ok()?)?.strip_prefix('/');
                let deeper: Vec<&str> = inner.iter().filter_map(below).collect();
                self.empty_but(&open(folder, name.as_c_str())?, &deeper, depth + 1)?;
            } else {
                self.take(folder, &name, kind, depth)?;
            }
        }
        Ok(())
    }

    fn empty(&mut self, folder: &OwnedFd, depth: u32) -> Result<(), Errno> {
        for (name, kind) in entries(folder)? {
            self.take(folder, &name, kind, depth)?;
        }
        Ok(())
    }

    /// Removes one thing of a folder, with all that is in it.
    fn take(
        &mut self,
        from: &OwnedFd,
        name: &CStr,
        kind: FileType,
        depth: u32,
    ) -> Result<(), Errno> {
        if kind != FileType::Directory {
            return rustix::fs::unlinkat(from, name, AtFlags::empty());
        }
        if depth >= DEEPEST {
            return self.move_up(from, name);
        }
        self.empty(&open(from, name)?, depth + 1)?;
        rustix::fs::unlinkat(from, name, AtFlags::REMOVEDIR)
    }

    /// Under a name that nothing at the top has; what was there at first may have any name.
    fn move_up(&mut self, from: &OwnedFd, name: &CStr) -> Result<(), Errno> {
        // A folder can be moved only by who may write in it.
        drop(open(from, name)?);
        loop {
            self.moved += 1;
            let fresh = CString::new(format!("..{}", self.moved)).map_err(|_| Errno::INVAL)?;
            let there = rustix::fs::statat(self.top, &fresh, AtFlags::SYMLINK_NOFOLLOW);
            if matches!(there, Err(Errno::NOENT)) {
                rustix::fs::renameat(from, name, self.top, &fresh)?;
                self.waiting.push(fresh);
                return Ok(());
            }
        }
    }
}

/// A folder that can be emptied: one that was closed to its owner is opened.
fn open(at: impl AsFd, path: impl rustix::path::Arg + Copy) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = match rustix::fs::openat(&at, path, flags, Mode::empty()) {
        Err(Errno::ACCESS) => {
            rustix::fs::chmodat(&at, path, Mode::RWXU, AtFlags::empty())?;
            rustix::fs::openat(&at, path, flags, Mode::empty())?
        }
        opened => opened?,
    };
    let mode = Mode::from_raw_mode(rustix::fs::fstat(&folder)?.st_mode);
    if !mode.contains(Mode::RWXU) {
        rustix::fs::fchmod(&folder, Mode::RWXU)?;
    }
    Ok(folder)
}

fn entries(folder: &OwnedFd) -> Result<Vec<(CString, FileType)>, Errno> {
    let mut found = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type());
        if name == c"." || name == c".." {
            continue;
        }
        let kind = if kind == FileType::Unknown {
            let stat = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
            FileType::from_raw_mode(stat.st_mode)
        } else {
            kind
        };
        found.push((name.to_owned(), kind));
    }
    Ok(found)
}
