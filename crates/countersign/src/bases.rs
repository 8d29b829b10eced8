//! What the project's folder held when work was started, kept under its digest in the state folder.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use countersign_core::{Contract, TreeId};
use countersign_runner::room::{Outputs, Room, Stock, Way};
use countersign_runner::tree::{Bounds, Tree, scan_base};
use countersign_runner::verify::VerifyError;

use crate::config::Project;
use crate::failure::Failure;

const BASES: &str = "bases";

/// Keeps what the project's folder holds now, and says under which name.
pub fn keep(project: &Project, contract: &Contract) -> Result<TreeId, Failure> {
    let place = project.state_folder().join(BASES);
    fs::create_dir_all(&place).map_err(VerifyError::Place)?;
    let root = project.root();
    let tree = Arc::new(scanned(root, contract)?);
    let stock = Arc::new(Stock::of_base(root, tree).map_err(VerifyError::from)?);
    let room = Room::make(&stock, &place, &[], Way::Copied).map_err(VerifyError::from)?;
    let copy = room.keep().map_err(VerifyError::from)?;
    // The name is that of the copy: it is the copy against which work will be judged.
    let id = TreeId::new(scanned(&copy, contract)?.digest().to_string())?;
    let kept = place.join(id.as_str());
    if kept.is_dir() { fs::remove_dir_all(&copy) } else { fs::rename(&copy, &kept) }
        .map_err(VerifyError::Place)?;
    Ok(id)
}

/// Where a base is kept.
pub fn folder(project: &Project, base: &TreeId) -> Result<PathBuf, Failure> {
    let folder = project.state_folder().join(BASES).join(base.as_str());
    folder.canonicalize().map_err(|source| Failure::Unreadable { path: folder, source })
}

fn scanned(folder: &std::path::Path, contract: &Contract) -> Result<Tree, VerifyError> {
    Ok(scan_base(folder, &Outputs::of(contract).always(), Bounds::default())?)
}
