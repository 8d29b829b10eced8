//! One data folder made by `initdb` and kept in the target folder; every server gets a copy.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Binaries;
use crate::target_dir::target_dir;

/// Copies a fresh cluster to `data`, which must not exist yet.
pub(super) fn copy_to(binaries: &Binaries, data: &Path) {
    let mut copy = Command::new("cp");
    copy.args(["-a", "--reflink=auto"]).arg(made_once(binaries)).arg(data);
    run(&mut copy);
}

/// A command that may be run by root, which the server's programs refuse to be.
///
/// In a user namespace without a mapping the process is nobody by name, yet keeps its user id
/// in the kernel, so that the files stay its own.
pub(super) fn not_as_root(program: &Path) -> Vec<&OsStr> {
    if rustix::process::geteuid().is_root() {
        vec![OsStr::new("unshare"), OsStr::new("--user"), OsStr::new("--"), program.as_os_str()]
    } else {
        vec![program.as_os_str()]
    }
}

fn made_once(binaries: &Binaries) -> PathBuf {
    let version: String = binaries
        .version()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let root = target_dir();
    let template = root.join(format!("postgres-template-{version}"));

    let lock = File::create(root.join(format!("postgres-template-{version}.lock")))
        .expect("the target folder can be written");
    lock.lock().expect("the lock file can be locked");
    if template.is_dir() {
        return template;
    }
    // Renamed only when complete: a test run killed halfway leaves no half template. The name can
    // be the same every time, because the lock is held.
    let unfinished = root.join(format!("postgres-template-{version}.unfinished"));
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).expect("an unfinished template can be removed");
    }
    initdb(binaries, &unfinished);
    fs::rename(&unfinished, &template).expect("the template can be renamed");
    template
}

fn initdb(binaries: &Binaries, data: &Path) {
    let initdb = binaries.initdb();
    let words = not_as_root(&initdb);
    let (program, before) = words.split_first().expect("a command has a first word");
    let mut command = Command::new(program);
    command
        .args(before)
        .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"])
        // The template need not survive a power cut; it is made again.
        .arg("--no-sync")
        .arg("--pgdata")
        .arg(data);
    run(&mut command);
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
