//! This machine as a workshop: areas in which workers work, rooms in which their work is judged, and the branch on
//! which it lands. What has to outlive a crash lies in the state folder, under the task's name.

mod again;
mod called_for;
mod closing;
mod escalating;
mod judging;
mod keeping;
mod landing;
mod lending;
mod notes;
mod owner;
mod preparing;
mod ropes;
mod settling;
mod together;
mod watched;
mod working;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use countersign_core::{Observation, PathNote, Task, TaskId, TreeId};
use countersign_engine::now;
use countersign_engine::run::{
    EarlierTask, Ended, EscalationReply, Judged, Landed, Prepared, Run, WorkOrder, Workshop,
    WorkshopError,
};
use countersign_runner::area::{Area, Base, SpareAreas, sweep};
use countersign_runner::closed::ClosedFiles;
use countersign_runner::landing::{
    Ahead, Delivered, Forward, Kind, Moved, Oid, Repository, Signature,
};
use countersign_runner::room::{Spares, sweep as sweep_private};
use countersign_runner::worker::Profile;

pub use self::closing::may_hide_tests;
use self::escalating::Escalation;
use self::notes::Notes;
pub use self::notes::folder_of_work;
pub use self::owner::Owner;
pub use self::settling::Settled;
pub use self::together::Contradiction;
use self::together::Together;
pub use self::watched::Watched;
pub use self::working::out_of_time;
use crate::acts::verdicts::Verdicts;
use crate::config::Project;
use crate::failure::Failure;
use crate::machine::Wanted;

const AREAS: &str = "areas";
const ASIDE: &str = "aside";
const RESULTS: &str = "results";

/// What a workshop is opened with.
#[derive(Debug)]
pub struct Setup<'a> {
    pub project: &'a Project,
    /// Workers by name, which is that of their actors.
    pub profiles: BTreeMap<String, Profile>,
    /// Task files, of which workers see nothing but their brief.
    pub closed_files: ClosedFiles,
    pub allow_vacuous: bool,
    /// What somebody says of work that waits for it.
    pub verdicts: Option<Verdicts>,
    pub owner: Owner,
}

/// The workshop on this machine.
pub struct Here {
    root: PathBuf,
    state: PathBuf,
    repository: Repository,
    profiles: BTreeMap<String, Profile>,
    closed_files: ClosedFiles,
    wanted: Wanted,
    /// All that is judged in this run has its rooms in the same folders.
    spares: Arc<Spares>,
    spare_areas: SpareAreas,
    /// The person's own, as they are in their folder. A base has what workers left in it, and that decides nothing.
    settings: Project,
    verdicts: Option<Verdicts>,
    require_sandbox: bool,
    /// How long workers may go on when the run is stopped.
    stop_grace: Duration,
    escalation: Option<Escalation>,
    notes: Notes,
    together: Together,
    owner: Owner,
    uncommitted: Vec<String>,
    /// The work at hand, by task.
    benches: Mutex<BTreeMap<TaskId, Bench>>,
}

/// What is at hand of one task.
struct Bench {
    area: Area,
    /// What the area was made of.
    base: TreeId,
    /// What the work was merged to, if others were accepted meanwhile.
    moved: Option<Moved>,
    /// Where the branch was when everything that was accepted before held with the work.
    keeps: Option<Oid>,
    /// What of the worker's folder is no part of its result, and how many changes that are.
    left_behind: (Vec<PathNote>, usize),
}

impl Bench {
    fn new(area: Area, base: TreeId) -> Self {
        Self { area, base, moved: None, keeps: None, left_behind: (Vec::new(), 0) }
    }
}

impl Here {
    /// Begins the integration branch, or goes on with it, and clears away what dead runs have left.
    pub fn open(setup: Setup<'_>) -> Result<Self, Failure> {
        let Setup { project, profiles, closed_files, allow_vacuous, verdicts, owner } = setup;
        let state = project.state_folder();
        let repository = Repository::open(project.root(), &state)?.closing(closing::CLOSES);
        let begun = repository.begin(&Signature::own(now()))?;
        let notes = Notes::in_folder(state.join(AREAS))?;
        let is_noted = |name: &countersign_runner::area::AreaName| {
            notes.read(&name.task).is_some_and(|note| note.area == name.attempt)
        };
        sweep(&state.join(AREAS), is_noted).map_err(troubled)?;
        // Empty folders, if any.
        let _ = sweep_private(&state.join(ASIDE));
        Ok(Self {
            root: project.root().to_owned(),
            owner,
            together: Together::in_folder(&state),
            state,
            repository,
            profiles,
            closed_files,
            wanted: Wanted { keep: false, allow_vacuous },
            spares: Arc::default(),
            spare_areas: SpareAreas::default(),
            settings: project.clone(),
            verdicts,
            require_sandbox: project.require_sandbox(),
            stop_grace: project.run().stop_grace(),
            escalation: Escalation::of(project),
            notes,
            uncommitted: begun.uncommitted,
            benches: Mutex::default(),
        })
    }

