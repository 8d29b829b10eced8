//! Where a worker is and what it sees.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::caches::{lay_cargo, of_go};
use super::environment::{chosen, is_ours};
use super::error::WorkerError;
use super::home::{Lent, lend};
use super::named::at_home;
use super::profile::{Brief, CommandLine, Profile};
use crate::closed::ClosedFiles;
use crate::real::real_path;
use crate::room::removal::remove;
use crate::room::{PrivateFolder, Spares};
use crate::verify::Tools;

/// Secrets that lie among the tools of a home, which are in sight.
const AMONG_TOOLS: [&str; 4] =
    [".cargo/credentials.toml", ".cargo/credentials", ".local/share/keyrings", ".local/state"];

/// Where programs and people leave things for each other.
const OPEN: [&str; 3] = ["/tmp", "/var/tmp", "/run/user"];

/// What one worker is given. The machine's programs and libraries can be read; the person's home, temporary
/// files and whatever is closed cannot.
#[derive(Debug, Clone)]
pub struct Place {
    /// The folder it works in, which stays as it leaves it.
    pub area: PathBuf,
    /// A folder for its home and its temporary files. It is this worker's alone, outside of the area; what is
    /// there is removed before and after it worked.
    pub aside: PathBuf,
    /// The person's home.
    pub home: PathBuf,
    /// Folders that it cannot see: the project, its state, other areas, clean rooms, the owner's secret. They
    /// are made where they are not there yet, because what is not there cannot be masked.
    pub closed: Vec<PathBuf>,
    /// Files that it cannot see: task files with hidden tests.
    pub closed_files: ClosedFiles,
    /// Folders of the project's installed packages, which it can read although the project is closed.
    pub dependencies: Vec<PathBuf>,
    pub tools: Tools,
    /// Where the folder aside comes from and goes to.
    pub spares: Arc<Spares>,
}

/// A place that is ready, gone when this is dropped.
#[derive(Debug)]
pub(super) struct Ready {
    /// Copies of credentials are in it. If it cannot be removed now, the next worker's beginning does it.
    aside: PrivateFolder,
    lent: Vec<Lent>,
}

impl Ready {
    /// What is wrong with what came back of what was lent.
    pub fn end(&self) -> Vec<String> {
        let home = self.aside.path().join(HOME);
        self.lent.iter().filter_map(|lent| lent.return_from(&home).err()).collect()
    }
}

const HOME: &str = "home";
const TEMPORARY: &str = "tmp";
const BRIEF: &str = "brief.md";
const INNER: &[&str] = &[HOME, TEMPORARY];

impl Place {
    pub(super) fn home(&self) -> PathBuf {
        self.aside.join(HOME)
    }

    pub(super) fn brief_file(&self) -> PathBuf {
        self.aside.join(BRIEF)
    }

    pub(super) fn temporary(&self) -> PathBuf {
        self.aside.join(TEMPORARY)
    }

    /// Makes its home and all that is to be there.
    pub(super) fn prepare(&self, profile: &Profile, brief: &str) -> Result<Ready, WorkerError> {
        let failed = WorkerError::place(&self.aside);
        if fs::symlink_metadata(&self.aside).is_ok() {
            remove(&self.aside).map_err(&failed)?;
        }
        let place = self.aside.parent().unwrap_or(Path::new("/"));
        let mut aside = self.spares.take(place, INNER)?;
        aside.rename_to(&self.aside).map_err(&failed)?;
        let mut ready = Ready { aside, lent: Vec::new() };
        for folder in &self.closed {
            fs::create_dir_all(folder).map_err(WorkerError::place(folder))?;
        }
        lay_cargo(self.tools.cargo_home(), &self.home()).map_err(&failed)?;
        ready.lent = lend(&self.home, &self.home(), &profile.home)?;
        self.link_named(profile).map_err(&failed)?;
        if profile.brief == Brief::File {
            fs::write(self.brief_file(), brief).map_err(&failed)?;
        }
        Ok(ready)
    }

    pub(super) fn writable(&self) -> Vec<PathBuf> {
        vec![self.area.clone(), self.home(), self.temporary()]
    }

    /// `visible` is what of it is seen all the same.
    pub(super) fn masked(&self, visible: &[PathBuf]) -> Vec<PathBuf> {
        let among_tools = AMONG_TOOLS.iter().map(|path| self.home.join(path));
        let open = OPEN.iter().map(PathBuf::from).chain([env::temp_dir(), self.home.clone()]);
        let open = open.filter(|path| path.is_absolute() && path.parent().is_some());
        let closed = self.closed.iter().cloned();
        let mut masked: Vec<PathBuf> = closed.chain(open).chain(among_tools).collect();
        let shown: Vec<PathBuf> =
            self.writable().into_iter().chain(visible.iter().cloned()).collect();
        masked.extend(self.closed_files.in_sight(&masked, &shown));
        masked
    }

