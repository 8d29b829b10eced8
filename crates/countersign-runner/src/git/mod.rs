//! The git executable, as this crate runs it: never in a worker's folder, and never with what a worker wrote as
//! its settings.

mod call;
mod error;

pub(crate) use call::{Call, Git, OWN_ADDRESS, OWN_NAME, Program};
pub use error::GitError;
