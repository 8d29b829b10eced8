//! What a command leaves in a room that a later one would take for its own or for the base's: caches in which tools look
//! up what they found the last time, and other files in the packages that they run.

use std::fs;
use std::io;
use std::path::Path;

use super::make::{Room, Way};
use super::removal;
use crate::files::Files;
use crate::tree::is_dependency_folder;

/// Folders in which tools keep what they found, and would rather believe than look again.
const CACHES: [&str; 6] =
    ["__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".turbo", ".parcel-cache"];
/// Likewise files, by their names' ends.
const CACHE_FILES: [&str; 5] =
    [".pyc", ".tsbuildinfo", ".eslintcache", ".stylelintcache", ".prettiercache"];
/// What tools make among the packages, and others look up there. All else that begins with a dot is made by generators,
/// and later commands rest on it.
const OF_PACKAGES: [&str; 5] = [".bin", ".cache", ".vite", ".vitest", ".package-lock.json"];

/// Whether programs keep there what they compiled or found, among temporary files.
pub(crate) fn is_temporary_cache(name: &str) -> bool {
    name.contains("cache") || name.starts_with("tsx-") || name.starts_with("jest_")
}

impl Room {
    /// Takes these away, so that later commands look for themselves. No process may be left in the room.
    pub(super) fn forget(&self, root: &Path) -> io::Result<()> {
        self.forget_in(root, "")?;
        if self.way == Way::Overlay {
            let packages: Vec<String> =
                self.contents.stock.dependencies().map(ToOwned::to_owned).collect();
            for path in packages {
                if is_folder(&root.join(&path)) {
                    self.packages_as_they_were(root, &path, &path)?;
                }
            }
        }
        Ok(())
    }

    fn forget_in(&self, root: &Path, folder: &str) -> io::Result<()> {
        for (name, is_folder) in names(&root.join(folder))? {
            let path = joined(folder, &name);
            let at = root.join(&path);
            if is_folder && CACHES.contains(&name.as_str()) {
                removal::remove(&at)?;
            } else if is_folder && !is_dependency_folder(&name) {
                self.forget_in(root, &path)?;
            } else if !is_folder
                && CACHE_FILES.iter().any(|end| name.ends_with(end))
                && fs::symlink_metadata(&at).is_ok_and(|there| there.is_file())
                && matches!(self.contents.read(&path), Ok(None))
            {
                fs::remove_file(&at)?;
            }
        }
        Ok(())
    }

    /// What the base has among its packages is to be seen as it is there; what is new stays, unless it lies in one of
    /// these packages or where programs are looked for.
    fn packages_as_they_were(&self, root: &Path, packages: &str, folder: &str) -> io::Result<()> {
        let is_environment = !packages.ends_with("node_modules");
        for (name, is_inner) in names(&root.join(folder))? {
            let path = joined(folder, &name);
            let (at, of_base) = (root.join(&path), self.contents.stock.base_path.join(&path));
            let is_at_top = folder == packages;
            let is_scope = is_at_top && name.starts_with('@');
            let is_generated =
                is_at_top && name.starts_with('.') && !OF_PACKAGES.contains(&name.as_str());
            let is_there = fs::symlink_metadata(&of_base).is_ok();
            let is_new_package = !is_there && (is_at_top || is_in_scope(packages, folder));
            let stays = !is_environment
                && (is_generated || (is_new_package && !OF_PACKAGES.contains(&name.as_str())));
            if stays {
                continue;
            }
            if is_inner && (is_there || is_scope) && !super::mend::is_opaque(&at) {
                self.packages_as_they_were(root, packages, &path)?;
            } else if is_inner {
                removal::remove(&at)?;
            } else {
                fs::remove_file(&at)?;
            }
        }
        Ok(())
    }
}

/// Whether a folder is one of those that hold the packages of one owner.
fn is_in_scope(packages: &str, folder: &str) -> bool {
    let below = folder.strip_prefix(packages).and_then(|rest| rest.strip_prefix('/'));
    below.is_some_and(|name| name.starts_with('@') && !name.contains('/'))
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_dir())
}

/// What lies in a folder, and whether it is one. What has no readable name is nobody's cache.
fn names(folder: &Path) -> io::Result<Vec<(String, bool)>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Ok(name) = entry.file_name().into_string() {
            names.push((name, entry.file_type()?.is_dir()));
        }
    }
    Ok(names)
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
