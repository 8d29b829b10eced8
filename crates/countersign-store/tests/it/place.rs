//! Where a store under test lives.

use countersign_store::SqlStore;
use countersign_testkit::ThrowawayPostgres;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};
use tempfile::TempDir;

/// An empty place for a store, gone with this value.
pub(crate) enum Place {
    Sqlite(TempDir),
    Postgres { url: String, _server: Box<ThrowawayPostgres> },
}

impl Place {
    pub(crate) fn sqlite() -> Self {
        // A blank in the path, because people have them.
        Self::Sqlite(TempDir::with_prefix("cs store-").unwrap())
    }

    pub(crate) fn postgres() -> Self {
        let server = ThrowawayPostgres::start();
        let url = server.create_database();
        Self::Postgres { url, _server: Box::new(server) }
    }

    pub(crate) fn url(&self) -> String {
        match self {
            Place::Sqlite(folder) => SqlStore::sqlite_url(&folder.path().join("store.db")),
            Place::Postgres { url, .. } => url.clone(),
        }
    }

    pub(crate) async fn create(&self) -> SqlStore {
        SqlStore::create(&self.url()).await.unwrap()
    }

    pub(crate) async fn open(&self) -> SqlStore {
        SqlStore::open(&self.url()).await.unwrap()
    }

    /// Does something to the tables behind the store's back.
    pub(crate) async fn vandalise(&self, sql: &str) {
        // An error says that the store has installed them already.
        drop(sqlx::any::install_drivers(&[sqlx::postgres::any::DRIVER, sqlx::sqlite::any::DRIVER]));
        let mut connection = AnyConnection::connect(&self.url()).await.unwrap();
        connection.execute(sqlx::raw_sql(AssertSqlSafe(sql.to_string()))).await.unwrap();
        connection.close().await.unwrap();
    }

    /// A blob in the database's own spelling.
    pub(crate) fn blob(&self, bytes: &[u8]) -> String {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        match self {
            Place::Sqlite(_) => format!("x'{hex}'"),
            Place::Postgres { .. } => format!("'\\x{hex}'"),
        }
    }
}

/// Runs each of these on both databases.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&crate::place::Place::sqlite()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&crate::place::Place::postgres()).await;
            })+
        }
    };
}
pub(crate) use on_both;
