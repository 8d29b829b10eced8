//! Hats.

use clap::{Subcommand, ValueEnum};
use countersign_core::{ActorId, Command, Hat, TaskCommand, TaskId, TeamCommand};
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
    Take {
        actor: ActorId,
        #[arg(value_enum)]
        hat: HatName,
    },
    /// The hats, who has them, and which exclude each other on a task
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

#[derive(Serialize)]
struct HatView {
    hat: Hat,
    actors: Vec<String>,
    conflicts: Vec<Hat>,
}

#[derive(Serialize)]
struct HatChange {
    actor: String,
    hat: Hat,
    task: Option<String>,
}

impl HatVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        match self {
            HatVerb::Give { actor, hat, task: None } => {
                let hat = Hat::from(hat);
                let command = Command::Team(TeamCommand::GiveHat { actor: actor.clone(), hat });
                let words = format!("{actor} has the hat {hat}");
                change(
                    context,
                    command,
                    &HatChange { actor: actor.into(), hat, task: None },
                    &words,
                )
                .await
            }
            HatVerb::Give { actor, hat, task: Some(task) } => {
                let hat = Hat::from(hat);
                let wear = TaskCommand::WearHat { actor: actor.clone(), hat };
                let words = format!("{actor} wears the hat {hat} on {task}");
                let view = HatChange { actor: actor.into(), hat, task: Some(task.to_string()) };
                change(context, Command::Task(task, wear), &view, &words).await
            }
            HatVerb::Take { actor, hat } => {
                let hat = Hat::from(hat);
                let command = Command::Team(TeamCommand::TakeHat { actor: actor.clone(), hat });
                let words = format!("{actor} no longer has the hat {hat}");
                change(
                    context,
                    command,
                    &HatChange { actor: actor.into(), hat, task: None },
                    &words,
                )
                .await
            }
            HatVerb::List => list(context).await,
        }
    }
}

async fn change(
    context: &Context<'_>,
    command: Command,
    view: &HatChange,
    words: &str,
) -> Result<Ending, Failure> {
    let desk = context.desk().await?;
    let done = desk.execute(&[command]).await?;
    context.printer.answer(&DoneView::new(&done, view), |page| page.line(words))
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
