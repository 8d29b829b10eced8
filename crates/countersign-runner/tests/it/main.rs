//! The runner on real folders.

mod made;
mod protect;
mod tree;
