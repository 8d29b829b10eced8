//! `run` with real executables as workers: shell scripts that read their brief and change their folder.

mod accepted;
mod blocked;
mod done;
mod edited;
mod escalated;
mod hidden;
mod in_the_way;
mod joins;
mod judged_again;
mod judged_by_a_person;
mod landing;
mod left;
mod left_behind;
mod missing;
mod outside;
pub mod place;
mod refused;
mod required;
mod settings;
mod stopping;
mod together;
mod told;
mod trouble;
mod uncommitted;
mod waiting;
mod walls;
mod work_tree;
