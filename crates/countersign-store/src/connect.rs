//! From an address to connections.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Once;
use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyPool, AssertSqlSafe, ConnectOptions, Connection, Executor};

use crate::StoreError;
use crate::looking;
use crate::store::Backend;

/// Reads need few: each is one row or one page.
const READERS: u32 = 4;
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a store is.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    pub(crate) backend: Backend,
    options: AnyConnectOptions,
    /// The same, but a missing file is made.
    making: AnyConnectOptions,
    file: Option<PathBuf>,
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self, StoreError> {
        let bad = |why: String| StoreError::BadUrl { url: without_password(url), why };
        let options =
            |url: &str| AnyConnectOptions::from_str(url).map_err(|error| bad(error.to_string()));
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let options = options(url)?;
            return Ok(Self {
                backend: Backend::Postgres,
                making: options.clone(),
                options,
                file: None,
            });
        }
        let Some(path) = url.strip_prefix("sqlite://") else {
            return Err(bad("it begins with neither sqlite:// nor postgres://".into()));
        };
        if path.is_empty() || path.contains(['?', '#']) {
            return Err(bad("write it as sqlite:// and the path of a file".into()));
        }
        let parsed = SqliteConnectOptions::from_str(url).map_err(|error| bad(error.to_string()))?;
        Ok(Self {
            backend: Backend::Sqlite,
            options: options(&format!("{url}?mode=rw"))?,
            making: options(&format!("{url}?mode=rwc"))?,
            file: Some(parsed.get_filename().to_path_buf()),
        })
    }

    /// Whether there is certainly no database. Asked first, because a pool of connections to what
    /// is no database would try again until its patience ends.
    pub(crate) fn is_certainly_empty(&self) -> bool {
        const MAGIC: &[u8] = b"SQLite format 3\0";
        let Some(file) = &self.file else { return false };
        match looking::start_of(file, MAGIC.len()) {
            Ok(start) => start != MAGIC,
            // Everything else that stands in the way is for the database to tell.
            Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        }
    }

    /// What keeps the file from being written, if that can be told. Asked first for the same reason.
    pub(crate) fn obstacle(&self) -> Option<sqlx::Error> {
        let refused = looking::is_writable(self.file.as_ref()?).err()?;
        let is_locked = matches!(
            refused.kind(),
            std::io::ErrorKind::ReadOnlyFilesystem | std::io::ErrorKind::PermissionDenied
        );
        is_locked.then_some(sqlx::Error::Io(refused))
    }

    /// A pool that tries again until its patience ends does not say why; a full disk is looked for by writing to it.
    pub(crate) fn told_better(&self, error: StoreError) -> StoreError {
        let StoreError::Unavailable { source } = &error else { return error };
        if !matches!(**source, sqlx::Error::PoolTimedOut) {
            return error;
        }
        match self.file.as_deref().and_then(Path::parent).and_then(|folder| no_room(folder).err()) {
            Some(full) if full.kind() == std::io::ErrorKind::StorageFull => {
                StoreError::of(self.backend, sqlx::Error::Io(full))
            }
            Some(_) | None => error,
        }
    }

    pub(crate) async fn connect(&self) -> Result<AnyConnection, sqlx::Error> {
        self.connect_with(&self.options).await
    }

    /// Connects to a database that is about to get its tables.
    pub(crate) async fn connect_making(&self) -> Result<AnyConnection, sqlx::Error> {
        self.connect_with(&self.making).await
    }

    async fn connect_with(
        &self,
        options: &AnyConnectOptions,
    ) -> Result<AnyConnection, sqlx::Error> {
        install_drivers();
        let options = options.clone().disable_statement_logging();
        let mut connection = AnyConnection::connect_with(&options).await?;
        run(&mut connection, self.backend.session()).await?;
        Ok(connection)
    }

    /// Connections for reading, made when they are needed.
    pub(crate) fn readers(&self) -> AnyPool {
        self.pool(READERS, self.backend.session())
    }

    /// The connections through which leases are written, made when they are needed.
    pub(crate) fn leases(&self) -> AnyPool {
        self.pool(self.backend.lease_connections(), self.backend.lease_session())
    }

    fn pool(&self, most: u32, session: &'static str) -> AnyPool {
        install_drivers();
        AnyPoolOptions::new()
            .max_connections(most)
            .acquire_timeout(PATIENCE)
            .test_before_acquire(self.backend.loses_connections())
            .after_connect(move |connection, _| {
                Box::pin(async move { run(connection, session).await })
            })
            .connect_lazy_with(self.options.clone().disable_statement_logging())
    }
}

/// Whether as much can be written as the database needs beside its file when it is opened.
fn no_room(folder: &Path) -> std::io::Result<()> {
    const NEEDED: usize = 64 * 1024;
    let path = folder.join(format!(".countersign-room-{}", std::process::id()));
    let written = std::fs::write(&path, vec![1; NEEDED]);
    // It may never have been made.
    let _ = std::fs::remove_file(&path);
    written
}

/// The address of a store in a file.
pub(crate) fn sqlite_url(path: &Path) -> String {
    let mut url = String::from("sqlite://");
    for byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(byte) {
            url.push(char::from(*byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

/// Runs statements that return nothing of interest.
pub(crate) async fn run(
    connection: &mut AnyConnection,
    sql: &'static str,
) -> Result<(), sqlx::Error> {
    connection.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await.map(drop)
}

fn install_drivers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // An error says that they are installed already, which is what is wanted.
        drop(sqlx::any::install_drivers(&[sqlx::postgres::any::DRIVER, sqlx::sqlite::any::DRIVER]));
    });
}

/// An address can carry a password, and errors are shown.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_string() };
    match rest.split_once('@') {
        Some((_, host)) => format!("{scheme}://…@{host}"),
        None => url.to_string(),
    }
}
