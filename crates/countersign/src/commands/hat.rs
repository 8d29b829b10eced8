//! Hats.

use clap::{Subcommand, ValueEnum};
use countersign_core::{ActorId, Command, Hat, TaskCommand, TaskId, TeamCommand};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::view::DoneView;

#[derive(Debug, Subcommand)]
pub enum HatVerb {
    /// Give an actor a hat; with --task, put it on for that task
    #[command(after_help = "Examples:\n  countersign hat give eve tester\n  \
        countersign hat give sam shipper --task TASK-1")]
    Give {
        actor: ActorId,
        #[arg(value_enum)]
        hat: HatName,
        /// Wear it on this task, where it excludes the hats it conflicts with, for good
        #[arg(long)]
        task: Option<TaskId>,
    },
    /// Take a hat away; what was done under it still counts
    #[command(after_help = "Example:\n  countersign hat take bob reviewer")]
    Take {
        actor: ActorId,
        #[arg(value_enum)]
        hat: HatName,
    },
    /// The hats, who has them, and which exclude each other on a task
    #[command(after_help = "Example:\n  countersign hat list")]
    List,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HatName {
    Lead,
    Builder,
    Tester,
    Reviewer,
    Fixer,
    Shipper,
}

impl From<HatName> for Hat {
    fn from(name: HatName) -> Self {
        match name {
            HatName::Lead => Hat::Lead,
            HatName::Builder => Hat::Builder,
            HatName::Tester => Hat::Tester,
            HatName::Reviewer => Hat::Reviewer,
            HatName::Fixer => Hat::Fixer,
            HatName::Shipper => Hat::Shipper,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "HatListed")]
pub struct HatView {
    hat: Hat,
    actors: Vec<String>,
    conflicts: Vec<Hat>,
}

#[derive(Serialize, JsonSchema)]
pub struct HatChange {
    actor: String,
    hat: Hat,
    task: Option<String>,
}

impl HatVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let (command, change, words) = match self {
            HatVerb::List => return list(context).await,
            HatVerb::Give { actor, hat, task: Some(task) } => {
                let change = HatChange::new(&actor, hat, Some(&task));
                let wear = TaskCommand::WearHat { actor, hat: hat.into() };
                let words = format!("{} wears the hat {} on {task}", change.actor, change.hat);
                (Command::Task(task, wear), change, words)
            }
            HatVerb::Give { actor, hat, task: None } => {
                let change = HatChange::new(&actor, hat, None);
                let words = format!("{actor} has the hat {}", change.hat);
                (Command::Team(TeamCommand::GiveHat { actor, hat: hat.into() }), change, words)
            }
            HatVerb::Take { actor, hat } => {
                let change = HatChange::new(&actor, hat, None);
                let words = format!("{actor} no longer has the hat {}", change.hat);
                (Command::Team(TeamCommand::TakeHat { actor, hat: hat.into() }), change, words)
            }
        };
        let desk = context.desk().await?;
        let done = desk.execute(&[command]).await?;
        context.printer.answer(&DoneView::new(&done, change), |page| page.line(&words))
    }
}

impl HatChange {
    pub fn new(actor: &ActorId, hat: impl Into<Hat>, task: Option<&TaskId>) -> Self {
        Self { actor: actor.to_string(), hat: hat.into(), task: task.map(ToString::to_string) }
    }
}

async fn list(context: &Context<'_>) -> Result<Ending, Failure> {
    let engine = context.engine().await?;
    let (team, _) = engine.store().team().await?;
    let hats: Vec<HatView> = Hat::ALL
        .into_iter()
        .map(|hat| HatView {
            hat,
            actors: team.active().filter(|a| a.has(hat)).map(|a| a.id.to_string()).collect(),
            conflicts: Hat::ALL.into_iter().filter(|other| hat.conflicts_with(*other)).collect(),
        })
        .collect();
    context.printer.answer(&hats, |page| {
        let or_none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let rows: Vec<Vec<String>> = hats
            .iter()
            .map(|view| {
                let conflicts: Vec<&str> = view.conflicts.iter().map(|hat| hat.name()).collect();
                vec![
                    view.hat.to_string(),
                    or_none(view.actors.join(", ")),
                    or_none(conflicts.join(", ")),
                ]
            })
            .collect();
        page.table(&["HAT", "WHO HAS IT", "EXCLUDES ON THE SAME TASK"], &rows);
    })
}
