//! Where the links of a tree lead.

use crate::files::{Files, Unreadable};
use crate::tree::{Entry, Tree};

/// Links that lead to links; more are taken for a circle, as the kernel does.
const MOST_STEPS: usize = 40;

/// Whether a link, followed through all other links of the tree, ends inside of it. A link that leads nowhere
/// is inside if its path is.
pub(super) fn leads_inside(tree: &Tree, link: &str) -> bool {
    resolved(tree, link).is_some()
}

/// The path that a path stands for, with every link on its way followed. Absent where it leads out of the
/// tree or in a circle.
pub(super) fn resolved(tree: &Tree, path: &str) -> Option<String> {
    let mut ahead: Vec<String> = path.split('/').rev().map(ToOwned::to_owned).collect();
    let mut done: Vec<String> = Vec::new();
    let mut steps = 0;
    while let Some(part) = ahead.pop() {
        match part.as_str() {
            "" | "." => continue,
            ".." => {
                done.pop()?;
                continue;
            }
            _ => done.push(part),
        }
        if let Some(Entry::Link { target }) = tree.entries.get(&done.join("/")) {
            steps += 1;
            let target = target.to_str().filter(|target| !target.starts_with('/'))?;
            if steps > MOST_STEPS {
                return None;
            }
            done.pop();
            ahead.extend(target.split('/').rev().map(ToOwned::to_owned));
        }
    }
    Some(done.join("/"))
}

/// Files as they are found through the links of a trusted tree, which lie in the room as well.
pub(crate) struct ThroughLinks<'a> {
    pub files: &'a dyn Files,
    pub tree: &'a Tree,
}

impl Files for ThroughLinks<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        if let Some(bytes) = self.files.read(path)? {
            return Ok(Some(bytes));
        }
        match resolved(self.tree, path).filter(|real| real != path) {
            Some(real) => self.files.read(&real),
            None => Ok(None),
        }
    }

    fn paths(&self) -> Vec<String> {
        self.files.paths()
    }
}
