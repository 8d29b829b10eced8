//! Everything that touches processes and the worker's files.
//!
//! A tree is what a folder holds. A clean room is made of the base tree, the worker's changes to what
//! it was allowed to change, and the specification's own tests. Commands run in it inside a [`jail`]; each
//! check looks at what came of that, and what it saw is evidence. A [`worker`] runs in a jail too. Nothing here
//! knows the journal, and nothing that a worker says about itself turns into a pass.

pub mod area;
pub mod check;
pub mod closed;
pub mod consulted;
pub mod exports;
pub mod files;
pub mod git;
pub mod jail;
pub mod judge;
pub mod landing;
mod many;
pub mod protect;
mod real;
pub mod report;
pub mod room;
pub mod spec;
pub mod tree;
pub mod verify;
pub mod worker;
