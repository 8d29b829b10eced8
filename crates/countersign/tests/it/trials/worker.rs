//! The fake worker at work, and the end of everything that it has started.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Every process of a worker has this in its environment, whatever session it is in.
const MARK: &str = "COUNTERSIGN_TRIAL";

/// The executable, which cargo puts beside the one under test.
pub fn program() -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_countersign")).parent().unwrap();
    let program = beside.join("examples/fake-worker");
    assert!(
        program.is_file(),
        "{} is missing: cargo build -p countersign --example fake-worker",
        program.display()
    );
    program
}

pub fn list() -> String {
    let output = Command::new(program()).args(["--list", "--json"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A worker that has ended, and what it may have left running.
pub struct Worked {
    mark: String,
}

/// Where a worker works, and what it finds around it.
pub struct Place<'a> {
    pub area: &'a Path,
    pub home: &'a Path,
    pub temporary: &'a Path,
    pub cache: &'a Path,
}

/// Has the worker work. It is told the task, without what is hidden from it.
pub fn work(behaviour: &str, place: &Place<'_>, brief: &str) -> Worked {
    // The folder's name is random, and so nobody else's.
    let mark = format!("{MARK}={}", place.area.display());
    let mut worker = Command::new(program())
        .arg(behaviour)
        .current_dir(place.area)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", place.home)
        .env("TMPDIR", place.temporary)
        .env("XDG_CACHE_HOME", place.cache)
        .env(MARK, place.area)
        .envs(toolchains())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A worker that reads nothing is no fault of the test.
    let _ = worker.stdin.take().unwrap().write_all(brief.as_bytes());
    let output = worker.wait_with_output().unwrap();
    assert!(output.status.success(), "{behaviour}: {output:?}");
    Worked { mark }
}

/// Where rustup and cargo keep what is theirs: the worker has another home, and the same tools.
fn toolchains() -> impl Iterator<Item = (&'static str, PathBuf)> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    [("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo")].into_iter().filter_map(
        move |(name, below)| {
            let there = std::env::var_os(name).map(PathBuf::from);
            Some((name, there.or_else(|| Some(home.as_ref()?.join(below)))?))
        },
    )
}

impl Worked {
    /// Ends every process that the worker has left, as a capture does before it looks.
    pub fn end(&self) {
        loop {
            let left = self.processes();
            if left.is_empty() {
                return;
            }
            for process in left {
                let mut kill = Command::new("kill");
                // One that is gone by now needs no end.
                let _ = kill.args(["-KILL", &process]).stderr(Stdio::null()).status();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn is_alive(&self) -> bool {
        !self.processes().is_empty()
    }

    /// Whether it has left a process. One that is just becoming another program shows no environment for a
    /// moment, so it is looked for more than once.
    pub fn stays(&self) -> bool {
        (0..400).any(|_| {
            let is_alive = self.is_alive();
            if !is_alive {
                std::thread::sleep(Duration::from_millis(5));
            }
            is_alive
        })
    }

    fn processes(&self) -> Vec<String> {
        let all = fs::read_dir("/proc").unwrap().flatten();
        let names = all.filter_map(|entry| entry.file_name().into_string().ok());
        names
            .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
            .filter(|name| {
                let environment = fs::read(format!("/proc/{name}/environ")).unwrap_or_default();
                environment.split(|byte| *byte == 0).any(|one| one == self.mark.as_bytes())
            })
            .collect()
    }
}

impl Drop for Worked {
    fn drop(&mut self) {
        self.end();
    }
}