    /// The name under which this run holds its leases.
    pub fn owner(&self) -> &str {
        self.owner.name()
    }

    /// What it holds may stay held: the next run is to know that this one is gone.
    pub fn breaks_off(&self) {
        self.owner.breaks_off();
    }

    pub fn integration_branch(&self) -> String {
        self.repository.integration_branch()
    }

    /// What the person is told before anyone works: that their folder has what HEAD has not, and what becomes of it.
    pub fn of_uncommitted(&self) -> Option<String> {
        let files = self.uncommitted.join(", ");
        (!files.is_empty()).then(|| {
            format!(
                "not committed: {files}. Workers see it, and it is a commit of its own on {}, which is left out \
                 again once you have committed, stashed or dropped it and run again; --land never brings it to your \
                 branch",
                self.integration_branch()
            )
        })
    }

    /// How the person gets what was accepted into their own branch as things are now, as it is typed.
    pub fn way_to_your_branch(&self) -> Result<String, Failure> {
        let branch = self.integration_branch();
        Ok(match self.repository.way_forward()? {
            Forward::Open => format!("git merge --ff-only {branch}"),
            Forward::Apart => "countersign run --land".to_owned(),
            Forward::Uncommitted => {
                "commit or stash what is not committed, then: countersign run --land".to_owned()
            }
            Forward::InTheWay(files) => format!(
                "move away what lies where new files go ({}), then: countersign run --land",
                files.join(", ")
            ),
            Forward::Detached => {
                "switch to the branch that is to have it, then: countersign run --land".to_owned()
            }
        })
    }

    /// Brings what was accepted to the person's own branch and folder. What came of it, in words.
    /// `seen` is what was found to be accepted.
    pub fn deliver(&self, seen: &Ahead) -> Result<String, Failure> {
        Ok(match self.repository.land(seen)? {
            Delivered::Branch { branch, head } => format!("{branch} is at {}", head.as_str()),
            Delivered::Files { written, removed } => {
                let files = if written.len() == 1 { "file" } else { "files" };
                format!("{} {files} written, {} removed", written.len(), removed.len())
            }
            Delivered::Nothing => self.nothing_landed()?,
        })
    }

    fn nothing_landed(&self) -> Result<String, Failure> {
        let left_out = self.repository.left_out()?;
        if left_out.is_empty() {
            return Ok("nothing to land: everything is there already".to_owned());
        }
        let names: Vec<&str> = left_out.iter().map(TaskId::as_str).collect();
        Ok(format!(
            "nothing to land: your branch has the commits of {}, and not what they changed; a merge or a revert of \
             yours left it out (git cherry-pick of the task's branch brings it back)",
            names.join(", ")
        ))
    }

    /// Clears away the bases that no task needs any more, and files that were half written. How many there were; none as long as another run may
    /// need them. `turn` is what runs hold while they begin.
    pub fn sweep_bases(&self, wanted: &BTreeSet<TreeId>, _turn: &File) -> Result<usize, Failure> {
        if !self.owner.is_alone() {
            return Ok(0);
        }
        self.notes.sweep();
        let head = self.repository.head()?;
        let head = head.map(|head| self.repository.base(&head)).transpose()?;
        let at_hand = self.notes.bases();
        let is_wanted = |base: &TreeId| {
            wanted.contains(base)
                || at_hand.contains(base)
                || head.as_ref().is_some_and(|head| head.id() == base)
        };
        Ok(self.repository.bases().sweep(is_wanted)?)
    }

    /// Whether there is work of the task at hand, that could be judged again.
    pub fn has_work_of(&self, task: &TaskId) -> bool {
        self.notes.read(task).is_some()
    }

    /// Where results lie as files, if there is no branch that a person could look at.
    pub fn results(&self) -> Option<PathBuf> {
        (self.repository.kind() == Kind::Shadow).then(|| self.state.join(RESULTS))
    }

    /// Whatever went wrong in a folder that is not there any more has one reason.
    fn or_gone(&self, error: WorkshopError) -> WorkshopError {
        if self.root.is_dir() && self.state.is_dir() {
            return error;
        }
        let gone = if self.root.is_dir() { &self.state } else { &self.root };
        let gone = gone.display();
        WorkshopError::new(format!("{gone} is gone; put it back, then: countersign run"))
    }

    fn areas(&self) -> PathBuf {
        self.state.join(AREAS)
    }

    fn benches(&self) -> MutexGuard<'_, BTreeMap<TaskId, Bench>> {
        // Whoever panicked with it left whole entries behind.
        self.benches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the bench of a task again, if it is not open: after a crash, or in another run.
    fn reopen(&self, task: &TaskId) -> Result<bool, WorkshopError> {
        if self.benches().contains_key(task) {
            return Ok(true);
        }
        let Some(note) = self.notes.read(task) else { return Ok(false) };
        let name = note.area_name(task);
        let Some(area) = Area::open(&self.areas(), &name).map_err(trouble)? else {
            return Ok(false);
        };
        self.benches().insert(task.clone(), Bench::new(area, note.base));
        Ok(true)
    }

