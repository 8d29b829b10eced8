//! Looking at one name in a folder: which bytes a file has, where a link points.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::OsStringExt;

use rustix::fs::{AtFlags, Mode, Stat};
use rustix::io::Errno;

use super::beneath::{Kind, file_in};
use super::digest::{Until, pour};
use super::scan::{Item, Scan, ScanError};
use super::{Digest, Entry, Identity, LeftOut};

/// What came of looking at one name.
pub(super) enum Looked {
    Entry(String, Entry, Option<Identity>),
    LeftOut(String, LeftOut),
    Gone,
}

impl Looked {
    fn file(path: String, stat: &Stat, digest: Digest, size: u64) -> Self {
        let executable = Mode::from_raw_mode(stat.st_mode).contains(Mode::XUSR);
        let entry = Entry::File { digest, size, executable };
        Looked::Entry(path, entry, Some(identity(stat)))
    }
}

fn identity(stat: &Stat) -> Identity {
    let changed = (stat.st_ctime, stat.st_ctime_nsec);
    Identity { device: stat.st_dev, inode: stat.st_ino, size: size_of(stat), changed }
}

fn size_of(stat: &Stat) -> u64 {
    u64::try_from(stat.st_size).unwrap_or(0)
}

impl Scan<'_> {
    /// The digest of a file that is the base's own, by a look at what it is.
    pub(super) fn known(&self, folder: BorrowedFd<'_>, item: &Item) -> Option<(Stat, Digest)> {
        let base = self.base?;
        if item.kind != Kind::File {
            return None;
        }
        let stat = rustix::fs::statat(folder, &*item.name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let is_file = Kind::of(&stat) == Kind::File;
        let digest = base.known.get(&identity(&stat)).filter(|_| is_file)?;
        Some((stat, *digest))
    }

    pub(super) fn look(
        &self,
        folder: BorrowedFd<'_>,
        item: Item,
        look_first: bool,
    ) -> Result<Looked, ScanError> {
        match item.kind {
            Kind::File => {
                if let Some((stat, digest)) =
                    look_first.then(|| self.known(folder, &item)).flatten()
                {
                    return Ok(Looked::file(item.path, &stat, digest, size_of(&stat)));
                }
                self.file(folder, item)
            }
            Kind::Link => {
                let target = rustix::fs::readlinkat(folder, &*item.name, Vec::new());
                match target {
                    Ok(target) => {
                        let target = OsString::from_vec(target.into_bytes());
                        Ok(Looked::Entry(item.path, Entry::Link { target }, None))
                    }
                    Err(error) => self.gone(error, &item.path),
                }
            }
            Kind::Folder | Kind::Other => Ok(Looked::Entry(item.path, Entry::Other, None)),
        }
    }

    fn file(&self, folder: BorrowedFd<'_>, item: Item) -> Result<Looked, ScanError> {
        let opened = match file_in(folder, &item.name) {
            Ok(opened) => opened,
            Err(error) => return self.gone(error, &item.path),
        };
        let unreadable = |source| self.unreadable(&item.path, source);
        let stat = rustix::fs::fstat(&opened).map_err(|error| unreadable(error.into()))?;
        if Kind::of(&stat) != Kind::File {
            return Ok(Looked::LeftOut(item.path, LeftOut::Swapped));
        }
        let known = self.base.and_then(|base| base.known.get(&identity(&stat)));
        if let Some(digest) = known {
            return Ok(Looked::file(item.path, &stat, *digest, size_of(&stat)));
        }
        if size_of(&stat) > self.bounds.file {
            return Ok(Looked::LeftOut(item.path, LeftOut::TooLarge));
        }
        let until = Until::Size(size_of(&stat));
        match pour(&mut File::from(opened), &mut io::sink(), until) {
            Ok(Some((digest, size))) => Ok(Looked::file(item.path, &stat, digest, size)),
            // It grew while it was read.
            Ok(None) => Ok(Looked::LeftOut(item.path, LeftOut::Swapped)),
            Err(source) => Err(unreadable(source)),
        }
    }

    fn gone(&self, error: Errno, path: &str) -> Result<Looked, ScanError> {
        Ok(self
            .no_entry(error, path)?
            .map_or(Looked::Gone, |(path, why)| Looked::LeftOut(path, why)))
    }
}
