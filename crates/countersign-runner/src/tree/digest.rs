//! SHA-256 of bytes, and of files as they are read.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Bytes read at once. Most files of a source tree are smaller, so one read is enough for them.
const CHUNK: usize = 64 * 1024;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; CHUNK]);
}

/// A SHA-256; printed in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    pub(super) fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A text that is no SHA-256 in hexadecimal.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is no digest")]
pub struct NoDigest(String);

impl TryFrom<String> for Digest {
    type Error = NoDigest;

    fn try_from(text: String) -> Result<Self, NoDigest> {
        let byte = |pair: &[u8]| {
            let pair = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(pair, 16).ok()
        };
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        let read = bytes.and_then(|bytes| Some(Self(bytes.try_into().ok()?)));
        // Only as it is printed: `+f` would be a number too.
        read.filter(|read| read.to_string() == text).ok_or(NoDigest(text))
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How much of a file is read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Until {
    /// All of it, unless there is more than this.
    End { most: u64 },
    /// As much as it is said to have. A read that only finds the end is saved, and what is added meanwhile is
    /// not part of it.
    Size(u64),
}

/// Reads, and writes what it reads. Absent where there is more than there may be.
pub(crate) fn pour(
    from: &mut impl Read,
    into: &mut impl Write,
    until: Until,
) -> io::Result<Option<(Digest, u64)>> {
    BUFFER.with_borrow_mut(|buffer| {
        let mut hasher = Sha256::new();
        let mut size: u64 = 0;
        loop {
            let read = match from.read(buffer) {
                Ok(0) => return Ok(Some((Digest(hasher.finalize().into()), size))),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            size += read as u64;
            let bytes = buffer.get(..read).unwrap_or_default();
            hasher.update(bytes);
            into.write_all(bytes)?;
            match until {
                Until::End { most } if size > most => return Ok(None),
                Until::Size(whole) if size > whole => return Ok(None),
                Until::Size(whole) if size == whole => {
                    return Ok(Some((Digest(hasher.finalize().into()), size)));
                }
                Until::End { .. } | Until::Size(_) => {}
            }
        }
    })
}
