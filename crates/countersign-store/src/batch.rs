//! Many commits in one transaction: what they need is read first, each is judged on it in turn,
//! and what the accepted ones mean is written at the end. Judging does no I/O, so a refused commit
//! cannot harm its neighbours.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use countersign_core::{Board, Stamp, TaskId};
use sqlx::AnyConnection;
use sqlx::Row;

use crate::merkle::{Frontier, Hash};
use crate::projection::{self, Change, Failed, Shape};
use crate::record::{self, RawRecord, content_digest};
use crate::sql::{blob, insert, int, number, query, select_in, text};
use crate::state::{self, LastTeam, Snapshot, State};
use crate::store::Backend;
use crate::{CommandKey, Commit, Committed, Fence, Place, StoreError, Stream};

#[derive(Debug)]
pub(crate) struct Batch {
    frontier: Frontier,
    board: Board,
    streams: HashMap<Stream, Result<Held, StoreError>>,
    tokens: HashMap<TaskId, u64>,
    commands: HashMap<CommandKey, Noted>,
    records: Vec<RawRecord>,
    new_commands: Vec<CommandKey>,
}

/// A stream as far as the batch has come.
#[derive(Debug, Clone, Default)]
struct Held {
    version: u64,
    created: u64,
    before: Shape,
    changed: bool,
}

/// What a key led to.
#[derive(Debug, Clone)]
struct Noted {
    committed: Committed,
    digest: Hash,
}

impl Batch {
    /// Reads all that the commits need, and keeps others from changing it until the end.
    pub(crate) async fn load(
        connection: &mut AnyConnection,
        backend: Backend,
        team: &LastTeam,
        commits: &[&Commit],
    ) -> Result<Self, Failed> {
        let frontier = head(connection, backend.for_update()).await?;
        let mut batch = Self {
            frontier,
            board: Board::default(),
            streams: HashMap::new(),
            tokens: HashMap::new(),
            commands: HashMap::new(),
            records: Vec::new(),
            new_commands: Vec::new(),
        };
        batch.load_commands(connection, commits).await?;
        batch.load_tokens(connection, backend, commits).await?;
        batch.load_streams(connection, team, commits).await?;
        Ok(batch)
    }

    async fn load_commands(
        &mut self,
        connection: &mut AnyConnection,
        commits: &[&Commit],
    ) -> Result<(), Failed> {
        let keys: BTreeSet<&str> = commits.iter().map(|commit| commit.key.as_str()).collect();
        let keys: Vec<String> = keys.into_iter().map(Into::into).collect();
        let select = "SELECT cmd, first, last, digest FROM command WHERE cmd IN";
        for row in select_in(connection, select, &keys, "").await? {
            let name: String = row.try_get(0)?;
            let digest: Vec<u8> = row.try_get(3)?;
            let (Ok(key), Ok(digest)) = (CommandKey::new(name.clone()), digest.try_into()) else {
                let record = Place::Row { table: "command", key: name };
                let what = "its key or its digest is malformed".into();
                return Err(StoreError::Corrupt { record, what }.into());
            };
            let (first, last) = (number(row.try_get(1)?), number(row.try_get(2)?));
            self.commands.insert(key, Noted { committed: Committed { first, last }, digest });
        }
        Ok(())
    }

    async fn load_tokens(
        &mut self,
        connection: &mut AnyConnection,
        backend: Backend,
        commits: &[&Commit],
    ) -> Result<(), Failed> {
        let fences = commits.iter().filter_map(|commit| commit.fence.as_ref());
        let tasks: BTreeSet<&TaskId> = fences.map(|fence| &fence.task).collect();
        let tasks: Vec<String> = tasks.into_iter().map(TaskId::to_string).collect();
        // The task first and then its lease, as a claim takes them: two that take locks in the same
        // order cannot wait for each other.
        let lock = backend.for_update();
        if !lock.is_empty() {
            let select = "SELECT id FROM task WHERE id IN";
            select_in(connection, select, &tasks, &format!("ORDER BY id {lock}")).await?;
        }
        let select = "SELECT task, token FROM lease WHERE task IN";
        let after = format!("ORDER BY task {lock}");
        for row in select_in(connection, select, &tasks, &after).await? {
            let task: String = row.try_get(0)?;
            if let Ok(task) = task.parse() {
                self.tokens.insert(task, number(row.try_get(1)?));
            }
        }
        Ok(())
    }

