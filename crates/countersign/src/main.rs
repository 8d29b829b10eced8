//! The command line. It parses, asks the engine, and prints; it decides nothing.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "showing may pass over a case; deciding is core's"
)]

mod acts;
mod asking;
mod commands;
mod config;
mod context;
mod extractor;
mod failure;
mod http;
mod identity;
mod machine;
mod maker;
mod mcp;
mod open_work;
mod output;
mod runners;
mod runs;
mod schemas;
mod surveyor;
mod trust;
mod workshop;
mod worktrees;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Cli;
use crate::machine::JAIL;
use crate::output::Printer;

fn main() -> ExitCode {
    // The walls around a command are raised by this program itself, and before it has a second thread.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == JAIL) {
        return countersign_runner::jail::enter();
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    let printer = Printer::new(cli.globals.json, cli.globals.color.into());
    let outcome = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|source| failure::Failure::Runtime { source })
        .and_then(|runtime| runtime.block_on(commands::run(cli, &printer)));
    match outcome {
        Ok(ending) => ending.exit_code(),
        Err(failure) => printer.failure(&failure),
    }
}
