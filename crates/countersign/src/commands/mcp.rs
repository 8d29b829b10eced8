//! `mcp`: one agent, over standard input and output.

use std::sync::Arc;

use clap::Args;
use countersign_core::ActorId;
use rmcp::ServiceExt;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::identity::{self, Client};
use crate::mcp::house::House;
use crate::mcp::server::{Caller, Server};
use crate::mcp::wire::Lines;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign setup claude\n  countersign mcp --actor claude\n  \
    COUNTERSIGN_TOKEN=… countersign mcp\n\nAgents start it themselves; countersign setup tells them how. Whoever is \
    at the other end acts as the one actor that the token stands for. The owner's secret is not taken by itself; whoever \
    puts it into COUNTERSIGN_TOKEN or --token-file has the agent act as the lead."
)]
pub struct Mcp {
    /// The agent, whose token countersign setup has kept on this machine [default: the only one there is]
    #[arg(long, value_name = "NAME", env = "COUNTERSIGN_ACTOR")]
    actor: Option<ActorId>,
    /// The agents' program that starts it: the agent is the one that countersign setup made of it
    #[arg(long, value_enum, value_name = "CLIENT")]
    client: Option<Client>,
}

impl Mcp {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let project = context.project()?;
        let engine = context.engine().await?;
        let globals = context.globals;
        let store = engine.store().id();
        let file = globals.token_file.as_deref();
        let actor = identity::agent_meant(file, store, self.actor.as_ref(), self.client)?;
        let token = identity::agent_token(file, store, actor.as_ref())?;
        // Whoever is not admitted is told so now, and not with the first request.
        engine.authenticate(&token).await?;
        let house = Arc::new(House::new(engine, project.root().to_owned()));
        house.door().tell(&project, context.printer)?;
        house.take_up_what_is_left();
        let server = Server::new(Arc::clone(&house), Caller::Bound(token.into()));
        let failed = |why: String| Failure::Serving { at: "standard input and output".into(), why };
        let (input, output) = rmcp::transport::stdio();
        let running = server.serve(Lines::new(input, output)).await;
        let running = running.map_err(|error| failed(error.to_string()))?;
        let ended = running.waiting().await;
        // Nobody is left to be told.
        house.judgements.stop();
        house.judgements.over().await;
        ended.map_err(|error| failed(error.to_string()))?;
        Ok(Ending::Done)
    }
}
