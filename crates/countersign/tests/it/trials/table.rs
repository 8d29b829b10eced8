//! What the fake worker can do, as it says itself.

use serde::Deserialize;

use super::worker;

/// One row of its table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behaviour {
    pub name: String,
    pub language: String,
    pub family: String,
    pub expected: Expected,
    /// Why a person has to judge.
    pub why: String,
    pub does: String,
    pub fixture: String,
    pub task: String,
    pub processes: Processes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    Accepted,
    Rejected,
    Person,
}

/// What becomes of the processes that it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Processes {
    None,
    Ended,
    Alive,
}

pub fn behaviours() -> Vec<Behaviour> {
    let printed = worker::list();
    printed.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}
