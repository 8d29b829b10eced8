//! Text in, contract out: what each part makes of whole texts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test says so by failing"
)]

mod brief;
mod classify;
mod decompose;
mod dispatch;
mod extract;
mod generate;
mod intake;
mod lint;
mod plan;
mod purity;
mod results;
mod rules;
mod unread;
mod workspace;
