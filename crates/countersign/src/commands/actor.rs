//! Actors and their tokens.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use countersign_core::{ActorId, ActorKind, Command, Hat, TeamCommand, TokenId};
use countersign_engine::{Done, MintedToken, mint, now};
use schemars::JsonSchema;
use serde::Serialize;

use super::duration::Lifetime;
use super::hat::HatName;
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::identity;
use crate::output::view::{ActorView, DoneView};
use crate::output::when;

const DEFAULT_LIFETIME: &str = "30d";

#[derive(Debug, Subcommand)]
pub enum ActorVerb {
    /// Add a person, an agent or a runner, and make its token
    #[command(after_help = "Examples:\n  countersign actor add bob --kind agent --hat builder\n  \
        countersign actor add ci --kind runner --write-token ci.token\n  \
        countersign actor add here --kind runner --keep")]
    Add {
        name: ActorId,
        #[arg(long, value_enum)]
        kind: Kind,
        /// A hat it may wear; may be given more than once
        #[arg(long = "hat", value_enum)]
        hats: Vec<HatName>,
        #[command(flatten)]
        token: TokenArgs,
        /// Keep a runner's token on this machine, for countersign verify
        #[arg(long, conflicts_with = "write_token")]
        keep: bool,
    },
    /// Everyone, with hats and tokens
    #[command(after_help = "Example:\n  countersign actor list --json")]
    List,
    /// Make a further token for an actor, or revoke one
    #[command(after_help = "Examples:\n  countersign actor token bob --expires 7d\n  \
        countersign actor token --revoke 0f3a9c1e5b7d2468")]
    Token {
        #[arg(required_unless_present = "revoke")]
        name: Option<ActorId>,
        #[command(flatten)]
        token: TokenArgs,
        /// Revoke the token of this id
        #[arg(long, value_name = "TOKEN-ID", conflicts_with_all = ["name", "write_token"])]
        revoke: Option<TokenId>,
    },
    /// Retire an actor and its minions; names are never used again
    #[command(after_help = "Example:\n  countersign actor retire bob")]
    Retire { name: ActorId },
    /// Take on a minion: it works for you and counts as you
    #[command(after_help = "Example:\n  countersign actor spawn bob-1 --expires 2h")]
    Spawn {
        name: ActorId,
        #[command(flatten)]
        token: TokenArgs,
    },
}

#[derive(Debug, Args)]
pub struct TokenArgs {
    /// How long the token is valid, such as 12h, 30d or 2w
    #[arg(long, default_value = DEFAULT_LIFETIME, value_name = "TIME")]
    expires: Lifetime,
    /// Write the token to a new file that only you can read, instead of showing it
    #[arg(long, value_name = "FILE")]
    write_token: Option<PathBuf>,
}

/// Where a new token goes.
#[derive(Debug)]
enum Place {
    Shown,
    File(PathBuf),
    /// Where `verify` finds it.
    ThisMachine,
}

