//! What a reviewer is told about a room.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{PathNote, RoomReport};

use super::fate::{Fate, Source, Why};
use super::stock::{Outcome, Stock};

/// Most paths in one list; more than anyone reads, and few enough for the journal.
const MOST_NOTES: usize = 500;

impl Stock {
    /// What came of the plan. The layers are the jail's to tell.
    pub fn report(&self) -> RoomReport {
        let (mut left_behind, mut restored) = (Vec::new(), Vec::new());
        for (path, fate) in &self.plan.fates {
            match fate {
                Fate::Comes | Fate::Goes => {}
                Fate::LeftBehind(why) => left_behind.push(note(path, why.to_string())),
                Fate::Restored(source, why) => restored.push(note(path, put_back(*source, *why))),
                Fate::Merged(_) => match self.merged.get(path) {
                    Some(Outcome::AsWritten) | None => {}
                    Some(Outcome::PutBack(sections)) => {
                        let why = format!("put back from the base: {}", sections.join(", "));
                        restored.push(note(path, why));
                    }
                    Some(Outcome::Whole(why)) if self.base.tree().file(path).is_some() => {
                        restored.push(note(path, format!("put back from the base: {why}")));
                    }
                    Some(Outcome::Whole(why)) => left_behind.push(note(path, (*why).to_owned())),
                },
            }
        }
        let hidden =
            self.plan.hidden.iter().filter(|(path, _)| !self.plan.fates.contains_key(*path));
        left_behind.extend(hidden.map(|(path, why)| note(path, why.to_string())));
        RoomReport {
            base: self.digests.0.to_string(),
            result: self.digests.1.to_string(),
            layers: BTreeSet::new(),
            missing_layers: BTreeMap::new(),
            left_behind: bounded(left_behind),
            restored: bounded(restored),
            uncommitted: Vec::new(),
        }
    }
}

fn put_back(source: Source, why: Why) -> String {
    match source {
        Source::Base => format!("put back from the base: {why}"),
        Source::Spec => format!("put back from the specification: {why}"),
    }
}

fn note(path: &str, why: String) -> PathNote {
    PathNote { path: path.to_owned(), why }
}

fn bounded(mut notes: Vec<PathNote>) -> Vec<PathNote> {
    if notes.len() > MOST_NOTES {
        let more = notes.len() - MOST_NOTES;
        notes.truncate(MOST_NOTES);
        notes.push(note("…", format!("and {more} more")));
    }
    notes
}
