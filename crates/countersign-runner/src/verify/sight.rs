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

/// Folders of programs that the system's own folders lead to by a link, and those of `/opt` to which any folder of programs
/// leads by a link or a script: `/usr/bin/node` may lie there. Looking
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
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in env::split_paths(path) {
        for other in led_to(&folder, Path::new(OPTIONAL)) {
            if !found.contains(&other) {
                found.push(other);
            }
        }
    }
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

/// Where programs are kept that come with a folder of their own.
const OPTIONAL: &str = "/opt";
/// Largest script that is looked at: one that only starts a program is short.
const MAX_SCRIPT: u64 = 8 * 1024;

/// Folders of `place` that a folder of programs leads to, by links or by scripts that name them.
fn led_to(folder: &Path, place: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let own = |path: &Path| {
        let first = path.strip_prefix(place).ok()?.iter().next()?;
        Some(place.join(first)).filter(|own| own.is_dir())
    };
    let of = |entry: fs::DirEntry| -> Vec<PathBuf> {
        let Ok(kind) = entry.file_type() else { return Vec::new() };
        if kind.is_symlink() {
            return real_path(&entry.path())
                .ok()
                .and_then(|target| own(&target))
                .into_iter()
                .collect();
        }
        let is_short = kind.is_file() && entry.metadata().is_ok_and(|one| one.len() <= MAX_SCRIPT);
        let bytes = if is_short { fs::read(entry.path()).unwrap_or_default() } else { Vec::new() };
        let text = String::from_utf8(bytes).ok().filter(|text| text.starts_with("#!"));
        let text = text.unwrap_or_default();
        let is_end = |c: char| c.is_whitespace() || "\"'`;:&|()<>$}".contains(c);
        let start = format!("{}/", place.display());
        let begun = text.match_indices(&start).map(|(at, _)| at);
        let named = begun.filter_map(|at| text.get(at..)?.split(is_end).next());
        named.filter_map(|name| own(Path::new(name))).collect()
    };
    entries.flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_lead_to_the_folders_that_they_come_with() {
        let folder = tempfile::tempdir().unwrap();
        let (place, programs) = (folder.path().join("opt"), folder.path().join("bin"));
        for name in ["linked/lib", "named/bin", "other"] {
            fs::create_dir_all(place.join(name)).unwrap();
        }
        fs::create_dir(&programs).unwrap();
        fs::write(place.join("linked/lib/tool"), "").unwrap();
        std::os::unix::fs::symlink(place.join("linked/lib/tool"), programs.join("tool")).unwrap();
        let script = |text: &str| {
            format!("#!/bin/sh\n{}\n", text.replace("OPT", &place.display().to_string()))
        };
        fs::write(programs.join("more"), script("exec \"OPT/named/bin/more\" \"$@\"")).unwrap();
        fs::write(programs.join("gone"), script("exec OPT/gone/x; ls OPT")).unwrap();
        fs::write(programs.join("data"), place.join("other/x").display().to_string()).unwrap();
        let real = real_path(&place).unwrap();
        let mut found = led_to(&programs, &real);
        found.sort();
        assert_eq!(found, [real.join("linked"), real.join("named")]);
    }

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
