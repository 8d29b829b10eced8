//! Watching over a command that runs: until it ends, or has to be ended.

use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use countersign_core::Exit;
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitOptions, WaitStatus, wait};

use super::job::Limits;
use super::processes::Hold;
use super::usage::Usage;
use super::wire::{Order, receive};

const KILLED: Exit = Exit::Signalled(Signal::SIGKILL as i32);

/// Why it was ended, in the words that its evidence has.
pub(super) const CANCELLED: &str = "it was cancelled";

pub(super) struct Custody<'a> {
    pub inmate: Pid,
    pub hold: Hold,
    pub limits: Limits,
    pub began: Instant,
    pub children: SignalFd,
    pub socket: &'a UnixStream,
    /// Without it there are no limits.
    pub usage: Option<Usage>,
}

/// How the command ended, why it was made to, and whether because somebody wanted so.
pub(super) struct Outcome {
    pub exit: Exit,
    pub stopped: Option<String>,
    pub cancelled: bool,
}

impl Outcome {
    fn new(exit: Exit, stopped: Option<String>) -> Self {
        Self { exit, stopped, cancelled: false }
    }
}

/// A job that has to end.
struct Stopped {
    why: String,
    exit: Exit,
    cancelled: bool,
    /// Until then it may end by itself.
    grace: Option<Instant>,
}

/// What the caller wants.
#[derive(PartialEq, Eq)]
enum Told {
    Nothing,
    End,
    EndNow,
}

impl Custody<'_> {
    pub fn watch(mut self) -> Outcome {
        let mut stopped: Option<Stopped> = None;
        loop {
            if let Some(status) = self.reap() {
                if let Some(Stopped { why, exit, cancelled, .. }) = stopped {
                    return Outcome { exit, stopped: Some(why), cancelled };
                }
                let exit = exit(status);
                return match self.usage.as_ref().and_then(Usage::crowded) {
                    Some(why) if exit == Exit::Success => Outcome::new(KILLED, Some(why)),
                    crowded => Outcome::new(exit, crowded),
                };
            }
            let told = self.told();
            if told == Told::EndNow {
                self.hold.signal_all(Signal::SIGKILL);
                // The caller knows why.
                return Outcome::new(KILLED, None);
            }
            if told == Told::End && stopped.is_none() {
                let asked = self.ask(CANCELLED.to_owned(), Exit::Signalled(Signal::SIGTERM as i32));
                stopped = Some(Stopped { cancelled: true, ..asked });
            }
            if self.usage.is_some() {
                self.limit(&mut stopped);
            }
            self.press(stopped.as_mut());
            self.pause(stopped.as_ref());
        }
    }

    fn limit(&mut self, stopped: &mut Option<Stopped>) {
        let now = Instant::now();
        if stopped.is_none() && self.began.elapsed() >= self.limits.time {
            let why = format!("it took longer than {:?}", self.limits.time);
            *stopped = Some(self.ask(why, Exit::TimedOut));
        }
        let killed = stopped.as_ref().is_some_and(|stopped| stopped.grace.is_none());
        if let Some(usage) = &mut self.usage
            && !killed
            && now >= usage.next()
            && let Some(why) = usage.exceeded()
        {
            match stopped {
                Some(stopped) => stopped.grace = None,
                None => {
                    let exit = KILLED;
                    *stopped = Some(Stopped { why, exit, cancelled: false, grace: None });
                }
            }
        }
    }

    /// TERM first, so that it can say what it was at; KILL after the grace, because it is not trusted.
    fn ask(&self, why: String, exit: Exit) -> Stopped {
        self.hold.signal_all(Signal::SIGTERM);
        // A grace beyond all time is none: what is not killed then is killed now.
        let grace = Instant::now().checked_add(self.limits.grace);
        Stopped { why, exit, cancelled: false, grace }
    }

    fn press(&self, stopped: Option<&mut Stopped>) {
        let now = Instant::now();
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
            if child == self.inmate {
                return Some(status);
            }
        }
        None
    }

    /// A caller that is gone, or has closed its half, wants an end now.
    fn told(&self) -> Told {
        let mut socket = [PollFd::new(self.socket, PollFlags::RDHUP | PollFlags::IN)];
        let looked = poll(&mut socket, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
        let [socket] = socket;
        match socket.revents() {
            said if looked.is_err() || said.is_empty() => Told::Nothing,
            PollFlags::IN => match receive(self.socket) {
                Ok(Order::Cancel) => Told::End,
                // Nothing else is ever said here, and half of a word is a caller in trouble.
                Ok(Order::Job { .. }) | Err(_) => Told::EndNow,
            },
            _ => Told::EndNow,
        }
    }

    /// Until something happened or is due.
    fn pause(&self, stopped: Option<&Stopped>) {
        let look = self.usage.as_ref().map(Usage::next);
        let due = match stopped {
            None => look.and_then(|_| self.began.checked_add(self.limits.time)),
            Some(Stopped { grace: Some(grace), .. }) => Some(*grace),
            Some(Stopped { grace: None, .. }) => Some(Instant::now() + Duration::from_millis(1)),
        };
        let timeout = look.into_iter().chain(due).min().map(|next| {
            let left = next.saturating_duration_since(Instant::now());
            Timespec {
                tv_sec: left.as_secs().cast_signed(),
                tv_nsec: i64::from(left.subsec_nanos()),
            }
        });
        let mut until = [
            PollFd::new(&self.children, PollFlags::IN),
            PollFd::new(self.socket, PollFlags::RDHUP | PollFlags::IN),
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
