//! What a project needs before its checks can run, fetched into a copy of the base.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::case::{Machine, VerifyError};
use crate::jail::JailError;
use crate::room::{Room, Stock, Way};
use crate::tree::{Digest, Tree};
use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, Signal, kill_process_group};

/// How often a running command is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// Most bytes of its last words that are told.
const LAST_WORDS: usize = 2000;

/// The base, with what the person's own command has fetched for it. No file of the worker's is there yet, so
/// the command has the person's environment and network. The same base and command are prepared once.
pub(super) fn prepared(
    machine: &Machine,
    command: &str,
    base: &Arc<Stock>,
) -> Result<PathBuf, VerifyError> {
    let shelf = machine.place.join("prepared");
    fs::create_dir_all(&shelf).map_err(VerifyError::Place)?;
    let shelf = shelf.canonicalize().map_err(VerifyError::Place)?;
    let key = key(command, base);
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

fn run(machine: &Machine, line: &str, folder: &Path) -> Result<(), VerifyError> {
    let patience = machine.limits.time;
    let failed = |why: String| VerifyError::NotPrepared { line: line.to_owned(), why };
    let trouble = |error: io::Error| failed(error.to_string());
    // A file, because a pipe that nobody reads would stop it.
    let said = tempfile::NamedTempFile::new().map_err(trouble)?;
    let out = said.reopen().map_err(trouble)?;
    let err = said.reopen().map_err(trouble)?;
    let mut child = Command::new("/bin/sh")
        .args(["-c", line])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .process_group(0)
        .spawn()
        .map_err(trouble)?;
    let started = Instant::now();
    let ended: Option<ExitStatus> = loop {
        match child.try_wait().map_err(trouble)? {
            Some(status) => break Some(status),
            None if machine.is_cancelled() || started.elapsed() > patience => break None,
            None => thread::sleep(LOOK),
        }
    };
    // What it started goes with it, however it ended.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let Some(status) = ended else {
        child.wait().map_err(trouble)?;
        if machine.is_cancelled() {
            return Err(JailError::Cancelled.into());
        }
        return Err(failed(format!("it took more than {} seconds", patience.as_secs())));
    };
    if status.success() {
        return Ok(());
    }
    let words = fs::read(said.path()).unwrap_or_default();
    let words = String::from_utf8_lossy(&words).into_owned();
    let from = words.ceil_char_boundary(words.len().saturating_sub(LAST_WORDS));
    Err(failed(format!("{status}\n{}", words.get(from..).unwrap_or_default().trim())))
}
