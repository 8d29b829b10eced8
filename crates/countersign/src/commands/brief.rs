//! `brief`: what the worker will read.

use std::path::Path;

use clap::Args;
use countersign_contract::brief::{HandIn, brief};
use countersign_contract::generate::Wishes;
use countersign_core::{Contract, ContractKind, Refusal, TaskId};
use countersign_engine::{Engine, now};
use schemars::JsonSchema;
use serde::Serialize;

use super::{show, sources};
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::maker;
use crate::output::{OneOrSeveral, plain};
use crate::surveyor::Site;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign brief TASK-1\n  countersign brief tasks/TASK-042.md\n  \
    countersign brief TASK-1 | claude -p"
)]
pub struct Brief {
    /// A task, or a file with tasks in it
    task: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Brief")]
pub struct BriefView {
    /// Null for prose, which has no id.
    task: Option<String>,
    pub title: String,
    /// What the worker reads, in Markdown.
    pub brief: String,
}

impl BriefView {
    pub fn new(task: Option<String>, title: String, brief: String) -> Self {
        Self { task, title, brief }
    }

    pub fn text(&self) -> &str {
        &self.brief
    }
}

impl Brief {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let is_file = Path::new(&self.task).exists() || sources::is_called_a_file(&self.task);
        let views = if is_file || self.task == "-" {
            of_file(&self.task, context)?
        } else {
            vec![of_stored(&self.task, context).await?]
        };
        let text: Vec<&str> = views.iter().map(|view| view.brief.as_str()).collect();
        if context.printer.is_json() {
            context.printer.json_line(&OneOrSeveral::of(&views))?;
        } else {
            context.printer.write(&plain(&text.join("\n---\n\n").replace("\r\n", "\n")))?;
        }
        Ok(Ending::Done)
    }
}

async fn of_stored(name: &str, context: &Context<'_>) -> Result<BriefView, Failure> {
    let engine = context.engine().await?;
    stored(&engine, &name.parse()?, HandIn::ByStopping).await
}

/// Of a task that is settled.
pub async fn stored(
    engine: &Engine,
    id: &TaskId,
    hand_in: HandIn<'_>,
) -> Result<BriefView, Failure> {
    let task = show::task(engine.store(), id).await?;
    if let Some(question) = task.question {
        return Err(Refusal::ContractOpen { task: id.clone(), question }.into());
    }
    let text = engine.brief(&task, hand_in).await?;
    Ok(BriefView { task: Some(id.to_string()), title: task.title.to_string(), brief: text })
}

fn of_file(name: &str, context: &Context<'_>) -> Result<Vec<BriefView>, Failure> {
    let text = sources::of_argument(name)?;
    let site = Site::here()?;
    site.tell(context.printer);
    let generator = site.generator();
    let mut views = Vec::new();
    for draft in text.intake()?.drafts {
        let generated = generator.generate(&draft, Wishes::default(), context.printer);
        let contract = match generated.kind {
            Some(_) => maker::sealed(generated, &draft, now())?,
            // Nobody is handed it so; what is there to read does not depend on the answer.
            None => Contract::new(ContractKind::Advisory, Vec::new(), draft.generated_from, now())?,
        };
        let text = brief(&draft.title, &draft.brief, &contract);
        views.push(BriefView { task: draft.id, title: draft.title, brief: text });
    }
    Ok(views)
}
