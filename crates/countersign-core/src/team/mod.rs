//! The team: actors, their hats, lineage and tokens, and the policy they work under.

mod actor;
mod decide;
mod evolve;
mod hat;

pub use actor::{Actor, ActorKind, IssuedToken, Token};
pub use hat::Hat;

pub(crate) use decide::decide;
pub(crate) use evolve::evolve;

use alloc::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{ActorId, TokenId};

/// Rules that a lead can set. They live in the journal, not in a file that a worker could edit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Policy {
    /// Lets a lead verify what it approved when nobody else could. Never what it built.
    pub solo: bool,
    /// How many active minions one actor may have.
    pub max_minions: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Self { solo: false, max_minions: 3 }
    }
}

/// The team as the fold of its events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Team {
    pub actors: BTreeMap<ActorId, Actor>,
    pub tokens: BTreeMap<TokenId, IssuedToken>,
    pub policy: Policy,
}

/// What can be asked of the team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TeamCommand {
    /// The first act of a store: the owner becomes the lead.
    Found {
        token: Token,
    },
    AddActor {
        actor: ActorId,
        kind: ActorKind,
        hats: BTreeSet<Hat>,
        token: Token,
    },
    /// The acting agent or person takes on a minion.
    SpawnMinion {
        actor: ActorId,
        token: Token,
    },
    RetireActor {
        actor: ActorId,
    },
    GiveHat {
        actor: ActorId,
        hat: Hat,
    },
    TakeHat {
        actor: ActorId,
        hat: Hat,
    },
    IssueToken {
        actor: ActorId,
        token: Token,
    },
    RevokeToken {
        token: TokenId,
    },
    /// Changes what is given and leaves the rest.
    SetPolicy {
        solo: Option<bool>,
        max_minions: Option<u32>,
    },
}

/// What happened to the team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TeamEvent {
    ActorJoined {
        actor: ActorId,
        kind: ActorKind,
        hats: BTreeSet<Hat>,
    },
    MinionSpawned {
        actor: ActorId,
        pilot: ActorId,
    },
    ActorRetired {
        actor: ActorId,
    },
    HatGiven {
        actor: ActorId,
        hat: Hat,
    },
    HatTaken {
        actor: ActorId,
        hat: Hat,
    },
    TokenIssued {
        actor: ActorId,
        token: Token,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minted_with: Option<TokenId>,
    },
    TokenRevoked {
        token: TokenId,
    },
    PolicySet {
        policy: Policy,
    },
}

impl Team {
    pub fn actor(&self, id: &ActorId) -> Option<&Actor> {
        self.actors.get(id)
    }

    pub fn active(&self) -> impl Iterator<Item = &Actor> {
        self.actors.values().filter(|actor| !actor.retired)
    }

    pub fn leads(&self) -> impl Iterator<Item = &Actor> {
        self.active().filter(|actor| actor.is_lead())
    }

    pub fn minions_of<'a>(&'a self, pilot: &'a ActorId) -> impl Iterator<Item = &'a Actor> {
        self.active().filter(move |actor| actor.pilot.as_ref() == Some(pilot))
    }

    /// The actor and everyone above it: its pilot, the pilot's pilot, and so on.
    pub fn lineage<'a>(&'a self, id: &'a ActorId) -> impl Iterator<Item = &'a ActorId> {
        // Bounded by the number of actors, so that a forged cycle cannot hang the walk.
        core::iter::successors(Some(id), |id| self.actor(id).and_then(|a| a.pilot.as_ref()))
            .take(self.actors.len().max(1))
    }

    /// Whether two actors are the same hands: the same actor, or of one pilot at any depth.
    /// Minions of one pilot are the same hands too; the pilot answers for both.
    pub fn same_hands(&self, a: &ActorId, b: &ActorId) -> bool {
        a == b || self.lineage(a).last() == self.lineage(b).last()
    }
}