impl TokenArgs {
    fn place(&self) -> Place {
        self.write_token.clone().map_or(Place::Shown, Place::File)
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Kind {
    Person,
    Agent,
    Runner,
}

impl From<Kind> for ActorKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Person => ActorKind::Person,
            Kind::Agent => ActorKind::Agent,
            Kind::Runner => ActorKind::Runner,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct TokenMade {
    actor: String,
    token_id: String,
    expires: countersign_core::Timestamp,
    /// The token itself, shown this once; absent when it went to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

impl TokenMade {
    /// A token that is shown, this once.
    pub fn shown(actor: &ActorId, token: &countersign_core::Token, text: String) -> Self {
        let (actor, token_id) = (actor.to_string(), token.id.to_string());
        Self { actor, token_id, expires: token.expires, token: Some(text) }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct Revoked {
    revoked: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Retired {
    retired: Vec<String>,
}

impl ActorVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        match self {
            ActorVerb::Add { kind: Kind::Person | Kind::Agent, keep: true, .. } => {
                Err(Failure::Usage("only a runner's token is kept for this machine".into()))
            }
            ActorVerb::Add { name, kind, hats, token, keep } => {
                let hats = hats.into_iter().map(Hat::from).collect();
                let kind = kind.into();
                let place = if keep { Place::ThisMachine } else { token.place() };
                let lifetime = token.expires;
                let command =
                    |token| TeamCommand::AddActor { actor: name.clone(), kind, hats, token };
                with_token(context, &name, (lifetime, place), "joined", command).await
            }
            ActorVerb::Spawn { name, token } => {
                let args = (token.expires, token.place());
                with_token(context, &name.clone(), args, "is your minion", |token| {
                    TeamCommand::SpawnMinion { actor: name, token }
                })
                .await
            }
            ActorVerb::Token { revoke: Some(token), .. } => revoke(context, token).await,
            ActorVerb::Token { name: Some(name), token, .. } => {
                let args = (token.expires, token.place());
                with_token(context, &name.clone(), args, "has a new token", |token| {
                    TeamCommand::IssueToken { actor: name, token }
                })
                .await
            }
            ActorVerb::Token { name: None, revoke: None, .. } => {
                Err(Failure::Usage("name an actor, or a token to --revoke".into()))
            }
            ActorVerb::Retire { name } => retire(context, name).await,
            ActorVerb::List => list(context).await,
        }
    }
}

async fn with_token(
    context: &Context<'_>,
    name: &ActorId,
    (lifetime, place): (Lifetime, Place),
    what: &str,
    command: impl FnOnce(countersign_core::Token) -> TeamCommand,
) -> Result<Ending, Failure> {
    let desk = context.desk().await?;
    let MintedToken { text, token } = mint(lifetime.from(now()))?;
    let (id, expires) = (token.id.to_string(), token.expires);
    let path = match place {
        Place::Shown => None,
        Place::File(path) => Some(path),
        Place::ThisMachine => Some(identity::runner_file(desk.engine.store().id(), &token.id)?),
    };
    if let Some(path) = &path {
        identity::write_secret(path, &text)?;
    }
    let done = match desk.execute(&[Command::Team(command(token))]).await {
        Ok(done) => done,
        Err(failure) => {
            // The token was never issued, so its file must not be taken for one.
            if let Some(path) = &path {
                let _ = std::fs::remove_file(path);
            }
            return Err(failure);
        }
    };
    let token = path.is_none().then_some(text);
    let made = TokenMade { actor: name.to_string(), token_id: id, expires, token };
    context.printer.answer(&DoneView::new(&done, &made), |page| {
        page.title(&format!("{name} {what}"));
        page.field("token id", &made.token_id);
        page.field("expires", &when(expires));
        match (&made.token, &path) {
            (Some(token), _) => {
                page.field("token", token);
                page.line("This is the only time the token is shown.");
            }
            (None, Some(path)) => page.field("token in", &path.display().to_string()),
            (None, None) => {}
        }
        page.next(&format!(
            "hand it over; {name} presents it as COUNTERSIGN_TOKEN or --token-file"
        ));
    })
}

async fn revoke(context: &Context<'_>, token: TokenId) -> Result<Ending, Failure> {
    let desk = context.desk().await?;
    let revoked = token.to_string();
    let done = desk.execute(&[Command::Team(TeamCommand::RevokeToken { token })]).await?;
    context.printer.answer(&DoneView::new(&done, Revoked { revoked: revoked.clone() }), |page| {
        page.line(&format!("token {revoked} is revoked"));
    })
}

async fn retire(context: &Context<'_>, name: ActorId) -> Result<Ending, Failure> {
    let desk = context.desk().await?;
    let done = desk.execute(&[Command::Team(TeamCommand::RetireActor { actor: name })]).await?;
    let retired = retired_in(&done);
    context.printer.answer(&DoneView::new(&done, Retired { retired: retired.clone() }), |page| {
        page.line(&format!("retired: {}", retired.join(", ")));
    })
}

fn retired_in(done: &Done) -> Vec<String> {
    use countersign_core::{Event, TeamEvent};
    let retired = done.events.iter().filter_map(|event| match event {
        Event::Team(TeamEvent::ActorRetired { actor }) => Some(actor.to_string()),
        _ => None,
    });
    retired.collect()
}

async fn list(context: &Context<'_>) -> Result<Ending, Failure> {
    let engine = context.engine().await?;
    let (team, _) = engine.store().team().await?;
    let actors: Vec<ActorView> =
        team.actors.values().map(|actor| ActorView::new(actor, &team)).collect();
    context.printer.answer(&actors, |page| {
        let rows: Vec<Vec<String>> = actors.iter().map(row).collect();
        page.table(&["NAME", "KIND", "HATS", "PILOT", "TOKENS"], &rows);
    })
}

fn row(actor: &ActorView) -> Vec<String> {
    let hats: Vec<&str> = actor.hats.iter().map(|hat| hat.name()).collect();
    let tokens: Vec<String> = actor
        .tokens
        .iter()
        .map(|token| format!("{} until {}", token.id, when(token.expires)))
        .collect();
    vec![
        actor.name.clone(),
        if actor.retired { format!("{} (retired)", actor.kind) } else { actor.kind.to_owned() },
        if hats.is_empty() { "-".into() } else { hats.join(", ") },
        actor.pilot.clone().unwrap_or_else(|| "-".into()),
        if tokens.is_empty() { "-".into() } else { tokens.join(", ") },
    ]
}
