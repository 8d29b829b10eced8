//! `status`: goals with their progress, tasks by state, and whether anything waits.

use std::collections::BTreeMap;

use countersign_store::{GoalQuery, Journal};
use schemars::JsonSchema;
use serde::Serialize;

use super::goal;
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::view::{GoalView, PageView};

const GOALS_SHOWN: u32 = 20;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Status")]
pub struct StatusView {
    /// Those that are not verified yet.
    goals: PageView<GoalView>,
    /// How many tasks are in each state.
    tasks: BTreeMap<String, u64>,
    /// How many records the journal has.
    records: u64,
    /// The Merkle root after the last of them, in hexadecimal.
    root: String,
}

pub async fn run(context: &Context<'_>) -> Result<Ending, Failure> {
    let engine = context.engine().await?;
    let store = engine.store();
    // Verified goals are history; what is shown first is what still has a way to go.
    let unfinished = GoalQuery {
        states: vec!["open".into(), "active".into(), "pending_verify".into()],
        limit: GOALS_SHOWN,
        ..GoalQuery::default()
    };
    let goals = store.goals(&unfinished).await?;
    let head = store.head().await?;
    let view = StatusView {
        goals: PageView::new(goals, GOALS_SHOWN, |goal| GoalView::new(&goal)),
        tasks: store.task_counts(None).await?,
        records: head.size,
        root: hex(&head.root),
    };
    context.printer.answer(&view, |page| {
        if view.goals.items.is_empty() {
            page.line("no unfinished goals");
        } else {
            goal::table(page, &view.goals.items);
            if view.goals.after.is_some() {
                page.line("and more: countersign goal list");
            }
            page.blank();
        }
        page.field("tasks", &goal::in_words(&view.tasks));
        page.field("journal", &format!("{} records, root {}", view.records, view.root));
        if view.tasks.is_empty() {
            page.next(
                "countersign goal create TITLE, or: countersign task create TITLE --run COMMAND",
            );
        } else {
            page.next("countersign inbox");
        }
    })
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
