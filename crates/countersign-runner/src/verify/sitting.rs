//! A room in use: the commands of one contract run in it, one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use countersign_core::{Check, Exit, Layer, PathNote, Placement, RoomReport, SpecFile, Visibility};

use super::case::{Case, Machine, VerifyError};
use super::go_cache::{self, Lending};
use super::lacks;
use super::ran::Ran;
use super::sight;
use crate::files::{Files, Unreadable};
use crate::jail::{self, Ended, JailError, Job, Network, Refusal, StandsFor};
use crate::protect::only_looks;
use crate::real::real_path;
use crate::report::{Facts, Instrumented, Source, instrument};
use crate::room::{
    Contents, PrivateFolder, Rewritten, Room, Stock, Way, is_temporary_cache, random_name, remove,
};

/// The shells of commands, the first that is there: the machine's own and never one that lies in a room. Task
/// files call their commands `bash`.
const SHELLS: [&str; 4] = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/bin/sh"];

pub(crate) fn shell() -> &'static str {
    SHELLS.into_iter().find(|shell| Path::new(shell).is_file()).unwrap_or("/bin/sh")
}

const HOME: &str = "home";
const TEMPORARY: &str = "tmp";
/// What every home has is not made and removed each time.
const ASIDE: &[&str] = &[HOME, "home/.cargo", TEMPORARY];

/// The base with the specification's own files: what no worker wrote.
struct Given<'a> {
    base: &'a dyn Files,
    spec: &'a [SpecFile],
}

impl Files for Given<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        let is_it = |file: &&SpecFile| file.path == path && file.placement == Placement::Whole;
        match self.spec.iter().find(is_it) {
            Some(file) => Ok(Some(file.content.clone().into_bytes())),
            None => self.base.read(path),
        }
    }

    fn paths(&self) -> Vec<String> {
        self.base.paths()
    }
}

/// What only looks has no use for a network, unless it names one of the places behind which bash opens a socket.
fn needs_no_socket(line: &str) -> bool {
    only_looks(line) && !["/dev/tcp/", "/dev/udp/"].iter().any(|place| line.contains(place))
}

pub(super) struct Sitting<'a> {
    machine: &'a Machine,
    case: &'a Case<'a>,
    stock: Arc<Stock>,
    spec: Vec<SpecFile>,
    room: Room,
    /// Home, temporary files and reports: new folders beside the room, gone with it.
    aside: PrivateFolder,
    /// Whether a command has run in it, and whether the last one was one of tests.
    used: Option<bool>,
    /// What commands changed of what steers the checks.
    mended: Vec<PathNote>,
    layers: Option<BTreeSet<Layer>>,
    missing: BTreeMap<Layer, String>,
    /// Files that commands are told of by these variables.
    places: BTreeMap<String, PathBuf>,
    /// How long lines may take that ran before.
    paces: BTreeMap<String, Duration>,
    /// What was compiled before, of which the command's home has links.
    compiled: Option<PathBuf>,
}

impl<'a> Sitting<'a> {
    pub fn begin(
        machine: &'a Machine,
        case: &'a Case<'a>,
        stock: &Arc<Stock>,
        spec: &[SpecFile],
    ) -> Result<Self, VerifyError> {
        let Machine { place, spares, .. } = machine;
        let room = Room::make_with(spares, stock, place, spec, Way::Overlay)?;
        let aside = spares.take(place, ASIDE)?;
        machine.tools.furnish(&aside.path().join(HOME)).map_err(VerifyError::Place)?;
        Ok(Self {
            machine,
            case,
            stock: Arc::clone(stock),
            spec: spec.to_vec(),
            room,
            aside,
            used: None,
            mended: Vec::new(),
            layers: None,
            missing: BTreeMap::new(),
            places: BTreeMap::new(),
            paces: BTreeMap::new(),
            compiled: None,
        })
    }

    /// The same, in which these lines have so much time.
    pub fn paced(self, paces: BTreeMap<String, Duration>) -> Self {
        Self { paces, ..self }
    }

    /// A file that is not there yet, for commands to write into, which know it by a variable.
    pub fn place_for(&mut self, variable: &str) -> Result<PathBuf, VerifyError> {
        let folder = self.report_folder()?;
        fs::create_dir(&folder).map_err(VerifyError::Place)?;
        let place = folder.join(variable);
        self.places.insert(variable.to_owned(), place.clone());
        Ok(place)
    }

    /// What was in the room before any command has run.
    pub fn contents(&self) -> &Contents {
        self.room.contents()
    }

    pub fn keep(self) -> Result<PathBuf, VerifyError> {
        Ok(self.room.keep()?)
    }

