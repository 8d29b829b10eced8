//! Beginning the work: what is in the folder where it will be done is kept, since the work will be judged against it.

use std::collections::BTreeMap;

use countersign_core::{
    ActorId, ActorKind, Attempt, Command, Task, TaskCommand, TaskId, TaskState, TreeId,
};
use countersign_engine::{Done, EngineError};
use countersign_runner::area::Bases;
use countersign_store::SqlStore;

use super::places;
use crate::config::Project;
use crate::context::Desk;
use crate::failure::Failure;
use crate::open_work::OpenWork;

/// How often it is looked again at a task that changes all the time.
const LOOKS: u32 = 10;

/// Begins it where the project lies; without one, nothing is kept.
pub async fn start(desk: &Desk, project: Option<&Project>, id: &TaskId) -> Result<Done, Failure> {
    let store = desk.engine.store();
    let command = |base| [Command::Task(id.clone(), TaskCommand::Start { base })];
    let Some(project) = project else { return desk.execute(&command(None)).await };
    for _ in 0..LOOKS {
        let Some((task, version)) = store.task(id).await? else {
            return desk.execute(&command(None)).await;
        };
        if !is_ready(store, &task, desk.session.actor()).await? {
            // It will be refused, and nobody's folder is copied for that.
            let seen = BTreeMap::from([(id.clone(), version)]);
            match desk.engine.execute_as_seen(&desk.session, &command(None), &seen).await {
                Err(EngineError::Moved { .. }) => continue,
                outcome => return Ok(outcome?),
            }
        }
        places::refuse_taken(store, project, desk.session.actor()).await?;
        let base = match task.contract.asks_for_nothing() {
            true => None,
            false => {
                let bases = Bases::new(project.root(), &project.state_folder());
                let keep = move || match first_base(&task) {
                    Some(first) => bases.open(first).map(|base| base.id().clone()),
                    None => bases.keep(&task.contract),
                };
                let kept = tokio::task::spawn_blocking(keep).await;
                Some(kept.map_err(|died| Failure::Runtime { source: died.into() })??)
            }
        };
        // Before it is begun, so that no crash leaves it without; and after it, since another one with the same token
        // may have tried to begin it elsewhere.
        places::put(project, id)?;
        let done = desk.execute(&command(base)).await?;
        places::put(project, id)?;
        let actor = done.board.team.actor(desk.session.actor());
        if actor.is_some_and(|actor| actor.kind == ActorKind::Agent) {
            // Without it, only a journal that is taken away would go unnoticed by the Stop hook.
            let _ = OpenWork::new(store.id(), desk.session.actor(), project).note();
        }
        return Ok(done);
    }
    Err(EngineError::Contended { attempts: LOOKS }.into())
}

/// What the work was begun on, where it is begun again: what was done to the folder since then, to its tests above all,
/// is part of the work and not of what it is compared with. A run's workers have folders of their own.
fn first_base(task: &Task) -> Option<&TreeId> {
    let is_a_runs = |attempt: &Attempt| attempt.work.is_some();
    let only_runs = !task.attempts.is_empty() && task.attempts.iter().all(is_a_runs);
    task.base.as_ref().filter(|_| !only_runs)
}

/// Whether that actor can begin it now.
pub async fn is_ready(store: &SqlStore, task: &Task, actor: &ActorId) -> Result<bool, Failure> {
    if !matches!(&task.state, TaskState::Assigned { builder } if builder == actor) {
        return Ok(false);
    }
    for on in &task.depends_on {
        if !store.task(on).await?.is_some_and(|(task, _)| task.is_completed()) {
            return Ok(false);
        }
    }
    Ok(true)
}
