//! Folders and files that the job cannot see, and those inside of them that it can.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::mount::{MountFlags, OpenTreeFlags, mount, mount_bind, mount_remount};

use super::devices::{EMPTY_FILE, EMPTY_FOLDER, attach, tree};
use super::{HARMLESS, TEMPORARY};
use crate::jail::job::Job;
use crate::real::real_path;

/// What is not to be seen, by its real path.
#[derive(Debug)]
pub(super) struct Masked {
    paths: BTreeSet<PathBuf>,
    /// Where something else is seen.
    covered: BTreeSet<PathBuf>,
}

impl Masked {
    pub fn hides(&self, path: &Path) -> bool {
        let mut above = self.paths.iter().chain(&self.covered);
        above.any(|mask| path != mask && path.starts_with(mask))
    }
}

/// What is to be mounted again where it was: where the job may write, although all else is read-only, and
/// where it runs, although something above is masked.
#[derive(Debug, Default)]
pub(super) struct Kept(BTreeMap<PathBuf, OwnedFd>);

impl Kept {
    pub fn add(&mut self, others: Self) {
        for (path, tree) in others.0 {
            if !self.holds(&path) {
                self.0.insert(path, tree);
            }
        }
    }

    fn holds(&self, path: &Path) -> bool {
        self.0.keys().any(|outer| path.starts_with(outer))
    }
}

/// Folders of the job's that are seen at other paths too.
#[derive(Debug, Default)]
pub(super) struct Shown(BTreeMap<PathBuf, OwnedFd>);

/// Each folder of the job's that is seen elsewhere too, and where.
fn other_paths(job: &Job) -> impl Iterator<Item = (&PathBuf, &Path)> {
    let temporary = job.temporary.iter().flat_map(|from| TEMPORARY.map(|at| (from, Path::new(at))));
    let stands_for = job.stands_for.iter().map(|other| (&other.folder, other.at.as_path()));
    temporary.chain(stands_for)
}

impl Shown {
    pub fn add(&mut self, others: Self) {
        self.0.extend(others.0);
    }
}

/// Takes hold of some of them while they can be written. A path that is not there is shown nothing at.
pub(super) fn shown(job: &Job, is_one: impl Fn(&Path) -> bool) -> Result<Shown, String> {
    let mut shown = Shown::default();
    for (from, at) in other_paths(job) {
        if is_one(from)
            && let Some(at) = real(at)?
        {
            let tree = tree(from, OpenTreeFlags::AT_RECURSIVE)
                .map_err(|why| format!("{} cannot be shown: {why}", from.display()))?;
            shown.0.insert(at, tree);
        }
    }
    Ok(shown)
}

/// Takes hold of those that need it, as they are now.
pub(super) fn keep<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
    needs_it: impl Fn(&Path) -> bool,
) -> Result<Kept, String> {
    let mut real_paths = BTreeSet::new();
    for path in paths {
        real_paths.extend(real(path)?);
    }
    let mut kept = Kept::default();
    // Outer before inner, which is part of it.
    for path in real_paths {
        if needs_it(&path) && !kept.holds(&path) {
            let tree = tree(&path, OpenTreeFlags::AT_RECURSIVE)
                .map_err(|why| format!("{} cannot be kept in sight: {why}", path.display()))?;
            kept.0.insert(path, tree);
        }
    }
    Ok(kept)
}

/// Masks what is to be masked, and shows the job's folders where they are to be seen as well, outer before inner.
pub(super) fn put(masked: Masked, kept: Kept, shown: Shown) -> Result<(), String> {
    let mut places: BTreeMap<PathBuf, Option<OwnedFd>> =
        kept.0.into_iter().map(|(path, tree)| (path, Some(tree))).collect();
    let kept: Vec<PathBuf> = places.keys().chain(shown.0.keys()).cloned().collect();
    places.extend(masked.paths.into_iter().map(|path| (path, None)));
    // What is shown in its place hides a folder as well as a mask does.
    places.extend(shown.0.into_iter().map(|(path, tree)| (path, Some(tree))));
    let mut to_close = Vec::new();
    for (path, tree) in places {
        let refused =
            |why: &dyn std::fmt::Display| format!("{} could not be masked: {why}", path.display());
        match (tree, fs::symlink_metadata(&path)) {
            (Some(tree), there) => {
                make_place(&path, &tree, there.is_ok()).map_err(|why| refused(&why))?;
                attach(&tree, &path).map_err(|why| refused(&why))?;
            }
            // Something above it is masked already.
            (None, Err(error)) if error.kind() == ErrorKind::NotFound => {}
            (None, Err(error)) => return Err(refused(&error)),
            (None, Ok(there)) if !there.is_dir() => {
                mount_bind(EMPTY_FILE, &path).map_err(|why| refused(&why))?;
            }
            (None, Ok(_)) if kept.iter().any(|kept| kept.starts_with(&path)) => {
                mount("tmpfs", &path, "tmpfs", HARMLESS, c"mode=755,size=1m")
                    .map_err(|why| refused(&why))?;
                to_close.push(path);
            }
            (None, Ok(_)) => mount_bind(EMPTY_FOLDER, &path).map_err(|why| refused(&why))?,
        }
    }
    for path in to_close {
        mount_remount(&path, HARMLESS | MountFlags::RDONLY, "mode=755,size=1m")
            .map_err(|why| format!("{} could not be masked: {why}", path.display()))?;
    }
    Ok(())
}

/// Sockets that somebody outside had bound when the job began. They are reached by path, whatever the network.
pub(super) fn close(sockets: &[OsString]) -> Result<(), String> {
    for path in sockets {
        // Out of sight, out of reach, or not a socket any more.
        let Ok(there) = fs::metadata(path) else { continue };
        if !there.file_type().is_socket() {
            continue;
        }
        match mount_bind(EMPTY_FILE, path.as_os_str()) {
            // Whoever had bound it has removed it just now.
            Ok(()) | Err(Errno::NOENT) => {}
            Err(why) => {
                return Err(format!("the socket {} could not be closed: {why}", path.display()));
            }
        }
    }
    Ok(())
}

fn make_place(path: &Path, tree: &OwnedFd, there: bool) -> std::io::Result<()> {
    if there {
        return Ok(());
    }
    let is_folder = rustix::fs::FileType::from_raw_mode(rustix::fs::fstat(tree)?.st_mode).is_dir();
    if is_folder {
        return fs::create_dir_all(path);
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    File::create(path).map(drop)
}

pub(super) fn masked(job: &Job) -> Result<Masked, String> {
    let mut masked = BTreeSet::new();
    for path in &job.masked {
        match real(path)? {
            Some(path) if path == Path::new("/") => return Err("/ cannot be masked".to_owned()),
            Some(path) => masked.insert(path),
            None => false,
        };
    }
    let covered = other_paths(job).filter_map(|(_, at)| real_path(at).ok()).collect();
    Ok(Masked { paths: masked, covered })
}

/// Where a path leads, if it leads anywhere that this user can get to.
fn real(path: &Path) -> Result<Option<PathBuf>, String> {
    const NOWHERE: [ErrorKind; 3] =
        [ErrorKind::NotFound, ErrorKind::PermissionDenied, ErrorKind::NotADirectory];
    match real_path(path) {
        Ok(real) => Ok(Some(real)),
        Err(error) if NOWHERE.contains(&error.kind()) => Ok(None),
        Err(error) => Err(format!("{} could not be masked: {error}", path.display())),
    }
}
