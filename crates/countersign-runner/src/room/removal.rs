//! Removing a folder whatever commands have left in it: folders that nobody may write, names that are no
//! text, nesting without end.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

/// Every folder found is moved up to the top and emptied there, so neither depth nor the number of open files
/// grows. Nothing outside is touched: links are removed and not followed. No process may be at work in it.
pub fn remove(path: &Path) -> io::Result<()> {
    rustix::fs::chmodat(CWD, path, Mode::RWXU, AtFlags::empty())?;
    let top = open(CWD, path)?;
    let mut folders = empty(&top, &top, &mut 0)?;
    let mut moved = 0;
    while let Some(name) = folders.pop() {
        let folder = open(&top, name.as_c_str())?;
        folders.extend(empty(&top, &folder, &mut moved)?);
        rustix::fs::unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
    }
    rustix::fs::unlinkat(CWD, path, AtFlags::REMOVEDIR)?;
    Ok(())
}

fn open(at: impl AsFd, path: impl rustix::path::Arg) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(at, path, flags, Mode::empty())
}

/// Removes what is no folder, and moves the folders to the top; their names there.
fn empty(top: &OwnedFd, folder: &OwnedFd, moved: &mut u64) -> Result<Vec<CString>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if entry.file_name() != c"." && entry.file_name() != c".." {
            names.push((entry.file_name().to_owned(), entry.file_type()));
        }
    }
    let is_top = std::ptr::eq(top, folder);
    let mut folders = Vec::new();
    for (name, kind) in names {
        let kind = if kind == FileType::Unknown {
            let stat = rustix::fs::statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
            FileType::from_raw_mode(stat.st_mode)
        } else {
            kind
        };
        if kind != FileType::Directory {
            rustix::fs::unlinkat(folder, &name, AtFlags::empty())?;
            continue;
        }
        rustix::fs::chmodat(folder, &name, Mode::RWXU, AtFlags::empty())?;
        if is_top {
            folders.push(name);
        } else {
            folders.push(move_up(top, folder, &name, moved)?);
        }
    }
    Ok(folders)
}

/// Under a name that nothing at the top has; what was there at first may have any name.
fn move_up(
    top: &OwnedFd,
    folder: &OwnedFd,
    name: &CString,
    moved: &mut u64,
) -> Result<CString, Errno> {
    loop {
        *moved += 1;
        let fresh = CString::new(format!("..{moved}")).map_err(|_| Errno::INVAL)?;
        let is_free =
            matches!(rustix::fs::statat(top, &fresh, AtFlags::SYMLINK_NOFOLLOW), Err(Errno::NOENT));
        if is_free {
            rustix::fs::renameat(folder, name, top, &fresh)?;
            return Ok(fresh);
        }
    }
}
