//! A connection to PostgreSQL that can lose the answer to COMMIT: the transaction is committed,
//! and the client never learns of it.

mod commit_spotter;
mod link;
mod proxy;

pub use proxy::LossyProxy;
