//! A registered task, judged: against what was there when it was started, by a runner of this machine.

use std::path::{Path, PathBuf};

use countersign_contract::brief::{brief, contract_in_words};
use countersign_core::{
    Command, Evidence, PathNote, Phase, Refusal, Task, TaskCommand, TaskId, TaskState, Verdict,
};
use countersign_engine::{Engine, EngineError, Session, seal};
use countersign_runner::area::{Base, Bases, HandedIn};
use countersign_runner::jail::Cancel;
use countersign_runner::verify::{Case, Kept, Machine, Stage, Verified, verify};
use countersign_store::Fence;

use super::verdicts::Verdicts;
use super::{begun, handing_in, places};
use crate::commands::show;
use crate::config::Project;
use crate::context::Desk;
use crate::failure::Failure;
use crate::machine::{self, Wanted};
use crate::trust::Door;

/// What is said while anything is looked at that is hidden from workers.
pub const HIDDEN_STAGE: &str = "hidden checks";

/// Which folders are compared, where they are not those that the task and the project name.
#[derive(Debug, Clone, Default)]
pub struct Folders {
    pub base: Option<PathBuf>,
    pub result: Option<PathBuf>,
}

/// All that is needed to look at the work, found before anyone looks.
#[derive(Debug)]
pub struct Judgement {
    pub task: Task,
    base: PathBuf,
    /// Where the work was looked for.
    pub result: PathBuf,
    /// What was handed in, where a copy of it is kept.
    handed_in: Option<HandedIn>,
    machine: Machine,
    /// What was not committed when the work was begun.
    uncommitted: Vec<PathNote>,
    /// As long as it is held, nobody sweeps it away.
    kept: Option<Base>,
    /// What is committed where the base lies, if it is a folder that a person named.
    committed: Vec<String>,
}

impl Judgement {
    pub fn of(
        task: Task,
        project: &Project,
        folders: &Folders,
        wanted: Wanted,
        door: &Door,
    ) -> Result<Self, Failure> {
        let mut kept = None;
        let base = match (&folders.base, &task.base) {
            (Some(base), _) => base.clone(),
            (None, Some(base)) => {
                let bases = Bases::new(project.root(), &project.state_folder());
                kept.insert(bases.open(base)?).path().to_owned()
            }
            (None, None) => return Err(Failure::NoBase { task: task.id }),
        };
        // What a worker of a run delivered lies in the run's own folders: another one would be judged for it.
        if folders.result.is_none()
            && matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. })
            && task.attempts.last().is_some_and(|attempt| attempt.work.is_some())
        {
            return Err(Failure::WithARun { task: task.id });
        }
        let copy = match &folders.result {
            Some(_) => None,
            None => handing_in::copy_of(&task, project)?,
        };
        let result = match (&folders.result, &copy) {
            (Some(result), _) => result.clone(),
            // What is judged does not lie there, so it may be gone.
            (None, Some(_)) => places::of(project, &task.id)
                .map_or_else(|_| project.root().to_owned(), |place| place.root().to_owned()),
            (None, None) => places::of(project, &task.id)?.root().to_owned(),
        };
        let (base, result) = if base.starts_with(project.state_folder()) {
            // What is kept of the base lies in the state folder, of which no tree has a part.
            (base, result.canonicalize().unwrap_or(result))
        } else {
            two_folders(&base, &result)?
        };
        let handed_in = match copy {
            None if folders.result.is_none() => {
                handing_in::same_in(&task, project, (&base, &result))?
            }
            copy => copy,
        };
        // A run's base holds what earlier workers left in it, and no worker writes to the person's folder.
        let is_of_run = result.starts_with(real(&project.state_folder()));
        let settings = match door {
            Door::Persons if is_of_run => Some(project.clone()),
            Door::Persons | Door::Agents { .. } => door.settings(project, &base)?,
        };
        let machine =
            machine::of(settings.as_ref(), (&base, &result), vec![project.state_folder()], wanted)?;
        let uncommitted = begun::noted(project, &task)?;
        let is_named = folders.base.is_some();
        let committed = if is_named { begun::committed_paths(&base) } else { Vec::new() };
        Ok(Self { task, base, result, handed_in, machine, uncommitted, kept, committed })
    }

    /// The same, ended without a verdict as soon as the rope is pulled.
    pub fn until(mut self, rope: Option<Cancel>) -> Self {
        self.machine.cancel = rope;
        self
    }

    /// The same, with what somebody who read the work says of it.
    #[must_use]
    pub fn told(mut self, verdicts: &Verdicts) -> Self {
        self.machine.told = verdicts.about(&self.task);
        self
    }

    /// Looks, which takes as long as the checks do.
    pub fn look(&self, tell: &dyn Fn(Stage<'_>)) -> Result<Verified, Failure> {
        let contract = &self.task.contract;
        let brief = brief(self.task.title.as_str(), &self.task.brief, contract);
        let in_words = contract_in_words(contract);
        let mut seen = verify(&self.machine, &self.case(&brief, &in_words), tell)?;
        seen.room.uncommitted.clone_from(&self.uncommitted);
        Ok(seen)
    }

    fn case<'a>(&'a self, brief: &'a str, in_words: &'a str) -> Case<'a> {
        Case {
            contract: &self.task.contract,
            brief,
            in_words,
            base: &self.base,
            result: &self.result,
            kept: Kept {
                base: self.kept.as_ref().map(Base::id),
                result: false,
                committed: &self.committed,
            },
            handed_in: self.handed_in.as_ref(),
            today: jiff::Zoned::now().date(),
            worker: None,
            until: None,
        }
    }

    /// Records what was seen of the attempt that was looked at; with a fence only if its lease was not lost. The copy of
    /// it is let go of.
    pub async fn record(
        self,
        engine: &Engine,
        runner: &Session,
        seen: Verified,
        fence: Option<Fence>,
    ) -> Result<(Task, Evidence), Failure> {
        let evidence = seal(seen.observations, Some(seen.room))?;
        let attempt = self.task.attempt_number();
        let record = TaskCommand::RecordEvidence { attempt, evidence: evidence.clone() };
        let record = [Command::Task(self.task.id.clone(), record)];
        let recorded = match fence {
            Some(fence) => engine.execute_under(runner, &record, fence).await,
            None => engine.execute(runner, &record).await,
        };
        let Err(failure) = recorded else { return Ok((self.task, evidence)) };
        let is_late = matches!(
            failure,
            EngineError::Refused(Refusal::WrongState { .. } | Refusal::StaleEvidence { .. })
        );
        // Somebody else, who judged the same meanwhile, was first: what was recorded counts.
        match show::last_judged(engine.store(), &self.task.id, Some(attempt)).await? {
            Some((_, _, evidence)) if is_late && evidence.verdict() != Verdict::Undecided => {
                Ok((self.task, evidence))
            }
            _ => Err(failure.into()),
        }
    }
}

