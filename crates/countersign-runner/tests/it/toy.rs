//! Small projects that are run for real, and the tools for it.
//!
//! Python and node must be installed. pytest, vitest and mocha are installed once from their registries
//! into the target folder, if they are not there.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use countersign_runner::report::{Facts, ReportError, TestRun, instrument, read};
use tempfile::TempDir;

/// A folder with files, and what is needed to run its tests.
pub struct Toy {
    folder: TempDir,
}

/// How a test command ended.
pub struct Ran {
    pub success: bool,
    pub printed: String,
    pub tests: Result<TestRun, ReportError>,
}

impl Toy {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let toy = Self { folder: tempfile::tempdir().unwrap() };
        for (path, text) in files {
            toy.write(path, text);
        }
        toy
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Puts the installed packages beside the files.
    pub fn with_node_modules(self) -> Self {
        let modules = node_modules();
        std::os::unix::fs::symlink(modules, self.folder.path().join("node_modules")).unwrap();
        self
    }

    /// Runs a line as a check would, and reads what it told.
    pub fn run(&self, line: &str) -> Ran {
        let reports = tempfile::tempdir().unwrap();
        let base = fs::read(self.folder.path().join("package.json"))
            .map(|bytes| [("package.json".to_owned(), bytes)].into())
            .unwrap_or_default();
        let base: std::collections::BTreeMap<String, Vec<u8>> = base;
        let facts = Facts { base: &base, folder: "" };
        let asked = instrument(line, facts, reports.path());
        let mut command = Command::new("sh");
        command
            .args(["-c", &asked.run])
            .current_dir(self.folder.path())
            .env("PYTHONPATH", pytest())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("toy-target"))
            .env("RUST_BACKTRACE", "0")
            .env_remove("NODE_OPTIONS")
            .envs(&asked.environment);
        let output = command.output().unwrap();
        let room = self.folder.path().canonicalize().unwrap();
        let tests = read(&asked.source, &output.stdout, &room);
        let printed = [&output.stdout[..], &output.stderr[..]].concat();
        Ran {
            success: output.status.success(),
            printed: String::from_utf8_lossy(&printed).into_owned(),
            tests,
        }
    }
}

impl Ran {
    #[track_caller]
    pub fn tests(self) -> TestRun {
        match self.tests {
            Ok(run) => run,
            Err(error) => panic!("{error}\n{}", self.printed),
        }
    }
}

/// A folder of the target folder that is filled once, by whoever comes first.
fn filled_once(name: &str, fill: impl FnOnce(&Path) -> std::io::Result<bool>) -> PathBuf {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = all.join(name);
    let lock = File::create(all.join(format!("{name}.lock"))).unwrap();
    lock.lock().unwrap();
    let done = folder.join(".complete");
    if !done.exists() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        assert!(
            fill(&folder).is_ok_and(|filled| filled),
            "{name} could not be installed into {}: is the registry within reach?",
            folder.display()
        );
        File::create(done).unwrap();
    }
    folder
}

/// Where Python finds pytest.
fn pytest() -> &'static Path {
    static PYTEST: OnceLock<PathBuf> = OnceLock::new();
    PYTEST.get_or_init(|| {
        filled_once("pytest", |folder| {
            let mut pip = Command::new("python3");
            pip.args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--target",
            ]);
            Ok(pip.arg(folder).args(["pytest>=8,<10"]).status()?.success())
        })
    })
}

/// vitest and mocha, with what they need.
fn node_modules() -> PathBuf {
    static MODULES: OnceLock<PathBuf> = OnceLock::new();
    let folder = MODULES.get_or_init(|| {
        filled_once("node", |folder| {
            fs::write(folder.join("package.json"), "{\"private\": true}")?;
            let mut npm = Command::new("npm");
            npm.args(["install", "--silent", "--no-audit", "--no-fund"]);
            npm.args(["vitest@4", "mocha@11", "chai@6"]).current_dir(folder);
            Ok(npm.status()?.success())
        })
    });
    folder.join("node_modules")
}
