//! A project with secrets around it, and a worker in the middle.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;

use countersign_runner::closed::ClosedFiles;
use countersign_runner::jail::{Cancel, Launcher, Limits};
use countersign_runner::verify::Tools;
use countersign_runner::worker::{
    Assignment, Audience, CommandLine, Heard, LIMITS, Place, Profile, Worked, WorkerError, work,
};

pub use crate::jail::cast::launcher;

pub struct Site {
    _keep: tempfile::TempDir,
    pub root: PathBuf,
    pub place: Place,
    pub limits: Limits,
}

/// What must not be read, by where it lies, and what is in each of them.
pub const SECRETS: [&str; 8] = [
    "project/.countersign/journal.db",
    "project/.countersign/areas/other/answer",
    "project/.git/config",
    "project/tasks/hidden.md",
    "tasks/hidden.md",
    "config/owners/owner.token",
    "cache/rooms/room/test_hidden.py",
    "home/.ssh/id",
];
pub const SECRET: &str = "s3cret";

impl Site {
    pub fn new() -> Self {
        let keep = tempfile::tempdir().unwrap();
        let root = keep.path().canonicalize().unwrap();
        for path in SECRETS {
            write(&root.join(path), SECRET);
        }
        let area = root.join("project/.countersign/areas/mine");
        fs::create_dir_all(&area).unwrap();
        write(&root.join("project/node_modules/left/index.js"), "packages");
        let closed = ["project", "project/.countersign", "config", "cache", "later"];
        let place = Place {
            area,
            aside: root.join("project/.countersign/asides/mine"),
            home: root.join("home"),
            closed: closed.map(|folder| root.join(folder)).to_vec(),
            closed_files: ClosedFiles::new([root.join("tasks/hidden.md")]),
            dependencies: vec![root.join("project/node_modules")],
            tools: tools(),
            spares: Arc::default(),
        };
        let limits = Limits { time: Duration::from_secs(60), processes: 200, ..LIMITS };
        Self { _keep: keep, root, place, limits }
    }

    pub fn area(&self) -> &Path {
        &self.place.area
    }

    pub fn work(&self, profile: &Profile, brief: &str) -> Worked {
        self.attended(profile, brief, None, &mut |_| {}).unwrap()
    }

    pub fn shell(&self, script: &str) -> Worked {
        self.work(&shell(script), "the brief\n")
    }

    pub fn attended(
        &self,
        profile: &Profile,
        brief: &str,
        cancel: Option<&Cancel>,
        tell: &mut dyn FnMut(Heard<'_>),
    ) -> Result<Worked, WorkerError> {
        self.launched(&launcher(), profile, brief, Audience { tell, cancel })
    }

    pub fn launched(
        &self,
        launcher: &Launcher,
        profile: &Profile,
        brief: &str,
        audience: Audience<'_>,
    ) -> Result<Worked, WorkerError> {
        work(launcher, &self.assignment(profile, brief), audience)
    }

    pub fn assignment<'a>(&'a self, profile: &'a Profile, brief: &'a str) -> Assignment<'a> {
        Assignment { profile, place: &self.place, brief, limits: self.limits }
    }
}

pub fn shell(script: &str) -> Profile {
    Profile::custom("mine", CommandLine::Shell(script.to_owned()))
}

pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Asking the machine for its tools takes a moment, and they are the same for all.
fn tools() -> Tools {
    static TOOLS: OnceLock<Tools> = OnceLock::new();
    let nowhere = || Tools::of_this_machine(Path::new("/nowhere"), Path::new("/nowhere"));
    TOOLS.get_or_init(nowhere).clone()
}
