//! Where there is no process namespace: takes in the orphans of one job, and sees that they end.

use std::io;
use std::os::unix::net::UnixStream;

use nix::sched::CloneFlags;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, set_child_subreaper,
    set_parent_process_death_signal, waitpid,
};

use super::error::Refusal;
use super::fork::fork;
use super::keeper::{self, Entry, Refused};
use super::processes::Hold;
use super::wire::{Word, send};

pub(super) fn serve(entry: &Entry, refused: &Refused) {
    if let Err(refusal) = stand_in(entry, refused) {
        // Nobody may be there to hear it.
        let _ = send(&entry.socket, &Word::Refused(refusal));
    }
}

fn stand_in(entry: &Entry, refused: &Refused) -> Result<(), Refusal> {
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|why| Refusal::step("asking to end with the warden", why))?;
    set_child_subreaper(Some(rustix::process::getpid()))
        .map_err(|why| Refusal::step("taking orphans in", why))?;
    let keeper = fork(CloneFlags::empty(), || keeper::serve(entry, refused, None))
        .map_err(|why| Refusal::step("starting the keeper", why))?;
    if wait_for(keeper, &entry.socket).is_err() {
        end(keeper);
    }
    Hold::Subreaper.end_all();
    Ok(())
}

/// Until the keeper has ended, or the caller is gone or says so, and then it is ended.
fn wait_for(keeper: Pid, socket: &UnixStream) -> io::Result<()> {
    let pidfd = pidfd_open(keeper, PidfdFlags::empty())?;
    let mut until = [PollFd::new(&pidfd, PollFlags::IN), PollFd::new(socket, PollFlags::RDHUP)];
    loop {
        match poll(&mut until, None) {
            Ok(_) => break,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let [ended, _] = until;
    if ended.revents().is_empty() {
        end(keeper);
    }
    waitpid(Some(keeper), WaitOptions::empty())?;
    Ok(())
}

fn end(keeper: Pid) {
    // It may be gone already.
    let _ = kill_process(keeper, Signal::KILL);
}
