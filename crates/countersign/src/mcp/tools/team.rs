//! Minions and hats.

use countersign_core::{
    ActorId, Command, Event, Hat, TaskCommand, TaskId, TeamCommand, TeamEvent, Timestamp,
};
use countersign_engine::{MintedToken, mint, now};
use countersign_store::{Journal, Stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::acts::judging;
use crate::commands::actor::TokenMade;
use crate::commands::duration::Lifetime;
use crate::commands::hat::HatChange;
use crate::failure::Failure;
use crate::mcp::house::Call;
use crate::mcp::tool::{Effect, Tool};
use crate::mcp::words::hat;
use crate::output::view::DoneView;

/// How long a minion's token lasts, unless something else is asked for.
const LIFETIME: &str = "1d";

pub fn all() -> Vec<Tool> {
    vec![
        Tool::new("register_minion", Effect::Writes, "Take on a minion: it works for you and counts as you, so it can check nothing that you built. Its token is in the answer, this once.", register)
            .said_by("agent_name"),
        Tool::new("assign_role_hat", Effect::Writes, "Give an actor a hat (lead); with task_id, put it on for that task.", assign).said_by("agent_name"),
        Tool::new("hat_history", Effect::Reads, "Who was given which hat, when and by whom; with task_id, who wore which hat on that task.", history),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Register {
    /// A name that nobody has or had
    minion_name: ActorId,
    /// How long its token is valid, such as 2h or 1d, but no longer than yours [default: 1d]
    #[serde(default)]
    expires: Option<String>,
}

async fn register(
    call: Call,
    Register { minion_name, expires }: Register,
) -> Result<DoneView<TokenMade>, Failure> {
    let lifetime: Lifetime =
        expires.as_deref().unwrap_or(LIFETIME).parse().map_err(Failure::argument("expires"))?;
    // A minion does not outlast the token that it is made with.
    let (team, _) = call.house.engine.store().shared_team().await?;
    let own = team.tokens.get(call.session.token()).map(|issued| issued.token.expires);
    let asked = lifetime.from(now());
    let until = own.map_or(asked, |own| own.min(asked));
    let MintedToken { text, token } = mint(until)?;
    let made = TokenMade::shown(&minion_name, &token, text);
    let spawn = TeamCommand::SpawnMinion { actor: minion_name, token };
    let done = call.desk().execute(&[Command::Team(spawn)]).await?;
    Ok(DoneView::new(&done, made))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Assign {
    actor: ActorId,
    /// lead, builder, tester, reviewer, fixer or shipper
    hat: String,
    /// Wear it on this task, where it excludes the hats it conflicts with, for good
    #[serde(default)]
    task_id: Option<TaskId>,
}

async fn assign(
    call: Call,
    Assign { actor, hat: name, task_id }: Assign,
) -> Result<DoneView<HatChange>, Failure> {
    let hat = hat(&name).map_err(Failure::argument("hat"))?;
    let change = HatChange::new(&actor, hat, task_id.as_ref());
    let command = match task_id {
        Some(task) => Command::Task(task, TaskCommand::WearHat { actor, hat }),
        None => Command::Team(TeamCommand::GiveHat { actor, hat }),
    };
    let done = call.desk().execute(&[command]).await?;
    Ok(DoneView::new(&done, change))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Only of this actor
    #[serde(default)]
    actor: Option<ActorId>,
    /// Only of those who wore one on this task
    #[serde(default)]
    task_id: Option<TaskId>,
}

/// What became of hats.
#[derive(Debug, Serialize, JsonSchema)]
struct HatHistory {
    changes: Vec<HatEvent>,
    /// Who wore what on the task that was asked about.
    worn: Vec<Worn>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct HatEvent {
    actor: String,
    hat: Hat,
    /// Whether it was given or taken away.
    given: bool,
    by: String,
    at: Timestamp,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Worn {
    actor: String,
    hats: Vec<Hat>,
}

async fn history(call: Call, Asked { actor, task_id }: Asked) -> Result<HatHistory, Failure> {
    let worn = match &task_id {
        Some(task) => Some(judging::task(&call.desk(), task).await?.worn),
        None => None,
    };
    let asked_for = |one: &ActorId| {
        actor.as_ref().is_none_or(|wanted| wanted == one)
            && worn.as_ref().is_none_or(|worn| worn.contains_key(one))
    };
    let mut changes = Vec::new();
    for record in call.house.engine.store().stream(&Stream::Team).await? {
        let Event::Team(event) = record.event else { continue };
        let (by, at) = (record.stamp.by.to_string(), record.stamp.at);
        let mut told = |actor: &ActorId, hat: Hat, given: bool| {
            if asked_for(actor) {
                let (actor, by) = (actor.to_string(), by.clone());
                changes.push(HatEvent { actor, hat, given, by, at });
            }
        };
        match event {
            TeamEvent::ActorJoined { actor, hats, .. } => {
                hats.into_iter().for_each(|hat| told(&actor, hat, true));
            }
            TeamEvent::MinionSpawned { actor, .. } => told(&actor, Hat::Builder, true),
            TeamEvent::HatGiven { actor, hat } => told(&actor, hat, true),
            TeamEvent::HatTaken { actor, hat } => told(&actor, hat, false),
            _ => {}
        }
    }
    let on_it = worn.iter().flatten().filter(|(actor, _)| asked_for(actor)).map(|(actor, hats)| {
        Worn { actor: actor.to_string(), hats: hats.iter().copied().collect() }
    });
    let worn = on_it.collect();
    Ok(HatHistory { changes, worn })
}
