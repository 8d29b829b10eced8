//! The first of the jail's processes, and the only one that is executed: lets jobs in, one process for each, and
//! stays outside to see that all of it ends.
//!
//! It hears nothing of what a job is. So there is nothing in its memory, of which every keeper is a copy, that one
//! job could learn of another.

use std::collections::BTreeSet;
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
    Pid, PidfdFlags, Signal, WaitOptions, getegid, geteuid, getpriority_process, pidfd_open,
    pidfd_send_signal, setpriority_process, setsid, umask, waitpid,
};

use super::deputy;
use super::error::Refusal;
use super::fork::fork;
use super::keeper::{self, Entry, Refused, outside};
use super::packet;
use super::view::View;
use super::wire::{Greeting, Knock, Word, send};

const URGENT: i32 = -10;

/// How long those that are left may take to end when the caller is gone.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn serve(control: OwnedFd) -> io::Result<()> {
    match prepare(&control) {
        Ok(users) => {
            packet::send(&control, &Greeting::Open, &[])?;
            let view = View::begin();
            Warden { control: Some(control), users, view, guests: Vec::new() }.stand()
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
    // Whoever watches must not have to wait for those it watches. Only root may ask for this, and a caller may be
    // more urgent still, as its commands then are.
    let urgent = getpriority_process(None).map_or(URGENT, |now| now.min(URGENT));
    let _ = setpriority_process(None, urgent);
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
    /// Absent where there is none that jobs could have in common.
    view: Option<View>,
    guests: Vec<Guest>,
}

/// A job that was let in. Its socket is open here too, so that the caller sees the end of it only when all has ended.
struct Guest {
    process: Pid,
    pidfd: OwnedFd,
    socket: UnixStream,
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
        self.guests.retain(|guest| {
            let gone = guest.ended && waitpid(Some(guest.process), WaitOptions::NOHANG).is_ok();
            !gone
        });
    }

    /// False when there is nobody to answer to.
    fn answer(&mut self) -> bool {
        let Some(control) = &self.control else { return false };
        match packet::receive(control) {
            Ok(Some((Knock::Admit(walls), files))) => {
                if let Ok([socket, stdout, stderr]) = <[OwnedFd; 3]>::try_from(files) {
                    let view = self.view_for(&walls);
                    self.admit(Entry { walls, socket: socket.into(), stdout, stderr, view });
                }
                true
            }
            // Nothing else is ever said here.
            Ok(Some((Knock::Mapped(_), _)) | None) | Err(_) => false,
        }
    }

    /// What a job's own view is a copy of. It makes one of its own where there is none.
    fn view_for(&mut self, walls: &BTreeSet<Layer>) -> Option<OwnedFd> {
        let is_wanted = [Layer::Mounts, Layer::Writes].iter().all(|layer| walls.contains(layer));
        if !is_wanted {
            return None;
        }
        let mut view = self.view.take()?;
        let prepared = view.now(outside().is_none(), || self.leave());
        let prepared = prepared.and_then(|view| view.try_clone_to_owned().ok());
        self.view = Some(view);
        prepared
    }

    fn admit(&mut self, entry: Entry) {
        let started = self.start(&entry);
        let admitted = started.and_then(|(process, has_deputy)| {
            let pidfd = pidfd_open(process, PidfdFlags::empty()).inspect_err(|_| {
                // Nobody could see to its end.
                let _ = rustix::process::kill_process(process, Signal::KILL);
                let _ = waitpid(Some(process), WaitOptions::empty());
            })?;
            Ok((process, pidfd, has_deputy))
        });
        match admitted {
            Ok((process, pidfd, has_deputy)) => {
                self.guests.push(Guest {
                    process,
                    pidfd,
                    socket: entry.socket,
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
    fn start(&mut self, entry: &Entry) -> io::Result<(Pid, bool)> {
        let users = self.users.clone().err();
        let namespace = if entry.walls.contains(&Layer::Processes) {
            CloneFlags::CLONE_NEWPID
        } else {
            CloneFlags::empty()
        };
        let refused = Refused { users: users.clone(), processes: None };
        let started = fork(namespace, || {
            self.leave();
            keeper::serve(entry, &refused);
        });
        match started {
            Ok(process) => Ok((process, false)),
            Err(why) if !namespace.is_empty() => {
                let refused = Refused { users, processes: Some(in_words(&why)) };
                let started = fork(CloneFlags::empty(), || {
                    self.leave();
                    deputy::serve(entry, &refused);
                });
                started.map(|process| (process, true))
            }
            Err(why) => Err(why),
        }
    }

    /// In a copy of this process: what belongs to others is not to be kept open by it.
    fn leave(&mut self) {
        self.control = None;
        self.view = None;
        self.guests.clear();
    }
}

/// Without the error's number, as the other namespaces' refusals are told.
fn in_words(error: &io::Error) -> String {
    error.raw_os_error().map_or_else(
        || error.to_string(),
        |number| nix::errno::Errno::from_raw(number).desc().to_owned(),
    )
}
