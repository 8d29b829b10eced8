//! A worker's own script that lies in the project and is no part of it, because git ignores it: it is there while the
//! worker works, and no part of what comes of that.

use std::path::{Path, PathBuf};
use std::{fs, io};

use countersign_core::TaskId;
use countersign_engine::run::WorkshopError;
use countersign_runner::room::remove;
use countersign_runner::worker::Profile;

use super::{Here, trouble};

/// What was laid into an area.
#[derive(Debug)]
pub(super) struct Lent {
    area: PathBuf,
    paths: Vec<PathBuf>,
}

impl Here {
    /// Lays what the worker's line names where the line looks for it.
    pub(super) fn lend(&self, task: &TaskId, profile: &Profile) -> Result<Lent, WorkshopError> {
        let (area, base) =
            self.at_bench(task, |bench| (bench.area.folder(), bench.base.clone()))?;
        let mut lent = Lent { area, paths: Vec::new() };
        let named = profile.named_in(&self.root);
        if named.is_empty() {
            return Ok(lent);
        }
        let base = self.base(&base)?;
        for path in named {
            let from = self.root.join(&path);
            let is_part = base.path().join(&path).symlink_metadata().is_ok();
            let is_closed = from.starts_with(&self.state) || self.closed_files.is_or_holds(&from);
            if !is_part && !is_closed && lent.has_way_to(&path) {
                lent.lay(&from, path).map_err(trouble)?;
            }
        }
        Ok(lent)
    }
}

impl Lent {
    fn lay(&mut self, from: &Path, path: PathBuf) -> io::Result<()> {
        let to = self.area.join(&path);
        to.parent().map_or(Ok(()), fs::create_dir_all)?;
        // An earlier worker may have left anything there.
        take_away(&to)?;
        fs::copy(from, &to)?;
        self.paths.push(path);
        Ok(())
    }

    /// Whatever became of it. All processes of the worker are dead.
    pub fn take_back(&self) -> Result<(), WorkshopError> {
        for path in self.paths.iter().filter(|path| self.has_way_to(path)) {
            take_away(&self.area.join(path)).map_err(trouble)?;
        }
        Ok(())
    }

    /// Whether it lies in the area: who works there may have put a link in the place of a folder.
    fn has_way_to(&self, path: &Path) -> bool {
        let folders = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
        folders.into_iter().all(|folder| match self.area.join(folder).symlink_metadata() {
            Ok(there) => there.is_dir(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        })
    }
}

fn take_away(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(there) if there.is_dir() => remove(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
