//! `retry`: a task is handed out once more, with a note or to another worker.

use std::collections::BTreeSet;

use clap::Args;
use countersign_core::{
    ActorId, Command, Phase, Refusal, Statement, TaskCommand, TaskId, TaskState,
};

use super::run::{RunTasks, cannot_start, join_team};
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::card::run_again;
use crate::output::view::{DoneView, Reader, TaskView};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign retry TASK-3 --note \"The date is in UTC\"\n  countersign retry TASK-3 \
    --worker codex\n\nIt has all its attempts again; what was tried before is in the brief. Then: countersign \
    run\n\nA result that waits for a verdict, because there was no evaluator, is judged again as it is."
)]
pub struct Retry {
    task: TaskId,
    /// What the worker is to know beyond the task
    #[arg(long)]
    note: Option<Statement>,
    /// Who works on it now [default: who did, and those after]
    #[arg(long, value_name = "NAME")]
    worker: Option<ActorId>,
}

impl Retry {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let desk = context.desk().await?;
        let found = desk.engine.store().task(&self.task).await?;
        let (task, _) = found.ok_or_else(|| Refusal::NoSuchTask { task: self.task.clone() })?;
        if let TaskState::InProgress { phase: Phase::Working, builder } = &task.state
            && self.worker.is_none()
            && self.note.is_none()
        {
            return Err(Failure::Usage(format!(
                "{} is being worked on by {builder}: a --note or another --worker would be new",
                self.task
            )));
        }
        if let TaskState::InProgress { phase: Phase::Verifying, .. } = &task.state {
            if self.worker.is_some() || self.note.is_some() {
                return Err(Failure::Usage(format!(
                    "{0} was handed in, and is not in anyone's hands until it is judged: countersign run {0}, or \
                     countersign judge {0} where no check can tell",
                    self.task
                )));
            }
            // There is a result already; what it lacks is a verdict.
            return RunTasks::of(&self.task).run(context).await;
        }
        if let TaskState::Cancelled { .. } = &task.state {
            return Err(Failure::Usage(format!(
                "{} is cancelled, and that is for good: make a new task of it (countersign task create, or another \
                 id in its file)",
                self.task
            )));
        }
        let (to, then) = match self.worker {
            Some(worker) => {
                let profiles = match Project::joined(&current_folder()?)? {
                    Some(project) => project.profiles()?,
                    None => Default::default(),
                };
                let (team, _) = desk.engine.store().team().await?;
                if !team.actors.contains_key(&worker) && profiles.contains_key(worker.as_str()) {
                    join_team(&desk, BTreeSet::from([worker.clone()])).await?;
                }
                let after = task.then.iter().filter(|next| **next != worker).cloned().collect();
                (worker, after)
            }
            None => match task.builder() {
                Some(builder) => (builder.clone(), task.then.clone()),
                None => {
                    return Err(Failure::Usage(format!(
                        "{} was handed to nobody yet: countersign run {0} --worker NAME",
                        self.task
                    )));
                }
            },
        };
        let command = match (&task.state, &self.note) {
            (TaskState::Completed { .. } | TaskState::Verified { .. }, Some(note)) => {
                TaskCommand::Reopen { reason: note.clone(), builder: Some(to) }
            }
            (TaskState::Completed { .. } | TaskState::Verified { .. }, None) => {
                return Err(Failure::Usage(format!(
                    "{} is completed: say with --note why it is taken up again",
                    self.task
                )));
            }
            (_, note) => TaskCommand::Assign { to, then, note: note.clone() },
        };
        let done = desk.execute(&[Command::Task(self.task.clone(), command)]).await?;
        let task = done.board.task(&self.task)?;
        let by = task.builder().map(ToString::to_string).unwrap_or_default();
        let project = Project::joined(&current_folder()?)?;
        if let Some(why) = project.and_then(|project| cannot_start(&project, &by)) {
            let id = &task.id;
            context.printer.notice(&format!(
                "note: {why}: a run here leaves {id} until it is, or until another one has it (countersign retry {id} --worker \
                 NAME)"
            ));
        }
        context.printer.answer(&DoneView::new(&done, TaskView::new(task, Reader::Anyone)), |page| {
            page.title(&format!("{} is in the hands of {by} again: {}", task.id, task.title));
            page.next(&run_again(task));
        })
    }
}
