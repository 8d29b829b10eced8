//! Reading the whole journal once, believing nothing: hashes, density, versions, keys and the fold.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use countersign_core::Board;
use sqlx::AnyConnection;
use sqlx::Row;

use crate::merkle::{Frontier, Hash};
use crate::projection::Failed;
use crate::record::{RawRecord, content_digest, selected};
use crate::sql::{int, number, query};
use crate::store::Backend;
use crate::{CommandKey, Damage, Record, StoreError, Stream, batch};

/// Records of one page. A record can be large, so there are not many.
const PAGE: u64 = 200;

/// The journal as it was found.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) board: Board,
    pub(crate) streams: BTreeMap<Stream, Seen>,
    pub(crate) frontier: Frontier,
    pub(crate) findings: Vec<Damage>,
    last: u64,
    /// After a gap or a false root nothing fits any more; the first place is the one to name.
    off_the_track: bool,
    gap_seen: bool,
    /// Streams whose fold says nothing, because one of their records is damaged.
    broken: BTreeSet<Stream>,
    run: Option<Run>,
    noted: HashMap<u64, Noted>,
    commands: Vec<Damage>,
}

/// How far a stream has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) version: u64,
    pub(crate) created: u64,
}

/// The records of one command, which lie together.
#[derive(Debug)]
struct Run {
    key: CommandKey,
    actor: String,
    first: u64,
    last: u64,
    events: Vec<(String, String)>,
}

/// A command's row.
#[derive(Debug, PartialEq, Eq)]
struct Noted {
    key: String,
    last: u64,
    digest: Vec<u8>,
}

