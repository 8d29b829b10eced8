//! `show`: what the checks of a task saw, from the journal.

use clap::Args;
use countersign_core::{Event, Evidence, Refusal, Task, TaskEvent, TaskId, TaskState, Timestamp};
use countersign_engine::Amended;
use countersign_store::{Journal, SqlStore, Stream};

use super::verify::VerifiedView;
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::amended::{self, AmendedView};
use crate::output::judged::JudgedView;
use crate::output::{card, verdict};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign show TASK-1\n  countersign show TASK-1 --attempt 1 --json\n\n\
    Everything else about a task: countersign task show"
)]
pub struct Show {
    task: TaskId,
    /// Which attempt, from one [default: the last that was judged]
    #[arg(long, value_name = "N")]
    attempt: Option<u32>,
    /// Also what is hidden from workers (lead or runner)
    #[arg(long)]
    hidden: bool,
}

impl Show {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let (engine, reader) = context.reader(self.hidden).await?;
        let store = engine.store();
        let task = task(store, &self.task).await?;
        let judged = last_judged(store, &self.task, self.attempt).await?;
        let Some((attempt, at, evidence)) = judged else {
            return Err(Failure::NotJudged { task: self.task, attempt: self.attempt });
        };
        let named = (Some(self.task.to_string()), task.title.to_string());
        let view = VerifiedView::new(named, &task.contract, (attempt, evidence), at, reader);
        let project = Project::joined(&current_folder()?)?;
        let is_last = attempt == task.attempt_number();
        let judged = match project.filter(|_| is_last) {
            Some(project) => JudgedView::of(store, &task, Some(&project)).await?,
            None => None,
        };
        let amended = AmendedView::all(&Amended::of(store, &self.task).await?);
        let view = VerifiedView { judged, amended, ..view };
        context.printer.answer(&view, |page| {
            verdict::describe(page, &view, true);
            amended::describe(page, &view.amended);
            if let Some(judged) = &view.judged {
                judged.describe(page);
            }
            if matches!(task.state, TaskState::Blocked { .. }) {
                page.blank();
                card::describe(page, &task, &[]);
            }
        })
    }
}

/// A task that is there.
pub async fn task(store: &SqlStore, id: &TaskId) -> Result<Task, Failure> {
    let found = store.task(id).await?.map(|(task, _)| task);
    found.ok_or_else(|| Refusal::NoSuchTask { task: id.clone() }.into())
}

/// What was seen of an attempt, or of the last one that was judged: its number, when, and the evidence.
pub async fn last_judged(
    store: &SqlStore,
    id: &TaskId,
    wanted: Option<u32>,
) -> Result<Option<(u32, Timestamp, Evidence)>, Failure> {
    let mut attempts = 0;
    let mut judged = None;
    for record in store.stream(&Stream::Task(id.clone())).await? {
        let Event::Task(_, event) = record.event else { continue };
        match event {
            TaskEvent::Submitted { .. } | TaskEvent::Delivered { .. } => attempts += 1,
            TaskEvent::ContractPassed { evidence }
            | TaskEvent::ContractFailed { evidence }
            | TaskEvent::ContractUndecided { evidence }
                if wanted.is_none_or(|wanted| wanted == attempts) =>
            {
                judged = Some((attempts, record.stamp.at, evidence));
            }
            _ => {}
        }
    }
    Ok(judged)
}

/// Likewise of the last attempt, if it failed and what it was judged by, and who is at it, is the same still.
pub async fn failed_since(
    store: &SqlStore,
    id: &TaskId,
) -> Result<Option<(u32, Timestamp, Evidence)>, Failure> {
    let mut attempts = 0;
    let mut failed = None;
    for record in store.stream(&Stream::Task(id.clone())).await? {
        let Event::Task(_, event) = record.event else { continue };
        match event {
            TaskEvent::Submitted { .. } | TaskEvent::Delivered { .. } => {
                attempts += 1;
                failed = None;
            }
            TaskEvent::ContractFailed { evidence } => {
                failed = Some((attempts, record.stamp.at, evidence));
            }
            // Nothing of that is about the work or what it is held to.
            TaskEvent::Required { .. }
            | TaskEvent::LinkedToGoal { .. }
            | TaskEvent::DependencyAdded { .. }
            | TaskEvent::DependencyDropped { .. }
            | TaskEvent::HatWorn { .. }
            | TaskEvent::Left { .. } => {}
            _ => failed = None,
        }
    }
    Ok(failed)
}