    /// Runs a check that is a command; nothing for the others.
    pub fn run_check(&mut self, check: &Check) -> Result<Option<Ran>, VerifyError> {
        let (run, cwd, limit, is_test) = match check {
            Check::Command { run, cwd, time_limit_seconds } => {
                (run, cwd, time_limit_seconds.map(Duration::from_secs), false)
            }
            Check::Tests { run, cwd, .. } => (run, cwd, None, true),
            Check::Lint { run, cwd } | Check::Typecheck { run, cwd } => (run, cwd, None, false),
            Check::File { .. }
            | Check::Content { .. }
            | Check::Outputs { .. }
            | Check::Exports { .. }
            | Check::Signal { .. }
            | Check::Dependency { .. }
            | Check::Changelog { .. }
            | Check::Backlog { .. }
            | Check::Protected { .. }
            | Check::Evaluate { .. }
            | Check::Critic { .. }
            | Check::None => return Ok(None),
        };
        if let Some(has_tested) = self.used {
            self.mended.extend(self.room.mend(self.case.contract, has_tested)?);
            self.forget_aside().map_err(VerifyError::Place)?;
        }
        self.used = Some(is_test);
        let folder = cwd.as_deref().unwrap_or_default();
        let pace = self.paces.get(run).copied().unwrap_or(Duration::MAX);
        let run = &self.machine.tools.runnable(run);
        // A plain command may be a test command by another name; only then is it asked which tests it ran.
        let reports = self.report_folder()?;
        let given = Given { base: self.stock.base(), spec: &self.spec };
        let told = instrument(run, Facts { base: &given, folder }, &reports);
        if told.source != Source::None {
            fs::create_dir(&reports).map_err(VerifyError::Place)?;
        }
        let time = limit.unwrap_or(self.machine.limits.time).min(pace);
        self.compiled = self.lend_compiled(run, folder);
        let since = SystemTime::now();
        let ended = match self.run(&told, folder, time) {
            Err(VerifyError::Jail(JailError::Refused(Refusal::Folder { folder: path, why })))
                if !folder.is_empty() =>
            {
                let refused = Refusal::Folder { folder: path, why };
                return self.not_entered(run, folder, refused).map(Some);
            }
            ended => ended?,
        };
        let report = || crate::report::read(&told.source, &ended.stdout, &self.room.folder());
        let tests = match is_test {
            true => Some(report()),
            // One that ran no test is judged by its end.
            false if told.source == Source::None => None,
            false => {
                Some(report()).filter(|run| run.as_ref().is_ok_and(|run| !run.tests.is_empty()))
            }
        };
        let mut rewritten = self.room.rewritten(self.case.contract, since)?;
        if tests.is_some() {
            self.used = Some(true);
            rewritten.replaced = self.room.replaced(since)?;
        }
        let has_failed = matches!(ended.exit, Exit::Failure(_));
        let lack = has_failed.then(|| lacks::find(&ended.output, &self.stock)).flatten();
        Ok(Some(Ran { line: run.clone(), ended, tests, lack, rewritten, no_folder: None }))
    }

    /// Lays into the command's home what it would compile anew.
    fn lend_compiled(&self, line: &str, folder: &str) -> Option<PathBuf> {
        if !go_cache::is_wanted(self.machine, line) {
            return None;
        }
        let is_hidden = |file: &&SpecFile| file.visibility == Visibility::Hidden;
        let hidden = self.spec.iter().filter(is_hidden).map(|file| file.path.as_str()).collect();
        let visible = self.visible();
        let lending = Lending {
            machine: self.machine,
            line,
            folder,
            base: self.stock.base(),
            room: self.room.contents(),
            hidden: &hidden,
            masked: self.masked(&visible),
            visible,
            time: self.machine.limits.time.min(self.case.time_left()),
        };
        lending.lay(&self.aside.path().join(HOME))
    }

    /// A folder that a command is to run in and that the room does not have. Whether it is that, and not our
    /// machine's trouble, is seen by going there from the room itself.
    fn not_entered(
        &mut self,
        line: &str,
        folder: &str,
        refused: Refusal,
    ) -> Result<Ran, VerifyError> {
        let run = format!("cd './{}'", folder.replace('\'', r"'\''"));
        let told = Instrumented { run, environment: BTreeMap::new(), source: Source::None };
        let ended = self.run(&told, "", self.machine.limits.time)?;
        if !matches!(ended.exit, Exit::Failure(_)) {
            return Err(JailError::Refused(refused).into());
        }
        let no_folder = Some(folder.to_owned());
        let rewritten = Rewritten::default();
        Ok(Ran { line: line.to_owned(), ended, tests: None, lack: None, rewritten, no_folder })
    }

