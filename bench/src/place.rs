//! A database to measure on, gone at the end.

use std::path::Path;

use countersign_store::SqlStore;
use countersign_testkit::ThrowawayPostgres;
use serde::Serialize;
use tempfile::TempDir;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Database {
    Sqlite,
    Postgres,
}

impl Database {
    pub const BOTH: [Self; 2] = [Self::Sqlite, Self::Postgres];

    pub fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

/// Holds any number of stores in one folder.
#[derive(Debug)]
pub enum Place {
    Sqlite(TempDir),
    Postgres(ThrowawayPostgres),
}

impl Place {
    pub fn of(database: Database) -> Self {
        match database {
            Database::Sqlite => {
                Self::Sqlite(tempfile::tempdir().expect("a temporary folder can be made"))
            }
            Database::Postgres => Self::Postgres(ThrowawayPostgres::start()),
        }
    }

    /// The folder that the database syncs to.
    pub fn folder(&self) -> &Path {
        match self {
            Self::Sqlite(folder) => folder.path(),
            Self::Postgres(server) => server.socket_folder(),
        }
    }

    /// The address of a store that is to be made.
    pub fn new_url(&self, name: &str) -> String {
        match self {
            Self::Sqlite(folder) => SqlStore::sqlite_url(&folder.path().join(name)),
            Self::Postgres(server) => server.create_database(),
        }
    }
}
