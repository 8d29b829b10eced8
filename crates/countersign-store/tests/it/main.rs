//! One suite for both databases: each law of the store is written once and holds on both.

// Helpers of tests are tests, too: what they do not expect should stop them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod audit;
mod audit_beneath;
mod commit;
mod format;
mod golden;
mod kills;
mod lease;
mod lists;
mod locks;
mod lost_answer;
mod place;
mod power_cut;
mod processes;
mod projections;
mod read;
mod world;
mod writers;
