//! The door for agents: the Model Context Protocol. Like every door it only asks; the engine decides.

pub mod house;
mod identity;
mod judgements;
mod making;
mod next;
mod prompts;
mod resources;
pub mod server;
pub mod tool;
pub mod tools;
#[cfg(test)]
mod walk;
mod words;
