//! Reading the whole journal once, believing nothing: hashes, density, versions, keys and the fold.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use countersign_core::Board;
use sqlx::AnyConnection;
use sqlx::Row;

use crate::database::cut;
use crate::merkle::{Frontier, Hash};
use crate::projection::Failed;
use crate::record::{RawRecord, content_digest, selected};
use crate::sql::{int, number, query};
use crate::store::Backend;
use crate::{CommandKey, Committed, Damage, Place, Record, StoreError, Stream, batch};

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
    /// Commands whose rows do not say this.
    pub(crate) commands: Vec<Command>,
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

/// What a command's row should say.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) key: CommandKey,
    pub(crate) committed: Committed,
    pub(crate) digest: Hash,
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
        progress: impl FnMut(u64),
    ) -> Result<Self, Failed> {
        let mut scan = Self::default();
        scan.read(connection, backend, progress).await?;
        Ok(scan)
    }

    /// Reads from the first record to the last. After a failure it is known how far it came.
    pub(crate) async fn read(
        &mut self,
        connection: &mut AnyConnection,
        backend: Backend,
        mut progress: impl FnMut(u64),
    ) -> Result<(), Failed> {
        self.find_strays(connection).await?;
        let columns = selected(backend);
        loop {
            let sql = format!("SELECT {columns} FROM event WHERE seq > $1 ORDER BY seq LIMIT $2");
            let rows = query(sql, [int(self.last), int(PAGE)]).fetch_all(&mut *connection).await?;
            let Some(end) = rows.last() else { break };
            let end = number(end.try_get(0)?);
            if end <= self.last {
                // Without an end, were it gone on with.
                return Err(StoreError::Corrupt {
                    record: Place::Database,
                    what: format!("what follows record {} stands before it", self.last),
                }
                .into());
            }
            self.note_commands(connection, end).await?;
            for row in &rows {
                match RawRecord::from_row(row) {
                    Ok(record) => self.take(&record),
                    Err(StoreError::Corrupt { what, .. }) => {
                        self.pass_over(number(row.try_get(0)?), what);
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            progress(self.last);
        }
        self.finish_run();
        self.check_head(connection).await?;
        if self.findings.iter().all(Damage::leaves_records_whole) {
            self.check_commands(connection).await?;
        }
        Ok(())
    }

    /// Rows that stand before the first record.
    async fn find_strays(&mut self, connection: &mut AnyConnection) -> Result<(), Failed> {
        let sql = "SELECT seq FROM event WHERE seq < 1 ORDER BY seq LIMIT $1".to_string();
        for row in query(sql, [int(PAGE)]).fetch_all(connection).await? {
            self.findings.push(Damage::StrayRecord { seq: row.try_get(0)? });
        }
        Ok(())
    }

    async fn note_commands(
        &mut self,
        connection: &mut AnyConnection,
        end: u64,
    ) -> Result<(), sqlx::Error> {
        let sql = "SELECT cmd, first, last, digest FROM command WHERE first > $1 AND first <= $2";
        let values = [int(self.last), int(end)];
        for row in query(sql.to_string(), values).fetch_all(&mut *connection).await? {
            let key: Option<String> = row.try_get(0)?;
            let (key, last) = (key.unwrap_or_default(), number(row.try_get(2)?));
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
        let digest = content_digest(&actor, events);
        let wanted = Noted { key: key.to_string(), last, digest: digest.to_vec() };
        // One that fits nothing stays noted.
        if self.noted.get(&first) == Some(&wanted) {
            self.noted.remove(&first);
        } else {
            self.commands.push(Command { key, committed: Committed { first, last }, digest });
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
        let mut keys: BTreeSet<String> =
            self.noted.values().map(|noted| noted.key.clone()).collect();
        let sql = "SELECT cmd FROM command WHERE first < 1 OR first > $1".to_string();
        for row in query(sql, [int(self.last)]).fetch_all(connection).await? {
            keys.insert(row.try_get::<Option<String>, _>(0)?.unwrap_or_default());
        }
        for Command { key, .. } in &self.commands {
            keys.remove(key.as_str());
            self.findings.push(Damage::CommandMismatch { key: key.clone() });
        }
        self.findings.extend(keys.into_iter().map(|name| match CommandKey::new(name.as_str()) {
            Ok(key) => Damage::CommandMismatch { key },
            Err(_) => Damage::StrayRow { table: "command", key: cut(&name) },
        }));
        Ok(())
    }

    /// The first numbers of commands that no record belongs to.
    pub(crate) fn strays(&self) -> impl Iterator<Item = u64> {
        self.noted.keys().copied()
    }
}
