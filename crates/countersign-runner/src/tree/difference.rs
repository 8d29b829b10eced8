//! What a result has that its base has not, written down: laid over the base, it is the result again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Changes, Digest, Entry, LeftOut, Tree, changes};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// Of both trees.
    base: Digest,
    result: Digest,
    written: BTreeMap<String, Entry>,
    removed: BTreeSet<String>,
    left_out: BTreeMap<String, LeftOut>,
    unnamed: BTreeSet<String>,
}

impl Difference {
    pub fn between(base: &Tree, result: &Tree) -> Self {
        let Changes { added, modified, deleted } = changes(base, result);
        let entry = |path: String| {
            let entry = result.entries.get(&path)?.clone();
            Some((path, entry))
        };
        Self {
            base: base.digest(),
            result: result.digest(),
            written: added.into_iter().chain(modified).filter_map(entry).collect(),
            removed: deleted.into_iter().collect(),
            left_out: result.left_out.clone(),
            unnamed: result.unnamed.clone(),
        }
    }

    /// The tree of the base.
    pub fn base(&self) -> Digest {
        self.base
    }

    /// The tree of the result.
    pub fn result(&self) -> Digest {
        self.result
    }

    /// The result. Absent on another base, and where it would not be what this says that it is.
    pub fn on(&self, base: &Tree) -> Option<Tree> {
        if base.digest() != self.base {
            return None;
        }
        let mut entries = base.entries.clone();
        entries.retain(|path, _| !self.removed.contains(path));
        entries.extend(self.written.clone());
        let result = Tree {
            entries,
            left_out: self.left_out.clone(),
            unnamed: self.unnamed.clone(),
            rules: Arc::clone(&base.rules),
            known: Default::default(),
        };
        (result.digest() == self.result).then_some(result)
    }

    /// Whether it is about that path.
    pub fn has(&self, path: &str) -> bool {
        self.written.contains_key(path) || self.removed.contains(path)
    }

    /// A file that the result has and the base has not, or has otherwise.
    pub fn file(&self, path: &str) -> Option<(Digest, u64)> {
        match self.written.get(path)? {
            Entry::File { digest, size, .. } => Some((*digest, *size)),
            Entry::Link { .. } | Entry::Other => None,
        }
    }
}
