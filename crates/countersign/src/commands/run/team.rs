//! What a run needs of the project: a journal, a runner, workers as actors, and everyone's work in their hands.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use countersign_core::{
    ActorId, ActorKind, Command, Hat, Task, TaskCommand, TaskState, TeamCommand,
};
use countersign_engine::run::EscalationDesk;
use countersign_engine::{MintedToken, Session, mint, now};
use countersign_store::{SqlStore, StoreError};

use super::picking::Workers;
use crate::commands::duration::Lifetime;
use crate::commands::init;
use crate::config::Project;
use crate::context::{Context, Desk, current_folder};
use crate::failure::Failure;
use crate::runners;

/// The tokens of workers are given to nobody.
const UNUSED: Lifetime = Lifetime::days(1);
/// How many tasks are handed out in one record of the journal.
const BATCH: usize = 500;

/// The project of this folder, made now if there is none.
pub async fn project(context: &Context<'_>) -> Result<Project, Failure> {
    let current = current_folder()?;
    let found = Project::find(&current)?;
    if let Some(project) = found
        && !is_unborn(context, &project).await?
    {
        return Ok(project);
    }
    let root = match Project::find(&current)? {
        Some(project) => project.root().to_owned(),
        None => top_level(&current),
    };
    let project = Project::to_make(&root, context.globals.store.as_deref())?;
    let made = init::make(context, &project, None, false).await?;
    context.printer.notice(&format!("{} leads a new journal in {}", made.owner, root.display()));
    Ok(project)
}

/// Whether only the settings are there, as after a clone.
async fn is_unborn(context: &Context<'_>, project: &Project) -> Result<bool, Failure> {
    if context.globals.store.is_some() || !project.is_embedded() {
        return Ok(false);
    }
    match SqlStore::open(&project.store_url()).await {
        Ok(_) => Ok(false),
        Err(StoreError::NotAStore) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// The folder of the repository that this one is in, or this one.
fn top_level(current: &Path) -> PathBuf {
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

/// Hands out what nobody has yet. What is in the hands of someone stays there.
pub async fn hand_out(desk: &Desk, tasks: &[Task], workers: &Workers) -> Result<(), Failure> {
    let mut commands = Vec::new();
    let mut used = BTreeSet::new();
    for task in tasks {
        let open = matches!(task.state, TaskState::Pending) && task.question.is_none();
        if !open {
            continue;
        }
        let mut chain = workers.chain(task.id.as_str(), &task.labels)?.into_iter();
        let Some(to) = chain.next() else { continue };
        let then: Vec<ActorId> = chain.collect();
        used.extend([to.clone()].into_iter().chain(then.iter().cloned()));
        let assign = TaskCommand::Assign { to, then, note: None };
        commands.push(Command::Task(task.id.clone(), assign));
    }
    join_team(desk, used).await?;
    for batch in commands.chunks(BATCH) {
        desk.execute(batch).await?;
    }
    Ok(())
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
