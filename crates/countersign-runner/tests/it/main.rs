//! The runner with real processes, folders and kernels.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test says so by failing"
)]

mod jail;
