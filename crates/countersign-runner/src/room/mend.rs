//! Putting back, between two commands in one room, what the first of them changed of what steers the second.
//!
//! A command runs the worker's code, and that code may write in the room: over a test that a later command
//! runs, a configuration that it reads, a program that it calls, or into the caches in which it looks things up. Whatever
//! else a command writes stays: later ones may rest on it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use countersign_core::{Contract, PathNote};

use super::error::RoomError;
use super::make::{Room, Way};
use super::outputs::Outputs;
use super::stock::new_file;
use crate::files::Files;
use crate::protect::{called, is_product, is_shell, is_test, names, steers};
use crate::spec::Language;
use crate::tree::{Entry, is_cache, is_dependency_folder};

/// The attributes by which an overlay says that a folder hides what lies under it.
const OPAQUE: [&str; 2] = ["user.overlay.opaque", "trusted.overlay.opaque"];

impl Room {
    /// Puts back what steers, and says what it was. After tests, which run the work and make nothing that others rest on,
    /// that is all code of the base; after other commands what the contract's commands call. No process may be left in
    /// the room.
    pub fn mend(&self, contract: &Contract, has_tested: bool) -> Result<Vec<PathNote>, RoomError> {
        let root = match self.way {
            Way::Overlay => self.upper(),
            Way::Copied => self.folder(),
        };
        self.forget(&root).map_err(RoomError::not_written(&root))?;
        let mut found = Found::default();
        look(&root, "", &mut found).map_err(RoomError::not_written(&root))?;
        let mut mended = Vec::new();
        for path in self.held(&found, contract, has_tested) {
            let Some(bytes) =
                self.contents.read(&path).map_err(|_| RoomError::Changed { path: path.clone() })?
            else {
                continue;
            };
            if fs::symlink_metadata(root.join(&path)).is_ok_and(|there| there.is_file())
                && has_plain_folders(&root, &path)
                && fs::read(root.join(&path)).is_ok_and(|there| there == bytes)
            {
                continue;
            }
            let executable = matches!(
                self.contents.stock.base.tree().entries.get(&path),
                Some(Entry::File { executable: true, .. })
            );
            put(&root, &path, &bytes, executable)
                .map_err(RoomError::not_written(root.join(&path)))?;
            mended.push(note(path, "a command in the room changed it, and it was put back"));
        }
        // What stands for something of the base's that is not to be seen was put there by us.
        let absent = self.contents.absent();
        for path in &found.files {
            let is_in_the_way = self.is_strange(path) || self.stands_before_a_module(path);
            if is_in_the_way && !is_whiteout(&root.join(path), &absent, path) {
                remove(&root.join(path)).map_err(RoomError::not_written(root.join(path)))?;
                mended.push(note(
                    path.clone(),
                    "a command in the room made it, and it steers the checks: it was removed",
                ));
            }
        }
        Ok(mended)
    }

    /// What must be as it was, as far as it can have changed.
    fn held(&self, found: &Found, contract: &Contract, has_tested: bool) -> BTreeSet<String> {
        let mut held: BTreeSet<String> =
            self.contents.laid_paths().map(ToOwned::to_owned).collect();
        let is_given = |path: &str| !self.contents.stock.over.contains_key(path);
        held.extend(self.kept(found, |path| {
            (steers(path).is_some() || is_test(path) || (has_tested && is_code(path)))
                && is_given(path)
        }));
        if !has_tested {
            let mut others = self.kept(found, |path| is_code(path) && is_given(path));
            others.retain(|path| !held.contains(path));
            if !others.is_empty() {
                let commands = Outputs::of(contract).commands;
                let called = called(self.contents.stock.base(), &commands);
                let is_named =
                    |path: &str| commands.iter().any(|(folder, line)| names(folder, line, path));
                let is_run = |path: &String| called.contains(path) || is_named(path);
                held.extend(others.into_iter().filter(is_run));
            }
        }
        held
    }

