//! Running a job: the caller's side.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io::{self, PipeReader, Read};
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use countersign_core::{Exit, Layer};
use nix::sys::signal::Signal;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::getpriority_process;

use super::cancel::{Cancel, is_set};
use super::custody::CANCELLED;
use super::error::JailError;
use super::job::{Ended, Job, Limits, Network};
use super::launcher::{Launcher, Warden};
use super::network::sockets_with_paths;
use super::output::Collected;
use super::wire::{Knock, Missing, Order, Word, send, take};

/// How long raising the walls may take, and how long ending may take beyond what the job allows. Both are
/// far more than they need: they bound what we wait for a machine that is in trouble.
const PATIENCE: Duration = Duration::from_secs(60);

const ALL: [Layer; 5] =
    [Layer::Processes, Layer::Mounts, Layer::Network, Layer::Writes, Layer::Limits];

/// Which of the two streams something was printed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Output,
    Error,
}

type Listen<'a> = &'a mut dyn FnMut(Stream, &[u8]);

/// Who is there while a job runs.
pub struct Audience<'a> {
    /// Is told all that the job prints, as it comes. The job waits while this works.
    pub listen: &'a mut dyn FnMut(Stream, &[u8]),
    pub cancel: Option<&'a Cancel>,
}

impl std::fmt::Debug for Audience<'_> {
    fn fmt(&self, words: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        words.debug_struct("Audience").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

/// Runs the job in all walls that this machine has. When it returns, all processes of the job are dead.
pub fn run(launcher: &Launcher, job: &Job) -> Result<Ended, JailError> {
    run_within(launcher, job, &BTreeSet::from(ALL))
}

/// Likewise, for somebody who listens and may want an end.
pub fn attend(launcher: &Launcher, job: &Job, audience: Audience<'_>) -> Result<Ended, JailError> {
    let Audience { listen, cancel } = audience;
    go(launcher, job, &BTreeSet::from(ALL), Some(listen), cancel)
}

/// Likewise, for somebody who only may want an end.
pub fn run_unless(
    launcher: &Launcher,
    job: &Job,
    cancel: Option<&Cancel>,
) -> Result<Ended, JailError> {
    go(launcher, job, &BTreeSet::from(ALL), None, cancel)
}

/// Runs the job in some of the walls only. This is for tests, which show what happens without one.
#[doc(hidden)]
pub fn run_within(
    launcher: &Launcher,
    job: &Job,
    walls: &BTreeSet<Layer>,
) -> Result<Ended, JailError> {
    go(launcher, job, walls, None, None)
}

fn go<'b>(
    launcher: &Launcher,
    job: &Job,
    walls: &BTreeSet<Layer>,
    listen: Option<Listen<'b>>,
    cancel: Option<&'b Cancel>,
) -> Result<Ended, JailError> {
    check(job)?;
    if cancel.is_some_and(Cancel::is_pulled) {
        return Err(JailError::Cancelled);
    }
    let mut walls = walls.clone();
    if job.network == Network::Machine {
        walls.remove(&Layer::Network);
    }
    let mut jail = Jail::start(launcher, job, walls, (listen, cancel))?;
    let heard = jail.listen()?;
    jail.drain();
    jail.report(heard)
}

fn check(job: &Job) -> Result<(), JailError> {
    if job.command.is_empty() {
        return Err(JailError::Job("there is no command".to_owned()));
    }
    let overlay = job.overlay.iter().flat_map(|o| [&o.lower, &o.upper, &o.work, &o.at]);
    let paths = job
        .writable
        .iter()
        .chain(&job.masked)
        .chain(&job.visible)
        .chain([&job.folder])
        .chain(&job.temporary)
        .chain(job.stands_for.iter().flat_map(|other| [&other.folder, &other.at]))
        .chain(overlay);
    for path in paths {
        if !path.is_absolute() {
            return Err(JailError::Job(format!("{} is not a whole path", path.display())));
        }
    }
    Ok(())
}