    async fn load_streams(
        &mut self,
        connection: &mut AnyConnection,
        team: &LastTeam,
        commits: &[&Commit],
    ) -> Result<(), Failed> {
        let mut wanted: BTreeMap<String, Stream> = BTreeMap::new();
        for commit in commits {
            let written = commit.events.iter().map(Stream::of);
            let expected = commit.expect.iter().map(|(stream, _)| stream.clone());
            wanted.extend(written.chain(expected).map(|stream| (stream.to_string(), stream)));
        }
        for stream in wanted.values() {
            self.streams.insert(stream.clone(), Ok(Held::default()));
        }
        let ids: Vec<String> = wanted.keys().cloned().collect();
        let select = format!("SELECT {} FROM stream s WHERE s.id IN", state::COLUMNS);
        for row in select_in(connection, &select, &ids, "").await? {
            let id: String = row.try_get(0)?;
            let Some(stream) = wanted.remove(&id) else { continue };
            let held = match Snapshot::with(team, stream.clone(), &row) {
                Ok(snapshot) => Ok(self.hold(snapshot)),
                // Only the commits that need it are refused.
                Err(damaged) => Err(damaged),
            };
            self.streams.insert(stream, held);
        }
        Ok(())
    }

    fn hold(&mut self, snapshot: Snapshot) -> Held {
        let Snapshot { stream, version, created, state } = snapshot;
        let before = match &state {
            State::Task(task) => Shape::of(task),
            State::Team(_) | State::Goal(_) => Shape::default(),
        };
        State::put(Some(state), &stream, &mut self.board);
        Held { version, created, before, changed: false }
    }

    /// Judges one commit on everything before it, earlier ones of the batch included.
    pub(crate) fn take(&mut self, commit: &Commit) -> Result<Committed, StoreError> {
        let Commit { key, stamp, expect, fence, events } = commit;
        if events.is_empty() {
            return Err(StoreError::NothingToCommit { key: key.clone() });
        }
        let mut written = Vec::with_capacity(events.len());
        for event in events {
            written.push((Stream::of(event), record::body(event)?));
        }
        let digest = digest_of(stamp, &written);
        if let Some(noted) = self.commands.get(key) {
            return match noted.digest == digest {
                true => Ok(noted.committed),
                false => Err(StoreError::KeyReused { key: key.clone() }),
            };
        }
        self.check_fence(fence.as_ref())?;
        for (stream, expected) in expect {
            let actual = self.held(stream)?.version;
            if actual != *expected {
                let (stream, expected) = (stream.clone(), *expected);
                return Err(StoreError::Conflict { stream, expected, actual });
            }
        }
        self.fold(commit, &written)?;
        let first = self.frontier.size() + 1;
        for (stream, body) in written {
            self.append(key, stamp, &stream, body)?;
        }
        let committed = Committed { first, last: self.frontier.size() };
        self.commands.insert(key.clone(), Noted { committed, digest });
        self.new_commands.push(key.clone());
        Ok(committed)
    }

    fn check_fence(&self, fence: Option<&Fence>) -> Result<(), StoreError> {
        let Some(Fence { task, token }) = fence else { return Ok(()) };
        let current = self.tokens.get(task).copied();
        if current == Some(*token) {
            return Ok(());
        }
        Err(StoreError::Fenced { task: task.clone(), presented: *token, current })
    }

    /// Adds the events to the board, all or none.
    fn fold(&mut self, commit: &Commit, written: &[(Stream, String)]) -> Result<(), StoreError> {
        let touched: BTreeSet<&Stream> = written.iter().map(|(stream, _)| stream).collect();
        let mut undo = Vec::with_capacity(touched.len());
        for stream in touched {
            self.held(stream)?;
            undo.push((stream, State::on(&self.board, stream)));
        }
        let mut events = commit.events.iter();
        let outcome = events.try_for_each(|event| self.board.apply(event, &commit.stamp));
        if outcome.is_err() {
            for (stream, state) in undo {
                State::put(state, stream, &mut self.board);
            }
        }
        Ok(outcome?)
    }

