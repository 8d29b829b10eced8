//! The checks, one module each. A check says what it saw; it never decides what follows.

pub mod backlog;
pub mod changelog;
pub mod content;
pub mod dependency;
pub mod file;
pub mod outputs;
pub mod protected;
pub mod signal;

pub(crate) mod absent;
mod lines;
mod markdown;
mod pattern;
mod seen;
pub(crate) mod text;

pub use seen::Seen;
