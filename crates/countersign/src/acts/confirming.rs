//! Approving and verifying. What is confirmed is what was judged, so the folder has to hold that still: whoever
//! confirms looks there. Who has looked at what was judged itself says so by its name.

use std::collections::BTreeMap;
use std::path::PathBuf;

use countersign_core::duty::{self, Act};
use countersign_core::{
    ActorId, ActorKind, Attempt, Basis, Command, Phase, Task, TaskCommand, TaskId, TaskState,
    TreeId,
};
use countersign_engine::{Done, EngineError};
use countersign_runner::area::{
    Base, BaseError, Bases, Departures, HandInError, HandIns, HandedIn, Other, Remembered, Stand,
    Work, Written, departures,
};
use countersign_store::{SqlStore, TaskQuery};

use super::{aside, places};
use crate::commands::setup;
use crate::config::Project;
use crate::context::Desk;
use crate::failure::Failure;

/// How often it is looked again at a task that changes all the time.
const LOOKS: u32 = 10;

/// What was judged of a task that somebody has to confirm yet, and what has become of it.
#[derive(Debug)]
pub struct Judged {
    pub tree: TreeId,
    /// Where the work lies, as far as that is known here.
    pub folder: Option<PathBuf>,
    /// Where the files lie that were judged, each at its own path.
    pub copy: Option<PathBuf>,
    pub departures: Departures,
}

/// A folder that does not hold what was judged.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.in_words())]
pub struct Departed {
    pub task: TaskId,
    /// It waits to be verified, and not to be approved.
    pub is_completed: bool,
    pub tree: TreeId,
    /// Whether what was judged is kept here, so that somebody could look at it.
    pub is_kept: bool,
    folder: Option<PathBuf>,
    departures: Departures,
}

/// What was confirmed.
#[derive(Debug)]
pub struct Confirmation {
    pub done: Done,
    /// Where its files lie, if the folder does not hold them and nobody has to confirm them any more.
    pub kept: Option<PathBuf>,
}

impl From<Done> for Confirmation {
    fn from(done: Done) -> Self {
        Self { done, kept: None }
    }
}

impl Departed {
    fn in_words(&self) -> String {
        const MOST: usize = 5;
        let Self { task, folder, departures, .. } = self;
        let Some(folder) = folder.as_ref().filter(|_| !departures.untold) else {
            return format!(
                "nobody can tell here whether its folder still holds what was judged of {task}"
            );
        };
        let mut paths: Vec<&str> = departures.paths().take(MOST).map(String::as_str).collect();
        if departures.paths().nth(MOST).is_some() {
            paths.push("…");
        }
        format!(
            "{} does not hold what was judged of {task}: changed since then: {}",
            folder.display(),
            paths.join(", ")
        )
    }
}

/// The attempt that somebody has to confirm yet, if its builder handed it in.
pub fn unconfirmed(task: &Task) -> Option<&Attempt> {
    let waits = match &task.state {
        TaskState::Review { .. } => true,
        TaskState::Completed { basis: Basis::Override { .. }, .. } => false,
        TaskState::Completed { .. } => !task.is_settled(),
        TaskState::Pending
        | TaskState::Assigned { .. }
        | TaskState::InProgress { .. }
        | TaskState::Blocked { .. }
        | TaskState::Verified { .. }
        | TaskState::Cancelled { .. } => false,
    };
    task.attempts.last().filter(|attempt| waits && attempt.work.is_none())
}

/// Confirms a task, if its folder holds what was judged, or if that is named and kept.
pub async fn confirm(
    desk: &Desk,
    project: Option<&Project>,
    id: &TaskId,
    command: TaskCommand,
    named: Option<&TreeId>,
) -> Result<Confirmation, Failure> {
    let store = desk.engine.store();
    let act = match command {
        TaskCommand::Verify { .. } => Act::Verify,
        _ => Act::Review,
    };
    let command = [Command::Task(id.clone(), command)];
    for _ in 0..LOOKS {
        let Some((task, version)) = store.task(id).await? else { break };
        let (team, _) = store.shared_team().await?;
        // Who may not is told that, and not what somebody's folder holds.
        let may = duty::permit(act, desk.session.actor(), Some(&task), &team).is_ok();
        let Some(tree) = unconfirmed(&task).filter(|_| may).and_then(|one| one.handed_in.clone())
        else {
            if let Some(named) = named.filter(|_| may) {
                return Err(Failure::NotJudgedSo { task: id.clone(), named: named.clone() });
            }
            break;
        };
        let only = match named {
            Some(named) if *named == tree => only_copy(store, project, &task, &tree).await?,
            Some(named) => {
                return Err(Failure::NotJudgedSo { task: id.clone(), named: named.clone() });
            }
            None => {
                refuse_departures(store, project, &task, &tree).await?;
                None
            }
        };
        let seen = BTreeMap::from([(id.clone(), version)]);
        // Before it is confirmed, so that no crash leaves it to be swept.
        only.as_ref().map_or(Ok(()), HandedIn::stay)?;
        let outcome = desk.engine.execute_as_seen(&desk.session, &command, &seen).await;
        let is_over =
            |done: &Done| done.board.task(id).is_ok_and(|task| unconfirmed(task).is_none());
        let kept = only.filter(|only| {
            let stays = outcome.as_ref().is_ok_and(is_over);
            if !stays {
                only.stay_no_longer();
            }
            stays
        });
        match outcome {
            Err(EngineError::Moved { .. }) => {}
            outcome => {
                return Ok(Confirmation { done: outcome?, kept: kept.map(|only| only.files()) });
            }
        }
    }
    Ok(desk.execute(&command).await?.into())
}

