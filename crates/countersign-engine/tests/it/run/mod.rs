//! Runs of many tasks over a real store. The workshop is a script, because what matters here is the order of
//! things: what is journaled when, who gets what, and what a crash leaves.

mod crash;
mod order;
mod script;
mod way;
