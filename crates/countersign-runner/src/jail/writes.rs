//! Writing only where it was allowed: Landlock.

use std::ffi::OsString;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus,
    PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError,
    Scope,
};

/// The newest that was tried; an older kernel gives what it has.
const NEWEST: ABI = ABI::V7;

/// Devices that programs write to and that keep nothing.
const DEVICES: [&str; 6] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"];

/// Folders that are the job's own, if its devices are.
const OWN: [&str; 2] = ["/dev/shm", "/dev/pts"];

#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbours {
    pub own_devices: bool,
    pub refuse_tcp: bool,
}

/// From here on, this process and all that it starts write only below `writable`, send signals only to
/// each other and, where the network could not be taken from them, use no TCP. Says why that is not so.
pub(super) fn restrict(writable: &[OsString], with: Neighbours) -> Result<(), String> {
    let status = rules(writable, with)
        .and_then(RulesetCreated::restrict_self)
        .map_err(|error| format!("Landlock: {error}"))?;
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } if effective_abi >= ABI::V3 => Ok(()),
        LandlockStatus::Available { .. } => {
            Err("this kernel's Landlock does not keep files from being cut short".to_owned())
        }
        LandlockStatus::NotEnabled => Err("Landlock is not enabled on this machine".to_owned()),
        LandlockStatus::NotImplemented => Err("this kernel has no Landlock".to_owned()),
    }
}

fn rules(writable: &[OsString], with: Neighbours) -> Result<RulesetCreated, RulesetError> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_write(NEWEST))?
        .scope(Scope::from_all(NEWEST))?;
    if with.refuse_tcp {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    let mut created = ruleset.create()?;
    let folders = writable.iter().map(Path::new);
    let own = OWN.iter().map(Path::new).filter(|_| with.own_devices);
    for folder in folders.chain(own) {
        created = allow(created, folder, AccessFs::from_write(NEWEST))?;
    }
    for device in DEVICES {
        created = allow(created, Path::new(device), AccessFs::from_write(NEWEST))?;
    }
    Ok(created)
}

/// What is not there cannot be written either: it is no reason to refuse.
fn allow(
    created: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(place) = PathFd::new(path) else { return Ok(created) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    created.add_rule(PathBeneath::new(place, access))
}
