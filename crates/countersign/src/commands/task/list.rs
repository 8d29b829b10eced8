//! `task list`.

use clap::{Args, builder::PossibleValuesParser};
use countersign_core::{ActorId, GoalId, TaskState};
use countersign_store::TaskQuery;

use crate::commands::Paging;
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::view::{PageView, TaskRow};
use crate::output::when;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  countersign task list --state review --state completed\n  \
    countersign task list --goal GOAL-1 --json")]
pub struct List {
    /// Only tasks in this state; may be given more than once
    #[arg(long = "state", value_name = "STATE", value_parser = PossibleValuesParser::new(TaskState::NAMES))]
    states: Vec<String>,
    /// Only tasks of this goal
    #[arg(long)]
    goal: Option<GoalId>,
    /// Only tasks in these hands
    #[arg(long, value_name = "ACTOR")]
    builder: Option<ActorId>,
    #[command(flatten)]
    paging: Paging,
}

impl List {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let engine = context.engine().await?;
        let limit = self.paging.limit;
        let query = TaskQuery {
            goal: self.goal,
            states: self.states,
            builder: self.builder,
            after: self.paging.position()?,
            limit,
            ..TaskQuery::default()
        };
        let tasks = engine.store().tasks(&query).await?;
        let list = PageView::new(tasks, limit, |task| TaskRow::new(&task));
        context.printer.answer(&list, |page| {
            if list.items.is_empty() {
                page.line("no tasks");
                page.next("countersign task create TITLE --run COMMAND");
                return;
            }
            let rows: Vec<Vec<String>> = list.items.iter().map(row).collect();
            page.table(&["TASK", "STATE", "BUILDER", "GOAL", "SINCE", "TITLE"], &rows);
            if let Some(after) = &list.after {
                page.next(&format!("more with --after {after}"));
            }
        })
    }
}

fn row(task: &TaskRow) -> Vec<String> {
    let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
    vec![
        task.id.clone(),
        task.state_in_words(),
        or_dash(&task.builder),
        or_dash(&task.goal),
        when(task.since),
        task.title.clone(),
    ]
}
