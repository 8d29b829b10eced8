//! A program of the person's own: one that is asked something, an evaluator or whoever decides about blocked work, or one
//! that fetches what a project needs.
//!
//! It has the person's files, environment and network, for an agent's command line and a package manager need them; but
//! what it says, or leaves in its folder, is its whole say. What is closed to it, the journal and the owner's secret above all, is not in its reach, and nothing that it
//! starts outlives it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use countersign_core::{Exit, Layer, Output};

use crate::jail::{
    self, Audience, Cancel, Ended, JailError, Job, Launcher, Limits, Network, Stream,
};
use crate::worker::is_ours;

/// What it may use; its answer is short.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(300),
    grace: Duration::from_secs(1),
    memory: 8192 * 1024 * 1024,
    processes: 1000,
    output: 256 * 1024,
};
/// What a package manager may print.
const MOST_NOISE: u64 = 256 * 1024 * 1024;
/// Where programs leave what they need for a while.
const OPEN: [&str; 2] = ["/tmp", "/var/tmp"];
/// Where package managers keep what they fetched, if that is not in the home.
const CACHES: [&str; 18] = [
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "GOPATH",
    "GOMODCACHE",
    "GOCACHE",
    "npm_config_cache",
    "NPM_CONFIG_CACHE",
    "PNPM_HOME",
    "YARN_CACHE_FOLDER",
    "PIP_CACHE_DIR",
    "UV_CACHE_DIR",
    "GRADLE_USER_HOME",
    "GEM_HOME",
    "COMPOSER_HOME",
    "NUGET_PACKAGES",
    "DENO_DIR",
];

/// A shell line of the settings.
#[derive(Debug, Clone)]
pub struct Consulted {
    pub launcher: Launcher,
    pub line: String,
    /// Where it is started.
    pub folder: PathBuf,
    /// The person's home, where there is one.
    pub home: Option<PathBuf>,
    /// What is out of its reach.
    pub closed: Vec<PathBuf>,
    pub patience: Duration,
    /// Without every wall it is not asked.
    pub require_sandbox: bool,
}

/// What it printed.
#[derive(Debug, Clone)]
pub struct Said {
    pub answer: String,
    /// The walls that this machine refuses, and why.
    pub missing_layers: BTreeMap<Layer, String>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Unheard {
    #[error("it could not be started: {0}")]
    Jail(JailError),
    #[error(
        "this machine does not raise every wall around it ({layer:?}: {why}), and require_sandbox is set"
    )]
    Walls { layer: Layer, why: String },
    #[error("it took more than {} seconds", .0.as_secs())]
    TimedOut(Duration),
    #[error("nobody waited for it any more")]
    GivenUp,
    #[error("it ended with {0}")]
    Failed(String),
}

/// Why a command was not carried out, and what it printed last.
#[derive(Debug)]
pub struct Undone {
    pub why: Unheard,
    pub said: Output,
}

impl From<Unheard> for Undone {
    fn from(why: Unheard) -> Self {
        Self { why, said: Output::default() }
    }
}

impl Consulted {
    /// Puts something to it. `cancel` is pulled where nobody waits for an answer any more.
    pub fn ask(&self, input: &str, cancel: &Cancel) -> Result<Said, Unheard> {
        self.refuse_without_walls()?;
        let mut answer = Vec::new();
        let mut listen = |stream: Stream, bytes: &[u8]| {
            if stream == Stream::Output {
                answer.extend_from_slice(bytes);
            }
        };
        let audience = Audience { listen: &mut listen, cancel: Some(cancel) };
        let ended = match jail::attend(&self.launcher, &self.job(&self.line, input), audience) {
            Err(JailError::Cancelled) => return Err(Unheard::GivenUp),
            ended => ended.map_err(Unheard::Jail)?,
        };
        self.refuse_failed(&ended)?;
        let answer = String::from_utf8(answer);
        let answer = answer.map_err(|_| Unheard::Failed("an answer that is no text".to_owned()))?;
        Ok(Said { answer, missing_layers: ended.missing_layers })
    }

    /// Has it do something in its folder. What it prints only says why it was not done.
    pub fn carry_out(&self, cancel: Option<&Cancel>) -> Result<(), Undone> {
        self.refuse_without_walls()?;
        let mut job = self.job(&self.line, "");
        job.limits.output = MOST_NOISE;
        job.writable.extend(caches());
        let audience = Audience { listen: &mut |_, _| {}, cancel };
        let ended = match jail::attend(&self.launcher, &job, audience) {
            Err(JailError::Cancelled) => return Err(Unheard::GivenUp.into()),
            ended => ended.map_err(Unheard::Jail)?,
        };
        self.refuse_failed(&ended).map_err(|why| Undone { why, said: ended.output })
    }

    fn refuse_without_walls(&self) -> Result<(), Unheard> {
        if !self.require_sandbox {
            return Ok(());
        }
        let nothing = self.job(":", "");
        let missing = jail::run(&self.launcher, &nothing).map_err(Unheard::Jail)?;
        match missing.missing_layers.into_iter().next() {
            Some((layer, why)) => Err(Unheard::Walls { layer, why }),
            None => Ok(()),
        }
    }

    fn refuse_failed(&self, ended: &Ended) -> Result<(), Unheard> {
        let why = match (ended.exit, &ended.stopped) {
            _ if ended.cancelled => return Err(Unheard::GivenUp),
            (Exit::Success, None) => return Ok(()),
            (Exit::TimedOut, _) => return Err(Unheard::TimedOut(self.patience)),
            (_, Some(why)) => why.clone(),
            (Exit::Failure(code), None) => format!("exit status: {code}"),
            (Exit::Signalled(signal), None) => format!("signal {signal}"),
            (Exit::Lost, None) => "nobody looking".to_owned(),
        };
        Err(Unheard::Failed(why))
    }

    fn job(&self, line: &str, input: &str) -> Job {
        let open = OPEN.iter().map(PathBuf::from).chain([std::env::temp_dir()]);
        let open = open.chain(self.home.clone());
        let open = open.filter(|path| path.is_absolute() && path.parent().is_some());
        Job {
            command: ["/bin/sh", "-c", line].map(OsString::from).to_vec(),
            folder: self.folder.clone(),
            environment: std::env::vars_os().filter(|(name, _)| !is_ours(name)).collect(),
            writable: open.chain([self.folder.clone()]).collect(),
            masked: self.closed.clone(),
            visible: Vec::new(),
            overlay: None,
            network: Network::Machine,
            input: input.as_bytes().to_vec(),
            temporary: None,
            stands_for: None,
            limits: Limits { time: self.patience, ..LIMITS },
        }
    }
}

/// Made where they are not there yet: a package manager could not do it from within.
fn caches() -> impl Iterator<Item = PathBuf> {
    let named = CACHES.iter().filter_map(std::env::var_os).map(PathBuf::from);
    let named = named.filter(|path| path.is_absolute() && path.parent().is_some());
    named.filter(|path| path.is_dir() || std::fs::create_dir_all(path).is_ok())
}
