//! Folders made for one test.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use countersign_runner::tree::{Always, Bounds, Tree, scan_base, scan_result};

/// A folder that goes away with the test.
#[derive(Debug)]
pub struct Made {
    folder: tempfile::TempDir,
}

impl Made {
    pub fn empty() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn with(files: &[(&str, &str)]) -> Self {
        files.iter().fold(Self::empty(), |made, (path, text)| made.file(path, text))
    }

    /// A copy of another one, with its own inodes.
    pub fn copy_of(other: &Self) -> Self {
        let made = Self::empty();
        copy(other.path(), made.path());
        made
    }

    pub fn file(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.write(path, text);
        self
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn remove(&self, path: &str) {
        let path = self.at(path);
        if path.is_dir() && !path.is_symlink() {
            fs::remove_dir_all(path).unwrap();
        } else {
            fs::remove_file(path).unwrap();
        }
    }

    pub fn link(&self, path: &str, target: impl AsRef<Path>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(target, path).unwrap();
    }

    pub fn mode(&self, path: &str, mode: u32) {
        fs::set_permissions(self.at(path), fs::Permissions::from_mode(mode)).unwrap();
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.path().join(path)
    }

    pub fn as_base(&self) -> Tree {
        scan_base(self.path(), &Always::default(), Bounds::default()).unwrap()
    }

    pub fn as_result_of(&self, base: &Tree) -> Tree {
        scan_result(self.path(), &Always::default(), base, Bounds::default()).unwrap()
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_symlink() {
            symlink(fs::read_link(&path).unwrap(), to).unwrap();
        } else if path.is_dir() {
            fs::create_dir(&to).unwrap();
            copy(&path, &to);
        } else {
            fs::copy(path, to).unwrap();
        }
    }
}

pub fn paths(tree: &Tree) -> Vec<&str> {
    tree.entries.keys().map(String::as_str).collect()
}
