//! Running a worker, until all of it is dead.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::time::Duration;

use countersign_core::{Exit, Layer, Output};

use super::error::WorkerError;
use super::outcome::Outcome;
use super::place::Place;
use super::profile::{Brief, Profile};
use super::reader::{Reader, Spent, Told, Trouble};
use crate::jail::{self, Cancel, Ended, JailError, Job, Launcher, Limits, Network, Stream};

const MIB: u64 = 1024 * 1024;

/// What a worker may use where nothing else is said.
pub const LIMITS: Limits = Limits {
    time: Duration::from_secs(60 * 60),
    grace: Duration::from_secs(5),
    memory: 8192 * MIB,
    processes: 1000,
    output: 256 * MIB,
};

/// One brief for one worker.
#[derive(Debug, Clone, Copy)]
pub struct Assignment<'a> {
    pub profile: &'a Profile,
    pub place: &'a Place,
    pub brief: &'a str,
    pub limits: Limits,
}

/// What is heard of a worker while it works.
#[derive(Debug, Clone, Copy)]
pub enum Heard<'a> {
    /// As it was printed, in pieces of any size.
    Printed(Stream, &'a [u8]),
    /// What it is doing, in one line, as far as its dialect tells.
    Doing(&'a str),
}

/// Who is there while it works.
pub struct Audience<'a> {
    pub tell: &'a mut dyn FnMut(Heard<'_>),
    pub cancel: Option<&'a Cancel>,
}

impl std::fmt::Debug for Audience<'_> {
    fn fmt(&self, words: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        words.debug_struct("Audience").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

/// How it ended, and what it said. Recorded, and nothing more: none of this says that the work is done.
#[derive(Debug, Clone)]
pub struct Worked {
    pub outcome: Outcome,
    pub exit: Exit,
    /// Why it was ended from outside, in words.
    pub stopped: Option<String>,
    pub said: Output,
    /// Its last message, if its dialect has such.
    pub message: Option<String>,
    /// What it complained of at the end.
    pub trouble: Option<Trouble>,
    pub spent: Spent,
    pub duration: Duration,
    pub layers: BTreeSet<Layer>,
    pub missing_layers: BTreeMap<Layer, String>,
    /// What a person should know: credentials that were renewed and could not be kept.
    pub notes: Vec<String>,
}

/// Runs the worker. When it returns, all its processes are dead, also those that left its session, and its
/// home and temporary files are gone; the area is as the worker left it.
pub fn work(
    launcher: &Launcher,
    assignment: &Assignment<'_>,
    audience: Audience<'_>,
) -> Result<Worked, WorkerError> {
    let Assignment { profile, place, brief, .. } = *assignment;
    place.check()?;
    let command = command(assignment)?;
    let ready = place.prepare(profile, brief)?;
    let job = job(assignment, command);
    let mut reader = Reader::new(profile.speaks);
    let Audience { tell, cancel } = audience;
    let mut listen = |stream: Stream, bytes: &[u8]| {
        tell(Heard::Printed(stream, bytes));
        if stream == Stream::Output {
            reader.hear(bytes, &mut |doing| tell(Heard::Doing(doing)));
        }
    };
    let ended = jail::attend(launcher, &job, jail::Audience { listen: &mut listen, cancel });
    let told = reader.end();
    let notes = ready.end();
    match ended {
        Ok(ended) => Ok(worked(ended, told, profile, notes)),
        Err(JailError::Cancelled) => Ok(never_began(notes)),
        Err(error) => Err(error.into()),
    }
}

/// Which walls this machine has for such a worker, and which it refuses and why: the same place with a
/// command that does nothing. Whether that is enough is the caller's to say, before it starts one.
pub fn walls(
    launcher: &Launcher,
    assignment: &Assignment<'_>,
) -> Result<(BTreeSet<Layer>, BTreeMap<Layer, String>), WorkerError> {
    assignment.place.check()?;
    let _ready = assignment.place.prepare(assignment.profile, "")?;
    let nothing = ["/bin/sh", "-c", ":"].map(OsString::from).to_vec();
    let ended = jail::run(launcher, &job(assignment, nothing))?;
    Ok((ended.layers, ended.missing_layers))
}

fn command(assignment: &Assignment<'_>) -> Result<Vec<OsString>, WorkerError> {
    let Assignment { profile, place, brief, .. } = *assignment;
    let mut command = profile.arguments(brief, &place.brief_file())?;
    if let Some(program) = profile.program() {
        let whole = place.whole(program).ok_or_else(|| WorkerError::NotInstalled {
            worker: profile.name.clone(),
            program: program.to_owned(),
        })?;
        if let Some(first) = command.first_mut() {
            *first = whole.into_os_string();
        }
    }
    Ok(command)
}

fn job(assignment: &Assignment<'_>, command: Vec<OsString>) -> Job {
    let Assignment { profile, place, brief, limits } = *assignment;
    let visible = place.visible(profile);
    Job {
        command,
        folder: place.area.clone(),
        environment: place.environment(profile),
        writable: place.writable(),
        masked: place.masked(&visible),
        visible,
        overlay: None,
        temporary: Some(place.temporary()),
        stands_for: None,
        network: Network::Machine,
        input: if profile.brief == Brief::Stdin { brief.into() } else { Vec::new() },
        limits: Limits { time: profile.time_limit.unwrap_or(limits.time), ..limits },
    }
}

fn worked(ended: Ended, told: Told, profile: &Profile, notes: Vec<String>) -> Worked {
    Worked {
        outcome: Outcome::of(&ended, &told, profile.speaks),
        exit: ended.exit,
        stopped: ended.stopped,
        said: ended.output,
        message: told.message,
        trouble: told.trouble,
        spent: told.spent,
        duration: ended.duration,
        layers: ended.layers,
        missing_layers: ended.missing_layers,
        notes,
    }
}

fn never_began(notes: Vec<String>) -> Worked {
    Worked {
        outcome: Outcome::Cancelled,
        exit: Exit::Lost,
        stopped: Some(JailError::Cancelled.to_string()),
        said: Output::default(),
        message: None,
        trouble: None,
        spent: Spent::default(),
        duration: Duration::ZERO,
        layers: BTreeSet::new(),
        missing_layers: BTreeMap::new(),
        notes,
    }
}
