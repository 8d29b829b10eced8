//! Every check that only looks: what honest work looks like, and what it is mistaken for.

mod backlog;
mod changelog;
mod content;
mod dependency;
mod file;
mod garbage;
mod outputs;
mod protected;
mod signal;

use std::collections::BTreeMap;

use countersign_core::Finding;
use countersign_runner::check::Seen;
use countersign_runner::files::{Files, Unreadable};

pub type Tree = BTreeMap<String, Vec<u8>>;

pub fn tree<C: AsRef<[u8]>>(files: &[(&str, C)]) -> Tree {
    let file = |(path, content): &(&str, C)| ((*path).to_owned(), content.as_ref().to_vec());
    files.iter().map(file).collect()
}

/// A tree on a disk that has gone bad.
pub struct Broken;

impl Files for Broken {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        Err(Unreadable::NotRead { path: path.to_owned(), why: "input/output error".to_owned() })
    }

    fn paths(&self) -> Vec<String> {
        ["notes.md", "package.json", "src/a.ts"].map(str::to_owned).to_vec()
    }
}

#[track_caller]
pub fn passes(name: &str, seen: &Seen) {
    assert_eq!(seen.finding, Finding::Pass, "{name}: {}", seen.reason);
}

/// Fails, and says every one of these words.
#[track_caller]
pub fn fails(name: &str, seen: &Seen, words: &[&str]) {
    assert_eq!(seen.finding, Finding::Fail, "{name}: {}", seen.reason);
    for word in words {
        assert!(seen.reason.contains(word), "{name}: no {word:?} in {}", seen.reason);
    }
}

#[track_caller]
pub fn is_undecided(name: &str, seen: &Seen, words: &[&str]) {
    assert_eq!(seen.finding, Finding::Undecided, "{name}: {}", seen.reason);
    for word in words {
        assert!(seen.reason.contains(word), "{name}: no {word:?} in {}", seen.reason);
    }
}
