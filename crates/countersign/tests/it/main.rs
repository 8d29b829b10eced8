//! The command line as people and scripts use it: the real binary, on both databases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test says so by failing"
)]

mod contract;
mod contracts;
mod crashed_runs;
mod deceptions;
mod decompose;
mod demo;
mod doors;
mod exit_codes;
mod honest;
mod identity;
mod init;
mod lint;
mod lists;
mod looped;
mod mcp;
mod plan;
mod processes;
mod refusals;
mod run;
mod samples;
mod schemas;
mod tested;
mod trials;
mod upkeep;
mod verdicts;
mod verify;
mod walk;
mod world;
