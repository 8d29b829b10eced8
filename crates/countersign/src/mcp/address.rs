//! Addresses of resources. Nothing here knows what they lead to, so that it can be fuzzed alone.

use countersign_core::{GoalId, TaskId};

pub const SCHEME: &str = "countersign://";

/// What an address names.
#[derive(Debug, PartialEq, Eq)]
pub enum Address {
    Goal(GoalId),
    Task(TaskId),
    Contract(TaskId),
    Evidence(TaskId),
    Blocked(TaskId),
}

impl Address {
    pub fn parse(uri: &str) -> Option<Self> {
        let mut parts = uri.strip_prefix(SCHEME)?.split('/');
        let (kind, id, part) = (parts.next()?, parts.next()?, parts.next());
        if parts.next().is_some() {
            return None;
        }
        match (kind, part) {
            ("goals", None) => Some(Address::Goal(id.parse().ok()?)),
            ("tasks", None) => Some(Address::Task(id.parse().ok()?)),
            ("tasks", Some("contract")) => Some(Address::Contract(id.parse().ok()?)),
            ("tasks", Some("evidence")) => Some(Address::Evidence(id.parse().ok()?)),
            ("tasks", Some("blocked")) => Some(Address::Blocked(id.parse().ok()?)),
            _ => None,
        }
    }
}
