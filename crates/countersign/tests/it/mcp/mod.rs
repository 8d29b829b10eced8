//! The door for agents, as clients use it: the real binary, over standard input and over HTTP.

mod asked_again;
mod confirmed;
mod dispatched;
mod handed_in;
mod hidden;
mod hook;
mod http;
mod identity;
mod left_open;
mod refused;
mod rubbish;
mod schemas;
mod setup;
mod stdio;
mod uncommitted;
mod unconfirmed;
mod undecided;
mod unjudgeable;
pub mod wire;
mod worktrees;
