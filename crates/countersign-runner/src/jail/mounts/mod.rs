//! A view of the file system that is the job's own.

mod devices;
mod masks;
mod overlay;
mod read_only;

use std::ffi::{CStr, OsString};
use std::fs;

use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change, mount_remount};

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
    /// Nothing outside of what the job may write can be written.
    pub read_only: bool,
}

/// What is wanted beside what the job says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub own_processes: bool,
    pub read_only: bool,
    /// Root writes what steers the kernel; another user writes in `/proc` only what is its own.
    pub root: bool,
    /// Sockets that are to be closed.
    pub sockets: &'a [OsString],
    /// How many threads the kernel is to allow, where it can count them.
    pub threads: Option<u64>,
}

/// Where programs put temporary files, whatever `TMPDIR` says.
pub(super) const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

const HARMLESS: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV).union(MountFlags::NOEXEC);

/// Mounts what the job asks for. Only a job that cannot be run without a mount is refused for it.
pub(super) fn raise(job: &Job, wanted: Wanted<'_>) -> Result<Raised, Refusal> {
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
    match view(job, wanted) {
        Ok(read_only) => {
            raised.own_devices = true;
            raised.read_only = read_only;
        }
        Err(why) => raised.refused = Some(why),
    }
    if wanted.own_processes {
        match processes(wanted) {
            Ok(read_only) => raised.read_only &= read_only,
            Err(why) => {
                raised.processes_seen = Some(why);
                raised.read_only = false;
            }
        }
    } else {
        raised.read_only &= wanted.root;
    }
    Ok(raised)
}

/// Whether all of it is read-only that should be.
fn view(job: &Job, wanted: Wanted<'_>) -> Result<bool, String> {
    let masked = masks::masked(job)?;
    let mut kept = masks::keep(&job.writable, |path| wanted.read_only || masked.hides(path))?;
    let shown = masks::shown(job)?;
    // Should this fail, there is still Landlock.
    let read_only = wanted.read_only && read_only::all(wanted.root).is_ok();
    kept.add(masks::keep(job.visible.iter().chain([&job.folder]), |path| masked.hides(path))?);
    devices::make()?;
    masks::put(masked, kept, shown)?;
    masks::close(wanted.sockets)?;
    devices::finish(job.limits.memory)?;
    Ok(read_only)
}

/// Only the job's own processes are to be seen, and of them only those it can do something to: not the
/// keeper. Whether nothing there can be written that should not be.
fn processes(wanted: Wanted<'_>) -> Result<bool, String> {
    let show = |how: &CStr| mount("proc", "/proc", "proc", HARMLESS, how);
    // The older way does not count for root's group.
    show(c"hidepid=4").or_else(|_| show(c"hidepid=2")).map_err(|why| {
        format!(
            "its own /proc was refused, so that it sees other processes, but reaches none: {why}"
        )
    })?;
    if let Some(threads) = wanted.threads {
        // The kernel's own bound, for this namespace, where it has one (Linux 6.14).
        let _ = fs::write("/proc/sys/kernel/pid_max", threads.to_string());
    }
    // Should memory run out on the whole machine, then this is to be ended first. A nicety, no wall.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    if !wanted.root {
        return Ok(wanted.read_only);
    }
    let closed = HARMLESS | MountFlags::BIND | MountFlags::RDONLY;
    Ok(wanted.read_only && mount_remount("/proc", closed, "").is_ok())
}
