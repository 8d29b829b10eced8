//! The first of the jail's processes, and the only one that is executed: lets jobs in, one process for each, and
//! stays outside to see that all of it ends.
//!
//! It hears nothing of what a job is. So there is nothing in its memory, of which every keeper is a copy, that one
//! job could learn of another.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use countersign_core::Layer;
use nix::sched::{CloneFlags, unshare};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getegid, geteuid, pidfd_open, pidfd_send_signal,
    setpriority_process, setsid, umask, waitpid,
};

use super::deputy;
use super::error::Refusal;
use super::fork::fork;
use super::keeper::{self, Entry, Given, Refused};
use super::network::{self, AS_NEW};
use super::packet;
use super::wire::{Greeting, Knock, Word, send};

const URGENT: i32 = -10;

/// How long those that are left may take to end when the caller is gone.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn serve(control: OwnedFd) -> io::Result<()> {
    match prepare(&control) {
        Ok(users) => {
            packet::send(&control, &Greeting::Open, &[])?;
            let (guests, networks) = (Vec::new(), VecDeque::new());
            Warden { control: Some(control), users, guests, networks }.stand()
        }
        Err(refusal) => packet::send(&control, &Greeting::Refused(refusal), &[]),
    }
}

/// What all jobs have in common. Says why there is no user namespace, if there is none.
fn prepare(control: &OwnedFd) -> Result<Result<(), String>, Refusal> {
    close_inherited(control).map_err(|why| Refusal::step("closing inherited files", why))?;
    setsid().map_err(|why| Refusal::step("leaving the session", why))?;
    umask(rustix::fs::Mode::WGRP | rustix::fs::Mode::WOTH);
    std::env::set_current_dir("/").map_err(|why| Refusal::step("leaving the folder", why))?;
    // Whoever watches must not have to wait for those it watches. Only root may ask for this.
    let _ = setpriority_process(None, URGENT);
    own_user(control)
}

/// Files that whoever started the caller left open are not the command's.
fn close_inherited(control: &OwnedFd) -> io::Result<()> {
    let mut open = Vec::new();
    for entry in fs::read_dir("/proc/self/fd")? {
        open.extend(entry?.file_name().to_str().and_then(|name| name.parse::<i32>().ok()));
    }
    for number in open.into_iter().filter(|number| *number > 2 && *number != control.as_raw_fd()) {
        // The folder that was just read is among them and closed by now.
        let _ = nix::unistd::close(number);
    }
    Ok(())
}

/// A user namespace, in which we may do what follows. Root can do without. No job can change anything in it, so
/// that one is enough for all.
fn own_user(control: &OwnedFd) -> Result<Result<(), String>, Refusal> {
    let (user, group) = (geteuid(), getegid());
    if let Err(error) = unshare(CloneFlags::CLONE_NEWUSER) {
        return Ok(Err(error.desc().to_owned()));
    }
    let mapping = |why: io::Error| Refusal::step("mapping the user", why);
    if user.is_root() {
        packet::send(control, &Greeting::Unshared, &[]).map_err(mapping)?;
        match packet::receive(control).map_err(mapping)? {
            Some((Knock::Mapped(true), _)) => return Ok(Ok(())),
            Some((Knock::Mapped(false), _)) => {}
            Some((Knock::Admit(_), _)) | None => {
                return Err(Refusal::step("mapping the user", "something else was said"));
            }
        }
    }
    // Root inside stands for us outside. Without this no group can be mapped.
    fs::write("/proc/self/setgroups", "deny").map_err(mapping)?;
    fs::write("/proc/self/gid_map", format!("0 {} 1", group.as_raw())).map_err(mapping)?;
    fs::write("/proc/self/uid_map", format!("0 {} 1", user.as_raw())).map_err(mapping)?;
    Ok(Ok(()))
}

struct Warden {
    /// Not there in a copy of this process.
    control: Option<OwnedFd>,
    /// Why there is no user namespace, if there is none.
    users: Result<(), String>,
    guests: Vec<Guest>,
    /// Networks that are as good as new: making one, and taking it apart, takes longer than all else of a jail.
    networks: VecDeque<Unused>,
}

