//! Folding the team's events.

use alloc::collections::BTreeSet;

use super::{Actor, ActorKind, Hat, IssuedToken, Team, TeamEvent};
use crate::{ActorId, IllegalEvent, Stamp};

impl TeamEvent {
    pub fn name(&self) -> &'static str {
        match self {
            TeamEvent::ActorJoined { .. } => "actor_joined",
            TeamEvent::MinionSpawned { .. } => "minion_spawned",
            TeamEvent::ActorRetired { .. } => "actor_retired",
            TeamEvent::HatGiven { .. } => "hat_given",
            TeamEvent::HatTaken { .. } => "hat_taken",
            TeamEvent::TokenIssued { .. } => "token_issued",
            TeamEvent::TokenRevoked { .. } => "token_revoked",
            TeamEvent::PolicySet { .. } => "policy_set",
        }
    }
}

/// The team after one more event.
pub(crate) fn evolve(
    mut team: Team,
    event: &TeamEvent,
    stamp: &Stamp,
) -> Result<Team, IllegalEvent> {
    let illegal =
        |why| IllegalEvent { subject: "team".into(), state: "-", event: event.name(), why };
    match event {
        TeamEvent::ActorJoined { actor, kind, hats } => {
            let joined = Actor {
                id: actor.clone(),
                kind: *kind,
                hats: hats.clone(),
                pilot: None,
                retired: false,
            };
            join(&mut team, joined).map_err(illegal)?;
        }
        TeamEvent::MinionSpawned { actor, pilot } => {
            if !team.actors.contains_key(pilot) {
                return Err(illegal("its pilot is not on the team"));
            }
            let minion = Actor {
                id: actor.clone(),
                kind: ActorKind::Agent,
                hats: BTreeSet::from([Hat::Builder]),
                pilot: Some(pilot.clone()),
                retired: false,
            };
            join(&mut team, minion).map_err(illegal)?;
        }
        TeamEvent::ActorRetired { actor } => {
            known(&mut team, actor).map_err(illegal)?.retired = true;
            team.tokens.retain(|_, issued| &issued.actor != actor);
        }
        TeamEvent::HatGiven { actor, hat } => {
            let holder = known(&mut team, actor).map_err(illegal)?;
            holder.hats.insert(*hat);
            fits(holder).map_err(illegal)?;
        }
        TeamEvent::HatTaken { actor, hat } => {
            known(&mut team, actor).map_err(illegal)?.hats.remove(hat);
        }
        TeamEvent::TokenIssued { actor, token, minted_with } => {
            known(&mut team, actor).map_err(illegal)?;
            // Expired tokens can never be used again, so the team need not carry them.
            team.tokens.retain(|_, issued| issued.token.expires > stamp.at);
            let issued = IssuedToken {
                actor: actor.clone(),
                token: token.clone(),
                minted_with: minted_with.clone(),
            };
            if team.tokens.insert(token.id.clone(), issued).is_some() {
                return Err(illegal("a token of that id exists"));
            }
        }
        TeamEvent::TokenRevoked { token } => {
            team.tokens.remove(token);
        }
        TeamEvent::PolicySet { policy } => team.policy = policy.clone(),
    }
    Ok(team)
}

fn join(team: &mut Team, actor: Actor) -> Result<(), &'static str> {
    if team.actors.contains_key(&actor.id) {
        return Err("an actor of that name exists");
    }
    fits(&actor)?;
    team.actors.insert(actor.id.clone(), actor);
    Ok(())
}

fn fits(actor: &Actor) -> Result<(), &'static str> {
    let fits = match actor.kind {
        ActorKind::Person => true,
        ActorKind::Agent => !actor.has(Hat::Lead),
        ActorKind::Runner | ActorKind::Escalation => actor.hats.is_empty(),
    };
    if fits { Ok(()) } else { Err("an actor of that kind cannot hold those hats") }
}

fn known<'a>(team: &'a mut Team, id: &ActorId) -> Result<&'a mut Actor, &'static str> {
    team.actors.get_mut(id).ok_or("no such actor")
}
