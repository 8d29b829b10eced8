//! Deciding what may happen to the team.

use alloc::vec;
use alloc::vec::Vec;

use super::{Actor, ActorKind, Hat, IssuedToken, Policy, Team, TeamCommand, TeamEvent, Token};
use crate::duty::{self, Act};
use crate::{ActorId, Facts, Refusal, TokenId};

pub(crate) fn decide(
    team: &Team,
    command: &TeamCommand,
    facts: &Facts,
) -> Result<Vec<TeamEvent>, Refusal> {
    match command {
        TeamCommand::Found { token } => found(team, token, facts),
        TeamCommand::AddActor { actor, kind, hats, token } => {
            duty::permit(Act::Administer, &facts.by, None, team)?;
            free_name(team, actor)?;
            for hat in hats {
                fits(actor, *kind, *hat)?;
            }
            usable(team, token, facts)?;
            Ok(vec![
                TeamEvent::ActorJoined { actor: actor.clone(), kind: *kind, hats: hats.clone() },
                issued(actor, token, facts),
            ])
        }
        TeamCommand::SpawnMinion { actor, token } => spawn(team, actor, token, facts),
        TeamCommand::RetireActor { actor } => retire(team, actor, facts),
        TeamCommand::GiveHat { actor, hat } => {
            duty::permit(Act::Administer, &facts.by, None, team)?;
            let holder = duty::known(actor, team)?;
            fits(actor, holder.kind, *hat)?;
            if holder.has(*hat) {
                return Err(Refusal::AlreadySo { what: "the actor has that hat" });
            }
            Ok(vec![TeamEvent::HatGiven { actor: actor.clone(), hat: *hat }])
        }
        TeamCommand::TakeHat { actor, hat } => {
            duty::permit(Act::Administer, &facts.by, None, team)?;
            if !duty::known(actor, team)?.has(*hat) {
                return Err(Refusal::AlreadySo { what: "the actor does not have that hat" });
            }
            if *hat == Hat::Lead {
                not_the_last_lead(team, actor)?;
            }
            Ok(vec![TeamEvent::HatTaken { actor: actor.clone(), hat: *hat }])
        }
        TeamCommand::IssueToken { actor, token } => {
            duty::permit(Act::Administer, &facts.by, None, team)?;
            duty::known(actor, team)?;
            usable(team, token, facts)?;
            Ok(vec![issued(actor, token, facts)])
        }
        TeamCommand::RevokeToken { token } => revoke(team, token, facts),
        TeamCommand::SetPolicy { solo, max_minions } => {
            duty::permit(Act::Administer, &facts.by, None, team)?;
            let policy = Policy {
                solo: solo.unwrap_or(team.policy.solo),
                max_minions: max_minions.unwrap_or(team.policy.max_minions),
            };
            if policy == team.policy {
                return Err(Refusal::AlreadySo { what: "the policy is that" });
            }
            Ok(vec![TeamEvent::PolicySet { policy }])
        }
    }
}

fn found(team: &Team, token: &Token, facts: &Facts) -> Result<Vec<TeamEvent>, Refusal> {
    if !team.actors.is_empty() {
        return Err(Refusal::AlreadySo { what: "the team has been founded" });
    }
    usable(team, token, facts)?;
    let owner = facts.by.clone();
    let joined = TeamEvent::ActorJoined {
        actor: owner.clone(),
        kind: ActorKind::Person,
        hats: [Hat::Lead].into(),
    };
    Ok(vec![joined, issued(&owner, token, facts)])
}

fn spawn(
    team: &Team,
    minion: &ActorId,
    token: &Token,
    facts: &Facts,
) -> Result<Vec<TeamEvent>, Refusal> {
    duty::permit(Act::Create, &facts.by, None, team)?;
    let pilot = duty::known(&facts.by, team)?;
    if pilot.pilot.is_some() {
        return Err(Refusal::MinionCannotSpawn { actor: pilot.id.clone() });
    }
    let limit = team.policy.max_minions;
    if team.minions_of(&pilot.id).count() >= limit as usize {
        return Err(Refusal::TooManyMinions { actor: pilot.id.clone(), limit });
    }
    free_name(team, minion)?;
    usable(team, token, facts)?;
    Ok(vec![
        TeamEvent::MinionSpawned { actor: minion.clone(), pilot: pilot.id.clone() },
        issued(minion, token, facts),
    ])
}

