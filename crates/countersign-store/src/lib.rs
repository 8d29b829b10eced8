//! The journal, leases and projections of Countersign, on SQLite and PostgreSQL.
//!
//! The journal is the only source of truth: everything else here but the leases can be thrown away
//! and folded from it again ([`SqlStore::rebuild`]). One [`Commit`] carries everything that must be
//! true together, and its key makes it safe to send again when the answer was lost.

mod audit;
mod batch;
mod compare;
mod connect;
mod database;
mod dialect;
mod error;
mod journal;
mod lease;
mod list;
mod looking;
mod merkle;
mod projection;
mod query;
mod read;
mod rebuild;
mod record;
mod scan;
mod schema;
mod sql;
mod state;
mod store;
mod stream;
mod turn;
mod writer;

pub use audit::{Audit, Damage, Rebuilt};
pub use error::{Cause, Place, StoreError};
pub use journal::{
    BadCommandKey, CommandKey, Commit, Committed, Fence, Head, Journal, Lease, Record,
};
pub use query::{BadPosition, GoalQuery, Listed, Numbered, Order, Position, TaskQuery};
pub use store::{Backend, SUPPORTED_FORMAT, SqlStore};
pub use stream::{BadStream, Stream};
