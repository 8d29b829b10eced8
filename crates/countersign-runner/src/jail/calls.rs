//! Calls that the kernel refuses to a job, whatever their arguments are.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};

/// Key rings are no file and no process: what a job leaves in the ring of the caller's session is there for the next one,
/// which then knows that it is not the first.
const KEY_RINGS: &[i64] = &[libc::SYS_add_key, libc::SYS_request_key, libc::SYS_keyctl];

/// All by which a socket comes to be. Of a pair one may be connected to another address, and a ring opens sockets without
/// another call.
const SOCKETS: &[i64] = &[libc::SYS_socket, libc::SYS_socketpair, libc::SYS_io_uring_setup];

/// Calls by the numbers of the x32 interface, which some kernels still take.
const X32: i64 = 0x4000_0000;

/// From here on, this process and all that it starts find a kernel without key rings. Says why that is not so.
pub(super) fn close_key_rings() -> Result<(), String> {
    refuse(KEY_RINGS, libc::ENOSYS).map_err(|why| format!("key rings: {why}"))
}

/// Likewise, and nobody opens a socket.
pub(super) fn open_no_socket() -> Result<(), String> {
    refuse(SOCKETS, libc::EACCES).map_err(|why| format!("sockets: {why}"))
}

fn refuse(calls: &[i64], error: i32) -> Result<(), seccompiler::Error> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let calls = calls.iter().flat_map(|call| [*call, *call | X32]);
    // No rule for a call means: whatever its arguments are.
    let rules: BTreeMap<i64, _> = calls.map(|call| (call, Vec::new())).collect();
    let refused = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, arch)?;
    apply_filter(&BpfProgram::try_from(filter)?)
}
