//! `run` with real executables as workers: shell scripts that read their brief and change their folder.

mod blocked;
mod done;
mod escalated;
mod joins;
pub mod place;
mod refused;
mod settings;
mod trouble;
mod walls;
