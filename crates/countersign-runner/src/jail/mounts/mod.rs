//! A view of the file system that is the job's own.

mod devices;
mod masks;
mod overlay;
mod read_only;

use std::ffi::{CStr, OsString};
use std::fs;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change, mount_remount};

use self::masks::{Kept, Masked, Shown};
use super::error::Refusal;
use super::job::Job;
use crate::real::real_path;

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

/// What a job sees wherever it runs: all of the machine as it is, to be read only, and harmless devices. Mounts have to
/// be private. Whether nothing can be written.
pub(super) fn prepare(read_only: bool, root: bool) -> Result<bool, String> {
    // Should this fail, there is still Landlock.
    let read_only = read_only && read_only::all(root).is_ok();
    devices::make()?;
    Ok(read_only)
}

/// Nothing that is mounted here shows outside, and nothing that is mounted outside shows here.
pub(super) fn make_private() -> Result<(), String> {
    let all = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", all).map_err(|why| format!("mounts cannot be made private: {why}"))
}

/// What a job may write, taken while it can be written.
#[derive(Debug)]
pub(super) struct Held {
    overlay: Option<OwnedFd>,
    /// Or why the view cannot be what it should be.
    trees: Result<Trees, String>,
}

#[derive(Debug)]
struct Trees {
    masked: Masked,
    kept: Kept,
    shown: Shown,
}

/// Takes hold of it. Only a job that cannot be run without its overlay is refused for it.
pub(super) fn hold(job: &Job, read_only: bool) -> Result<Held, Refusal> {
    let overlay = job.overlay.as_ref().map(|overlay| {
        overlay::make(overlay)
            .map_err(|why| Refusal::Overlay { at: overlay.at.display().to_string(), why })
    });
    let trees = || {
        let masked = masks::masked(job)?;
        let needs_it = |path: &Path| read_only || masked.hides(path);
        let kept = masks::keep(&job.writable, |path| !is_in_overlay(job, path) && needs_it(path))?;
        let shown = masks::shown(job, |path| !is_in_overlay(job, path))?;
        Ok(Trees { masked, kept, shown })
    };
    Ok(Held { overlay: overlay.transpose()?, trees: trees() })
}

fn is_in_overlay(job: &Job, path: &Path) -> bool {
    job.overlay.as_ref().is_some_and(|overlay| {
        path.starts_with(&overlay.at) || real_path(&overlay.at).is_ok_and(|at| path.starts_with(at))
    })
}

/// Mounts what the job asks for. `held` is there where the view was prepared before. Only a job that cannot be run
/// without a mount is refused for it.
pub(super) fn raise(job: &Job, wanted: Wanted<'_>, held: Option<Held>) -> Result<Raised, Refusal> {
    let mut raised = Raised::default();
    let no_overlay = |why: String| match &job.overlay {
        Some(overlay) => Err(Refusal::Overlay { at: overlay.at.display().to_string(), why }),
        None => Ok(()),
    };
    let (held, prepared) = match held {
        Some(held) => (held, Ok(true)),
        None => {
            if let Err(why) = make_private() {
                no_overlay(why.clone())?;
                raised.refused = Some(why);
                return Ok(raised);
            }
            (hold(job, wanted.read_only)?, prepare(wanted.read_only, wanted.root))
        }
    };
    if let (Some(overlay), Some(tree)) = (&job.overlay, &held.overlay)
        && let Err(why) = devices::attach(tree, &overlay.at)
    {
        no_overlay(why.to_string())?;
    }
    let viewed = prepared.and_then(|read_only| {
        view(job, wanted, held.trees?)?;
        Ok(read_only)
    });
    match viewed {
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

fn view(job: &Job, wanted: Wanted<'_>, trees: Trees) -> Result<(), String> {
    let Trees { masked, mut kept, mut shown } = trees;
    let needs_it = |path: &Path| wanted.read_only || masked.hides(path);
    kept.add(masks::keep(&job.writable, |path| is_in_overlay(job, path) && needs_it(path))?);
    shown.add(masks::shown(job, |path| is_in_overlay(job, path))?);
    kept.add(masks::keep(job.visible.iter().chain([&job.folder]), |path| masked.hides(path))?);
    masks::put(masked, kept, shown)?;
    masks::close(wanted.sockets)?;
    devices::finish(job.limits.memory)
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