/// The copy of what was judged, where the folder does not hold that. What neither of them holds is not confirmed.
async fn only_copy(
    store: &SqlStore,
    project: Option<&Project>,
    task: &Task,
    tree: &TreeId,
) -> Result<Option<HandedIn>, Failure> {
    let kept = match project.cloned() {
        Some(project) => {
            let (task, tree) = (task.clone(), tree.clone());
            aside(move || copy(&project, &task, &tree)).await?
        }
        None => None,
    };
    let held = refuse_departures(store, project, task, tree).await;
    match kept {
        Some(kept) => Ok(held.is_err().then_some(kept)),
        None => held.map(|()| None),
    }
}

async fn refuse_departures(
    store: &SqlStore,
    project: Option<&Project>,
    task: &Task,
    tree: &TreeId,
) -> Result<(), Failure> {
    let departed = |folder, is_kept, departures| {
        let (task, is_completed) = (task.id.clone(), task.is_completed());
        let tree = tree.clone();
        Failure::NotAsJudged(Box::new(Departed {
            task,
            is_completed,
            tree,
            is_kept,
            folder,
            departures,
        }))
    };
    let untold = Departures { untold: true, ..Departures::default() };
    let Some(project) = project else { return Err(departed(None, false, untold)) };
    match judged(store, project, task).await? {
        Some(judged) if judged.departures.is_none() => Ok(()),
        Some(judged) => Err(departed(judged.folder, judged.copy.is_some(), judged.departures)),
        None => Err(departed(None, false, untold)),
    }
}

/// What was judged of a task that somebody has to confirm yet, compared with its folder. Nothing where there is no such.
pub async fn judged(
    store: &SqlStore,
    project: &Project,
    task: &Task,
) -> Result<Option<Judged>, Failure> {
    let Some(tree) = unconfirmed(task).and_then(|attempt| attempt.handed_in.clone()) else {
        return Ok(None);
    };
    let (at, mine) = (project.clone(), task.clone());
    let judged = aside(move || compared(&at, &mine, tree, &Beside::default())).await?;
    let is_ours_alone = judged.departures.beside.is_empty() || !judged.departures.own.is_empty();
    let Some(folder) = judged.folder.clone().filter(|_| !is_ours_alone) else {
        return Ok(Some(judged));
    };
    let others = others_in(store, project, task, &folder).await?;
    let (team, _) = store.shared_team().await?;
    let agents = team.active().filter(|actor| actor.kind == ActorKind::Agent);
    let agents = agents.map(|actor| actor.id.clone()).collect();
    let beside = Beside { others, agents };
    let (at, mine, tree) = (project.clone(), task.clone(), judged.tree);
    Ok(Some(aside(move || compared(&at, &mine, tree, &beside)).await?))
}

/// What else may have been done in a folder.
#[derive(Debug, Default)]
struct Beside {
    others: Vec<Task>,
    /// For which somebody may have set a program up.
    agents: Vec<ActorId>,
}

/// Other tasks whose work lies in the same folder: those that somebody is at work on, and those of which something was
/// handed in that is remembered here.
async fn others_in(
    store: &SqlStore,
    project: &Project,
    task: &Task,
    folder: &std::path::Path,
) -> Result<Vec<Task>, Failure> {
    let mut others = BTreeMap::new();
    let mut query = TaskQuery { states: vec!["in_progress".to_owned()], ..TaskQuery::default() };
    loop {
        let page = store.tasks(&query).await?;
        query.after = page.last().map(|listed| listed.position);
        let is_last = page.len() < query.limit as usize;
        others.extend(page.into_iter().map(|listed| (listed.item.id.clone(), listed.item)));
        if is_last {
            break;
        }
    }
    for id in HandIns::new(&project.state_folder()).tasks()? {
        if let Some((other, _)) = store.task(&id).await? {
            others.insert(id, other);
        }
    }
    let is_there = |other: &Task| {
        let is_it = |place: Project| real(place.root()) == real(folder);
        other.id != task.id
            && other.base.is_some()
            && places::of(project, &other.id).is_ok_and(is_it)
    };
    Ok(others.into_values().filter(is_there).collect())
}

