//! A view of the file system that is the job's own.

mod devices;
mod masks;
mod overlay;

use std::ffi::{CStr, OsString};

use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};

use super::error::Refusal;
use super::job::Job;

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct Raised {
    /// Why the view is not what it should be.
    pub refused: Option<String>,
    /// Why the job can see processes that are not its own.
    pub processes_seen: Option<String>,
    pub own_devices: bool,
}

const HARMLESS: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV).union(MountFlags::NOEXEC);

/// Mounts what the job asks for. Only a job that cannot be run without a mount is refused for it.
pub(super) fn raise(
    job: &Job,
    sockets: &[OsString],
    own_processes: bool,
) -> Result<Raised, Refusal> {
    let mut raised = Raised::default();
    // Nothing that is mounted here shows outside, and nothing that is mounted outside shows here.
    if let Err(why) = mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
    {
        raised.refused = Some(format!("mounts cannot be made private: {why}"));
    }
    if let Some(overlay) = &job.overlay {
        let private = raised.refused.clone().map_or(Ok(()), Err);
        private
            .and_then(|()| overlay::show(overlay))
            .map_err(|why| Refusal::Overlay { at: overlay.at.display().to_string(), why })?;
    }
    if raised.refused.is_some() {
        return Ok(raised);
    }
    match view(job, sockets) {
        Ok(()) => raised.own_devices = true,
        Err(why) => raised.refused = Some(why),
    }
    if own_processes {
        raised.processes_seen = processes().err();
    }
    Ok(raised)
}

fn view(job: &Job, sockets: &[OsString]) -> Result<(), String> {
    let kept = masks::keep(job)?;
    devices::make()?;
    masks::put(job, kept)?;
    masks::close(sockets)?;
    devices::finish(job.limits.memory)
}

/// Only the job's own processes are to be seen, and of them only those it can do something to: not the
/// keeper.
fn processes() -> Result<(), String> {
    let invisible: &CStr = c"hidepid=2";
    mount("proc", "/proc", "proc", HARMLESS, invisible).map_err(|why| {
        format!(
            "its own /proc was refused, so that it sees other processes, but reaches none: {why}"
        )
    })
}
