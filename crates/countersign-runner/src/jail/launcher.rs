//! The caller's side of the warden: started with the first job, and anew should it have ended.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::Shutdown;
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::enter::WARDEN;
use super::error::JailError;
use super::packet;
use super::wire::{Greeting, Knock};

/// How long the warden may take to open or to end. Far more than it needs: this bounds what we wait for a
/// machine that is in trouble.
const PATIENCE: Duration = Duration::from_secs(60);

/// An executable that, called with these arguments, ends in the jail's own entry point. It is started once for all
/// jobs, since a large program takes longer to start than a job's walls to raise; what was cloned from one launcher
/// shares its warden, which ends with the last of them.
#[derive(Debug, Clone)]
pub struct Launcher(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    program: PathBuf,
    arguments: Vec<OsString>,
    warden: Mutex<Option<Arc<Warden>>>,
}

impl Launcher {
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> Self {
        Self(Arc::new(Shared { program, arguments, warden: Mutex::new(None) }))
    }

    pub fn program(&self) -> &PathBuf {
        &self.0.program
    }

    /// Hands a job's socket, and where it prints, to the warden, who is given back.
    pub(super) fn admit(
        &self,
        knock: &Knock,
        files: &[BorrowedFd<'_>],
    ) -> Result<Arc<Warden>, JailError> {
        let warden = self.warden(None)?;
        if packet::send(&warden.control, knock, files).is_ok() {
            return Ok(warden);
        }
        // It has ended since the last job, or hangs, and this one did not reach it.
        let another = self.warden(Some(&warden))?;
        packet::send(&another.control, knock, files)?;
        Ok(another)
    }

    /// The warden that is there, unless it is this one.
    fn warden(&self, ended: Option<&Arc<Warden>>) -> Result<Arc<Warden>, JailError> {
        let mut place = self.0.warden.lock().unwrap_or_else(PoisonError::into_inner);
        match &*place {
            Some(warden) if !ended.is_some_and(|ended| Arc::ptr_eq(ended, warden)) => {
                Ok(Arc::clone(warden))
            }
            Some(_) | None => {
                let started = Arc::new(Warden::start(&self.0.program, &self.0.arguments)?);
                *place = Some(Arc::clone(&started));
                Ok(started)
            }
        }
    }
}

/// The process that lets jobs in.
#[derive(Debug)]
pub(super) struct Warden {
    process: Mutex<Child>,
    control: OwnedFd,
}

impl Warden {
    fn start(program: &PathBuf, arguments: &[OsString]) -> Result<Self, JailError> {
        let (control, theirs) = packet::pair()?;
        // One that does not read any more is as good as gone.
        set_socket_timeout(&control, Timeout::Send, Some(PATIENCE)).map_err(io::Error::from)?;
        let process = Command::new(program)
            .args(arguments)
            .arg(WARDEN)
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|source| JailError::Launcher { program: program.clone(), source })?;
        let warden = Self { process: Mutex::new(process), control };
        warden.greet()?;
        Ok(warden)
    }

    fn greet(&self) -> Result<(), JailError> {
        loop {
            if !becomes(self.control.as_fd(), PollFlags::IN)? {
                return Err(JailError::Stuck);
            }
            match packet::receive(&self.control)? {
                Some((Greeting::Unshared, _)) => {
                    let mapped = map_all_users(self.process().id()).is_ok();
                    packet::send(&self.control, &Knock::Mapped(mapped), &[])?;
                }
                Some((Greeting::Open, _)) => return Ok(()),
                Some((Greeting::Refused(refusal), _)) => return Err(refusal.into()),
                None => return Err(JailError::Silent(self.last_words())),
            }
        }
    }

    fn process(&self) -> MutexGuard<'_, Child> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends it, and with it every job that it let in.
    pub fn end(&self) {
        let mut process = self.process();
        // It may have ended by itself.
        let _ = process.kill();
        let _ = process.wait();
    }

    /// What it said before it ended.
    fn last_words(&self) -> String {
        self.end();
        let mut said = Vec::new();
        if let Some(stderr) = self.process().stderr.take() {
            // Somebody else may hold the other end, and is not waited for.
            let mut stderr = stderr.take(4096);
            while is_now(stderr.get_ref().as_fd(), PollFlags::IN) {
                let mut some = [0; 1024];
                match stderr.read(&mut some) {
                    Ok(0) | Err(_) => break,
                    Ok(length) => said.extend(some.iter().take(length)),
                }
            }
        }
        String::from_utf8_lossy(&said).into_owned()
    }
}

impl Drop for Warden {
    /// No job is there any more, or it would hold on to this.
    fn drop(&mut self) {
        // The warden reads this as: no more jobs.
        let _ = rustix::net::shutdown(&self.control, Shutdown::Both);
        let mut process = self.process();
        if matches!(process.try_wait(), Ok(Some(_))) {
            return;
        }
        let ended = Pid::from_raw(process.id().cast_signed())
            .and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok())
            .is_some_and(|process| becomes(process.as_fd(), PollFlags::IN).unwrap_or(false));
        if !ended {
            let _ = process.kill();
        }
        let _ = process.wait();
    }
}

/// Whether it comes to that in the time that there is.
fn becomes(file: BorrowedFd<'_>, what: PollFlags) -> io::Result<bool> {
    let patience = Timespec { tv_sec: PATIENCE.as_secs().cast_signed(), tv_nsec: 0 };
    loop {
        match poll(&mut [PollFd::from_borrowed_fd(file, what)], Some(&patience)) {
            Ok(ready) => return Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn is_now(file: BorrowedFd<'_>, what: PollFlags) -> bool {
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let mut polled = [PollFd::from_borrowed_fd(file, what)];
    poll(&mut polled, Some(&now)).is_ok_and(|ready| ready > 0)
}

/// In a user namespace of root, every user is to be who it is outside. Only a process outside may say so.
fn map_all_users(process: u32) -> io::Result<()> {
    for map in ["uid_map", "gid_map"] {
        let own = fs::read_to_string(format!("/proc/self/{map}"))?;
        let mut same = String::new();
        for line in own.lines() {
            let mut numbers = line.split_ascii_whitespace();
            let (Some(inside), Some(_), Some(count)) =
                (numbers.next(), numbers.next(), numbers.next())
            else {
                continue;
            };
            same.push_str(&format!("{inside} {inside} {count}\n"));
        }
        fs::write(format!("/proc/{process}/{map}"), same)?;
    }
    Ok(())
}
