//! What a runner tells of a worker's run. A worker's own words are in it; they are logged, never believed.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{Exit, Output, Statement, TreeId};

/// How a worker's run ended, as far as it is an attempt. What came of it is judged in each case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WorkEnd {
    /// It ended by itself, with success. That says nothing about the work.
    Finished,
    /// With failure, or with success where its own report says that it failed.
    Crashed,
    TimedOut,
}

impl WorkEnd {
    pub fn name(self) -> &'static str {
        match self {
            WorkEnd::Finished => "finished",
            WorkEnd::Crashed => "crashed",
            WorkEnd::TimedOut => "timed_out",
        }
    }
}

/// Why a worker's run was no attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InterruptedBy {
    RateLimit,
    ContextOverflow,
    /// Our own machine or process died.
    Loss,
    /// A person stopped the run.
    Stop,
}

impl InterruptedBy {
    pub fn name(self) -> &'static str {
        match self {
            InterruptedBy::RateLimit => "rate_limit",
            InterruptedBy::ContextOverflow => "context_overflow",
            InterruptedBy::Loss => "loss",
            InterruptedBy::Stop => "stop",
        }
    }
}

/// What keeps a run from bringing a task further. Nobody's work is to blame for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hindrance {
    /// All that is asked for holds without any work.
    HoldsAlready,
    /// A worker was rate limited as often in a row as the run waits for.
    RateLimit,
    /// What there is to read does not fit into a worker's context.
    ContextOverflow,
    /// The run has used up what it may.
    Budget,
    /// Anything else: something is missing on the machine, or its disk is full.
    Trouble,
}

impl Hindrance {
    pub fn name(self) -> &'static str {
        match self {
            Hindrance::HoldsAlready => "holds_already",
            Hindrance::RateLimit => "rate_limit",
            Hindrance::ContextOverflow => "context_overflow",
            Hindrance::Budget => "budget",
            Hindrance::Trouble => "trouble",
        }
    }
}

/// A task that a run left where it was: a person has to do something before another run can bring it further.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standstill {
    pub by: Hindrance,
    pub why: Statement,
}

/// What a run used up, as far as the worker's program reports it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spent {
    /// Millionths of a US dollar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd_micros: Option<u64>,
    /// With those that were read from a cache or written to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// What the worker's program calls this conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// By its own clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// What it wanted to do and was not allowed to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<String>,
}

/// One run of a worker that is an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Work {
    /// The profile that it was started from.
    pub worker: String,
    pub end: WorkEnd,
    pub exit: Exit,
    pub duration_ms: u64,
    /// What its folder held when all its processes were dead.
    pub result: TreeId,
    #[serde(default)]
    pub said: Output,
    #[serde(default)]
    pub spent: Spent,
}

impl Work {
    /// Why it is no work at all, whatever is asked of it: the worker did not end with success, or it changed nothing and
    /// said nothing.
    pub fn shortfall(&self, files_changed: &[String]) -> Option<&'static str> {
        let is_silent = self.said.head.trim().is_empty() && self.said.tail.trim().is_empty();
        match self.end {
            WorkEnd::TimedOut => Some("the worker was stopped at its time limit"),
            WorkEnd::Crashed => Some("the worker did not end with success"),
            WorkEnd::Finished if self.exit != Exit::Success => {
                Some("the worker did not end with success")
            }
            WorkEnd::Finished if files_changed.is_empty() && is_silent => {
                Some("the worker ended with success, but changed nothing and said nothing")
            }
            WorkEnd::Finished => None,
        }
    }
}

/// One run of a worker that is no attempt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interruption {
    pub worker: String,
    pub by: InterruptedBy,
    #[serde(default)]
    pub duration_ms: u64,
    #[serde(default)]
    pub said: Output,
    #[serde(default)]
    pub spent: Spent,
}
