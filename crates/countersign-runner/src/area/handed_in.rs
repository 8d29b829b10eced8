//! Copies of work that was handed in, in the state folder: what is judged is what the folder held at that moment,
//! whatever becomes of the folder, or of whoever judges, meanwhile. They stay as long as somebody has to confirm it.
//!
//! A copy has the bytes of what comes over into clean rooms, and of everything else that changed a line each. It lies
//! under its task and the digest of what it says; the journal has the digest of the tree that it stands for. When it is
//! let go of while other work waits to be confirmed, what it says stays without the files: what is different in a folder
//! since that other work was handed in may be this one's.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use countersign_core::{Contract, TaskId, TreeId};
use serde::{Deserialize, Serialize};

use super::lock::FolderLock;
use crate::many;
use crate::room::{
    Fate, Outputs, PrivateFolder, RoomError, WithHoles, new_file, plan, remove,
    sweep as sweep_private,
};
use crate::tree::{
    Bounds, Difference, Digest, Folder, Root, ScanError, Source, Tree, Until, pour, scan_base,
    scan_result,
};

const PLACE: &str = "handed-in";
/// In which they are made. No task has such a name.
const MAKING: &str = ".making";
const SAID: &str = "said.json";
const FILES: &str = "files";
/// Where the work lay. Beside what the copy says of itself, since the same may be handed in from another folder.
const FROM: &str = "from";
/// Beside it in a copy that no sweep takes away: nothing else holds what was confirmed.
const STAYS: &str = "stays";
/// Most bytes that come over of one piece of work: as many as one file of it may have.
const MOST_BYTES: u64 = 8 * 1024 * 1024 * 1024;

/// Why nothing could be kept, or nothing is there that was.
#[derive(Debug, thiserror::Error)]
pub enum HandInError {
    #[error(transparent)]
    Scan(#[from] ScanError),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error("{} cannot be written, so that nothing is handed in: {source}", path.display())]
    NotWritten { path: PathBuf, source: io::Error },
    #[error("{} cannot be read: {source}", path.display())]
    NotRead { path: PathBuf, source: io::Error },
    #[error("the work has {bytes} bytes of changed files, and {most} can be handed in")]
    TooLarge { bytes: u64, most: u64 },
    #[error("what was handed in for {task} is not kept here any more")]
    Gone { task: TaskId },
}

/// All copies of a project.
#[derive(Debug, Clone)]
pub struct HandIns {
    place: PathBuf,
}

/// A copy that is in use: no sweep takes it away as long as this is there.
#[derive(Debug)]
pub struct HandedIn {
    said: Said,
    folder: PathBuf,
    _lock: FolderLock,
}

/// What was handed in for a task that is over, without the files.
#[derive(Debug)]
pub struct Remembered {
    said: Said,
}

impl Remembered {
    /// The tree that the work was compared with.
    pub fn base_id(&self) -> Option<TreeId> {
        TreeId::new(self.said.difference.base().to_string()).ok()
    }

    pub(crate) fn difference(&self) -> &Difference {
        &self.said.difference
    }
}

/// What a copy says of itself.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    difference: Difference,
    /// The files whose bytes are there.
    kept: BTreeSet<String>,
}

impl HandedIn {
    /// The tree that it stands for.
    pub fn tree_id(&self) -> Option<TreeId> {
        TreeId::new(self.said.difference.result().to_string()).ok()
    }

    /// The tree that the work was compared with.
    pub fn base_id(&self) -> Option<TreeId> {
        TreeId::new(self.said.difference.base().to_string()).ok()
    }

    /// Where the work lay when it was handed in; absent where nobody noted it.
    pub fn from(&self) -> Option<PathBuf> {
        use std::os::unix::ffi::OsStringExt;
        let bytes = fs::read(self.folder.join(FROM)).ok()?;
        Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
    }

