//! Damage beneath the journal and beside it: rows that nothing wrote, tables, pages and indexes.

use std::os::unix::fs::FileExt;

use countersign_core::Assurance;
use countersign_store::{Damage, Journal, SqlStore, StoreError, Stream};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use crate::place::{Place, on_both};
use crate::world::{World, assignment, creation, key, task};

on_both!(
    rows_before_the_first_record_are_found_and_not_read,
    rows_of_things_that_cannot_be_are_found_and_removed,
    numbers_that_no_store_writes_are_found,
    a_rebuild_notes_the_commands_again,
    a_rebuild_leaves_a_wrong_head_alone,
    a_missing_table_is_found,
);

async fn findings(store: &SqlStore) -> Vec<Damage> {
    store.audit(|_| {}).await.unwrap().findings
}

/// One task, assigned so often that its index has more than one page.
async fn store(place: &Place, records: u64) -> SqlStore {
    let store = place.create().await;
    store.commit(creation("TASK-1")).await.unwrap();
    for version in 1..records {
        store.commit(assignment("TASK-1", version)).await.unwrap();
    }
    store
}

fn stream() -> Stream {
    Stream::Task(task("TASK-1"))
}

async fn rows_before_the_first_record_are_found_and_not_read(place: &Place) {
    let store = store(place, 3).await;
    for (seq, version) in [(0, 4), (-7, 0)] {
        let sql = format!(
            "INSERT INTO event SELECT {seq}, stream, {version}, cmd, at, actor, body, leaf, root \
             FROM event WHERE seq = 3"
        );
        place.vandalise(&sql).await;
    }
    let strays = [Damage::StrayRecord { seq: -7 }, Damage::StrayRecord { seq: 0 }];
    let audit = store.audit(|_| {}).await.unwrap();
    assert_eq!((audit.findings.as_slice(), audit.records), (&strays[..], 3));
    assert!(strays.iter().all(|stray| !stray.is_derived()));
    let read = store.stream(&stream()).await.unwrap();
    assert_eq!(read.iter().map(|record| record.version).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(store.log(0, 10).await.unwrap().len(), 3);
    let refused = store.rebuild().await.unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
    // One that takes the place of a record is a version that is missing.
    place
        .vandalise("DELETE FROM event WHERE seq < 1; UPDATE event SET seq = -1 WHERE seq = 2")
        .await;
    let damaged = store.stream(&stream()).await.unwrap_err();
    assert!(matches!(damaged, StoreError::Corrupt { .. }), "{damaged}");
    let wanted = [Damage::StrayRecord { seq: -1 }, Damage::Gap { after: 1, before: 3 }];
    assert_eq!(findings(&store).await, wanted);
}

async fn rows_of_things_that_cannot_be_are_found_and_removed(place: &Place) {
    let mut world = World::on(place).await;
    world.new_goal("GOAL-1").await;
    world.new_task("TASK-1", &[], Assurance::Contract).await;
    let stray = |table, key: &str| Damage::StrayRow { table, key: key.into() };
    let copy = |id: &str| {
        format!(
            "INSERT INTO task SELECT {id}, NULL, state, settled, completed, claimable, goal, \
             builder, 99, since, waits, kind FROM task"
        )
    };
    let mut cases = vec![
        (copy("'../x'"), stray("task", "../x")),
        (copy("''"), stray("task", "")),
        ("INSERT INTO goal VALUES ('../x', NULL, 'open', 99, 1)".into(), stray("goal", "../x")),
        (
            "INSERT INTO stream VALUES ('task/../x', 1, 1, '{}')".into(),
            stray("stream", "task/../x"),
        ),
        ("INSERT INTO dep VALUES ('../x', 'TASK-1')".into(), stray("dep", "../x")),
        ("INSERT INTO tally VALUES ('../x', 'pending', 0)".into(), stray("tally", "../x")),
        ("INSERT INTO tally VALUES ('../x', 'pending', 2)".into(), stray("tally", "../x")),
        (
            format!("INSERT INTO command VALUES ('a b', 99, 99, {})", place.blob(&[7; 32])),
            stray("command", "a b"),
        ),
        (
            // Of nothing in the journal, and unreadable besides.
            "INSERT INTO stream VALUES ('task/ghost', 1, 1, '{')".into(),
            Damage::ProjectionStale { table: "stream", stream: Stream::Task(task("ghost")) },
        ),
    ];
    if let Place::Sqlite(_) = place {
        cases.push((copy("NULL"), stray("task", "")));
        cases.push((copy("x'2e2e2f78'"), stray("task", "")));
    }
    for (sql, wanted) in cases {
        place.vandalise(&sql).await;
        let found = findings(&world.store).await;
        assert_eq!(found, [wanted], "{sql}");
        assert!(found.iter().all(Damage::is_derived), "{sql}");
        world.store.rebuild().await.unwrap();
        assert_eq!(findings(&world.store).await, [], "after the rebuild of {sql}");
    }
}

async fn numbers_that_no_store_writes_are_found(place: &Place) {
    let store = store(place, 2).await;
    for change in ["waits = -1", "settled = 2", "claimable = 2"] {
        let sql = format!("UPDATE task SET {change}");
        place.vandalise(&sql).await;
        let wanted = [Damage::ProjectionStale { table: "task", stream: stream() }];
        assert_eq!(findings(&store).await, wanted, "{sql}");
        store.rebuild().await.unwrap();
        assert_eq!(findings(&store).await, [], "after the rebuild of {sql}");
    }
}

async fn a_rebuild_notes_the_commands_again(place: &Place) {
    let store = store(place, 5).await;
    let outcome = store.outcome(&key("assign-TASK-1-1")).await.unwrap();
    assert!(outcome.is_some());
    for sql in [
        "UPDATE command SET last = 3 WHERE first = 2".to_string(),
        "DELETE FROM command WHERE first IN (2, 3)".to_string(),
        "UPDATE command SET cmd = 'other' WHERE first = 2".to_string(),
        "UPDATE command SET first = -first WHERE first > 1".to_string(),
        format!("UPDATE command SET digest = {}", place.blob(&[7; 32])),
        format!("INSERT INTO command VALUES ('stray', 70, 70, {})", place.blob(&[7; 32])),
        // Two that changed places.
        "UPDATE command SET first = 99 WHERE first = 2; UPDATE command SET first = 2, last = 2 \
         WHERE first = 3; UPDATE command SET first = 3, last = 3 WHERE first = 99"
            .to_string(),
    ] {
        place.vandalise(&sql).await;
        let found = findings(&store).await;
        assert!(!found.is_empty() && found.iter().all(Damage::is_derived), "{sql}: {found:?}");
        store.rebuild().await.unwrap();
        assert_eq!(findings(&store).await, [], "after the rebuild of {sql}");
        assert_eq!(store.outcome(&key("assign-TASK-1-1")).await.unwrap(), outcome, "{sql}");
    }
    // A command that is sent again is known again.
    let size = store.head().await.unwrap().size;
    assert_eq!(Some(store.commit(assignment("TASK-1", 1)).await.unwrap()), outcome);
    assert_eq!(store.head().await.unwrap().size, size);
}

/// It is the only witness of records that are missing at the end.
async fn a_rebuild_leaves_a_wrong_head_alone(place: &Place) {
    let store = store(place, 3).await;
    place.vandalise(&format!("UPDATE head SET frontier = {}", place.blob(&[7; 64]))).await;
    let refused = store.rebuild().await.unwrap_err();
    let StoreError::Damaged { first } = refused else { panic!("{refused}") };
    assert!(first == Damage::HeadMismatch && !first.is_derived());
}

async fn a_missing_table_is_found(place: &Place) {
    let store = store(place, 3).await;
    let mut wanted = Vec::new();
    // Each is missing besides those before it; the journal can be read until its own are.
    for (table, compared, records) in [
        ("lease", true, 3),
        ("cursor", true, 3),
        ("tally", false, 3),
        ("task", false, 3),
        ("command", false, 0),
        ("event", false, 0),
        ("head", false, 0),
    ] {
        place.vandalise(&format!("DROP TABLE {table}")).await;
        wanted.push(table);
        let audit = store.audit(|_| {}).await.unwrap();
        assert_eq!((audit.projections_compared, audit.records), (compared, records), "{table}");
        assert_eq!(audit.findings.len(), wanted.len(), "{:?}", audit.findings);
        for table in &wanted {
            assert!(audit.findings.contains(&Damage::TableMissing { table }), "{table}");
        }
        let refused = store.rebuild().await.unwrap_err();
        assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
    }
}

/// Puts bytes over those of the first page of a table or an index, while nobody has it open.
async fn overwrite(place: &Place, name: &str, change: impl FnOnce(&mut [u8])) {
    let Place::Sqlite(folder) = place else { panic!("pages are SQLite's") };
    place.vandalise("PRAGMA wal_checkpoint(TRUNCATE)").await;
    let mut connection = AnyConnection::connect(&place.url()).await.unwrap();
    let sql = format!("SELECT rootpage FROM sqlite_master WHERE name = '{name}'");
    let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap();
    let root = u64::try_from(row.try_get::<i64, _>(0).unwrap()).unwrap();
    connection.close().await.unwrap();
    let path = folder.path().join("store.db");
    let file = std::fs::OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut page = vec![0; 4096];
    file.read_exact_at(&mut page, (root - 1) * 4096).unwrap();
    change(&mut page);
    file.write_all_at(&page, (root - 1) * 4096).unwrap();
}

fn is_damaged(found: &[Damage]) -> bool {
    found.iter().any(|damage| matches!(damage, Damage::DatabaseDamaged { .. }))
}

/// Damages a page and says what is found then.
async fn with_damaged_page(
    place: &Place,
    records: u64,
    name: &str,
    change: impl FnOnce(&mut [u8]),
) -> SqlStore {
    store(place, records).await.close().await;
    overwrite(place, name, change).await;
    let store = place.open().await;
    let found = findings(&store).await;
    assert!(is_damaged(&found) && found.len() <= 25, "{found:?}");
    store
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_that_says_something_else_is_found_and_made_anew() {
    for name in ["event_version", "command_first", "sqlite_autoindex_stream_1", "task_ready"] {
        let place = Place::sqlite();
        let store = with_damaged_page(&place, 9, name, |page| {
            let last = page.last_mut().unwrap();
            *last = last.wrapping_add(1);
        })
        .await;
        store.rebuild().await.unwrap();
        assert_eq!(findings(&store).await, [], "{name}");
        assert_eq!(store.stream(&stream()).await.unwrap().len(), 9);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_that_cannot_be_read_is_found() {
    for (records, from, to) in [(9, 8, 40), (9, 0, 8), (9, 3000, 4096), (400, 8, 40), (400, 0, 12)]
    {
        let place = Place::sqlite();
        let store = with_damaged_page(&place, records, "event_version", |page| {
            page[from..to].fill(0xff);
        })
        .await;
        // What can be made anew depends on the bytes; what is said of it must be so.
        match store.rebuild().await {
            Ok(_) => {
                assert_eq!(findings(&store).await, []);
                let read = store.stream(&stream()).await.unwrap();
                assert_eq!(read.len() as u64, records);
            }
            Err(refused) => {
                let named =
                    matches!(refused, StoreError::Damaged { .. } | StoreError::Corrupt { .. });
                assert!(named, "{refused}");
                assert!(is_damaged(&findings(&store).await));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_cannot_be_read_is_found_and_not_rebuilt() {
    for (name, records) in [("event", 9), ("event", 100), ("head", 9), ("task", 9)] {
        let place = Place::sqlite();
        let store = with_damaged_page(&place, records, name, |page| page[..40].fill(0xff)).await;
        let refused = store.rebuild().await.unwrap_err();
        let named = matches!(refused, StoreError::Damaged { .. } | StoreError::Corrupt { .. });
        assert!(named, "{name}: {refused}");
        assert!(is_damaged(&findings(&store).await), "{name}");
    }
}