struct Jail<'a, 'b> {
    job: &'a Job,
    walls: BTreeSet<Layer>,
    heard_by: Option<Listen<'b>>,
    cancel: Option<&'b Cancel>,
    warden: Arc<Warden>,
    /// Until they have come to their ends.
    stdout: Option<PipeReader>,
    stderr: Option<PipeReader>,
    socket: UnixStream,
    come: Vec<u8>,
    collected: Collected,
    /// Why we told it to end.
    told_to_end: Option<Reason>,
    /// The keeper was asked to end it with a grace.
    asked_to_end: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// It printed too much, which only we can see.
    Flood,
    /// Its keeper should have ended it long ago.
    Late,
    /// It was cancelled, and its grace with it.
    Cancelled,
}

/// What was said until the socket was closed.
#[derive(Default)]
struct Heard {
    started: Option<(Instant, Missing)>,
    ended: Option<HowEnded>,
}

struct HowEnded {
    exit: Exit,
    stopped: Option<String>,
    cancelled: bool,
    duration: Duration,
}

impl<'a, 'b> Jail<'a, 'b> {
    fn start(
        launcher: &Launcher,
        job: &'a Job,
        walls: BTreeSet<Layer>,
        (heard_by, cancel): (Option<Listen<'b>>, Option<&'b Cancel>),
    ) -> Result<Self, JailError> {
        let (socket, theirs) = UnixStream::pair()?;
        socket.set_write_timeout(Some(PATIENCE))?;
        let (stdout, printed) = io::pipe()?;
        let (stderr, complained) = io::pipe()?;
        let files = [theirs.as_fd(), printed.as_fd(), complained.as_fd()];
        let warden = launcher.admit(&Knock::Admit(walls.clone()), &files)?;
        // Nobody but the jail may hold these, or their end would never come.
        drop((theirs, printed, complained));
        let jail = Self {
            job,
            walls,
            heard_by,
            cancel,
            warden,
            stdout: Some(stdout),
            stderr: Some(stderr),
            socket,
            come: Vec::new(),
            collected: Collected::default(),
            told_to_end: None,
            asked_to_end: false,
        };
        let sockets = match job.network {
            Network::None | Network::Machine => sockets_with_paths(),
            Network::NoSocket => Ok(Vec::new()),
        };
        let sockets = sockets.map_err(|why| format!("the sockets of this machine: {why}"));
        let niceness = getpriority_process(None).map_err(io::Error::from)?;
        jail.say(&Order::Job { job: Box::new(job.clone()), sockets, niceness })?;
        Ok(jail)
    }

    /// Whether somebody is there to hear it is told by the other direction.
    fn say(&self, order: &Order) -> Result<(), JailError> {
        match send(&self.socket, order) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Reads all that is printed and said until warden and keeper have ended.
    fn listen(&mut self) -> Result<Heard, JailError> {
        let mut heard = Heard::default();
        let mut deadline = Some(Instant::now() + PATIENCE);
        loop {
            let ready = self.wait(deadline)?;
            self.read_output(ready);
            if ready.socket && !self.read_words(&mut heard, &mut deadline)? {
                return Ok(heard);
            }
            if ready.cancel && heard.started.is_some() && !self.asked_to_end {
                self.asked_to_end = true;
                self.say(&Order::Cancel)?;
                let patience = self.job.limits.grace.saturating_add(PATIENCE);
                deadline = Instant::now().checked_add(patience);
            }
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            // What runs may print before its keeper could say that it does.
            let reason = if heard.started.is_some() && self.flooded() {
                Some(Reason::Flood)
            } else if ready.cancel_now {
                Some(Reason::Cancelled)
            } else {
                late.then_some(Reason::Late)
            };
            match (reason, self.told_to_end) {
                (Some(reason), None) => {
                    // Warden and keeper read this as: end now.
                    self.socket.shutdown(Shutdown::Write)?;
                    self.told_to_end = Some(reason);
                    deadline = Some(Instant::now() + PATIENCE);
                }
                (Some(_), Some(_)) if late => return Err(JailError::Stuck),
                (Some(_) | None, _) => {}
            }
        }
    }

    /// Until something can be read, or it is late.
    fn wait(&self, deadline: Option<Instant>) -> Result<Ready, JailError> {
        let left = deadline.map(|deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            Timespec {
                tv_sec: left.as_secs().cast_signed(),
                tv_nsec: i64::from(left.subsec_nanos()),
            }
        });
        self.poll(left.as_ref())
    }

