//! Watching over a command that runs: until it ends, or has to be ended.

use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use countersign_core::Exit;
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{WaitOptions, WaitStatus, wait};

use super::job::Limits;
use super::processes::Hold;
use super::usage::Usage;

const KILLED: Exit = Exit::Signalled(Signal::SIGKILL as i32);

pub(super) struct Custody<'a> {
    pub inmate: u32,
    pub hold: Hold,
    pub limits: Limits,
    pub began: Instant,
    pub children: SignalFd,
    pub socket: &'a UnixStream,
    /// Without it there are no limits.
    pub usage: Option<Usage>,
}

/// A job that has to end.
struct Stopped {
    why: String,
    exit: Exit,
    /// Until then it may end by itself.
    grace: Option<Instant>,
}

impl Custody<'_> {
    /// How the command ended, and why it was made to.
    pub fn watch(mut self) -> (Exit, Option<String>) {
        let mut stopped: Option<Stopped> = None;
        loop {
            if let Some(status) = self.reap() {
                if let Some(Stopped { why, exit, .. }) = stopped {
                    return (exit, Some(why));
                }
                let exit = exit(status);
                return match self.usage.as_ref().and_then(Usage::crowded) {
                    Some(why) if exit == Exit::Success => (KILLED, Some(why)),
                    crowded => (exit, crowded),
                };
            }
            if self.told_to_end() {
                self.hold.signal_all(Signal::SIGKILL);
                // The caller knows why.
                return (KILLED, None);
            }
            if self.usage.is_some() {
                self.limit(&mut stopped);
            }
            self.pause(stopped.as_ref());
        }
    }

    fn limit(&mut self, stopped: &mut Option<Stopped>) {
        let now = Instant::now();
        if stopped.is_none() && self.began.elapsed() >= self.limits.time {
            // TERM first, so that it can say what it was at; KILL after the grace, because it is not trusted.
            self.hold.signal_all(Signal::SIGTERM);
            let why = format!("it took longer than {:?}", self.limits.time);
            // A grace beyond all time is none: what is not killed then is killed now.
            let grace = now.checked_add(self.limits.grace);
            *stopped = Some(Stopped { why, exit: Exit::TimedOut, grace });
        }
        let killed = stopped.as_ref().is_some_and(|stopped| stopped.grace.is_none());
        if let Some(usage) = &mut self.usage
            && !killed
            && now >= usage.next()
            && let Some(why) = usage.exceeded()
        {
            match stopped {
                Some(stopped) => stopped.grace = None,
                None => *stopped = Some(Stopped { why, exit: KILLED, grace: None }),
            }
        }
        if let Some(stopped) = stopped
            && stopped.grace.is_none_or(|grace| now >= grace)
        {
            stopped.grace = None;
            // More than once, because without a namespace some may be made while others are killed.
            self.hold.signal_all(Signal::SIGKILL);
        }
    }

    /// All children that ended; the command's own end, if it is among them.
    fn reap(&self) -> Option<WaitStatus> {
        while let Ok(Some(_)) = self.children.read_signal() {}
        while let Ok(Some((child, status))) = wait(WaitOptions::NOHANG) {
            if child.as_raw_nonzero().get().cast_unsigned() == self.inmate {
                return Some(status);
            }
        }
        None
    }

    fn told_to_end(&self) -> bool {
        let mut ended = [PollFd::new(self.socket, PollFlags::RDHUP)];
        let looked = poll(&mut ended, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
        looked.is_ok() && !ended.iter().all(|socket| socket.revents().is_empty())
    }

    /// Until something happened or is due.
    fn pause(&self, stopped: Option<&Stopped>) {
        let due = match stopped {
            None => self.began.checked_add(self.limits.time),
            Some(Stopped { grace: Some(grace), .. }) => Some(*grace),
            Some(Stopped { grace: None, .. }) => Some(Instant::now() + Duration::from_millis(1)),
        };
        let timeout = self.usage.as_ref().map(|usage| {
            let next = due.map_or(usage.next(), |due| due.min(usage.next()));
            let left = next.saturating_duration_since(Instant::now());
            Timespec {
                tv_sec: left.as_secs().cast_signed(),
                tv_nsec: i64::from(left.subsec_nanos()),
            }
        });
        let mut until = [
            PollFd::new(&self.children, PollFlags::IN),
            PollFd::new(self.socket, PollFlags::RDHUP),
        ];
        // Interrupted or not, the loop looks at everything again.
        let _ = poll(&mut until, timeout.as_ref());
    }
}

fn exit(status: WaitStatus) -> Exit {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(0), _) => Exit::Success,
        (Some(code), _) => Exit::Failure(code),
        (None, Some(signal)) => Exit::Signalled(signal),
        (None, None) => Exit::Lost,
    }
}
