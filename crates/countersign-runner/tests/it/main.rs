//! The runner on real folders.

mod made;
mod tree;
