//! Reading on: the log, the head, cursors, and waiting for news.

use std::time::{Duration, Instant};

use countersign_store::{Journal, StoreError};

use crate::place::{Place, on_both};
use crate::world::creation;

on_both!(
    the_log_is_dense_from_page_to_page,
    a_record_that_cannot_be_read_is_named,
    a_missing_record_is_named,
    a_cursor_moves_only_from_where_it_is,
    waiting_ends_with_news_of_this_process,
    waiting_ends_with_news_of_another_store,
    waiting_ends_in_time_without_news,
    the_head_changes_with_every_record,
);

async fn the_log_is_dense_from_page_to_page(place: &Place) {
    let store = place.create().await;
    for n in 0..25 {
        store.commit(creation(&format!("TASK-{n}"))).await.unwrap();
    }
    let (mut after, mut read) = (0, Vec::new());
    loop {
        let page = store.log(after, 10).await.unwrap();
        let Some(last) = page.last() else { break };
        after = last.seq;
        read.extend(page.into_iter().map(|record| record.seq));
    }
    assert_eq!(read, (1..=25).collect::<Vec<_>>());
}

async fn a_record_that_cannot_be_read_is_named(place: &Place) {
    let store = place.create().await;
    for n in 1..=3 {
        store.commit(creation(&format!("TASK-{n}"))).await.unwrap();
    }
    place.vandalise("UPDATE event SET body = '{}' WHERE seq = 2").await;
    let damaged = store.log(0, 10).await.unwrap_err();
    assert!(matches!(damaged, StoreError::Corrupt { .. }));
    assert!(damaged.to_string().contains("record 2"), "{damaged}");
    assert_eq!(store.log(2, 10).await.unwrap().len(), 1);
    place.vandalise("UPDATE stream SET body = '{}' WHERE id = 'task/TASK-2'").await;
    let damaged = store.task(&crate::world::task("TASK-2")).await.unwrap_err();
    assert!(damaged.to_string().contains("task/TASK-2"), "{damaged}");
    // Only what needs the damaged state is refused.
    let refused = store.commit(crate::world::assignment("TASK-2", 1)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Corrupt { .. }));
    store.commit(crate::world::assignment("TASK-3", 1)).await.unwrap();
}

async fn a_missing_record_is_named(place: &Place) {
    let store = place.create().await;
    store.commit(creation("TASK-1")).await.unwrap();
    for version in 1..4 {
        store.commit(crate::world::assignment("TASK-1", version)).await.unwrap();
    }
    place.vandalise("DELETE FROM event WHERE seq = 3").await;
    let damaged = store.log(0, 10).await.unwrap_err();
    assert!(damaged.to_string().contains("record 3"), "{damaged}");
    let stream = countersign_store::Stream::Task(crate::world::task("TASK-1"));
    let damaged = store.stream(&stream).await.unwrap_err();
    assert!(damaged.to_string().contains("version 3"), "{damaged}");
}

async fn a_cursor_moves_only_from_where_it_is(place: &Place) {
    let store = place.create().await;
    assert_eq!(store.cursor("ledger").await.unwrap(), 0);
    let refused = store.advance("ledger", 3, 4).await.unwrap_err();
    assert!(matches!(refused, StoreError::CursorMoved { expected: 3, actual: 0, .. }));
    store.advance("ledger", 0, 5).await.unwrap();
    store.advance("ledger", 5, 9).await.unwrap();
    for from in [0, 5] {
        let refused = store.advance("ledger", from, 20).await.unwrap_err();
        let StoreError::CursorMoved { sink, expected, actual } = refused else { panic!() };
        assert_eq!((sink.as_str(), expected, actual), ("ledger", from, 9));
    }
    assert_eq!(store.cursor("ledger").await.unwrap(), 9);
    assert_eq!(store.cursor("web").await.unwrap(), 0);
    assert!(store.advance("ledger", 9, 8).await.is_err());
}

async fn waits_for_first_record(
    waiting: countersign_store::SqlStore,
    writing: countersign_store::SqlStore,
) {
    let waits =
        tokio::spawn(async move { waiting.wait(0, Duration::from_secs(30)).await.unwrap() });
    tokio::time::sleep(Duration::from_millis(50)).await;
    let started = Instant::now();
    writing.commit(creation("TASK-1")).await.unwrap();
    assert_eq!(waits.await.unwrap(), 1);
    assert!(started.elapsed() < Duration::from_secs(10));
}

async fn waiting_ends_with_news_of_this_process(place: &Place) {
    let store = place.create().await;
    waits_for_first_record(store.clone(), store).await;
}

async fn waiting_ends_with_news_of_another_store(place: &Place) {
    let store = place.create().await;
    waits_for_first_record(place.open().await, store).await;
}

async fn waiting_ends_in_time_without_news(place: &Place) {
    let store = place.create().await;
    assert_eq!(store.wait(0, Duration::from_millis(120)).await.unwrap(), 0);
    store.commit(creation("TASK-1")).await.unwrap();
    assert_eq!(store.wait(0, Duration::ZERO).await.unwrap(), 1);
}

async fn the_head_changes_with_every_record(place: &Place) {
    let store = place.create().await;
    let mut roots = vec![store.head().await.unwrap().root];
    for n in 1..=9 {
        store.commit(creation(&format!("TASK-{n}"))).await.unwrap();
        let head = store.head().await.unwrap();
        assert_eq!(head.size, n);
        assert!(!roots.contains(&head.root));
        roots.push(head.root);
    }
    let audit = store.audit(|_| {}).await.unwrap();
    assert_eq!((audit.records, Some(&audit.root)), (9, roots.last()));
}
