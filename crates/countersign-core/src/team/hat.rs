//! Hats: the capacities in which an actor touches a task, and which of them exclude each other.

use core::fmt;

use serde::{Deserialize, Serialize};

/// A capacity. Holding a hat lets an actor act in it; wearing it on a task is remembered for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hat {
    /// Directs the work and answers for goals. Persons only. Stands in for reviewer and tester.
    Lead,
    /// Does the work.
    Builder,
    /// Verifies completed work.
    Tester,
    /// Approves or rejects submitted work.
    Reviewer,
    /// Takes over work that was sent back from someone else.
    Fixer,
    /// Brings completed work to its users.
    Shipper,
}

impl Hat {
    pub const ALL: [Hat; 6] =
        [Hat::Lead, Hat::Builder, Hat::Tester, Hat::Reviewer, Hat::Fixer, Hat::Shipper];

    /// Whether one pair of hands may not wear both on the same task. Symmetric by construction:
    /// the table holds each pair once and is read from both sides.
    pub fn conflicts_with(self, other: Hat) -> bool {
        const PAIRS: [(Hat, Hat); 5] = [
            (Hat::Builder, Hat::Tester),
            (Hat::Builder, Hat::Reviewer),
            (Hat::Tester, Hat::Shipper),
            (Hat::Fixer, Hat::Reviewer),
            (Hat::Fixer, Hat::Tester),
        ];
        PAIRS.contains(&(self, other)) || PAIRS.contains(&(other, self))
    }

    /// Whether wearing it means having made the work.
    pub fn makes_work(self) -> bool {
        matches!(self, Hat::Builder | Hat::Fixer)
    }

    pub fn name(self) -> &'static str {
        match self {
            Hat::Lead => "lead",
            Hat::Builder => "builder",
            Hat::Tester => "tester",
            Hat::Reviewer => "reviewer",
            Hat::Fixer => "fixer",
            Hat::Shipper => "shipper",
        }
    }
}

impl fmt::Display for Hat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
