//! What caller, warden, keeper and inmate say to each other: JSON with its length in front.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::time::Duration;

use countersign_core::{Exit, Layer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize as SerializeDerive};

use super::error::Refusal;
use super::job::Job;

/// Layers that do not hold, and why.
pub(super) type Missing = BTreeMap<Layer, String>;

/// From the caller to the warden and, after the warden's last word, to the keeper.
#[derive(Debug, SerializeDerive, Deserialize)]
pub(super) enum Order {
    Walls(BTreeSet<Layer>),
    /// Whether all user ids are mapped; otherwise the warden maps its own.
    Mapped(bool),
    /// To the keeper, while the command runs: ask it to end, and kill it after the grace.
    Cancel,
    Job {
        job: Box<Job>,
        walls: BTreeSet<Layer>,
        missing: Missing,
        /// Sockets of the machine that have a path, or why they are not known.
        sockets: Result<Vec<OsString>, String>,
        niceness: i32,
    },
}

/// From warden and keeper to the caller.
#[derive(Debug, SerializeDerive, Deserialize)]
pub(super) enum Word {
    /// The warden is in its own user namespace and would like all user ids mapped.
    Unshared,
    Raised(Missing),
    Started(Missing),
    Ended {
        exit: Exit,
        stopped: Option<String>,
        cancelled: bool,
        duration: Duration,
    },
    Refused(Refusal),
}

/// From the keeper to the inmate.
#[derive(Debug, SerializeDerive, Deserialize)]
pub(super) struct Sentence {
    pub command: Vec<OsString>,
    pub environment: Vec<(OsString, OsString)>,
    #[serde(with = "bytes::text")]
    pub input: Vec<u8>,
    /// Where it may write; everywhere, if there is no such wall.
    pub writable: Option<Vec<OsString>>,
    /// It has a view of the file system, and so devices, of its own.
    pub own_devices: bool,
    pub close_keys: bool,
    /// The network is the machine's, although it should not be.
    pub refuse_tcp: bool,
    /// The user and group that it sees itself as, if not those that it has.
    pub seen_as: Option<(u32, u32)>,
    /// How many threads there may be; without it there are no limits.
    pub threads: Option<u64>,
    pub niceness: i32,
}

/// From the inmate to the keeper. After `Ready`, silence means that the inmate became the command.
#[derive(Debug, SerializeDerive, Deserialize)]
pub(super) enum Plea {
    /// And which layers it could not raise.
    Ready {
        missing: Missing,
    },
    /// The command cannot be executed: the system's error number, and its words.
    NotExecuted {
        error: Option<i32>,
        why: String,
    },
    Refused(Refusal),
}

/// A sane bound, so that a broken length does not become an allocation.
const LONGEST: u32 = 64 * 1024 * 1024;

pub(super) fn send(mut to: impl Write, message: &impl Serialize) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let length = u32::try_from(body.len()).map_err(|_| too_long())?;
    if length > LONGEST {
        return Err(too_long());
    }
    let mut frame = length.to_le_bytes().to_vec();
    frame.extend_from_slice(&body);
    to.write_all(&frame)
}

/// Reads one message and not a byte more, since the next one may be for another process.
pub(super) fn receive<T: DeserializeOwned>(mut from: impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(too_long());
    }
    let mut body = Vec::new();
    from.take(u64::from(length)).read_to_end(&mut body)?;
    Ok(serde_json::from_slice(&body)?)
}

/// The first message in what has come so far, which it is taken out of.
pub(super) fn take<T: DeserializeOwned>(come: &mut Vec<u8>) -> io::Result<Option<T>> {
    let Some((length, rest)) = come.split_first_chunk::<4>() else { return Ok(None) };
    let length = u32::from_le_bytes(*length);
    if length > LONGEST {
        return Err(too_long());
    }
    let Some(body) = rest.get(..length as usize) else { return Ok(None) };
    let message = serde_json::from_slice(body)?;
    come.drain(..4 + length as usize);
    Ok(Some(message))
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a message is too long")
}

/// Paths and variables are bytes and not always text, and a JSON key is always text.
pub(super) mod bytes {
    pub(in crate::jail) mod path {
        use std::ffi::OsString;
        use std::path::{Path, PathBuf};

        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
            path.as_os_str().serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
            OsString::deserialize(from).map(PathBuf::from)
        }
    }

    pub(in crate::jail) mod perhaps_path {
        use std::ffi::OsString;
        use std::path::PathBuf;

        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub fn serialize<S: Serializer>(path: &Option<PathBuf>, to: S) -> Result<S::Ok, S::Error> {
            path.as_ref().map(|path| path.as_os_str()).serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<PathBuf>, D::Error> {
            Ok(Option::<OsString>::deserialize(from)?.map(PathBuf::from))
        }
    }

    pub(in crate::jail) mod paths {
        use std::ffi::OsString;
        use std::path::PathBuf;

        use serde::{Deserialize, Deserializer, Serializer};

        pub fn serialize<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq(paths.iter().map(|path| path.as_os_str()))
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
            let paths = Vec::<OsString>::deserialize(from)?;
            Ok(paths.into_iter().map(PathBuf::from).collect())
        }
    }

    /// Mostly text, and then four times shorter as such.
    pub(in crate::jail) mod text {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Text(String),
            Bytes(Vec<u8>),
        }

        pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
            match std::str::from_utf8(bytes) {
                Ok(text) => to.serialize_str(text),
                Err(_) => bytes.serialize(to),
            }
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
            Either::deserialize(from).map(|either| match either {
                Either::Text(text) => text.into_bytes(),
                Either::Bytes(bytes) => bytes,
            })
        }
    }

    pub(in crate::jail) mod pairs {
        use std::collections::BTreeMap;
        use std::ffi::OsString;

        use serde::{Deserialize, Deserializer, Serializer};

        type Variables = BTreeMap<OsString, OsString>;

        pub fn serialize<S: Serializer>(variables: &Variables, to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq(variables)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Variables, D::Error> {
            Ok(Vec::<(OsString, OsString)>::deserialize(from)?.into_iter().collect())
        }
    }
}
