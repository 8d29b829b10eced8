//! What a project needs before its checks can run, fetched into a copy of the base.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::case::{Machine, VerifyError};
use crate::consulted::{Consulted, Undone};
use crate::jail::JailError;
use crate::room::{Room, Stock, Way};
use crate::tree::{Digest, Tree};
use rustix::fs::{FlockOperation, flock};

/// Most bytes of its last words that are told.
const LAST_WORDS: usize = 2000;

/// The base, with what the person's own command has fetched for it. The work is not there yet, so the command has the
/// person's environment and network; but whoever wrote the base, or a package that it names, may have a say in what is run,
/// so it has neither the journal nor the owner's secret. The same base and command are prepared once.
pub(super) fn prepared(
    machine: &Machine,
    command: &Consulted,
    base: &Arc<Stock>,
) -> Result<PathBuf, VerifyError> {
    let shelf = machine.place.join("prepared");
    fs::create_dir_all(&shelf).map_err(VerifyError::Place)?;
    let shelf = shelf.canonicalize().map_err(VerifyError::Place)?;
    let key = key(&command.line, base);
    let (known, ready) = (shelf.join(&key), shelf.join(format!("{key}.ready")));
    // Who comes second waits for the first, and finds it done.
    let lock = File::create(shelf.join(format!("{key}.lock"))).map_err(VerifyError::Place)?;
    flock(&lock, FlockOperation::LockExclusive).map_err(|why| VerifyError::Place(why.into()))?;
    if ready.is_file() && known.is_dir() {
        return Ok(known);
    }
    // What a killed run has left.
    clear(&known)?;
    let kept = Room::make(base, &machine.place, &[], Way::Copied)?.keep()?;
    fs::rename(&kept, &known).map_err(VerifyError::Place)?;
    // In the folder where it stays: programs that it installs know their own path.
    if let Err(error) = run(machine, command, &known) {
        clear(&known)?;
        return Err(error);
    }
    File::create(&ready).map_err(VerifyError::Place)?;
    Ok(known)
}

/// Whether what was prepared still has every file of the base as it was.
pub(super) fn shows(prepared: &Tree, base: &Tree) -> bool {
    base.entries.iter().all(|(path, entry)| prepared.entries.get(path) == Some(entry))
}

pub(super) fn forget(prepared: &Path) -> Result<(), VerifyError> {
    clear(prepared)
}

fn clear(folder: &Path) -> Result<(), VerifyError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(VerifyError::Place(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn key(command: &str, base: &Stock) -> String {
    let tree = base.base().tree().digest();
    Digest::of([tree.bytes(), command.as_bytes()].concat().as_slice()).to_string()
}

fn run(machine: &Machine, command: &Consulted, folder: &Path) -> Result<(), VerifyError> {
    let command = Consulted { folder: folder.to_owned(), ..command.clone() };
    let Err(Undone { why, said }) = command.carry_out(machine.cancel.as_ref()) else {
        return Ok(());
    };
    if machine.is_cancelled() {
        return Err(JailError::Cancelled.into());
    }
    let words = format!("{}{}", said.head, said.tail);
    let from = words.ceil_char_boundary(words.len().saturating_sub(LAST_WORDS));
    let words = words.get(from..).unwrap_or_default().trim();
    let why = format!("{why}\n{words}").trim_end().to_owned();
    Err(VerifyError::NotPrepared { line: command.line, why })
}
