//! What rooms are made of: the base, and the worker's files that come over, taken once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::io::Errno;

use super::error::RoomError;
use super::fate::Fate;
use super::holes::WithHoles;
use super::plan::RoomPlan;
use super::private::PrivateFolder;
use crate::files::Files;
use crate::many;
use crate::protect::{Manifest, Merged, merge};
use crate::real::real_path;
use crate::tree::{Digest, Entry, Folder, LeftOut, Tree, Until, is_dependency_folder, pour};

/// Most bytes of a manifest that is taken apart.
const LARGEST_MANIFEST: u64 = 4 * 1024 * 1024;

/// What the rooms of one plan share: the two trees are read once, and the worker's files are copied once.
#[derive(Debug)]
pub struct Stock {
    pub(super) base_path: PathBuf,
    pub(super) base: Folder,
    pub(super) plan: RoomPlan,
    pub(super) digests: (Digest, Digest),
    /// What the room has in place of the base's, by path.
    pub(super) over: BTreeMap<String, Over>,
    /// What came of the manifests.
    pub(super) merged: BTreeMap<String, Outcome>,
    /// The copies; absent where nothing was copied.
    folder: Option<PrivateFolder>,
}

/// A file that is laid over the base.
#[derive(Debug)]
pub(super) enum Over {
    /// A copy in our own folder.
    Copy {
        at: PathBuf,
        digest: Digest,
        executable: bool,
    },
    Bytes {
        bytes: Vec<u8>,
        executable: bool,
    },
}

/// What came of a manifest.
#[derive(Debug)]
pub(super) enum Outcome {
    AsWritten,
    PutBack(Vec<String>),
    Whole(&'static str),
}

impl Stock {
    /// For rooms that show the base alone, before any work.
    pub fn of_base(base_path: &Path, base: Arc<Tree>) -> Result<Self, RoomError> {
        let (plan, digest) = (RoomPlan::of_base(&base), base.digest());
        let base_path = real_path(base_path).map_err(RoomError::not_read("the base"))?;
        let base = Folder::new(&base_path, base).map_err(RoomError::not_read("the base"))?;
        Ok(Self {
            base_path,
            base,
            plan,
            digests: (digest, digest),
            over: BTreeMap::new(),
            merged: BTreeMap::new(),
            folder: None,
        })
    }

    /// Copies what comes over from the result's folder to a folder of our own in `place`. A file that is not
    /// what was scanned is an error: what is judged must be what was looked at.
    pub fn gather(
        place: &Path,
        (base_path, base): (&Path, Arc<Tree>),
        (result_path, result): (&Path, Arc<Tree>),
        plan: RoomPlan,
    ) -> Result<Self, RoomError> {
        let mut stock = Self::of_base(base_path, base)?;
        stock.digests.1 = result.digest();
        let result = Folder::new(result_path, result).map_err(RoomError::not_read("the result"))?;
        let comes = plan.fates.iter().filter(|(_, fate)| matches!(fate, Fate::Comes));
        let comes: Vec<&String> = comes.map(|(path, _)| path).collect();
        if !comes.is_empty() {
            let folder = PrivateFolder::new(place)?;
            let copy_to = |(n, path): (usize, &String)| {
                let copied = copy(&result, path, folder.path().join(n.to_string()))?;
                Ok::<_, RoomError>((path.clone(), copied))
            };
            for copied in many::each(comes.into_iter().enumerate().collect(), copy_to) {
                let (path, over) = copied?;
                stock.over.insert(path, over);
            }
            stock.folder = Some(folder);
        }
        for (path, fate) in &plan.fates {
            if let Fate::Merged(manifest) = fate {
                stock.merge(&result, path, *manifest)?;
            }
        }
        stock.plan = plan;
        Ok(stock)
    }

    fn merge(&mut self, result: &Folder, path: &str, manifest: Manifest) -> Result<(), RoomError> {
        let (size, executable) = match result.tree().entries.get(path) {
            Some(Entry::File { size, executable, .. }) => (*size, *executable),
            Some(Entry::Link { .. } | Entry::Other) | None => return Ok(()),
        };
        let outcome = if size > LARGEST_MANIFEST {
            Outcome::Whole("it is larger than such a file can be")
        } else {
            let of_worker = read(result, path)?.unwrap_or_default();
            let of_base = read(&self.base, path)?;
            match merge(manifest, of_base.as_deref(), &of_worker) {
                Merged::Unchanged => {
                    self.over.insert(path.to_owned(), Over::Bytes { bytes: of_worker, executable });
                    Outcome::AsWritten
                }
                Merged::PutBack { bytes, sections } => {
                    self.over.insert(path.to_owned(), Over::Bytes { bytes, executable });
                    Outcome::PutBack(sections)
                }
                Merged::Whole { why } => Outcome::Whole(why),
            }
        };
        self.merged.insert(path.to_owned(), outcome);
        Ok(())
    }

    /// Whether our copies are still what was scanned: no room can write them, but a process that outlived the
    /// worker may have found them.
    pub fn check(&self) -> Result<(), RoomError> {
        let check = |(path, over): (&String, &Over)| match over {
            Over::Bytes { .. } => Ok(()),
            Over::Copy { at, digest, .. } => {
                let bytes = std::fs::read(at).map_err(RoomError::not_read(path))?;
                if Digest::of(&bytes) == *digest {
                    Ok(())
                } else {
                    Err(RoomError::Changed { path: path.clone() })
                }
            }
        };
        many::each(self.over.iter().collect(), check).into_iter().collect()
    }

