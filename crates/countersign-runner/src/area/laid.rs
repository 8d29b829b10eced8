//! What lies in an area because we laid it there: what of it nobody has touched since is there for the next area too.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::many;
use crate::room::{new_file, remove, renew, share_or_copy};
use crate::tree::Digest;

/// A file that is changed twice within a tick of the kernel's clock has the same time after both. What was laid so
/// shortly before somebody could change it is not known by its time, but by what is in it.
const TICK: Duration = Duration::from_millis(100);
/// Larger ones are not read for that.
const SMALL: u64 = 64 * 1024;

/// What is to lie in an area, by path; folders before what is in them.
#[derive(Debug, Default)]
pub(super) struct Wanted(BTreeMap<PathBuf, Piece>);

#[derive(Debug)]
enum Piece {
    Folder,
    File { from: PathBuf, bytes: Bytes, executable: bool },
    Link { target: OsString },
}

/// What tells two files' bytes apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bytes {
    Read(Digest),
    /// Those of this very file.
    Of(Print),
}

/// How it is told whether the same bytes were laid before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// By reading them: what is in one folder may be in many.
    ByBytes,
    /// By the file that they are in, which may be large and is like no other.
    ByFile,
}

impl Wanted {
    /// All that is in a folder that nobody writes to, to lie below `at`.
    pub fn add(&mut self, folder: &Path, at: &Path, known: Known) -> io::Result<()> {
        let mut pending = vec![(folder.to_owned(), at.to_owned())];
        let mut files = Vec::new();
        while let Some((from, to)) = pending.pop() {
            for entry in fs::read_dir(&from)? {
                let entry = entry?;
                let (from, to, kind) =
                    (entry.path(), to.join(entry.file_name()), entry.file_type()?);
                if kind.is_dir() {
                    self.0.insert(to.clone(), Piece::Folder);
                    pending.push((from, to));
                } else if kind.is_symlink() {
                    let target = fs::read_link(&from)?.into_os_string();
                    self.0.insert(to, Piece::Link { target });
                } else if kind.is_file() {
                    files.push((from, to));
                }
            }
        }
        let read = |(from, to): (PathBuf, PathBuf)| {
            let there = fs::metadata(&from)?;
            let executable = there.permissions().mode() & 0o100 != 0;
            let bytes = match known {
                Known::ByBytes => Bytes::Read(Digest::of(&fs::read(&from)?)),
                Known::ByFile => Bytes::Of(Print::of(&there)),
            };
            Ok::<_, io::Error>((to, Piece::File { from, bytes, executable }))
        };
        for piece in many::each(files, read) {
            let (to, piece) = piece?;
            self.0.insert(to, piece);
        }
        Ok(())
    }

    pub fn add_folder(&mut self, at: &Path) {
        self.0.insert(at.to_owned(), Piece::Folder);
    }
}

/// What was laid, by path.
#[derive(Debug, Default)]
pub(super) struct Laid(BTreeMap<PathBuf, Lies>);

#[derive(Debug, Clone)]
enum Lies {
    Folder,
    File { from: PathBuf, bytes: Bytes, executable: bool, print: Print },
    Link { target: OsString, print: Print },
}

/// Which file it is, and when it last changed by the kernel's own time, which no program sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Print {
    device: u64,
    inode: u64,
    size: u64,
    mode: u32,
    names: u64,
    written: (i64, i64),
    changed: (i64, i64),
}

impl Print {
    fn of(there: &Metadata) -> Self {
        Self {
            device: there.dev(),
            inode: there.ino(),
            size: there.size(),
            mode: there.mode(),
            names: there.nlink(),
            written: (there.mtime(), there.mtime_nsec()),
            changed: (there.ctime(), there.ctime_nsec()),
        }
    }

    /// Whether every change since then shows.
    fn is_older_than(&self, since: SystemTime) -> bool {
        let (seconds, nanos) = self.changed;
        let (Ok(seconds), Ok(nanos)) = (u64::try_from(seconds), u32::try_from(nanos)) else {
            return false;
        };
        let changed = UNIX_EPOCH.checked_add(Duration::new(seconds, nanos));
        changed.and_then(|changed| changed.checked_add(TICK)).is_some_and(|then| then < since)
    }
}

