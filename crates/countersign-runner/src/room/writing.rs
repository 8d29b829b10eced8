//! Writing files into a folder that only we know.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::RoomError;
use super::holes::WithHoles;
use super::stock::{Over, Stock, new_file, open};
use crate::many;
use crate::tree::{Digest, Until, pour};

/// In what the file system counts, and what is read at once of a file with holes.
const BLOCK: u64 = 512;
const AT_ONCE: usize = 64 * 1024;

/// Where the bytes of a file come from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bytes<'a> {
    Base { digest: Digest, size: u64 },
    Over(&'a Over),
    Laid(&'a Vec<u8>),
}

/// A file that is to be written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filing<'a> {
    pub(super) path: &'a str,
    pub(super) bytes: Bytes<'a>,
    pub(super) executable: bool,
}

/// Writes all of them into a folder that is empty; no two may be in each other's way.
pub(super) fn write_all(stock: &Stock, to: &Path, filings: &[Filing<'_>]) -> Result<(), RoomError> {
    let folders: BTreeSet<&str> = filings
        .iter()
        .filter_map(|filing| filing.path.rsplit_once('/'))
        .map(|(folder, _)| folder)
        .collect();
    for folder in folders {
        let folder = to.join(folder);
        fs::create_dir_all(&folder).map_err(RoomError::not_written(folder))?;
    }
    // Asked once for all: a file system that cannot share blocks cannot do it for any file.
    let shares = AtomicBool::new(true);
    many::each(filings.iter().collect(), |filing| write(stock, to, filing, &shares))
        .into_iter()
        .collect()
}

fn write(
    stock: &Stock,
    to: &Path,
    filing: &Filing<'_>,
    shares: &AtomicBool,
) -> Result<(), RoomError> {
    let to = to.join(filing.path);
    let mut into = new_file(&to, filing.executable).map_err(RoomError::not_written(&to))?;
    match filing.bytes {
        Bytes::Laid(bytes) | Bytes::Over(Over::Bytes { bytes, .. }) => {
            into.write_all(bytes).map_err(RoomError::not_written(&to))
        }
        Bytes::Over(Over::Copy { at, .. }) => {
            let from = File::open(at).map_err(RoomError::not_read(filing.path))?;
            share_or_copy(&from, &into, shares).map_err(RoomError::not_written(&to))
        }
        Bytes::Base { digest, size } => {
            let mut from = open(&stock.base, filing.path)?;
            if try_share(&from, &into, shares) {
                return Ok(());
            }
            let mut with_holes = WithHoles::new(&into);
            let copied = pour(&mut from, &mut with_holes, Until::End { most: size })
                .map_err(RoomError::not_written(&to))?;
            with_holes.finish().map_err(RoomError::not_written(&to))?;
            if copied.map(|(copied, _)| copied) == Some(digest) {
                Ok(())
            } else {
                Err(RoomError::Changed { path: filing.path.to_owned() })
            }
        }
    }
}

pub(crate) fn share_or_copy(from: &File, into: &File, shares: &AtomicBool) -> io::Result<()> {
    if try_share(from, into, shares) {
        return Ok(());
    }
    let of_file = from.metadata()?;
    if of_file.blocks() * BLOCK >= of_file.len() {
        return io::copy(&mut &*from, &mut &*into).map(drop);
    }
    let mut with_holes = WithHoles::new(into);
    io::copy(&mut io::BufReader::with_capacity(AT_ONCE, from), &mut with_holes)?;
    with_holes.finish()
}

fn try_share(from: &File, into: &File, shares: &AtomicBool) -> bool {
    let done = shares.load(Ordering::Relaxed) && share(from, into).is_ok();
    shares.fetch_and(done, Ordering::Relaxed);
    done
}

/// Where the file system can, both files share their blocks until one of them is written.
#[cfg(target_os = "linux")]
fn share(from: &File, into: &File) -> io::Result<()> {
    Ok(rustix::fs::ioctl_ficlone(into, from)?)
}

#[cfg(not(target_os = "linux"))]
fn share(_: &File, _: &File) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
