//! What a run needs of the project: a journal, a runner, workers as actors, and everyone's work in their hands.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};

use countersign_core::{
    ActorId, ActorKind, Command, Hat, Phase, Task, TaskCommand, TaskId, TaskState, TeamCommand,
};
use countersign_engine::run::EscalationDesk;
use countersign_engine::{EngineError, MintedToken, Session, mint, now};
use countersign_store::{SqlStore, StoreError};

use super::picking::Workers;
use super::selection;
use crate::commands::duration::Lifetime;
use crate::commands::init;
use crate::config::Project;
use crate::context::{Context, Desk, current_folder};
use crate::failure::Failure;
use crate::runners;
use crate::workshop::Owner;

/// The tokens of workers are given to nobody.
const UNUSED: Lifetime = Lifetime::days(1);
/// How many tasks are handed out in one record of the journal.
const BATCH: usize = 500;
/// How often it is looked again because another machine was faster.
const TRIES: u32 = 20;

/// Whether there is a journal with somebody in it. Without one, what is wrong with a command line leaves nothing behind.
pub async fn is_there(context: &Context<'_>) -> Result<bool, Failure> {
    match Project::joined(&current_folder()?)? {
        Some(project) => Ok(!is_unborn(context, &project).await?),
        None => Ok(false),
    }
}

/// The project of this folder, made now if there is none.
pub async fn project(context: &Context<'_>) -> Result<Project, Failure> {
    let current = current_folder()?;
    let found = Project::joined(&current)?;
    let root = found.as_ref().map_or_else(|| top_level(&current), |found| found.root().to_owned());
    if let Some(project) = found
        && !is_unborn(context, &project).await?
    {
        return Ok(project);
    }
    let project = Project::to_make(&root, context.globals.store.as_deref())?;
    // One at a time: who comes second joins what the first has made.
    let _turn = turn(&project)?;
    match init::make(context, &project, None, false).await {
        Ok(made) => {
            let notice = format!("{} leads a new journal in {}", made.owner, root.display());
            context.printer.notice(&notice);
        }
        Err(Failure::AlreadyInitialised { .. }) => {}
        Err(failure) => return Err(failure),
    }
    Ok(project)
}

