//! Committing: all or nothing, once, in one order.

use std::collections::BTreeSet;

use countersign_core::{Event, TaskEvent};
use countersign_store::{Commit, Committed, Journal, StoreError, Stream};

use crate::place::{Place, on_both};
use crate::world::{actor, assignment, created, creation, key, stamp, task};

on_both!(
    what_is_committed_is_read_back,
    a_conflict_names_the_stream_and_both_versions,
    the_same_key_again_gives_the_first_result,
    the_same_key_for_something_else_is_refused,
    a_resent_command_may_be_stamped_later,
    a_commit_without_events_is_refused,
    events_that_would_not_replay_are_refused,
    a_commit_over_several_streams_is_all_or_nothing,
    refused_commits_do_not_harm_their_neighbours,
    concurrent_commits_share_transactions,
    of_many_who_want_the_same_version_one_wins,
    a_store_closes_and_its_clones_with_it,
);

async fn what_is_committed_is_read_back(place: &Place) {
    let store = place.create().await;
    let commit = Commit {
        events: vec![created("TASK-1", "One"), created("TASK-2", "Zwei ☂")],
        expect: vec![],
        ..creation("first")
    };
    assert_eq!(store.commit(commit.clone()).await.unwrap(), Committed { first: 1, last: 2 });
    let log = store.log(0, 100).await.unwrap();
    assert_eq!(log.len(), 2);
    for (record, (seq, event)) in log.iter().zip((1..).zip(&commit.events)) {
        assert_eq!((record.seq, record.version), (seq, 1));
        assert_eq!((&record.event, &record.stamp), (event, &commit.stamp));
        assert_eq!((&record.key, &record.stream), (&commit.key, &Stream::of(event)));
    }
    assert_eq!(store.stream(&Stream::Task(task("TASK-2"))).await.unwrap(), log[1..]);
    let (first, version) = store.task(&task("TASK-1")).await.unwrap().unwrap();
    assert_eq!((first.title.as_str(), version), ("One", 1));
    assert_eq!(store.head().await.unwrap().size, 2);
    assert_eq!(store.outcome(&commit.key).await.unwrap(), Some(Committed { first: 1, last: 2 }));
    assert_eq!(store.outcome(&key("another")).await.unwrap(), None);
}

async fn a_conflict_names_the_stream_and_both_versions(place: &Place) {
    let store = place.create().await;
    store.commit(creation("TASK-1")).await.unwrap();
    let stale = Commit { key: key("again"), ..creation("TASK-1") };
    let refused = store.commit(stale).await.unwrap_err();
    let StoreError::Conflict { stream, expected, actual } = refused else { panic!("{refused}") };
    assert_eq!((stream, expected, actual), (Stream::Task(task("TASK-1")), 0, 1));
    assert_eq!(store.head().await.unwrap().size, 1);
}

async fn the_same_key_again_gives_the_first_result(place: &Place) {
    let store = place.create().await;
    store.commit(creation("TASK-0")).await.unwrap();
    let first = store.commit(creation("TASK-1")).await.unwrap();
    assert_eq!(store.commit(creation("TASK-1")).await.unwrap(), first);
    let (a, b) = tokio::join!(store.commit(creation("TASK-2")), store.commit(creation("TASK-2")));
    assert_eq!(a.unwrap(), b.unwrap());
    store.close().await;
    let store = place.open().await;
    assert_eq!(store.commit(creation("TASK-1")).await.unwrap(), first);
    assert_eq!(store.head().await.unwrap().size, 3);
}

async fn the_same_key_for_something_else_is_refused(place: &Place) {
    let store = place.create().await;
    store.commit(creation("TASK-1")).await.unwrap();
    let other = Commit { key: key("TASK-1"), ..creation("TASK-2") };
    let refused = store.commit(other).await.unwrap_err();
    assert!(matches!(refused, StoreError::KeyReused { key } if key.as_str() == "TASK-1"));
    let by_another = Commit { stamp: stamp("eve"), ..creation("TASK-1") };
    let refused = store.commit(by_another).await.unwrap_err();
    assert!(matches!(refused, StoreError::KeyReused { .. }));
    assert_eq!(store.head().await.unwrap().size, 1);
}

async fn a_resent_command_may_be_stamped_later(place: &Place) {
    let store = place.create().await;
    let first = store.commit(creation("TASK-1")).await.unwrap();
    let mut later = creation("TASK-1");
    later.stamp.at = "2030-01-01T00:00:00Z".parse().unwrap();
    later.expect = vec![(Stream::Task(task("TASK-1")), 1)];
    assert_eq!(store.commit(later).await.unwrap(), first);
    assert_eq!(store.log(0, 10).await.unwrap()[0].stamp, stamp("ada"));
}

