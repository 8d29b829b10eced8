//! A stand-in until the real workshop is there: it refuses to open.

use std::collections::BTreeMap;
use std::path::PathBuf;

use countersign_core::{Task, TaskId, TreeId};
use countersign_engine::run::{
    Ended, Judged, Landed, Prepared, Run, WorkOrder, Workshop, WorkshopError,
};
use countersign_runner::worker::Profile;

use crate::config::Project;
use crate::failure::Failure;

#[derive(Debug)]
pub struct Here {}

#[derive(Debug)]
pub struct Setup<'a> {
    pub project: &'a Project,
    pub profiles: BTreeMap<String, Profile>,
    pub closed_files: Vec<PathBuf>,
    pub allow_vacuous: bool,
}

impl Here {
    pub fn open(setup: Setup<'_>) -> Result<Self, Failure> {
        let Setup { project, profiles, closed_files, allow_vacuous } = setup;
        let _ = (project, profiles, closed_files, allow_vacuous);
        Err(Failure::Usage("this build cannot run tasks".into()))
    }

    pub fn owner(&self) -> &str {
        ""
    }

    pub fn integration_branch(&self) -> String {
        String::new()
    }

    pub fn deliver(&self) -> Result<String, Failure> {
        Err(Failure::Usage("this build cannot run tasks".into()))
    }

    pub fn results(&self) -> Option<PathBuf> {
        None
    }
}

fn nothing<T>() -> Result<T, WorkshopError> {
    Err(WorkshopError { what: "this build cannot run tasks".to_owned() })
}

impl Workshop for Here {
    fn prepare(&self, _: &Task, _: bool) -> Result<Prepared, WorkshopError> {
        nothing()
    }

    fn work(&self, _: &WorkOrder<'_>, _: &Run<'_>) -> Result<Ended, WorkshopError> {
        nothing()
    }

    fn base_of(&self, _: &Task) -> Result<TreeId, WorkshopError> {
        nothing()
    }

    fn judge(&self, _: &Task, _: &Run<'_>) -> Result<Judged, WorkshopError> {
        nothing()
    }

    fn land(&self, _: &Task, _: &Judged) -> Result<Landed, WorkshopError> {
        nothing()
    }

    fn clear(&self, _: &TaskId) {}

    fn is_gone(&self, _: &str) -> bool {
        false
    }
}
