//! What the views of all jobs have in common, made once and then copied for each: making it anew is half of what a job's
//! mounts cost.
//!
//! It is a mount namespace in which nobody is. No job changes it, as each of them is in a copy; it holds nothing of any
//! job, and nothing in it can be written.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use nix::sched::{CloneFlags, unshare};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::mount::{MountPropagationFlags, mount_change};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::fork::fork;
use super::mounts::{make_private, prepare};

/// How long making it may take. Far more than it needs: this bounds what we wait for a machine that is in trouble.
const PATIENCE: Duration = Duration::from_secs(60);
const MADE: &[u8] = b"made";

/// The view, and the machine's mounts of which it was made.
#[derive(Debug)]
pub(super) struct View {
    mounts: File,
    prepared: Option<OwnedFd>,
}

impl View {
    /// For the warden, who from here on has a list of mounts of its own, in which the machine's appear. Absent where the
    /// kernel refuses that.
    pub fn begin() -> Option<Self> {
        unshare(CloneFlags::CLONE_NEWNS).ok()?;
        let follow = MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC;
        mount_change("/", follow).ok()?;
        Some(Self { mounts: File::open("/proc/self/mountinfo").ok()?, prepared: None })
    }

    /// The view as the machine's mounts are now. `leave` is done in the process that makes it. Absent where it cannot be
    /// made, and then each job learns why.
    pub fn now(&mut self, root: bool, leave: impl FnOnce()) -> Option<BorrowedFd<'_>> {
        if self.has_changed() {
            self.prepared = None;
        }
        if self.prepared.is_none() {
            self.prepared = made(root, leave).ok();
        }
        self.prepared.as_ref().map(AsFd::as_fd)
    }

    /// Whether something was mounted or unmounted since this was asked last; also where nobody knows.
    fn has_changed(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut table = [PollFd::new(&self.mounts, PollFlags::PRI)];
        !matches!(poll(&mut table, Some(&now)), Ok(0))
    }
}

/// Made by a process of its own, which is ended when its namespace is held here.
fn made(root: bool, leave: impl FnOnce()) -> io::Result<OwnedFd> {
    let (mut ours, mut theirs) = UnixStream::pair()?;
    ours.set_read_timeout(Some(PATIENCE))?;
    let maker = fork(CloneFlags::CLONE_NEWNS, || {
        leave();
        let prepared = make_private().and_then(|()| prepare(true, root));
        if prepared == Ok(true) && theirs.write_all(MADE).is_ok() {
            // Until it is ended, once its namespace is held.
            let _ = theirs.read(&mut [0]);
        }
    })?;
    drop(theirs);
    let held = held(&mut ours, maker);
    let _ = kill_process(maker, Signal::KILL);
    let _ = waitpid(Some(maker), WaitOptions::empty());
    held
}

fn held(told: &mut UnixStream, maker: Pid) -> io::Result<OwnedFd> {
    let mut said = [0; MADE.len()];
    told.read_exact(&mut said)?;
    Ok(File::open(format!("/proc/{}/ns/mnt", maker.as_raw_nonzero()))?.into())
}
