//! Folders of rooms that are used again. To make and to remove one costs more than most commands that run in it: a file
//! system looks for a place for each new folder, past all that were lately removed, and tells the disk what is free.
//!
//! Nothing of an earlier use may be found in a later one: what cannot be put back exactly is not used again.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

use rustix::fs::{Mode, OFlags, Timespec, Timestamps, UTIME_NOW};

use super::error::RoomError;
use super::private::{PrivateFolder, sweep};
use super::removal::clear;

/// More are not kept: a run has about two for each task that is judged.
const MOST: usize = 16;

/// What the folders in a private folder are: everybody may look, as in a folder that somebody makes.
const MODE: u32 = 0o755;

/// The paths of the folders in a private folder, each after the one that it lies in.
type Inner = &'static [&'static str];

/// Private folders that are as new. They are removed with this.
#[derive(Debug)]
pub struct Spares {
    folders: Mutex<Vec<(Inner, PrivateFolder)>>,
    swept: Once,
}

impl Default for Spares {
    fn default() -> Self {
        Self { folders: Mutex::default(), swept: Once::new() }
    }
}

impl Spares {
    /// Removes what processes that were killed have left in the place, the first time that it is asked for.
    pub(crate) fn sweep_first(&self, place: &Path) {
        // One that cannot be swept is in nobody's way.
        self.swept.call_once(|| drop(sweep(place)));
    }

    /// A private folder in a place with these folders in it, and nothing else. It comes back when it is dropped.
    pub(crate) fn take(
        self: &Arc<Self>,
        place: &Path,
        inner: Inner,
    ) -> Result<PrivateFolder, RoomError> {
        let mut folder = match self.find(place, inner) {
            Some(folder) => folder,
            None => furnished(place, inner)?,
        };
        folder.again = Some(Again { spares: Arc::clone(self), inner });
        Ok(folder)
    }

    fn find(&self, place: &Path, inner: Inner) -> Option<PrivateFolder> {
        let fits = |(of, folder): &(Inner, PrivateFolder)| {
            *of == inner && folder.path().parent() == Some(place)
        };
        let mut folders = self.folders();
        let at = folders.iter().position(fits)?;
        Some(folders.swap_remove(at).1)
    }

    fn folders(&self) -> MutexGuard<'_, Vec<(Inner, PrivateFolder)>> {
        self.folders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A new private folder with these folders in it.
pub(super) fn furnished(place: &Path, inner: Inner) -> Result<PrivateFolder, RoomError> {
    let folder = PrivateFolder::new(place)?;
    let mut builder = DirBuilder::new();
    builder.mode(MODE);
    for name in inner {
        let path = folder.path().join(name);
        // Whatever this process keeps from others in what it makes.
        let made = builder
            .create(&path)
            .and_then(|()| std::fs::set_permissions(&path, Permissions::from_mode(MODE)));
        made.map_err(RoomError::not_written(path))?;
    }
    Ok(folder)
}

/// Where a folder goes when it is let go of.
#[derive(Debug)]
pub(super) struct Again {
    spares: Arc<Spares>,
    inner: Inner,
}

impl Again {
    /// Empties it, and says whether it is what a new one would be. No process may be at work in it.
    pub fn can_be_as_new(&self, path: &Path) -> bool {
        clear(path, self.inner)
            .and_then(|()| {
                self.inner.iter().try_fold(true, |all, name| Ok(all && renew(&path.join(name))?))
            })
            .unwrap_or(false)
    }

