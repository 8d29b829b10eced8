//! Devices that are harmless. The machine's own are not: root could read its disks.

use std::ffi::CString;
use std::fs::{self, File};
use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;

use rustix::fs::CWD;
use rustix::mount::{
    MountFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount, mount_remount, move_mount,
    open_tree, unmount,
};

use super::HARMLESS;

const SHOWN: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];

/// A file and a folder with nothing in them. They lie where `finish` will mount something else.
pub(super) const EMPTY_FILE: &str = "/dev/shm/file";
pub(super) const EMPTY_FOLDER: &str = "/dev/shm/folder";

/// A new `/dev`, in which nothing can be changed.
pub(super) fn make() -> Result<(), String> {
    let mut devices = Vec::new();
    for name in SHOWN {
        if let Ok(device) = tree(format!("/dev/{name}"), OpenTreeFlags::empty()) {
            devices.push((name, device));
        }
    }
    let flags = MountFlags::NOSUID | MountFlags::NOEXEC;
    mount("tmpfs", "/dev", "tmpfs", flags, c"mode=755,size=1m")
        .map_err(|why| format!("a new /dev was refused: {why}"))?;
    fill(devices).inspect_err(|_| {
        // The machine's own is better than half of a new one.
        let _ = unmount("/dev", UnmountFlags::DETACH);
    })
}

fn fill(devices: Vec<(&str, OwnedFd)>) -> Result<(), String> {
    for (name, device) in devices {
        let path = format!("/dev/{name}");
        File::create(&path).map_err(|why| format!("{path}: {why}"))?;
        attach(&device, &path).map_err(|why| format!("{path} was refused: {why}"))?;
    }
    for (target, link) in LINKS {
        symlink(target, link).map_err(|why| format!("{link}: {why}"))?;
    }
    let folders = ["/dev/pts", "/dev/shm", EMPTY_FOLDER];
    for folder in folders {
        fs::create_dir(folder).map_err(|why| format!("{folder}: {why}"))?;
    }
    File::create(EMPTY_FILE).map_err(|why| format!("{EMPTY_FILE}: {why}"))?;
    symlink("pts/ptmx", "/dev/ptmx").map_err(|why| format!("/dev/ptmx: {why}"))?;
    let flags = MountFlags::NOSUID | MountFlags::NOEXEC | MountFlags::RDONLY;
    mount_remount("/dev", flags, "mode=755,size=1m")
        .map_err(|why| format!("a read-only /dev was refused: {why}"))
}

/// What of it is one job's alone: terminals, and memory for files, no more than the job may use.
pub(super) fn finish(memory: u64) -> Result<(), String> {
    let flags = MountFlags::NOSUID | MountFlags::NOEXEC;
    // A kernel that refuses them leaves a job without, which few will notice.
    let _ = mount("devpts", "/dev/pts", "devpts", flags, c"newinstance,ptmxmode=0666,mode=620");
    let options =
        CString::new(format!("mode=1777,size={memory}")).map_err(|why| why.to_string())?;
    mount("tmpfs", "/dev/shm", "tmpfs", HARMLESS, options.as_c_str())
        .map_err(|why| format!("a new /dev/shm was refused: {why}"))
}

/// What is mounted at a path, to be mounted somewhere else.
pub(super) fn tree(
    path: impl rustix::path::Arg,
    how: OpenTreeFlags,
) -> rustix::io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    open_tree(CWD, path, flags | how)
}

pub(super) fn attach(tree: &OwnedFd, at: impl rustix::path::Arg) -> rustix::io::Result<()> {
    move_mount(tree, "", CWD, at, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
}
