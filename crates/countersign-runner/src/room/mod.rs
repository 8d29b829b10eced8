//! The clean room: the base, what the worker was asked to change, and the specification's own files.
//!
//! A [`RoomPlan`] says of every changed path what becomes of it. A [`Stock`] is what rooms are made of: the
//! worker's files that come over, copied once and compared with what was scanned. A [`Room`] is a new folder
//! that no worker has seen, in which one set of commands may run; any number of them are made of one stock.

mod accepted;
mod contents;
mod copied;
mod error;
mod fate;
mod holes;
mod keep;
mod laying;
mod links;
mod make;
mod mend;
mod outputs;
mod plan;
mod private;
pub(crate) mod removal;
mod report;
mod rewritten;
mod spare;
mod stock;
mod traces;
mod writing;

pub use accepted::{Accepted, AcceptedError, Written, accepted};
pub use contents::Contents;
pub(crate) use copied::link_packages;
pub use error::RoomError;
pub use fate::{Fate, Source, Why};
pub(crate) use holes::WithHoles;
pub(crate) use links::ThroughLinks;
pub use make::{Room, Way};
pub use outputs::Outputs;
pub use plan::{RoomPlan, plan};
pub(crate) use private::PrivateFolder;
pub use private::{make_place, random_name, sweep};
pub use removal::remove;
pub use rewritten::Rewritten;
pub use spare::Spares;
pub(crate) use spare::renew;
pub use stock::Stock;
pub(crate) use stock::new_file;
pub(crate) use traces::is_temporary_cache;
pub(crate) use writing::share_or_copy;
