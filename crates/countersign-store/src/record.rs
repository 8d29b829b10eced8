//! How an event is written down, and how it is read again.

use countersign_core::{ActorId, Event, Stamp, Timestamp};
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::merkle::{Hash, leaf_hash};
use crate::sql::{Value, blob, int, number, text};
use crate::{CommandKey, Place, Record, StoreError, Stream};

/// The columns of a record in the order in which [`RawRecord::from_row`] reads them.
pub(crate) const COLUMNS: [&str; 9] =
    ["seq", "stream", "ver", "cmd", "at", "actor", "body", "leaf", "root"];

/// A record as the database has it, before anything in it has been believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawRecord {
    pub(crate) seq: u64,
    pub(crate) stream: String,
    pub(crate) version: u64,
    pub(crate) key: String,
    pub(crate) at: String,
    pub(crate) actor: String,
    pub(crate) body: String,
    pub(crate) leaf: Vec<u8>,
    pub(crate) root: Vec<u8>,
}

impl RawRecord {
    /// The record in its columns, with its leaf; the root is known only when it is appended.
    pub(crate) fn new(
        seq: u64,
        stream: &Stream,
        version: u64,
        key: &CommandKey,
        stamp: &Stamp,
        body: String,
    ) -> Self {
        let mut record = Self {
            seq,
            stream: stream.to_string(),
            version,
            key: key.to_string(),
            at: stamp.at.to_string(),
            actor: stamp.by.to_string(),
            body,
            leaf: Vec::new(),
            root: Vec::new(),
        };
        record.leaf = record.leaf_now().to_vec();
        record
    }

    /// The leaf that belongs to what the columns say now.
    pub(crate) fn leaf_now(&self) -> Hash {
        let Self { seq, stream, version, key, at, actor, body, .. } = self;
        let leaf = json!([seq, stream, version, key, at, actor, body]);
        leaf_hash(leaf.to_string().as_bytes())
    }

    /// Reads a row. Texts come as bytes, so that one byte that is not UTF-8 does not hide the
    /// record.
    pub(crate) fn from_row(row: &AnyRow) -> Result<Self, StoreError> {
        let seq = number(row.try_get(0)?);
        let words = |column: usize| -> Result<String, StoreError> {
            let bytes: Vec<u8> = row.try_get(column)?;
            String::from_utf8(bytes).map_err(|_| corrupt(seq, "it has bytes that are not UTF-8"))
        };
        Ok(Self {
            seq,
            stream: words(1)?,
            version: number(row.try_get(2)?),
            key: words(3)?,
            at: words(4)?,
            actor: words(5)?,
            body: words(6)?,
            leaf: row.try_get(7)?,
            root: row.try_get(8)?,
        })
    }

    pub(crate) fn to_values(&self) -> Vec<Value> {
        vec![
            int(self.seq),
            text(&self.stream),
            int(self.version),
            text(&self.key),
            text(&self.at),
            text(&self.actor),
            text(&self.body),
            blob(&self.leaf),
            blob(&self.root),
        ]
    }

    /// The record with its meaning, or why it has none.
    pub(crate) fn read(&self) -> Result<Record, String> {
        let stream: Stream = self.stream.parse().map_err(shown)?;
        let by: ActorId = self.actor.parse().map_err(shown)?;
        let at: Timestamp = self.at.parse().map_err(shown)?;
        let key: CommandKey = self.key.parse().map_err(shown)?;
        let event = event(&stream, &self.body).map_err(shown)?;
        let stamp = Stamp { by, at };
        Ok(Record { seq: self.seq, stream, version: self.version, key, stamp, event })
    }

    /// The same, for readers who cannot go on without it.
    pub(crate) fn believed(&self) -> Result<Record, StoreError> {
        self.read().map_err(|why| corrupt(self.seq, &why))
    }
}

pub(crate) fn corrupt(seq: u64, what: &str) -> StoreError {
    StoreError::Corrupt { record: Place::Record(seq), what: what.to_string() }
}

/// The body of an event. Its stream says what it is about, so only what happened is in it.
pub(crate) fn body(event: &Event) -> Result<String, StoreError> {
    let written = match event {
        Event::Team(event) => serde_json::to_string(event),
        Event::Task(_, event) => serde_json::to_string(event),
        Event::Goal(_, event) => serde_json::to_string(event),
    };
    written.map_err(|_| StoreError::NotStorable { what: "an event" })
}

fn event(stream: &Stream, body: &str) -> Result<Event, serde_json::Error> {
    Ok(match stream {
        Stream::Team => Event::Team(serde_json::from_str(body)?),
        Stream::Task(id) => Event::Task(id.clone(), serde_json::from_str(body)?),
        Stream::Goal(id) => Event::Goal(id.clone(), serde_json::from_str(body)?),
    })
}

/// What a command key stands for: who did what. When it was done and on which versions is left
/// out, because a command that is sent again may have been decided anew.
pub(crate) fn content_digest<'a>(
    actor: &str,
    events: impl Iterator<Item = (&'a str, &'a str)>,
) -> Hash {
    let mut content = Sha256::new();
    let mut add = |part: &str| {
        // Lengths first: no two contents give the same bytes.
        content.update((part.len() as u64).to_be_bytes());
        content.update(part);
    };
    add(actor);
    for (stream, body) in events {
        add(stream);
        add(body);
    }
    content.finalize().into()
}

fn shown(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The columns of a record as [`RawRecord::from_row`] wants them.
pub(crate) fn selected(backend: crate::Backend) -> String {
    let columns = COLUMNS.map(|column| match column {
        "seq" | "ver" | "leaf" | "root" => column.to_string(),
        words => backend.bytes_of(words),
    });
    columns.join(", ")
}
