//! `run` with real executables as workers: shell scripts that read their brief and change their folder.

mod blocked;
mod done;
mod joins;
mod missing;
mod outside;
pub mod place;
mod refused;
mod settings;
mod uncommitted;
