//! `judge`: what a person says of work that no machine can judge.

use clap::Args;
use countersign_core::{CriterionId, Phase, Statement, Task, TaskId, TaskState};
use countersign_engine::now;

use super::run::RunTasks;
use super::verify::{VerifiedView, tell};
use crate::acts::handing_in;
use crate::acts::judging::{self, Folders, Judgement};
use crate::acts::verdicts::{Given, Verdicts};
use crate::context::{Context, Desk};
use crate::failure::{Ending, Failure};
use crate::machine::Wanted;
use crate::output::view::Reader;
use crate::runners;
use crate::trust::Door;

#[derive(Debug, Args)]
#[command(
    group(clap::ArgGroup::new("verdict").required(true)),
    after_help = "Examples:\n  countersign judge TASK-1 --pass\n  countersign judge TASK-1 --fail \"It does not say what \
    the feature is good for\"\n  countersign judge TASK-1 --criterion critic-1 --pass\n\nFor criteria that no check can \
    tell and no evaluator has told (evaluate, critic). All checks are run again first, and only if none of them fails \
    the verdict counts; then the task goes on as after any other verdict. Whoever built the work, or is of the same \
    lineage, cannot judge it. What is open: countersign show TASK\n\nExit code 0: the verdict is recorded. 1: refused, or a check fails. 3: \
    something is still open."
)]
pub struct Judge {
    task: TaskId,
    /// Only this criterion [default: all that are open]
    #[arg(long, value_name = "ID")]
    criterion: Option<CriterionId>,
    /// It holds
    #[arg(long, group = "verdict")]
    pass: bool,
    /// It does not, and what its builder has to do about it
    #[arg(long, value_name = "DIAGNOSIS", group = "verdict")]
    fail: Option<Statement>,
}

impl Judge {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let desk = context.desk().await?;
        let task = judging::task(&desk, &self.task).await?;
        let given = Given { criterion: self.criterion, diagnosis: self.fail };
        let verdicts = Verdicts::take(&desk, &task, given).await?;
        if task.attempts.last().is_some_and(|attempt| attempt.work.is_some()) {
            return of_a_run(context, &desk, &task, verdicts).await;
        }
        handed_in(context, &desk, task, &verdicts).await
    }
}

/// What a worker of a run delivered lies in the run's own folders, and is landed from there.
async fn of_a_run(
    context: &Context<'_>,
    desk: &Desk,
    task: &Task,
    verdicts: Verdicts,
) -> Result<Ending, Failure> {
    let ending = RunTasks::judging(&task.id, verdicts).run(context).await?;
    let now_is = judging::task(desk, &task.id).await?;
    Ok(match &now_is.state {
        TaskState::InProgress { phase: Phase::Verifying, .. } => ending,
        TaskState::Blocked { .. } => Ending::WaitsForPerson,
        _ => Ending::Done,
    })
}

async fn handed_in(
    context: &Context<'_>,
    desk: &Desk,
    task: Task,
    verdicts: &Verdicts,
) -> Result<Ending, Failure> {
    let project = context.project()?;
    let runner = runners::of_this_machine(desk).await?.ok_or(Failure::NoRunner)?;
    let id = task.id.clone();
    // That it asks for something was seen when it was judged the first time.
    let wanted = Wanted { allow_vacuous: true, ..Wanted::default() };
    let judgement =
        Judgement::of(task, &project, &Folders::default(), wanted, &Door::Persons)?.told(verdicts);
    let seen = judgement.look(&|stage| tell(context, stage))?;
    let (task, evidence) = judgement.record(&desk.engine, &runner, seen, None).await?;
    // The verdict stands, also if something of the copy stays.
    let _ = handing_in::clear(desk.engine.store(), &project, &id).await;
    let named = (Some(id.to_string()), task.title.to_string());
    let judged = (task.attempt_number(), evidence);
    let view = VerifiedView::new(named, &task.contract, judged, now(), Reader::Anyone);
    view.answer(context, false)?;
    let now_is = judging::task(desk, &id).await?;
    Ok(match &now_is.state {
        TaskState::InProgress { phase: Phase::Verifying, .. } | TaskState::Blocked { .. } => {
            Ending::WaitsForPerson
        }
        _ => Ending::Done,
    })
}
