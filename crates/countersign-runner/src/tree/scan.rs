//! Reading a folder, all cores at once, one level of folders after the other.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{AtFlags, Dir, Mode, OFlags};
use rustix::io::Errno;

use super::beneath::{Kind, file_in};
use super::look::Looked;
use super::rules::{Level, Rules, is_ignored};
use super::{Always, Entry, Identity, LeftOut, Root, Tree, leftout};
use crate::many;

/// Longest path; no system call takes a longer one, so nothing below can be opened by its path.
const LONGEST_PATH: usize = 4000;
/// Longest `.gitignore` that is read.
const LONGEST_RULES: u64 = 1024 * 1024;
/// Files of one folder that one core takes at once.
const SHARE: usize = 32;

/// How much may be in a tree.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub entries: usize,
    /// Bytes of one file; a larger one is left out.
    pub file: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { entries: 4_000_000, file: 8 * 1024 * 1024 * 1024 }
    }
}

/// A folder of which a tree is read.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    path: &'a Path,
    is_kept: bool,
}

impl<'a> Source<'a> {
    /// One that holds what a commit has, or what somebody kept: nothing in it is there by accident, and its
    /// `.gitignore` files leave out only what comes later.
    pub fn kept(path: &'a Path) -> Self {
        Self { path, is_kept: true }
    }

    pub fn is_kept(self) -> bool {
        self.is_kept
    }

    pub fn path(self) -> &'a Path {
        self.path
    }
}

impl<'a> From<&'a Path> for Source<'a> {
    fn from(path: &'a Path) -> Self {
        Self { path, is_kept: false }
    }
}

impl<'a> From<&'a PathBuf> for Source<'a> {
    fn from(path: &'a PathBuf) -> Self {
        Self::from(path.as_path())
    }
}

/// Our machine's trouble, or a folder that is more than a folder of work can be.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{} holds more than {most} files", root.display())]
    TooMany { root: PathBuf, most: usize },
}

/// The tree that work starts from. What its own `.gitignore` files name is left out, unless it is `always`
/// counted.
pub fn scan_base<'a>(
    root: impl Into<Source<'a>>,
    always: &Always,
    bounds: Bounds,
) -> Result<Tree, ScanError> {
    let Source { path: root, is_kept } = root.into();
    Scan { root, is_kept, always, bounds, base: None }.run()
}

/// Likewise with what is committed although rules leave it out, as git has it.
pub fn scan_base_with<'a>(
    root: impl Into<Source<'a>>,
    always: &Always,
    committed: &[String],
    bounds: Bounds,
) -> Result<Tree, ScanError> {
    let root = root.into();
    let tree = scan_base(root, always, bounds)?;
    let is_ignored = |path: &&String| tree.why_left_out(path) == Some(LeftOut::Ignored);
    let ignored: Vec<String> = committed.iter().filter(is_ignored).cloned().collect();
    if ignored.is_empty() {
        return Ok(tree);
    }
    scan_base(root, &always.clone().and(ignored), bounds)
}

/// The tree that work led to, by the base's rules: a worker's own `.gitignore` hides nothing. What the base has counts.
pub fn scan_result<'a>(
    root: impl Into<Source<'a>>,
    always: &Always,
    base: &Tree,
    bounds: Bounds,
) -> Result<Tree, ScanError> {
    let Source { path: root, is_kept } = root.into();
    Scan { root, is_kept, always, bounds, base: Some(base) }.run()
}

pub(super) struct Scan<'a> {
    root: &'a Path,
    is_kept: bool,
    always: &'a Always,
    pub(super) bounds: Bounds,
    pub(super) base: Option<&'a Tree>,
}

/// A folder that is still to be read.
struct Pending {
    path: String,
    rules: Option<Arc<Level>>,
    /// Why it does not count itself, where only something in it may.
    named_only: Option<LeftOut>,
}

/// What one folder holds.
#[derive(Default)]
struct Found {
    entries: Vec<(String, Entry, Option<Identity>)>,
    left_out: Vec<(String, LeftOut)>,
    unnamed: Vec<String>,
    folders: Vec<Pending>,
    rules: Option<(String, Arc<Level>)>,
}

/// A name in a folder.
pub(super) struct Item {
    pub(super) name: CString,
    pub(super) path: String,
    pub(super) kind: Kind,
}

