//! The tests of the core. `story` is the language they are written in, `cast` the people in it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    unreachable_pub,
    reason = "a test says what it expects by unwrapping, helpers of tests included"
)]

mod cast;
mod closed_holes;
mod contracts;
mod delegation;
mod duties;
mod escalation;
mod evidence;
mod exploration;
mod goals;
mod laws;
mod lifecycle;
mod names;
mod properties;
mod purity;
mod solo;
mod stale;
mod story;
mod tables;
mod team;
mod texts;
mod waiting;
