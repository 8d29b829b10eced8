//! Tasks: from creation to verification.

pub mod create;
pub mod import;
mod list;
mod settle;
pub mod show;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use countersign_core::{
    ActorId, Basis, Command, Observation, PathNote, Phase, Statement, Submission, Task,
    TaskCommand, TaskId, TaskState, TreeId, Verdict,
};
use countersign_engine::{Done, Engine, seal};
use serde::Deserialize;

use super::read_json;
use crate::acts::confirming::{self, Confirmation};
use crate::acts::handing_in::{self, Taken};
use crate::acts::judging::{self, Folders};
use crate::acts::{begun, places, starting};
use crate::config::Project;
use crate::context::{Context, Desk, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::view::{DoneView, Reader, TaskRow, TaskView};
use crate::output::{next, plain};

#[derive(Debug, Subcommand)]
pub enum TaskVerb {
    /// Create a task; its contract comes from its text, or from what is spelled out
    Create(Box<create::Create>),
    /// Store the tasks of task files, PRDs and workflows
    Import(import::Import),
    /// Answer the question that stands open on a contract (lead)
    Settle(Box<settle::Settle>),
    /// Tasks, oldest first
    List(list::List),
    /// Everything about a task
    Show(show::Show),
    /// Hand the work to someone (lead)
    #[command(after_help = "Example:\n  countersign task assign TASK-1 bob")]
    Assign { task: TaskId, actor: ActorId },
    /// Let a task wait for another, or no longer (lead, before it starts)
    #[command(after_help = "Examples:\n  countersign task depend TASK-2 --on TASK-1\n  \
        countersign task depend TASK-2 --on TASK-1 --drop")]
    Depend {
        task: TaskId,
        #[arg(long, value_name = "TASK")]
        on: TaskId,
        #[arg(long)]
        drop: bool,
    },
    /// Begin the work (its builder)
    #[command(
        after_help = "Example:\n  COUNTERSIGN_TOKEN=$(cat bob.token) countersign task start TASK-1"
    )]
    Start { task: TaskId },
    /// Hand the work in; its contract is run next, if it asks for anything to be run (its builder)
    #[command(after_help = "Example:\n  countersign task submit TASK-1 --summary \"Form with \
        validation\" --changed login.js --changed login.css")]
    Submit {
        task: TaskId,
        /// What was done
        #[arg(long)]
        summary: Statement,
        /// A file that was changed; may be given more than once
        #[arg(long = "changed", value_name = "PATH")]
        files_changed: Vec<String>,
    },
    /// Record what the contract's checks saw (runner)
    #[command(
        after_help = "The file is JSON:\n  {\"attempt\": 1, \"observations\": [{\"criterion\": \"run-1\", \
        \"finding\": \"pass\", \"reason\": \"exit 0\", \"exit\": \"success\"}]}\n\nfinding is pass, \
        fail or undecided; every criterion of the contract is answered once."
    )]
    Record {
        task: TaskId,
        /// The evidence as JSON; - for standard input
        #[arg(long, value_name = "FILE")]
        evidence: PathBuf,
    },
    /// Approve submitted work (reviewer or lead, not its builder)
    #[command(after_help = "Example:\n  countersign task approve TASK-1")]
    Approve {
        task: TaskId,
        #[command(flatten)]
        confirmed: Confirmed,
    },
    /// Send submitted work back (reviewer or lead, not its builder)
    #[command(
        after_help = "Example:\n  countersign task reject TASK-1 --reason \"No test for an empty name\""
    )]
    Reject {
        task: TaskId,
        #[arg(long)]
        reason: Statement,
    },
    /// Confirm completed work (tester or lead, neither its builder nor its approver)
    #[command(
        after_help = "Example:\n  countersign task verify TASK-1 --notes \"Logged in, out and in again\""
    )]
    Verify {
        task: TaskId,
        /// What was tried
        #[arg(long)]
        notes: Statement,
        #[command(flatten)]
        confirmed: Confirmed,
    },
    /// Send completed work back (tester or lead, neither its builder nor its approver)
    #[command(
        after_help = "Example:\n  countersign task reject-verification TASK-1 --reason \"Accepts abc as an address\""
    )]
    RejectVerification {
        task: TaskId,
        #[arg(long)]
        reason: Statement,
    },
    /// Take completed or verified work up again (lead)
    #[command(
        after_help = "Example:\n  countersign task reopen TASK-1 --reason \"Broken by TASK-4\" --builder dan"
    )]
    Reopen {
        task: TaskId,
        #[arg(long)]
        reason: Statement,
        /// Who does it [default: its builder]
        #[arg(long, value_name = "ACTOR")]
        builder: Option<ActorId>,
    },
    /// Take work as done against the rules; it can never be verified (lead)
    #[command(
        after_help = "Example:\n  countersign task override TASK-1 --reason \"The check needs a network we do not have\""
    )]
    Override {
        task: TaskId,
        #[arg(long)]
        reason: Statement,
    },
    /// Give a task up (lead)
    #[command(
        after_help = "Example:\n  countersign task cancel TASK-1 --reason \"No longer wanted\""
    )]
    Cancel {
        task: TaskId,
        #[arg(long)]
        reason: Statement,
    },
}