/// Whether only the settings are there, as after a clone, or a journal that nobody leads yet.
async fn is_unborn(context: &Context<'_>, project: &Project) -> Result<bool, Failure> {
    if context.globals.store.is_some() || !project.is_embedded() {
        return Ok(false);
    }
    match SqlStore::open(&project.store_url()).await {
        Ok(store) => Ok(store.team().await?.0.actors.is_empty()),
        Err(StoreError::NotAStore) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// The folder of the repository that this one is in, or this one.
pub fn top_level(current: &Path) -> PathBuf {
    let top = current.ancestors().find(|folder| folder.join(".git").exists());
    top.unwrap_or(current).to_owned()
}

/// Held while tasks are stored and handed out, so that two runs of one folder do not both do it.
pub fn turn(project: &Project) -> Result<File, Failure> {
    init::make_state_folder(project)?;
    let path = project.state_folder().join("run.lock");
    let failed = |source| Failure::File { what: "lock", path: path.clone(), source };
    let file = File::create(&path).map_err(failed)?;
    file.lock().map_err(failed)?;
    Ok(file)
}

pub async fn runner(context: &Context<'_>, desk: &Desk) -> Result<Session, Failure> {
    if let Some(session) = runners::of_this_machine(desk).await? {
        return Ok(session);
    }
    let session = runners::add(desk).await?;
    context.printer.notice(&format!("{} is the runner of this machine", session.actor()));
    Ok(session)
}

/// Hands out what nobody has yet, and to a worker that was asked for by name also what lies idle with another one.
/// The tasks as they are then.
pub async fn hand_out(
    desk: &Desk,
    ids: &[TaskId],
    workers: &Workers,
    owner: &Owner,
) -> Result<Vec<Task>, Failure> {
    let store = desk.engine.store();
    let is_alone = owner.is_alone();
    for _ in 0..TRIES {
        let tasks = selection::load_versions(ids, store).await?;
        let mut handing = Vec::new();
        let (mut used, mut first) = (BTreeSet::new(), BTreeSet::new());
        let mut one_off = Vec::new();
        for (task, version) in &tasks {
            let idle = is_alone && lies_idle(task, workers, desk, owner).await?;
            let open = matches!(task.state, TaskState::Pending) || idle;
            if !open || task.question.is_some() {
                let Some(builder) = task.builder().filter(|_| is_in_hand(task)) else { continue };
                if workers.is_worker(builder.as_str()) && !workers.has(builder.as_str()) {
                    one_off.push(task.id.clone());
                }
                // Whether it can be started is for the run to see: what is not in its hands goes on without it.
                used.insert(builder.clone());
                continue;
            }
            let mut chain = workers.chain(task.id.as_str(), &task.labels)?.into_iter();
            let Some(to) = chain.next() else { continue };
            let then: Vec<ActorId> = chain.collect();
            first.insert(to.clone());
            used.extend([to.clone()].into_iter().chain(then.iter().cloned()));
            let assign = TaskCommand::Assign { to, then, note: None };
            handing.push((Command::Task(task.id.clone(), assign), (task.id.clone(), *version)));
        }
        if !one_off.is_empty() {
            return Err(Failure::OneOff { tasks: one_off });
        }
        workers.refuse_missing(&first, handing.len() < tasks.len())?;
        join_team(desk, used.into_iter().filter(|name| workers.has(name.as_str())).collect())
            .await?;
        if assign(desk, &handing).await? {
            return selection::load(ids, store).await;
        }
    }
    Err(EngineError::Contended { attempts: TRIES }.into())
}

/// A command with the task and the version that it rests on.
type Handing = (Command, (TaskId, u64));

/// Whether all were still as they were seen: what another machine has handed out meanwhile stays where it is.
async fn assign(desk: &Desk, handing: &[Handing]) -> Result<bool, Failure> {
    for batch in handing.chunks(BATCH) {
        let (commands, seen): (Vec<Command>, BTreeMap<TaskId, u64>) = batch.iter().cloned().unzip();
        match desk.engine.execute_as_seen(&desk.session, &commands, &seen).await {
            Err(EngineError::Moved { .. }) => return Ok(false),
            outcome => outcome?,
        };
    }
    Ok(true)
}

/// Whether it is with another worker than the one who was asked for, and nobody is at it.
async fn lies_idle(
    task: &Task,
    workers: &Workers,
    desk: &Desk,
    owner: &Owner,
) -> Result<bool, Failure> {
    if !is_for_another(task, workers)? {
        return Ok(false);
    }
    let lease = desk.engine.store().lease(&task.id).await?;
    Ok(lease.is_none_or(|lease| lease.until < now() || owner.is_gone(&lease.owner)))
}

/// Whether it is with another worker than the one who was asked for and who would have it.
pub fn is_for_another(task: &Task, workers: &Workers) -> Result<bool, Failure> {
    let (Some(asked), Some(builder)) = (workers.asked(), task.builder()) else { return Ok(false) };
    let is_another = builder.as_str() != asked && workers.is_worker(builder.as_str());
    if !is_another || !is_in_hand(task) {
        return Ok(false);
    }
    let chain = workers.chain(task.id.as_str(), &task.labels)?;
    Ok(chain.first().is_some_and(|first| first.as_str() == asked))
}

/// In the hands of someone who has not handed it in.
pub fn is_in_hand(task: &Task) -> bool {
    matches!(
        task.state,
        TaskState::Assigned { .. } | TaskState::InProgress { phase: Phase::Working, .. }
    )
}

/// The escalation command of the settings, and everyone whom it can hand work to on the team.
pub async fn escalation(desk: &Desk, project: &Project) -> Result<Option<EscalationDesk>, Failure> {
    let settings = project.run();
    if settings.escalate.is_none() {
        return Ok(None);
    }
    let mut names = BTreeSet::new();
    for name in project.own_workers() {
        names.insert(ActorId::new(name.clone())?);
    }
    join_team(desk, names).await?;
    let session = runners::escalation(desk).await?;
    Ok(Some(EscalationDesk { session, times: settings.escalations.unwrap_or(1) }))
}

/// Each worker is an agent of the team that may build and fix.
pub async fn join_team(desk: &Desk, names: BTreeSet<ActorId>) -> Result<(), Failure> {
    let (team, _) = desk.engine.store().team().await?;
    for actor in names {
        match team.actors.get(&actor) {
            Some(known) if known.kind == ActorKind::Agent => {}
            Some(known) => {
                return Err(Failure::Usage(format!(
                    "{actor} is a {} of the team, and no worker can be called so",
                    known.kind.name()
                )));
            }
            None => {
                let MintedToken { token, .. } = mint(UNUSED.from(now()))?;
                let hats = BTreeSet::from([Hat::Builder, Hat::Fixer]);
                let kind = ActorKind::Agent;
                let add = TeamCommand::AddActor { actor, kind, hats, token };
                desk.execute(&[Command::Team(add)]).await?;
            }
        }
    }
    Ok(())
}
