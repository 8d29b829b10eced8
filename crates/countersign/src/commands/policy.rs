//! The rules a lead can set. They are in the journal, where every change has a name and a time.

use clap::{Subcommand, ValueEnum};
use countersign_core::{Command, Policy, TeamCommand};

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::Page;
use crate::output::view::DoneView;

#[derive(Debug, Subcommand)]
pub enum PolicyVerb {
    /// The rules in force
    #[command(after_help = "Example:\n  countersign policy show")]
    Show,
    /// Change a rule
    #[command(after_help = "Examples:\n  countersign policy set --solo on\n  \
        countersign policy set --max-minions 5")]
    #[command(arg_required_else_help = true)]
    Set {
        /// Let a lead verify what it approved when nobody else could; never what it built
        #[arg(long, value_enum)]
        solo: Option<Switch>,
        /// How many minions one actor may have
        #[arg(long)]
        max_minions: Option<u32>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

impl PolicyVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        match self {
            PolicyVerb::Show => {
                let (team, _) = context.engine().await?.store().team().await?;
                context.printer.answer(&team.policy, |page| describe(page, &team.policy))
            }
            PolicyVerb::Set { solo, max_minions } => {
                let desk = context.desk().await?;
                let solo = solo.map(|solo| solo == Switch::On);
                let command = Command::Team(TeamCommand::SetPolicy { solo, max_minions });
                let done = desk.execute(&[command]).await?;
                let policy = &done.board.team.policy;
                context.printer.answer(&DoneView::new(&done, policy), |page| describe(page, policy))
            }
        }
    }
}

fn describe(page: &mut Page, policy: &Policy) {
    page.field("solo", if policy.solo { "on" } else { "off" });
    page.field("max minions", &policy.max_minions.to_string());
}
