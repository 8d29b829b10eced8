//! One verification of a trivial check, against `git worktree add` and running the same command in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use countersign_core::{
    Check, Contract, ContractKind, Criterion, CriterionId, Finding, GeneratedFrom, Timestamp,
    Timing, Visibility,
};
use countersign_runner::closed::ClosedFiles;
use countersign_runner::jail::{Launcher, Limits};
use countersign_runner::verify::{Case, Kept, Machine, Tools, verify};
use serde::Serialize;
use tempfile::TempDir;

use crate::report::{Table, grouped};
use crate::sample::median;

/// The first argument of the processes that raise the walls.
pub const JAIL: &str = "__jail";

/// How many files, and how often: what is over in milliseconds is soon moved by what else the machine does.
const SIZES: [(usize, usize); 3] = [(10, 25), (1_000, 9), (50_000, 5)];
const IN_A_FOLDER: usize = 100;
const COMMAND: &str = "test -s made.txt";

#[derive(Debug, Serialize)]
pub struct Verifications {
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    files: usize,
    worktree_ms: f64,
    verify_ms: f64,
    /// Median of the rounds' ratios.
    ratio: f64,
}

pub fn measure() -> Verifications {
    Verifications {
        rows: SIZES.into_iter().map(|(files, rounds)| of_size(files, rounds)).collect(),
    }
}

impl Verifications {
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "verify: milliseconds of one verification, and its ratio to git worktree add and the same command",
            &["files", "git worktree add + run", "verify", "ratio", ""],
        );
        for row in &self.rows {
            table.row(vec![
                grouped(row.files as f64),
                format!("{:.1}", row.worktree_ms),
                format!("{:.1}", row.verify_ms),
                format!("{:.2}", row.ratio),
                if row.ratio > 1.0 { "SLOW".into() } else { String::new() },
            ]);
        }
        table
    }
}

fn of_size(files: usize, rounds: usize) -> Row {
    eprintln!("verify: {rounds} rounds on a repository of {files} files …");
    let world = tempfile::tempdir().expect("a folder");
    let (base, result) = (world.path().join("base"), world.path().join("result"));
    make(&base, files);
    make(&result, files);
    fs::write(result.join("made.txt"), "made\n").expect("a file");
    commit(&base);
    let machine = machine(&world, &base, &result);
    let contract = contract();
    let case = Case {
        contract: &contract,
        brief: "",
        in_words: "",
        base: &base,
        result: &result,
        kept: Kept::default(),
        handed_in: None,
        today: "2026-01-01".parse().expect("a date"),
        worker: None,
        until: None,
    };
    let judge = || {
        let seen = verify(&machine, &case, &|_| {}).expect("a verdict");
        assert_eq!(seen.observations.first().map(|seen| seen.finding), Some(Finding::Pass));
    };
    // Before the work the contract is run on the base, once; after it, what was seen there is known.
    judge();
    let (mut worktrees, mut verifications, mut ratios) = (vec![], vec![], vec![]);
    for round in 0..rounds {
        let started = Instant::now();
        worktree(&base, &world.path().join(format!("tree-{round}")));
        let worktree = started.elapsed().as_secs_f64();
        let started = Instant::now();
        judge();
        let verified = started.elapsed().as_secs_f64();
        worktrees.push(worktree * 1e3);
        verifications.push(verified * 1e3);
        ratios.push(verified / worktree);
    }
    Row {
        files,
        worktree_ms: median(worktrees),
        verify_ms: median(verifications),
        ratio: median(ratios),
    }
}

fn make(folder: &Path, files: usize) {
    for number in 0..files {
        let place = folder.join(format!("part{}", number / IN_A_FOLDER));
        fs::create_dir_all(&place).expect("a folder");
        let line = format!("// file {number}\n");
        fs::write(place.join(format!("file{number}.ts")), line.repeat(100)).expect("a file");
    }
}

fn commit(folder: &Path) {
    git(folder, &["init", "-q"]);
    git(folder, &["add", "-A"]);
    let who = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"];
    git(folder, &[&who[..], &["commit", "-q", "-m", "base"]].concat());
}

/// What someone would do by hand: a fresh checkout, the worker's file, the command, and away with it.
fn worktree(base: &Path, at: &PathBuf) {
    let path = at.display().to_string();
    git(base, &["worktree", "add", "--detach", "-q", &path]);
    fs::write(at.join("made.txt"), "made\n").expect("a file");
    let status = Command::new("/bin/sh").args(["-c", COMMAND]).current_dir(at).status();
    assert!(status.expect("a shell").success());
    git(base, &["worktree", "remove", "--force", &path]);
}

fn git(folder: &Path, arguments: &[&str]) {
    let status = Command::new("git").args(arguments).current_dir(folder).status().expect("git");
    assert!(status.success(), "git {arguments:?}");
}

fn contract() -> Contract {
    let criterion = Criterion {
        id: CriterionId::new("run").expect("an id"),
        description: "the file is there".into(),
        check: Check::Command { run: COMMAND.into(), cwd: None, time_limit_seconds: None },
        timing: Timing::Immediate,
        visibility: Visibility::Shown,
        origin: "the benchmark".into(),
    };
    let (kind, from) = (ContractKind::Verifiable, GeneratedFrom::User);
    Contract::new(kind, vec![criterion], from, Timestamp::UNIX_EPOCH).expect("a contract")
}

fn machine(world: &TempDir, base: &Path, result: &Path) -> Machine {
    Machine {
        launcher: launcher(),
        place: world.path().join("rooms"),
        spares: Arc::default(),
        limits: limits(),
        total_time: Duration::from_secs(3600),
        masked: Vec::new(),
        closed_files: ClosedFiles::default(),
        tools: Tools::of_this_machine(base, result),
        prepare: None,
        judge: None,
        told: Default::default(),
        require_sandbox: false,
        restored_is_failure: false,
        allow_vacuous: false,
        probes: Some(world.path().join("probes")),
        keep: false,
        cancel: None,
    }
}

pub fn launcher() -> Launcher {
    Launcher::new(std::env::current_exe().expect("this program"), vec![JAIL.into()])
}

pub fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(60),
        grace: Duration::from_secs(1),
        memory: 1 << 30,
        processes: 64,
        output: 1 << 20,
    }
}
