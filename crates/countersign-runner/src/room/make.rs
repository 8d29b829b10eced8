//! Making a room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use countersign_core::SpecFile;

use super::copied::copy_base;
use super::error::RoomError;
use super::laying::laid;
use super::private::PrivateFolder;
use super::spare::{Spares, furnished};
use super::stock::{Over, Stock};
use super::writing::{Bytes, Filing, write_all};
use crate::files::{Files, Unreadable};
use crate::jail;
use crate::tree::Entry;

/// How a room has the base's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The base's own folder, seen through: the jail mounts it under what is ours, and nothing is copied.
    Overlay,
    /// Copies, which share their blocks where the file system can.
    Copied,
}

/// A new folder with the base, what comes over of the worker's, and the specification's files. It goes away
/// when it is dropped.
#[derive(Debug)]
pub struct Room {
    pub(super) folder: PrivateFolder,
    pub(super) way: Way,
    pub(super) stock: Arc<Stock>,
    /// The specification's files.
    laid: BTreeMap<String, Vec<u8>>,
    /// Paths of the base or of the worker that are in the specification's way.
    displaced: BTreeSet<String>,
}

const UPPER: &str = "upper";
const WORK: &str = "work";
const AT: &str = "room";
const INNER: &[&str] = &[UPPER, WORK, AT];

impl Room {
    /// `spec` is laid over everything else: the shown files, or all, or altered ones.
    pub fn make(
        stock: &Arc<Stock>,
        place: &Path,
        spec: &[SpecFile],
        way: Way,
    ) -> Result<Self, RoomError> {
        Self::fill(furnished(place, INNER)?, stock, spec, way)
    }

    /// Likewise, in a folder that may have been another room's.
    pub fn make_with(
        spares: &Arc<Spares>,
        stock: &Arc<Stock>,
        place: &Path,
        spec: &[SpecFile],
        way: Way,
    ) -> Result<Self, RoomError> {
        Self::fill(spares.take(place, INNER)?, stock, spec, way)
    }

    fn fill(
        folder: PrivateFolder,
        stock: &Arc<Stock>,
        spec: &[SpecFile],
        way: Way,
    ) -> Result<Self, RoomError> {
        let mut room = Self {
            folder,
            way,
            stock: Arc::clone(stock),
            laid: BTreeMap::new(),
            displaced: BTreeSet::new(),
        };
        room.laid = laid(spec, |path| {
            let changed = |_| RoomError::Changed { path: path.to_owned() };
            room.read(path).map_err(changed)
        })?;
        room.displaced = room.in_the_way();
        match way {
            Way::Overlay => write_all(stock, &room.upper(), &room.over().collect::<Vec<_>>())?,
            Way::Copied => copy_base(&room, &room.folder())?,
        }
        Ok(room)
    }

