//! `countersign run` on tasks that do nothing, in turns with the processes alone.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::Serialize;
use tempfile::TempDir;

use crate::sample::median;

const TASKS: u64 = 1_000;
const ROUNDS: usize = 3;
const BLOCK: [u8; 4096] = [0x5a; 4096];

#[derive(Debug, Serialize)]
pub struct Alone {
    pub load: String,
    pub rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
pub struct Row {
    pub what: &'static str,
    pub tasks: u64,
    pub seconds: f64,
    pub to_floor: Option<f64>,
    /// Whether the target is about this one.
    pub is_judged: bool,
}

impl Alone {
    pub fn floor_seconds(&self) -> f64 {
        self.rows.first().map_or(1.0, |row| row.seconds)
    }

    /// What the thousand independent tasks took.
    pub fn seconds(&self) -> f64 {
        self.rows.iter().find(|row| row.is_judged).map_or(0.0, |row| row.seconds)
    }
}

pub fn measure(binary: &Path) -> Alone {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let (mut floors, mut runs, mut chains) = (vec![], vec![], vec![]);
    let (mut run_ratios, mut chain_ratios) = (vec![], vec![]);
    for round in 1..=ROUNDS {
        eprintln!("run: round {round} of {ROUNDS}: the floor, {TASKS} tasks, a chain of {TASKS} …");
        let floor = floor();
        let run = Site::new(TASKS, |_| None).run(binary);
        let chain = Site::new(TASKS, |n| n.checked_sub(1).filter(|n| *n > 0)).run(binary);
        run_ratios.push(run / floor);
        chain_ratios.push(chain / floor);
        floors.push(floor);
        runs.push(run);
        chains.push(chain);
    }
    let row = |what, seconds, to_floor, is_judged| Row {
        what,
        tasks: TASKS,
        seconds,
        to_floor,
        is_judged,
    };
    Alone {
        load: load.split_whitespace().take(3).collect::<Vec<_>>().join(" "),
        rows: vec![
            row("the processes and a sync a task", median(floors), None, false),
            row("countersign run, independent", median(runs), Some(median(run_ratios)), true),
            row("countersign run, a chain", median(chains), Some(median(chain_ratios)), false),
        ],
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The shells that a run starts, as it starts them: a locale is loaded for what is judged, and bash is another program
/// than `sh`.
fn shells() -> [Command; 2] {
    let bash = ["/bin/bash", "/usr/bin/bash"].into_iter().find(|path| Path::new(path).is_file());
    let bash = bash.unwrap_or("/bin/sh");
    let shell = |line: &str| {
        let mut shell = Command::new(bash);
        shell.args(["-c", line]).env_clear().stdin(Stdio::null()).stdout(Stdio::piped());
        shell.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        // Without these it asks the system for them, which takes longer than all else.
        shell.env("HOME", std::env::temp_dir()).env("USER", "ada").env("TERM", "dumb");
        shell
    };
    let mut check = shell("test -d .");
    check.env("LANG", "C.UTF-8");
    [shell("true"), check]
}

/// A shell for the worker, a shell for the check, and a block that reaches the disk, for each task; as many at once as
/// there are cores.
fn floor() -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let next = AtomicU64::new(0);
    let started = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..cores() {
            let (folder, next) = (folder.path(), &next);
            scope.spawn(move || {
                let mut file = File::create(folder.join(thread.to_string())).expect("a file");
                while next.fetch_add(1, Ordering::Relaxed) < TASKS {
                    for mut shell in shells() {
                        assert!(shell.output().expect("a shell").status.success());
                    }
                    file.write_all(&BLOCK).expect("a block");
                    file.sync_data().expect("the disk syncs");
                }
            });
        }
    });
    started.elapsed().as_secs_f64()
}

/// A repository, and task files beside it.
pub struct Site {
    folder: TempDir,
}

impl Site {
    /// Each task may need an earlier one.
    pub fn new(tasks: u64, needs: impl Fn(u64) -> Option<u64>) -> Self {
        let site = Self { folder: tempfile::tempdir().expect("a folder") };
        let (project, files) =
            (site.folder.path().join("project"), site.folder.path().join("tasks"));
        fs::create_dir_all(&project).expect("a folder");
        fs::create_dir_all(&files).expect("a folder");
        fs::write(project.join("README.md"), "# A project\n").expect("a file");
        for number in 1..=tasks {
            let on = needs(number).map_or(String::new(), |on| format!("TASK-{on}"));
            fs::write(files.join(format!("TASK-{number}.md")), task(number, &on)).expect("a file");
        }
        for arguments in [
            vec!["init", "-q"],
            vec!["add", "-A"],
            vec![
                "-c",
                "user.name=b",
                "-c",
                "user.email=b@example.com",
                "commit",
                "-q",
                "-m",
                "base",
            ],
        ] {
            let mut git = Command::new("git");
            assert!(git.args(arguments).current_dir(&project).status().expect("git").success());
        }
        site
    }

    /// The whole command, from its start to its end: the files are read, stored, handed out, done and judged.
    pub fn run(&self, binary: &Path) -> f64 {
        let started = Instant::now();
        let output = self.command(binary, "true", &[]).output().expect("the binary starts");
        let seconds = started.elapsed().as_secs_f64();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        seconds
    }

    pub fn command(&self, binary: &Path, worker: &str, more: &[&str]) -> Command {
        let mut command = Command::new(binary);
        command
            .args(["run", "../tasks", "--json", "--allow-vacuous", "--worker-cmd", worker])
            .args(more)
            .current_dir(self.folder.path().join("project"))
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder.path())
            .env("USER", "ada")
            .env("COUNTERSIGN_CONFIG_DIR", self.folder.path().join("config"))
            .stdin(Stdio::null());
        command
    }
}

fn task(number: u64, on: &str) -> String {
    format!(
        "---\nid: TASK-{number}\ntitle: Do nothing, number {number}\nlayer: 1\ntrack: shared\n\
         depends_on: [{on}]\nestimated_complexity: trivial\n---\n\n# TASK-{number}: Do nothing\n\n## \
         Contract\n\nNothing.\n\n## Dependencies (Interfaces Only)\n\nNone.\n\n## Test Specification\n\nNone.\n\n\
         ## Output Files\n\n```\nMAY WRITE: out/**\n```\n\n## Verification (Deterministic)\n\n```bash\ntest -d \
         .\n```\n\n## Done When\n\n- [ ] The command succeeds\n"
    )
}