    /// What it can read although something around it is masked. A tool that lies in what is closed is the
    /// project's own, and so is not.
    pub(super) fn visible(&self, profile: &Profile) -> Vec<PathBuf> {
        let closed: Vec<_> = self.closed.iter().filter_map(|path| real_path(path).ok()).collect();
        let is_open = |path: &PathBuf| !closed.iter().any(|closed| path.starts_with(closed));
        let home = real_path(&self.home).unwrap_or_else(|_| self.home.clone());
        let is_whole_home = |path: &PathBuf| home.starts_with(path);
        let tools = self.tools.folders().into_iter().filter(|path| !is_whole_home(path));
        let named = self.named(profile);
        let own = tools.chain(self.program(profile)).chain(named).filter(is_open);
        let brief = (profile.brief == Brief::File).then(|| self.brief_file());
        own.chain(self.dependencies.iter().cloned()).chain(brief).collect()
    }

    /// The program itself, wherever a link leads to it, with the packages it is one of.
    fn program(&self, profile: &Profile) -> Option<PathBuf> {
        let name = match &profile.command {
            CommandLine::Arguments(arguments) => arguments.first()?,
            CommandLine::Shell(line) => line.split_whitespace().next()?,
        };
        let whole = at_home(name, &self.home).or_else(|| self.whole(name))?;
        let real = real_path(&whole).ok()?;
        let packages = real.ancestors().filter(|path| path.ends_with("node_modules")).last();
        Some(packages.map(ToOwned::to_owned).unwrap_or(real))
    }

    /// What the command names of the person's own, with what lies beside it: an agent may be a script in parts.
    fn named(&self, profile: &Profile) -> Vec<PathBuf> {
        let named = profile.named(&self.home).into_iter();
        named.filter_map(|path| self.with_its_folder(path)).collect()
    }

    /// A file with its folder, unless more would be shown with that than belongs to it: the home, a place that all
    /// share, or a folder in which something closed lies. Nothing that is hidden in the home: keys are.
    fn with_its_folder(&self, path: PathBuf) -> Option<PathBuf> {
        let real = |path: &PathBuf| real_path(path).ok();
        let home = real(&self.home).unwrap_or_else(|| self.home.clone());
        let shared: Vec<PathBuf> =
            OPEN.iter().map(PathBuf::from).chain([env::temp_dir()]).collect();
        let whole: Vec<PathBuf> =
            shared.iter().chain([&home]).chain(&self.closed).filter_map(real).collect();
        let is_too_much = |folder: &Path| {
            folder.parent().is_none()
                || whole.iter().any(|inner| inner.starts_with(folder))
                || self.closed_files.is_or_holds(folder)
        };
        let below = path.strip_prefix(&home).ok();
        if below.is_some_and(|below| below.to_string_lossy().starts_with('.')) || is_too_much(&path)
        {
            return None;
        }
        if path.is_dir() {
            return Some(path);
        }
        let folder = path.parent().filter(|folder| !is_too_much(folder)).map(ToOwned::to_owned);
        Some(folder.unwrap_or(path))
    }

    /// What the command names from the home is found from the worker's own home as well.
    fn link_named(&self, profile: &Profile) -> std::io::Result<()> {
        let home = real_path(&self.home).unwrap_or_else(|_| self.home.clone());
        for path in self.named(profile).into_iter().chain(self.program(profile)) {
            let Ok(below) = path.strip_prefix(&home) else { continue };
            let link = self.home().join(below);
            if let Some(folder) = link.parent() {
                fs::create_dir_all(folder)?;
            }
            if fs::symlink_metadata(&link).is_err() {
                symlink(&path, &link)?;
            }
        }
        Ok(())
    }

    /// The whole path of a program.
    pub(super) fn whole(&self, program: &str) -> Option<PathBuf> {
        if program.contains('/') {
            Some(self.area.join(program)).filter(|path| path.is_file())
        } else {
            self.tools.find(program)
        }
    }

    pub(super) fn environment(&self, profile: &Profile) -> BTreeMap<OsString, OsString> {
        let mut environment = chosen(env::vars_os(), &profile.environment);
        environment.extend(self.tools.places(&self.home(), &self.area));
        if let Some(there) = environment.get(OsStr::new("GOMODCACHE")).map(PathBuf::from) {
            environment.extend(of_go(&there, &self.home()));
        }
        let set = profile.set.iter().map(|(name, value)| (name.into(), value.into()));
        environment.extend(set.filter(|(name, _): &(OsString, OsString)| !is_ours(name)));
        environment
    }

    /// Where the area is not a folder, nothing can be done.
    pub(super) fn check(&self) -> Result<(), WorkerError> {
        let failed = WorkerError::place(&self.area);
        let area = real_path(&self.area).map_err(&failed)?;
        let aside = self.aside.parent().and_then(|parent| real_path(parent).ok());
        let is_inside = aside.is_some_and(|aside| aside.starts_with(&area));
        if !area.is_dir() || is_inside || Path::new(&self.aside).starts_with(&area) {
            let why = "the area is a folder, and what lies aside is outside of it";
            return Err(failed(std::io::Error::other(why)));
        }
        Ok(())
    }
}
