//! Nothing of the machine can be written. Landlock refuses most of it too, but not changes to modes, times
//! and owners.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use rustix::io::Errno;
use rustix::mount::{MountFlags, mount_remount};

use crate::jail::processes::read_whole;

/// Makes every mount that can be seen read-only. What is to be written must be held before and mounted after.
/// Another user than root is still to be mapped, which is done by writing in `/proc`.
pub(super) fn all(root: bool) -> Result<(), String> {
    let table = read_whole("/proc/self/mountinfo").map_err(|why| format!("mounts: {why}"))?;
    for line in table.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let (path, flags) = parse(line).ok_or("the list of mounts could not be read")?;
        if flags.contains(MountFlags::RDONLY) || (!root && path.starts_with("/proc")) {
            continue;
        }
        match mount_remount(&path, flags | MountFlags::BIND | MountFlags::RDONLY, "") {
            Ok(()) => {}
            // Hidden below another mount, or behind a folder that this user cannot go through: nor can the
            // command.
            Err(Errno::INVAL | Errno::NOENT | Errno::ACCESS | Errno::NOTDIR) => {}
            Err(why) => return Err(format!("{} stays writable: {why}", path.display())),
        }
    }
    Ok(())
}

/// Where it is mounted and how. The flags must stay: a user namespace may not take any of them away.
fn parse(line: &[u8]) -> Option<(PathBuf, MountFlags)> {
    let mut columns = line.split(|byte| *byte == b' ').skip(4);
    let path = unescape(columns.next()?);
    let mut flags = MountFlags::empty();
    let mut updates = MountFlags::STRICTATIME;
    for option in columns.next()?.split(|byte| *byte == b',') {
        match option {
            b"ro" => flags |= MountFlags::RDONLY,
            b"nosuid" => flags |= MountFlags::NOSUID,
            b"nodev" => flags |= MountFlags::NODEV,
            b"noexec" => flags |= MountFlags::NOEXEC,
            b"nodiratime" => flags |= MountFlags::NODIRATIME,
            b"nosymfollow" => flags |= MountFlags::NOSYMFOLLOW,
            b"noatime" => updates = MountFlags::NOATIME,
            b"relatime" => updates = MountFlags::RELATIME,
            _ => {}
        }
    }
    Some((PathBuf::from(path), flags | updates))
}

/// Blanks and the like are written as a backslash and three octal digits.
fn unescape(text: &[u8]) -> OsString {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let octal = after.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let octal = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match octal {
            Some(byte) if *first == b'\\' => {
                bytes.push(byte);
                rest = after.get(3..).unwrap_or_default();
            }
            Some(_) | None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    OsString::from_vec(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_is_read_with_its_flags_and_blanks() {
        let line =
            br"36 35 98:0 /a /mnt/a\040b\134c rw,nosuid,noatime master:1 - ext3 /dev/root rw";
        let (path, flags) = parse(line).unwrap();
        assert_eq!(path, PathBuf::from(r"/mnt/a b\c"));
        assert_eq!(flags, MountFlags::NOSUID | MountFlags::NOATIME);
    }
}
