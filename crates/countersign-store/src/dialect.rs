//! Where SQLite and PostgreSQL differ. Everything else is one SQL for both.

use crate::store::Backend;

impl Backend {
    /// Milliseconds since 1970 by the database's clock. Leases know no other: runners' clocks
    /// differ.
    pub(crate) fn now(self) -> &'static str {
        match self {
            Backend::Sqlite => "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            Backend::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    pub(crate) fn blob(self) -> &'static str {
        match self {
            Backend::Sqlite => "BLOB",
            Backend::Postgres => "BYTEA",
        }
    }

    /// The type of whole numbers. `INTEGER` makes a primary key SQLite's row id.
    pub(crate) fn integer(self) -> &'static str {
        match self {
            Backend::Sqlite => "INTEGER",
            Backend::Postgres => "BIGINT",
        }
    }

    /// A text column as the bytes it has.
    pub(crate) fn bytes_of(self, column: &str) -> String {
        match self {
            Backend::Sqlite => format!("CAST({column} AS BLOB)"),
            Backend::Postgres => format!("convert_to({column}, 'UTF8')"),
        }
    }

    /// The kind of the contract in a task's snapshot `s`; null where there is no such thing.
    pub(crate) fn kind_in_snapshot(self) -> &'static str {
        match self {
            Backend::Sqlite => {
                "CASE WHEN json_valid(s.body) THEN json_extract(s.body, '$.contract.type') END"
            }
            // Read as text: a cast to JSON would fail on a damaged row, and with it the whole store. No
            // string inside the JSON can look like this, for its quotes would be escaped.
            Backend::Postgres => r#"substring(s.body from '"contract":\{"type":"([a-z]+)"')"#,
        }
    }

    /// A name for a store that no other store has.
    pub(crate) fn random_name(self) -> &'static str {
        match self {
            Backend::Sqlite => "lower(hex(randomblob(16)))",
            Backend::Postgres => "replace(CAST(gen_random_uuid() AS TEXT), '-', '')",
        }
    }

    /// Every connection begins with this. FULL, because with NORMAL acknowledged commits were lost
    /// in a power cut; and whatever a server was set to, this session waits for its commits. The
    /// limits of PostgreSQL keep a lost client from stopping all the others. What SQLite would put aside
    /// to take half a statement back stays in memory: a file for it is made anew for every large commit,
    /// which on ext4 without a journal takes milliseconds.
    pub(crate) fn session(self) -> &'static str {
        match self {
            Backend::Sqlite => {
                "PRAGMA busy_timeout = 10000; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; \
                 PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY; \
                 PRAGMA foreign_keys = OFF"
            }
            Backend::Postgres => {
                "SET synchronous_commit = on; SET lock_timeout = '10s'; \
                 SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '30s'"
            }
        }
    }

    /// Every connection that writes leases begins with this. A lease need not outlast a power cut: whoever held it on
    /// this machine does not either, and a later commit takes it to the disk before itself, because there is one log.
    /// PostgreSQL serves other machines, which go on.
    pub(crate) fn lease_session(self) -> &'static str {
        match self {
            Backend::Sqlite => {
                "PRAGMA busy_timeout = 10000; PRAGMA synchronous = NORMAL; PRAGMA fullfsync = ON; \
                 PRAGMA journal_size_limit = 67108864; PRAGMA foreign_keys = OFF"
            }
            Backend::Postgres => self.session(),
        }
    }

    /// One writes at a time in SQLite.
    pub(crate) fn lease_connections(self) -> u32 {
        match self {
            Backend::Sqlite => 1,
            Backend::Postgres => 4,
        }
    }

    /// Whether a connection can be dead without anyone having used it. A file is always there; to ask each time would
    /// double what a read costs.
    pub(crate) fn loses_connections(self) -> bool {
        match self {
            Backend::Sqlite => false,
            Backend::Postgres => true,
        }
    }

    /// Whether those who write within one process should wait for each other in a line of their own: SQLite itself lets
    /// them sleep for milliseconds and try again.
    pub(crate) fn writes_in_turns(self) -> bool {
        match self {
            Backend::Sqlite => true,
            Backend::Postgres => false,
        }
    }

    /// Begins a transaction that will write.
    pub(crate) fn begin_write(self) -> &'static str {
        match self {
            // Immediate: a read lock that grows later could meet another one and neither would win.
            Backend::Sqlite => "BEGIN IMMEDIATE",
            Backend::Postgres => "BEGIN ISOLATION LEVEL READ COMMITTED",
        }
    }

    /// Begins a transaction that sees one moment of the store and changes nothing.
    pub(crate) fn begin_read(self) -> &'static str {
        match self {
            Backend::Sqlite => "BEGIN DEFERRED",
            Backend::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// Keeps the rows that are read from being changed by others. In SQLite nobody else writes.
    pub(crate) fn for_update(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => "FOR UPDATE",
        }
    }

    /// The same for a row that nobody else is about to take.
    pub(crate) fn for_update_of_free_task(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => "FOR UPDATE OF t SKIP LOCKED",
        }
    }

    /// The same for a row that is worth waiting for.
    pub(crate) fn for_update_of_task(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => "FOR UPDATE OF t",
        }
    }

    /// Run first and outside of a transaction when a store is made.
    pub(crate) fn before_schema(self) -> Option<&'static str> {
        match self {
            Backend::Sqlite => Some("PRAGMA journal_mode = WAL"),
            Backend::Postgres => None,
        }
    }

    /// Lets one process at a time make a schema. SQLite's transaction does so already.
    pub(crate) fn lock_schema(self) -> Option<&'static str> {
        match self {
            Backend::Sqlite => None,
            Backend::Postgres => {
                Some("SELECT CAST(1 AS BIGINT) FROM pg_advisory_xact_lock(4837650172)")
            }
        }
    }

    /// How many of our tables there are.
    pub(crate) fn count_meta(self) -> &'static str {
        match self {
            Backend::Sqlite => {
                "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'meta'"
            }
            Backend::Postgres => {
                "SELECT COUNT(*) FROM pg_tables \
                 WHERE schemaname = current_schema() AND tablename = 'meta'"
            }
        }
    }

    /// The names of the tables.
    pub(crate) fn table_names(self) -> &'static str {
        match self {
            Backend::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table'",
            Backend::Postgres => {
                "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()"
            }
        }
    }

    /// Asks the database what is wrong with its files. PostgreSQL has no such question that
    /// everyone may ask.
    pub(crate) fn integrity_check(self) -> Option<&'static str> {
        match self {
            Backend::Sqlite => Some("PRAGMA integrity_check(20)"),
            Backend::Postgres => None,
        }
    }

    /// Whether a column that should hold a name holds none. SQLite keeps nulls in a primary key,
    /// and bytes in a column of texts.
    pub(crate) fn is_no_name(self, column: &str) -> String {
        match self {
            Backend::Sqlite => {
                format!("({column} IS NULL OR {column} = '' OR typeof({column}) <> 'text')")
            }
            Backend::Postgres => format!("({column} IS NULL OR {column} = '')"),
        }
    }

    /// Others are in the way, and it may go better later.
    pub(crate) fn is_busy(self, error: &sqlx::Error) -> bool {
        match (self, code(error).as_deref()) {
            (_, None) => false,
            (Backend::Sqlite, Some(code)) => matches!(primary(code), Some(5 | 6)),
            // Lock timeout, serialization, deadlock, statement timeout, too many connections.
            (Backend::Postgres, Some(code)) => {
                matches!(code, "55P03" | "40001" | "40P01" | "57014" | "53300")
            }
        }
    }

    /// The database holds no store of ours.
    pub(crate) fn is_no_store(self, error: &sqlx::Error) -> bool {
        match (self, code(error).as_deref()) {
            (_, None) => false,
            // No such table or column; not a database at all.
            (Backend::Sqlite, Some(code)) => matches!(primary(code), Some(1 | 26)),
            // Undefined table, undefined column, no such database.
            (Backend::Postgres, Some(code)) => matches!(code, "42P01" | "42703" | "3D000"),
        }
    }

    /// The database found its own files damaged.
    pub(crate) fn is_corrupt(self, error: &sqlx::Error) -> bool {
        match (self, code(error).as_deref()) {
            (_, None) => false,
            (Backend::Sqlite, Some(code)) => matches!(primary(code), Some(11 | 26)),
            (Backend::Postgres, Some(code)) => matches!(code, "XX001" | "XX002"),
        }
    }

    /// The server ends this connection, or does not take new ones yet.
    pub(crate) fn is_shutting_down(self, error: &sqlx::Error) -> bool {
        match (self, code(error).as_deref()) {
            (Backend::Sqlite, _) | (_, None) => false,
            (Backend::Postgres, Some(code)) => matches!(code, "57P01" | "57P02" | "57P03"),
        }
    }

    /// Whether an error at COMMIT says for certain that nothing was committed. What is not on this
    /// list may have been: taking it for a failure would let a command happen twice.
    pub(crate) fn is_surely_not_committed(self, error: &sqlx::Error) -> bool {
        match (self, code(error).as_deref()) {
            (_, None) => false,
            // Busy, locked, read-only, disk full, constraint.
            (Backend::Sqlite, Some(code)) => matches!(primary(code), Some(5 | 6 | 8 | 13 | 19)),
            (Backend::Postgres, Some(code)) => {
                matches!(code, "40001" | "40P01" | "25P02" | "55P03") || code.starts_with("23")
            }
        }
    }
}

fn code(error: &sqlx::Error) -> Option<String> {
    error.as_database_error()?.code().map(std::borrow::Cow::into_owned)
}

/// SQLite's code without what it adds in the higher bits.
fn primary(code: &str) -> Option<i32> {
    code.parse::<i32>().ok().map(|code| code & 0xff)
}
