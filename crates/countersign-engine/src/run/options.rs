//! How a run goes about it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use countersign_core::TaskId;

use crate::Session;

/// What may be used up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Budget {
    /// Millionths of a US dollar, of all tasks of the run together.
    pub cost_usd_micros: Option<u64>,
    /// Tokens in and out, of all tasks of the run together.
    pub tokens: Option<u64>,
}

/// Who answers for blocked tasks before a person does.
#[derive(Debug, Clone)]
pub struct EscalationDesk {
    /// The escalation command's own session.
    pub session: Session,
    /// How many answers a task may have until a lead hands it out again.
    pub times: u32,
}

#[derive(Debug, Clone)]
pub struct RunOptions {
    /// Who holds the leases: a name that no other run has.
    pub owner: String,
    /// How many workers there may be at once. Mostly they wait for a model.
    pub workers: usize,
    /// How many tasks are judged at once, which takes cores.
    pub checks: usize,
    /// How long a lease holds without a sign of life.
    pub lease: Duration,
    /// How long to wait after each rate limit in a row; after the last one the task is left.
    pub backoff: Vec<Duration>,
    /// How often in a row a worker may start afresh after its context overflowed.
    pub fresh_starts: u32,
    pub budget: Budget,
    /// Begin nothing new after something was blocked or left.
    pub fail_fast: bool,
    /// Tasks of which the checks could not decide, and are to be asked once more.
    pub again: BTreeSet<TaskId>,
    /// Whether what is sent back waits for another run instead of going to its worker now.
    pub only_judges: bool,
    /// Without one, what is blocked waits for a person.
    pub escalation: Option<EscalationDesk>,
    /// Every worker by its name, with the reason where it cannot be started on this machine.
    pub hands: BTreeMap<String, Option<String>>,
}

impl RunOptions {
    pub fn new(owner: String) -> Self {
        Self {
            owner,
            workers: 8,
            checks: 2,
            lease: Duration::from_secs(30),
            backoff: [30, 60, 120].map(Duration::from_secs).to_vec(),
            fresh_starts: 2,
            budget: Budget::default(),
            fail_fast: false,
            again: BTreeSet::new(),
            only_judges: false,
            escalation: None,
            hands: BTreeMap::new(),
        }
    }
}