/// How many networks are kept that nobody is in.
const NETWORKS: usize = 32;

/// How long one is left alone that was just made. A socket was used for it, which the kernel forgets a little later;
/// until then nobody could tell it from one that a job left.
const SETTLES: Duration = Duration::from_millis(50);

/// A network in which there is no trace of anyone.
struct Unused {
    network: OwnedFd,
    /// When the first job had left it.
    since: Instant,
}

/// A job that was let in. Its socket is open here too, so that the caller sees the end of it only when all has ended.
struct Guest {
    process: Pid,
    pidfd: OwnedFd,
    socket: UnixStream,
    /// The network that it was given, and since when that is there if it is not new.
    network: Option<(OwnedFd, Option<Instant>)>,
    /// Somebody else sees that all of it ends.
    has_deputy: bool,
    told_to_end: bool,
    ended: bool,
}

impl Warden {
    /// Until there is no caller any more, and nobody who was let in.
    fn stand(mut self) -> io::Result<()> {
        let mut until: Option<Instant> = None;
        while self.control.is_some() || !self.guests.is_empty() {
            if until.is_some_and(|until| Instant::now() >= until) {
                // Those that are left end with this process.
                return Ok(());
            }
            let knocked = self.wait(until)?;
            self.see_off();
            if knocked && !self.answer() {
                self.control = None;
                until = Some(Instant::now() + PATIENCE);
            }
        }
        Ok(())
    }

    /// Until somebody knocks, which is told, or something is to be done for those that are in.
    fn wait(&mut self, until: Option<Instant>) -> io::Result<bool> {
        let left = until.map(|until| {
            let left = until.saturating_duration_since(Instant::now());
            Timespec {
                tv_sec: left.as_secs().cast_signed(),
                tv_nsec: i64::from(left.subsec_nanos()),
            }
        });
        let mut polled = Vec::with_capacity(1 + 2 * self.guests.len());
        for guest in &self.guests {
            polled.push(PollFd::new(&guest.pidfd, PollFlags::IN));
            // One that was told is not looked at again, or it would keep us awake.
            if !guest.told_to_end {
                polled.push(PollFd::new(&guest.socket, PollFlags::RDHUP));
            }
        }
        polled.extend(self.control.as_ref().map(|control| PollFd::new(control, PollFlags::IN)));
        match poll(&mut polled, left.as_ref()) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        let happened: Vec<bool> = polled.iter().map(|file| !file.revents().is_empty()).collect();
        let mut happened = happened.into_iter();
        for guest in &mut self.guests {
            guest.ended = happened.next().unwrap_or(false);
            if !guest.told_to_end && happened.next().unwrap_or(false) {
                guest.told_to_end = true;
                if !guest.has_deputy {
                    // It may be gone already.
                    let _ = pidfd_send_signal(&guest.pidfd, Signal::KILL);
                }
            }
        }
        Ok(happened.next().unwrap_or(false))
    }

    /// Those that have ended. What was in their process namespace ended before them.
    fn see_off(&mut self) {
        let Self { guests, networks, .. } = self;
        guests.retain_mut(|guest| {
            if !guest.ended {
                return true;
            }
            let Ok(status) = waitpid(Some(guest.process), WaitOptions::NOHANG) else { return true };
            let code = status.and_then(|(_, status)| status.exit_status());
            if code == Some(i32::from(AS_NEW)) && networks.len() < NETWORKS {
                networks.extend(guest.network.take().map(|(network, since)| Unused {
                    network,
                    since: since.unwrap_or_else(Instant::now),
                }));
            }
            false
        });
    }

    /// False when there is nobody to answer to.
    fn answer(&mut self) -> bool {
        let Some(control) = &self.control else { return false };
        match packet::receive(control) {
            Ok(Some((Knock::Admit(walls), files))) => {
                if let Ok([socket, stdout, stderr]) = <[OwnedFd; 3]>::try_from(files) {
                    self.admit(Entry { walls, socket: socket.into(), stdout, stderr });
                }
                true
            }
            // Nothing else is ever said here.
            Ok(Some((Knock::Mapped(_), _)) | None) | Err(_) => false,
        }
    }

