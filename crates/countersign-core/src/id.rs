//! Names of things. Each is checked where it enters, so that the rest of the system never meets a bad one.

use alloc::string::{String, ToString};
use core::fmt;

use serde::{Deserialize, Serialize};

/// Longest identifier; short enough for a branch, a folder or a table column.
const MAX_ID_LENGTH: usize = 80;

/// Why a string is not an identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind} {given:?} is not usable: {rule}")]
pub struct BadId {
    /// What the string was meant to name.
    pub kind: &'static str,
    /// The string as it came in, cut to a readable length.
    pub given: String,
    /// The rule it breaks.
    pub rule: &'static str,
}

macro_rules! identifier {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $allowed:expr, $rule:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Most bytes that one has.
            pub const LONGEST: usize = MAX_ID_LENGTH;

            /// Checks the string and makes it an identifier.
            pub fn new(text: impl Into<String>) -> Result<Self, BadId> {
                let text = text.into();
                let allowed: fn(char) -> bool = $allowed;
                let starts_well = text.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
                if starts_well && text.len() <= MAX_ID_LENGTH && text.chars().all(allowed) {
                    Ok(Self(text))
                } else {
                    let given = text.chars().take(MAX_ID_LENGTH).collect();
                    Err(BadId { kind: $kind, given, rule: $rule })
                }
            }

            /// The identifier as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;
            fn try_from(text: String) -> Result<Self, BadId> {
                Self::new(text)
            }
        }

        impl core::str::FromStr for $name {
            type Err = BadId;
            fn from_str(text: &str) -> Result<Self, BadId> {
                Self::new(text.to_string())
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }
    };
}

fn lower(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-')
}

fn word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

fn digest(c: char) -> bool {
    word(c) || c == ':'
}

identifier!(
    /// An actor's name. Lower case only, so that no two names can be mistaken for each other by case.
    ActorId, "actor name", lower,
    "be lower case: start with a letter or digit, then lower-case letters, digits, '.', '_' or '-', at most 80"
);
identifier!(
    /// A task, such as `TASK-7`.
    TaskId, "task id", word,
    "start with a letter or digit, then letters, digits, '.', '_' or '-', at most 80"
);
identifier!(
    /// A goal, such as `GOAL-2`.
    GoalId, "goal id", word,
    "start with a letter or digit, then letters, digits, '.', '_' or '-', at most 80"
);
identifier!(
    /// One criterion of one contract.
    CriterionId, "criterion id", word,
    "start with a letter or digit, then letters, digits, '.', '_' or '-', at most 80"
);
identifier!(
    /// A body of evidence, named by its digest.
    EvidenceId, "evidence id", digest,
    "start with a letter or digit, then letters, digits, ':', '.', '_' or '-', at most 80"
);
identifier!(
    /// What a folder held, named by its digest.
    TreeId, "tree id", digest,
    "start with a letter or digit, then letters, digits, ':', '.', '_' or '-', at most 80"
);
identifier!(
    /// A token's public half: enough to find it, useless to present.
    TokenId, "token id", lower,
    "start with a letter or digit, then lower-case letters, digits, '.', '_' or '-', at most 80"
);