impl Laid {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Lays what is wanted into a folder in which this, and nothing else, lies.
    pub fn lay(self, wanted: &Wanted, folder: &Path) -> io::Result<Self> {
        let mut laid = self.without(folder, |path, lies| match (wanted.0.get(path), lies) {
            (Some(Piece::Folder), Lies::Folder) => true,
            (
                Some(Piece::File { bytes, executable, .. }),
                Lies::File { bytes: laid, executable: is_so, .. },
            ) => bytes == laid && executable == is_so,
            (Some(Piece::Link { target }), Lies::Link { target: laid, .. }) => target == laid,
            (Some(_) | None, _) => false,
        })?;
        let mut files = Vec::new();
        for (path, piece) in &wanted.0 {
            if laid.0.contains_key(path) {
                continue;
            }
            let to = folder.join(path);
            match piece {
                Piece::Folder => {
                    fs::create_dir(&to)?;
                    laid.0.insert(path.clone(), Lies::Folder);
                }
                Piece::Link { target } => {
                    symlink(target, &to)?;
                    let print = Print::of(&fs::symlink_metadata(&to)?);
                    laid.0.insert(path.clone(), Lies::Link { target: target.clone(), print });
                }
                Piece::File { from, bytes, executable } => {
                    files.push((path, to, from, *bytes, *executable));
                }
            }
        }
        let shares = AtomicBool::new(true);
        let copy = |(path, to, from, bytes, executable): (&PathBuf, PathBuf, &PathBuf, _, _)| {
            let into = new_file(&to, executable)?;
            share_or_copy(&File::open(from)?, &into, &shares)?;
            let print = Print::of(&into.metadata()?);
            let from = from.clone();
            Ok::<_, io::Error>((path.clone(), Lies::File { from, bytes, executable, print }))
        };
        for copied in many::each(files, copy) {
            let (path, lies) = copied?;
            laid.0.insert(path, lies);
        }
        Ok(laid)
    }

    /// Removes everything that was not laid, and what somebody may have changed since the folder was given out. What is
    /// left is as it was laid. No process may be at work in it.
    pub fn recover(mut self, folder: &Path, since: SystemTime) -> io::Result<Self> {
        if !renew(folder)? {
            return Err(io::Error::other("it has what a new folder has not"));
        }
        let mut intact = Self::default();
        let mut pending = vec![PathBuf::new()];
        while let Some(at) = pending.pop() {
            for entry in fs::read_dir(folder.join(&at))? {
                let path = at.join(entry?.file_name());
                let there = fs::symlink_metadata(folder.join(&path))?;
                let lies = self.0.remove(&path).filter(|lies| match lies {
                    // One that is closed to us, or on which somebody left a word, goes with all that is in it.
                    Lies::Folder => {
                        there.is_dir() && matches!(renew(&folder.join(&path)), Ok(true))
                    }
                    Lies::File { print, from, .. } => {
                        *print == Print::of(&there)
                            && (print.is_older_than(since)
                                || is_small_and_same(from, &folder.join(&path), print.size))
                    }
                    Lies::Link { print, .. } => {
                        *print == Print::of(&there) && print.is_older_than(since)
                    }
                });
                match lies {
                    Some(lies) => {
                        if matches!(lies, Lies::Folder) {
                            pending.push(path.clone());
                        }
                        intact.0.insert(path, lies);
                    }
                    None => take_away(&folder.join(&path), &there)?,
                }
            }
        }
        Ok(intact)
    }

    /// Without those that are not to stay.
    fn without(self, folder: &Path, stays: impl Fn(&Path, &Lies) -> bool) -> io::Result<Self> {
        let mut left = Self::default();
        let mut gone: Option<PathBuf> = None;
        // A folder comes before what is in it, and goes with it.
        for (path, lies) in self.0 {
            if gone.as_ref().is_some_and(|gone| path.starts_with(gone)) {
                continue;
            }
            if stays(&path, &lies) {
                left.0.insert(path, lies);
            } else {
                let there = folder.join(&path);
                take_away(&there, &fs::symlink_metadata(&there)?)?;
                gone = Some(path);
            }
        }
        Ok(left)
    }
}

/// Whether it has the bytes that it was laid with, and nothing that a new file has not. No process may be at work in it.
fn is_small_and_same(from: &Path, there: &Path, size: u64) -> bool {
    if size > SMALL || !matches!(rustix::fs::listxattr(there, &mut [0_u8; 64]), Ok(0)) {
        return false;
    }
    fs::read(there).is_ok_and(|bytes| fs::read(from).is_ok_and(|laid| laid == bytes))
}

fn take_away(path: &Path, there: &Metadata) -> io::Result<()> {
    if there.is_dir() { remove(path) } else { fs::remove_file(path) }
}
