//! Bases, the areas in which workers work, and what was handed in.
//!
//! A [`Base`] is a folder that work starts from, kept under the digest of its tree and never written again; all
//! tasks with the same base share it. An [`Area`] is a copy of one, in which one worker may write what it likes.
//! It has a name, so that it is found again after a crash, and an owner, so that nobody takes it from a living
//! one. A [`HandedIn`] is what an agent's own folder held when it said that it was done.

mod bases;
mod claim;
mod committed;
mod departures;
mod dependencies;
mod error;
mod handed_in;
mod history;
mod laid;
mod lock;
mod spare;
mod work;

pub use bases::{Base, Bases, Closes};
pub(crate) use bases::{Filled, files_below};
pub use claim::Claim;
pub use committed::{Committed, NotCompared};
pub use departures::{Departures, Other, Stand, Work, Written, departures};
pub use error::{AreaError, BaseError};
pub use handed_in::{HandInError, HandIns, HandedIn, Remembered};
pub(crate) use history::RAW;
pub(crate) use lock::FileLock;
pub use spare::SpareAreas;
pub use work::{Area, AreaName, sweep};
