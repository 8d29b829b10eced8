//! Areas that are used again: of a large project most of an area is as it was, whoever worked in it, and even to copy and
//! remove a small one costs more than many a command.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use countersign_core::TreeId;

use super::laid::{Laid, Wanted};
use crate::room::PrivateFolder;

/// More are not kept, and of large ones only one: each is a copy of the project.
const MOST: usize = 8;
const LARGE: usize = 2_000;

/// Areas that nobody works in any more, in which nothing lies but what we laid there. They are removed with this.
#[derive(Debug, Default)]
pub struct SpareAreas {
    areas: Mutex<VecDeque<Spare>>,
    /// What lies in an area of a base, with its history or without.
    wanted: Mutex<Option<(TreeId, bool, Arc<Wanted>)>>,
}

#[derive(Debug)]
pub(super) struct Spare {
    pub folder: PrivateFolder,
    pub laid: Laid,
}

impl SpareAreas {
    /// The one that waits for longest: what was laid in it then is the least likely to be too new to be known.
    pub(super) fn take(&self, place: &Path) -> Option<Spare> {
        let mut areas = self.areas();
        let at = areas.iter().position(|spare| spare.folder.path().parent() == Some(place))?;
        areas.remove(at)
    }

    pub(super) fn keep(&self, spare: Spare) {
        let mut areas = self.areas();
        let most = if spare.laid.len() > LARGE { 1 } else { MOST };
        if areas.len() < most {
            areas.push_back(spare);
        }
    }

    /// What is known of a base, or else what is found. A base is never written again.
    pub(super) fn wanted<E>(
        &self,
        base: &TreeId,
        with_history: bool,
        find: impl FnOnce() -> Result<Wanted, E>,
    ) -> Result<Arc<Wanted>, E> {
        let mut known = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, has_history, wanted)) = &*known
            && of == base
            && *has_history == with_history
        {
            return Ok(Arc::clone(wanted));
        }
        let found = Arc::new(find()?);
        *known = Some((base.clone(), with_history, Arc::clone(&found)));
        Ok(found)
    }

    fn areas(&self) -> MutexGuard<'_, VecDeque<Spare>> {
        self.areas.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An area of ours that was given out, and when.
#[derive(Debug)]
pub(super) struct GivenOut {
    pub laid: Laid,
    pub since: SystemTime,
}
