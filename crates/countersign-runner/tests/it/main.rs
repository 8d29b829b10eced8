//! The runner against real processes, real folders and real test runners.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test says so by failing"
)]

mod checks;
mod exports;
mod jail;
mod judge;
mod landing;
mod made;
mod protect;
mod report;
mod room;
mod spec;
mod toy;
mod tree;
mod worker;
