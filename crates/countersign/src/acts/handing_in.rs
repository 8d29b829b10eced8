//! Handing work in: what it is at that moment is kept first, and the journal says what that is. Nothing that is done to
//! the folder afterwards is judged, whoever judges it and whenever. The copy stays until the work is confirmed.

use std::path::Path;

use countersign_core::{
    Attempt, Command, Evidence, Phase, Refusal, Statement, Submission, Task, TaskCommand, TaskId,
    TaskState, Timestamp, TreeId,
};
use countersign_engine::{Engine, Session};
use countersign_runner::area::{Bases, HandInError, HandIns, HandedIn, Work, departures};
use countersign_runner::verify::VerifyError;
use countersign_store::{Fence, SqlStore};

use super::judging::Folders;
use super::{aside, confirming, places};
use crate::commands::show;
use crate::config::Project;
use crate::context::Desk;
use crate::failure::Failure;

/// Work that is about to be handed in. As long as it is held, nobody sweeps the copy away.
#[derive(Debug, Default)]
pub struct Taken {
    copy: Option<HandedIn>,
}

impl Taken {
    /// Keeps what the work is now, which takes as long as reading the folder does. Nothing is kept where there is
    /// nothing to be judged, or nothing to judge it against.
    pub fn of(task: &Task, project: &Project, folders: &Folders) -> Result<Self, Failure> {
        let is_at_work = matches!(task.state, TaskState::InProgress { phase: Phase::Working, .. });
        if !is_at_work || task.contract.asks_for_nothing() {
            return Ok(Self::default());
        }
        let kept;
        let base = match (&folders.base, &task.base) {
            (Some(base), _) => base.as_path(),
            (None, Some(base)) => {
                kept = Bases::new(project.root(), &project.state_folder()).open(base)?;
                kept.path()
            }
            (None, None) => return Ok(Self::default()),
        };
        let result = match &folders.result {
            Some(result) => result.clone(),
            None => places::of(project, &task.id)?.root().to_owned(),
        };
        let copy = all(project).keep(&task.id, &task.contract, (base, &result))?;
        if task.base.is_some() && copy.base_id() != task.base {
            // Nobody could judge it, and it would stay where it is.
            return Err(Refusal::OtherBase { task: task.id.clone() }.into());
        }
        Ok(Self { copy: Some(copy) })
    }

    /// The command by which it is handed in.
    pub fn submit(&self, submission: Submission) -> TaskCommand {
        let handed_in = self.copy.as_ref().and_then(HandedIn::tree_id);
        TaskCommand::Submit { submission, handed_in }
    }

    /// What was seen of the very same bytes, if they failed the contract that stands and nothing has become of the task
    /// since. That a check may see something else the next time is no way to a pass, and no attempt is used up by asking.
    pub async fn failed_before(
        &self,
        store: &SqlStore,
        task: &Task,
    ) -> Result<Option<(u32, Timestamp, Evidence)>, Failure> {
        let Some(mine) = self.copy.as_ref().and_then(HandedIn::tree_id) else { return Ok(None) };
        let last = task.attempts.last().and_then(|attempt| attempt.handed_in.as_ref());
        if last != Some(&mine) {
            return Ok(None);
        }
        show::failed_since(store, &task.id).await
    }

    /// Refuses if another one, of the same builder in the same moment, was quicker with something else.
    pub fn refuse_other(&self, task: &Task) -> Result<(), Failure> {
        let Some(mine) = self.copy.as_ref().map(HandedIn::tree_id) else { return Ok(()) };
        match waiting(task).is_some_and(|attempt| attempt.handed_in != mine) {
            true => Err(Failure::BeingJudged { task: task.id.clone() }),
            false => Ok(()),
        }
    }
}

/// What was seen of the very same work of whoever asks, which is then not handed in a second time. Whose it is not is told so
/// by handing it in.
pub async fn failed_before(
    desk: &Desk,
    task: &Task,
    taken: &Taken,
) -> Result<Option<(u32, Timestamp, Evidence)>, Failure> {
    match is_own(desk, task).await? {
        true => taken.failed_before(desk.engine.store(), task).await,
        false => Ok(None),
    }
}

/// Whether the work is that of whoever asks, or of one of their minions.
pub async fn is_own(desk: &Desk, task: &Task) -> Result<bool, Failure> {
    let Some(builder) = task.builder() else { return Ok(false) };
    let (team, _) = desk.engine.store().shared_team().await?;
    Ok(team.lineage(builder).any(|up| up == desk.session.actor()))
}

