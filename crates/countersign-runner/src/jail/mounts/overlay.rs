//! One folder on top of another, without a copy.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Component, Path};

use rustix::fs::{
    FileType, Mode, OFlags, XattrFlags, fsetxattr, mkdirat, mknodat, open, openat, statat,
};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, fsconfig_create, fsconfig_set_flag,
    fsconfig_set_string, fsmount, fsopen,
};

use crate::jail::job::Overlay;

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// Makes it, to be attached where it is to be seen. The options name files that are open here and not their paths: a path
/// could be too long or hold what options are separated by, and the job would read in its list of mounts where the
/// upper folder is.
pub(super) fn make(overlay: &Overlay) -> Result<OwnedFd, String> {
    let lower = folder(&overlay.lower)?;
    let upper = folder(&overlay.upper)?;
    let work = folder(&overlay.work)?;
    for path in &overlay.absent {
        let below = path.strip_prefix(&overlay.at).unwrap_or(path);
        hide(&lower, &upper, below).map_err(|why| format!("{}: {why}", path.display()))?;
    }
    // A room is for once. Without this its end waits for the disk, and so does every sync in it. The mark that
    // such an overlay leaves says that it may be incomplete after a crash, after which nobody looks at it.
    let _ = fs::remove_dir_all(overlay.work.join("work/incompat"));
    let layers = [("lowerdir", &lower), ("upperdir", &upper), ("workdir", &work)];
    mounted(layers, true).or_else(|_| mounted(layers, false)).map_err(words)
}

fn mounted(layers: [(&str, &OwnedFd); 3], volatile: bool) -> rustix::io::Result<OwnedFd> {
    let making = fsopen("overlay", FsOpenFlags::FSOPEN_CLOEXEC)?;
    fsconfig_set_string(&making, "source", "overlay")?;
    fsconfig_set_flag(&making, "userxattr")?;
    for (name, folder) in layers {
        fsconfig_set_string(&making, name, format!("/proc/self/fd/{}", folder.as_raw_fd()))?;
    }
    if volatile {
        fsconfig_set_flag(&making, "volatile")?;
    }
    // Its own number would stay as a mark on the upper folder, which is to be as new again. Older kernels leave none, and
    // do not know the word.
    let _ = fsconfig_set_string(&making, "uuid", "null");
    fsconfig_create(&making)?;
    let harmless = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
    fsmount(&making, FsMountFlags::FSMOUNT_CLOEXEC, harmless)
}

fn folder(path: &Path) -> Result<OwnedFd, String> {
    open(path, FOLDER, Mode::empty()).map_err(|why| format!("{}: {why}", path.display()))
}

fn words(why: impl Display) -> String {
    why.to_string()
}

/// Puts into the upper folder what hides a path of the lower one. Removing it through the overlay would
/// come to the same but, for a folder, look at everything in it.
fn hide(lower: &OwnedFd, upper: &OwnedFd, path: &Path) -> Result<(), String> {
    let mut names: Vec<&OsStr> = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::ParentDir => {
                return Err("not a path below the overlay".to_owned());
            }
        }
    }
    let Some((last, parents)) = names.split_last() else {
        return Err("not a path below the overlay".to_owned());
    };
    let mut lower = lower.try_clone().map_err(words)?;
    let mut upper = upper.try_clone().map_err(words)?;
    // No link is followed on the way, since the upper folder holds what a worker wrote.
    let step = FOLDER | OFlags::NOFOLLOW;
    for name in parents {
        lower = match openat(&lower, *name, step, Mode::empty()) {
            Ok(folder) => folder,
            // Not there: nothing to hide.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(()),
            Err(error) => return Err(words(error)),
        };
        let mode = Mode::from_raw_mode(rustix::fs::fstat(&lower).map_err(words)?.st_mode & 0o7777);
        match mkdirat(&upper, *name, mode) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(words(error)),
        }
        upper = match openat(&upper, *name, step, Mode::empty()) {
            Ok(folder) => folder,
            // A file or a link of the upper folder hides it already.
            Err(Errno::NOTDIR | Errno::LOOP) => return Ok(()),
            Err(error) => return Err(words(error)),
        };
    }
    if !exists(&lower, last)? {
        return Ok(());
    }
    match mknodat(&upper, *last, FileType::CharacterDevice, Mode::empty(), 0) {
        Ok(()) => Ok(()),
        Err(Errno::EXIST) => match openat(&upper, *last, step, Mode::empty()) {
            // A folder of the upper one is shown, but nothing shines through.
            Ok(folder) => {
                fsetxattr(&folder, c"user.overlay.opaque", b"y", XattrFlags::empty()).map_err(words)
            }
            Err(Errno::NOTDIR | Errno::LOOP) => Ok(()),
            Err(error) => Err(words(error)),
        },
        Err(error) => Err(words(error)),
    }
}

fn exists(folder: &OwnedFd, name: &OsStr) -> Result<bool, String> {
    match statat(folder, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW) {
        Ok(_) => Ok(true),
        Err(Errno::NOENT) => Ok(false),
        Err(error) => Err(words(error)),
    }
}
