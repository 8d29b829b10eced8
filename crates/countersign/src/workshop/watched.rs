//! Judging apart from any task's own way: before a run, and before anything is landed.

use countersign_core::TaskId;
use countersign_engine::run::{Run, Stage, Stop, WorkshopError};

use crate::failure::Failure;

/// Who hears of it, and can stop it.
pub struct Watched<'a> {
    pub stop: &'a Stop,
    pub tell: &'a (dyn Fn(&TaskId, &str) + Sync),
}

impl std::fmt::Debug for Watched<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watched").field("stop", self.stop).finish_non_exhaustive()
    }
}

impl Watched<'_> {
    /// Nothing new begins once it is stopped.
    pub(super) fn go_on(&self) -> Result<(), Failure> {
        if self.stop.is_pulled() { Err(Failure::Stopped) } else { Ok(()) }
    }

    pub(super) fn run(&self) -> Run<'_> {
        Run { stop: self.stop, tell: &unheard }
    }

    /// Who is stopped breaks off what it does, and that is no trouble.
    pub(super) fn trouble(&self, error: WorkshopError) -> Failure {
        match self.stop.is_pulled() {
            true => Failure::Stopped,
            false => Failure::Workshop { what: error.what },
        }
    }
}

fn unheard(_: Stage<'_>) {}
