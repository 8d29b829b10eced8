//! Five tasks through real worker processes, in a small real repository. What is run is what a person would run: this
//! program, command by command.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::commands::STORE_VARIABLE;
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::identity::{CONFIG_VARIABLE, TOKEN_VARIABLE};
use crate::output::Page;

/// The tasks and the worker of one language.
struct Set {
    tasks: [(&'static str, &'static str); 5],
    worker: (&'static str, &'static str),
    /// What is in the repository before.
    before: &'static [(&'static str, &'static str)],
}

const PYTHON: Set = Set {
    tasks: [
        ("TASK-1.md", include_str!("python/TASK-1.md")),
        ("TASK-2.md", include_str!("python/TASK-2.md")),
        ("TASK-3.md", include_str!("python/TASK-3.md")),
        ("TASK-4.md", include_str!("python/TASK-4.md")),
        ("TASK-5.md", include_str!("python/TASK-5.md")),
    ],
    worker: ("worker.py", include_str!("python/worker.py")),
    before: &[("shop/__init__.py", ""), ("tests/__init__.py", ""), ("README.md", "# Shop\n")],
};

/// For machines without Python.
const SHELL: Set = Set {
    tasks: [
        ("TASK-1.md", include_str!("shell/TASK-1.md")),
        ("TASK-2.md", include_str!("shell/TASK-2.md")),
        ("TASK-3.md", include_str!("shell/TASK-3.md")),
        ("TASK-4.md", include_str!("shell/TASK-4.md")),
        ("TASK-5.md", include_str!("shell/TASK-5.md")),
    ],
    worker: ("worker.sh", include_str!("shell/worker.sh")),
    before: &[("README.md", "# Scripts\n")],
};

pub fn run(context: &Context<'_>) -> Result<Ending, Failure> {
    let set = if answers("python3") { PYTHON } else { SHELL };
    let stage = Stage::set(context, &set)?;
    stage.say(&[
        "Five tasks, each with a contract, and one worker process for each. TASK-2 is given to a liar, TASK-3 to one that",
        "edits the tests, and TASK-4 to one that forgets something. Nobody believes what they say.",
    ])?;
    // Something is blocked, so this ends with 1, as it would for anyone.
    stage.countersign(&["run", "../tasks", "--worker-cmd", &stage.worker], &[0, 1])?;
    stage.say(&["The two that were caught wait for a person:"])?;
    stage.countersign(&["inbox"], &[0, 3])?;
    stage.say(&["What was accepted is on a branch of its own; yours was not touched:"])?;
    stage.git(&["log", "--oneline", "--graph", "countersign/integration"])?;
    let folder = stage.project.display();
    stage.say(&[
        "It is all still there. To look closer:",
        &format!("  cd {folder} && export {CONFIG_VARIABLE}={}", stage.config.display()),
        "  countersign show TASK-3                  what the checks saw",
        "  countersign report --html > report.html  the whole run on one page",
        "  countersign doctor                       every record of the journal, checked again",
        "",
        "On your own repository:",
        "  countersign run tasks/ --worker claude",
        "",
        "Who may approve and verify what: countersign demo duties",
    ])?;
    Ok(Ending::Done)
}

struct Stage<'a, 'c> {
    context: &'a Context<'c>,
    program: PathBuf,
    project: PathBuf,
    config: PathBuf,
    worker: String,
}

impl<'a, 'c> Stage<'a, 'c> {
    fn set(context: &'a Context<'c>, set: &Set) -> Result<Self, Failure> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| Failure::File { what: "make", path, source }
        };
        let program = std::env::current_exe().map_err(|source| Failure::Runtime { source })?;
        let place = std::env::temp_dir();
        let folder = tempfile::Builder::new().prefix("countersign-demo-").tempdir_in(&place);
        // It stays: the commands to look closer are about it.
        let folder = folder.map_err(failed(&place))?.keep();
        let (project, tasks) = (folder.join("project"), folder.join("tasks"));
        let write = |path: &Path, text: &str| {
            let parent = path.parent().unwrap_or(&folder);
            fs::create_dir_all(parent).and_then(|()| fs::write(path, text)).map_err(failed(path))
        };
        for (name, text) in set.before {
            write(&project.join(name), text)?;
        }
        for (name, text) in set.tasks {
            write(&tasks.join(name), text)?;
        }
        let worker = folder.join(set.worker.0);
        write(&worker, set.worker.1)?;
        let may_run = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&worker, may_run).map_err(failed(&worker))?;
        let worker = worker.display().to_string();
        let config = folder.join("config");
        let stage = Self { context, program, project, config, worker };
        for arguments in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "Begin"]] {
            let named = ["-c", "user.name=You", "-c", "user.email=you@example.com"];
            stage.quiet(Command::new("git").args(named).args(arguments))?;
        }
        Ok(stage)
    }

    fn say(&self, lines: &[&str]) -> Result<(), Failure> {
        if self.context.printer.is_json() {
            return Ok(());
        }
        let mut page = Page::default();
        page.line("");
        lines.iter().for_each(|line| page.line(line));
        self.context.printer.write(&page.into_text())
    }

    /// This program itself, as a person would call it, with its output shown as it comes.
    fn countersign(&self, arguments: &[&str], expected: &[i32]) -> Result<(), Failure> {
        self.say(&[&format!("$ countersign {}", arguments.join(" "))])?;
        let mut command = Command::new(&self.program);
        command.args(arguments).env(CONFIG_VARIABLE, &self.config);
        command.env_remove(TOKEN_VARIABLE).env_remove(STORE_VARIABLE);
        if self.context.printer.is_json() {
            command.arg("--json");
        }
        self.shown(&mut command, expected)
    }

    /// For people only: a machine has been told all of it.
    fn git(&self, arguments: &[&str]) -> Result<(), Failure> {
        if self.context.printer.is_json() {
            return Ok(());
        }
        self.shown(Command::new("git").arg("--no-pager").args(arguments), &[0])
    }

    fn shown(&self, command: &mut Command, expected: &[i32]) -> Result<(), Failure> {
        let status = command.current_dir(&self.project).stdin(Stdio::null()).status();
        let status = status.map_err(|source| Failure::Runtime { source })?;
        if status.code().is_some_and(|code| expected.contains(&code)) {
            return Ok(());
        }
        Err(Failure::Demo(format!("{:?} ended with {status}", command.get_program())))
    }

    fn quiet(&self, command: &mut Command) -> Result<(), Failure> {
        let output = command.current_dir(&self.project).output();
        let output =
            output.map_err(|source| Failure::Demo(format!("git cannot be run: {source}")))?;
        if output.status.success() {
            return Ok(());
        }
        Err(Failure::Demo(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// Whether a program is there and works.
fn answers(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
