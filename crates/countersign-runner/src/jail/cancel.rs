//! A handle by which another thread ends a job.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

/// Pulled once, every job that was given it is asked to end and killed after its grace; pulled twice, it is
/// killed. It stays pulled, so that a job that has not begun yet does not begin.
#[derive(Debug, Clone)]
pub struct Cancel(Arc<Pulls>);

#[derive(Debug)]
struct Pulls {
    first: OwnedFd,
    second: OwnedFd,
}

impl Cancel {
    pub fn new() -> io::Result<Self> {
        let rope = || eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK);
        Ok(Self(Arc::new(Pulls { first: rope()?, second: rope()? })))
    }

    pub fn pull(&self) {
        let rope = if self.is_pulled() { &self.0.second } else { &self.0.first };
        // It fails only if it was pulled more often than can be counted.
        let _ = rustix::io::write(rope, &1_u64.to_ne_bytes());
    }

    pub fn is_pulled(&self) -> bool {
        is_set(self.first())
    }

    /// Can be read once it was pulled.
    pub(super) fn first(&self) -> BorrowedFd<'_> {
        self.0.first.as_fd()
    }

    /// Can be read once it was pulled again.
    pub(super) fn second(&self) -> BorrowedFd<'_> {
        self.0.second.as_fd()
    }
}

/// Looks, and takes nothing away from others who look.
pub(super) fn is_set(rope: BorrowedFd<'_>) -> bool {
    let mut polled = [PollFd::from_borrowed_fd(rope, PollFlags::IN)];
    let looked = poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
    looked.is_ok() && polled.iter().any(|rope| rope.revents().contains(PollFlags::IN))
}