    /// Where its files are. In an overlay they are there for a job of the jail only.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().join(AT)
    }

    /// What the jail must mount. Absent where the folder is a plain one.
    pub fn overlay(&self) -> Option<jail::Overlay> {
        (self.way == Way::Overlay).then(|| jail::Overlay {
            lower: self.stock.base_path.clone(),
            upper: self.upper(),
            work: self.folder.path().join(WORK),
            at: self.folder(),
            absent: self.absent().into_iter().map(PathBuf::from).collect(),
        })
    }

    pub(super) fn upper(&self) -> PathBuf {
        self.folder.path().join(UPPER)
    }

    /// The specification's files.
    pub(super) fn laid_paths(&self) -> impl Iterator<Item = &str> {
        self.laid.keys().map(String::as_str)
    }

    /// What had to make way for them.
    pub(super) fn displaced(&self) -> impl Iterator<Item = &String> {
        self.displaced.iter()
    }

    /// What is laid over the base.
    pub(super) fn over(&self) -> impl Iterator<Item = Filing<'_>> {
        let is_shown = |path: &str| !self.laid.contains_key(path) && !self.displaced.contains(path);
        let over = self.stock.over.iter().filter(move |(path, _)| is_shown(path));
        let over = over.map(|(path, over)| {
            let executable = match over {
                Over::Copy { executable, .. } | Over::Bytes { executable, .. } => *executable,
            };
            Filing { path, bytes: Bytes::Over(over), executable }
        });
        let laid = self.laid.iter().map(|(path, bytes)| Filing {
            path,
            bytes: Bytes::Laid(bytes),
            executable: matches!(
                self.stock.base.tree().entries.get(path),
                Some(Entry::File { executable: true, .. })
            ),
        });
        over.chain(laid)
    }

    /// What is the base's own.
    pub(super) fn of_base(&self) -> impl Iterator<Item = (&str, &Entry)> {
        let entries = self.stock.base.tree().entries.iter();
        entries
            .map(|(path, entry)| (path.as_str(), entry))
            .filter(|(path, _)| self.is_of_base(path))
    }

    fn is_of_base(&self, path: &str) -> bool {
        self.stock.shows(path)
            && !self.laid.contains_key(path)
            && !self.stock.over.contains_key(path)
            && !self.displaced.contains(path)
    }

    /// What of the base's folder must not be seen. What lies above or below something of ours is hidden by
    /// that already.
    pub(super) fn absent(&self) -> BTreeSet<&str> {
        let ours: BTreeSet<&str> = self.over().map(|filing| filing.path).collect();
        let is_open = |path: &&str| {
            let inside = format!("{path}/");
            let next = ours.range(inside.as_str()..).next();
            let above = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
            !ours.contains(path)
                && !next.is_some_and(|next| next.starts_with(&inside))
                && !above.into_iter().any(|folder| ours.contains(folder))
        };
        self.stock.absent().into_iter().filter(is_open).collect()
    }

    /// A file of the specification wins over a file where its folder must be, and over a folder where it is.
    fn in_the_way(&self) -> BTreeSet<String> {
        let tree = self.stock.base.tree();
        let mut displaced = BTreeSet::new();
        for path in self.laid.keys() {
            let above = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
            let is_there = |path: &&str| {
                tree.entries.contains_key(*path) || self.stock.over.contains_key(*path)
            };
            displaced.extend(above.filter(is_there).map(ToOwned::to_owned));
            let inside = format!("{path}/");
            let below = tree.entries.range(inside.clone()..).map(|(path, _)| path);
            let more = self.stock.over.range(inside.clone()..).map(|(path, _)| path);
            displaced.extend(below.take_while(|path| path.starts_with(&inside)).cloned());
            displaced.extend(more.take_while(|path| path.starts_with(&inside)).cloned());
        }
        displaced
    }
}

/// What is in the room before any command has run in it.
impl Files for Room {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        if let Some(bytes) = self.laid.get(path) {
            return Ok(Some(bytes.clone()));
        }
        if self.displaced.contains(path) {
            return Ok(None);
        }
        match self.stock.over.get(path) {
            Some(Over::Bytes { bytes, .. }) => Ok(Some(bytes.clone())),
            Some(Over::Copy { at, digest, .. }) => {
                let bytes = fs::read(at).map_err(|error| Unreadable::NotRead {
                    path: path.to_owned(),
                    why: error.to_string(),
                })?;
                if crate::tree::Digest::of(&bytes) != *digest {
                    return Err(Unreadable::Changed { path: path.to_owned() });
                }
                Ok(Some(bytes))
            }
            None if self.stock.shows(path) => self.stock.base.read(path),
            None => Ok(None),
        }
    }

    fn paths(&self) -> Vec<String> {
        let is_file = |(path, entry): (&str, &Entry)| match entry {
            Entry::File { .. } => Some(path.to_owned()),
            Entry::Link { .. } | Entry::Other => None,
        };
        let ours = self.over().map(|filing| filing.path.to_owned());
        let mut paths: Vec<String> = self.of_base().filter_map(is_file).chain(ours).collect();
        paths.sort_unstable();
        paths
    }
}
