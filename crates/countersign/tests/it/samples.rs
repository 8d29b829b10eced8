//! Texts that several tests begin with.

/// A task file with everything in it that the format has, and nothing wrong.
pub const TASK_FILE: &str = include_str!("data/TASK-042.md");
