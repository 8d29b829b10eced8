//! The clean room.

pub mod contracts;
mod copied;
mod hostile;
mod laying;
mod mending;
mod overlay;
mod planning;
mod upkeep;

use std::sync::Arc;

use countersign_core::{Contract, SpecFile, Visibility};
use countersign_runner::room::{Outputs, Room, RoomError, RoomPlan, Stock, Way, plan};
use countersign_runner::tree::{Bounds, Folder, Source, Tree, scan_base, scan_result};

use crate::made::Made;

/// A base, a result, a contract, and a place for rooms.
#[derive(Debug)]
struct Scene {
    base: Made,
    result: Made,
    place: Made,
    contract: Contract,
    /// The base has only what somebody keeps.
    is_kept: bool,
}

impl Scene {
    /// The result is a copy of the base, edited.
    fn new(files: &[(&str, &str)], contract: Contract, edit: impl FnOnce(&Made)) -> Self {
        Self::on(Made::with(files), contract, edit)
    }

    fn on(base: Made, contract: Contract, edit: impl FnOnce(&Made)) -> Self {
        let result = Made::copy_of(&base);
        edit(&result);
        Self { base, result, place: Made::empty(), contract, is_kept: false }
    }

    fn trees(&self) -> (Arc<Tree>, Arc<Tree>) {
        let always = Outputs::of(&self.contract).always();
        let path = self.base.path();
        let source = if self.is_kept { Source::kept(path) } else { path.into() };
        let base = scan_base(source, &always, Bounds::default()).unwrap();
        let result = scan_result(self.result.path(), &always, &base, Bounds::default()).unwrap();
        (Arc::new(base), Arc::new(result))
    }

    fn folder(&self, base: &Arc<Tree>) -> Folder {
        Folder::new(self.base.path(), Arc::clone(base)).unwrap()
    }

    fn plan(&self) -> RoomPlan {
        let (base, result) = self.trees();
        plan(&self.contract, &self.folder(&base), &result)
    }

    fn stock(&self) -> Arc<Stock> {
        let (base, result) = self.trees();
        let plan = plan(&self.contract, &self.folder(&base), &result);
        let (base, result) = ((self.base.path(), base), (self.result.path(), result));
        Arc::new(Stock::gather(self.place.path(), base, result, plan).unwrap())
    }

    /// With the files that the worker was shown.
    fn room(&self, way: Way) -> Room {
        self.room_with(&self.spec(false), way).unwrap()
    }

    fn room_with(&self, spec: &[SpecFile], way: Way) -> Result<Room, RoomError> {
        Room::make(&self.stock(), self.place.path(), spec, way)
    }

    fn spec(&self, with_hidden: bool) -> Vec<SpecFile> {
        let is_wanted = |file: &&SpecFile| with_hidden || file.visibility == Visibility::Shown;
        self.contract.spec_files().iter().filter(is_wanted).cloned().collect()
    }
}
