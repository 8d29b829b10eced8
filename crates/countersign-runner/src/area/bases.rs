//! Bases in the state folder: what a folder or a commit held, under the digest of its tree.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use countersign_core::{Contract, TreeId};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::dependencies::{candidates, link};
use super::error::BaseError;
use super::history::HISTORIES;
use super::lock::{FileLock, FolderLock};
use crate::real::real_path;
use crate::room::{Outputs, PrivateFolder, Room, Stock, Way, remove, sweep};
use crate::tree::{Always, Bounds, Entry, Source, Tree, scan_base, scan_base_with};

const BASES: &str = "bases";
const COMMITS: &str = "commits";
const ORIGINS: &str = "origins";
const MAKING: &str = "making";
const LOCK: &str = "bases.lock";

/// Which files no work may see.
#[derive(Debug, Clone, Copy)]
pub struct Closes {
    /// Whether a path may be one, so that not every file has to be read.
    pub may: fn(&str) -> bool,
    /// Whether a file that holds this is one.
    pub does: fn(&[u8]) -> bool,
}

/// All bases of a project. The folder of the project may be read, and is never written.
#[derive(Debug, Clone)]
pub struct Bases {
    workspace: PathBuf,
    state: PathBuf,
    closes: Option<Closes>,
}

/// A base that is in use: no sweep takes it away as long as this is there.
#[derive(Debug)]
pub struct Base {
    id: TreeId,
    path: PathBuf,
    origin: Option<Origin>,
    _lock: FolderLock,
}

impl Base {
    /// The commit that it was checked out of; another one with the same tree may have taken its place. Absent
    /// where a plain folder was kept.
    pub fn commit(&self) -> Option<&str> {
        self.origin.as_ref().map(|origin| origin.commit.as_str())
    }

    /// Folders in it that are repositories of their own.
    pub fn nested(&self) -> &[String] {
        self.origin.as_ref().map_or(&[], |origin| &origin.nested)
    }

    /// Whether something in it may ask git to convert files.
    pub(crate) fn has_attributes(&self) -> bool {
        self.origin.as_ref().is_none_or(|origin| origin.has_attributes)
    }

    /// Paths that the commit has and this does not, because no work may see what is there.
    pub fn closed(&self) -> &[String] {
        self.origin.as_ref().map_or(&[], |origin| &origin.closed)
    }

    pub fn id(&self) -> &TreeId {
        &self.id
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// For reading its tree.
    pub fn source(&self) -> Source<'_> {
        Source::kept(&self.path)
    }
}

/// What is remembered of a commit.
#[derive(Debug, Serialize, Deserialize)]
struct Known {
    base: TreeId,
    /// How many files are closed. One that does not say so was kept when none were.
    closed: usize,
    /// Where the workspace may have packages.
    packages: Vec<String>,
}

/// Where a base comes from.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    commit: String,
    nested: Vec<String>,
    has_attributes: bool,
    #[serde(default)]
    closed: Vec<String>,
}

/// A folder that was filled with what a commit holds.
#[derive(Debug)]
pub(crate) struct Filled {
    pub(crate) folder: PathBuf,
    /// Folders that are repositories of their own, and were filled from the workspace: with them the commit alone
    /// does not say what is in it.
    pub(crate) nested: Vec<String>,
}

impl Bases {
    pub fn new(workspace: &Path, state: &Path) -> Self {
        Self { workspace: workspace.to_owned(), state: state.to_owned(), closes: None }
    }

    /// Bases of commits have none of these files: what is made of a base, an area, its history or a room, cannot show
    /// what is not there, and no result can have changed it.
    pub(crate) fn closing(self, closes: Closes) -> Self {
        Self { closes: Some(closes), ..self }
    }

    pub fn workspace(&self) -> &Path {
        &self.workspace
    }

    /// Keeps what the project's folder holds now, and says under which name. What is `committed` counts although rules
    /// leave it out, as git has it.
    pub fn keep(&self, contract: &Contract, committed: &[String]) -> Result<TreeId, BaseError> {
        let always = Outputs::of(contract).always();
        let tree = scan_base_with(&self.workspace, &always, committed, Bounds::default())?;
        let tree = Arc::new(tree);
        let stock = Arc::new(Stock::of_base(&self.workspace, tree)?);
        let room = Room::make(&stock, &self.making()?, &[], Way::Copied)?;
        // The name is that of the copy: it is the copy against which work will be judged.
        let tree = scan_base(Source::kept(&room.folder()), &always, Bounds::default())?;
        self.shelve(&room.folder(), &tree)
    }

