//! Copying a folder that nobody writes to.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::many;
use crate::room::{new_file, share_or_copy};

/// Everything in it, into a folder that is empty: files with their executable bits, and links as they are. Blocks
/// are shared where the file system can.
pub(super) fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    let mut files: Vec<(PathBuf, PathBuf)> = Vec::new();
    let mut pending = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = pending.pop() {
        for entry in fs::read_dir(&from)? {
            let entry = entry?;
            let (from, to, kind) = (entry.path(), to.join(entry.file_name()), entry.file_type()?);
            if kind.is_dir() {
                fs::create_dir(&to)?;
                pending.push((from, to));
            } else if kind.is_symlink() {
                symlink(fs::read_link(&from)?, &to)?;
            } else if kind.is_file() {
                files.push((from, to));
            }
        }
    }
    let shares = AtomicBool::new(true);
    let copy = |(from, to): (PathBuf, PathBuf)| {
        let from = File::open(from)?;
        let executable = from.metadata()?.permissions().mode() & 0o100 != 0;
        share_or_copy(&from, &new_file(&to, executable)?, &shares)
    };
    many::each(files, copy).into_iter().collect()
}
