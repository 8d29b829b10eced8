//! Where a path leads, in as few system calls as there can be.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, open, openat2, readlink};

/// What `fs::canonicalize` says. That asks for every folder on the way, one call each from the root on; here the kernel
/// goes the way once and is asked where it came to, unless no link was on it. For one task of a run it is hundreds of
/// paths.
pub(crate) fn real_path(path: &Path) -> io::Result<PathBuf> {
    let only_look = OFlags::PATH | OFlags::CLOEXEC;
    if is_plain(path)
        && openat2(CWD, path, only_look, Mode::empty(), ResolveFlags::NO_SYMLINKS).is_ok()
    {
        return Ok(path.to_owned());
    }
    let place = open(path, only_look, Mode::empty())?;
    let told = readlink(format!("/proc/self/fd/{}", place.as_raw_fd()), Vec::new());
    let told = told.map(|told| PathBuf::from(OsString::from_vec(told.into_bytes())));
    match told {
        Ok(told) if told.is_absolute() && !told.as_os_str().as_bytes().ends_with(REMOVED) => {
            Ok(told)
        }
        // It may be called so, or be out of reach of this process, or this process cannot see itself there.
        Ok(_) | Err(_) => fs::canonicalize(path),
    }
}

/// Whether it is written as a real path is, from the root on: where no link is on the way, it then is one.
fn is_plain(path: &Path) -> bool {
    let mut steps = path.as_os_str().as_bytes().split(|byte| *byte == b'/');
    steps.next() == Some(b"") && steps.all(|step| !matches!(step, b"" | b"." | b".."))
}

/// What is told behind the name of something that was removed meanwhile.
const REMOVED: &[u8] = b" (deleted)";

/// How long where the machine's own folders lie is taken for known. A run asks for them hundreds of times for each of
/// its tasks; a tool that was installed meanwhile is seen this much later.
pub(crate) const KNOWN_FOR: Duration = Duration::from_secs(10);

/// Where folders of the machine's tools lead, since a moment.
struct Known {
    since: Instant,
    paths: HashMap<PathBuf, Option<PathBuf>>,
}

/// Where a folder of the machine's own leads, if anywhere. Not for what a worker can change.
pub(crate) fn known_real_path(path: &Path) -> Option<PathBuf> {
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let fresh = known.take().filter(|known| known.since.elapsed() < KNOWN_FOR);
    let known = known
        .insert(fresh.unwrap_or_else(|| Known { since: Instant::now(), paths: HashMap::new() }));
    if let Some(real) = known.paths.get(path) {
        return real.clone();
    }
    let real = real_path(path).ok();
    known.paths.insert(path.to_owned(), real.clone());
    real
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_path_leads_where_the_standard_library_says() {
        let keep = tempfile::tempdir().unwrap();
        let root = keep.path();
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/file (deleted)"), "").unwrap();
        symlink("a", root.join("link")).unwrap();
        symlink("nowhere", root.join("broken")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        for path in [
            "a/b",
            "link/b/..",
            "link/file (deleted)",
            "broken",
            "loop",
            "none",
            "a/file (deleted)/x",
            "a/./b",
            "a//b",
            "a/b/",
            "a/file (deleted)/",
        ] {
            let path = root.join(path);
            let (ours, theirs) = (real_path(&path), fs::canonicalize(&path));
            assert_eq!(ours.as_ref().ok(), theirs.as_ref().ok(), "{path:?}");
            let kind = |answer: io::Result<PathBuf>| answer.err().map(|error| error.kind());
            assert_eq!(kind(ours), kind(theirs), "{path:?}");
        }
        for path in ["/", "/proc/self/fd", "/dev/fd/0", "."] {
            let path = Path::new(path);
            assert_eq!(real_path(path).ok(), fs::canonicalize(path).ok(), "{path:?}");
        }
    }
}
