//! What is judged, and by which machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use countersign_core::{
    Contract, Criterion, CriterionId, Exit, Layer, Timing, TreeId, Visibility, WorkEnd,
};
use jiff::civil::Date;

use super::Tools;
use crate::area::HandedIn;
use crate::closed::ClosedFiles;
use crate::consulted::Consulted;
use crate::files::Unreadable;
use crate::jail::{Cancel, JailError, Launcher, Limits};
use crate::judge::{Judge, Told};
use crate::room::{RoomError, Spares};
use crate::tree::{ScanError, Source};

/// One attempt at one task.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    pub contract: &'a Contract,
    /// The task as the worker read it.
    pub brief: &'a str,
    /// The contract in plain words, for an evaluator.
    pub in_words: &'a str,
    pub base: &'a Path,
    pub result: &'a Path,
    pub kept: Kept<'a>,
    /// A copy of the result, where one was kept when it was handed in: that is judged, and not what the folder holds now.
    pub handed_in: Option<&'a HandedIn>,
    pub today: Date,
    /// How the worker ended, where someone saw it.
    pub worker: Option<(WorkEnd, Exit)>,
    /// When the time for all of it is over; nothing where that begins with it.
    pub until: Option<Instant>,
}

/// Which of the two folders hold what somebody kept: nothing that is in them is left out by rules.
#[derive(Debug, Clone, Copy, Default)]
pub struct Kept<'a> {
    /// The name under which the base is kept, and which evidence has.
    pub base: Option<&'a TreeId>,
    pub result: bool,
    /// What is committed of a base that nobody keeps: it counts, whatever rules say.
    pub committed: &'a [String],
}

impl Case<'_> {
    pub(super) fn base_source(&self) -> Source<'_> {
        source(self.base, self.kept.base.is_some())
    }

    pub(super) fn result_source(&self) -> Source<'_> {
        source(self.result, self.kept.result)
    }

    /// The same with an end to it.
    pub(super) fn within(self, machine: &Machine) -> Self {
        let until = self.until.or_else(|| Instant::now().checked_add(machine.total_time));
        Self { until, ..self }
    }

    /// How much of the time is left.
    pub(super) fn time_left(&self) -> Duration {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        self.until.map_or(Duration::MAX, left)
    }

    /// Where the files of the result are read.
    pub(super) fn files(&self) -> PathBuf {
        self.handed_in.map_or_else(|| self.result.to_owned(), HandedIn::files)
    }
}

fn source(path: &Path, is_kept: bool) -> Source<'_> {
    if is_kept { Source::kept(path) } else { path.into() }
}

/// Where and how it is judged.
pub struct Machine {
    pub launcher: Launcher,
    /// The folder in which rooms are made.
    pub place: PathBuf,
    /// Folders of rooms that are used again.
    pub spares: Arc<Spares>,
    pub limits: Limits,
    /// How long all commands of one verification may take together.
    pub total_time: Duration,
    /// What no command in a room may see: the journal, the owner's secrets, task files with hidden tests.
    pub masked: Vec<PathBuf>,
    /// Files outside of the base that no command may see either, by the thousand: the other tasks of a run.
    pub closed_files: ClosedFiles,
    pub tools: Tools,
    /// A shell line that fetches what the project needs, run in a copy of the base before any work arrives.
    pub prepare: Option<Consulted>,
    pub judge: Option<Box<dyn Judge>>,
    /// What somebody who read the work said of criteria, of which no evaluator is asked then.
    pub told: BTreeMap<CriterionId, Told>,
    /// Without every layer there is no verdict.
    pub require_sandbox: bool,
    /// Whether an attempt to change what steers the checks fails the work; else it is only shown.
    pub restored_is_failure: bool,
    /// Whether a contract may pass that asks for nothing new.
    pub allow_vacuous: bool,
    /// Where what was seen of base trees is kept.
    pub probes: Option<PathBuf>,
    pub keep: bool,
    /// Pulled, it ends what is judged, without a verdict.
    pub cancel: Option<Cancel>,
}

impl Machine {
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_pulled)
    }
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, words: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        words.debug_struct("Machine").field("place", &self.place).finish_non_exhaustive()
    }
}

/// What is being done, for whoever waits.
#[derive(Debug, Clone, Copy)]
pub enum Stage<'a> {
    Scanning,
    Probing(&'a Criterion),
    Checking(&'a Criterion),
    Again(&'a Criterion),
    Twins,
    Asking(&'a Criterion),
}

impl Stage<'_> {
    /// Whether it is about something that workers are told nothing of.
    pub fn is_hidden(self) -> bool {
        match self {
            Stage::Probing(criterion)
            | Stage::Checking(criterion)
            | Stage::Again(criterion)
            | Stage::Asking(criterion) => criterion.visibility == Visibility::Hidden,
            Stage::Scanning | Stage::Twins => false,
        }
    }
}

/// Why nothing could be judged. Never the worker's fault.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    #[error("the folder for clean rooms cannot be made: {0}")]
    Place(std::io::Error),
    #[error(transparent)]
    Scan(#[from] ScanError),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Jail(#[from] JailError),
    #[error(transparent)]
    Unreadable(Unreadable),
    #[error("what the project needs could not be prepared with `{line}`: {why}")]
    NotPrepared { line: String, why: String },
    #[error(
        "every criterion passes on the base already, so the contract asks for nothing that is not there"
    )]
    Vacuous,
    #[error("it takes longer than the {} s that all commands of a verification have together", .0.as_secs())]
    OutOfTime(Duration),
    #[error("what was handed in was made on another base")]
    OtherBase,
    #[error("this machine does not raise every wall that is required: {}", layers(.0))]
    SandboxMissing(BTreeMap<Layer, String>),
}

impl From<Unreadable> for VerifyError {
    /// What changed under our hands is one thing, whoever is the first to notice it.
    fn from(unreadable: Unreadable) -> Self {
        match unreadable {
            Unreadable::Changed { path } => VerifyError::Room(RoomError::Changed { path }),
            not_read @ Unreadable::NotRead { .. } => VerifyError::Unreadable(not_read),
        }
    }
}

fn layers(missing: &BTreeMap<Layer, String>) -> String {
    let words = missing.iter().map(|(layer, why)| format!("{layer:?} ({why})"));
    words.collect::<Vec<_>>().join(", ")
}

/// The criteria that are judged with every attempt.
pub(super) fn immediate<'a>(case: &Case<'a>) -> impl Iterator<Item = &'a Criterion> + use<'a> {
    case.contract.timed(Timing::Immediate)
}
