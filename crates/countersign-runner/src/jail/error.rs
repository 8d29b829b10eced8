//! Why a job could not be run. Never the command's fault: what a command does is in how it ended.

use std::error::Error;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[derive(Debug, thiserror::Error)]
pub enum JailError {
    #[error("this job cannot be run: {0}")]
    Job(String),
    #[error("the jail's launcher {} could not be started: {source}", program.display())]
    Launcher { program: PathBuf, source: io::Error },
    #[error("the jail cannot be talked to: {0}")]
    Channel(#[from] io::Error),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("the jail ended before the command was started{}", said(.0))]
    Silent(String),
    #[error("it was cancelled before it began")]
    Cancelled,
    #[error("the jail did not end although it was told to")]
    Stuck,
}

fn said(words: &str) -> String {
    if words.trim().is_empty() { String::new() } else { format!(", saying: {}", words.trim()) }
}

/// What the machine did not let the jail do, without which the command cannot be run at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    #[error("the overlay at {at} could not be made: {why}")]
    Overlay { at: String, why: String },
    #[error("the folder {folder} cannot be entered: {why}")]
    Folder { folder: String, why: String },
    #[error("{step}: {why}")]
    Step { step: String, why: String },
}

impl Refusal {
    pub(super) fn step(step: &str, why: impl Into<Box<dyn Error>>) -> Self {
        Self::Step { step: step.to_owned(), why: why.into().to_string() }
    }
}