    /// From now on no sweep takes it away.
    pub fn stay(&self) -> Result<(), HandInError> {
        let at = self.folder.join(STAYS);
        fs::write(&at, "").map_err(HandInError::not_written(at))
    }

    /// Likewise that one does. A copy that stays too long is in nobody's way.
    pub fn stay_no_longer(&self) {
        let _ = fs::remove_file(self.folder.join(STAYS));
    }

    /// Whether the work itself wrote or removed what is at that path.
    pub(super) fn has_changed(&self, path: &str) -> bool {
        self.said.difference.has(path)
    }

    /// The tree itself; absent on another base than the one that the work was compared with.
    pub(crate) fn tree(&self, base: &Tree) -> Option<Tree> {
        self.said.difference.on(base)
    }

    /// Where the files lie that come over, each at its own path.
    pub fn files(&self) -> PathBuf {
        self.folder.join(FILES)
    }
}

impl HandIns {
    pub fn new(state: &Path) -> Self {
        Self { place: state.join(PLACE) }
    }

    /// Keeps what the work on a task is now. Where that cannot be done whole, nothing is kept.
    pub fn keep(
        &self,
        task: &TaskId,
        contract: &Contract,
        (base, result): (&Path, &Path),
    ) -> Result<HandedIn, HandInError> {
        let always = Outputs::of(contract).always();
        let base_tree = Arc::new(scan_base(Source::kept(base), &always, Bounds::default())?);
        let result_tree = Arc::new(scan_result(result, &always, &base_tree, Bounds::default())?);
        let difference = Difference::between(&base_tree, &result_tree);
        let base = Folder::new(base, base_tree).map_err(HandInError::not_read(base))?;
        let fates = plan(contract, &base, &result_tree).fates.into_iter();
        let comes = |fate: &Fate| matches!(fate, Fate::Comes | Fate::Merged(_));
        let kept = fates.filter(|(_, fate)| comes(fate)).map(|(path, _)| path).collect();
        let said = Said { difference, kept };
        said.refuse_too_large()?;

        let making = self.place.join(MAKING);
        let private = PrivateFolder::new(&making)?;
        // A crash leaves something here; one that cannot be swept is in nobody's way.
        let _ = sweep_private(&making);
        let made = private.path().join("copy");
        let from = result;
        let result = Folder::new(from, result_tree).map_err(HandInError::not_read(from))?;
        let text = said.write(&made, &result)?;
        note_from(&made, from)?;
        let of_task = self.place.join(task.as_str());
        fs::create_dir_all(&of_task).map_err(HandInError::not_written(&of_task))?;
        let folder = of_task.join(Digest::of(&text).to_string());
        // Held before it has its name, so that no sweep comes between.
        let lock = FolderLock::shared(&made).map_err(HandInError::not_written(&made))?;
        let lock = lock.ok_or_else(|| HandInError::Gone { task: task.clone() })?;
        if folder.is_dir() {
            // The same was handed in before.
            if let Some(there) = self.at(&folder)? {
                note_from(&folder, from)?;
                return Ok(there);
            }
            if let Ok(Some(_alone)) = FolderLock::alone(&folder) {
                remove(&folder).map_err(HandInError::not_written(&folder))?;
            }
        }
        match fs::rename(&made, &folder) {
            Ok(()) => Ok(HandedIn { said, folder, _lock: lock }),
            // By somebody else in the same moment.
            Err(source) => {
                self.at(&folder)?.ok_or(HandInError::NotWritten { path: folder, source })
            }
        }
    }

    /// What was handed in for a task and stands for this tree, whole.
    pub fn open(&self, task: &TaskId, tree: &TreeId) -> Result<HandedIn, HandInError> {
        for folder in self.of(task)? {
            if let Some(found) = self.at(&folder)?
                && found.tree_id().as_ref() == Some(tree)
            {
                return Ok(found);
            }
        }
        Err(HandInError::Gone { task: task.clone() })
    }

