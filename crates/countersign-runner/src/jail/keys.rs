//! The kernel's key rings. They are no file and no process: what a job leaves in the ring of the caller's
//! session is there for the next one, which then knows that it is not the first.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};

const CALLS: [i64; 3] = [libc::SYS_add_key, libc::SYS_request_key, libc::SYS_keyctl];

/// Calls by the numbers of the x32 interface, which some kernels still take.
const X32: i64 = 0x4000_0000;

/// From here on, this process and all that it starts find a kernel without key rings. Says why that is not so.
pub(super) fn close() -> Result<(), String> {
    filter().and_then(|filter| apply_filter(&filter)).map_err(|why| format!("key rings: {why}"))
}

fn filter() -> Result<BpfProgram, seccompiler::Error> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let calls = CALLS.into_iter().flat_map(|call| [call, call | X32]);
    // No rule for a call means: whatever its arguments are.
    let rules: BTreeMap<i64, _> = calls.map(|call| (call, Vec::new())).collect();
    let refused = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, arch)?;
    Ok(BpfProgram::try_from(filter)?)
}
