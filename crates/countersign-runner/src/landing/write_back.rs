//! Results come into a folder that is not under version control, file by file.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::error::LandingError;
use super::land::Delivered;
use super::names::Oid;
use super::repository::Repository;

/// What becomes of one file of the person's folder.
pub(super) struct Step {
    pub(super) path: String,
    pub(super) was_there: bool,
    /// Whether it is there afterwards.
    pub(super) stays: bool,
}

impl Repository {
    /// All files are looked at before the first one is written: what the person changed meanwhile stays.
    pub(super) fn write_back(&self, to: &Oid) -> Result<Delivered, LandingError> {
        let seen_ref = self.names.seen_ref();
        let seen = self.refs(&[&seen_ref])?.remove(&seen_ref);
        let nothing = || LandingError::NothingToLand { branch: self.names.integration() };
        let seen = seen.ok_or_else(nothing)?;
        let now = self.user()?.tree;
        let of_user = self.differences(&seen, &now)?;
        let left = self.differences(&now, to)?;
        let is_changed = |step: &&Step| of_user.iter().any(|other| other.path == step.path);
        let changed: Vec<String> =
            left.iter().filter(is_changed).map(|step| step.path.clone()).collect();
        if !changed.is_empty() {
            // A file that only the person changed differs from the branch too, and is none of ours.
            let ours = self.differences(&seen, to)?;
            let is_ours = |path: &String| ours.iter().any(|step| step.path == *path);
            let files: Vec<String> = changed.into_iter().filter(is_ours).collect();
            if !files.is_empty() {
                return Err(LandingError::ChangedMeanwhile { files });
            }
        }
        let steps = left.iter().filter(|step| !is_changed(step));
        let base = self.base(to)?;
        let (mut written, mut removed) = (Vec::new(), Vec::new());
        // Removals first: a folder may be where a file was.
        let mut steps: Vec<&Step> = steps.collect();
        steps.sort_by_key(|step| step.stays);
        for step in steps {
            let at = self.project.join(&step.path);
            if step.stays {
                put(&base.path().join(&step.path), &at).map_err(LandingError::not_written(at))?;
                written.push(step.path.clone());
            } else {
                remove(&self.project, &step.path).map_err(LandingError::not_written(at))?;
                removed.push(step.path.clone());
            }
        }
        if !self.move_refs("countersign: land", &[(&seen_ref, to, Some(&seen))])? {
            return Err(LandingError::KeepsMoving { branch: self.names.integration() });
        }
        match written.is_empty() && removed.is_empty() {
            true => Ok(Delivered::Nothing),
            false => Ok(Delivered::Files { written, removed }),
        }
    }

    pub(super) fn differences(&self, from: &Oid, to: &Oid) -> Result<Vec<Step>, LandingError> {
        let call = self.git.call("compare what was landed").args(&["diff-tree", "-r", "-z"]);
        let bytes = call.arg("--no-renames").arg(from.as_str()).arg(to.as_str()).bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let mut parts = text.split('\0');
        let mut steps = Vec::new();
        while let (Some(entry), Some(path)) = (parts.next(), parts.next()) {
            let is_there = |mode: Option<&str>| mode.is_some_and(|mode| !mode.ends_with("000000"));
            let mut modes = entry.split(' ');
            let (was_there, stays) = (is_there(modes.next()), is_there(modes.next()));
            steps.push(Step { path: path.to_owned(), was_there, stays });
        }
        Ok(steps)
    }
}

/// Whole or not at all.
pub(super) fn put(from: &Path, to: &Path) -> io::Result<()> {
    let folder = to.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder)?;
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    let aside = folder.join(format!(".{name}.countersign-new"));
    let _not_there = fs::remove_file(&aside);
    if from.symlink_metadata()?.is_symlink() {
        symlink(fs::read_link(from)?, &aside)?;
    } else {
        fs::copy(from, &aside)?;
        fs::File::open(&aside)?.sync_all()?;
    }
    fs::rename(&aside, to)
}

/// The file, and the folders above it that are empty then.
pub(super) fn remove(root: &Path, path: &str) -> io::Result<()> {
    match fs::remove_file(root.join(path)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        removed => removed?,
    }
    for (at, _) in path.rmatch_indices('/') {
        let folder = path.get(..at).unwrap_or_default();
        if folder.is_empty() || fs::remove_dir(root.join(folder)).is_err() {
            break;
        }
    }
    Ok(())
}
