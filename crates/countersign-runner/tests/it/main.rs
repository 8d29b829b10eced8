//! The runner with real processes, folders and kernels.
#![allow(
    clippy::unwrap_used,
//! The runner, part by part.
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test says so by failing"
)]

mod jail;
mod made;
mod protect;
mod room;
mod tree;
mod report;
mod spec;
mod toy;
mod checks;
mod exports;
