//! Histories that were once written stay readable. `tests/golden/README.md` says how one is made.

mod kinds;
mod past;
mod story;

use std::collections::BTreeSet;
use std::fs;

use countersign_core::{Board, Event};
use countersign_store::{Commit, Journal, SqlStore, Stream};
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::place::Place;
use past::{Line, Past, hex};

/// Without `COUNTERSIGN_WRITE_GOLDEN` this only shows that the story can still be told.
#[tokio::test]
async fn golden_is_written_only_when_told() {
    let (commits, board) = story::told();
    let events: Vec<&Event> = commits.iter().flat_map(|commit| &commit.events).collect();
    let bodies: Vec<String> = events.iter().map(|event| past::body(event)).collect();
    assert_eq!(kinds::missing(&events, &bodies), BTreeSet::new(), "the story leaves out some");
    if let Ok(name) = std::env::var("COUNTERSIGN_WRITE_GOLDEN") {
        Past::write(&name, &commits, &board).await;
    }
}

#[test]
fn golden_histories_hold_every_kind_of_event() {
    let all: Vec<Line> = Past::all().into_iter().flat_map(|past| past.lines).collect();
    let events: Vec<Event> = all.iter().map(Line::event).collect();
    let bodies: Vec<String> = all.iter().map(|line| line.body.clone()).collect();
    let missing = kinds::missing(&events.iter().collect::<Vec<_>>(), &bodies);
    assert_eq!(missing, BTreeSet::new(), "these need a new golden history, beside the old ones");
}

#[test]
fn golden_events_are_still_written_as_they_were() {
    for past in Past::all() {
        for line in &past.lines {
            let (then, now) = (past::json(&line.body), past::json(&past::body(&line.event())));
            past::assert_within(&then, &now, &format!("{} record {}", past.name, line.seq));
        }
    }
}

#[test]
fn golden_histories_fold_to_their_boards() {
    for past in Past::all() {
        let folded = past.fold();
        let then: Board = serde_json::from_str(&past.board).unwrap();
        assert_eq!(folded, then, "{}", past.name);
        let now = serde_json::to_value(&folded).unwrap();
        past::assert_within(&past::json(&past.board), &now, &past.name);
    }
}

#[test]
fn golden_leaves_and_roots_are_those_of_another_implementation() {
    for past in Past::all() {
        let mut tree = MemoryBackedTree::<Sha256, Vec<u8>>::new();
        for line in &past.lines {
            let Line { seq, stream, version, key, at, by, body, .. } = line;
            let leaf = serde_json::json!([seq, stream, version, key, at, by, body]).to_string();
            let hash = Sha256::new().chain_update([0]).chain_update(&leaf).finalize();
            assert_eq!(hex(&hash), line.leaf, "{} record {seq}", past.name);
            tree.push(leaf.into_bytes());
            assert_eq!(hex(tree.root().as_bytes()), line.root, "{} record {seq}", past.name);
        }
    }
}

#[tokio::test]
async fn golden_stores_open_and_say_what_their_histories_say() {
    for past in Past::all() {
        let folder = TempDir::with_prefix("cs golden-").unwrap();
        let copy = folder.path().join("store.sqlite3");
        fs::copy(past.folder().join("store.sqlite3"), &copy).unwrap();
        let store = SqlStore::open(&SqlStore::sqlite_url(&copy)).await.unwrap();
        let audit = store.audit(|_| {}).await.unwrap();
        assert!(audit.is_sound(), "{}: {:?}", past.name, audit.findings);
        assert_eq!(hex(&audit.root), past.lines[past.lines.len() - 1].root);
        assert_eq!(store.head().await.unwrap().root, audit.root);

        assert_eq!(past::raw_lines(&copy).await, past.lines, "{}", past.name);
        let log = store.log(0, 10_000).await.unwrap();
        assert_eq!(log.len(), past.lines.len());
        for (record, line) in log.iter().zip(&past.lines) {
            assert_eq!((record.seq, record.version), (line.seq, line.version));
            assert_eq!(record.stream.to_string(), line.stream);
            assert_eq!(record.key.as_str(), line.key);
            assert_eq!((&record.event, &record.stamp), (&line.event(), &line.stamp()));
        }

        let board: Board = serde_json::from_str(&past.board).unwrap();
        assert_holds(&store, &board).await;
        store.rebuild().await.unwrap();
        assert_holds(&store, &board).await;
        assert!(store.audit(|_| {}).await.unwrap().is_sound());
        store.commit(crate::world::creation("a-later-task")).await.unwrap();
        store.close().await;
    }
}

#[tokio::test]
async fn golden_histories_can_be_committed_again_on_sqlite() {
    for past in Past::all() {
        commit_again(&past, &Place::sqlite()).await;
    }
}

#[tokio::test]
async fn golden_histories_can_be_committed_again_on_postgres() {
    for past in Past::all() {
        commit_again(&past, &Place::postgres()).await;
    }
}

async fn commit_again(past: &Past, place: &Place) {
    let store = place.create().await;
    for command in past.lines.chunk_by(|a, b| a.key == b.key) {
        let events: Vec<Event> = command.iter().map(Line::event).collect();
        let mut expect: Vec<(Stream, u64)> = Vec::new();
        for line in command {
            let stream = Stream::of(&line.event());
            if expect.iter().all(|(known, _)| *known != stream) {
                expect.push((stream, line.version - 1));
            }
        }
        let (key, stamp) = (command[0].key.parse().unwrap(), command[0].stamp());
        let commit = Commit { key, stamp, expect, fence: None, events };
        let committed = store.commit(commit).await.unwrap();
        assert_eq!(committed.first, command[0].seq);
    }
    assert_holds(&store, &past.fold()).await;
    assert!(store.audit(|_| {}).await.unwrap().is_sound());
}

/// The store has these states and no others.
async fn assert_holds(store: &SqlStore, board: &Board) {
    assert_eq!(store.team().await.unwrap().0, board.team);
    for (id, task) in &board.tasks {
        assert_eq!(store.task(id).await.unwrap().unwrap().0, *task);
    }
    for (id, goal) in &board.goals {
        assert_eq!(store.goal(id).await.unwrap().unwrap().0, *goal);
    }
    let counts = store.task_counts(None).await.unwrap();
    assert_eq!(counts.values().sum::<u64>(), board.tasks.len() as u64);
    let goals = countersign_store::GoalQuery { limit: 10_000, ..Default::default() };
    assert_eq!(store.goals(&goals).await.unwrap().len(), board.goals.len());
}
