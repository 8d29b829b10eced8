//! Keeping a room for a look.

use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};

use super::copied::copy_base;
use super::error::RoomError;
use super::make::{Room, Way};
use super::removal::remove;

impl Room {
    /// The room as a plain folder, with what commands have written in it. It stays until someone removes it.
    pub fn keep(self) -> Result<PathBuf, RoomError> {
        let kept = self.folder.kept_path()?;
        match self.way {
            Way::Copied => {
                fs::rename(self.folder(), &kept).map_err(RoomError::not_written(&kept))?;
            }
            Way::Overlay => {
                fs::create_dir(&kept).map_err(RoomError::not_written(&kept))?;
                copy_base(&self, &kept)?;
                merge(&self.upper(), &kept).map_err(RoomError::not_written(&kept))?;
            }
        }
        Ok(kept)
    }
}

/// Lays an overlay's upper folder over a plain one, as the kernel shows it.
fn merge(upper: &Path, to: &Path) -> io::Result<()> {
    let mut pending = vec![(upper.to_owned(), to.to_owned())];
    while let Some((upper, to)) = pending.pop() {
        for entry in fs::read_dir(&upper)? {
            let entry = entry?;
            let (from, to, kind) = (entry.path(), to.join(entry.file_name()), entry.file_type()?);
            if kind.is_dir() {
                if hides_lower(&from) || !is_folder(&to) {
                    clear(&to)?;
                    fs::create_dir(&to)?;
                }
                pending.push((from, to));
            } else if kind.is_symlink() {
                clear(&to)?;
                symlink(fs::read_link(&from)?, &to)?;
            } else if kind.is_file() {
                clear(&to)?;
                fs::copy(&from, &to)?;
            } else if kind.is_char_device() && entry.metadata()?.rdev() == 0 {
                // So an overlay says that something of the lower folder is deleted.
                clear(&to)?;
            }
        }
    }
    Ok(())
}

/// Whether a folder was made where another one had been removed.
#[cfg(target_os = "linux")]
fn hides_lower(folder: &Path) -> bool {
    let is_said = |name: &str| {
        let mut value = [0; 1];
        rustix::fs::lgetxattr(folder, name, &mut value).is_ok() && value == *b"y"
    };
    is_said("trusted.overlay.opaque") || is_said("user.overlay.opaque")
}

#[cfg(not(target_os = "linux"))]
fn hides_lower(_: &Path) -> bool {
    false
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|there| there.is_dir())
}

fn clear(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(there) if there.is_dir() => remove(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
