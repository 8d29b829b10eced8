//! Files that nobody in a jail may see: task files, whose hidden tests lie beside the brief.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::real::real_path;

/// Closed files by the folders they lie in. A run has one for each of its tasks, and asks for every job which of them
/// need a mask of their own; so what is decided is decided for a folder, and copying is cheap.
#[derive(Debug, Clone, Default)]
pub struct ClosedFiles {
    by_folder: Arc<BTreeMap<PathBuf, BTreeSet<PathBuf>>>,
}

impl ClosedFiles {
    /// Wherever links lead, the files themselves are closed.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut by_folder: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
        for file in files {
            // One that cannot be followed lies in no folder that is known, and so is always masked by itself.
            let (folder, file) = match file.canonicalize() {
                Ok(real) => (real.parent().unwrap_or(&real).to_owned(), real),
                Err(_) => (PathBuf::new(), file),
            };
            by_folder.entry(folder).or_default().insert(file);
        }
        Self { by_folder: Arc::new(by_folder) }
    }

    /// Whether a path is one of them, or a folder somewhere above one.
    pub fn is_or_holds(&self, path: &Path) -> bool {
        let is_one =
            |folder: &Path| self.by_folder.get(folder).is_some_and(|files| files.contains(path));
        path.parent().is_some_and(is_one)
            || is_one(Path::new(""))
            || self.by_folder.keys().any(|folder| folder.starts_with(path))
    }

    /// Those that would be seen although `masked` is masked: no mask lies above them, or something that is `shown`
    /// brings them back. A mask for each of the others would only cost time, and a run of a thousand tasks a million
    /// of them.
    pub(crate) fn in_sight(&self, masked: &[PathBuf], shown: &[PathBuf]) -> Vec<PathBuf> {
        if self.by_folder.is_empty() {
            return Vec::new();
        }
        // What is above a real path as it is written is a real path too: most need not be followed.
        let is_masked = |folder: &Path| {
            let is_above = |mask: &Path| folder.starts_with(mask);
            masked.iter().any(|mask| is_above(mask))
                || masked.iter().any(|mask| real_path(mask).is_ok_and(|mask| is_above(&mask)))
        };
        let shown: Vec<PathBuf> = shown.iter().filter_map(|path| real_path(path).ok()).collect();
        let mut seen = Vec::new();
        for (folder, files) in self.by_folder.iter() {
            if !is_masked(folder) || shown.iter().any(|shown| folder.starts_with(shown)) {
                seen.extend(files.iter().cloned());
            } else {
                seen.extend(shown.iter().filter(|shown| files.contains(*shown)).cloned());
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_needs_a_mask_where_no_folder_hides_it() {
        let keep = tempfile::tempdir().unwrap();
        let root = keep.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("tasks/deep")).unwrap();
        fs::create_dir(root.join("agent")).unwrap();
        std::os::unix::fs::symlink(root.join("tasks"), root.join("link")).unwrap();
        let (one, two) = (root.join("tasks/one.md"), root.join("tasks/deep/two.md"));
        for file in [&one, &two] {
            fs::write(file, "hidden").unwrap();
        }
        let closed =
            ClosedFiles::new([root.join("link/one.md"), two.clone(), root.join("none.md")]);
        let missing = root.join("none.md");
        let in_sight = |masked: &[&str], shown: &[&str]| {
            let whole =
                |paths: &[&str]| paths.iter().map(|path| root.join(path)).collect::<Vec<_>>();
            closed.in_sight(&whole(masked), &whole(shown))
        };
        let all = vec![missing.clone(), one.clone(), two.clone()];
        let sorted = |mut files: Vec<PathBuf>| {
            files.sort();
            files
        };
        let mut every = all.clone();
        every.sort();
        assert_eq!(sorted(in_sight(&[], &[])), every);
        assert_eq!(sorted(in_sight(&["agent"], &[])), every);
        assert_eq!(in_sight(&["tasks"], &["agent"]), std::slice::from_ref(&missing));
        // A link to a masked folder masks the folder.
        assert_eq!(in_sight(&["link"], &[]), std::slice::from_ref(&missing));
        // What is shown again has to be masked again, whichever way it is named.
        assert_eq!(in_sight(&["."], &["tasks/deep"]), [missing.clone(), two.clone()]);
        assert_eq!(sorted(in_sight(&["."], &["link"])), every);
        assert_eq!(in_sight(&["."], &["tasks/one.md"]), [missing.clone(), one.clone()]);
        assert!(
            closed.is_or_holds(&one) && closed.is_or_holds(&root) && closed.is_or_holds(&missing)
        );
        assert!(!closed.is_or_holds(&root.join("agent")));
    }
}
