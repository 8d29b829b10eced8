//! What is a store, what is none, and what is one of the future.

use countersign_core::ContractKind;
use countersign_store::{Backend, Journal, SqlStore, StoreError, TaskQuery};

use crate::place::{Place, on_both};
use crate::world::creation;

on_both!(
    a_store_is_made_once,
    of_two_who_make_a_store_at_once_one_wins,
    what_is_no_store_is_not_opened,
    too_new_a_format_is_refused,
    a_store_of_the_first_format_is_brought_to_this_one_once,
    a_store_keeps_its_name,
    a_store_with_a_name_that_is_none_is_not_opened,
);

async fn a_store_is_made_once(place: &Place) {
    assert!(matches!(SqlStore::open(&place.url()).await, Err(StoreError::NotAStore)));
    let store = place.create().await;
    assert!(matches!(SqlStore::create(&place.url()).await, Err(StoreError::Exists)));
    let wanted = match place {
        Place::Sqlite(_) => Backend::Sqlite,
        Place::Postgres { .. } => Backend::Postgres,
    };
    assert_eq!(store.backend(), wanted);
}

async fn of_two_who_make_a_store_at_once_one_wins(place: &Place) {
    let makers = (0..8).map(|_| {
        let url = place.url();
        tokio::spawn(async move { SqlStore::create(&url).await })
    });
    let mut made = 0;
    for maker in makers.collect::<Vec<_>>() {
        match maker.await.unwrap() {
            Ok(_) => made += 1,
            Err(StoreError::Exists) => {}
            Err(error) => panic!("{error}: {:?}", std::error::Error::source(&error)),
        }
    }
    assert_eq!(made, 1);
    assert_eq!(place.open().await.head().await.unwrap().size, 0);
}

async fn what_is_no_store_is_not_opened(place: &Place) {
    match place {
        Place::Sqlite(folder) => {
            std::fs::write(folder.path().join("store.db"), "not a database, but text".repeat(99))
                .unwrap();
            assert!(matches!(SqlStore::open(&place.url()).await, Err(StoreError::NotAStore)));
            std::fs::write(folder.path().join("store.db"), "").unwrap();
        }
        Place::Postgres { .. } => place.vandalise("CREATE TABLE meta (something TEXT)").await,
    }
    assert!(matches!(SqlStore::open(&place.url()).await, Err(StoreError::NotAStore)));
    for bad in ["", "mysql://x/y", "sqlite://", "sqlite::memory:", "sqlite:///x?mode=ro"] {
        let refused = SqlStore::open(bad).await.unwrap_err();
        assert!(matches!(refused, StoreError::BadUrl { .. }), "{bad}: {refused}");
    }
}

async fn too_new_a_format_is_refused(place: &Place) {
    place.create().await.close().await;
    place.vandalise("UPDATE meta SET format = 3").await;
    let refused = SqlStore::open(&place.url()).await.unwrap_err();
    assert!(matches!(refused, StoreError::TooNew { found: 3, supported: 2 }), "{refused}");
}

/// As a program of the first format left it: the row of a task did not say its kind.
async fn a_store_of_the_first_format_is_brought_to_this_one_once(place: &Place) {
    let store = place.create().await;
    store.commit(creation("TASK-1")).await.unwrap();
    store.close().await;
    place
        .vandalise(
            "DROP INDEX task_kind; ALTER TABLE task DROP COLUMN kind; UPDATE meta SET format = 1",
        )
        .await;
    let openers = (0..4).map(|_| {
        let url = place.url();
        tokio::spawn(async move { SqlStore::open(&url).await })
    });
    for opener in openers.collect::<Vec<_>>() {
        let store = opener.await.unwrap().unwrap();
        assert!(store.audit(|_| {}).await.unwrap().is_sound());
        let advisory = TaskQuery { kind: Some(ContractKind::Advisory), ..TaskQuery::default() };
        assert_eq!(store.tasks(&advisory).await.unwrap().len(), 1);
        let verifiable = TaskQuery { kind: Some(ContractKind::Verifiable), ..advisory };
        assert_eq!(store.tasks(&verifiable).await.unwrap().len(), 0);
    }
    place.open().await.commit(creation("TASK-2")).await.unwrap();
}

async fn a_store_keeps_its_name(place: &Place) {
    let store = place.create().await;
    assert_eq!(store.id().len(), 32);
    assert_eq!(place.open().await.id(), store.id());
}

async fn a_store_with_a_name_that_is_none_is_not_opened(place: &Place) {
    place.create().await.close().await;
    let upper = "AB".repeat(16);
    let long = "ab".repeat(17);
    for name in ["", "../../elsewhere", "0123456789abcdef0123456789abcde/", &upper, &long] {
        place.vandalise(&format!("UPDATE meta SET store_id = '{name}'")).await;
        let refused = SqlStore::open(&place.url()).await.unwrap_err();
        let StoreError::Corrupt { record, .. } = refused else { panic!("{name}: {refused}") };
        let meta = countersign_store::Place::Row { table: "meta", key: "1".into() };
        assert_eq!(record, meta, "{name}");
    }
    place.vandalise(&format!("UPDATE meta SET store_id = '{}'", "0a".repeat(16))).await;
    place.open().await;
}