/// Refuses to judge a task by settings that the owner has not confirmed.
pub fn refuse_unconfirmed(task: &Task, project: &Project, door: &Door) -> Result<(), Failure> {
    let is_at_work = matches!(task.state, TaskState::InProgress { phase: Phase::Working, .. });
    let base = task.base.as_ref().filter(|_| is_at_work && !task.contract.asks_for_nothing());
    let Some(base) = base else { return Ok(()) };
    let base = Bases::new(project.root(), &project.state_folder()).open(base)?;
    door.settings(project, base.path()).map(|_| ())
}

pub async fn task(desk: &Desk, id: &TaskId) -> Result<Task, Failure> {
    show::task(desk.engine.store(), id).await
}

/// Neither folder may be a part of the other.
pub fn two_folders(base: &Path, result: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    let (base, result) = (folder(base)?, folder(result)?);
    if base.starts_with(&result) || result.starts_with(&base) {
        return Err(Failure::Usage(
            "base and result are to be two folders, and neither in the other".into(),
        ));
    }
    Ok((base, result))
}

fn folder(path: &Path) -> Result<PathBuf, Failure> {
    let unreadable = |source| Failure::Unreadable { path: path.to_owned(), source };
    let whole = path.canonicalize().map_err(unreadable)?;
    if !whole.is_dir() {
        return Err(Failure::Usage(format!("{} is not a folder", path.display())));
    }
    Ok(whole)
}

/// What is being done, for whoever waits.
pub fn in_words(stage: Stage<'_>) -> String {
    if stage.is_hidden() {
        return HIDDEN_STAGE.to_owned();
    }
    match stage {
        Stage::Scanning => "looking at base and result".to_owned(),
        Stage::Probing(criterion) => format!("on the base: {}", criterion.description),
        Stage::Checking(criterion) => format!("checking: {}", criterion.description),
        Stage::Again(criterion) => format!("once more: {}", criterion.description),
        Stage::Twins => "the same tests with wrong expectations".to_owned(),
        Stage::Asking(criterion) => format!("asking: {}", criterion.description),
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
