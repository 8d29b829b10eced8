//! Whether a folder still holds what was handed in of a task, and in what it departs from that.

use std::path::Path;

use countersign_core::{Contract, TreeId};

use super::handed_in::{HandInError, HandedIn};
use crate::room::Outputs;
use crate::tree::{Bounds, Changes, Tree, changes, scan_base, scan_result};

/// Work that was handed in, and the folder that is to hold it.
#[derive(Debug, Clone, Copy)]
pub struct Work<'a> {
    pub contract: &'a Contract,
    /// What it was compared with.
    pub base: &'a Path,
    pub folder: &'a Path,
    pub tree: &'a TreeId,
    /// Without it nobody can say what is different, only that something is.
    pub copy: Option<&'a HandedIn>,
}

/// Another task's work in the same folder.
#[derive(Debug, Clone, Copy)]
pub struct Other<'a> {
    pub contract: &'a Contract,
    pub base: &'a Path,
    /// What was handed in of it; absent while it is being done.
    pub copy: Option<&'a HandedIn>,
}

/// In what a folder is not what was handed in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Departures {
    /// Nobody can say in what: no copy is there to compare with.
    pub untold: bool,
    /// Paths that the work itself had written or removed.
    pub own: Vec<String>,
    /// Others.
    pub beside: Vec<String>,
    /// Likewise, but another task declares them and its work accounts for them: no departure.
    pub excused: Vec<String>,
}

impl Departures {
    pub fn is_none(&self) -> bool {
        !self.untold && self.own.is_empty() && self.beside.is_empty()
    }

    pub fn paths(&self) -> impl Iterator<Item = &String> {
        self.own.iter().chain(&self.beside)
    }
}

/// Compares them, by bytes. What another task's work has made of a path that its contract speaks of, and this one's
/// does not, is that one's: it is judged and confirmed there. What the work itself had changed is nobody else's to
/// change.
pub fn departures(work: &Work<'_>, others: &[Other<'_>]) -> Result<Departures, HandInError> {
    let mine = Outputs::of(work.contract);
    let always = mine.always();
    let base = scan_base(work.base, &always, Bounds::default())?;
    let now = scan_result(work.folder, &always, &base, Bounds::default())?;
    if now.digest().to_string() == work.tree.as_str() {
        return Ok(Departures::default());
    }
    let Some((copy, then)) = work.copy.and_then(|copy| Some((copy, copy.tree(&base)?))) else {
        return Ok(Departures { untold: true, ..Departures::default() });
    };
    let Changes { added, modified, deleted } = changes(&then, &now);
    let all = added.into_iter().chain(modified).chain(deleted);
    let (own, mut beside): (Vec<_>, Vec<_>) = all.partition(|path| copy.has_changed(path));
    let mut excused = Vec::new();
    for other in others {
        if let Some(theirs) = Theirs::of(other)? {
            let is_theirs =
                |path: &String| !mine.speaks_of(path) && theirs.accounts_for(path, &now);
            excused.extend(beside.extract_if(.., |path| is_theirs(path)));
        }
    }
    Ok(Departures { untold: false, own, beside, excused })
}

struct Theirs {
    outputs: Outputs,
    base: Tree,
    /// As it was handed in; absent while it is being done.
    result: Option<Tree>,
}

impl Theirs {
    /// Absent where the copy is not of that work: it accounts for nothing.
    fn of(other: &Other<'_>) -> Result<Option<Self>, HandInError> {
        let outputs = Outputs::of(other.contract);
        let always = outputs.always();
        let base = scan_base(other.base, &always, Bounds::default())?;
        let result = other.copy.map(|copy| copy.tree(&base));
        Ok(match result {
            None => Some(Self { outputs, base, result: None }),
            Some(result) => result.map(|result| Self { outputs, base, result: Some(result) }),
        })
    }

    /// What was there before that work began is not of its making, and what its contract does not speak of is not its
    /// to change in another one's folder.
    fn accounts_for(&self, path: &str, now: &Tree) -> bool {
        let is_changed = now.entries.get(path) != self.base.entries.get(path);
        let is_as_handed_in = |result: &Tree| result.entries.get(path) == now.entries.get(path);
        self.outputs.speaks_of(path)
            && is_changed
            && self.result.as_ref().is_none_or(is_as_handed_in)
    }
}