    fn poll(&self, timeout: Option<&Timespec>) -> Result<Ready, JailError> {
        let stdout = self.stdout.as_ref().map(AsFd::as_fd);
        let stderr = self.stderr.as_ref().map(AsFd::as_fd);
        let mut polled = vec![PollFd::new(&self.socket, PollFlags::IN)];
        polled.extend(stdout.map(|stdout| PollFd::from_borrowed_fd(stdout, PollFlags::IN)));
        polled.extend(stderr.map(|stderr| PollFd::from_borrowed_fd(stderr, PollFlags::IN)));
        let [first, second] = self.ropes();
        for rope in first.into_iter().chain(second) {
            polled.push(PollFd::from_borrowed_fd(rope, PollFlags::IN));
        }
        match poll(&mut polled, timeout) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(Ready::default()),
            Err(error) => return Err(io::Error::from(error).into()),
        }
        let mut ready = polled.iter().map(|file| !file.revents().is_empty());
        Ok(Ready {
            socket: ready.next().unwrap_or(false),
            stdout: stdout.is_some() && ready.next().unwrap_or(false),
            stderr: stderr.is_some() && ready.next().unwrap_or(false),
            cancel: first.is_some_and(is_set),
            cancel_now: second.is_some_and(is_set),
        })
    }

    /// What is still to be pulled: a rope that was pulled already can always be read, and would keep us awake.
    fn ropes(&self) -> [Option<BorrowedFd<'b>>; 2] {
        let cancel = self.cancel;
        let first = cancel.filter(|_| !self.asked_to_end).map(Cancel::first);
        let second = cancel.filter(|_| self.told_to_end.is_none()).map(Cancel::second);
        [first, second]
    }

    /// A file that has come to its end is put away, so that nobody waits for it again.
    fn read_output(&mut self, ready: Ready) {
        let limit = self.job.limits.output;
        let limited = self.walls.contains(&Layer::Limits);
        if ready.stdout
            && let Some(file) = &mut self.stdout
        {
            match read(file) {
                Some(bytes) => match &mut self.heard_by {
                    Some(listen) => {
                        listen(Stream::Output, &bytes);
                        self.collected.both(&bytes);
                    }
                    None => {
                        self.collected.stdout(&bytes, if limited { limit } else { u64::MAX });
                    }
                },
                None => self.stdout = None,
            }
        }
        if ready.stderr
            && let Some(file) = &mut self.stderr
        {
            match read(file) {
                Some(bytes) => {
                    if let Some(listen) = &mut self.heard_by {
                        listen(Stream::Error, &bytes);
                    }
                    self.collected.both(&bytes);
                }
                None => self.stderr = None,
            }
        }
    }

    fn flooded(&self) -> bool {
        self.walls.contains(&Layer::Limits) && self.collected.total > self.job.limits.output
    }

    /// False when there will be no more.
    fn read_words(
        &mut self,
        heard: &mut Heard,
        deadline: &mut Option<Instant>,
    ) -> Result<bool, JailError> {
        let Some(bytes) = read(&mut self.socket) else { return Ok(false) };
        self.come.extend(bytes);
        while let Some(word) = take::<Word>(&mut self.come)? {
            match word {
                Word::Started(missing) => {
                    let limits = self.job.limits;
                    let limited = self.walls.contains(&Layer::Limits);
                    // The keeper keeps the time. This is for a keeper that hangs.
                    let time = limits.time.saturating_add(limits.grace).saturating_add(PATIENCE);
                    *deadline = if limited { Instant::now().checked_add(time) } else { None };
                    heard.started = Some((Instant::now(), missing));
                }
                Word::Ended { exit, stopped, cancelled, duration } => {
                    heard.ended = Some(HowEnded { exit, stopped, cancelled, duration });
                }
                Word::Refused(refusal) => return Err(refusal.into()),
            }
        }
        Ok(true)
    }

    /// What is still in the pipes. Everybody who wrote to them is dead; a file that is open all the same,
    /// because a process without a namespace took it along, is not waited for.
    fn drain(&mut self) {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        while let Ok(ready) = self.poll(Some(&now)) {
            if !ready.stdout && !ready.stderr {
                return;
            }
            self.read_output(ready);
        }
    }

    fn report(mut self, heard: Heard) -> Result<Ended, JailError> {
        let Some((started, mut missing_layers)) = heard.started else {
            if self.told_to_end == Some(Reason::Cancelled) {
                return Err(JailError::Cancelled);
            }
            return Err(JailError::Silent(self.collected.ends().head));
        };
        let passed = started.elapsed();
        if let Some(overlay) = &self.job.overlay {
            // The kernel leaves a folder there that only root could remove.
            let _ = fs::set_permissions(overlay.work.join("work"), Permissions::from_mode(0o700));
        }
        let Limits { output, time, .. } = self.job.limits;
        // A job whose keeper is gone ended nobody knows how, unless we ended it.
        let lost = HowEnded { exit: Exit::Lost, stopped: None, cancelled: false, duration: passed };
        let HowEnded { exit, stopped, cancelled, duration } = heard.ended.unwrap_or(lost);
        let (exit, stopped, cancelled) = match self.told_to_end {
            // Unless it had ended when we said so.
            Some(Reason::Cancelled) if exit == Exit::Lost || exit == killed(Exit::Lost) => {
                (killed(exit), Some(CANCELLED.to_owned()), true)
            }
            Some(Reason::Late) => {
                (Exit::TimedOut, Some(format!("it took longer than {time:?}")), cancelled)
            }
            // All of it may have been printed, and the command have ended, before we saw how much it is.
            Some(Reason::Flood | Reason::Cancelled) | None if self.flooded() => {
                (killed(exit), Some(format!("it printed more than {output} bytes")), cancelled)
            }
            Some(Reason::Flood | Reason::Cancelled) | None => (exit, stopped, cancelled),
        };
        let mut layers = BTreeSet::from(ALL);
        if self.job.network == Network::Machine {
            // Not missing, since nobody wanted it.
            missing_layers.remove(&Layer::Network);
            layers.remove(&Layer::Network);
        }
        layers.retain(|layer| !missing_layers.contains_key(layer));
        Ok(Ended {
            exit,
            stopped,
            cancelled,
            output: self.collected.ends(),
            stdout: std::mem::take(&mut self.collected.stdout),
            duration,
            layers,
            missing_layers,
        })
    }
}

