//! What a command finds in its environment: the machine's own tools, and nothing of the person's.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use super::sight;
use crate::real::{known_real_path, real_path};
use crate::report::split;
use crate::tree::is_dependency_folder;

/// Tools that can be run with `python -m` as well, and are nobody's work.
pub(super) const PYTHON_TOOLS: &[&str] = &[
    "black", "build", "coverage", "flake8", "isort", "mypy", "nox", "pip", "pylint", "pyright",
    "pytest", "ruff", "tox", "venv",
];

/// What every home has, for what cargo is lent.
const CARGO: &str = ".cargo";

/// Where the machine keeps its programs and their libraries.
#[derive(Debug, Clone)]
pub struct Tools {
    path: OsString,
    /// Folders of programs among the base's own packages, as an activated environment has them.
    of_packages: Vec<PathBuf>,
    fixed: BTreeMap<OsString, OsString>,
    cargo_home: Option<PathBuf>,
    /// What Maven fetched before.
    maven: Option<PathBuf>,
    /// Folders that the system's own lead to.
    linked: Vec<PathBuf>,
}

impl Tools {
    /// The tools that this process has, as seen from the trusted base. Nothing in the base, the result or a
    /// room is among them, and no proxy that asks the folder it runs in which program to start.
    pub fn of_this_machine(base: &Path, result: &Path) -> Self {
        // Followed once each: a run asks several times for every task.
        let ours = [base, result].map(|folder| real_path(folder).ok());
        let inside = |real: &Path| ours.iter().flatten().any(|folder| real.starts_with(folder));
        let own = env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        // By their real paths: a link on the way may lie where a room cannot look.
        let (mut folders, mut of_packages) = (Vec::new(), Vec::new());
        for path in env::split_paths(&own) {
            let real = known_real_path(&path);
            let within = |folder: &PathBuf| {
                let rest = real.as_ref()?.strip_prefix(folder).ok()?;
                let first = rest.iter().next().and_then(OsStr::to_str)?;
                is_dependency_folder(first).then(|| rest.to_owned())
            };
            of_packages.extend(ours.iter().flatten().find_map(within));
            let is_absolute = path.is_absolute();
            let real = real.unwrap_or(path);
            if is_absolute && !inside(&real) {
                folders.push(real);
            }
        }
        let mut fixed = BTreeMap::new();
        let home = env::var_os("HOME").map(PathBuf::from);
        // The toolchain itself in place of rustup's proxies, which obey a file in the room.
        if let Some(toolchain) = asked("rustup", &["which", "cargo"], base)
            && let Some(folder) = Path::new(&toolchain).parent()
        {
            folders.insert(0, folder.to_owned());
        }
        // Likewise for pyenv: with this variable its shims ask nobody else.
        if folders.iter().any(|folder| folder.ends_with(".pyenv/shims")) {
            if let Some(version) = asked("pyenv", &["version-name"], base) {
                fixed.insert("PYENV_VERSION".into(), version.into());
            }
            let root = folders.iter().find(|folder| folder.ends_with(".pyenv/shims"));
            if let Some(root) = root.and_then(|shims| shims.parent()) {
                fixed.insert("PYENV_ROOT".into(), root.into());
            }
        }
        let under_home = |name: &str, below: &str| {
            let there = env::var_os(name).map(PathBuf::from);
            let path = there.or_else(|| Some(home.as_ref()?.join(below)))?;
            known_real_path(&path).filter(|path| path.is_dir())
        };
        for (name, below) in [
            ("PYTHONUSERBASE", ".local"),
            ("GOMODCACHE", "go/pkg/mod"),
            ("RUSTUP_HOME", ".rustup"),
            ("NVM_DIR", ".nvm"),
            ("JAVA_HOME", "no-java-home-of-its-own"),
            ("GRADLE_RO_DEP_CACHE", ".gradle/caches"),
        ] {
            if let Some(path) = under_home(name, below) {
                fixed.insert(name.into(), path.into());
            }
        }
        let path = env::join_paths(&folders).unwrap_or(own);
        let mut linked = sight::linked_from_system(&path);
        linked.retain(|folder| !inside(folder));
        let cargo_home = under_home("CARGO_HOME", ".cargo");
        let maven = under_home("no-maven-home-of-its-own", ".m2/repository");
        Self { path, of_packages, fixed, cargo_home, maven, linked }
    }

