//! What is to be run, inside which walls, and how it ended.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use countersign_core::{Exit, Layer, Output};
use serde::{Deserialize, Serialize};

use super::wire::bytes;

/// How much a job may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub time: Duration,
    /// Between TERM and KILL.
    pub grace: Duration,
    /// Bytes of memory of all its processes together.
    pub memory: u64,
    pub processes: u64,
    /// Bytes it may print; a job that prints more is ended.
    pub output: u64,
}

/// A folder that shows `lower` with `upper` on top of it; `lower` is never written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlay {
    #[serde(with = "bytes::path")]
    pub lower: PathBuf,
    #[serde(with = "bytes::path")]
    pub upper: PathBuf,
    /// Empty, on the same file system as `upper`.
    #[serde(with = "bytes::path")]
    pub work: PathBuf,
    /// Where it is seen.
    #[serde(with = "bytes::path")]
    pub at: PathBuf,
    /// Paths below `at`, or relative to it, that are in `lower` and must not be seen. What `upper` has there
    /// is seen.
    #[serde(with = "bytes::names")]
    pub absent: Vec<PathBuf>,
}

/// Whom it can talk to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Network {
    /// Itself alone.
    None,
    /// Not even itself: no socket is opened. For what needs none, since a network of its own is a quarter of what all its
    /// walls take.
    NoSocket,
    /// Whom the machine talks to, and so there is no layer for it. Sockets of the machine that have a path
    /// stay closed: behind them is what acts for others.
    Machine,
}

/// One command and its walls.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// The program, with its whole path, and its arguments.
    #[serde(with = "bytes::names")]
    pub command: Vec<OsString>,
    #[serde(with = "bytes::path")]
    pub folder: PathBuf,
    /// All of it: nothing is inherited.
    #[serde(with = "bytes::pairs")]
    pub environment: BTreeMap<OsString, OsString>,
    /// Folders in which it may write; everywhere else it cannot. Each is a mount of its own, so that nothing
    /// can be renamed or linked from one to the other.
    #[serde(with = "bytes::names")]
    pub writable: Vec<PathBuf>,
    /// Folders and files that it cannot see. What it may write, and the folder it runs in, stay in sight also
    /// inside of them. What is not there when it begins is not masked.
    #[serde(with = "bytes::names")]
    pub masked: Vec<PathBuf>,
    /// What it can read also inside of what is masked.
    #[serde(with = "bytes::names")]
    pub visible: Vec<PathBuf>,
    pub overlay: Option<Overlay>,
    pub network: Network,
    /// What it reads on its standard input; there is none, if this is empty.
    #[serde(with = "bytes::text")]
    pub input: Vec<u8>,
    /// Its folder for temporary files, which is among those that it may write. Where it has a view of the file
    /// system of its own, this is `/tmp` and `/var/tmp` as well, and `TMPDIR` is the shorter name: the path of a
    /// socket can only be short.
    #[serde(with = "bytes::perhaps_path")]
    pub temporary: Option<PathBuf>,
    /// A path under which the folder that it runs in, or one above, is seen as well. Programs that were installed
    /// for a folder know it by its path.
    pub stands_for: Option<StandsFor>,
    pub limits: Limits,
}

/// One folder in the place of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandsFor {
    #[serde(with = "bytes::path")]
    pub folder: PathBuf,
    #[serde(with = "bytes::path")]
    pub at: PathBuf,
}

/// How a job ended. All its processes are dead, also those that left its session.
#[derive(Debug, Clone)]
pub struct Ended {
    pub exit: Exit,
    /// Why it was ended from outside, in words: a limit that it reached, or that it was cancelled.
    pub stopped: Option<String>,
    /// Whether it was ended because somebody pulled its [`super::Cancel`].
    pub cancelled: bool,
    /// All that it printed to its standard output, as far as the limit goes; nothing where somebody listened.
    pub stdout: Vec<u8>,
    /// Both streams in the order in which they came, cut to what evidence may hold.
    pub output: Output,
    pub duration: Duration,
    pub layers: BTreeSet<Layer>,
    pub missing_layers: BTreeMap<Layer, String>,
}
