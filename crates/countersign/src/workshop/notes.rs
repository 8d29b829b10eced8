//! What is noted of the work at hand, so that it is found again after a crash.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use countersign_core::{TaskId, TreeId};
use countersign_engine::run::WorkshopError;
use countersign_runner::area::AreaName;
use countersign_runner::landing::Oid;
use countersign_runner::room::{make_place, random_name};
use serde::{Deserialize, Serialize};

use super::{AREAS, trouble};
use crate::failure::Failure;

const NOTE: &str = ".json";
const UNFINISHED: &str = ".json.new";

/// Which area a task has, and what that was made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note {
    /// The number in the area's name.
    pub area: u32,
    pub base: TreeId,
    /// The digest of the contract that was found to ask for something that the base has not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probed: Option<String>,
    /// Where the next attempt goes on instead, if the work has to go with what others did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<GoOn>,
}

/// What others did, and the work merged with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GoOn {
    pub onto: String,
    pub merged: String,
    /// Files of which the next attempt finds what others made of them.
    pub contested: Vec<String>,
}

impl GoOn {
    pub fn with(onto: &Oid, merged: &Oid) -> Self {
        let (onto, merged) = (onto.as_str().to_owned(), merged.as_str().to_owned());
        Self { onto, merged, contested: Vec::new() }
    }
}

impl Note {
    pub fn area_name(&self, task: &TaskId) -> AreaName {
        AreaName { task: task.clone(), attempt: self.area }
    }
}

/// The folder in which a task was worked on last, if it is there.
pub fn folder_of_work(state: &Path, task: &TaskId) -> Option<PathBuf> {
    let areas = state.join(AREAS);
    let notes = Notes::of(areas.clone());
    let name = notes.read(task)?.area_name(task);
    Some(areas.join(name.to_string()).join("work")).filter(|folder| folder.is_dir())
}

/// What no task has any more is written over: a file that is made costs more than one that is there.
#[derive(Debug)]
pub(super) struct Notes {
    folder: PathBuf,
    spares: Mutex<Vec<PathBuf>>,
}

impl Notes {
    pub fn in_folder(folder: PathBuf) -> Result<Self, Failure> {
        make_place(&folder).map_err(|source| Failure::File {
            what: "make",
            path: folder.clone(),
            source,
        })?;
        Ok(Self::of(folder))
    }

    fn of(folder: PathBuf) -> Self {
        Self { folder, spares: Mutex::default() }
    }

    fn path(&self, task: &TaskId) -> PathBuf {
        self.folder.join(format!("{task}{NOTE}"))
    }

    /// Only who holds the task writes its note, so one name is enough; what a crash left there is written over.
    fn unfinished(&self, task: &TaskId) -> PathBuf {
        self.folder.join(format!("{task}{UNFINISHED}"))
    }

    fn spares(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        // Whoever panicked with it left whole entries behind.
        self.spares.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing where there is none, or where it says nothing: then the work begins anew.
    pub fn read(&self, task: &TaskId) -> Option<Note> {
        serde_json::from_slice(&fs::read(self.path(task)).ok()?).ok()
    }

    /// The tasks that have an area.
    pub fn tasks(&self) -> Vec<TaskId> {
        self.names().filter_map(|name| TaskId::new(name.strip_suffix(NOTE)?).ok()).collect()
    }

    /// What the areas were made of that are there.
    pub fn bases(&self) -> BTreeSet<TreeId> {
        self.tasks().iter().filter_map(|task| Some(self.read(task)?.base)).collect()
    }

    /// Removes what is no note. Nobody else may be running tasks here.
    pub fn sweep(&self) {
        for name in self.names().filter(|name| name.ends_with(UNFINISHED)) {
            // One that stays is in nobody's way.
            let _ = fs::remove_file(self.folder.join(name));
        }
    }

    fn names(&self) -> impl Iterator<Item = String> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter_map(|file| file.file_name().into_string().ok())
    }

    /// Whole or not at all.
    pub fn write(&self, task: &TaskId, note: &Note) -> Result<(), WorkshopError> {
        let text = serde_json::to_vec(note).map_err(trouble)?;
        let spare = self.spares().pop();
        let unfinished = spare.unwrap_or_else(|| self.unfinished(task));
        write_over(&unfinished, &text).map_err(trouble)?;
        fs::rename(unfinished, self.path(task)).map_err(trouble)
    }

    /// Has the next attempt go on somewhere else. Until then the work at hand is what it was.
    pub fn go_on(&self, task: &TaskId, next: GoOn) -> Result<(), WorkshopError> {
        match self.read(task) {
            Some(note) => self.write(task, &Note { next: Some(next), ..note }),
            None => Ok(()),
        }
    }

    pub fn forget(&self, task: &TaskId) {
        // One that stays names an area that is not there, which says nothing.
        let Ok(name) = random_name() else { return };
        let spare = self.folder.join(format!("{name}{UNFINISHED}"));
        if fs::rename(self.path(task), &spare).is_ok() {
            self.spares().push(spare);
        }
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        for spare in self.spares().drain(..) {
            // One that stays is swept by a later run.
            let _ = fs::remove_file(spare);
        }
    }
}

/// Not emptied first: some file systems take that for the moment at which the file has to reach the disk.
fn write_over(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file: File = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
    file.write_all(text)?;
    file.set_len(text.len() as u64)
}
