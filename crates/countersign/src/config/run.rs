//! How tasks are run, as `countersign.toml` says it.

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use countersign_core::label;
use schemars::JsonSchema;
use serde::Deserialize;

/// Most of what is nearly done is done within that, and nobody waits much longer after Ctrl-C.
const STOP_GRACE: u64 = 30;

/// `[run]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RunSection {
    /// Who works where nothing else says so.
    pub worker: Option<String>,
    /// Who gets a task next, one after the other, when the one before has used up its attempts.
    pub fallback: Vec<String>,
    /// How many workers there may be at once.
    pub workers: Option<NonZeroUsize>,
    /// How many tasks are judged at once.
    pub jobs: Option<NonZeroUsize>,
    /// How many failed attempts of one worker are sent back with a diagnosis.
    pub revisions: Option<u32>,
    /// How long to wait after each rate limit in a row; after the last one the task is left.
    pub backoff_seconds: Option<Vec<u64>>,
    /// How often in a row a worker may start afresh after its context overflowed.
    pub fresh_starts: Option<u32>,
    /// What one run may cost, as far as workers report it.
    pub budget_usd: Option<f64>,
    /// How many tokens one run may use, as far as workers report it.
    pub budget_tokens: Option<u64>,
    /// How long a run that shows no sign of life keeps its tasks.
    pub lease_seconds: Option<NonZeroU64>,
    /// How long workers may go on to finish by themselves when the run is stopped (Ctrl-C), before they are ended.
    pub stop_grace_seconds: Option<u64>,
    /// A shell line that is asked about a blocked task before a person is: the payload is on its standard input,
    /// and it prints its answer.
    pub escalate: Option<String>,
    /// How often it may be asked about one task until a lead hands that out again.
    pub escalations: Option<u32>,
    /// How long it may take.
    pub escalate_seconds: Option<NonZeroU64>,
    pub pick: Pick,
}

impl RunSection {
    /// How long to wait after each rate limit in a row, where that is said.
    pub fn backoff(&self) -> Option<Vec<Duration>> {
        let seconds = self.backoff_seconds.as_ref()?;
        Some(seconds.iter().copied().map(Duration::from_secs).collect())
    }

    pub fn stop_grace(&self) -> Duration {
        Duration::from_secs(self.stop_grace_seconds.unwrap_or(STOP_GRACE))
    }
}

/// `[run.pick]`: who works on what, by what the task says of itself. A role counts before a track, and a track
/// before the complexity.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Pick {
    pub role: BTreeMap<String, Choice>,
    pub track: BTreeMap<String, Choice>,
    pub complexity: BTreeMap<String, Choice>,
}

/// A worker, or several: the first works, and each gets what the one before could not do.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Choice {
    One(String),
    Chain(Vec<String>),
}

impl Choice {
    pub fn names(&self) -> Vec<String> {
        match self {
            Choice::One(name) => vec![name.clone()],
            Choice::Chain(names) => names.clone(),
        }
    }
}

impl Pick {
    /// Whom the table names for a task, by what its source says of it.
    pub fn of(&self, labels: &BTreeMap<String, String>) -> Option<&Choice> {
        let tables = [
            (label::ROLE, &self.role),
            (label::TRACK, &self.track),
            (label::COMPLEXITY, &self.complexity),
        ];
        tables.into_iter().find_map(|(name, table)| table.get(labels.get(name)?))
    }

    /// Every name in it, with where it stands.
    pub fn names(&self) -> impl Iterator<Item = (String, String)> {
        let tables =
            [("role", &self.role), ("track", &self.track), ("complexity", &self.complexity)];
        tables.into_iter().flat_map(|(name, table)| {
            table.iter().flat_map(move |(value, choice)| {
                let place = format!("[run.pick.{name}] {value}");
                choice.names().into_iter().map(move |worker| (worker, place.clone()))
            })
        })
    }
}