    /// All tasks of which something is kept.
    pub fn tasks(&self) -> Result<Vec<TaskId>, HandInError> {
        let named = |folder: PathBuf| folder.file_name()?.to_str()?.parse().ok();
        Ok(folders(&self.place)?.into_iter().filter_map(named).collect())
    }

    /// Removes what is kept of a task, nobody uses and does not have to stay. What was handed in as `tree` is remembered
    /// as long as something of other tasks waits to be confirmed.
    pub fn sweep(&self, task: &TaskId, tree: Option<&TreeId>) -> Result<(), HandInError> {
        let all = self.tasks()?;
        let is_alone = !all.iter().any(|other| other != task && self.waits(other));
        for folder in self.of(task)? {
            if let Ok(Some(_alone)) = FolderLock::alone(&folder)
                && !folder.join(STAYS).exists()
            {
                let is_meant = said_in(&folder).is_some_and(|said| said.stands_for(tree));
                let part = if is_meant && !is_alone { folder.join(FILES) } else { folder };
                if part.exists() {
                    remove(&part).map_err(HandInError::not_written(part))?;
                }
            }
        }
        // One that is not empty has something in use, that stays, or that is remembered.
        let _ = fs::remove_dir(self.place.join(task.as_str()));
        match is_alone && !self.waits(task) {
            true => {
                all.iter().filter(|other| *other != task).try_for_each(|other| self.forget(other))
            }
            false => Ok(()),
        }
    }

    /// Removes what is remembered of a task.
    fn forget(&self, task: &TaskId) -> Result<(), HandInError> {
        for folder in self.of(task)? {
            if !folder.join(FILES).exists()
                && let Ok(Some(_alone)) = FolderLock::alone(&folder)
            {
                remove(&folder).map_err(HandInError::not_written(folder))?;
            }
        }
        let _ = fs::remove_dir(self.place.join(task.as_str()));
        Ok(())
    }

    /// Whether there is a copy of a task's work that is to go when somebody has confirmed it.
    fn waits(&self, task: &TaskId) -> bool {
        let is_copy =
            |folder: &PathBuf| folder.join(FILES).exists() && !folder.join(STAYS).exists();
        self.of(task).is_ok_and(|all| all.iter().any(is_copy))
    }

    fn of(&self, task: &TaskId) -> Result<Vec<PathBuf>, HandInError> {
        folders(&self.place.join(task.as_str()))
    }

    /// What was handed in for a task and stands for this tree, where its files are not needed.
    pub fn remembered(
        &self,
        task: &TaskId,
        tree: &TreeId,
    ) -> Result<Option<Remembered>, HandInError> {
        let said = self.of(task)?.into_iter().filter_map(|folder| said_in(&folder));
        let mut meant = said.filter(|said| said.stands_for(Some(tree)));
        Ok(meant.next().map(|said| Remembered { said }))
    }

    /// The bases of all that is kept or remembered.
    pub fn bases(&self) -> Result<BTreeSet<TreeId>, HandInError> {
        let mut bases = BTreeSet::new();
        for task in self.tasks()? {
            let said = self.of(&task)?.into_iter().filter_map(|folder| said_in(&folder));
            bases.extend(said.filter_map(|said| Remembered { said }.base_id()));
        }
        Ok(bases)
    }

    /// A copy by its folder; absent where it is being removed, or is not what it was.
    fn at(&self, folder: &Path) -> Result<Option<HandedIn>, HandInError> {
        let lock = match FolderLock::shared(folder) {
            Ok(Some(lock)) => lock,
            Ok(None) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(HandInError::not_read(folder)(error)),
        };
        let Some(said) = said_in(folder) else { return Ok(None) };
        let is_whole = said.is_whole(&folder.join(FILES));
        Ok(is_whole.then(|| HandedIn { said, folder: folder.to_owned(), _lock: lock }))
    }
}

impl Said {
    fn stands_for(&self, tree: Option<&TreeId>) -> bool {
        tree.is_some_and(|tree| self.difference.result().to_string() == tree.as_str())
    }

