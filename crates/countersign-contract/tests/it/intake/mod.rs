//! Every source becomes the same draft of a task.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test says what it expects by unwrapping, helpers of tests included"
)]

mod draft;
mod parts;
mod prd;
mod prose;
mod robust;
mod task_file;
mod verification;
mod workflow;

/// A task file with every section.
pub const TASK: &str = include_str!("data/task.md");
