//! A folder to go on in, after others were accepted: what they did, and of one's own work what goes with it.

use std::collections::BTreeSet;
use std::fs::{self, Metadata, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::commit::Signature;
use super::error::LandingError;
use super::names::Oid;
use super::repository::Repository;
use super::write_back::{put, remove};

/// Paths that are other than before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    pub written: BTreeSet<String>,
    pub removed: BTreeSet<String>,
}

impl Changed {
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.written.iter().chain(&self.removed).map(String::as_str)
    }
}

impl Repository {
    /// A tree as a commit that no branch has.
    pub fn commit_of(&self, tree: &Oid, onto: &Oid, by: &Signature) -> Result<Oid, LandingError> {
        self.commit_tree(tree, &[onto], "Not judged\n", by)
    }

    /// Whether a commit is still there. One that no branch has may be cleared away after weeks.
    pub fn knows(&self, commit: &Oid) -> Result<bool, LandingError> {
        let call = self.git.call("look for a commit").args(&["cat-file", "-e"]);
        Ok(call.arg(format!("{commit}^{{commit}}")).said()?.code == 0)
    }

    /// What is other in the second of two commits: the files that it has, and those that it has not any more.
    pub fn changed(&self, from: &Oid, to: &Oid) -> Result<Changed, LandingError> {
        let mut changed = Changed::default();
        for step in self.differences(from, to)? {
            let Some(path) = step.path.strip_prefix(&self.prefix) else { continue };
            let paths = if step.stays { &mut changed.written } else { &mut changed.removed };
            paths.insert(path.to_owned());
        }
        Ok(changed)
    }

    /// Brings a folder that holds the base of `onto` to what `merged` has, but for the files that are contested.
    pub fn lay(
        &self,
        folder: &Path,
        (onto, merged): (&Oid, &Oid),
        contested: &[String],
    ) -> Result<(), LandingError> {
        let base = self.base(merged)?;
        let mut steps = self.differences(onto, merged)?;
        // Removals first: a folder may be where a file was.
        steps.sort_by_key(|step| step.stays);
        for step in &steps {
            let Some(path) = step.path.strip_prefix(&self.prefix) else { continue };
            if contested.iter().any(|one| one == path) {
                continue;
            }
            let (from, to) = (base.path().join(path), folder.join(path));
            let laid = match from.symlink_metadata() {
                Ok(there) if step.stays => put(&from, &to).and_then(|()| as_a_workers(&to, &there)),
                Ok(_) | Err(_) => remove(folder, path),
            };
            laid.map_err(LandingError::not_written(to))?;
        }
        Ok(())
    }
}

/// Whoever works there may write to it, whatever the base allows.
fn as_a_workers(file: &Path, base: &Metadata) -> io::Result<()> {
    if !base.is_file() {
        return Ok(());
    }
    let mode = if base.permissions().mode() & 0o100 != 0 { 0o755 } else { 0o644 };
    fs::set_permissions(file, Permissions::from_mode(mode))
}
