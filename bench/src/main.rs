//! How fast Countersign is. A number of one machine says little about another and, on a machine that
//! does other things too, little about itself a minute later; so whatever is judged here is a ratio of
//! two things measured in turns within one run.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark is a program that prints what it found"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a measurement that went wrong is no measurement; it stops"
)]

mod appends;
mod contracts;
mod floor;
mod growth;
mod jails;
mod load;
mod place;
mod report;
mod runs;
mod sample;
mod tasks;
mod verifications;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use serde::Serialize;
use tokio::runtime::Runtime;

use crate::appends::Appends;
use crate::contracts::Contracts;
use crate::growth::Growth;
use crate::jails::Jails;
use crate::load::Load;
use crate::runs::{Part, Runs};
use crate::tasks::Tasks;
use crate::verifications::Verifications;

/// Measure Countersign against the machine it runs on
#[derive(Debug, Parser)]
#[command(name = "countersign-bench")]
struct Arguments {
    /// What to measure [default: everything]
    name: Option<Name>,
    /// A part of `run` alone
    #[arg(long, value_name = "PART")]
    only: Option<Part>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Do one thing of `tasks` or `run` once and print the memory it took; how the benchmark starts itself
    #[arg(long, hide = true, requires = "folder")]
    once: Option<String>,
    #[arg(long, hide = true)]
    folder: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Commits per second, against syncs per second
    Appends,
    /// What things cost with many tasks present, against the cost with few
    Growth,
    /// From a task's text to its contract, against a millisecond
    Contracts,
    /// Task files parsed, linted and planned, against reading them
    Tasks,
    /// One job in the jail, against the same program without walls
    Jail,
    /// One verification, against a git worktree and the same command
    Verify,
    /// Whole runs, against the bare processes and against other programs that run tasks
    Run,
    /// A hundred agents over HTTP, against the syncs of the disk
    Load,
}

#[derive(Debug, Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    appends: Option<Appends>,
    #[serde(skip_serializing_if = "Option::is_none")]
    growth: Option<Growth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tasks: Option<Tasks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contracts: Option<Contracts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jail: Option<Jails>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verify: Option<Verifications>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<Runs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    load: Option<Load>,
}

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == verifications::JAIL) {
        return countersign_runner::jail::enter();
    }
    let arguments = Arguments::parse();
    if let (Some(what), Some(folder)) = (&arguments.once, &arguments.folder) {
        match what.starts_with("order ") {
            true => runs::once(what),
            false => tasks::once(what, folder),
        }
        return ExitCode::SUCCESS;
    }
    if cfg!(debug_assertions) {
        eprintln!("this is not a release build: its numbers mean nothing");
    }
    let runtime = Runtime::new().expect("a runtime can be made");
    let wanted = |name| arguments.name.is_none_or(|only| only == name);
    let report = Report {
        appends: wanted(Name::Appends).then(|| appends::measure(&runtime)),
        growth: wanted(Name::Growth).then(|| growth::measure(&runtime)),
        tasks: wanted(Name::Tasks).then(tasks::measure),
        contracts: wanted(Name::Contracts).then(contracts::measure),
        jail: wanted(Name::Jail).then(jails::measure),
        verify: wanted(Name::Verify).then(verifications::measure),
        run: wanted(Name::Run).then(|| runs::measure(arguments.only)),
        load: wanted(Name::Load).then(|| load::measure(&runtime)),
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report).expect("a report is JSON"));
    } else {
        if let Some(appends) = &report.appends {
            println!("{}", appends.table());
        }
        if let Some(growth) = &report.growth {
            println!("{}", growth.table());
        }
        if let Some(tasks) = &report.tasks {
            println!("{}", tasks.table());
        }
        if let Some(contracts) = &report.contracts {
            println!("{}", contracts.table());
        }
        if let Some(jail) = &report.jail {
            println!("{}", jail.table());
        }
        if let Some(verify) = &report.verify {
            println!("{}", verify.table());
        }
        if let Some(run) = &report.run {
            println!("{}", run.tables());
        }
        if let Some(load) = &report.load {
            println!("{}", load.table());
        }
    }
    let grows = report.growth.is_some_and(|growth| growth.fails());
    match grows || report.contracts.is_some_and(|contracts| contracts.fails()) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}