impl Scan {
    pub(crate) async fn run(
        connection: &mut AnyConnection,
        backend: Backend,
        mut progress: impl FnMut(u64),
    ) -> Result<Self, Failed> {
        let mut scan = Self::default();
        let columns = selected(backend);
        loop {
            let sql = format!("SELECT {columns} FROM event WHERE seq > $1 ORDER BY seq LIMIT $2");
            let rows = query(sql, [int(scan.last), int(PAGE)]).fetch_all(&mut *connection).await?;
            let Some(end) = rows.last() else { break };
            let end = number(end.try_get(0)?);
            scan.note_commands(connection, end).await?;
            for row in &rows {
                match RawRecord::from_row(row) {
                    Ok(record) => scan.take(&record),
                    Err(StoreError::Corrupt { what, .. }) => {
                        scan.pass_over(number(row.try_get(0)?), what);
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            progress(scan.last);
        }
        scan.finish_run();
        scan.check_head(connection).await?;
        if scan.findings.is_empty() {
            scan.check_commands(connection).await?;
        }
        Ok(scan)
    }

    async fn note_commands(
        &mut self,
        connection: &mut AnyConnection,
        end: u64,
    ) -> Result<(), sqlx::Error> {
        let sql = "SELECT cmd, first, last, digest FROM command WHERE first > $1 AND first <= $2";
        let values = [int(self.last), int(end)];
        for row in query(sql.to_string(), values).fetch_all(&mut *connection).await? {
            let (key, last) = (row.try_get(0)?, number(row.try_get(2)?));
            let noted = Noted { key, last, digest: row.try_get(3)? };
            self.noted.insert(number(row.try_get(1)?), noted);
        }
        Ok(())
    }

    /// A record that is not even text.
    fn pass_over(&mut self, seq: u64, why: String) {
        self.check_density(seq);
        self.findings.push(Damage::Unreadable { seq, why });
        (self.off_the_track, self.gap_seen) = (true, true);
        self.finish_run();
    }

    fn take(&mut self, raw: &RawRecord) {
        let seq = raw.seq;
        self.check_density(seq);
        let intact = self.check_hashes(raw);
        let record = match raw.read() {
            Ok(record) => record,
            Err(why) => {
                self.findings.push(Damage::Unreadable { seq, why });
                self.broken.extend(raw.stream.parse::<Stream>());
                self.finish_run();
                return;
            }
        };
        if !intact {
            self.broken.insert(record.stream.clone());
        }
        self.check_version(&record);
        self.fold(&record);
        self.follow_command(raw, record.key);
    }

    fn check_density(&mut self, seq: u64) {
        if seq != self.last + 1 {
            self.findings.push(Damage::Gap { after: self.last, before: seq });
            (self.off_the_track, self.gap_seen) = (true, true);
        }
        self.last = seq;
    }

    fn check_hashes(&mut self, raw: &RawRecord) -> bool {
        let leaf = raw.leaf_now();
        let intact = raw.leaf == leaf;
        if !intact {
            self.findings.push(Damage::RecordAltered { seq: raw.seq });
        }
        let mut next = self.frontier.clone();
        next.push(leaf);
        if let (false, Ok(written)) = (intact, Hash::try_from(raw.leaf.as_slice())) {
            // The columns were changed but not the leaf: the tree that was written has the leaf.
            let mut other = self.frontier.clone();
            other.push(written);
            if raw.root == other.root() {
                next = other;
            }
        }
        let fits = raw.root == next.root();
        if !fits && !self.off_the_track && intact {
            self.findings.push(Damage::RootMismatch { seq: raw.seq });
        }
        self.off_the_track = !fits;
        self.frontier = next;
        intact
    }

    fn check_version(&mut self, record: &Record) {
        let seen = self.streams.entry(record.stream.clone()).or_default();
        let (seq, stream) = (record.seq, record.stream.clone());
        if seen.created == 0 {
            seen.created = seq;
        }
        if record.version <= seen.version {
            self.broken.insert(stream.clone());
            self.findings.push(Damage::Fork { seq, stream });
        } else if record.version > seen.version + 1 {
            // What a gap took away or an unreadable record hides is told once.
            if self.broken.insert(stream.clone()) && !self.gap_seen {
                self.findings.push(Damage::VersionSkipped { seq, stream });
            }
        }
        seen.version = seen.version.max(record.version);
    }

    fn fold(&mut self, record: &Record) {
        if self.broken.contains(&record.stream) {
            return;
        }
        if let Err(why) = self.board.apply(&record.event, &record.stamp) {
            self.findings.push(Damage::DoesNotReplay { seq: record.seq, why });
            self.broken.insert(record.stream.clone());
        }
    }

    fn follow_command(&mut self, raw: &RawRecord, key: CommandKey) {
        let event = (raw.stream.clone(), raw.body.clone());
        match &mut self.run {
            Some(run) if run.key == key => {
                run.last = raw.seq;
                run.events.push(event);
            }
            Some(_) | None => {
                self.finish_run();
                let (actor, first) = (raw.actor.clone(), raw.seq);
                self.run = Some(Run { key, actor, first, last: first, events: vec![event] });
            }
        }
    }

    fn finish_run(&mut self) {
        let Some(Run { key, actor, first, last, events }) = self.run.take() else { return };
        let events = events.iter().map(|(stream, body)| (stream.as_str(), body.as_str()));
        let digest = content_digest(&actor, events).to_vec();
        let wanted = Noted { key: key.to_string(), last, digest };
        if self.noted.remove(&first) != Some(wanted) {
            self.commands.push(Damage::CommandMismatch { key });
        }
    }

    async fn check_head(&mut self, connection: &mut AnyConnection) -> Result<(), Failed> {
        let head = match batch::head(connection, "").await {
            Ok(head) => head,
            Err(Failed::Store(_)) => {
                self.findings.push(Damage::HeadMismatch);
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        if head.size() > self.last {
            let (from, to) = (self.last + 1, head.size());
            self.findings.push(Damage::TailMissing { from, to });
        } else if head.size() < self.last || (!self.off_the_track && head != self.frontier) {
            self.findings.push(Damage::HeadMismatch);
        }
        Ok(())
    }

    /// Commands are looked at only where the records are as they should be.
    async fn check_commands(&mut self, connection: &mut AnyConnection) -> Result<(), Failed> {
        self.findings.append(&mut self.commands);
        let sql = "SELECT cmd FROM command WHERE first < 1 OR first > $1".to_string();
        let stray = query(sql, [int(self.last)]).fetch_all(connection).await?;
        let mut keys: Vec<String> = self.noted.drain().map(|(_, noted)| noted.key).collect();
        for row in stray {
            keys.push(row.try_get(0)?);
        }
        keys.sort();
        let keys = keys.into_iter().filter_map(|key| CommandKey::new(key).ok());
        self.findings.extend(keys.map(|key| Damage::CommandMismatch { key }));
        Ok(())
    }
}
