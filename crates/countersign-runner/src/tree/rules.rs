//! The `.gitignore` files of a tree.

use std::collections::HashMap;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The rules of a base, by the folder that their `.gitignore` lies in. Those of the machine and of `.git`
/// are not asked: a tree must be the same wherever it lies.
#[derive(Debug, Default)]
pub(super) struct Rules {
    by_folder: HashMap<String, Arc<Level>>,
}

impl Rules {
    pub(super) fn add(&mut self, folder: &str, level: Arc<Level>) {
        self.by_folder.insert(folder.to_owned(), level);
    }

    /// The rules that a folder has of its own.
    pub(super) fn of(&self, folder: &str) -> Option<Arc<Level>> {
        self.by_folder.get(folder).cloned()
    }
}

/// One `.gitignore` and those in the folders above it.
#[derive(Debug)]
pub(super) struct Level {
    matcher: Gitignore,
    /// Length of the path of its folder with the slash after it.
    prefix: usize,
    above: Option<Arc<Level>>,
}

impl Level {
    /// Lines that are no rule are passed over, as git does.
    pub(super) fn new(folder: &str, text: &[u8], above: Option<Arc<Level>>) -> Self {
        let text = String::from_utf8_lossy(text);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        // Paths are made relative to the folder here, which this root leaves alone.
        let mut builder = GitignoreBuilder::new(".");
        for line in text.lines() {
            let _not_a_rule = builder.add_line(None, line);
        }
        let matcher = builder.build().unwrap_or_else(|_| Gitignore::empty());
        let prefix = if folder.is_empty() { 0 } else { folder.len() + 1 };
        Self { matcher, prefix, above }
    }
}

/// The nearest rule that says anything decides. Folders above the path are asked before by the walk, which
/// does not go into ignored ones.
pub(super) fn is_ignored(level: Option<&Arc<Level>>, path: &str, is_folder: bool) -> bool {
    let levels = std::iter::successors(level, |level| level.above.as_ref());
    for level in levels {
        let relative = path.get(level.prefix..).unwrap_or(path);
        match level.matcher.matched(relative, is_folder) {
            Match::None => {}
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
        }
    }
    false
}
