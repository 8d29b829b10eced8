//! A PostgreSQL server of the test's own: started from nothing, killed at will, gone afterwards.

mod binaries;
mod client;
mod process;
mod server_run;
mod template;
mod throwaway;

pub use binaries::Binaries;
pub use client::{Client, QueryError, Row};
pub use throwaway::ThrowawayPostgres;
