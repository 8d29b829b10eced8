//! The engine over a real store.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test says so by failing"
)]

mod cast;
mod contention;
mod identity;
mod inbox;
mod requests;
mod run;