    /// Such paths, as far as they can have changed.
    pub(super) fn kept(&self, found: &Found, is_such: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let tree = self.contents.stock.base.tree();
        let mut held = BTreeSet::new();
        match self.way {
            // Only what lies in the upper folder, or under a folder there that hides the base's, is not the
            // base's own.
            Way::Overlay => {
                held.extend(found.files.iter().filter(|path| is_such(path)).cloned());
                for folder in &found.opaque {
                    let inside = format!("{folder}/");
                    let below = tree.entries.range(inside.clone()..).map(|(path, _)| path);
                    let below = below.take_while(|path| path.starts_with(&inside));
                    held.extend(below.filter(|path| is_such(path)).cloned());
                }
            }
            Way::Copied => held.extend(tree.entries.keys().filter(|path| is_such(path)).cloned()),
        }
        held
    }

    /// Steers, and is neither the base's nor ours nor the worker's declared work.
    fn is_strange(&self, path: &str) -> bool {
        steers(path).is_some() && matches!(self.contents.read(path), Ok(None))
    }

    /// Of a package and a module of the same name Python takes the package.
    fn stands_before_a_module(&self, path: &str) -> bool {
        let Some(folder) = path.strip_suffix("/__init__.py") else { return false };
        matches!(self.contents.read(path), Ok(None))
            && matches!(self.contents.read(&format!("{folder}.py")), Ok(Some(_)))
    }
}

/// What programs are written in, a shell's included.
pub(super) fn is_code(path: &str) -> bool {
    Language::of(path).is_some() || is_shell(path)
}

/// So an overlay says that something of the lower folder is not to be seen.
fn is_whiteout(at: &Path, absent: &BTreeSet<&str>, path: &str) -> bool {
    absent.contains(path)
        && fs::symlink_metadata(at).is_ok_and(|there| there.file_type().is_char_device())
}

fn note(path: String, why: &str) -> PathNote {
    PathNote { path, why: why.to_owned() }
}

#[derive(Default)]
pub(super) struct Found {
    /// Everything that is no folder, also what stands for an absent file.
    files: Vec<String>,
    /// Folders that hide what the base has there, and what is no folder any more.
    opaque: Vec<String>,
}

pub(super) fn look(root: &Path, folder: &str, found: &mut Found) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        // What has no readable name steers nothing that has one.
        let Some(name) = entry.file_name().to_str().map(ToOwned::to_owned) else { continue };
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let kind = entry.file_type()?;
        if !kind.is_dir() {
            if kind.is_symlink() || kind.is_char_device() {
                found.opaque.push(path.clone());
            }
            found.files.push(path);
        } else if !is_dependency_folder(&name)
            && !is_cache(&name)
            && !is_product(&format!("{path}/x"))
        {
            if is_opaque(&entry.path()) {
                found.opaque.push(path.clone());
            }
            look(root, &path, found)?;
        }
    }
    Ok(())
}

pub(super) fn is_opaque(folder: &Path) -> bool {
    let mut value = [0u8; 1];
    OPAQUE.iter().any(|name| {
        rustix::fs::lgetxattr(folder, *name, &mut value[..]).is_ok_and(|length| length > 0)
    })
}

/// Whether a path leads through folders alone; a link among them leads elsewhere.
pub(super) fn has_plain_folders(root: &Path, path: &str) -> bool {
    let above = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
    above
        .into_iter()
        .all(|folder| fs::symlink_metadata(root.join(folder)).is_ok_and(|there| there.is_dir()))
}

/// Writes a file anew, and folders in the place of whatever is on its way. No link is followed.
fn put(root: &Path, path: &str, bytes: &[u8], executable: bool) -> io::Result<()> {
    for (at, _) in path.match_indices('/') {
        let folder = root.join(path.get(..at).unwrap_or_default());
        match fs::symlink_metadata(&folder) {
            Ok(there) if there.is_dir() => continue,
            Ok(_) => fs::remove_file(&folder)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        fs::create_dir(&folder)?;
    }
    let to = root.join(path);
    remove(&to)?;
    io::Write::write_all(&mut new_file(&to, executable)?, bytes)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(there) if there.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