impl Scan<'_> {
    fn run(&self) -> Result<Tree, ScanError> {
        let root = Root::open(self.root).map_err(|source| self.unreadable("", source))?;
        let mut tree = Tree::default();
        let mut rules = Rules::default();
        let mut entries = Vec::new();
        let mut pending = vec![Pending { path: String::new(), rules: None, named_only: None }];
        while !pending.is_empty() {
            let level =
                many::each(std::mem::take(&mut pending), |folder| self.folder(&root, &folder));
            for found in level {
                let found = found?;
                for (path, entry, identity) in found.entries {
                    if let (Entry::File { digest, .. }, Some(identity)) = (&entry, identity) {
                        tree.known.insert(identity, *digest);
                    }
                    entries.push((path, entry));
                }
                tree.left_out.extend(found.left_out);
                tree.unnamed.extend(found.unnamed);
                pending.extend(found.folders);
                if let Some((folder, level)) = found.rules {
                    rules.add(&folder, level);
                }
            }
            if entries.len() + tree.left_out.len() + pending.len() > self.bounds.entries {
                return Err(self.too_many());
            }
        }
        tree.entries = entries.into_iter().collect();
        tree.rules = match self.base {
            Some(base) => Arc::clone(&base.rules),
            None => Arc::new(rules),
        };
        Ok(tree)
    }

    fn folder(&self, root: &Root, folder: &Pending) -> Result<Found, ScanError> {
        let mut found = Found::default();
        let opened = match root.folder(&folder.path) {
            Ok(opened) => opened,
            Err(source) => {
                let source = Errno::from_io_error(&source).unwrap_or(Errno::IO);
                found.left_out.extend(self.no_entry(source, &folder.path)?);
                return Ok(found);
            }
        };
        let reader = Dir::read_from(&opened)
            .map_err(|source| self.unreadable(&folder.path, source.into()))?;
        let items = self.items(reader, opened.as_fd(), &folder.path, &mut found)?;
        if !folder.path.is_empty() && is_linked_work_tree(opened.as_fd(), &items) {
            found.left_out.push((folder.path.clone(), LeftOut::Git));
            return Ok(found);
        }
        let rules = self.rules(opened.as_fd(), folder, &items, &mut found)?;

        let beside_manifest = items.iter().any(|item| *item.name == *c"Cargo.toml");
        let mut files = Vec::new();
        for item in items {
            match item.kind {
                Kind::Folder => {
                    let inside = |inner: &str| has(opened.as_fd(), &item.name, inner);
                    let name = item.name.to_str().unwrap_or_default();
                    let why = leftout::folder(name, beside_manifest, inside);
                    let why = why.filter(|why| !self.keeps(*why, name));
                    self.inner(item, why, folder, rules.as_ref(), &mut found);
                }
                Kind::File | Kind::Link | Kind::Other => {
                    match self.why_not(&item, folder, rules.as_ref()) {
                        None => files.push(item),
                        Some(why) => found.left_out.push((item.path, why)),
                    }
                }
            }
        }
        // Files of a folder are mostly of one kind: if the first is shared with the base, the rest may be,
        // and a look at each before it is opened saves opening it.
        let look_first =
            files.first().is_some_and(|item| self.known(opened.as_fd(), item).is_some());
        let look = |item| self.look(opened.as_fd(), item, look_first);
        for looked in many::in_shares(files, SHARE, look) {
            match looked? {
                Looked::Entry(path, entry, identity) => found.entries.push((path, entry, identity)),
                Looked::LeftOut(path, why) => found.left_out.push((path, why)),
                Looked::Gone => {}
            }
        }
        Ok(found)
    }

    /// The names in a folder, with what they are.
    fn items(
        &self,
        mut reader: Dir,
        folder: BorrowedFd<'_>,
        path: &str,
        found: &mut Found,
    ) -> Result<Vec<Item>, ScanError> {
        let mut items = Vec::new();
        while let Some(entry) = reader.read() {
            let entry = entry.map_err(|source| self.unreadable(path, source.into()))?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            if items.len() >= self.bounds.entries {
                return Err(self.too_many());
            }
            let Ok(text) = name.to_str() else {
                found.unnamed.push(joined(path, &name.to_bytes().escape_ascii().to_string()));
                continue;
            };
            // What is gone by now is not there.
            let Ok(kind) = Kind::listed(folder, name, entry.file_type()) else { continue };
            items.push(Item { name: name.to_owned(), path: joined(path, text), kind });
        }
        Ok(items)
    }

    /// The rules that hold in a folder: the base's, or those read here if this is the base.
    fn rules(
        &self,
        opened: BorrowedFd<'_>,
        folder: &Pending,
        items: &[Item],
        found: &mut Found,
    ) -> Result<Option<Arc<Level>>, ScanError> {
        if let Some(base) = self.base {
            return Ok(base.rules.of(&folder.path).or_else(|| folder.rules.clone()));
        }
        let has_rules =
            items.iter().any(|item| item.kind == Kind::File && *item.name == *c".gitignore");
        if !has_rules {
            return Ok(folder.rules.clone());
        }
        let mut text = Vec::new();
        let unreadable = |source| self.unreadable(&joined(&folder.path, ".gitignore"), source);
        let file = file_in(opened, c".gitignore").map_err(|error| unreadable(error.into()))?;
        File::from(file).take(LONGEST_RULES).read_to_end(&mut text).map_err(unreadable)?;
        let level = Arc::new(Level::new(&folder.path, &text, folder.rules.clone()));
        found.rules = Some((folder.path.clone(), Arc::clone(&level)));
        Ok(Some(level))
    }

    /// Whether a folder in this one is read, and how.
    fn inner(
        &self,
        item: Item,
        by_name: Option<LeftOut>,
        folder: &Pending,
        rules: Option<&Arc<Level>>,
        found: &mut Found,
    ) {
        let path = item.path.as_str();
        let (why, is_reached) = match by_name {
            Some(LeftOut::Git) => (Some(LeftOut::Git), false),
            Some(why) => {
                let is_of_base =
                    || why == LeftOut::Cache && self.base.is_some_and(|base| base.has_folder(path));
                (Some(why), self.always.names_something_in(path) || is_of_base())
            }
            None if path.len() > LONGEST_PATH => (Some(LeftOut::TooDeep), false),
            None if folder.named_only.is_some() || self.is_ignored(rules, path, true) => {
                let is_reached = self.always.reaches_into(path)
                    || self.base.is_some_and(|base| base.has_folder(path));
                (Some(folder.named_only.unwrap_or(LeftOut::Ignored)), is_reached)
            }
            None => (None, true),
        };
        if is_reached {
            let rules = rules.cloned();
            found.folders.push(Pending { path: item.path, rules, named_only: why });
        } else if let Some(why) = why {
            found.left_out.push((item.path, why));
        }
    }

    /// Why a file does not count. Absent where it does.
    fn why_not(
        &self,
        item: &Item,
        folder: &Pending,
        rules: Option<&Arc<Level>>,
    ) -> Option<LeftOut> {
        let name = item.name.to_str().unwrap_or_default();
        let by_name = match item.kind {
            Kind::Link => leftout::link(name),
            Kind::File | Kind::Folder | Kind::Other => leftout::file(name),
        };
        let by_name = by_name.filter(|why| !self.keeps(*why, name));
        if by_name == Some(LeftOut::Git) {
            return by_name;
        }
        let ignored = || {
            let is_ignored = || self.is_ignored(rules, &item.path, false);
            folder.named_only.or_else(|| is_ignored().then_some(LeftOut::Ignored))
        };
        let why = by_name.or_else(ignored)?;
        let is_of_base = || self.base.is_some_and(|base| base.entries.contains_key(&item.path));
        (!self.always.counts(&item.path) && !is_of_base()).then_some(why)
    }

    /// Whether what is a cache elsewhere counts, because it is here only if somebody kept it.
    fn keeps(&self, why: LeftOut, name: &str) -> bool {
        self.is_kept && why == LeftOut::Cache && leftout::is_kept(name)
    }

    fn is_ignored(&self, rules: Option<&Arc<Level>>, path: &str, is_folder: bool) -> bool {
        !self.is_kept && is_ignored(rules, path, is_folder)
    }

    /// What an entry that cannot be opened means: it is gone, or left out, or our machine has a trouble.
    pub(super) fn no_entry(
        &self,
        error: Errno,
        path: &str,
    ) -> Result<Option<(String, LeftOut)>, ScanError> {
        match error {
            _ if path.is_empty() => Err(self.unreadable(path, error.into())),
            Errno::NOENT => Ok(None),
            Errno::ACCESS | Errno::PERM => Ok(Some((path.to_owned(), LeftOut::Unreadable))),
            Errno::LOOP | Errno::NOTDIR | Errno::XDEV | Errno::INVAL | Errno::NXIO => {
                Ok(Some((path.to_owned(), LeftOut::Swapped)))
            }
            Errno::NAMETOOLONG => Ok(Some((path.to_owned(), LeftOut::TooDeep))),
            error => Err(self.unreadable(path, error.into())),
        }
    }

    pub(super) fn unreadable(&self, path: &str, source: io::Error) -> ScanError {
        ScanError::Unreadable { path: self.root.join(path), source }
    }

    fn too_many(&self) -> ScanError {
        ScanError::TooMany { root: self.root.to_owned(), most: self.bounds.entries }
    }
}

/// Whether a folder holds another state of the same repository, in which somebody else may be at work. One that is a
/// repository of its own, as submodules are, is a part of the project.
fn is_linked_work_tree(folder: BorrowedFd<'_>, items: &[Item]) -> bool {
    const LONGEST: u64 = 4096;
    let is_link = |item: &Item| item.kind == Kind::File && *item.name == *c".git";
    if !items.iter().any(is_link) {
        return false;
    }
    let Ok(file) = file_in(folder, c".git") else { return false };
    let mut text = String::new();
    let is_read = File::from(file).take(LONGEST).read_to_string(&mut text).is_ok();
    is_read && text.starts_with("gitdir:") && text.contains("/.git/worktrees/")
}

fn has(folder: BorrowedFd<'_>, name: &CStr, inner: &str) -> bool {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let Ok(folder) = rustix::fs::openat(folder, name, flags, Mode::empty()) else { return false };
    rustix::fs::statat(&folder, inner, AtFlags::SYMLINK_NOFOLLOW).is_ok()
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
