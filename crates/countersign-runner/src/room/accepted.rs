//! What of a result was judged, and so is what may be taken over: no more, and nothing that is hidden.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use countersign_core::{Contract, SpecFile, Visibility};

use super::contents::Contents;
use super::error::RoomError;
use super::fate::Fate;
use super::outputs::Outputs;
use super::plan::plan;
use super::stock::Stock;
use crate::files::{Files, Unreadable};
use crate::tree::{Bounds, Digest, Entry, Folder, ScanError, Source, scan_base, scan_result};

/// The difference between a base and what was judged of the work on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// Files that are new or other than the base's, by path.
    pub written: BTreeMap<String, Written>,
    /// Paths of the base that are gone.
    pub removed: BTreeSet<String>,
    /// The tree of the worker's folder that it comes from.
    pub result: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub bytes: Vec<u8>,
    pub executable: bool,
}

/// Why it cannot be said what was judged.
#[derive(Debug, thiserror::Error)]
pub enum AcceptedError {
    #[error(transparent)]
    Scan(#[from] ScanError),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Something wrote to it after it was judged.
    #[error("the result is no longer what was judged: its tree was {judged} and is {found}")]
    NotAsJudged { judged: String, found: String },
}

impl Accepted {
    pub fn is_empty(&self) -> bool {
        self.written.is_empty() && self.removed.is_empty()
    }
}

/// What the room of the shown criteria had in place of the base's: the worker's files that came over, merged
/// manifests, and the specification's shown files. `judged` is the result's digest in the report of the room.
/// Whether it passed is not asked here. The base is one that is kept.
pub fn accepted(
    contract: &Contract,
    base: &Path,
    result: Source<'_>,
    judged: &str,
    place: &Path,
) -> Result<Accepted, AcceptedError> {
    let always = Outputs::of(contract).always();
    let base_tree = Arc::new(scan_base(Source::kept(base), &always, Bounds::default())?);
    let result_tree = Arc::new(scan_result(result, &always, &base_tree, Bounds::default())?);
    let found = result_tree.digest().to_string();
    if found != judged {
        return Err(AcceptedError::NotAsJudged { judged: judged.to_owned(), found });
    }
    let folder =
        Folder::new(base, Arc::clone(&base_tree)).map_err(RoomError::not_read("the base"))?;
    let plan = plan(contract, &folder, &result_tree);
    let stock =
        Arc::new(Stock::gather(place, (base, base_tree), (result.path(), result_tree), plan)?);
    let is_shown = |file: &&SpecFile| file.visibility == Visibility::Shown;
    let shown: Vec<SpecFile> = contract.spec_files().iter().filter(is_shown).cloned().collect();
    let contents = Contents::of(&stock, &shown)?;
    Ok(Accepted { written: contents.written()?, removed: contents.removed(), result: found })
}

impl Contents {
    fn written(&self) -> Result<BTreeMap<String, Written>, Unreadable> {
        let mut written = BTreeMap::new();
        for filing in self.over() {
            let gone = || Unreadable::NotRead {
                path: filing.path.to_owned(),
                why: "it is gone".to_owned(),
            };
            let bytes = self.read(filing.path)?.ok_or_else(gone)?;
            let is_of_base = match self.stock.base.tree().entries.get(filing.path) {
                Some(Entry::File { digest, executable, .. }) => {
                    *digest == Digest::of(&bytes) && *executable == filing.executable
                }
                Some(Entry::Link { .. } | Entry::Other) | None => false,
            };
            if !is_of_base {
                let executable = filing.executable;
                written.insert(filing.path.to_owned(), Written { bytes, executable });
            }
        }
        Ok(written)
    }

    /// What the worker deleted, and what had to make way. What rooms only do not show is still there.
    fn removed(&self) -> BTreeSet<String> {
        let fates = self.stock.plan.fates.iter();
        let goes = fates.filter(|(_, fate)| matches!(fate, Fate::Goes)).map(|(path, _)| path);
        let laid: BTreeSet<&str> = self.laid_paths().collect();
        let there = &self.stock.base.tree().entries;
        goes.chain(self.displaced())
            .filter(|path| there.contains_key(*path) && !laid.contains(path.as_str()))
            .cloned()
            .collect()
    }
}
