//! What the caller and the jail's processes say to each other: JSON with its length in front on the socket of a
//! job, a packet each on the socket of the warden.

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

/// From the caller to the warden.
#[derive(Debug, SerializeDerive, Deserialize)]
pub(super) enum Knock {
    /// Whether all user ids are mapped; otherwise the warden maps its own.
    Mapped(bool),
    /// A job is to be let in, within these walls. With it come its socket, and where it prints.
    Admit(BTreeSet<Layer>),
}

/// From the warden to the caller, before the first job.
#[derive(Debug, SerializeDerive, Deserialize)]
pub(super) enum Greeting {
    /// The warden is in its own user namespace and would like all user ids mapped.
    Unshared,
    Open,
    Refused(Refusal),
}

/// From the caller to the keeper.
#[derive(Debug, SerializeDerive, Deserialize)]
pub(super) enum Order {
    /// The first.
    Job {
        job: Box<Job>,
        /// Sockets of the machine that have a path, or why they are not known.
        sockets: Result<Vec<OsString>, String>,
        niceness: i32,
    },
    /// While the command runs: ask it to end, and kill it after the grace.
    Cancel,
}

/// From the keeper, or whoever could not start it, to the caller.
#[derive(Debug, SerializeDerive, Deserialize)]
pub(super) enum Word {
    Started(Missing),
    Ended { exit: Exit, stopped: Option<String>, cancelled: bool, duration: Duration },
    Refused(Refusal),
}

/// A sane bound, so that a broken length does not become an allocation.
const LONGEST: u32 = 64 * 1024 * 1024;

/// What is set aside for a message before it has come.
const AT_ONCE: u32 = 1024 * 1024;

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
    let mut body = Vec::with_capacity(length.min(AT_ONCE) as usize);
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

/// Paths and variables are bytes and not always text, and a JSON key is always text. Mostly they are text, and then four
/// times shorter as such: every job has a hundred of them.
pub(super) mod bytes {
    use std::ffi::{OsStr, OsString};
    use std::fmt;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    use serde::de::{SeqAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    struct Given<'a>(&'a [u8]);

    impl<'a> Given<'a> {
        fn name(name: &'a (impl AsRef<OsStr> + ?Sized)) -> Self {
            Self(name.as_ref().as_bytes())
        }
    }

    impl Serialize for Given<'_> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            match std::str::from_utf8(self.0) {
                Ok(text) => to.serialize_str(text),
                Err(_) => self.0.serialize(to),
            }
        }
    }

    struct Taken(Vec<u8>);

    impl Taken {
        fn name<T: From<OsString>>(self) -> T {
            OsString::from_vec(self.0).into()
        }
    }

    impl<'de> Deserialize<'de> for Taken {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            from.deserialize_any(TextOrBytes)
        }
    }

    struct TextOrBytes;

    impl<'de> Visitor<'de> for TextOrBytes {
        type Value = Taken;

        fn expecting(&self, words: &mut fmt::Formatter<'_>) -> fmt::Result {
            words.write_str("a text or a list of bytes")
        }

        fn visit_str<E>(self, text: &str) -> Result<Taken, E> {
            Ok(Taken(text.as_bytes().to_vec()))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Taken, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = list.next_element()? {
                bytes.push(byte);
            }
            Ok(Taken(bytes))
        }
    }

    pub(in crate::jail) mod text {
        use super::*;

        pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
            Given(bytes).serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
            Ok(Taken::deserialize(from)?.0)
        }
    }

    pub(in crate::jail) mod path {
        use std::path::{Path, PathBuf};

        use super::*;

        pub fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
            Given::name(path).serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
            Ok(Taken::deserialize(from)?.name())
        }
    }

    pub(in crate::jail) mod perhaps_path {
        use std::path::PathBuf;

        use super::*;

        pub fn serialize<S: Serializer>(path: &Option<PathBuf>, to: S) -> Result<S::Ok, S::Error> {
            path.as_ref().map(Given::name).serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<PathBuf>, D::Error> {
            Ok(Option::<Taken>::deserialize(from)?.map(Taken::name))
        }
    }

    /// Paths, or words of a command.
    pub(in crate::jail) mod names {
        use super::*;

        pub fn serialize<S: Serializer>(
            names: &[impl AsRef<OsStr>],
            to: S,
        ) -> Result<S::Ok, S::Error> {
            to.collect_seq(names.iter().map(Given::name))
        }

        pub fn deserialize<'de, T: From<OsString>, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Vec<T>, D::Error> {
            Ok(Vec::<Taken>::deserialize(from)?.into_iter().map(Taken::name).collect())
        }
    }

    pub(in crate::jail) mod pairs {
        use std::collections::BTreeMap;

        use super::*;

        type Variables = BTreeMap<OsString, OsString>;

        pub fn serialize<S: Serializer>(variables: &Variables, to: S) -> Result<S::Ok, S::Error> {
            let given = |(name, value)| (Given::name(name), Given::name(value));
            to.collect_seq(variables.iter().map(given))
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Variables, D::Error> {
            let pairs = Vec::<(Taken, Taken)>::deserialize(from)?.into_iter();
            Ok(pairs.map(|(name, value)| (name.name(), value.name())).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    use std::path::PathBuf;

    use super::*;

    #[derive(Debug, PartialEq, SerializeDerive, Deserialize)]
    struct All {
        #[serde(with = "bytes::text")]
        text: Vec<u8>,
        #[serde(with = "bytes::path")]
        path: PathBuf,
        #[serde(with = "bytes::perhaps_path")]
        perhaps: Option<PathBuf>,
        #[serde(with = "bytes::names")]
        names: Vec<OsString>,
        #[serde(with = "bytes::pairs")]
        pairs: BTreeMap<OsString, OsString>,
    }

    #[test]
    fn names_that_are_no_text_arrive_as_they_are() {
        let odd = || OsString::from_vec(b"\"a\\ \n\xff\x00".to_vec());
        for name in [OsString::new(), "plain".into(), "\u{e4}\t\"".into(), odd()] {
            let all = All {
                text: name.clone().into_vec(),
                path: name.clone().into(),
                perhaps: Some(name.clone().into()),
                names: vec![name.clone(), odd()],
                pairs: BTreeMap::from([(name.clone(), odd())]),
            };
            let mut sent = Vec::new();
            send(&mut sent, &all).unwrap();
            assert_eq!(receive::<All>(sent.as_slice()).unwrap(), all);
        }
    }
}