/// Refuses to take what the folder holds now for what was handed in and is being judged.
pub fn refuse_changed(task: &Task, project: &Project) -> Result<(), Failure> {
    let (Some(tree), Some(base)) = (handed_in(task), &task.base) else { return Ok(()) };
    // Without the copy, whoever judges it sees whether the folder stands in for it.
    let Some(copy) = copy_of(task, project)? else { return Ok(()) };
    let base = Bases::new(project.root(), &project.state_folder()).open(base)?;
    let place = places::of(project, &task.id)?;
    let work = Work {
        contract: &task.contract,
        base: base.path(),
        folder: place.root(),
        tree,
        copy: Some(&copy),
    };
    match departures(&work, &[], &[])?.is_none() {
        true => Ok(()),
        false => Err(Failure::BeingJudged { task: task.id.clone() }),
    }
}

/// Sends work back that nobody here can judge as it was handed in, now or later: its copy is lost, its contract holds
/// without it, or what is needed to judge it is not there. Whether it was such.
pub async fn send_back(
    engine: &Engine,
    runner: &Session,
    task: &Task,
    why: &Failure,
    fence: Option<Fence>,
) -> Result<bool, Failure> {
    let is_hopeless = matches!(
        why,
        Failure::HandedInGone { .. }
            | Failure::Verify(
                VerifyError::Vacuous
                    | VerifyError::OtherBase
                    | VerifyError::NotPrepared { .. }
                    | VerifyError::SandboxMissing(_)
            )
    );
    if !is_hopeless || waiting(task).is_none_or(|attempt| attempt.work.is_some()) {
        return Ok(false);
    }
    let conflict = Statement::new(why.to_string())?;
    let back = [Command::Task(task.id.clone(), TaskCommand::ReturnConflict { conflict })];
    match fence {
        Some(fence) => engine.execute_under(runner, &back, fence).await?,
        None => engine.execute(runner, &back).await?,
    };
    Ok(true)
}

/// Hands the work in, unless that was done. Only its builder can; the engine sees to it.
pub async fn hand_in(
    desk: &Desk,
    id: &TaskId,
    taken: &Taken,
    summary: Option<Statement>,
) -> Result<(), Failure> {
    let task = super::judging::task(desk, id).await?;
    if matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. }) {
        return taken.refuse_other(&task);
    }
    let summary = match summary {
        Some(summary) => summary,
        None => Statement::new("handed in to be verified")?,
    };
    let submission = Submission { summary, files_changed: Vec::new() };
    desk.execute(&[Command::Task(id.clone(), taken.submit(submission))]).await?;
    Ok(())
}

/// The copy of what waits to be judged; nothing where there is none.
pub fn copy_of(task: &Task, project: &Project) -> Result<Option<HandedIn>, Failure> {
    let Some(tree) = handed_in(task) else { return Ok(None) };
    match all(project).open(&task.id, tree) {
        Err(HandInError::Gone { .. }) => Ok(None),
        opened => Ok(Some(opened?)),
    }
}

/// Likewise of a folder, where the copy is gone: it may still hold the very same, and nothing else is taken for it.
/// Nothing where the work was handed in without a copy.
pub fn same_in(
    task: &Task,
    project: &Project,
    folders: (&Path, &Path),
) -> Result<Option<HandedIn>, Failure> {
    let Some(tree) = handed_in(task) else { return Ok(None) };
    let all = all(project);
    let now = all.keep(&task.id, &task.contract, folders)?;
    if now.tree_id().as_ref() == Some(tree) {
        return Ok(Some(now));
    }
    drop(now);
    all.sweep(&task.id, None)?;
    Err(Failure::HandedInGone { task: task.id.clone() })
}

fn handed_in(task: &Task) -> Option<&TreeId> {
    waiting(task)?.handed_in.as_ref()
}

fn waiting(task: &Task) -> Option<&Attempt> {
    let waits = matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. });
    task.attempts.last().filter(|_| waits)
}

/// Removes what is kept of a task and waits for nobody to judge or to confirm it. What it was is remembered as long as
/// others' work waits.
pub async fn clear(store: &SqlStore, project: &Project, id: &TaskId) -> Result<(), Failure> {
    let task = store.task(id).await?.map(|(task, _)| task);
    // One that this journal does not know is another one's.
    let is_needed =
        |task: &Task| waiting(task).is_some() || confirming::unconfirmed(task).is_some();
    let Some(task) = task.filter(|task| !is_needed(task)) else { return Ok(()) };
    let all = all(project);
    aside(move || {
        let last = task.attempts.last().and_then(|attempt| attempt.handed_in.as_ref());
        Ok(all.sweep(&task.id, last)?)
    })
    .await
}

/// Likewise of all tasks.
pub async fn clear_all(store: &SqlStore, project: &Project) -> Result<(), Failure> {
    for id in all(project).tasks()? {
        clear(store, project, &id).await?;
    }
    Ok(())
}

fn all(project: &Project) -> HandIns {
    HandIns::new(&project.state_folder())
}