fn compared(
    project: &Project,
    task: &Task,
    tree: TreeId,
    beside: &Beside,
) -> Result<Judged, Failure> {
    let copy = copy(project, task, &tree)?;
    let lay = copy.as_ref().and_then(HandedIn::from).filter(|folder| folder.is_dir());
    let folder = match lay {
        Some(folder) => Some(folder),
        None => places::of(project, &task.id).ok().map(|place| place.root().to_owned()),
    };
    let files = copy.as_ref().map(HandedIn::files);
    let (Some(at), Some(base)) = (&folder, base(project, task)?) else {
        let departures = Departures { untold: true, ..Departures::default() };
        return Ok(Judged { tree, folder, copy: files, departures });
    };
    let mut accounts = Vec::new();
    for other in &beside.others {
        accounts.extend(Account::of(project, other)?);
    }
    let others: Vec<Other<'_>> = accounts.iter().map(Account::as_other).collect();
    let written = setup::would_write(base.path(), &beside.agents);
    let written = written.into_iter().map(|(path, text)| Written { path, text });
    let work = Work {
        contract: &task.contract,
        base: base.path(),
        folder: at,
        tree: &tree,
        copy: copy.as_ref(),
    };
    let departures = departures(&work, &others, &written.collect::<Vec<_>>())?;
    Ok(Judged { tree, folder, copy: files, departures })
}

/// What another task's work is held against.
struct Account<'a> {
    task: &'a Task,
    base: Base,
    /// What was handed in of it last; absent while somebody is at work on it.
    handed_in: Option<(Remembered, &'a TreeId)>,
}

impl<'a> Account<'a> {
    /// Absent where nobody could say what it has changed.
    fn of(project: &Project, task: &'a Task) -> Result<Option<Self>, Failure> {
        let Some(base) = base(project, task)? else { return Ok(None) };
        if matches!(task.state, TaskState::InProgress { phase: Phase::Working, .. }) {
            return Ok(Some(Self { task, base, handed_in: None }));
        }
        let tree = task.attempts.last().and_then(|attempt| attempt.handed_in.as_ref());
        let Some(tree) = tree else { return Ok(None) };
        let all = HandIns::new(&project.state_folder());
        let remembered = all.remembered(&task.id, tree)?;
        Ok(remembered.map(|it| Self { task, base, handed_in: Some((it, tree)) }))
    }

    fn as_other(&self) -> Other<'_> {
        let stand = match &self.handed_in {
            None => Stand::AtWork,
            Some((it, tree)) if is_confirmed(self.task) => Stand::Confirmed(it, tree),
            Some((it, tree)) => Stand::HandedIn(it, tree),
        };
        Other { contract: &self.task.contract, base: self.base.path(), stand }
    }
}

/// Whether somebody who did not build it has looked at what was handed in last.
fn is_confirmed(task: &Task) -> bool {
    match &task.state {
        TaskState::Verified { .. } => true,
        TaskState::Completed { basis, .. } => match basis {
            Basis::Review { .. } => true,
            Basis::Advisory { approver, .. } | Basis::Skip { approver, .. } => approver.is_some(),
            Basis::Contract { .. } | Basis::Override { .. } => false,
        },
        TaskState::Pending
        | TaskState::Assigned { .. }
        | TaskState::InProgress { .. }
        | TaskState::Blocked { .. }
        | TaskState::Review { .. }
        | TaskState::Cancelled { .. } => false,
    }
}

fn base(project: &Project, task: &Task) -> Result<Option<Base>, Failure> {
    let Some(id) = &task.base else { return Ok(None) };
    match Bases::new(project.root(), &project.state_folder()).open(id) {
        Err(BaseError::Gone { .. }) => Ok(None),
        opened => Ok(Some(opened?)),
    }
}

fn copy(project: &Project, task: &Task, tree: &TreeId) -> Result<Option<HandedIn>, Failure> {
    match HandIns::new(&project.state_folder()).open(&task.id, tree) {
        Err(HandInError::Gone { .. }) => Ok(None),
        opened => Ok(Some(opened?)),
    }
}

fn real(path: &std::path::Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
