//! Questions to the projections, answered a page at a time.

use std::fmt;
use std::str::FromStr;

use countersign_core::{ActorId, ContractKind, GoalId};

/// In which order things are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Oldest first. Stable while others add.
    #[default]
    Created,
    /// Longest in its present state first.
    Since,
}

/// Where a listed thing stands, to go on from there. Printable; means nothing to its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub(crate) since: i64,
    pub(crate) created: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a position of a list")]
pub struct BadPosition(String);

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.since, self.created)
    }
}

impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Self, BadPosition> {
        let bad = || BadPosition(text.chars().take(40).collect());
        let (since, created) = text.split_once('.').ok_or_else(bad)?;
        let number = |digits: &str| digits.parse::<i64>().map_err(|_| bad());
        Ok(Self { since: number(since)?, created: number(created)? })
    }
}

/// One entry of a list, with the version of its stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    pub position: Position,
    pub version: u64,
    pub item: T,
}

/// Which tasks. An empty list of states means all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskQuery {
    pub goal: Option<GoalId>,
    pub states: Vec<String>,
    pub builder: Option<ActorId>,
    pub kind: Option<ContractKind>,
    pub settled: Option<bool>,
    pub order: Order,
    pub after: Option<Position>,
    pub limit: u32,
}

/// Which goals. An empty list of states means all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalQuery {
    pub states: Vec<String>,
    pub order: Order,
    pub after: Option<Position>,
    pub limit: u32,
}

/// A page, unless told otherwise.
const PAGE: u32 = 100;

impl Default for TaskQuery {
    fn default() -> Self {
        Self {
            goal: None,
            states: Vec::new(),
            builder: None,
            kind: None,
            settled: None,
            order: Order::default(),
            after: None,
            limit: PAGE,
        }
    }
}

impl Default for GoalQuery {
    fn default() -> Self {
        Self { states: Vec::new(), order: Order::default(), after: None, limit: PAGE }
    }
}

/// What is numbered: `TASK-n` and `GOAL-n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbered {
    Task,
    Goal,
}
