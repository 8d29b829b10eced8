//! All processes that came from this one, and their end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rustix::process::{WaitOptions, wait};

/// A file of `/proc`, whose size nobody knows before it is read. Reading it in small steps costs more than the file.
pub(super) fn read_whole(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(AT_ONCE);
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

const AT_ONCE: usize = 4096;

/// How the command's processes are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    /// They end with the first process of their namespace.
    Namespace,
    /// Those whose parent ended become ours.
    Subreaper,
    /// Not at all.
    Nothing,
}

impl Hold {
    pub fn signal_all(self, signal: Signal) {
        match self {
            // -1 is everything that can be seen: right in a namespace of one's own, and nowhere else.
            Self::Namespace if std::process::id() == 1 => {
                let _ = kill(Pid::from_raw(-1), signal);
            }
            Self::Namespace | Self::Subreaper | Self::Nothing => {
                for process in descendants().unwrap_or_default() {
                    // It may have ended meanwhile.
                    let _ = kill(Pid::from_raw(process.id), signal);
                }
            }
        }
    }

    /// Again and again, because what is being killed may still be making children.
    pub fn end_all(self) {
        loop {
            self.signal_all(Signal::SIGKILL);
            loop {
                match wait(WaitOptions::NOHANG) {
                    Ok(Some(_)) => {}
                    Ok(None) => break,
                    // Nobody left.
                    Err(_) => return,
                }
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A process as the kernel shows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Process {
    pub id: i32,
    parent: i32,
    pub threads: u64,
    pub pages: u64,
}

impl Process {
    /// None, once it has ended.
    pub fn pages_now(&self) -> u64 {
        let stat = read_whole(format!("/proc/{}/stat", self.id)).unwrap_or_default();
        parse(self.id, &stat).map_or(0, |process| process.pages)
    }
}

/// Whether this process, the first of its namespace, sees more than so many others. Cheap, and over as soon
/// as there is one too many: whoever makes processes without end also makes every look at them longer.
pub(super) fn more_than(limit: u64) -> io::Result<bool> {
    let mut seen = 0;
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        if name.as_bytes().iter().all(u8::is_ascii_digit) {
            seen += 1;
            // One of them is this process.
            if seen > limit.saturating_add(1) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// All that descend from this process, which is not one of them.
pub(super) fn descendants() -> io::Result<Vec<Process>> {
    let own = fs::read_link("/proc/self")?;
    let own = own.to_str().and_then(|own| own.parse::<i32>().ok());
    let own = own.ok_or_else(|| io::Error::other("/proc/self is not a number"))?;
    let mut children: BTreeMap<i32, Vec<Process>> = BTreeMap::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse().ok()) else { continue };
        // It may have ended since its name was read.
        let Ok(stat) = read_whole(format!("/proc/{id}/stat")) else { continue };
        if let Some(process) = parse(id, &stat) {
            children.entry(process.parent).or_default().push(process);
        }
    }
    let mut found = Vec::new();
    let mut seen = BTreeSet::from([own]);
    let mut open = vec![own];
    while let Some(parent) = open.pop() {
        for child in children.remove(&parent).unwrap_or_default() {
            if seen.insert(child.id) {
                open.push(child.id);
                found.push(child);
            }
        }
    }
    Ok(found)
}

/// The name may hold anything, blanks and parentheses too, so everything is counted from its end.
fn parse(id: i32, stat: &[u8]) -> Option<Process> {
    let end = stat.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(stat.get(end + 1..)?).ok()?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    Some(Process {
        id,
        parent: fields.get(1)?.parse().ok()?,
        threads: fields.get(17)?.parse().ok()?,
        pages: fields.get(21)?.parse().unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_does_not_confuse_the_count() {
        let stat = b"7 (a) S 9 (b) S 3 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 5 0 100 1000 42 18446744073709551615 1 1";
        let process = parse(7, stat).unwrap();
        assert_eq!((process.parent, process.threads, process.pages), (3, 5, 42));
    }

    #[test]
    fn a_child_is_a_descendant() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let found = descendants().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found.iter().any(|process| process.id == child.id().cast_signed()));
    }
}