    /// Reads something of the bench at hand.
    fn at_bench<T>(&self, task: &TaskId, read: impl Fn(&Bench) -> T) -> Result<T, WorkshopError> {
        let gone = || {
            WorkshopError::new(format!(
                "the work area of {task} is gone; have it done again: countersign retry {task}"
            ))
        };
        if !self.reopen(task)? {
            return Err(gone());
        }
        self.benches().get(task).map(read).ok_or_else(gone)
    }

    /// What cannot be opened or removed now is swept by the next run.
    fn clear_away(&self, task: &TaskId) {
        let _ = self.reopen(task);
        if let Some(bench) = self.benches().remove(task) {
            let _ = bench.area.let_go(&self.spare_areas);
        }
        self.notes.forget(task);
    }

    fn folder_of(&self, task: &TaskId) -> Result<PathBuf, WorkshopError> {
        self.at_bench(task, |bench| bench.area.folder())
    }

    fn base(&self, id: &TreeId) -> Result<Base, WorkshopError> {
        self.repository.reopen(id).map_err(trouble)
    }
}

impl std::fmt::Debug for Here {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Here").field("root", &self.root).finish_non_exhaustive()
    }
}

impl Workshop for Here {
    fn prepare(&self, task: &Task, fresh: bool, run: &Run<'_>) -> Result<Prepared, WorkshopError> {
        self.prepared(task, fresh, run).map_err(|error| self.or_gone(error))
    }

    fn work(&self, order: &WorkOrder<'_>, run: &Run<'_>) -> Result<Ended, WorkshopError> {
        self.worked(order, run).map_err(|error| self.or_gone(error))
    }

    fn base_of(&self, task: &Task) -> Result<TreeId, WorkshopError> {
        self.reopen(&task.id)?;
        if let Some(bench) = self.benches().get_mut(&task.id) {
            (bench.moved, bench.keeps) = (None, None);
        }
        let base = self.at_bench(&task.id, |bench| bench.base.clone());
        base.map_err(|error| self.or_gone(error))
    }

    fn judge(&self, task: &Task, run: &Run<'_>) -> Result<Judged, WorkshopError> {
        self.judged(task, run).map_err(|error| self.or_gone(error))
    }

    fn land(&self, task: &Task, judged: &Judged) -> Result<Landed, WorkshopError> {
        self.landed(task, judged).map_err(|error| self.or_gone(error))
    }

    fn take_back(&self, task: &Task) -> Result<(), WorkshopError> {
        self.taken_back(task).map_err(|error| self.or_gone(error))
    }

    fn broken(
        &self,
        task: &Task,
        judged: &Judged,
        earlier: &[EarlierTask],
        run: &Run<'_>,
    ) -> Result<Vec<Observation>, WorkshopError> {
        self.broken_by(task, judged, earlier, run).map_err(|error| self.or_gone(error))
    }

    fn escalate(&self, task: &Task, run: &Run<'_>) -> Result<EscalationReply, WorkshopError> {
        self.escalated(task, run)
    }

    fn clear(&self, task: &TaskId) {
        self.clear_away(task);
    }

    fn is_gone(&self, owner: &str) -> bool {
        self.owner.is_gone(owner)
    }
}

/// Trouble of this machine, in words.
fn trouble(error: impl std::error::Error) -> WorkshopError {
    let mut what = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !what.contains(&words) {
            what.push_str(&format!(": {words}"));
        }
        cause = error.source();
    }
    WorkshopError::new(what)
}

fn troubled(error: impl std::error::Error) -> Failure {
    Failure::Workshop { what: trouble(error).what }
}

/// Folders of packages that a base has links to.
fn packages(root: &Path) -> Vec<PathBuf> {
    const DEEPEST: usize = 3;
    let mut found = Vec::new();
    let mut open = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let name = entry.file_name();
            let name = name.to_str().unwrap_or_default();
            if !is_folder || name == ".git" || name == crate::config::STATE_FOLDER {
                continue;
            }
            if countersign_runner::tree::is_dependency_folder(name) {
                found.push(entry.path());
            } else if depth < DEEPEST && !name.starts_with('.') {
                open.push((entry.path(), depth + 1));
            }
        }
    }
    found
}

/// Refuses what could not be landed later, before anyone works for it.
pub fn refuse_landing(project: &Project) -> Result<(), Failure> {
    Ok(Repository::open(project.root(), &project.state_folder())?.refuse_landing()?)
}

/// Whether any work was ever accepted here. Nothing is made to find out.
pub fn has_results(project: &Project) -> Result<bool, Failure> {
    Ok(Repository::open(project.root(), &project.state_folder())?.has_results()?)
}
