//! The server as tests see it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::server_run::ServerRun;
use super::template::{copy_to, not_as_root};
use super::{Binaries, Client};
use crate::wire::{SOCKET_NAME, socket_folder, socket_url};

/// Crash recovery included.
const START_PATIENCE: Duration = Duration::from_secs(20);

/// A server of its own in a temporary folder, reachable by its unix socket only. It syncs to disk
/// as in production. It is gone when this value is dropped or its process dies in any way.
#[derive(Debug)]
pub struct ThrowawayPostgres {
    binaries: Binaries,
    /// `None` only while it is being restarted and after it was stopped.
    run: Option<ServerRun>,
    databases: AtomicU64,
    /// Last, so that it is removed after the server has ended.
    folder: TempDir,
}

impl ThrowawayPostgres {
    /// # Panics
    /// Where no server is to be had or it does not start.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&Binaries::find())
    }

    /// Starts the server of these programs.
    ///
    /// # Panics
    /// Where it does not start.
    #[must_use]
    pub fn start_with(binaries: &Binaries) -> Self {
        let folder = socket_folder("cs-pg-");
        copy_to(binaries, &folder.path().join("data"));
        let mut server =
            Self { binaries: binaries.clone(), run: None, databases: AtomicU64::new(0), folder };
        server.run();
        server
    }

    /// The URL of a database; `postgres` exists from the start.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        socket_url(self.folder.path(), database)
    }

    /// Makes a fresh, empty database and returns its URL.
    ///
    /// # Panics
    /// Where the server refuses.
    #[must_use]
    pub fn create_database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut client = self.client("postgres");
        client.query(&format!("CREATE DATABASE {name}")).expect("a database can be made");
        self.url(&name)
    }

    /// A connection that needs no driver, for looking at tables behind the back of the code under
    /// test.
    ///
    /// # Panics
    /// Where the server refuses the connection.
    #[must_use]
    pub fn client(&self, database: &str) -> Client {
        Client::connect(self.folder.path(), database)
            .unwrap_or_else(|error| panic!("cannot connect to {database}: {error}"))
    }

    /// The folder that holds the socket, as a `host` for drivers.
    #[must_use]
    pub fn socket_folder(&self) -> &Path {
        self.folder.path()
    }

    /// The socket itself, as [`crate::LossyProxy::start`] takes it.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(SOCKET_NAME)
    }

    /// The process id of the postmaster.
    ///
    /// # Panics
    /// Never on a server that was started.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        let run = self.run.as_ref().expect("a started server runs");
        run.server().as_raw_nonzero().get().unsigned_abs()
    }

    /// KILLs the server with all its backends, then starts it again on the same data. Every
    /// connection is lost; what was committed is not.
    ///
    /// # Panics
    /// Where the server does not recover.
    pub fn kill_and_restart(&mut self) {
        if let Some(run) = self.run.take() {
            run.kill();
        }
        // All that could have held these is dead, but another process may since have been given
        // the id in them, and the server would then refuse to start.
        for stale in ["data/postmaster.pid", SOCKET_NAME, &format!("{SOCKET_NAME}.lock")] {
            match fs::remove_file(self.folder.path().join(stale)) {
                Ok(()) => {}
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => panic!("cannot remove {stale}: {error}"),
            }
        }
        self.run();
    }

    fn run(&mut self) {
        let program = self.binaries.postgres();
        let data = self.folder.path().join("data");
        let mut command = not_as_root(&program);
        command.extend([OsStr::new("-D"), data.as_os_str()]);
        command.extend([OsStr::new("-k"), self.folder.path().as_os_str()]);
        // The port is in the socket's name, and PGPORT could change it.
        for setting in ["listen_addresses=", "port=5432", "max_connections=200"] {
            command.extend([OsStr::new("-c"), OsStr::new(setting)]);
        }
        self.run = Some(ServerRun::start(self.folder.path(), &command));
        self.wait_until_ready();
    }

    fn wait_until_ready(&self) {
        let started = Instant::now();
        loop {
            let answer = Client::connect(self.folder.path(), "postgres")
                .and_then(|mut client| client.query("SELECT 1"));
            let Err(error) = answer else { return };
            let runs = self.run.as_ref().is_some_and(ServerRun::is_running);
            if !runs || started.elapsed() > START_PATIENCE {
                let state = if runs { "does not get ready" } else { "ended at once" };
                panic!(
                    "{} {state}: {error}\nthe end of its log:\n{}",
                    self.binaries.version(),
                    self.log_tail()
                );
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn log_tail(&self) -> String {
        let log = fs::read(self.folder.path().join("log")).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        lines.iter().skip(lines.len().saturating_sub(30)).map(|line| format!("{line}\n")).collect()
    }
}

impl Drop for ThrowawayPostgres {
    fn drop(&mut self) {
        if let Some(run) = self.run.take() {
            run.stop();
        }
    }
}
