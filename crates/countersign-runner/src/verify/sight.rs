//! What a room sees of the machine: where systems keep their programs, and nothing else. Wherever else someone can
//! leave a file, a worker can have left one beside its work.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::real::{KNOWN_FOR, real_path};

/// The folders of `/` in which systems keep programs and what these rest on.
const SYSTEM: [&str; 16] = [
    "bin", "sbin", "lib", "lib32", "lib64", "libx32", "usr", "etc", "dev", "proc", "sys", "nix",
    "gnu", "snap", "run", "var",
];
/// What of these two is of that kind; the rest is what services and users leave there.
const OF_RUN: [&str; 5] =
    ["current-system", "booted-system", "wrappers", "opengl-driver", "systemd"];
const OF_VAR: [&str; 2] = ["lib", "usrlocal"];

/// Everything that is not the system's. What lies in it and is to be seen is said elsewhere.
pub(super) fn strange_places() -> Vec<PathBuf> {
    let of = |folder: &str, known: &[&str]| strangers(Path::new(folder), known);
    [of("/", &SYSTEM), of("/run", &OF_RUN), of("/var", &OF_VAR)].concat()
}

/// A link leads to where it is decided about.
fn strangers(folder: &Path, known: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_known = |name: &OsStr| known.iter().any(|known| *known == name);
    entries
        .filter(|entry| !is_known(&entry.file_name()))
        .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()))
        .map(|entry| entry.path())
        .collect()
}

/// What was seen last.
struct Seen {
    path: OsString,
    at: Instant,
    linked: Vec<PathBuf>,
}

/// Folders of programs that the system's own folders lead to by a link: `/usr/bin/node` may lie in `/opt`. Looking
/// follows every link of every folder of programs, thousands of system calls.
pub(super) fn linked_from_system(path: &OsStr) -> Vec<PathBuf> {
    static SEEN: Mutex<Option<Seen>> = Mutex::new(None);
    // Held while it is looked, so that those who come meanwhile do not look too.
    let mut last = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(seen) =
        last.as_ref().filter(|seen| seen.path == path && seen.at.elapsed() < KNOWN_FOR)
    {
        return seen.linked.clone();
    }
    let linked = look_for_links(path);
    *last = Some(Seen { path: path.to_owned(), at: Instant::now(), linked: linked.clone() });
    linked
}

fn look_for_links(path: &OsStr) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let is_of_system = |path: &Path| {
        let first = path.iter().nth(1).unwrap_or_default();
        SYSTEM.iter().any(|known| *known == first)
            && !path.starts_with("/run")
            && !path.starts_with("/var")
    };
    for folder in env::split_paths(path).filter(|folder| is_of_system(folder)) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let links = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
        for link in links {
            let Ok(target) = real_path(&link.path()) else { continue };
            if is_of_system(&target) {
                continue;
            }
            let Some(folder) = target.parent() else { continue };
            // With what belongs to the programs beside them, but not a whole place where anything may lie.
            let root =
                folder.parent().filter(|root| folder.ends_with("bin") && root.iter().count() > 2);
            let root = root.unwrap_or(folder).to_owned();
            if !found.contains(&root) {
                found.push(root);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_and_places_for_anything_are_strange() {
        let strange = strange_places();
        for place in ["/tmp", "/home", "/mnt", "/srv", "/opt", "/var/tmp", "/root"] {
            let is_there = Path::new(place).is_dir() && !Path::new(place).is_symlink();
            assert_eq!(strange.contains(&place.into()), is_there, "{place}");
        }
        for place in ["/usr", "/etc", "/bin", "/var", "/run", "/var/lib"] {
            assert!(!strange.contains(&place.into()), "{place}");
        }
    }
}
