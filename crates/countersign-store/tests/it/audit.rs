//! Damage is found, and at the record where it begins.

use countersign_core::{Assurance, Command, GoalCommand};
use countersign_store::{Damage, Journal, SqlStore, StoreError, Stream};
use sha2::{Digest, Sha256};

use crate::place::{Place, on_both};
use crate::world::{World, assignment, creation, goal, key, task};

on_both!(
    a_sound_store_has_no_findings,
    an_altered_body_is_found_at_its_record,
    an_altered_leaf_is_found_at_its_record,
    an_altered_stamp_is_found_at_its_record,
    a_deleted_record_is_found_where_it_was,
    a_deleted_tail_is_found_against_the_head,
    a_rewritten_record_with_its_leaf_recomputed_is_found,
    two_swapped_records_are_found,
    a_forked_version_is_found,
    a_record_that_does_not_replay_is_found,
    a_record_that_cannot_be_read_is_found,
    a_wrong_head_is_found,
    a_command_that_fits_no_record_is_found,
    stale_projections_are_named,
    a_rebuild_restores_vandalised_projections,
    a_rebuild_of_a_damaged_journal_is_refused,
);

/// Nine records: one task, assigned eight times.
async fn store(place: &Place) -> SqlStore {
    let store = place.create().await;
    store.commit(creation("TASK-1")).await.unwrap();
    for version in 1..9 {
        store.commit(assignment("TASK-1", version)).await.unwrap();
    }
    assert_eq!(findings(&store).await, []);
    store
}

async fn findings(store: &SqlStore) -> Vec<Damage> {
    store.audit(|_| {}).await.unwrap().findings
}

/// What is found after this was done to the tables.
async fn after(place: &Place, sql: &str) -> Vec<Damage> {
    let store = store(place).await;
    place.vandalise(sql).await;
    findings(&store).await
}

fn stream() -> Stream {
    Stream::Task(task("TASK-1"))
}

async fn a_sound_store_has_no_findings(place: &Place) {
    let store = store(place).await;
    let mut heard = 0;
    let audit = store.audit(|records| heard = records).await.unwrap();
    assert_eq!((audit.records, audit.streams, heard), (9, 1, 9));
    assert!(audit.is_sound() && audit.projections_compared);
    assert_eq!(audit.root, store.head().await.unwrap().root);
}

async fn an_altered_body_is_found_at_its_record(place: &Place) {
    let sql = "UPDATE event SET body = replace(body, 'bob', 'rob') WHERE seq = 5";
    assert_eq!(after(place, sql).await, [Damage::RecordAltered { seq: 5 }]);
}

async fn an_altered_leaf_is_found_at_its_record(place: &Place) {
    let sql = format!("UPDATE event SET leaf = {} WHERE seq = 5", place.blob(&[7; 32]));
    assert_eq!(after(place, &sql).await, [Damage::RecordAltered { seq: 5 }]);
}

async fn an_altered_stamp_is_found_at_its_record(place: &Place) {
    let sql = "UPDATE event SET actor = 'eve' WHERE seq = 2; \
               UPDATE event SET at = '2026-03-01T12:00:00Z' WHERE seq = 7";
    let wanted = [Damage::RecordAltered { seq: 2 }, Damage::RecordAltered { seq: 7 }];
    assert_eq!(after(place, sql).await, wanted);
}

async fn a_deleted_record_is_found_where_it_was(place: &Place) {
    let sql = "DELETE FROM event WHERE seq IN (4, 5)";
    assert_eq!(after(place, sql).await, [Damage::Gap { after: 3, before: 6 }]);
}

async fn a_deleted_tail_is_found_against_the_head(place: &Place) {
    let sql = "DELETE FROM event WHERE seq > 7";
    assert_eq!(after(place, sql).await, [Damage::TailMissing { from: 8, to: 9 }]);
}

