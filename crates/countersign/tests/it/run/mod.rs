//! `run` with real executables as workers: shell scripts that read their brief and change their folder.

mod blocked;
mod done;
mod escalated;
mod joins;
mod missing;
mod outside;
pub mod place;
mod refused;
mod settings;
mod trouble;
mod uncommitted;
mod walls;
