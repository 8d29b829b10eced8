//! What a folder holds: its files by path, with the digests of their bytes.
//!
//! A tree is read by bytes alone. git is never run, no link is followed, and nothing outside the folder is
//! opened, also when someone swaps a folder for a link in the middle of it.

mod always;
mod beneath;
mod difference;
mod digest;
mod folder;
mod leftout;
mod look;
mod rules;
mod scan;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub use always::Always;
pub use beneath::Root;
pub use difference::Difference;
pub use digest::Digest;
pub(crate) use digest::{Until, pour};
pub use folder::Folder;
pub(crate) use leftout::is_cache;
pub use leftout::{LeftOut, is_dependency_folder};
pub use scan::{Bounds, ScanError, Source, scan_base, scan_base_with, scan_result};

use rules::{Rules, is_ignored};

/// What lies at a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    File {
        digest: Digest,
        size: u64,
        executable: bool,
    },
    Link {
        target: OsString,
    },
    /// A socket, a FIFO, a device.
    Other,
}

/// Which file it is, and when it last changed: two paths that share all of it share their bytes. The time is
/// the kernel's own, which no program sets; so a file that was written through its other name is not taken
/// for what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Identity {
    device: u64,
    inode: u64,
    size: u64,
    changed: (i64, u64),
}

/// What a folder holds.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// By path, relative and with `/`. Folders are not listed: they are where their files are.
    pub entries: BTreeMap<String, Entry>,
    /// What is there and does not count, by path; of a folder only the folder itself.
    pub left_out: BTreeMap<String, LeftOut>,
    /// Paths that are no text, as well as they can be shown. They are in neither of the above.
    pub unnamed: BTreeSet<String>,
    rules: Arc<Rules>,
    known: HashMap<Identity, Digest>,
}

/// The paths in which two trees differ, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    pub added: Vec<String>,
    pub modified: Vec<String>,
    pub deleted: Vec<String>,
}

impl Tree {
    /// SHA-256 of all entries in the order of their paths' bytes. Each is written as the length of its path
    /// (eight bytes, least first), the path, and then `f` or `x` (executable) with the 32 bytes of the
    /// file's digest, `l` with the length and bytes of a link's target, or `o`. What was left out has no
    /// part in it.
    pub fn digest(&self) -> Digest {
        let mut hasher = Sha256::new();
        for (path, entry) in &self.entries {
            hasher.update((path.len() as u64).to_le_bytes());
            hasher.update(path.as_bytes());
            match entry {
                Entry::File { digest, executable, .. } => {
                    hasher.update(if *executable { b"x" } else { b"f" });
                    hasher.update(digest.bytes());
                }
                Entry::Link { target } => {
                    let target = target.as_encoded_bytes();
                    hasher.update(b"l");
                    hasher.update((target.len() as u64).to_le_bytes());
                    hasher.update(target);
                }
                Entry::Other => hasher.update(b"o"),
            }
        }
        Digest::new(hasher.finalize().into())
    }

    pub fn file(&self, path: &str) -> Option<Digest> {
        match self.entries.get(path)? {
            Entry::File { digest, .. } => Some(*digest),
            Entry::Link { .. } | Entry::Other => None,
        }
    }

    /// Why a path, or a folder that it lies in, was left out.
    pub fn why_left_out(&self, path: &str) -> Option<LeftOut> {
        let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
        folders.chain([path]).find_map(|path| self.left_out.get(path)).copied()
    }

    /// Whether the rules of this tree leave a folder out.
    pub(crate) fn ignores_folder(&self, path: &str) -> bool {
        let above = path.rmatch_indices('/').filter_map(|(at, _)| path.get(..at)).chain([""]);
        let rules = above.into_iter().find_map(|folder| self.rules.of(folder));
        is_ignored(rules.as_ref(), path, true)
    }

    /// Whether a path is a folder with something in it that counts.
    pub fn has_folder(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        let next = self.entries.range(inside.clone()..).next();
        next.is_some_and(|(path, _)| path.starts_with(&inside))
    }
}

/// What was added, modified and deleted between two trees.
pub fn changes(base: &Tree, result: &Tree) -> Changes {
    let mut changes = Changes::default();
    for (path, entry) in &result.entries {
        match base.entries.get(path) {
            None => changes.added.push(path.clone()),
            Some(before) if before != entry => changes.modified.push(path.clone()),
            Some(_) => {}
        }
    }
    let gone = base.entries.keys().filter(|path| !result.entries.contains_key(*path));
    changes.deleted.extend(gone.cloned());
    changes
}
