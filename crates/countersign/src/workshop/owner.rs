//! Which run holds a lease, and whether it lives: a file that a living run has locked.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::failure::Failure;

const OWNERS: &str = "owners";

/// This run among those of the project.
#[derive(Debug)]
pub struct Owner {
    folder: PathBuf,
    name: String,
    /// Whether it may end with leases that could not be given back.
    in_debt: AtomicBool,
    /// Locked as long as this process lives.
    _file: File,
}

impl Owner {
    pub fn new(state: &Path) -> Result<Self, Failure> {
        let folder = state.join(OWNERS);
        let failed = |source| Failure::File { what: "write", path: folder.clone(), source };
        fs::create_dir_all(&folder).map_err(failed)?;
        sweep(&folder);
        let file = tempfile::Builder::new().prefix("run-").tempfile_in(&folder).map_err(failed)?;
        let name =
            file.path().file_name().and_then(|name| name.to_str()).unwrap_or("run").to_owned();
        let (file, _) = file.keep().map_err(|error| failed(error.error))?;
        file.lock().map_err(failed)?;
        Ok(Self { folder, name, in_debt: AtomicBool::new(false), _file: file })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Leaves a trace when it ends, so that the next run does not wait for leases that nobody holds.
    pub fn breaks_off(&self) {
        self.in_debt.store(true, Ordering::Relaxed);
    }

    /// Whether no other run of this machine is alive.
    pub fn is_alone(&self) -> bool {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut others = files.filter(|file| file.file_name() != *self.name);
        let lives = |path: &Path| {
            let file = File::open(path);
            file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
        };
        !others.any(|file| lives(&file.path()))
    }

    /// Only a run of this machine whose lock is free is known to be gone. Of others the lease decides.
    pub fn is_gone(&self, owner: &str) -> bool {
        if owner == self.name || owner.contains('/') {
            return false;
        }
        let path = self.folder.join(owner);
        // It stays: the same run may have held more than this one lease. Names are never used twice.
        let Ok(file) = File::open(&path) else { return false };
        file.try_lock().is_ok()
    }
}

/// Forgets runs that died so long ago that their leases have run out.
fn sweep(folder: &Path) {
    const LONG: Duration = Duration::from_secs(24 * 60 * 60);
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in files.map(|file| file.path()) {
        let age = fs::metadata(&path).and_then(|file| file.modified()).ok();
        let is_old = age.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > LONG);
        if is_old && File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            // One that stays is in nobody's way.
            let _ = fs::remove_file(&path);
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        if !self.in_debt.load(Ordering::Relaxed) {
            let _ = fs::remove_file(self.folder.join(&self.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_died_is_gone_for_each_of_its_leases() {
        let state = tempfile::tempdir().unwrap();
        let here = Owner::new(state.path()).unwrap();
        // A killed run leaves its file, and no lock on it.
        fs::write(state.path().join(OWNERS).join("run-dead"), "").unwrap();
        assert!(here.is_gone("run-dead") && here.is_gone("run-dead"));
        let other = Owner::new(state.path()).unwrap();
        assert!(!here.is_gone(other.name()) && !here.is_gone(here.name()));
        assert!(!here.is_gone("run-of-another-machine"));
    }

    #[test]
    fn a_run_that_broke_off_is_gone_for_what_it_could_not_give_back() {
        let state = tempfile::tempdir().unwrap();
        let here = Owner::new(state.path()).unwrap();
        let broken = Owner::new(state.path()).unwrap();
        let name = broken.name().to_owned();
        broken.breaks_off();
        assert!(!here.is_gone(&name), "it lives still");
        drop(broken);
        assert!(here.is_gone(&name));
    }
}
