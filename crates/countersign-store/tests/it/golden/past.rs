//! A golden history as it lies in its folder.

use std::fs;
use std::path::{Path, PathBuf};

use countersign_core::{Board, Event, Stamp};
use countersign_store::{Commit, Journal, SqlStore, Stream};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Row};
use tempfile::TempDir;

/// One format's history.
pub(super) struct Past {
    pub(super) name: String,
    pub(super) lines: Vec<Line>,
    /// `board.json` as it is.
    pub(super) board: String,
}

/// One record. The body is text and not a part of the JSON around it, because the leaf is a hash
/// of its very bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) seq: u64,
    pub(super) stream: String,
    pub(super) version: u64,
    pub(super) key: String,
    pub(super) at: String,
    pub(super) by: String,
    pub(super) body: String,
    pub(super) leaf: String,
    pub(super) root: String,
}

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

impl Past {
    /// Every history there is, oldest first.
    pub(super) fn all() -> Vec<Self> {
        let entries = fs::read_dir(home()).unwrap().map(|entry| entry.unwrap());
        let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
        let names = folders.map(|entry| entry.file_name().into_string().unwrap());
        let mut numbers: Vec<u64> =
            names.filter_map(|name| name.strip_prefix('v')?.parse().ok()).collect();
        numbers.sort_unstable();
        assert!(numbers.first() == Some(&1), "no golden history is there; see its README");
        numbers.into_iter().map(|number| Self::read(format!("v{number}"))).collect()
    }

    fn read(name: String) -> Self {
        let folder = home().join(&name);
        let history = fs::read_to_string(folder.join("history.jsonl")).unwrap();
        let board = fs::read_to_string(folder.join("board.json")).unwrap();
        Self { name, lines: history.lines().map(Line::parse).collect(), board }
    }

    pub(super) fn folder(&self) -> PathBuf {
        home().join(&self.name)
    }

    pub(super) fn fold(&self) -> Board {
        let mut board = Board::default();
        for line in &self.lines {
            board.apply(&line.event(), &line.stamp()).unwrap();
        }
        board
    }

    /// Writes a history that is not there yet, by committing it to a store.
    pub(super) async fn write(name: &str, commits: &[Commit], board: &Board) {
        let number = name.strip_prefix('v').and_then(|number| number.parse::<u64>().ok());
        assert!(number.is_some(), "a golden history is called v and a number, not {name}");
        let folder = home().join(name);
        assert!(!folder.exists(), "{name} is there, and what is there is not changed");
        // In the same folder, so that it is there as a whole or not at all.
        let unfinished = TempDir::with_prefix_in(".unfinished-", home()).unwrap();
        let file = unfinished.path().join("store.sqlite3");
        let store = SqlStore::create(&SqlStore::sqlite_url(&file)).await.unwrap();
        for commit in commits {
            store.commit(commit.clone()).await.unwrap();
        }
        assert!(store.audit(|_| {}).await.unwrap().is_sound());
        store.close().await;
        let lines = raw_lines(&file).await;
        let history: String = lines.iter().map(|line| format!("{}\n", line.to_json())).collect();
        fs::write(unfinished.path().join("history.jsonl"), history).unwrap();
        let board = serde_json::to_string_pretty(board).unwrap();
        fs::write(unfinished.path().join("board.json"), format!("{board}\n")).unwrap();
        // The last to close has put everything into the one file.
        assert_eq!(fs::read_dir(unfinished.path()).unwrap().count(), 3);
        fs::rename(unfinished.keep(), &folder).unwrap();
    }
}

impl Line {
    fn parse(text: &str) -> Self {
        let value = json(text);
        let number = |name: &str| value[name].as_u64().unwrap();
        let words = |name: &str| value[name].as_str().unwrap().to_string();
        Self {
            seq: number("seq"),
            stream: words("stream"),
            version: number("version"),
            key: words("key"),
            at: words("at"),
            by: words("by"),
            body: words("body"),
            leaf: words("leaf"),
            root: words("root"),
        }
    }

    /// In the order in which a reader wants it.
    fn to_json(&self) -> String {
        let Self { seq, stream, version, key, at, by, body, leaf, root } = self;
        let [stream, key, at, by, body, leaf, root] =
            [stream, key, at, by, body, leaf, root].map(|words| json!(words));
        format!(
            "{{\"seq\":{seq},\"stream\":{stream},\"version\":{version},\"key\":{key},\"at\":{at},\
             \"by\":{by},\"body\":{body},\"leaf\":{leaf},\"root\":{root}}}"
        )
    }

    pub(super) fn event(&self) -> Event {
        match self.stream.parse().unwrap() {
            Stream::Team => Event::Team(serde_json::from_str(&self.body).unwrap()),
            Stream::Task(id) => Event::Task(id, serde_json::from_str(&self.body).unwrap()),
            Stream::Goal(id) => Event::Goal(id, serde_json::from_str(&self.body).unwrap()),
        }
    }

    pub(super) fn stamp(&self) -> Stamp {
        Stamp { by: self.by.parse().unwrap(), at: self.at.parse().unwrap() }
    }
}

/// The journal of a store in a file, without the store.
pub(super) async fn raw_lines(file: &Path) -> Vec<Line> {
    let mut connection = AnyConnection::connect(&SqlStore::sqlite_url(file)).await.unwrap();
    let sql = "SELECT seq, stream, ver, cmd, at, actor, body, leaf, root FROM event ORDER BY seq";
    let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let number = |value: i64| u64::try_from(value).unwrap();
    let lines = rows.iter().map(|row| Line {
        seq: number(row.get(0)),
        stream: row.get(1),
        version: number(row.get(2)),
        key: row.get(3),
        at: row.get(4),
        by: row.get(5),
        body: row.get(6),
        leaf: hex(&row.get::<Vec<u8>, _>(7)),
        root: hex(&row.get::<Vec<u8>, _>(8)),
    });
    lines.collect()
}

/// An event's body as today's program writes it.
pub(super) fn body(event: &Event) -> String {
    match event {
        Event::Team(event) => serde_json::to_string(event).unwrap(),
        Event::Task(_, event) => serde_json::to_string(event).unwrap(),
        Event::Goal(_, event) => serde_json::to_string(event).unwrap(),
    }
}

pub(super) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What was said then is still said; something may have been added.
pub(super) fn assert_within(then: &Value, now: &Value, place: &str) {
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            for (name, then) in then {
                let now = now.get(name).unwrap_or_else(|| panic!("{place}: {name} is gone"));
                assert_within(then, now, &format!("{place}.{name}"));
            }
        }
        (Value::Array(then), Value::Array(now)) => {
            assert_eq!(then.len(), now.len(), "{place}");
            for (n, (then, now)) in then.iter().zip(now).enumerate() {
                assert_within(then, now, &format!("{place}[{n}]"));
            }
        }
        (then, now) => assert_eq!(then, now, "{place}"),
    }
}
