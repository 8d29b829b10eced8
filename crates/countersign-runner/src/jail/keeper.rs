//! The first process of the jail's process namespace: mounts, starts the command, watches it, and says how
//! it ended.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Instant;

use countersign_core::{Exit, Layer};
use nix::sched::{CloneFlags, setns, unshare};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use rustix::io::Errno;
use rustix::process::{
    DumpableBehavior, Pid, set_child_subreaper, set_dumpable_behavior,
    set_parent_process_death_signal, setsid,
};
use rustix::stdio::{dup2_stderr, dup2_stdout};

use super::custody::{Custody, Outcome};
use super::error::Refusal;
use super::fork::errand;
use super::inmate::{self, Failed, Ready, Sentence};
use super::job::{Job, Network};
use super::mounts::{self, Held, Raised, TEMPORARY, Wanted};
use super::network;
use super::processes::{Hold, read_whole};
use super::usage::{Usage, threads};
use super::wire::{Missing, Order, Word, receive, send};

/// What a shell says of a program that is not there, and of one that cannot be executed.
const NOT_FOUND: i32 = 127;
const NOT_EXECUTABLE: i32 = 126;

/// What a job comes with: its walls, the caller's socket, and where it prints.
#[derive(Debug)]
pub(super) struct Entry {
    pub walls: BTreeSet<Layer>,
    pub socket: UnixStream,
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
    /// A mount namespace that has all that is not the job's alone, to be copied.
    pub view: Option<OwnedFd>,
}

/// Why there is no namespace for users or for processes, if there is none. The others the keeper makes itself.
#[derive(Debug)]
pub(super) struct Refused {
    pub users: Option<String>,
    pub processes: Option<String>,
}

pub(super) fn serve(entry: &Entry, refused: &Refused) {
    let outcome = keep(entry, refused);
    let word = outcome.unwrap_or_else(Word::Refused);
    // Nobody may be there to hear it.
    let _ = send(&entry.socket, &word);
}

fn keep(entry: &Entry, refused: &Refused) -> Result<Word, Refusal> {
    let Entry { walls, socket, stdout, stderr, view } = entry;
    set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
        .map_err(|why| Refusal::step("asking to end with the warden", why))?;
    setsid().map_err(|why| Refusal::step("leaving the session", why))?;
    dup2_stdout(stdout)
        .and_then(|()| dup2_stderr(stderr))
        .map_err(|why| Refusal::step("printing where the caller reads", why))?;
    let order = receive(socket).map_err(|why| Refusal::step("hearing the job", why))?;
    let Order::Job { job, sockets, niceness } = order else {
        return Err(Refusal::step("hearing the job", "something else was said"));
    };
    let held = view.as_ref().map(|view| enter(view, &job)).transpose()?.flatten();
    let mut missing = namespaces(walls, job.network, refused);
    if let (Some(_), Some(why)) = (&held, missing.get(&Layer::Mounts)) {
        // What it mounts now, all others would see.
        return Err(Refusal::step("copying the view of all jobs", why.as_str()));
    }
    let children = children().map_err(|why| Refusal::step("listening for children", why))?;
    let hold = hold(walls, &missing)?;
    let own_network = job.network == Network::None && !missing.contains_key(&Layer::Network);
    let closes_sockets = walls.contains(&Layer::Network) || job.network == Network::Machine;
    let sockets = if closes_sockets {
        sockets.unwrap_or_else(|why| {
            missing.entry(sockets_are_of(&job)).or_insert(why);
            Vec::new()
        })
    } else {
        Vec::new()
    };
    let seen_as = outside();
    let wanted = Wanted {
        own_processes: hold == Hold::Namespace,
        read_only: walls.contains(&Layer::Writes),
        root: seen_as.is_none(),
        sockets: &sockets,
        threads: walls.contains(&Layer::Limits).then(|| threads(&job.limits)),
    };
    let Raised { own_devices, read_only, .. } = raise(&job, wanted, held, &mut missing)?;
    if own_network && let Err(why) = network::loopback_up() {
        return Err(Refusal::step("bringing up the loopback device", why));
    }
    std::env::set_current_dir(&job.folder).map_err(|why| Refusal::Folder {
        folder: job.folder.display().to_string(),
        why: why.to_string(),
    })?;
    // From here on nobody may look into this process, in which the socket is.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)
        .map_err(|why| Refusal::step("closing the keeper to others", why))?;

    let limited = walls.contains(&Layer::Limits);
    let own_processes = !missing.contains_key(&Layer::Processes);
    let sentence =
        Sentence { niceness, seen_as, ..sentence(&job, walls, own_devices, own_network) };
    let Started { inmate, missing: not_raised, failed } = start(sentence)?;
    let began = Instant::now();
    // Mounts that are read-only keep the job from writing as well.
    let counts = |layer: &Layer| *layer != Layer::Writes || !read_only;
    missing.extend(not_raised.into_iter().filter(|(layer, _)| counts(layer)));
    for layer in [Layer::Writes, Layer::Limits] {
        if !walls.contains(&layer) {
            missing.insert(layer, "not asked for".to_owned());
        }
    }
    send(socket, &Word::Started(missing)).map_err(|why| Refusal::step("reporting", why))?;
    let outcome = match failed {
        Some((code, why)) => {
            complain(&job, &why);
            Outcome { exit: Exit::Failure(code), stopped: None, cancelled: false }
        }
        None => {
            let usage = limited.then(|| Usage::new(job.limits, own_processes, own_devices));
            Custody { inmate, hold, limits: job.limits, began, children, socket, usage }.watch()
        }
    };
    let duration = began.elapsed();
    if hold == Hold::Subreaper {
        hold.end_all();
    }
    let Outcome { exit, stopped, cancelled } = outcome;
    Ok(Word::Ended { exit, stopped, cancelled, duration })
}

