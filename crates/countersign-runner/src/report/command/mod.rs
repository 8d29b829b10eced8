//! Which test runner a shell line starts, and where.

mod find;
mod scripts;
mod shell;
mod strip;

pub use find::{Found, Framework, Reach, find};
pub use shell::{Command, quote, split};
