//! Who acts.

use alloc::collections::BTreeSet;
use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::Hat;
use crate::{ActorId, Timestamp, TokenId};

/// What kind of being an actor is. It never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    Person,
    Agent,
    /// Runs contracts and records what it saw. Wears no hats, so it can neither build nor judge.
    Runner,
    /// A command that is asked how blocked work goes on, before a person is. Wears no hats, and is never a person.
    Escalation,
}

impl ActorKind {
    pub fn name(self) -> &'static str {
        match self {
            ActorKind::Person => "person",
            ActorKind::Agent => "agent",
            ActorKind::Runner => "runner",
            ActorKind::Escalation => "escalation",
        }
    }
}

impl fmt::Display for ActorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A person, an agent, a runner or an escalation command with an authenticated identity.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Actor {
    pub id: ActorId,
    pub kind: ActorKind,
    pub hats: BTreeSet<Hat>,
    /// Who spawned it. An actor with a pilot is a minion.
    pub pilot: Option<ActorId>,
    pub retired: bool,
}

impl Actor {
    pub fn has(&self, hat: Hat) -> bool {
        self.hats.contains(&hat)
    }

    pub fn is_lead(&self) -> bool {
        !self.retired && self.kind == ActorKind::Person && self.has(Hat::Lead)
    }
}

/// What the record keeps of a token: never the token.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Token {
    pub id: TokenId,
    /// SHA-256 of the secret half, in hexadecimal.
    pub digest: String,
    pub expires: Timestamp,
}

/// A token together with its owner, as the team keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IssuedToken {
    pub actor: ActorId,
    pub token: Token,
    /// With which token it was asked for. Records of before this was kept do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minted_with: Option<TokenId>,
}