    fn append(
        &mut self,
        key: &CommandKey,
        stamp: &Stamp,
        stream: &Stream,
        body: String,
    ) -> Result<(), StoreError> {
        let seq = self.frontier.size() + 1;
        let held = self.held_mut(stream)?;
        held.version += 1;
        held.changed = true;
        if held.created == 0 {
            held.created = seq;
        }
        let mut record = RawRecord::new(seq, stream, held.version, key, stamp, body);
        self.frontier.push(record.leaf_now());
        record.root = self.frontier.root().to_vec();
        self.records.push(record);
        Ok(())
    }

    fn held(&self, stream: &Stream) -> Result<&Held, StoreError> {
        match self.streams.get(stream) {
            Some(Ok(held)) => Ok(held),
            Some(Err(damaged)) => Err(damaged.clone()),
            None => Err(StoreError::NotStorable { what: "a stream that was not read" }),
        }
    }

    fn held_mut(&mut self, stream: &Stream) -> Result<&mut Held, StoreError> {
        match self.streams.get_mut(stream) {
            Some(Ok(held)) => Ok(held),
            Some(Err(damaged)) => Err(damaged.clone()),
            None => Err(StoreError::NotStorable { what: "a stream that was not read" }),
        }
    }

    /// Whether every commit was refused or known before.
    pub(crate) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The journal's size after the batch.
    pub(crate) fn size(&self) -> u64 {
        self.frontier.size()
    }

    pub(crate) async fn write(&self, connection: &mut AnyConnection) -> Result<(), Failed> {
        let records: Vec<_> = self.records.iter().map(RawRecord::to_values).collect();
        let into = format!("event ({})", record::COLUMNS.join(", "));
        insert(connection, &into, &records, "").await?;
        let commands: Vec<_> = self
            .new_commands
            .iter()
            .filter_map(|key| Some((key, self.commands.get(key)?)))
            .map(|(key, Noted { committed, digest })| {
                let Committed { first, last } = committed;
                vec![text(key.as_str()), int(*first), int(*last), blob(digest)]
            })
            .collect();
        insert(connection, "command (cmd, first, last, digest)", &commands, "").await?;
        let sql = "UPDATE head SET size = $1, frontier = $2".to_string();
        let values = [int(self.frontier.size()), blob(&self.frontier.to_bytes())];
        query(sql, values).execute(&mut *connection).await?;
        projection::write(connection, &self.board, &self.changes()).await
    }

    fn changes(&self) -> Vec<Change> {
        let held =
            self.streams.iter().filter_map(|(stream, held)| Some((stream, held.as_ref().ok()?)));
        let mut changes: Vec<Change> = held
            .filter(|(_, held)| held.changed)
            .map(|(stream, held)| Change {
                stream: stream.clone(),
                version: held.version,
                created: held.created,
                before: held.before.clone(),
            })
            .collect();
        changes.sort_by(|a, b| a.stream.cmp(&b.stream));
        changes
    }
}

fn digest_of(stamp: &Stamp, written: &[(Stream, String)]) -> Hash {
    let named: Vec<_> = written.iter().map(|(stream, body)| (stream.to_string(), body)).collect();
    let events = named.iter().map(|(stream, body)| (stream.as_str(), body.as_str()));
    content_digest(stamp.by.as_str(), events)
}

/// The journal's head. `lock` makes others wait who would write.
pub(crate) async fn head(connection: &mut AnyConnection, lock: &str) -> Result<Frontier, Failed> {
    let sql = format!("SELECT size, frontier FROM head WHERE one = $1 {lock}");
    let damaged = |what: &str| StoreError::Corrupt { record: Place::Head, what: what.into() };
    let row = query(sql, [int(1)]).fetch_optional(connection).await?;
    let row = row.ok_or_else(|| damaged("it is missing"))?;
    let (size, bytes): (i64, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
    let frontier = Frontier::from_parts(number(size), &bytes);
    frontier.ok_or_else(|| damaged("its size and its hashes do not fit").into())
}