impl Drop for Jail<'_, '_> {
    /// Nothing may go on when nobody listens.
    fn drop(&mut self) {
        let _ = self.socket.shutdown(Shutdown::Both);
        // Whoever wants an end has it.
        self.asked_to_end = true;
        self.told_to_end.get_or_insert(Reason::Cancelled);
        let until = Instant::now() + PATIENCE;
        // The end of the socket says that all is over. It was seen already, unless something went wrong.
        while let Ok(ready) = self.wait(Some(until)) {
            self.read_output(ready);
            if ready.socket && read(&mut self.socket).is_none() {
                return;
            }
            if Instant::now() >= until {
                break;
            }
        }
        self.warden.end();
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Ready {
    socket: bool,
    stdout: bool,
    stderr: bool,
    cancel: bool,
    cancel_now: bool,
}

/// What is there. `None` at the end, and where there is no use in trying again.
fn read(mut from: impl Read) -> Option<Vec<u8>> {
    let mut buffer = [0; 16 * 1024];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return None,
            Ok(length) => return Some(buffer.get(..length).unwrap_or_default().to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// What had to be stopped did not succeed.
fn killed(exit: Exit) -> Exit {
    match exit {
        Exit::Success | Exit::Lost => Exit::Signalled(Signal::SIGKILL as i32),
        Exit::Failure(_) | Exit::TimedOut | Exit::Signalled(_) => exit,
    }
}
