//! The `.git` that a work area starts with: one commit, the base, so that a worker sees what it has changed. It is
//! made of the base once and copied; git is never run in an area itself.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::bases::{Base, Bases};
use super::error::BaseError;
use crate::git::{Git, Program};
use crate::room::PrivateFolder;
use crate::tree::is_dependency_folder;

pub(super) const HISTORIES: &str = "histories";

/// Bytes are taken and given as they are, whatever a `.gitattributes` asks for.
pub(crate) const RAW: &str = "* -text -eol -filter -ident -working-tree-encoding\n";

const CONFIG: &str = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\
                      [user]\n\tname = worker\n\temail = worker@localhost\n";

/// Linked packages are no part of the base.
const PACKAGES: [&str; 4] = ["node_modules", ".venv", "venv", "vendor"];

/// Where the history of a base lies, to be copied.
pub(super) fn history(bases: &Bases, base: &Base) -> Result<PathBuf, BaseError> {
    let known = bases.place(HISTORIES)?.join(format!("{}.git", base.id()));
    if known.is_dir() {
        return Ok(known);
    }
    let private = PrivateFolder::new(&bases.making()?)?;
    let folder = private.path().join("git");
    let git = Git {
        program: Program::find(bases.workspace())?,
        folder: folder.clone(),
        work_tree: base.path().to_owned(),
        is_ours: true,
    };
    let what = "make a history for work areas";
    git.init(what)?;
    write(&folder.join("config"), CONFIG)?;
    fs::create_dir_all(folder.join("info")).map_err(BaseError::not_written(&folder))?;
    write(&folder.join("info/attributes"), RAW)?;
    let mut add = git.call(what).args(&["add", "-A", "-f", "--", "."]);
    let mut excluded = String::new();
    for path in packages(base.path()) {
        add = add.arg(format!(":(exclude,literal){path}"));
        excluded.push_str(&format!("/{path}\n"));
    }
    if !excluded.is_empty() {
        write(&folder.join("info/exclude"), &excluded)?;
    }
    add.done()?;
    let commit = ["commit", "-q", "--no-verify", "--allow-empty", "-m", "The base of this work"];
    git.call(what)
        .args(&commit)
        .env("GIT_AUTHOR_DATE", "@0 +0000")
        .env("GIT_COMMITTER_DATE", "@0 +0000")
        .done()?;
    git.call(what)
        .args(&["-c", "pack.writeReverseIndex=false", "repack", "-a", "-d", "-n", "-q"])
        .done()?;
    strip(&folder).map_err(BaseError::not_written(&folder))?;
    match fs::rename(&folder, &known) {
        // Someone else was faster with the same.
        Err(_) if known.is_dir() => {}
        renamed => renamed.map_err(BaseError::not_written(&known))?,
    }
    Ok(known)
}

/// Leaves no more files than git needs. It is copied for every task, and a file system that has just removed the copies
/// of many others looks longer for a place for each new one.
fn strip(folder: &Path) -> io::Result<()> {
    let branch = "refs/heads/main";
    let commit = fs::read_to_string(folder.join(branch))?;
    fs::write(folder.join("packed-refs"), format!("{} {branch}\n", commit.trim()))?;
    for needless in ["refs/heads", "refs/tags", "logs", "objects/info"] {
        let needless = folder.join(needless);
        if needless.is_dir() {
            fs::remove_dir_all(needless)?;
        }
    }
    let message = folder.join("COMMIT_EDITMSG");
    if message.is_file() { fs::remove_file(message) } else { Ok(()) }
}

/// Folders of packages that are there by links.
fn packages(base: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut pending = vec![String::new()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = fs::read_dir(base.join(&folder)) else { continue };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if is_dependency_folder(&name)
                && PACKAGES.contains(&name.as_str())
                && is_linked(&entry.path())
            {
                found.push(path);
            } else {
                pending.push(path);
            }
        }
    }
    found
}

fn is_linked(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| fs::read_link(entry.path()).is_ok_and(|target| target.is_absolute()))
    })
}

fn write(path: &Path, text: &str) -> Result<(), BaseError> {
    fs::write(path, text).map_err(BaseError::not_written(path))
}
