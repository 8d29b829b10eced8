//! What a room holds before any command has run in it, without a folder for it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use countersign_core::SpecFile;

use super::error::RoomError;
use super::laying::laid;
use super::stock::{Over, Stock};
use super::writing::{Bytes, Filing};
use crate::files::{Files, Unreadable};
use crate::tree::{Digest, Entry};

/// The base, what comes over of the worker's, and the specification's files, as they lie one over the other.
#[derive(Debug)]
pub struct Contents {
    pub(super) stock: Arc<Stock>,
    /// The specification's files.
    laid: BTreeMap<String, Vec<u8>>,
    /// Paths of the base or of the worker that are in the specification's way.
    displaced: BTreeSet<String>,
}

impl Contents {
    /// `spec` is laid over everything else: the shown files, or all, or altered ones.
    pub fn of(stock: &Arc<Stock>, spec: &[SpecFile]) -> Result<Self, RoomError> {
        let mut contents =
            Self { stock: Arc::clone(stock), laid: BTreeMap::new(), displaced: BTreeSet::new() };
        contents.laid = laid(spec, |path| {
            let changed = |_| RoomError::Changed { path: path.to_owned() };
            contents.read(path).map_err(changed)
        })?;
        contents.displaced = contents.in_the_way();
        Ok(contents)
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

impl Files for Contents {
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
                if Digest::of(&bytes) != *digest {
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
