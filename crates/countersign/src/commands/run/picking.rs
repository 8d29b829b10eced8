//! Who works on a task: the task itself, the table of the settings, the command line, the settings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::OnceLock;

use countersign_core::{ActorId, label};
use countersign_runner::worker::{CommandLine, Profile};

use super::team::top_level;
use crate::config::{FILE_NAME, Project, RunSection};
use crate::context::current_folder;
use crate::failure::Failure;

/// What a worker of the command line is called that was given no name.
pub const ONE_OFF: &str = "command";
/// What is said of a task that is in its hands.
pub const ONLY_ANOTHER_LINE: &str = "its worker was known to another command line alone; go on with --worker-cmd 'LINE' or \
                                     --worker NAME, which gets it then";

/// Every worker by its name, as far as the settings can be read.
pub fn names_here() -> Vec<String> {
    let project = current_folder().and_then(|folder| Project::joined(&folder)).ok().flatten();
    let workers = Workers::new(project.as_ref(), None, None);
    workers.map(|workers| workers.profiles.into_keys().collect()).unwrap_or_default()
}

/// Why a worker of the settings could not be started on this machine, if so.
pub fn cannot_start(project: &Project, worker: &str) -> Option<String> {
    let profiles = project.profiles().ok()?;
    let missing = profiles.get(worker)?.refuse_missing(project.root(), &home());
    missing.err().map(|why| why.to_string())
}

fn home() -> PathBuf {
    etcetera::home_dir().unwrap_or_else(|_| "/nonexistent".into())
}

/// What a task's source says of it.
type Labels = BTreeMap<String, String>;

/// Every worker that there is, and what says who works.
#[derive(Debug)]
pub struct Workers {
    pub profiles: BTreeMap<String, Profile>,
    asked: Option<String>,
    settings: RunSection,
    /// The folder from which paths in their commands start.
    root: PathBuf,
    hands: OnceLock<BTreeMap<String, Option<String>>>,
}

impl Workers {
    pub fn new(
        project: Option<&Project>,
        worker: Option<&str>,
        command: Option<&str>,
    ) -> Result<Self, Failure> {
        let mut profiles = match project {
            Some(project) => project.profiles()?,
            None => Profile::BUILT_IN
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), Profile::built_in(name)?)))
                .collect(),
        };
        let mut asked = worker.map(ToOwned::to_owned);
        let folder = current_folder()?;
        let root = project.map_or_else(|| top_level(&folder), |found| found.root().to_owned());
        if let Some(line) = command {
            let command = CommandLine::Shell(line.to_owned()).seen_from(&folder, &root);
            profiles.insert(ONE_OFF.to_owned(), Profile::custom(ONE_OFF, command));
            asked = Some(ONE_OFF.to_owned());
        }
        let settings = project.map(|project| project.run().clone()).unwrap_or_default();
        let all = Self { profiles, asked, settings, root, hands: OnceLock::new() };
        all.check()?;
        Ok(all)
    }

    /// Every name that is said must be one, whether a task asks for it today or not.
    fn check(&self) -> Result<(), Failure> {
        let of_file = |key: &str| format!("{key} in {FILE_NAME}");
        if let Some(asked) = &self.asked {
            self.known(asked, "--worker")?;
        }
        if let Some(worker) = &self.settings.worker {
            self.known(worker, &of_file("[run] worker"))?;
        }
        for name in &self.settings.fallback {
            self.known(name, &of_file("[run] fallback"))?;
        }
        for (name, place) in self.settings.pick.names() {
            self.known(&name, &of_file(&place))?;
        }
        Ok(())
    }

    fn known(&self, name: &str, place: &str) -> Result<(), Failure> {
        if self.profiles.contains_key(name) {
            return Ok(());
        }
        let known = self.profiles.keys().cloned().collect();
        Err(Failure::NoWorker { name: name.to_owned(), place: place.to_owned(), known })
    }

    /// Who was asked for on the command line.
    pub fn asked(&self) -> Option<&str> {
        self.asked.as_deref()
    }

    /// Refuses what nobody would begin: who was asked for is not there, or none of those who come first is. Where some are,
    /// or others go on, what the missing ones have is left by itself, with a card.
    pub fn refuse_missing(
        &self,
        first: &BTreeSet<ActorId>,
        others_go_on: bool,
    ) -> Result<(), Failure> {
        let missing = || first.iter().filter(|name| self.why_missing(name.as_str()).is_some());
        let nobody_begins = !others_go_on && missing().count() == first.len();
        let asked = missing().find(|name| Some(name.as_str()) == self.asked());
        let refused = asked.or_else(|| missing().next().filter(|_| nobody_begins));
        match refused.and_then(|name| self.profiles.get(name.as_str())) {
            Some(profile) => {
                profile.refuse_missing(&self.root, &home()).map_err(Failure::CannotStart)
            }
            None => Ok(()),
        }
    }

    /// Every worker by its name, with the reason where it could not be started on this machine.
    pub fn hands(&self) -> &BTreeMap<String, Option<String>> {
        self.hands.get_or_init(|| {
            let home = home();
            let why = |profile: &Profile| profile.refuse_missing(&self.root, &home).err();
            let one = |(name, profile): (&String, &Profile)| {
                (name.clone(), why(profile).map(|why| why.to_string()))
            };
            self.profiles.iter().map(one).collect()
        })
    }

    fn why_missing(&self, name: &str) -> Option<&str> {
        self.hands().get(name)?.as_deref()
    }

    /// What is to be known beforehand of those who could not be started here.
    pub fn notes<'a>(&self, names: impl IntoIterator<Item = &'a ActorId>) -> Vec<String> {
        let names: BTreeSet<&ActorId> = names.into_iter().collect();
        let note = |name: &ActorId| {
            let why = self.why_missing(name.as_str())?;
            Some(format!("note: {why}: what comes to {name} is left, and the rest goes on"))
        };
        names.into_iter().filter_map(note).collect()
    }

    /// Whether it is the name of a worker, also of one that an earlier command line had.
    pub fn is_worker(&self, name: &str) -> bool {
        self.has(name) || name == ONE_OFF
    }

    pub fn has(&self, name: &str) -> bool {
        self.profiles.contains_key(name)
    }

    /// Who works on a task, and who gets it after that, each once. Who was asked for on the command line steps in where the
    /// task or the table names one that could not be started here.
    pub fn chain(&self, name: &str, labels: &Labels) -> Result<Vec<ActorId>, Failure> {
        let mut first = if let Some(own) = labels.get(label::WORKER) {
            self.known(own, &format!("named by {name}"))?;
            vec![own.clone()]
        } else if let Some(choice) = self.settings.pick.of(labels) {
            choice.names()
        } else if let Some(worker) = self.asked.as_ref().or(self.settings.worker.as_ref()) {
            vec![worker.clone()]
        } else {
            return Err(Failure::NobodyWorks { task: name.to_owned() });
        };
        if let (Some(name), Some(asked)) = (first.first_mut(), &self.asked)
            && self.why_missing(name).is_some()
            && self.why_missing(asked).is_none()
        {
            name.clone_from(asked);
        }
        let mut seen = BTreeSet::new();
        let all = first.into_iter().chain(self.settings.fallback.iter().cloned());
        let once = all.filter(|name| seen.insert(name.clone()));
        once.map(|name| Ok(ActorId::new(name)?)).collect()
    }
}
