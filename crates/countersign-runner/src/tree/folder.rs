//! A folder that was scanned, as checks read it.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use super::{Digest, Root, Tree};
use crate::files::{Files, Unreadable};

/// A folder and its tree. What is read is what was scanned: a file that has changed since is an error.
#[derive(Debug, Clone)]
pub struct Folder {
    root: Arc<Root>,
    tree: Arc<Tree>,
}

impl Folder {
    pub fn new(path: &Path, tree: Arc<Tree>) -> io::Result<Self> {
        Ok(Self { root: Arc::new(Root::open(path)?), tree })
    }

    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    pub(crate) fn root(&self) -> &Root {
        &self.root
    }
}

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        let Some(scanned) = self.tree.file(path) else { return Ok(None) };
        let unreadable = |why: String| Unreadable::NotRead { path: path.to_owned(), why };
        let mut bytes = Vec::new();
        self.root
            .file(path)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .map_err(|error| unreadable(error.to_string()))?;
        if Digest::of(&bytes) != scanned {
            return Err(Unreadable::Changed { path: path.to_owned() });
        }
        Ok(Some(bytes))
    }

    fn paths(&self) -> Vec<String> {
        let is_file = |path: &&String| self.tree.file(path).is_some();
        self.tree.entries.keys().filter(is_file).cloned().collect()
    }
}
