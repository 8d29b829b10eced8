//! The door for agents: the Model Context Protocol. Like every door it only asks; the engine decides.

mod address;
mod hints;
pub mod house;
mod identity;
mod judgements;
mod making;
pub mod message;
mod next;
mod notes;
mod prompts;
mod resources;
mod schema;
pub mod server;
pub mod tool;
pub mod tools;
#[cfg(test)]
mod walk;
pub mod wire;
mod words;
