//! Whose turn it is to begin work in a folder: between looking who is at work there and beginning, nobody else begins.

use std::fs;
use std::io;
use std::path::Path;

use super::lock::FileLock;
use crate::tree::Digest;

const PLACE: &str = "claims";

/// As long as it is held, nobody else has the turn, in whichever process.
#[derive(Debug)]
pub struct Claim {
    _lock: FileLock,
}

impl Claim {
    /// Waits for its turn.
    pub fn on(folder: &Path, state: &Path) -> io::Result<Self> {
        let place = state.join(PLACE);
        fs::create_dir_all(&place)?;
        let name = Digest::of(folder.as_os_str().as_encoded_bytes()).to_string();
        Ok(Self { _lock: FileLock::wait_for(&place.join(name))? })
    }
}