    /// A new home for the next command, and no caches of the last one among its temporary files: programs read in both
    /// how they have to behave.
    fn forget_aside(&self) -> io::Result<()> {
        let home = self.aside.path().join(HOME);
        match fs::symlink_metadata(&home) {
            Ok(there) if there.is_dir() => remove(&home)?,
            Ok(_) => fs::remove_file(&home)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        fs::create_dir(&home)?;
        self.machine.tools.furnish(&home)?;
        for entry in fs::read_dir(self.aside.path().join(TEMPORARY))? {
            let entry = entry?;
            let is_cache = entry.file_name().to_str().is_some_and(is_temporary_cache);
            if is_cache && entry.file_type()?.is_dir() {
                remove(&entry.path())?;
            }
        }
        Ok(())
    }

    /// A folder for one report, under a name that nobody can foresee. It is not there yet.
    fn report_folder(&self) -> Result<PathBuf, VerifyError> {
        Ok(self.aside.path().join(format!("report-{}", random_name()?)))
    }

    fn run(
        &mut self,
        told: &Instrumented,
        folder: &str,
        time: Duration,
    ) -> Result<Ended, VerifyError> {
        let Machine { launcher, cancel, total_time, .. } = self.machine;
        let left = self.case.time_left();
        if left.is_zero() {
            return Err(VerifyError::OutOfTime(*total_time));
        }
        let (time, is_cut) = (time.min(left), left < time);
        let go = |job: Job| match jail::run_unless(launcher, &job, cancel.as_ref()) {
            Ok(ended) if ended.cancelled => Err(JailError::Cancelled),
            ended => ended,
        };
        let ended = match go(self.job(told, folder, time)) {
            // No overlay here: the same room as a copy, once and for all that follows in it.
            Err(JailError::Refused(Refusal::Overlay { .. })) if self.room.overlay().is_some() => {
                self.room = Room::make(&self.stock, &self.machine.place, &self.spec, Way::Copied)?;
                go(self.job(told, folder, time))?
            }
            other => other?,
        };
        if is_cut && ended.exit == Exit::TimedOut {
            return Err(VerifyError::OutOfTime(*total_time));
        }
        // A layer held if it held every time.
        self.layers = Some(match self.layers.take() {
            None => ended.layers.clone(),
            Some(held) => held.intersection(&ended.layers).copied().collect(),
        });
        self.missing.extend(ended.missing_layers.clone());
        Ok(ended)
    }

    fn job(&self, told: &Instrumented, folder: &str, time: Duration) -> Job {
        let room = self.room.folder();
        let aside = self.aside.path();
        let visible = self.visible();
        let mut environment = self.machine.tools.environment(&aside.join(HOME), &room);
        for (name, value) in &told.environment {
            environment.insert(name.into(), value.into());
        }
        for (name, place) in &self.places {
            environment.insert(name.into(), place.into());
        }
        Job {
            command: vec![OsString::from(shell()), "-c".into(), told.run.clone().into()],
            folder: if folder.is_empty() { room.clone() } else { room.join(folder) },
            environment,
            network: if told.source == Source::None && needs_no_socket(&told.run) {
                Network::NoSocket
            } else {
                Network::None
            },
            input: Vec::new(),
            stands_for: self.stands_for(),
            temporary: Some(aside.join(TEMPORARY)),
            writable: vec![room, aside.to_owned()],
            masked: self.masked(&visible),
            visible,
            overlay: self.room.overlay(),
            limits: jail::Limits { time, ..self.machine.limits },
        }
    }

    /// What was installed for the base knows it by its path, an editable package say: there, too, is the room. A
    /// room of copies has its packages by links to the base itself.
    fn stands_for(&self) -> Option<StandsFor> {
        let at = real_path(self.case.base).ok().filter(|_| self.room.overlay().is_some())?;
        Some(StandsFor { folder: self.room.folder(), at })
    }

    /// What is masked on the machine is masked in the room too: the base may hold it.
    fn masked(&self, visible: &[PathBuf]) -> Vec<PathBuf> {
        let room = self.room.folder();
        let base = real_path(self.case.base).ok();
        let within =
            |path: &PathBuf| path.strip_prefix(base.as_ref()?).ok().map(|rest| room.join(rest));
        let masked = &self.machine.masked;
        let inside = masked.iter().filter_map(within);
        let others = [self.case.result.to_owned(), self.machine.place.clone()];
        // Where a worker can have left something beside its work area.
        let others = others.into_iter().chain(self.machine.tools.open_places());
        let is_there = |path: &PathBuf| Path::new(path).exists();
        let named = masked.iter().cloned().chain(inside).chain(others).filter(is_there);
        let masked: BTreeSet<PathBuf> = named.chain(sight::strange_places()).collect();
        let mut masked: Vec<PathBuf> = masked.into_iter().collect();
        masked.extend(self.machine.closed_files.in_sight(&masked, visible));
        masked
    }

    /// The machine's own tools and the trusted base, wherever they lie.
    fn visible(&self) -> Vec<PathBuf> {
        let is_masked = |path: &PathBuf| self.machine.masked.contains(path);
        let tools = self.machine.tools.folders().into_iter();
        let elsewhere = self.stock.packages_elsewhere();
        let base = [self.case.base.to_owned()].into_iter();
        let compiled = self.compiled.clone();
        let all = tools.chain(base).chain(elsewhere).chain(compiled);
        all.filter(|path| !is_masked(path)).collect()
    }

    /// Adds to the report which walls held, and what had to be put back in between.
    pub fn note(&self, report: &mut RoomReport) {
        for note in &self.mended {
            if !report.restored.contains(note) {
                report.restored.push(note.clone());
            }
        }
        let Some(held) = &self.layers else { return };
        report.layers = match report.layers.is_empty() {
            true => held.clone(),
            false => report.layers.intersection(held).copied().collect(),
        };
        report.missing_layers.extend(self.missing.clone());
    }
}