async fn a_commit_without_events_is_refused(place: &Place) {
    let store = place.create().await;
    let refused = store.commit(Commit { events: vec![], ..creation("TASK-1") }).await.unwrap_err();
    assert!(matches!(refused, StoreError::NothingToCommit { .. }));
    assert_eq!(store.outcome(&key("TASK-1")).await.unwrap(), None);
}

async fn events_that_would_not_replay_are_refused(place: &Place) {
    let store = place.create().await;
    let refused = store.commit(assignment("TASK-1", 0)).await.unwrap_err();
    assert!(matches!(refused, StoreError::WouldNotReplay { .. }), "{refused}");
    assert_eq!(store.head().await.unwrap().size, 0);
    assert_eq!(store.task(&task("TASK-1")).await.unwrap(), None);
}

async fn a_commit_over_several_streams_is_all_or_nothing(place: &Place) {
    let store = place.create().await;
    store.commit(creation("TASK-1")).await.unwrap();
    let assigned = Event::Task(
        task("TASK-1"),
        TaskEvent::Assigned { to: actor("bob"), then: vec![], note: None },
    );
    // The second half cannot happen, so the first half does not.
    let commit = Commit {
        events: vec![assigned.clone(), created("TASK-2", "two"), created("TASK-1", "again")],
        expect: vec![],
        ..creation("both")
    };
    let refused = store.commit(commit).await.unwrap_err();
    assert!(matches!(refused, StoreError::WouldNotReplay { .. }));
    assert_eq!(store.task(&task("TASK-2")).await.unwrap(), None);
    let commit = Commit {
        events: vec![assigned, created("TASK-2", "two")],
        expect: vec![],
        ..creation("x")
    };
    assert_eq!(store.commit(commit).await.unwrap(), Committed { first: 2, last: 3 });
}

async fn refused_commits_do_not_harm_their_neighbours(place: &Place) {
    let store = place.create().await;
    store.commit(creation("base")).await.unwrap();
    // All wait while the first is written, so they share transactions.
    let mut waiting = Vec::new();
    for n in 0..60 {
        let commit = match n % 3 {
            0 => creation(&format!("TASK-{n}")),
            1 => Commit { key: key(&format!("late-{n}")), ..creation("base") },
            _ => assignment(&format!("nothing-{n}"), 0),
        };
        let store = store.clone();
        waiting.push(tokio::spawn(async move { (n, store.commit(commit).await) }));
    }
    for done in waiting {
        let (n, outcome) = done.await.unwrap();
        match n % 3 {
            0 => drop(outcome.unwrap()),
            1 => assert!(matches!(outcome, Err(StoreError::Conflict { .. }))),
            _ => assert!(matches!(outcome, Err(StoreError::WouldNotReplay { .. }))),
        }
    }
    assert_eq!(store.head().await.unwrap().size, 21);
    assert!(store.audit(|_| {}).await.unwrap().is_sound());
}

async fn concurrent_commits_share_transactions(place: &Place) {
    let store = place.create().await;
    let commits = (0..200).map(|n| {
        let (store, commit) = (store.clone(), creation(&format!("TASK-{n}")));
        tokio::spawn(async move { store.commit(commit).await.unwrap() })
    });
    let commits: Vec<_> = commits.collect();
    let mut seqs = BTreeSet::new();
    for commit in commits {
        seqs.insert(commit.await.unwrap().first);
    }
    assert_eq!(seqs, (1..=200).collect());
    assert!(store.batches() <= 50, "{} transactions for 200 commits", store.batches());
}

async fn of_many_who_want_the_same_version_one_wins(place: &Place) {
    let store = place.create().await;
    store.commit(creation("TASK-1")).await.unwrap();
    let other = place.open().await;
    let commits = (0..20).map(|n| {
        let store = if n % 2 == 0 { store.clone() } else { other.clone() };
        let commit = Commit { key: key(&format!("k{n}")), ..assignment("TASK-1", 1) };
        tokio::spawn(async move { store.commit(commit).await })
    });
    let mut won = 0;
    for commit in commits.collect::<Vec<_>>() {
        match commit.await.unwrap() {
            Ok(_) => won += 1,
            Err(StoreError::Conflict { expected: 1, actual: 2, .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(won, 1);
}

async fn a_store_closes_and_its_clones_with_it(place: &Place) {
    let store = place.create().await;
    let clone = store.clone();
    store.commit(creation("TASK-1")).await.unwrap();
    store.close().await;
    assert!(matches!(clone.head().await, Err(StoreError::Unavailable { .. })));
    let refused = clone.commit(creation("TASK-2")).await;
    assert!(matches!(refused, Err(StoreError::Unavailable { .. })));
    assert_eq!(place.open().await.head().await.unwrap().size, 1);
}
