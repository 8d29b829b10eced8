//! The engine over a real store.

mod cast;
mod contention;
mod identity;
mod inbox;
mod requests;