fn issued(actor: &ActorId, token: &Token, facts: &Facts) -> TeamEvent {
    let (actor, token) = (actor.clone(), token.clone());
    TeamEvent::TokenIssued { actor, token, minted_with: facts.with.clone() }
}

/// A pilot may let its own minions go; everyone else is retired by a lead. Minions go with their pilot.
fn retire(team: &Team, actor: &ActorId, facts: &Facts) -> Result<Vec<TeamEvent>, Refusal> {
    let leaving = duty::known(actor, team)?;
    if leaving.pilot.as_ref() != Some(&facts.by) {
        duty::permit(Act::Administer, &facts.by, None, team)?;
    }
    if leaving.has(Hat::Lead) {
        not_the_last_lead(team, actor)?;
    }
    let below =
        |other: &&Actor| other.id != *actor && team.lineage(&other.id).any(|above| above == actor);
    let minions = team.active().filter(below).map(|minion| minion.id.clone());
    Ok(core::iter::once(actor.clone())
        .chain(minions)
        .map(|actor| TeamEvent::ActorRetired { actor })
        .collect())
}

/// Anyone may give up its own token; others' are revoked by a lead. What was minted with it for minions goes too:
/// whoever has found a token must not go on with another that it made of it.
fn revoke(team: &Team, token: &TokenId, facts: &Facts) -> Result<Vec<TeamEvent>, Refusal> {
    let issued = team.tokens.get(token).ok_or(Refusal::NoSuchToken { token: token.clone() })?;
    if issued.actor != facts.by {
        duty::permit(Act::Administer, &facts.by, None, team)?;
    }
    let opens = |other: &IssuedToken| {
        other.token.id != *token
            && other.token.expires > facts.now
            && team.actor(&other.actor).is_some_and(Actor::is_lead)
    };
    let is_a_leads = team.actor(&issued.actor).is_some_and(Actor::is_lead);
    if is_a_leads && !team.tokens.values().any(opens) {
        return Err(Refusal::LastToken);
    }
    let of_minions = team.tokens.values().filter(|other| was_made_of(team, other, issued));
    let all = core::iter::once(token).chain(of_minions.map(|other| &other.token.id));
    Ok(all.map(|token| TeamEvent::TokenRevoked { token: token.clone() }).collect())
}

/// Whether a token is that of a minion of the other's bearer, and was minted with the other. One of which nobody
/// kept with what it was minted counts as such.
fn was_made_of(team: &Team, token: &IssuedToken, of: &IssuedToken) -> bool {
    token.actor != of.actor
        && team.lineage(&token.actor).any(|above| *above == of.actor)
        && token.minted_with.as_ref().is_none_or(|with| *with == of.token.id)
}

/// A name once used stays taken, so that nobody can come back as someone else's past.
fn free_name(team: &Team, actor: &ActorId) -> Result<(), Refusal> {
    match team.actor(actor) {
        Some(_) => Err(Refusal::NameTaken { actor: actor.clone() }),
        None => Ok(()),
    }
}

fn fits(actor: &ActorId, kind: ActorKind, hat: Hat) -> Result<(), Refusal> {
    match (kind, hat) {
        (ActorKind::Runner, _) => Err(Refusal::RunnerWearsNoHat { actor: actor.clone() }),
        (ActorKind::Escalation, _) => Err(Refusal::EscalationWearsNoHat { actor: actor.clone() }),
        (ActorKind::Agent, Hat::Lead) => Err(Refusal::LeadMustBePerson { actor: actor.clone() }),
        (ActorKind::Person | ActorKind::Agent, _) => Ok(()),
    }
}

fn not_the_last_lead(team: &Team, actor: &ActorId) -> Result<(), Refusal> {
    if team.leads().any(|lead| &lead.id != actor) {
        Ok(())
    } else {
        Err(Refusal::LastLead { actor: actor.clone() })
    }
}

fn usable(team: &Team, token: &Token, facts: &Facts) -> Result<(), Refusal> {
    if token.expires <= facts.now {
        return Err(Refusal::TokenAlreadyExpired { expires: token.expires });
    }
    if team.tokens.contains_key(&token.id) {
        return Err(Refusal::AlreadySo { what: "a token of that id exists" });
    }
    Ok(())
}