    /// The bytes that are laid over the base at a path; nothing where nothing is, or where they cannot be read.
    pub fn brought(&self, path: &str) -> Option<Vec<u8>> {
        match self.over.get(path)? {
            Over::Bytes { bytes, .. } => Some(bytes.clone()),
            Over::Copy { at, .. } => std::fs::read(at).ok(),
        }
    }

    pub fn plan(&self) -> &RoomPlan {
        &self.plan
    }

    /// The base, as checks read it.
    pub fn base(&self) -> &Folder {
        &self.base
    }

    /// Whether a path of the base's tree is in rooms, unless something is laid over it.
    pub(super) fn shows(&self, path: &str) -> bool {
        !self.plan.hidden.contains_key(path)
            && !matches!(self.plan.fates.get(path), Some(Fate::Goes))
    }

    /// What lies in the base's folder and in no room. Installed packages are shown; version control's own
    /// folder, and what is ignored or kept by a tool, is not.
    pub(super) fn absent(&self) -> BTreeSet<&str> {
        let tree = self.base.tree();
        let left_out = tree.left_out.iter().filter(|(path, why)| {
            let name = path.rsplit('/').next().unwrap_or(path);
            match why {
                LeftOut::Ignored => !is_dependency_folder(name),
                LeftOut::Git | LeftOut::Cache => true,
                LeftOut::Dependencies
                | LeftOut::Prepared
                | LeftOut::TooLarge
                | LeftOut::Unreadable
                | LeftOut::Swapped
                | LeftOut::TooDeep => false,
            }
        });
        let hidden = self.plan.hidden.keys();
        let goes = self.plan.fates.iter().filter(|(_, fate)| matches!(fate, Fate::Goes));
        let goes = goes.map(|(path, _)| path);
        left_out.map(|(path, _)| path).chain(hidden).chain(goes).map(String::as_str).collect()
    }

    /// Folders outside of the base that links among its installed packages lead to: those of the workspace that it
    /// was checked out of.
    pub(crate) fn packages_elsewhere(&self) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        let mut open: Vec<PathBuf> =
            self.dependencies().map(|path| self.base_path.join(path)).collect();
        // The folder of packages may itself be a link.
        let is_link = |path: &&PathBuf| path.is_symlink();
        found.extend(open.iter().filter(is_link).filter_map(|path| real_path(path).ok()));
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let is_scope = entry.file_name().as_encoded_bytes().starts_with(b"@");
                match entry.file_type() {
                    Ok(kind) if kind.is_symlink() => {
                        let target = std::fs::read_link(entry.path()).ok();
                        let target = target.filter(|target| target.is_absolute());
                        found.extend(target.as_deref().and_then(Path::parent).map(Path::to_owned));
                    }
                    Ok(kind) if kind.is_dir() && is_scope => open.push(entry.path()),
                    Ok(_) | Err(_) => {}
                }
            }
        }
        found.retain(|folder| !folder.starts_with(&self.base_path));
        found
    }

    /// Those folders of installed packages that are links.
    pub(crate) fn linked_packages(&self) -> impl Iterator<Item = &str> {
        self.dependencies().filter(|path| self.base_path.join(path).is_symlink())
    }

    /// Folders of installed packages, and what was made to be ready for the checks.
    pub(super) fn dependencies(&self) -> impl Iterator<Item = &str> {
        self.base.tree().left_out.iter().filter_map(|(path, why)| {
            let name = path.rsplit('/').next().unwrap_or(path);
            match why {
                LeftOut::Ignored | LeftOut::Dependencies if is_dependency_folder(name) => {
                    Some(path.as_str())
                }
                LeftOut::Prepared => Some(path.as_str()),
                LeftOut::Ignored
                | LeftOut::Dependencies
                | LeftOut::Git
                | LeftOut::Cache
                | LeftOut::TooLarge
                | LeftOut::Unreadable
                | LeftOut::Swapped
                | LeftOut::TooDeep => None,
            }
        })
    }
}

/// Copies a file of the result and compares it with what was scanned.
fn copy(result: &Folder, path: &str, to: PathBuf) -> Result<Over, RoomError> {
    let Some(Entry::File { digest, size, executable }) = result.tree().entries.get(path) else {
        return Err(RoomError::Changed { path: path.to_owned() });
    };
    let mut from = open(result, path)?;
    let into = new_file(&to, false).map_err(RoomError::not_written(&to))?;
    let mut into = WithHoles::new(&into);
    // One byte more than there was is enough to see that it grew.
    let copied = pour(&mut from, &mut into, Until::End { most: *size })
        .map_err(RoomError::not_written(&to))?;
    into.finish().map_err(RoomError::not_written(&to))?;
    if copied.map(|(copied, _)| copied) != Some(*digest) {
        return Err(RoomError::Changed { path: path.to_owned() });
    }
    Ok(Over::Copy { at: to, digest: *digest, executable: *executable })
}

/// A file that was there a moment ago, and is now no file or is gone, has changed.
pub(super) fn open(folder: &Folder, path: &str) -> Result<File, RoomError> {
    folder.root().file(path).map_err(|source| match Errno::from_io_error(&source) {
        Some(Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::XDEV | Errno::NXIO) | None => {
            RoomError::Changed { path: path.to_owned() }
        }
        Some(_) => RoomError::not_read(path)(source),
    })
}

fn read(folder: &Folder, path: &str) -> Result<Option<Vec<u8>>, RoomError> {
    folder.read(path).map_err(|_| RoomError::Changed { path: path.to_owned() })
}

/// Never over something that is there.
pub(crate) fn new_file(path: &Path, executable: bool) -> io::Result<File> {
    let mode = if executable { 0o755 } else { 0o644 };
    OpenOptions::new().write(true).create_new(true).mode(mode).open(path)
}
