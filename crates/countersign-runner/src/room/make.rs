//! Making a room.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use countersign_core::SpecFile;

use super::contents::Contents;
use super::copied::copy_base;
use super::error::RoomError;
use super::private::PrivateFolder;
use super::spare::{Spares, furnished};
use super::stock::Stock;
use super::writing::write_all;
use crate::jail;

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
    pub(super) contents: Contents,
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
        let room = Self { folder, way, contents: Contents::of(stock, spec)? };
        match way {
            Way::Overlay => {
                write_all(stock, &room.upper(), &room.contents.over().collect::<Vec<_>>())?;
            }
            Way::Copied => copy_base(&room, &room.folder())?,
        }
        Ok(room)
    }

    /// What was in it before any command has run.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Where its files are. In an overlay they are there for a job of the jail only.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().join(AT)
    }

    /// What the jail must mount. Absent where the folder is a plain one.
    pub fn overlay(&self) -> Option<jail::Overlay> {
        (self.way == Way::Overlay).then(|| jail::Overlay {
            lower: self.contents.stock.base_path.clone(),
            upper: self.upper(),
            work: self.folder.path().join(WORK),
            at: self.folder(),
            absent: self.contents.absent().into_iter().map(PathBuf::from).collect(),
        })
    }

    pub(super) fn upper(&self) -> PathBuf {
        self.folder.path().join(UPPER)
    }
}