/// Gives a record another body and the leaf that belongs to it.
async fn forge(place: &Place, store: &SqlStore, seq: u64, body: &str) {
    let record = store.log(seq - 1, 1).await.unwrap().remove(0);
    let (stream, at) = (record.stream.to_string(), record.stamp.at.to_string());
    let (key, by) = (record.key.as_str(), record.stamp.by.as_str());
    let leaf = serde_json::json!([seq, stream, record.version, key, at, by, body]).to_string();
    let leaf = Sha256::new().chain_update([0]).chain_update(leaf).finalize();
    let leaf = place.blob(&leaf);
    let sql = format!("UPDATE event SET body = '{body}', leaf = {leaf} WHERE seq = {seq}");
    place.vandalise(&sql).await;
}

async fn a_rewritten_record_with_its_leaf_recomputed_is_found(place: &Place) {
    let store = store(place).await;
    forge(place, &store, 5, r#"{"event":"assigned","to":"eve"}"#).await;
    assert_eq!(findings(&store).await, [Damage::RootMismatch { seq: 5 }]);
    // Back to what it was, and all is well: the leaf is the one that was written.
    forge(place, &store, 5, r#"{"event":"assigned","to":"bob"}"#).await;
    assert_eq!(findings(&store).await, []);
}

async fn two_swapped_records_are_found(place: &Place) {
    let sql = "UPDATE event SET seq = 100 WHERE seq = 4; UPDATE event SET seq = 4 WHERE seq = 5; \
               UPDATE event SET seq = 5 WHERE seq = 100";
    let found = after(place, sql).await;
    let wanted = [
        Damage::RecordAltered { seq: 4 },
        Damage::RecordAltered { seq: 5 },
        Damage::Fork { seq: 5, stream: stream() },
    ];
    assert_eq!(found, wanted);
}

async fn a_forked_version_is_found(place: &Place) {
    let sql = "DROP INDEX event_version; UPDATE event SET ver = 4 WHERE seq = 5";
    let wanted = [Damage::RecordAltered { seq: 5 }, Damage::Fork { seq: 5, stream: stream() }];
    assert_eq!(after(place, sql).await[..2], wanted);
}

async fn a_record_that_does_not_replay_is_found(place: &Place) {
    let store = store(place).await;
    forge(place, &store, 5, r#"{"event":"blocked"}"#).await;
    let found = findings(&store).await;
    assert_eq!(found[0], Damage::RootMismatch { seq: 5 });
    assert!(matches!(found[1], Damage::DoesNotReplay { seq: 5, .. }), "{found:?}");
    assert_eq!(found.len(), 2);
}

async fn a_record_that_cannot_be_read_is_found(place: &Place) {
    let found = after(place, "UPDATE event SET body = '{' WHERE seq = 5").await;
    assert_eq!(found[0], Damage::RecordAltered { seq: 5 });
    assert!(matches!(found[1], Damage::Unreadable { seq: 5, .. }), "{found:?}");
    assert_eq!(found.len(), 2);
}

async fn a_wrong_head_is_found(place: &Place) {
    let store = store(place).await;
    let sql = format!("UPDATE head SET frontier = {}", place.blob(&[7; 64]));
    place.vandalise(&sql).await;
    assert_eq!(findings(&store).await, [Damage::HeadMismatch]);
    let sql = format!("UPDATE head SET size = 8, frontier = {}", place.blob(&[7; 32]));
    place.vandalise(&sql).await;
    assert_eq!(findings(&store).await, [Damage::HeadMismatch]);
    place.vandalise("DELETE FROM head").await;
    assert_eq!(findings(&store).await, [Damage::HeadMismatch]);
}

async fn a_command_that_fits_no_record_is_found(place: &Place) {
    let store = store(place).await;
    let mismatch = |name: &str| Damage::CommandMismatch { key: key(name) };
    place.vandalise("UPDATE command SET last = 3 WHERE first = 2").await;
    assert_eq!(findings(&store).await, [mismatch("assign-TASK-1-1")]);
    place.vandalise("DELETE FROM command WHERE first = 2").await;
    assert_eq!(findings(&store).await, [mismatch("assign-TASK-1-1")]);
    let digest = place.blob(&[7; 32]);
    place.vandalise(&format!("INSERT INTO command VALUES ('stray', 70, 70, {digest})")).await;
    assert_eq!(findings(&store).await, [mismatch("assign-TASK-1-1"), mismatch("stray")]);
}

async fn busy_world(place: &Place) -> World {
    let mut world = World::on(place).await;
    world.new_goal("GOAL-1").await;
    for (name, on) in [("TASK-1", &[][..]), ("TASK-2", &["TASK-1"]), ("TASK-3", &["TASK-2"])] {
        world.new_task(name, on, Assurance::Contract).await;
        world.assign(name).await;
    }
    let link = GoalCommand::LinkTask { task: task("TASK-1") };
    world.act("ada", Command::Goal(goal("GOAL-1"), link)).await;
    world.work_through("TASK-1").await;
    world
}

async fn stale_projections_are_named(place: &Place) {
    let world = busy_world(place).await;
    assert_eq!(findings(&world.store).await, []);
    let task_stream = |name: &str| Stream::Task(task(name));
    let stale = |table, stream| Damage::ProjectionStale { table, stream };
    let goal_stream = Stream::Goal(goal("GOAL-1"));
    for (sql, wanted) in [
        ("UPDATE task SET waits = 0 WHERE id = 'TASK-3'", stale("task", task_stream("TASK-3"))),
        ("UPDATE task SET claimable = 0 WHERE id = 'TASK-2'", stale("task", task_stream("TASK-2"))),
        ("DELETE FROM task WHERE id = 'TASK-1'", stale("task", task_stream("TASK-1"))),
        ("UPDATE goal SET state = 'verified'", stale("goal", goal_stream.clone())),
        ("UPDATE stream SET ver = 1 WHERE id = 'goal/GOAL-1'", stale("stream", goal_stream)),
        ("DELETE FROM stream WHERE id = 'team'", stale("stream", Stream::Team)),
        ("UPDATE stream SET body = '{}' WHERE id = 'team'", stale("stream", Stream::Team)),
        ("DELETE FROM dep WHERE task = 'TASK-2'", stale("dep", task_stream("TASK-2"))),
        ("INSERT INTO dep VALUES ('ghost', 'TASK-2')", stale("dep", task_stream("ghost"))),
        (
            "UPDATE tally SET tasks = 7 WHERE goal = '' AND state = 'assigned'",
            Damage::TallyStale { goal: String::new(), state: "assigned".into() },
        ),
    ] {
        place.vandalise(sql).await;
        let found = findings(&world.store).await;
        assert!(found.contains(&wanted), "{sql}: {found:?}");
        world.store.rebuild().await.unwrap();
        assert_eq!(findings(&world.store).await, [], "after the rebuild of {sql}");
    }
}

async fn a_rebuild_restores_vandalised_projections(place: &Place) {
    let world = busy_world(place).await;
    let lists = async || {
        let tasks = world.store.tasks(&Default::default()).await.unwrap();
        let goals = world.store.goals(&Default::default()).await.unwrap();
        let counts = world.store.task_counts(None).await.unwrap();
        (tasks, goals, counts, world.store.team().await.unwrap())
    };
    let before = lists().await;
    place
        .vandalise(
            "DELETE FROM stream; UPDATE task SET state = 'verified', goal = NULL, created = -created; \
             DELETE FROM goal; DELETE FROM dep; DELETE FROM tally",
        )
        .await;
    assert_ne!(lists().await, before);
    let rebuilt = world.store.rebuild().await.unwrap();
    assert_eq!(rebuilt.records, world.store.head().await.unwrap().size);
    assert_eq!(rebuilt.streams, 5);
    assert_eq!(lists().await, before);
    assert_eq!(findings(&world.store).await, []);
}

async fn a_rebuild_of_a_damaged_journal_is_refused(place: &Place) {
    let store = store(place).await;
    place.vandalise("UPDATE event SET actor = 'eve' WHERE seq = 2; DELETE FROM task").await;
    let refused = store.rebuild().await.unwrap_err();
    let StoreError::Damaged { first } = refused else { panic!("{refused}") };
    assert_eq!(first, Damage::RecordAltered { seq: 2 });
    // Nothing was touched: the journal says what it says, and so do the rows that were left.
    assert!(store.task(&task("TASK-1")).await.unwrap().is_some());
}