    /// Where programs and packages are looked for; what was seen with others says nothing about these.
    pub(super) fn known_places(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        let path = (OsStr::new("PATH"), self.path.as_os_str());
        let cargo = self.cargo_home.iter().map(|home| (OsStr::new("CARGO_HOME"), home.as_os_str()));
        let fixed = self.fixed.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()));
        [path].into_iter().chain(cargo).chain(fixed)
    }

    /// The line, so that it finds its programs: a tool of Python's may be installed as a module alone.
    pub(super) fn runnable(&self, line: &str) -> String {
        let is_found = |program: &str| {
            env::split_paths(&self.path).any(|folder| folder.join(program).is_file())
                || !self.of_packages.is_empty()
        };
        let is_module = |program: &str| PYTHON_TOOLS.contains(&program) && !is_found(program);
        let commands = split(line).filter(|_| is_found("python3")).unwrap_or_default();
        let programs = commands.iter().filter_map(|command| command.words.first());
        let mut runnable = line.to_owned();
        for program in programs.rev().filter(|program| is_module(&program.text)) {
            runnable.insert_str(program.span.start, "python3 -m ");
        }
        runnable
    }

    /// Where a program lies, by the name that it is called by.
    pub(crate) fn find(&self, program: &str) -> Option<PathBuf> {
        env::split_paths(&self.path).map(|folder| folder.join(program)).find(|path| path.is_file())
    }

    /// The folders in which the tools lie, with what belongs to them beside their programs; each once, since every job
    /// follows them all.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        let open = self.open_places();
        let root = |folder: PathBuf| {
            let is_programs = folder.ends_with("bin") || folder.ends_with("shims");
            let root =
                folder.parent().filter(|root| is_programs && !open.iter().any(|o| o == root));
            root.map(ToOwned::to_owned).unwrap_or(folder)
        };
        let programs = env::split_paths(&self.path).map(root);
        let fixed = self.fixed.values().map(PathBuf::from).filter(|path| path.is_absolute());
        let real = |path: PathBuf| known_real_path(&path);
        let others = self.cargo_home.iter().chain(&self.maven).chain(&self.linked).cloned();
        let all: BTreeSet<PathBuf> = programs.chain(fixed).chain(others).filter_map(real).collect();
        all.into_iter().collect()
    }

    /// Where anyone, or at least this user, can write: home and temporary files.
    pub(super) fn open_places(&self) -> Vec<PathBuf> {
        let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let temporary =
            [env::temp_dir(), "/tmp".into(), "/var/tmp".into(), "/srv".into(), "/opt".into()];
        home.into_iter().chain(temporary).filter(|place| place.parent().is_some()).collect()
    }

    /// Where cargo keeps what it fetched.
    pub(crate) fn cargo_home(&self) -> Option<&Path> {
        self.cargo_home.as_deref()
    }

    /// Lays into a new home what programs look for there: packages that were fetched before, to be read.
    pub(crate) fn furnish(&self, home: &Path) -> io::Result<()> {
        let cargo = home.join(CARGO);
        match std::fs::create_dir(&cargo) {
            // A home that is used again has it, with nothing in it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        if let Some(repository) = &self.maven {
            std::fs::create_dir(home.join(".m2"))?;
            symlink(repository, home.join(".m2/repository"))?;
        }
        let Some(trusted) = &self.cargo_home else { return Ok(()) };
        for name in ["registry", "git", "config.toml", "config"] {
            let from = trusted.join(name);
            if from.exists() {
                symlink(from, cargo.join(name))?;
            }
        }
        Ok(())
    }

    /// The variables that say where things are.
    pub(crate) fn places(&self, home: &Path, room: &Path) -> BTreeMap<OsString, OsString> {
        let mut places = self.fixed.clone();
        // The room's packages are the base's.
        let own = self.of_packages.iter().map(|folder| room.join(folder));
        let path = env::join_paths(own.chain(env::split_paths(&self.path)));
        places.insert("PATH".into(), path.unwrap_or_else(|_| self.path.clone()));
        places.insert("HOME".into(), home.into());
        places.insert("CARGO_HOME".into(), home.join(CARGO).into());
        // Java asks the system for the account's home, and not this environment.
        places.insert("GRADLE_USER_HOME".into(), home.join(".gradle").into());
        places
    }

    /// All variables that a command has.
    pub(super) fn environment(&self, home: &Path, room: &Path) -> BTreeMap<OsString, OsString> {
        let mut environment = self.places(home, room);
        for (name, value) in [
            ("LANG", "C.UTF-8"),
            ("TZ", "UTC"),
            ("CI", "true"),
            ("NO_COLOR", "1"),
            ("TERM", "dumb"),
            ("CARGO_NET_OFFLINE", "true"),
            ("GOPROXY", "off"),
            ("GOTOOLCHAIN", "local"),
            ("UV_OFFLINE", "1"),
            ("UV_NO_SYNC", "1"),
            ("PIP_NO_INDEX", "1"),
            ("PYTHONDONTWRITEBYTECODE", "1"),
            ("npm_config_offline", "true"),
            ("npm_config_update_notifier", "false"),
        ] {
            environment.insert(name.into(), value.into());
        }
        environment
    }
}

/// What the machine's programs answered, by the program and the folder that they were asked in.
type Answers = BTreeMap<(String, PathBuf), Option<String>>;

/// What a program of the machine answers in one line; nothing where it is not there. Asked once in the life of this
/// process: `pyenv` starts a dozen others each time, and a run of a thousand tasks would ask three thousand times.
fn asked(program: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    static ANSWERS: Mutex<Answers> = Mutex::new(BTreeMap::new());
    let key = (program.to_owned(), folder.to_owned());
    // Held while it is asked, so that those who come meanwhile wait for its answer instead of asking too.
    let mut answers = ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    answers.entry(key).or_insert_with(|| ask(program, arguments, folder)).clone()
}

fn ask(program: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !line.trim().is_empty()).then(|| line.trim().to_owned())
}
