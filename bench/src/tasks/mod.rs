//! Ten thousand task files parsed, linted and planned, against reading them.

mod files;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use countersign_contract::intake::detect;
use countersign_contract::lint::{Given, Linted, Settings, Summary, lint_set, lint_sources};
use countersign_contract::plan::Plan;
use rayon::prelude::*;
use serde::Serialize;

use crate::report::{Table, grouped};
use crate::sample::median;

const MANY: usize = 10_000;
const FEW: usize = 1_000;
const ROUNDS: usize = 7;
/// More than this many times the reading is marked as slow.
const TOLERATED: f64 = 5.0;

#[derive(Debug, Serialize)]
pub struct Tasks {
    files: usize,
    bytes: usize,
    findings: usize,
    read_ms: f64,
    /// Reading included.
    linted_and_planned_ms: f64,
    /// Median of the rounds' ratios.
    ratio: f64,
    memory: Vec<Memory>,
}

/// The most a process ever held that did it once.
#[derive(Debug, Serialize)]
struct Memory {
    files: usize,
    peak_kib: u64,
    /// Of a process that only reads the files.
    floor_kib: u64,
}

pub fn measure() -> Tasks {
    eprintln!(
        "tasks: {ROUNDS} rounds of reading, and of reading, linting and planning {MANY} files …"
    );
    let many = files::make(MANY);
    let few = files::make(FEW);
    let paths = paths(many.path());
    let bytes = read_all(&paths);
    // Once before anything counts, as the tokenizer's tables are loaded once.
    let findings = work(&paths);
    let (mut reading, mut working, mut ratios) = (vec![], vec![], vec![]);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        assert_eq!(read_all(&paths), bytes);
        let read = started.elapsed().as_secs_f64();
        let started = Instant::now();
        assert_eq!(work(&paths), findings);
        let worked = started.elapsed().as_secs_f64();
        reading.push(read * 1e3);
        working.push(worked * 1e3);
        ratios.push(worked / read);
    }
    let memory = [(FEW, few.path()), (MANY, many.path())];
    Tasks {
        files: MANY,
        bytes,
        findings,
        read_ms: median(reading),
        linted_and_planned_ms: median(working),
        ratio: median(ratios),
        memory: memory
            .into_iter()
            .map(|(files, folder)| Memory {
                files,
                peak_kib: peak_of("work", folder),
                floor_kib: peak_of("read", folder),
            })
            .collect(),
    }
}

/// What a process that was started for its memory does, once; prints its peak.
pub fn once(what: &str, folder: &Path) {
    let paths = paths(folder);
    match what {
        "work" => drop(work(&paths)),
        _ => drop(read_all(&paths)),
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    println!("{}", peak.unwrap_or("0").trim().trim_end_matches(" kB"));
}

fn peak_of(what: &str, folder: &Path) -> u64 {
    let own = std::env::current_exe().expect("a program knows where it is");
    let output = Command::new(own)
        .args(["tasks", "--once", what, "--folder"])
        .arg(folder)
        .output()
        .expect("the benchmark starts itself");
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("it prints a number")
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder was made just now");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    paths
}

fn read_all(paths: &[PathBuf]) -> usize {
    paths.par_iter().map(|path| std::fs::read(path).expect("it can be read").len()).sum()
}

/// As many as `countersign lint` reads before it judges them.
const AT_ONCE: usize = 32;

/// What `countersign lint` and `countersign plan` do, without printing.
fn work(paths: &[PathBuf]) -> usize {
    let settings = Settings::default();
    let judge = |some: &[PathBuf]| -> Vec<Linted> {
        let read = |path: &PathBuf| {
            let bytes = std::fs::read(path).expect("it can be read");
            (path.display().to_string(), String::from_utf8(bytes).expect("it is text"))
        };
        let texts: Vec<(String, String)> = some.iter().map(read).collect();
        let given = texts.iter().map(|(name, text)| Given { kind: detect(None, text), text, name });
        lint_sources(&given.collect::<Vec<_>>(), &settings)
    };
    let linted: Vec<Vec<Linted>> = paths.par_chunks(AT_ONCE).map(judge).collect();
    let mut findings = 0;
    let mut summaries = Vec::with_capacity(paths.len());
    for linted in linted.into_iter().flatten() {
        findings += linted.findings.len();
        summaries.extend(linted.summary);
    }
    findings += lint_set(&summaries, &settings).len();
    let items = summaries.into_iter().map(Summary::into_item).collect();
    let plan = Plan::new(items).expect("there is an order");
    assert_eq!(plan.items().len(), paths.len());
    findings
}

impl Tasks {
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "tasks: files parsed, linted and planned, and the ratio to reading them",
            &["", "ms", "to reading", "peak KiB", "over reading"],
        );
        let count = grouped(self.files as f64);
        table.row(vec![
            format!("read {count} files"),
            format!("{:.0}", self.read_ms),
            "1.00".into(),
        ]);
        let verdict = if self.ratio > TOLERATED { " SLOW" } else { "" };
        table.row(vec![
            format!("read, parse, lint and plan {count} files"),
            format!("{:.0}", self.linted_and_planned_ms),
            format!("{:.2}{verdict}", self.ratio),
        ]);
        for memory in &self.memory {
            table.row(vec![
                format!("memory, {} files", grouped(memory.files as f64)),
                String::new(),
                String::new(),
                grouped(memory.peak_kib as f64),
                grouped(memory.peak_kib.saturating_sub(memory.floor_kib) as f64),
            ]);
        }
        table
    }
}
