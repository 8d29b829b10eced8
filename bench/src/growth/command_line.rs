//! The whole command line, from the start of its process to its end.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::stock::Stock;
use super::{Cost, Shelf, compare};
use crate::sample::median;

const RUNS: u64 = 40;

#[derive(Debug, Clone, Copy)]
enum Act {
    Status,
    Show,
    List,
    Create,
}

impl Act {
    const ALL: [Self; 4] = [Self::Status, Self::Show, Self::List, Self::Create];

    fn name(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Show => "task show",
            Self::List => "task list",
            Self::Create => "task create",
        }
    }

    fn needs_tasks(self) -> bool {
        match self {
            Self::Status | Self::Create => false,
            Self::Show | Self::List => true,
        }
    }

    fn arguments(self, stock: &Stock, run: u64) -> Vec<String> {
        let words = |text: &str| text.split(' ').map(ToOwned::to_owned).collect();
        match self {
            Self::Status => words("status"),
            Self::Show => words(&format!("task show TASK-{}", run * 7919 % stock.tasks + 1)),
            Self::List => words("task list"),
            Self::Create => words("task create Once-more --advisory"),
        }
    }
}

/// The cost of any process of ours, and of what it does.
pub fn measure(shelf: &Shelf) -> (f64, Vec<Cost>) {
    let binary = build();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut floor = Vec::new();
    for _ in 0..RUNS {
        let started = Instant::now();
        run(command(&binary, folder.path()).arg("--version"));
        floor.push(started.elapsed().as_secs_f64() * 1e6);
    }
    let cost = |act: Act| {
        let once = |stock: &Stock, number: u64| {
            let mut command = command(&binary, folder.path());
            command
                .args(act.arguments(stock, number))
                .env("COUNTERSIGN_STORE", &stock.url)
                .env("COUNTERSIGN_TOKEN", &stock.token);
            run(&mut command);
        };
        let (points, grows) = compare(shelf.sizes(act.needs_tasks()), RUNS, once);
        Cost { place: "command line".into(), what: act.name(), strict: false, points, grows }
    };
    let costs = Act::ALL.into_iter().map(cost).collect();
    (median(floor), costs)
}

/// The binary with nothing of the caller's own environment.
fn command(binary: &Path, folder: &Path) -> Command {
    let mut command = Command::new(binary);
    command
        .current_dir(folder)
        .env_clear()
        .env("COUNTERSIGN_CONFIG_DIR", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

fn run(command: &mut Command) {
    let status = command.status().expect("the binary starts");
    assert!(status.success(), "{command:?}: {status}");
}

/// The binary beside this one, made anew if cargo started us: an old one would be measured else.
pub fn build() -> PathBuf {
    let this = std::env::current_exe().expect("this program has a path");
    let binary = this.with_file_name("countersign");
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--locked", "-p", "countersign"]);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        run(build.current_dir(env!("CARGO_MANIFEST_DIR")));
    }
    assert!(binary.is_file(), "build the command line first: cargo build --release -p countersign");
    binary
}