    fn refuse_too_large(&self) -> Result<(), HandInError> {
        let size = |path: &String| self.difference.file(path).map_or(0, |(_, size)| size);
        let bytes = self.kept.iter().map(size).fold(0, u64::saturating_add);
        match bytes > MOST_BYTES {
            true => Err(HandInError::TooLarge { bytes, most: MOST_BYTES }),
            false => Ok(()),
        }
    }

    /// Copies the files, and says last what they are: what has no such text is none.
    fn write(&self, to: &Path, result: &Folder) -> Result<Vec<u8>, HandInError> {
        let files = to.join(FILES);
        fs::create_dir_all(&files).map_err(HandInError::not_written(&files))?;
        let parents: BTreeSet<&str> =
            self.kept.iter().filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
        for parent in parents {
            let parent = files.join(parent);
            fs::create_dir_all(&parent).map_err(HandInError::not_written(parent))?;
        }
        let copy = |path: &String| self.copy(path, result, &files.join(path));
        many::each(self.kept.iter().collect(), copy).into_iter().collect::<Result<(), _>>()?;
        let at = to.join(SAID);
        let text = serde_json::to_vec(self).map_err(io::Error::from);
        text.and_then(|text| fs::write(&at, &text).map(|()| text))
            .map_err(HandInError::not_written(at))
    }

    /// A file that is not what was scanned is an error: what is kept must be what the digest says.
    fn copy(&self, path: &str, result: &Folder, to: &Path) -> Result<(), HandInError> {
        let changed = || RoomError::Changed { path: path.to_owned() };
        let (digest, size) = self.difference.file(path).ok_or_else(changed)?;
        let mut from = result.root().file(path).map_err(|_| changed())?;
        let into = new_file(to, false).map_err(HandInError::not_written(to))?;
        let mut into = WithHoles::new(&into);
        let copied = pour(&mut from, &mut into, Until::End { most: size })
            .map_err(HandInError::not_written(to))?;
        into.finish().map_err(HandInError::not_written(to))?;
        match copied.map(|(copied, _)| copied) == Some(digest) {
            true => Ok(()),
            false => Err(changed().into()),
        }
    }

    fn is_whole(&self, files: &Path) -> bool {
        let Ok(root) = Root::open(files) else { return false };
        let is_there = |path: &String| {
            let (digest, size) = self.difference.file(path)?;
            let read = pour(&mut root.file(path).ok()?, &mut io::sink(), Until::End { most: size });
            (read.ok()??.0 == digest).then_some(())
        };
        let found = many::each(self.kept.iter().collect(), is_there);
        found.into_iter().all(|found| found.is_some())
    }
}

fn note_from(copy: &Path, from: &Path) -> Result<(), HandInError> {
    let at = copy.join(FROM);
    fs::write(&at, from.as_os_str().as_encoded_bytes()).map_err(HandInError::not_written(at))
}

/// What a copy says of itself; absent where that is not what its name stands for.
fn said_in(folder: &Path) -> Option<Said> {
    let text = fs::read(folder.join(SAID)).ok()?;
    let is_named_so = folder.file_name()?.to_str()? == Digest::of(&text).to_string();
    serde_json::from_slice(&text).ok().filter(|_| is_named_so)
}

/// The folders in one, whose names begin as those of tasks and digests do.
fn folders(place: &Path) -> Result<Vec<PathBuf>, HandInError> {
    let entries = match fs::read_dir(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        outcome => outcome.map_err(HandInError::not_read(place))?,
    };
    let is_one = |entry: &fs::DirEntry| {
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        !is_hidden && entry.file_type().is_ok_and(|kind| kind.is_dir())
    };
    Ok(entries.flatten().filter(is_one).map(|entry| entry.path()).collect())
}

impl HandInError {
    fn not_written(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| HandInError::NotWritten { path, source }
    }

    pub(super) fn not_read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| HandInError::NotRead { path, source }
    }
}
