//! Beginning the work: what is in the folder where it will be done is kept, since the work will be judged against it.
//! Whoever begins something has the turn in that folder (`places::turn`).

use std::collections::BTreeMap;

use countersign_core::{
    ActorId, ActorKind, Attempt, Command, Phase, Task, TaskCommand, TaskId, TaskState, TreeId,
};
use countersign_engine::{Done, EngineError};
use countersign_runner::area::Bases;
use countersign_store::{Order, SqlStore, TaskQuery};

use super::{aside, begun, places};
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
        refuse_second(store, project, &task, desk.session.actor()).await?;
        let base = match task.contract.asks_for_nothing() {
            true => None,
            false => {
                let bases = Bases::new(project.root(), &project.state_folder());
                let project = project.clone();
                let keep = move || match first_base(&task) {
                    Some(first) => Ok(bases.open(first)?.id().clone()),
                    None => {
                        let committed = begun::committed_paths(project.root());
                        let base = bases.open(&bases.keep(&task.contract, &committed)?)?;
                        begun::note(&project, &task, &base)?;
                        Ok(base.id().clone())
                    }
                };
                Some(aside(keep).await?)
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

/// Refuses a second task in a folder in which the first is not handed in: what is half done of one would be in the result
/// of the other. What asks for nothing leaves nothing there that is judged.
async fn refuse_second(
    store: &SqlStore,
    project: &Project,
    task: &Task,
    actor: &ActorId,
) -> Result<(), Failure> {
    let is_at_work = |other: &Task| {
        matches!(other.state, TaskState::InProgress { phase: Phase::Working, .. })
            && !other.contract.asks_for_nothing()
            && other.id != task.id
            && places::of(project, &other.id).is_ok_and(|begun| begun.root() == project.root())
    };
    let mut query = TaskQuery {
        builder: Some(actor.clone()),
        states: vec!["in_progress".to_owned()],
        order: Order::Since,
        ..TaskQuery::default()
    };
    while !task.contract.asks_for_nothing() {
        let page = store.tasks(&query).await?;
        query.after = page.last().map(|listed| listed.position);
        if let Some(first) = page.iter().find(|listed| is_at_work(&listed.item)) {
            let (task, folder) = (first.item.id.clone(), project.root().to_owned());
            return Err(Failure::AtWork { task, folder });
        }
        if page.len() < query.limit as usize {
            break;
        }
    }
    Ok(())
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
