//! Text in, contract out.
//!
//! Whatever the source, a task file, a PRD, a workflow or a line of prose, intake makes the same
//! [`Draft`] of it; classification says what kind of work it is; extraction, activity rules and the
//! workspace's own tools propose criteria; [`generate`] merges them into one contract. Nothing here
//! reads a clock, a file or the environment: text, workspace and time arrive as values.

mod about_itself;
mod always_succeeds;
pub mod brief;
pub mod classify;
pub mod command_line;
pub mod decompose;
pub mod dispatch;
mod enumerated;
mod exit_status;
pub mod extract;
pub mod generate;
mod idle_code;
mod idle_commands;
pub mod intake;
pub mod lint;
mod mending;
mod newline;
mod no_tests;
pub mod plan;
mod proposal;
pub mod results;
pub mod revision;
pub mod rules;
mod runs;
mod simple_commands;
mod span;
pub mod template;
pub mod workspace;

pub use classify::{Classification, Label, classify};
pub use extract::{Constraint, Extraction, extract};
pub use intake::{Draft, Intake};
pub use proposal::{Origin, Proposal, says_universal};
pub use span::{LineIndex, Position, Span};
pub use workspace::Workspace;
