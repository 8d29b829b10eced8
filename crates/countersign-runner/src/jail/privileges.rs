//! Giving up what the command must not have.

use rustix::io::Errno;
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs,
};

/// What root is expected to be able to do to files. Whatever it may not write or see is kept from it by
/// other walls, and without these it could not even write in a folder of another user.
const FILES: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID);

/// Nothing that this process starts can ever do more than `root` says, also not by a set-user-id program.
pub(super) fn give_up(root: bool) -> rustix::io::Result<()> {
    set_no_new_privs(true)?;
    let keep = if root { FILES } else { CapabilitySet::empty() };
    for capability in CapabilitySet::all().difference(keep).iter() {
        match remove_capability_from_bounding_set(capability) {
            // A capability that this kernel does not know, or one that we could not remove because we have
            // none ourselves: then there is none to inherit either.
            Ok(()) | Err(Errno::INVAL | Errno::PERM) => {}
            Err(error) => return Err(error),
        }
    }
    match clear_ambient_capability_set() {
        Ok(()) | Err(Errno::INVAL) => {}
        Err(error) => return Err(error),
    }
    let have = rustix::thread::capabilities(None)?.permitted.intersection(keep);
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: have, permitted: have, inheritable: none })
}