/// Evidence as a runner hands it in; its id is the digest of what it says.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EvidenceFile {
    /// Which attempt was looked at, from one.
    attempt: u32,
    observations: Vec<Observation>,
}

impl TaskVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let (task, command) = match self {
            TaskVerb::Create(create) => return create.run(context).await,
            TaskVerb::Import(import) => return import.run(context).await,
            TaskVerb::Settle(settle) => return settle.run(context).await,
            TaskVerb::List(list) => return list.run(context).await,
            TaskVerb::Show(show) => return show.run(context).await,
            TaskVerb::Assign { task, actor } => (task, TaskCommand::assign(actor)),
            TaskVerb::Depend { task, on, drop: false } => (task, TaskCommand::AddDependency { on }),
            TaskVerb::Depend { task, on, drop: true } => (task, TaskCommand::DropDependency { on }),
            TaskVerb::Start { task } => return start(context, task).await,
            TaskVerb::Submit { task, summary, files_changed } => {
                return submit(context, task, Submission { summary, files_changed }).await;
            }
            TaskVerb::Record { task, evidence } => return record(context, task, &evidence).await,
            TaskVerb::Approve { task, confirmed } => {
                return confirm(context, task, TaskCommand::Approve, confirmed).await;
            }
            TaskVerb::Reject { task, reason } => (task, TaskCommand::Reject { reason }),
            TaskVerb::Verify { task, notes, confirmed } => {
                return confirm(context, task, TaskCommand::Verify { notes }, confirmed).await;
            }
            TaskVerb::RejectVerification { task, reason } => {
                (task, TaskCommand::RejectVerification { reason })
            }
            TaskVerb::Reopen { task, reason, builder } => {
                (task, TaskCommand::Reopen { reason, builder })
            }
            TaskVerb::Override { task, reason } => (task, TaskCommand::Override { reason }),
            TaskVerb::Cancel { task, reason } => (task, TaskCommand::Cancel { reason }),
        };
        let desk = context.desk().await?;
        let done = desk.execute(&[Command::Task(task.clone(), command)]).await?;
        let_go(&desk, &task).await?;
        say_where_overridden_work_is(context, done.board.task(&task)?);
        report(context, &desk.engine, &done, &task).await
    }
}

/// What a lead took as done lies in its worker's area until a run lands it.
fn say_where_overridden_work_is(context: &Context<'_>, task: &Task) {
    let is_overridden =
        matches!(task.state, TaskState::Completed { basis: Basis::Override { .. }, .. });
    if is_overridden && task.attempts.last().is_some_and(|attempt| attempt.work.is_some()) {
        context.printer.notice(&format!(
            "nothing of {} is landed yet: countersign run --land does that with what was handed in last",
            task.id
        ));
    }
}

/// What is confirmed.
#[derive(Debug, Default, clap::Args)]
pub struct Confirmed {
    /// What task show says was judged, if you looked at that and not at the folder
    #[arg(long, value_name = "TREE")]
    judged: Option<TreeId>,
}

/// Confirms what was judged.
pub async fn confirm(
    context: &Context<'_>,
    id: TaskId,
    command: TaskCommand,
    Confirmed { judged }: Confirmed,
) -> Result<Ending, Failure> {
    let desk = context.desk().await?;
    let project = Project::joined(&current_folder()?)?;
    let Confirmation { done, kept } =
        confirming::confirm(&desk, project.as_ref(), &id, command, judged.as_ref()).await?;
    let_go(&desk, &id).await?;
    for finding in begun::findings(desk.engine.store(), &id).await? {
        let PathNote { path, why } = finding;
        context.printer.notice(&plain(&format!("confirmed with {path} ({why})")));
    }
    if let Some(kept) = kept {
        context.printer.notice(&format!(
            "the folder does not hold what was confirmed; it is kept in {}",
            kept.display()
        ));
    }
    report(context, &desk.engine, &done, &id).await
}

