//! A project folder, a configuration folder and a store; and the binary at work in them.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use countersign_testkit::ThrowawayPostgres;
use serde_json::Value;

/// What one run of the binary gave.
#[derive(Debug)]
pub struct Outcome {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Outcome {
    pub fn ok(self) -> Self {
        assert_eq!(self.code, 0, "{self:#?}");
        self
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:#?}"))
    }

    /// The failure that `--json` prints on standard error.
    pub fn error(&self) -> Value {
        let value: Value =
            serde_json::from_str(&self.err).unwrap_or_else(|e| panic!("{e}: {self:#?}"));
        value["error"].clone()
    }

    pub fn refused_by(&self, rule: &str) {
        assert_eq!(self.error()["code"], rule, "{self:#?}");
        assert_eq!(self.error()["exit"], self.code, "{self:#?}");
    }
}

pub struct World {
    pub folder: tempfile::TempDir,
    pub config: tempfile::TempDir,
    postgres: Option<(ThrowawayPostgres, String)>,
    tokens: BTreeMap<String, String>,
}

impl World {
    /// A folder in which nothing has happened yet.
    pub fn bare() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            config: tempfile::tempdir().unwrap(),
            postgres: None,
            tokens: BTreeMap::new(),
        }
    }

    /// An initialised project on SQLite, led by ada.
    pub fn sqlite() -> Self {
        Self::bare().initialised()
    }

    /// An initialised project on a PostgreSQL server of its own, led by ada.
    pub fn postgres() -> Self {
        let server = ThrowawayPostgres::start();
        let url = server.create_database();
        let mut world = Self::bare();
        world.postgres = Some((server, url));
        world.initialised()
    }

    fn initialised(self) -> Self {
        let mut args = vec!["init", "--owner", "ada"];
        let url = self.url();
        if let Some(url) = &url {
            args.extend(["--store", url]);
        }
        self.run(&args).ok();
        self
    }

    /// The usual people: bob builds, eve tests, rex reviews, ci runs contracts.
    pub fn with_team(mut self) -> Self {
        self.add("bob", &["--kind", "agent", "--hat", "builder"]);
        self.add("eve", &["--kind", "agent", "--hat", "tester"]);
        self.add("rex", &["--kind", "agent", "--hat", "reviewer"]);
        self.add("ci", &["--kind", "runner"]);
        self
    }

    pub fn add(&mut self, name: &str, options: &[&str]) {
        let args = [&["actor", "add", name, "--json"], options].concat();
        let token = self.run(&args).ok().json()["token"].as_str().unwrap().to_owned();
        self.tokens.insert(name.to_owned(), token);
    }

    pub fn url(&self) -> Option<String> {
        self.postgres.as_ref().map(|(_, url)| url.clone())
    }

    pub fn token(&self, who: &str) -> &str {
        &self.tokens[who]
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A new folder outside of the project.
    pub fn folder_beside(&self, name: &str) -> PathBuf {
        let folder = self.config.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        folder
    }

    pub fn database_file(&self) -> PathBuf {
        self.path().join(".countersign/journal.db")
    }

    /// The binary with nothing of the tester's own environment.
    pub fn command<S: AsRef<OsStr>>(&self, args: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command
            .args(args)
            .current_dir(self.path())
            .env_clear()
            .env("USER", "Ada Lovelace")
            .env("COUNTERSIGN_CONFIG_DIR", self.config.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs as the owner.
    pub fn run<S: AsRef<OsStr>>(&self, args: &[S]) -> Outcome {
        finish(self.command(args), None)
    }

    /// Runs as someone else, by token.
    pub fn run_as<S: AsRef<OsStr>>(&self, who: &str, args: &[S]) -> Outcome {
        let mut command = self.command(args);
        if who != "ada" {
            command.env("COUNTERSIGN_TOKEN", self.token(who));
        }
        finish(command, None)
    }

    pub fn run_with_input(&self, who: &str, args: &[&str], input: &str) -> Outcome {
        let mut command = self.command(args);
        if who != "ada" {
            command.env("COUNTERSIGN_TOKEN", self.token(who));
        }
        finish(command, Some(input))
    }

    /// A runner records that every criterion was found so.
    pub fn record(&self, task: &str, finding: &str) -> Outcome {
        let shown = self.run(&["task", "show", task, "--json"]).ok().json();
        let observations: Vec<Value> = shown["contract"]["criteria"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|criterion| criterion["timing"] == "immediate")
            .map(|criterion| {
                let exit = if finding == "pass" { "success" } else { "lost" };
                let mut seen = serde_json::json!({ "criterion": criterion["id"], "finding": finding,
                    "reason": format!("found {finding}"), "exit": exit });
                // Tests of which none ran are no pass.
                if finding == "pass" && criterion["check"] == "tests" {
                    seen["tests"] = serde_json::json!({ "it works": "passed" });
                }
                seen
            })
            .collect();
        let attempt = &shown["attempt"];
        let input =
            serde_json::json!({ "attempt": attempt, "observations": observations }).to_string();
        self.run_with_input("ci", &["task", "record", task, "--evidence", "-", "--json"], &input)
    }

    /// A task of bob's that has come as far as review.
    pub fn task_in_review(&self, title: &str) -> String {
        let args = ["task", "create", title, "--run", "test -d .", "--assign", "bob", "--json"];
        let id = self.run(&args).ok().json()["id"].as_str().unwrap().to_owned();
        self.run_as("bob", &["task", "start", &id]).ok();
        self.run_as("bob", &["task", "submit", &id, "--summary", "done"]).ok();
        self.record(&id, "pass").ok();
        id
    }

    pub fn state(&self, task: &str) -> String {
        let shown = self.run(&["task", "show", task, "--json"]).ok().json();
        shown["state"].as_str().unwrap().to_owned()
    }
}

/// Runs it to its end.
pub fn finish(mut command: Command, input: Option<&str>) -> Outcome {
    if input.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
    if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
        stdin.write_all(input.as_bytes()).unwrap();
    }
    let output = child.wait_with_output().unwrap();
    Outcome {
        code: output.status.code().expect("the binary ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs a test once on each database.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[$attr:meta])* fn $name:ident($world:ident: World) $body:block)*) => {
        mod sqlite {
            #[allow(unused_imports)]
            use super::*;
            $($(#[$attr])* #[test] fn $name() { let $world = $crate::world::World::sqlite(); $body })*
        }
        mod postgres {
            #[allow(unused_imports)]
            use super::*;
            $($(#[$attr])* #[test] fn $name() { let $world = $crate::world::World::postgres(); $body })*
        }
    };
}