/// Goes to where all is prepared that is not this job's alone, with what the job may write: there it could not be had any
/// more. Absent where the kernel does not let us, and then all of it is to be made.
fn enter(view: &OwnedFd, job: &Job) -> Result<Option<Held>, Refusal> {
    let held = mounts::hold(job, true)?;
    Ok(setns(view, CloneFlags::CLONE_NEWNS).is_ok().then_some(held))
}

/// Makes the namespaces that are wanted, and says which layers the kernel refused.
fn namespaces(walls: &BTreeSet<Layer>, network: Network, refused: &Refused) -> Missing {
    let kernel = |why: &str| match &refused.users {
        None => format!("the kernel refused the namespace: {why}"),
        Some(users) => {
            format!("the kernel refused the namespace: {why}; and one for users: {users}")
        }
    };
    let mut missing = Missing::new();
    if let Some(why) = &refused.processes {
        missing.insert(Layer::Processes, kernel(why));
    }
    for layer in [Layer::Mounts, Layer::Processes, Layer::Network] {
        if !walls.contains(&layer) {
            missing.insert(layer, "not asked for".to_owned());
        }
    }
    let own =
        [(Layer::Mounts, CloneFlags::CLONE_NEWNS), (Layer::Network, CloneFlags::CLONE_NEWNET)];
    let is_own = |layer| layer != Layer::Network || network == Network::None;
    let is_wanted = |(layer, _): &(Layer, _)| walls.contains(layer) && is_own(*layer);
    let own: Vec<_> = own.into_iter().filter(is_wanted).collect();
    // Shared memory and message queues, and the host's name: nobody misses them, so no layer is theirs.
    let others = CloneFlags::CLONE_NEWIPC | CloneFlags::CLONE_NEWUTS;
    let all = own.iter().fold(others, |all, (_, flag)| all | *flag);
    if unshare(all).is_ok() {
        return missing;
    }
    // All or none: so each by itself.
    let _ = unshare(others);
    for (layer, flag) in own {
        if let Err(error) = unshare(flag) {
            missing.insert(layer, kernel(error.desc()));
        }
    }
    missing
}

/// The layer that does not hold where sockets with a path can be reached.
fn sockets_are_of(job: &Job) -> Layer {
    match job.network {
        Network::None | Network::NoSocket => Layer::Network,
        Network::Machine => Layer::Mounts,
    }
}

/// Children that ended are told by a file, so that one wait is enough for them and for time.
fn children() -> nix::Result<SignalFd> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGCHLD);
    signals.thread_block()?;
    SignalFd::with_flags(&signals, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)
}

fn hold(walls: &BTreeSet<Layer>, missing: &Missing) -> Result<Hold, Refusal> {
    if !walls.contains(&Layer::Processes) {
        return Ok(Hold::Nothing);
    }
    if !missing.contains_key(&Layer::Processes) {
        if std::process::id() != 1 {
            return Err(Refusal::step("holding processes", "the keeper is not the first process"));
        }
        return Ok(Hold::Namespace);
    }
    set_child_subreaper(Some(rustix::process::getpid()))
        .map_err(|why| Refusal::step("taking orphans in", why))?;
    Ok(Hold::Subreaper)
}