/// Lets go of the copy of what was handed in, if nobody needs it any more.
async fn let_go(desk: &Desk, id: &TaskId) -> Result<(), Failure> {
    if let Some(project) = Project::joined(&current_folder()?)? {
        // What was done stands, also if something of the copy stays.
        let _ = handing_in::clear(desk.engine.store(), &project, id).await;
    }
    Ok(())
}

/// Begins the work.
async fn start(context: &Context<'_>, id: TaskId) -> Result<Ending, Failure> {
    let desk = context.desk().await?;
    let project = Project::joined(&current_folder()?)?;
    let _turn = match &project {
        Some(project) => Some(places::turn(project).await?),
        None => None,
    };
    let done = starting::start(&desk, project.as_ref(), &id).await?;
    report(context, &desk.engine, &done, &id).await
}

/// Hands the work in, as it is now; whoever judges it later judges that.
async fn submit(
    context: &Context<'_>,
    id: TaskId,
    submission: Submission,
) -> Result<Ending, Failure> {
    let desk = context.desk().await?;
    let project = Project::joined(&current_folder()?)?;
    let task = judging::task(&desk, &id).await?;
    let taken = match (&project, &task.base) {
        (Some(project), _) => Taken::of(&task, project, &Folders::default())?,
        (None, Some(_)) => return Err(Failure::NoProject),
        (None, None) => Taken::default(),
    };
    let done = match handing_in::failed_before(&desk, &task, &taken).await? {
        Some((attempt, _, _)) => Err(Failure::Unchanged { task: id.clone(), attempt }),
        None => desk.execute(&[Command::Task(id.clone(), taken.submit(submission))]).await,
    };
    drop(taken);
    if let (Err(_), Some(project)) = (&done, &project) {
        // What stays is removed when the task is judged.
        let _ = handing_in::clear(desk.engine.store(), project, &id).await;
    }
    report(context, &desk.engine, &done?, &id).await
}

/// Records what a runner saw. What it saw of a hidden criterion is hidden, whatever the file says.
async fn record(context: &Context<'_>, id: TaskId, file: &Path) -> Result<Ending, Failure> {
    let EvidenceFile { attempt, observations } = read_json(file)?;
    let desk = context.desk().await?;
    let task = desk.engine.store().task(&id).await?.map(|(task, _)| task);
    let seen = observations.into_iter().map(|seen| match &task {
        Some(task) => seen.as_visible_as(&task.contract),
        None => seen,
    });
    let evidence = seal(seen.collect(), None)?;
    let command = TaskCommand::RecordEvidence { attempt, evidence };
    let done = desk.execute(&[Command::Task(id.clone(), command)]).await?;
    let_go(&desk, &id).await?;
    report(context, &desk.engine, &done, &id).await
}

/// Says where the task stands now and what comes next.
pub async fn report(
    context: &Context<'_>,
    engine: &Engine,
    done: &Done,
    id: &TaskId,
) -> Result<Ending, Failure> {
    report_with(context, engine, done, id, &[]).await
}

/// The same, with what of its text nobody will check.
pub async fn report_with(
    context: &Context<'_>,
    engine: &Engine,
    done: &Done,
    id: &TaskId,
    not_covered: &[String],
) -> Result<Ending, Failure> {
    let task = done.board.task(id)?;
    let next = next::for_task(task, &done.board.team, engine.store()).await?;
    context.printer.answer(&DoneView::new(done, TaskView::new(task, Reader::Anyone)), |page| {
        let row = TaskRow::new(task);
        page.title(&format!("{id} is {}: {}", row.state_in_words(), row.title));
        let goal = task.goal.as_ref().and_then(|goal| done.board.goals.get(goal));
        if let Some(goal) = goal {
            page.field("goal", &format!("{} is {}", goal.id, goal.state.name()));
        }
        for (number, clause) in not_covered.iter().enumerate() {
            page.field(if number == 0 { "not covered" } else { "" }, clause);
        }
        match (next, goal) {
            (Some(next), _) => page.next(&next),
            (None, Some(goal)) => page.next(&format!("countersign goal status {}", goal.id)),
            (None, None) => {}
        }
    })?;
    Ok(ending(task))
}

/// Evidence that could not decide, or that failed for the last time, leaves the task to a person.
fn ending(task: &Task) -> Ending {
    let undecided = task
        .attempts
        .last()
        .and_then(|attempt| attempt.evidence.as_ref())
        .is_some_and(|evidence| evidence.verdict == Verdict::Undecided);
    match &task.state {
        TaskState::Pending if task.question.is_some() => Ending::WaitsForPerson,
        TaskState::InProgress { phase: Phase::Verifying, .. } if undecided => {
            Ending::WaitsForPerson
        }
        TaskState::Blocked { .. } => Ending::WaitsForPerson,
        _ => Ending::Done,
    }
}
