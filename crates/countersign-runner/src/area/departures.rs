//! Whether a folder still holds what was handed in of a task, and in what it departs from that.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use countersign_core::{Contract, TreeId};

use super::handed_in::{HandInError, HandedIn, Remembered};
use crate::room::{Fate, Outputs, plan};
use crate::tree::{
    Bounds, Changes, Digest, Entry, Folder, Source, Tree, changes, scan_base, scan_result,
};

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
    /// What it was begun on.
    pub base: &'a Path,
    pub stand: Stand<'a>,
}

/// How far it is. What was handed in last is given with the tree that the journal says it was.
#[derive(Debug, Clone, Copy)]
pub enum Stand<'a> {
    AtWork,
    HandedIn(&'a Remembered, &'a TreeId),
    /// Somebody else has confirmed it.
    Confirmed(&'a Remembered, &'a TreeId),
}

/// A file that we ourselves would have made of what was there before the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub path: String,
    pub text: String,
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
    /// Likewise, but another task's work or what we wrote ourselves accounts for them: no departure.
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
/// does not, is that one's: it is judged and confirmed there. Where it is confirmed, so is all of it that was judged.
/// What the work itself had changed is nobody else's to change.
pub fn departures(
    work: &Work<'_>,
    others: &[Other<'_>],
    written: &[Written],
) -> Result<Departures, HandInError> {
    let mine = Outputs::of(work.contract);
    let always = mine.always();
    let base = scan_base(Source::kept(work.base), &always, Bounds::default())?;
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
    let is_ours = |path: &String| {
        let is_it = |one: &Written| one.path == *path && one.is_at(path, &now);
        !mine.speaks_of(path) && written.iter().any(is_it)
    };
    let mut excused: Vec<String> = beside.extract_if(.., |path| is_ours(path)).collect();
    for other in others {
        if let Some(theirs) = Theirs::of(other)? {
            let is_theirs =
                |path: &String| !mine.speaks_of(path) && theirs.accounts_for(path, &now);
            excused.extend(beside.extract_if(.., |path| is_theirs(path)));
        }
    }
    Ok(Departures { untold: false, own, beside, excused })
}

impl Written {
    fn is_at(&self, path: &str, tree: &Tree) -> bool {
        let text = Digest::of(self.text.as_bytes());
        matches!(
            tree.entries.get(path),
            Some(Entry::File { digest, executable: false, .. }) if *digest == text
        )
    }
}

struct Theirs {
    outputs: Outputs,
    base: Tree,
    /// As it was handed in; absent while it is being done.
    result: Option<Tree>,
    /// What of it was judged as it is, where somebody has confirmed it.
    confirmed: BTreeSet<String>,
}

impl Theirs {
    /// Absent where what is remembered is not what the journal says: it accounts for nothing.
    fn of(other: &Other<'_>) -> Result<Option<Self>, HandInError> {
        let outputs = Outputs::of(other.contract);
        let base = scan_base(Source::kept(other.base), &outputs.always(), Bounds::default())?;
        let (remembered, tree) = match other.stand {
            Stand::AtWork => {
                let confirmed = BTreeSet::new();
                return Ok(Some(Self { outputs, base, result: None, confirmed }));
            }
            Stand::HandedIn(remembered, tree) | Stand::Confirmed(remembered, tree) => {
                (remembered, tree)
            }
        };
        let result = remembered.difference().on(&base);
        let Some(result) = result.filter(|it| it.digest().to_string() == tree.as_str()) else {
            return Ok(None);
        };
        let confirmed = match other.stand {
            Stand::Confirmed(..) => judged(other, &base, &result)?,
            Stand::AtWork | Stand::HandedIn(..) => BTreeSet::new(),
        };
        Ok(Some(Self { outputs, base, result: Some(result), confirmed }))
    }

    /// What was there before that work began is not of its making, and what its contract does not speak of, and nobody
    /// confirmed, is not its to change in another one's folder.
    fn accounts_for(&self, path: &str, now: &Tree) -> bool {
        let is_changed = now.entries.get(path) != self.base.entries.get(path);
        let is_as_handed_in = |result: &Tree| result.entries.get(path) == now.entries.get(path);
        (self.outputs.speaks_of(path) || self.confirmed.contains(path))
            && is_changed
            && self.result.as_ref().is_none_or(is_as_handed_in)
    }
}

/// The paths at which clean rooms had the work as it was handed in. Planned anew: only the trees are in the journal.
fn judged(other: &Other<'_>, base: &Tree, result: &Tree) -> Result<BTreeSet<String>, HandInError> {
    let folder = Folder::new(other.base, Arc::new(base.clone()));
    let folder = folder.map_err(HandInError::not_read(other.base))?;
    let fates = plan(other.contract, &folder, result).fates.into_iter();
    let is_judged = |fate: &Fate| matches!(fate, Fate::Comes | Fate::Goes);
    Ok(fates.filter(|(_, fate)| is_judged(fate)).map(|(path, _)| path).collect())
}
