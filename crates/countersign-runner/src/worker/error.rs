//! Why a worker could not be run. Never the worker's fault: what it does is in how it ended.

use std::io;
use std::path::PathBuf;

use crate::jail::JailError;
use crate::room::RoomError;

#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    #[error("the worker {worker} has no command")]
    NoCommand { worker: String },
    #[error(
        "the worker {worker} needs the program {program}, which is not {}",
        if program.contains('/') { "there, or cannot be executed" } else { "on the PATH" }
    )]
    NotInstalled { worker: String, program: String },
    #[error(
        "the brief has {bytes} bytes, and an argument of a program at most {most}: let the worker {worker} read \
         it from standard input or from a file"
    )]
    BriefTooLong { worker: String, bytes: usize, most: usize },
    #[error("the brief holds a zero byte, which no argument of a program can")]
    ZeroInBrief,
    #[error(
        "the worker {worker} is to use the model {model}, but nothing says how: put {{model}} into its command"
    )]
    ModelUnused { worker: String, model: String },
    #[error("{path} of the worker's profile is not a path inside of the home")]
    NotInHome { path: String },
    #[error("{} of the home has more than {most} bytes and is not copied for a worker", path.display())]
    HomeTooLarge { path: PathBuf, most: u64 },
    #[error("the worker's place cannot be made: {}: {source}", path.display())]
    Place { path: PathBuf, source: io::Error },
    #[error("the worker's place cannot be made: {0}")]
    Aside(#[from] RoomError),
    #[error(transparent)]
    Jail(#[from] JailError),
}

impl WorkerError {
    pub(super) fn place(path: &std::path::Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Place { path: path.clone(), source }
    }
}
