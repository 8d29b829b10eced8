//! The advisory log: work that no machine checks, and whether anyone has read what came of it.

use clap::Subcommand;
use countersign_core::{
    Basis, ContractKind, Refusal, Statement, Task, TaskCommand, TaskId, TaskState,
};
use countersign_store::TaskQuery;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Paging, task};
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::view::{PageView, TaskRow};
use crate::output::when;
use crate::output::words::answer;

#[derive(Debug, Subcommand)]
pub enum AdvisoryVerb {
    /// Advisory tasks, oldest first
    #[command(
        after_help = "Examples:\n  countersign advisory list\n  countersign advisory list --json"
    )]
    List {
        #[command(flatten)]
        paging: Paging,
    },
    /// What an advisory task asked for and what came of it
    #[command(after_help = "Example:\n  countersign advisory show TASK-3")]
    Show { task: TaskId },
    /// Say that you have read the outcome (reviewer or lead, not its builder)
    #[command(
        after_help = "Example:\n  countersign advisory review TASK-3 --notes \"Convincing; we take \
        the second way\""
    )]
    Review {
        task: TaskId,
        /// What you make of it
        #[arg(long)]
        notes: Statement,
    },
}

/// An entry of the log.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Advisory")]
pub struct AdvisoryRow {
    #[serde(flatten)]
    row: TaskRow,
    /// A person has yet to say whether it is advisory at all.
    unsettled: bool,
    /// Nobody but its maker has read the outcome.
    unread: bool,
    reviewed_by: Option<String>,
    /// Why it counts as advisory.
    reason: Option<String>,
    /// What the worker said came of it, per attempt.
    outcomes: Vec<String>,
    files_changed: Vec<String>,
}

impl AdvisoryRow {
    pub fn new(task: &Task) -> Self {
        let reviewed_by = match &task.state {
            TaskState::Completed { basis, .. } | TaskState::Verified { basis, .. } => {
                basis.approver().map(ToString::to_string)
            }
            _ => None,
        };
        let unread = matches!(
            &task.state,
            TaskState::Review { .. }
                | TaskState::Completed { basis: Basis::Advisory { approver: None, .. }, .. }
        );
        let files = task.attempts.iter().flat_map(|attempt| &attempt.submission.files_changed);
        Self {
            row: TaskRow::new(task),
            unsettled: task.question.is_some(),
            unread,
            reviewed_by,
            reason: task.contract.reason().map(ToOwned::to_owned),
            outcomes: task.attempts.iter().map(answer).collect(),
            files_changed: files.cloned().collect(),
        }
    }

    fn reading(&self) -> String {
        if self.unsettled {
            return "not settled yet".into();
        }
        match (&self.reviewed_by, self.unread) {
            (Some(reader), _) => format!("read by {reader}"),
            (None, true) => "unread".into(),
            (None, false) => "-".into(),
        }
    }
}

impl AdvisoryVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        match self {
            AdvisoryVerb::List { paging } => list(context, &paging).await,
            AdvisoryVerb::Show { task } => show(context, task).await,
            AdvisoryVerb::Review { task: id, notes } => {
                let command = TaskCommand::ReviewAdvisory { notes };
                task::confirm(context, id, command, task::Confirmed::default()).await
            }
        }
    }
}

async fn list(context: &Context<'_>, paging: &Paging) -> Result<Ending, Failure> {
    let engine = context.engine().await?;
    let query = TaskQuery {
        kind: Some(ContractKind::Advisory),
        after: paging.position()?,
        limit: paging.limit,
        ..TaskQuery::default()
    };
    let tasks = engine.store().tasks(&query).await?;
    let list = PageView::new(tasks, paging.limit, |task| AdvisoryRow::new(&task));
    context.printer.answer(&list, |page| {
        if list.items.is_empty() {
            page.line("no advisory tasks");
            return;
        }
        let row = |entry: &AdvisoryRow| {
            let (row, read) = (&entry.row, entry.reading());
            vec![row.id.clone(), row.state_in_words(), read, when(row.since), row.title.clone()]
        };
        let rows: Vec<Vec<String>> = list.items.iter().map(row).collect();
        page.table(&["TASK", "STATE", "OUTCOME", "SINCE", "TITLE"], &rows);
        if let Some(unread) = list.items.iter().find(|entry| entry.unread) {
            page.next(&format!("countersign advisory show {}", unread.row.id));
        }
        if let Some(after) = &list.after {
            page.next(&format!("more with --after {after}"));
        }
    })
}

async fn show(context: &Context<'_>, id: TaskId) -> Result<Ending, Failure> {
    let engine = context.engine().await?;
    let Some((task, _)) = engine.store().task(&id).await? else {
        return Err(Refusal::NoSuchTask { task: id }.into());
    };
    if task.contract.kind() != ContractKind::Advisory {
        let kind = task.contract.kind().name();
        return Err(Failure::Usage(format!("{id} is {kind}, not advisory; see: task show {id}")));
    }
    let entry = AdvisoryRow::new(&task);
    context.printer.answer(&entry, |page| {
        page.title(&format!("{id}  {}", entry.row.title));
        page.field("state", &entry.row.state_in_words());
        page.field("outcome", &entry.reading());
        if let Some(reason) = &entry.reason {
            page.field("advisory", reason);
        }
        if !task.brief.is_empty() {
            page.field("brief", &task.brief);
        }
        for outcome in &entry.outcomes {
            page.field("says", outcome);
        }
        if !entry.files_changed.is_empty() {
            page.field("files", &entry.files_changed.join("\n"));
        }
        if entry.unread {
            page.next(&format!("countersign advisory review {id} --notes …"));
        }
    })
}