    /// Under a name that nobody has heard of.
    pub fn keep(self, mut folder: PrivateFolder) {
        if folder.rename().is_err() {
            return;
        }
        let mut folders = self.spares.folders();
        if folders.len() < MOST {
            folders.push((self.inner, folder));
        }
    }
}

/// Puts back what a command can change of a folder beside what is in it. False where it has what a new one has not.
pub(crate) fn renew(path: &Path) -> io::Result<bool> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = rustix::fs::open(path, flags, Mode::empty())?;
    let there = rustix::fs::fstat(&folder)?;
    let is_ours = there.st_uid == rustix::process::geteuid().as_raw()
        && there.st_gid == rustix::process::getegid().as_raw();
    // A word could be left there. Names that do not fit are an error, and so no reason to go on either.
    if !is_ours || rustix::fs::flistxattr(&folder, &mut [0_u8; 64])? > 0 {
        return Ok(false);
    }
    rustix::fs::fchmod(&folder, Mode::from_raw_mode(MODE))?;
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    rustix::fs::futimens(&folder, &Timestamps { last_access: now, last_modification: now })?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, symlink};
    use std::time::{Duration, SystemTime};

    use super::*;

    const INNER: Inner = &["one", "one/inner", "two"];

    /// What can be told of a folder from inside.
    fn told(folder: &Path) -> (u32, bool, bool, usize) {
        let there = folder.metadata().unwrap();
        let is_old = there.mtime() < 1_000_000_000 || there.atime() < 1_000_000_000;
        let names = rustix::fs::listxattr(folder, &mut [0_u8; 64]).unwrap();
        (there.mode(), is_old, names > 0, fs::read_dir(folder).unwrap().count())
    }

    #[test]
    fn nothing_of_an_earlier_use_is_found_in_a_later_one() {
        let place = tempfile::tempdir().unwrap();
        let spares = Arc::new(Spares::default());
        let first = spares.take(place.path(), INNER).unwrap();
        let of = |folder: &PrivateFolder| -> Vec<_> {
            INNER.iter().map(|name| told(&folder.path().join(name))).collect()
        };
        let (new, inode) = (of(&first), first.path().metadata().unwrap().ino());
        let path = first.path().to_owned();
        let one = path.join("one");
        fs::create_dir_all(one.join("deep/er")).unwrap();
        fs::write(one.join("inner/file"), "a word").unwrap();
        fs::create_dir(one.join("inner/inner")).unwrap();
        fs::write(one.join("deep/er/file"), "a word").unwrap();
        fs::write(path.join("beside"), "a word").unwrap();
        symlink("/", path.join("two/link")).unwrap();
        fs::set_permissions(&one, Permissions::from_mode(0o711)).unwrap();
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1234);
        fs::File::open(&one).unwrap().set_modified(old).unwrap();
        drop(first);
        let second = spares.take(place.path(), INNER).unwrap();
        assert_eq!(second.path().metadata().unwrap().ino(), inode, "it was not used again");
        assert_ne!(second.path(), path);
        assert_eq!(fs::read_dir(second.path()).unwrap().count(), 2);
        assert_eq!(of(&second), new);
    }

    #[test]
    fn what_cannot_be_put_back_is_not_used_again() {
        let place = tempfile::tempdir().unwrap();
        let spares = Arc::new(Spares::default());
        let marked = spares.take(place.path(), INNER).unwrap();
        let one = marked.path().join("one");
        let flags = rustix::fs::XattrFlags::empty();
        // A file system without such marks has no such word either.
        let has_marks = rustix::fs::setxattr(&one, "user.word", b"a word", flags).is_ok();
        let path = marked.path().to_owned();
        drop(marked);
        assert_eq!(spares.folders().is_empty(), has_marks);
        assert!(!(has_marks && path.exists()));
        let removed = spares.take(place.path(), INNER).unwrap();
        fs::remove_dir(removed.path().join("two")).unwrap();
        let before = spares.folders().len();
        drop(removed);
        assert_eq!(spares.folders().len(), before);
        drop(spares);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_is_used_again_only_where_it_lies_and_for_the_same() {
        let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let spares = Arc::new(Spares::default());
        let inode = |folder: &PrivateFolder| folder.path().metadata().unwrap().ino();
        let first = spares.take(here.path(), INNER).unwrap();
        let known = inode(&first);
        drop(first);
        let elsewhere = spares.take(there.path(), INNER).unwrap();
        assert_eq!(elsewhere.path().parent(), Some(there.path()));
        assert!(!spares.take(here.path(), &["one"]).unwrap().path().join("two").exists());
        assert_eq!(inode(&spares.take(here.path(), INNER).unwrap()), known);
    }
}
