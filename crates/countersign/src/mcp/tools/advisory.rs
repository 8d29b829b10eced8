//! Work that no machine checks, and whether anyone has read what came of it.

use countersign_core::{ContractKind, TaskCommand, TaskId};
use countersign_store::TaskQuery;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Paging, TaskConfirmed, confirm};
use crate::commands::advisory::AdvisoryRow;
use crate::failure::Failure;
use crate::mcp::house::{Call, statement};
use crate::mcp::tool::{Effect, Tool};
use crate::output::view::PageView;

pub fn all() -> Vec<Tool> {
    vec![
        Tool::new("list_advisory", Effect::Reads, "Advisory tasks, oldest first, with what came of each and whether someone else has read it.", list),
        Tool::new("review_advisory", Effect::Writes, "Say that you have read the outcome of advisory work (reviewer or lead, not its builder).", review)
            .said_by("agent_name"),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct List {
    /// How many, at most 1000 [default: 50]
    #[serde(default)]
    limit: Option<u32>,
    /// The `after` of the page before
    #[serde(default)]
    after: Option<String>,
}

async fn list(call: Call, List { limit, after }: List) -> Result<PageView<AdvisoryRow>, Failure> {
    let paging = Paging::new(limit, after)?;
    let query = TaskQuery {
        kind: Some(ContractKind::Advisory),
        after: paging.position()?,
        limit: paging.limit,
        ..TaskQuery::default()
    };
    let tasks = call.house.engine.store().tasks(&query).await?;
    Ok(PageView::new(tasks, paging.limit, |task| AdvisoryRow::new(&task)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Review {
    task_id: TaskId,
    /// What you make of it
    notes: String,
}

async fn review(call: Call, Review { task_id, notes }: Review) -> Result<TaskConfirmed, Failure> {
    let command = TaskCommand::ReviewAdvisory { notes: statement("notes", notes)? };
    confirm(&call, task_id, command, None).await
}
