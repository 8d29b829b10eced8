//! A room of copies, for machines on which no overlay can be mounted.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::error::RoomError;
use super::make::Room;
use super::writing::{Bytes, Filing, write_all};
use crate::tree::Entry;

/// Everything that the room has, in a folder that is empty: the base's files and ours, the base's links, and
/// its installed packages by links into the base.
pub(super) fn copy_base(room: &Room, to: &Path) -> Result<(), RoomError> {
    let of_base = room.contents.of_base().filter_map(|(path, entry)| match entry {
        Entry::File { digest, size, executable } => {
            let bytes = Bytes::Base { digest: *digest, size: *size };
            Some(Filing { path, bytes, executable: *executable })
        }
        Entry::Link { .. } | Entry::Other => None,
    });
    write_all(&room.contents.stock, to, &of_base.chain(room.contents.over()).collect::<Vec<_>>())?;
    add_links(room, to)
}

/// The base's links, and its installed packages.
fn add_links(room: &Room, to: &Path) -> Result<(), RoomError> {
    for (path, entry) in room.contents.of_base() {
        if let Entry::Link { target } = entry {
            let to = to.join(path);
            make_parent(&to)
                .and_then(|()| symlink(target, &to))
                .map_err(RoomError::not_written(to))?;
        }
    }
    for path in room.contents.stock.dependencies() {
        let (from, to) = (room.contents.stock.base_path.join(path), to.join(path));
        // Something of ours may be where its folder would be.
        if to.symlink_metadata().is_ok() || make_parent(&to).is_err() {
            continue;
        }
        let linked = if from.is_dir() { link_packages(&from, &to) } else { symlink(&from, &to) };
        linked.map_err(RoomError::not_written(to))?;
    }
    Ok(())
}

fn make_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Packages one by one, in a folder: a link in place of the folder would be no folder of packages any more.
/// Links among them stay as they are: one to a package of the same workspace must lead to the room's own, not
/// to the base's. What is there already stays.
pub(crate) fn link_packages(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        let is_scope = entry.file_name().to_str().is_some_and(|name| name.starts_with('@'));
        let kind = entry.file_type()?;
        let made = if kind.is_dir() && is_scope {
            link_packages(&entry.path(), &to)
        } else if kind.is_symlink() {
            symlink(fs::read_link(entry.path())?, to)
        } else {
            symlink(entry.path(), to)
        };
        match made {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
    }
    Ok(())
}
