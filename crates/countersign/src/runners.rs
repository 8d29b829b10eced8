//! Who acts on this machine without being a person or a worker: runners, which delegate, judge and record, and the
//! escalation command. Their tokens are kept here.

use std::collections::BTreeSet;

use countersign_core::{ActorId, ActorKind, Command, Team, TeamCommand};
use countersign_engine::{Engine, EngineError, MintedToken, Session, mint, now};

use crate::commands::duration::Lifetime;
use crate::context::Desk;
use crate::failure::Failure;
use crate::identity;

/// How long a token lasts that was made because there was none.
const LIFETIME: Lifetime = Lifetime::days(365);

/// Whoever asks, if that is a runner, or else the runner whose token is kept on this machine.
pub async fn of_this_machine(desk: &Desk) -> Result<Option<Session>, Failure> {
    kept(desk, ActorKind::Runner).await
}

/// The escalation command as an actor of its own, added now if there is none.
pub async fn escalation(desk: &Desk) -> Result<Session, Failure> {
    match kept(desk, ActorKind::Escalation).await? {
        Some(session) => Ok(session),
        None => add_one(desk, ActorKind::Escalation).await,
    }
}

async fn kept(desk: &Desk, kind: ActorKind) -> Result<Option<Session>, Failure> {
    let (team, _) = desk.engine.store().shared_team().await?;
    let is_one = |session: &Session| {
        team.actors.get(session.actor()).is_some_and(|actor| actor.kind == kind)
    };
    if is_one(&desk.session) {
        return Ok(Some(desk.session.clone()));
    }
    of_files(&desk.engine, is_one).await
}

/// The runner whose token is kept on this machine, whoever asks.
pub async fn kept_here(engine: &Engine) -> Result<Option<Session>, Failure> {
    let (team, _) = engine.store().shared_team().await?;
    let is_runner = |session: &Session| {
        team.actors.get(session.actor()).is_some_and(|actor| actor.kind == ActorKind::Runner)
    };
    of_files(engine, is_runner).await
}

async fn of_files(
    engine: &Engine,
    is_one: impl Fn(&Session) -> bool,
) -> Result<Option<Session>, Failure> {
    for token in identity::runner_tokens(engine.store().id())? {
        match engine.authenticate(&token).await {
            Ok(session) if is_one(&session) => return Ok(Some(session)),
            Ok(_) | Err(EngineError::Auth(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(None)
}

/// Adds a runner and keeps its token here.
pub async fn add(desk: &Desk) -> Result<Session, Failure> {
    add_one(desk, ActorKind::Runner).await
}

/// The token is written first: whoever lost it is of no use.
async fn add_one(desk: &Desk, kind: ActorKind) -> Result<Session, Failure> {
    let (team, _) = desk.engine.store().shared_team().await?;
    let actor = free_name(&team, kind)?;
    let MintedToken { text, token } = mint(LIFETIME.from(now()))?;
    let path = identity::runner_file(desk.engine.store().id(), &token.id)?;
    identity::write_secret(&path, &text)?;
    let hats = BTreeSet::new();
    let command = TeamCommand::AddActor { actor, kind, hats, token };
    if let Err(failure) = desk.execute(&[Command::Team(command)]).await {
        // The token was never issued, so its file must not be taken for one.
        let _ = std::fs::remove_file(&path);
        return Err(failure);
    }
    Ok(desk.engine.authenticate(&text).await?)
}

fn free_name(team: &Team, kind: ActorKind) -> Result<ActorId, Failure> {
    let mut number = 1_u32;
    loop {
        let name = if number == 1 { kind.to_string() } else { format!("{kind}-{number}") };
        let name = ActorId::new(name)?;
        if !team.actors.contains_key(&name) {
            return Ok(name);
        }
        number = number.saturating_add(1);
    }
}