    /// A base that is kept.
    pub fn open(&self, id: &TreeId) -> Result<Base, BaseError> {
        let path = self.path_of(id);
        let path = real_path(&path).map_err(|error| {
            if error.kind() == io::ErrorKind::NotFound {
                BaseError::Gone { id: id.to_string() }
            } else {
                BaseError::not_read(path)(error)
            }
        })?;
        let lock = FolderLock::shared(&path).map_err(BaseError::not_read(&path))?;
        let lock = lock.ok_or_else(|| BaseError::Gone { id: id.to_string() })?;
        // One that cannot be read is none: then everything is taken for possible.
        let origin = fs::read(self.state.join(ORIGINS).join(id.as_str())).ok();
        let origin = origin.and_then(|text| serde_json::from_slice(&text).ok());
        Ok(Base { id: id.clone(), path, origin, _lock: lock })
    }

    /// Removes what crashes left half-made, and every base that is neither wanted nor in use. How many bases
    /// there were.
    pub fn sweep(&self, is_wanted: impl Fn(&TreeId) -> bool) -> Result<usize, BaseError> {
        let making = self.making()?;
        sweep(&making).map_err(BaseError::not_written(making))?;
        let _lock = self.lock()?;
        let folder = self.place(BASES)?;
        let mut removed = 0;
        for entry in fs::read_dir(&folder).map_err(BaseError::not_read(&folder))? {
            let entry = entry.map_err(BaseError::not_read(&folder))?;
            let name = entry.file_name().into_string().unwrap_or_default();
            let Ok(id) = TreeId::new(name) else { continue };
            if is_wanted(&id) {
                continue;
            }
            if let Ok(Some(_alone)) = FolderLock::alone(&entry.path()) {
                remove(&entry.path()).map_err(BaseError::not_written(entry.path()))?;
                let history = self.state.join(HISTORIES).join(format!("{id}.git"));
                if history.is_dir() {
                    remove(&history).map_err(BaseError::not_written(history))?;
                }
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// The base of a commit. `fill` is asked only where it is not known yet; it gets an empty folder of its own.
    pub(crate) fn of_commit<E: From<BaseError>>(
        &self,
        commit: &str,
        fill: impl FnOnce(&Path) -> Result<Filled, E>,
    ) -> Result<Base, E> {
        if let Some(base) = self.known(commit)? {
            return Ok(base);
        }
        // One at a time, so that nobody makes what another one is making.
        let _lock = self.lock()?;
        if let Some(base) = self.known(commit)? {
            return Ok(base);
        }
        let private = PrivateFolder::new(&self.making()?).map_err(BaseError::from)?;
        let filled = fill(private.path())?;
        let (tree, closed) = self.opened(&filled.folder)?;
        let packages = candidates(&tree);
        link(&self.workspace, &filled.folder, &packages)
            .map_err(BaseError::not_written(&filled.folder))?;
        let base = self.shelve(&filled.folder, &tree)?;
        let is_attributes = |path: &String| path.rsplit('/').next() == Some(".gitattributes");
        let has_attributes = tree.entries.keys().any(is_attributes);
        let is_fixed = filled.nested.is_empty();
        let closed_files = closed.len();
        let (commit_of, nested) = (commit.to_owned(), filled.nested);
        let origin = Origin { commit: commit_of, nested, has_attributes, closed };
        self.remember(ORIGINS, base.as_str(), &origin, private.path())?;
        let opened = self.open(&base)?;
        if is_fixed {
            let known = Known { base, closed: closed_files, packages };
            self.remember(COMMITS, commit, &known, private.path())?;
        }
        Ok(opened)
    }

    /// Takes out of a folder what no work may see. What is left, and what was taken out.
    fn opened(&self, folder: &Path) -> Result<(Tree, Vec<String>), BaseError> {
        let tree = whole(folder)?;
        let Some(closes) = self.closes else { return Ok((tree, Vec::new())) };
        let is_closed = |path: &&String| {
            let is_file = matches!(tree.entries.get(*path), Some(Entry::File { .. }));
            // One that cannot be read is shown to nobody either.
            let does = || fs::read(folder.join(path)).map_or(true, |text| (closes.does)(&text));
            is_file && (closes.may)(path) && does()
        };
        let paths = tree.entries.par_iter().map(|(path, _)| path);
        let closed: Vec<String> = paths.filter(is_closed).cloned().collect();
        if closed.is_empty() {
            return Ok((tree, closed));
        }
        for path in &closed {
            let at = folder.join(path);
            fs::remove_file(&at).map_err(BaseError::not_written(at))?;
        }
        Ok((whole(folder)?, closed))
    }

    pub(crate) fn making(&self) -> Result<PathBuf, BaseError> {
        self.place(MAKING)
    }

    pub(crate) fn place(&self, name: &str) -> Result<PathBuf, BaseError> {
        let path = self.state.join(name);
        fs::create_dir_all(&path).map_err(BaseError::not_written(&path))?;
        Ok(path)
    }

    fn lock(&self) -> Result<FileLock, BaseError> {
        fs::create_dir_all(&self.state).map_err(BaseError::not_written(&self.state))?;
        let path = self.state.join(LOCK);
        FileLock::wait_for(&path).map_err(BaseError::not_written(path))
    }

    fn path_of(&self, id: &TreeId) -> PathBuf {
        self.state.join(BASES).join(id.as_str())
    }

    /// Gives a folder its place, unless the same is there already.
    fn shelve(&self, folder: &Path, tree: &Tree) -> Result<TreeId, BaseError> {
        let digest = tree.digest().to_string();
        let id = TreeId::new(&digest).map_err(|_| BaseError::Gone { id: digest })?;
        self.place(BASES)?;
        let to = self.path_of(&id);
        match fs::rename(folder, &to) {
            Err(_) if to.is_dir() => {}
            renamed => renamed.map_err(BaseError::not_written(to))?,
        }
        Ok(id)
    }

    /// A memory that cannot be read, or whose base is gone, is none.
    fn known(&self, commit: &str) -> Result<Option<Base>, BaseError> {
        let Ok(text) = fs::read(self.state.join(COMMITS).join(commit)) else { return Ok(None) };
        let Ok(known) = serde_json::from_slice::<Known>(&text) else { return Ok(None) };
        let base = match self.open(&known.base) {
            Ok(base) => base,
            Err(BaseError::Gone { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        // Packages may have been installed since.
        link(&self.workspace, base.path(), &known.packages)
            .map_err(BaseError::not_written(base.path()))?;
        Ok(Some(base))
    }

    fn remember(
        &self,
        place: &str,
        name: &str,
        known: &impl Serialize,
        private: &Path,
    ) -> Result<(), BaseError> {
        let to = self.place(place)?.join(name);
        let from = private.join("known");
        let text = serde_json::to_vec(known).map_err(io::Error::from);
        text.and_then(|text| fs::write(&from, text))
            .and_then(|()| fs::rename(&from, &to))
            .map_err(BaseError::not_written(to))
    }
}

/// The tree of a folder in which everything counts, because a commit has it: also caches and installed packages.
fn whole(folder: &Path) -> Result<Tree, BaseError> {
    let tree = scan_base(Source::kept(folder), &Always::default(), Bounds::default())?;
    if tree.left_out.is_empty() {
        return Ok(tree);
    }
    let mut names = Vec::new();
    for path in tree.left_out.keys() {
        files_below(folder, path, &mut names).map_err(BaseError::not_read(folder.join(path)))?;
    }
    let always = Always::new(names.iter().map(String::as_str), []);
    Ok(scan_base(Source::kept(folder), &always, Bounds::default())?)
}

/// The paths of everything below a path that is no folder, or of itself.
pub(crate) fn files_below(root: &Path, path: &str, names: &mut Vec<String>) -> io::Result<()> {
    let mut pending = vec![path.to_owned()];
    while let Some(path) = pending.pop() {
        if !root.join(&path).symlink_metadata()?.is_dir() {
            names.push(path);
            continue;
        }
        for entry in fs::read_dir(root.join(&path))? {
            if let Some(name) = entry?.file_name().to_str() {
                pending.push(format!("{path}/{name}"));
            }
        }
    }
    Ok(())
}