/// The job's own view of the file system, as far as there is one.
fn raise(
    job: &Job,
    wanted: Wanted<'_>,
    held: Option<Held>,
    missing: &mut Missing,
) -> Result<Raised, Refusal> {
    let raised = match (missing.get(&Layer::Mounts), &job.overlay) {
        (None, _) => mounts::raise(job, wanted, held)?,
        (Some(_), None) => Raised::default(),
        (Some(why), Some(overlay)) => {
            let why = format!("there is no mount namespace: {why}");
            return Err(Refusal::Overlay { at: overlay.at.display().to_string(), why });
        }
    };
    if let Some(why) = &raised.refused {
        missing.insert(Layer::Mounts, why.clone());
    }
    if let Some(why) = &raised.processes_seen {
        missing.insert(Layer::Processes, why.clone());
    }
    if missing.contains_key(&Layer::Mounts) && !wanted.sockets.is_empty() {
        let why = "sockets in the file system can be reached, because mounts were refused";
        missing.entry(sockets_are_of(job)).or_insert_with(|| why.to_owned());
    }
    Ok(raised)
}

fn sentence(job: &Job, walls: &BTreeSet<Layer>, own_view: bool, own_network: bool) -> Sentence {
    let own_devices = own_view;
    let mut writable: Vec<PathBuf> = job.writable.clone();
    let mut environment = job.environment.clone();
    if let Some(temporary) = &job.temporary {
        let name = if own_view { OsString::from(TEMPORARY[0]) } else { temporary.into() };
        environment.insert("TMPDIR".into(), name);
    }
    // Without a view of its own, all of these paths are the machine's.
    if own_view {
        writable.extend(job.temporary.iter().flat_map(|_| TEMPORARY.map(PathBuf::from)));
        writable.extend(job.stands_for.iter().map(|other| other.at.clone()));
    }
    let writable = writable.into_iter().map(PathBuf::into_os_string).collect();
    Sentence {
        command: job.command.clone(),
        environment: environment.into_iter().collect(),
        input: job.input.clone(),
        writable: walls.contains(&Layer::Writes).then_some(writable),
        own_devices,
        close_keys: walls.contains(&Layer::Processes),
        open_no_socket: walls.contains(&Layer::Network) && job.network == Network::NoSocket,
        refuse_tcp: walls.contains(&Layer::Network) && !own_network,
        seen_as: None,
        threads: walls.contains(&Layer::Limits).then(|| threads(&job.limits)),
        niceness: 0,
    }
}

/// The user that this process stands for outside of its user namespace, if that is another one.
pub(super) fn outside() -> Option<(u32, u32)> {
    let one = |map: &str| {
        let text = String::from_utf8(read_whole(map).ok()?).ok()?;
        let mut numbers = text.split_ascii_whitespace().map(str::parse::<u32>);
        match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
            (Some(Ok(0)), Some(Ok(outside)), Some(Ok(1)), None) => Some(outside),
            _ => None,
        }
    };
    let user = one("/proc/self/uid_map")?;
    let group = one("/proc/self/gid_map")?;
    (user != 0).then_some((user, group))
}

/// A command that was started, and what stands in its place if it could not be executed: the exit code that says so,
/// and why.
struct Started {
    inmate: Pid,
    missing: Missing,
    failed: Option<(i32, String)>,
}

/// Starts the inmate and returns when it has become the command, or could not.
fn start(sentence: Sentence) -> Result<Started, Refusal> {
    let mut ready = Ready::default();
    let (inmate, failed) = errand(|| inmate::serve(sentence, &mut ready))
        .map_err(|why| Refusal::step("starting the command", why))?;
    let failed = match failed {
        Some(Failed::NotExecuted { error, why }) => {
            let missing = error == Some(Errno::NOENT.raw_os_error());
            Some((if missing { NOT_FOUND } else { NOT_EXECUTABLE }, why))
        }
        Some(Failed::Refused(refusal)) => return Err(refusal),
        None if !ready.is_ready => {
            return Err(Refusal::step("starting the command", "it ended before it began"));
        }
        None => None,
    };
    Ok(Started { inmate, missing: ready.missing, failed })
}

/// As a shell would, where the reader of the output will look for it.
fn complain(job: &Job, why: &str) {
    let program = job.command.first().map(|program| program.as_bytes()).unwrap_or_default();
    let mut line = program.to_vec();
    line.extend_from_slice(format!(": {why}\n").as_bytes());
    let _ = io::stderr().write_all(&line);
}
