//! One trial: a fresh copy of the base, the worker in it, and the verifier's answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use countersign_testkit::Pytest;
use serde_json::Value;

use super::table::{Behaviour, Processes};
use super::worker::{Place, program, work};

/// What trials of one test share: a cache, so that a base is probed only once.
pub struct Court {
    folder: tempfile::TempDir,
    user_base: Option<PathBuf>,
}

/// What the verifier made of it.
pub struct Answer {
    pub exit: i32,
    pub verdict: Option<String>,
    pub whole: String,
}

impl Court {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), user_base: None }
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    pub fn trial(&mut self, behaviour: &Behaviour) -> Answer {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fixtures/trials")
            .join(&behaviour.fixture);
        copy(&fixture.join("base"), &at("base"));
        fs::copy(fixture.join(&behaviour.task), at(&behaviour.task)).unwrap();
        if behaviour.fixture == "judged" {
            appoint_evaluator(&at("base"));
        }
        if behaviour.family == "git" {
            make_repository(&at("base"));
        }
        copy(&at("base"), &at("result"));
        for name in ["home", "temporary"] {
            fs::create_dir(at(name)).unwrap();
        }
        let place = Place {
            area: &at("result"),
            home: &at("home"),
            temporary: &at("temporary"),
            cache: &self.cache(),
        };
        let task = fs::read_to_string(at(&behaviour.task)).unwrap();
        let brief = task.split("## Hidden Tests").next().unwrap();
        let worked = work(&behaviour.name, &place, brief);
        match behaviour.processes {
            Processes::None => assert!(!worked.is_alive(), "{}: left a process", behaviour.name),
            Processes::Ended => {
                assert!(worked.stays(), "{}: left no process", behaviour.name);
                worked.end();
            }
            Processes::Alive => assert!(worked.stays(), "{}: left no process", behaviour.name),
        }
        if behaviour.fixture == "python" && self.user_base.is_none() {
            self.user_base = Some(Pytest::installed().user_base);
        }
        self.verify(scratch.path(), &behaviour.task)
    }

    fn verify(&self, scratch: &Path, task: &str) -> Answer {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command
            .args(["verify", "--task", task, "--base", "base", "--result", "result", "--json"])
            .current_dir(scratch)
            .env("XDG_CACHE_HOME", self.cache())
            .env("COUNTERSIGN_CONFIG_DIR", self.folder.path().join("config"))
            .env_remove("COUNTERSIGN_STORE")
            .env_remove("COUNTERSIGN_TOKEN");
        if let Some(user_base) = &self.user_base {
            command.env("PYTHONUSERBASE", user_base);
        }
        Answer::of(&command.output().unwrap())
    }
}

impl Answer {
    fn of(output: &Output) -> Self {
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let said = String::from_utf8_lossy(&output.stderr);
        let answer: Option<Value> = serde_json::from_str(&printed).ok();
        let verdict = answer.as_ref().and_then(|answer| answer["verdict"].as_str());
        Self {
            exit: output.status.code().expect("the verifier ends by itself"),
            verdict: verdict.map(ToOwned::to_owned),
            whole: format!("{printed}\n{said}"),
        }
    }
}

/// The scripted evaluator, in the settings of the trusted base.
fn appoint_evaluator(base: &Path) {
    let path = base.join("countersign.toml");
    let line = format!("'{}' --evaluate", program().display());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(path, format!("{text}\n[evaluator]\ncommand = {line:?}\n")).unwrap();
}

fn make_repository(folder: &Path) {
    let named = ["-c", "user.name=base", "-c", "user.email=base@example.com"];
    // git cleans up in the background after a commit, which would be taken for a process of the worker.
    let quiet = ["config", "maintenance.auto", "false"];
    for arguments in [&["init", "-q"][..], &quiet, &["add", "-A"], &["commit", "-q", "-m", "Base"]]
    {
        let mut git = Command::new("git");
        git.args(named).args(arguments).current_dir(folder);
        let output = git.output().unwrap();
        assert!(output.status.success(), "{git:?}: {output:?}");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