    fn admit(&mut self, entry: Entry) {
        let started = self.start(&entry);
        let admitted = started.and_then(|Started { process, network, has_deputy }| {
            let pidfd = pidfd_open(process, PidfdFlags::empty()).inspect_err(|_| {
                // Nobody could see to its end.
                let _ = rustix::process::kill_process(process, Signal::KILL);
                let _ = waitpid(Some(process), WaitOptions::empty());
            })?;
            Ok((process, pidfd, network, has_deputy))
        });
        match admitted {
            Ok((process, pidfd, network, has_deputy)) => {
                self.guests.push(Guest {
                    process,
                    pidfd,
                    socket: entry.socket,
                    network,
                    has_deputy,
                    told_to_end: false,
                    ended: false,
                });
            }
            Err(why) => {
                let refusal = Refusal::step("starting the keeper", why);
                // Nobody may be there to hear it.
                let _ = send(&entry.socket, &Word::Refused(refusal));
            }
        }
    }

    /// Starts the keeper in a process namespace of its own or, where there is none, a deputy who starts it.
    fn start(&mut self, entry: &Entry) -> io::Result<Started> {
        let users = self.users.clone().err();
        let namespace = if entry.walls.contains(&Layer::Processes) {
            CloneFlags::CLONE_NEWPID
        } else {
            CloneFlags::empty()
        };
        if entry.walls.contains(&Layer::Network)
            && let Some(started) = self.start_with_network(entry, namespace)
        {
            return Ok(started);
        }
        let refused = Refused { users: users.clone(), processes: None };
        let started = fork(namespace, || {
            self.leave();
            keeper::serve(entry, &refused, None)
        });
        match started {
            Ok(process) => Ok(Started { process, network: None, has_deputy: false }),
            Err(why) if !namespace.is_empty() => {
                let refused = Refused { users, processes: Some(in_words(&why)) };
                let process = fork(CloneFlags::empty(), || {
                    self.leave();
                    deputy::serve(entry, &refused);
                    0
                })?;
                Ok(Started { process, network: None, has_deputy: true })
            }
            Err(why) => Err(why),
        }
    }

    /// In a network that is as good as new, or in one that is made with the process. Nothing where the kernel makes
    /// none like this: then the keeper tries it, and says what is refused.
    fn start_with_network(&mut self, entry: &Entry, namespace: CloneFlags) -> Option<Started> {
        let refused = Refused { users: self.users.clone().err(), processes: None };
        let is_settled = |unused: &Unused| unused.since.elapsed() >= SETTLES;
        let settled = self.networks.iter().position(is_settled);
        if let Some(Unused { network, since }) = settled.and_then(|at| self.networks.remove(at)) {
            let again = network.try_clone().ok()?;
            let process = fork(namespace, || {
                self.leave();
                keeper::serve(entry, &refused, Some(Given::Again(again)))
            })
            .ok()?;
            let network = Some((network, Some(since)));
            return Some(Started { process, network, has_deputy: false });
        }
        let process = fork(namespace | CloneFlags::CLONE_NEWNET, || {
            self.leave();
            keeper::serve(entry, &refused, Some(Given::New))
        })
        .ok()?;
        // One that has ended by now takes its network along.
        let network = network::of(process).ok().map(|network| (network, None));
        Some(Started { process, network, has_deputy: false })
    }

    /// In a copy of this process: what belongs to others is not to be kept open by it.
    fn leave(&mut self) {
        self.control = None;
        self.guests.clear();
        self.networks.clear();
    }
}

/// A job's first process.
struct Started {
    process: Pid,
    network: Option<(OwnedFd, Option<Instant>)>,
    has_deputy: bool,
}

/// Without the error's number, as the other namespaces' refusals are told.
fn in_words(error: &io::Error) -> String {
    error.raw_os_error().map_or_else(
        || error.to_string(),
        |number| nix::errno::Errno::from_raw(number).desc().to_owned(),
    )
}
