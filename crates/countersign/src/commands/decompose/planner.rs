//! A worker that plans: in a jail like any other, in a copy of the folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use countersign_contract::decompose::FOLDER;
use countersign_core::Exit;
use countersign_runner::closed::ClosedFiles;
use countersign_runner::verify::Tools;
use countersign_runner::worker::{
    Assignment, Audience, LIMITS, Outcome, Place, Profile, walls, work,
};
use tempfile::TempDir;

use super::folder::{self, Found};
use crate::commands::run::Workers;
use crate::config::Project;
use crate::context::current_folder;
use crate::failure::Failure;
use crate::output::words::last_words;
use crate::workshop::out_of_time;
use crate::{identity, machine};

/// How a planner's run ended.
#[derive(Debug)]
pub enum Ended {
    /// Whatever it left is judged.
    Attempt(String),
    /// It did not get to it, and may when it is asked later.
    RateLimited,
    /// Likewise, when it begins anew.
    ContextOverflow,
    CameToNothing(String),
}

#[derive(Debug)]
pub struct Planner {
    profile: Profile,
    require_sandbox: bool,
    root: PathBuf,
    /// Where the plan goes in the end.
    out: PathBuf,
    folder: TempDir,
}

impl Planner {
    pub fn new(workers: &Workers, project: Option<&Project>, out: &Path) -> Result<Self, Failure> {
        let name = workers.asked().unwrap_or_default();
        let profile = workers.profiles.get(name).cloned();
        let profile = profile.ok_or_else(|| Failure::NobodyWorks { task: "the plan".into() })?;
        let root = match project {
            Some(project) => project.root().to_owned(),
            None => current_folder()?,
        };
        let above = machine::cache_folder().join("plans");
        let failed = |source| Failure::File { what: "make", path: above.clone(), source };
        std::fs::create_dir_all(&above).map_err(failed)?;
        let folder = tempfile::Builder::new().prefix("plan-").tempdir_in(&above).map_err(failed)?;
        let planner = Self {
            profile,
            require_sandbox: project.is_some_and(Project::require_sandbox),
            root,
            out: out.to_owned(),
            folder,
        };
        planner.lay()?;
        Ok(planner)
    }

    /// A copy of the folder to work in.
    fn lay(&self) -> Result<(), Failure> {
        folder::copy(&self.root, &self.area(), &self.out)?;
        let tasks = self.tasks();
        std::fs::create_dir_all(&tasks).map_err(|source| Failure::File {
            what: "make",
            path: tasks,
            source,
        })
    }

    /// Nothing of what it did before is there any more.
    pub fn begin_anew(&self) -> Result<(), Failure> {
        let area = self.area();
        std::fs::remove_dir_all(&area).map_err(|source| Failure::File {
            what: "remove",
            path: area,
            source,
        })?;
        self.lay()
    }

    fn area(&self) -> PathBuf {
        self.folder.path().join("area")
    }

    fn tasks(&self) -> PathBuf {
        self.area().join(FOLDER)
    }

    /// One run of the worker. All its processes are dead when this returns.
    pub fn work(&self, brief: &str) -> Result<Ended, Failure> {
        let launcher = machine::launcher()?;
        let place = self.place();
        let assignment =
            Assignment { profile: &self.profile, place: &place, brief, limits: LIMITS };
        let stopped =
            |why: String| Failure::PlannerStopped { worker: self.profile.name.clone(), why };
        if self.require_sandbox {
            let (_, missing) =
                walls(&launcher, &assignment).map_err(|error| stopped(error.to_string()))?;
            if let Some((layer, why)) = missing.iter().next() {
                return Err(stopped(format!(
                    "this machine does not raise every wall around a worker ({layer:?}: {why}), and \
                     require_sandbox is set"
                )));
            }
        }
        let before = self.files()?;
        let audience = Audience { tell: &mut |_| (), cancel: None };
        let worked =
            work(&launcher, &assignment, audience).map_err(|error| stopped(error.to_string()))?;
        if worked.exit == Exit::Failure(127) && self.files()?.is_empty() {
            let said = last_words(&worked.said);
            let said = said.lines().last().unwrap_or_default().trim();
            return Err(stopped(format!("its shell found no such program ({said})")));
        }
        // Words are no more than a claim, and what was written is there to be judged.
        let is_report = worked.trouble.is_some();
        let is_attempt = !is_report && self.files()? != before;
        Ok(match worked.outcome {
            Outcome::RateLimited | Outcome::ContextOverflow if is_attempt => {
                Ended::Attempt("crashed".to_owned())
            }
            Outcome::Finished => Ended::Attempt("finished".to_owned()),
            Outcome::Crashed => Ended::Attempt("crashed".to_owned()),
            Outcome::TimedOut if self.files()?.is_empty() => {
                Ended::CameToNothing(out_of_time(&self.profile.name, &self.profile))
            }
            Outcome::TimedOut => Ended::Attempt("timed_out".to_owned()),
            Outcome::RateLimited => Ended::RateLimited,
            Outcome::LoggedOut => Ended::CameToNothing("it is not logged in".to_owned()),
            Outcome::ContextOverflow => Ended::ContextOverflow,
            Outcome::Lost | Outcome::Cancelled => {
                Ended::CameToNothing(worked.stopped.unwrap_or_else(|| "it was lost".to_owned()))
            }
        })
    }

    pub fn files(&self) -> Result<Vec<Found>, Failure> {
        folder::read(&self.tasks())
    }

    /// Leaves the plan where it is.
    pub fn keep(self) -> PathBuf {
        let tasks = self.tasks();
        let _ = self.folder.keep();
        tasks
    }

    fn place(&self) -> Place {
        let mut closed = vec![self.root.clone(), machine::cache_folder()];
        closed.extend(identity::secret_folders());
        let home = etcetera::home_dir().unwrap_or_else(|_| PathBuf::from("/nonexistent"));
        let area = self.area();
        Place {
            tools: Tools::of_this_machine(&self.root, &area),
            aside: self.folder.path().join("aside"),
            area,
            home,
            closed,
            closed_files: ClosedFiles::default(),
            dependencies: Vec::new(),
            spares: Arc::default(),
        }
    }
}
