//! `run` with real executables as workers: shell scripts that read their brief and change their folder.

mod accepted;
mod blocked;
mod done;
mod escalated;
mod hidden;
mod joins;
mod judged_again;
mod landing;
mod missing;
mod outside;
pub mod place;
mod refused;
mod settings;
mod stopping;
mod together;
mod told;
mod trouble;
mod uncommitted;
mod walls;
