//! The answer to COMMIT is lost on its way: the one error after which nobody knows.

use std::time::Duration;

use countersign_store::{Journal, SqlStore, StoreError};
use countersign_testkit::{LossyProxy, ThrowawayPostgres};

use crate::world::{assignment, creation};

/// A store on a fresh database, reached through the proxy.
async fn through(proxy: &LossyProxy, server: &ThrowawayPostgres) -> SqlStore {
    let direct = server.create_database();
    let (path, _) = direct.split_once('?').unwrap();
    let (_, database) = path.rsplit_once('/').unwrap();
    SqlStore::create(&proxy.url(database)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_answer_is_unknown_and_sending_again_tells() {
    let server = ThrowawayPostgres::start();
    let proxy = LossyProxy::start(&server.socket());
    let store = through(&proxy, &server).await;
    store.commit(creation("TASK-1")).await.unwrap();

    proxy.drop_next_commit_reply();
    let unknown = store.commit(assignment("TASK-1", 1)).await.unwrap_err();
    assert_eq!(proxy.commit_replies_dropped(), 1);
    let StoreError::Unknown { key, .. } = unknown else { panic!("{unknown}") };
    assert_eq!(key, assignment("TASK-1", 1).key);

    let committed = store.commit(assignment("TASK-1", 1)).await.unwrap();
    assert_eq!(store.outcome(&key).await.unwrap(), Some(committed));
    assert_eq!((committed.first, committed.last), (2, 2));
    assert_eq!(store.head().await.unwrap().size, 2);
    assert!(store.audit(|_| {}).await.unwrap().is_sound());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_commit_of_the_lost_batch_is_unknown() {
    let server = ThrowawayPostgres::start();
    let proxy = LossyProxy::start(&server.socket());
    let store = through(&proxy, &server).await;
    store.commit(creation("base")).await.unwrap();

    proxy.drop_next_commit_reply();
    let names: Vec<String> = (0..40).map(|n| format!("TASK-{n}")).collect();
    let commits = names.iter().map(|name| {
        let (store, commit) = (store.clone(), creation(name));
        tokio::spawn(async move { store.commit(commit).await })
    });
    let mut unknown = 0;
    for commit in commits.collect::<Vec<_>>() {
        match commit.await.unwrap() {
            Ok(_) => {}
            Err(StoreError::Unknown { .. }) => unknown += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(unknown > 0);
    for name in &names {
        store.commit(creation(name)).await.unwrap();
    }
    assert_eq!(store.head().await.unwrap().size, 41);
    assert!(store.audit(|_| {}).await.unwrap().is_sound());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_goes_on_after_its_server_was_killed() {
    let mut server = ThrowawayPostgres::start();
    let store = SqlStore::create(&server.create_database()).await.unwrap();
    store.commit(creation("TASK-1")).await.unwrap();
    tokio::task::block_in_place(|| server.kill_and_restart());
    // The connections of before are broken; nobody is told, for nothing was in doubt.
    store.commit(creation("TASK-2")).await.unwrap();
    assert_eq!(store.wait(1, Duration::from_secs(5)).await.unwrap(), 2);
    assert!(store.audit(|_| {}).await.unwrap().is_sound());
}
