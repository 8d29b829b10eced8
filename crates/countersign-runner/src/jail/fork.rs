//! Another process that goes on with this program, and the only unsafe code of this project.
//!
//! A program of many threads must not go on in a copy of itself: what the others held is held for ever. The
//! jail's own processes have one thread each, and this asks for it every time.
#![allow(
    unsafe_code,
    reason = "there is no other way to go on with this program in another process"
)]

use std::ffi::c_void;
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

/// Does `child` in a copy of this process, which is in these namespaces as the first process and ends after it.
pub(super) fn fork(namespaces: CloneFlags, child: impl FnOnce()) -> io::Result<Pid> {
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
            unsafe { libc::_exit(i32::from(done.is_err())) }
        }
        id => numbered(i32::try_from(id).unwrap_or_default()),
    }
}

/// What a process on an errand has for its own calls, below which nothing lies.
const STACK: usize = 512 * 1024;
const GUARD: usize = 64 * 1024;

struct Errand<F, T> {
    act: Option<F>,
    came_back: Option<T>,
}

/// Does `act` in a process of its own that has this one's memory, while this one stands still: until the other executes
/// a program, or ends. Nothing has to be copied for it, which is most of what a copy costs. What it allocated or changed
/// stays so. What `act` comes back with, if it does: then it did not become another program.
pub(super) fn errand<T>(act: impl FnOnce() -> T) -> io::Result<(Pid, Option<T>)> {
    if !is_alone()? {
        return Err(io::Error::other("a process with threads cannot stand still"));
    }
    let mut errand = Errand { act: Some(act), came_back: None };
    let stack = stack()?;
    let how = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: the other process runs on a stack of its own, whose end this is, and this one, the only thread there is,
    // does not go on before the other has let go of the memory: so nobody else looks at the errand meanwhile.
    let begun = unsafe {
        let top = stack.wrapping_byte_add(STACK);
        libc::clone(run_errand(&errand), top, how, (&raw mut errand).cast())
    };
    let begun = if begun == -1 { Err(io::Error::last_os_error()) } else { Ok(begun) };
    // SAFETY: whoever was on it has ended or has memory of its own by now.
    unsafe { libc::munmap(stack.wrapping_byte_sub(GUARD), GUARD + STACK) };
    Ok((numbered(begun?)?, errand.came_back))
}

/// Memory that begins behind a part of it that nobody may touch.
fn stack() -> io::Result<*mut c_void> {
    let (access, kind) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK | libc::MAP_NORESERVE,
    );
    // SAFETY: new memory, wherever the kernel has room for it.
    let memory = unsafe { libc::mmap(std::ptr::null_mut(), GUARD + STACK, access, kind, -1, 0) };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it is ours, and nothing lies there.
    if unsafe { libc::mprotect(memory, GUARD, libc::PROT_NONE) } == -1 {
        return Err(io::Error::last_os_error());
    }
    Ok(memory.wrapping_byte_add(GUARD))
}

/// What the kernel calls for such an errand.
fn run_errand<F: FnOnce() -> T, T>(_: &Errand<F, T>) -> extern "C" fn(*mut c_void) -> libc::c_int {
    extern "C" fn run<F: FnOnce() -> T, T>(errand: *mut c_void) -> libc::c_int {
        // SAFETY: it is what `errand` gave, which stands still.
        let errand = unsafe { &mut *errand.cast::<Errand<F, T>>() };
        let Some(act) = errand.act.take() else { return 1 };
        errand.came_back = catch_unwind(AssertUnwindSafe(act)).ok();
        // SAFETY: as above, it ends this process and touches nothing.
        unsafe { libc::_exit(1) }
    }
    run::<F, T>
}

fn numbered(id: libc::c_int) -> io::Result<Pid> {
    Pid::from_raw(id).ok_or_else(|| io::Error::other("the kernel gave a process no number"))
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
        let refused = fork(CloneFlags::empty(), || {}).unwrap_err();
        assert!(refused.to_string().contains("threads"), "{refused}");
        let refused = errand(|| ()).unwrap_err();
        assert!(refused.to_string().contains("threads"), "{refused}");
    }

    #[test]
    fn nothing_but_namespaces_can_be_asked_for() {
        let refused = fork(CloneFlags::CLONE_VM, || {}).unwrap_err();
        assert_eq!(refused.to_string(), "not a namespace");
    }
}
