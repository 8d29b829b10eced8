//! A copy of this process, and the only unsafe code of this project.
//!
//! A program of many threads must not go on in a copy of itself: what the others held is held for ever. The
//! jail's own processes have one thread each, and this asks for it every time.
#![allow(unsafe_code, reason = "there is no other way to go on in a copy of this process")]

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use nix::libc;
use nix::sched::CloneFlags;
use rustix::process::Pid;

/// What a copy may have of its own. Nothing else can be asked for: memory, above all, is never shared.
const NAMESPACES: CloneFlags = CloneFlags::CLONE_NEWNS
    .union(CloneFlags::CLONE_NEWPID)
    .union(CloneFlags::CLONE_NEWNET)
    .union(CloneFlags::CLONE_NEWIPC)
    .union(CloneFlags::CLONE_NEWUTS);

/// Does `child` in a copy of this process, which is in these namespaces as the first process and ends after it, with
/// what that returns as its exit code.
pub(super) fn fork(namespaces: CloneFlags, child: impl FnOnce() -> u8) -> io::Result<Pid> {
    if !NAMESPACES.contains(namespaces) {
        return Err(io::Error::other("not a namespace"));
    }
    if !is_alone()? {
        return Err(io::Error::other("a process with threads cannot be copied"));
    }
    let how = libc::c_long::from(namespaces.bits() | libc::SIGCHLD);
    // SAFETY: without a flag that shares something, and with no stack given, this is fork: the copy has its own
    // memory and goes on here. Nothing is missing in it, since no other thread is there that could hold a lock.
    let copied = unsafe { libc::syscall(libc::SYS_clone, how, 0_usize, 0_usize, 0_usize, 0_usize) };
    match copied {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            // Never back to the caller, who goes on in the other process.
            let done = catch_unwind(AssertUnwindSafe(child));
            // SAFETY: it ends this process and touches nothing; what is to be done at the end of a program is
            // for the one that was copied to do.
            unsafe { libc::_exit(done.map_or(1, i32::from)) }
        }
        id => i32::try_from(id)
            .ok()
            .and_then(Pid::from_raw)
            .ok_or_else(|| io::Error::other("the kernel gave a process no number")),
    }
}

/// Whether this process has one thread. The folder of its threads has a link for each, and two of its own.
fn is_alone() -> io::Result<bool> {
    Ok(fs::metadata("/proc/self/task")?.nlink() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_with_threads_is_not_copied() {
        // The test runs in a thread of its own.
        let refused = fork(CloneFlags::empty(), || 0).unwrap_err();
        assert!(refused.to_string().contains("threads"), "{refused}");
    }

    #[test]
    fn nothing_but_namespaces_can_be_asked_for() {
        let refused = fork(CloneFlags::CLONE_VM, || 0).unwrap_err();
        assert_eq!(refused.to_string(), "not a namespace");
    }
}
