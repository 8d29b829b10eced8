//! Leases: one holder at a time, and only the newest token writes.

use std::collections::BTreeSet;
use std::time::Duration;

use countersign_core::{Assurance, TaskCommand};
use countersign_store::{Commit, Fence, Journal, SqlStore, StoreError};

use crate::place::{Place, on_both};
use crate::world::{World, assignment, creation, key, task};

on_both!(
    a_claim_takes_the_oldest_ready_task,
    a_wanted_task_is_claimed_only_if_it_is_ready,
    a_stale_lease_holder_is_fenced,
    a_lease_that_ran_out_but_was_not_taken_may_finish,
    a_token_of_a_task_that_was_never_claimed_is_fenced,
    claims_are_exclusive,
    many_claimers_share_out_all_tasks,
    a_task_that_waits_for_others_is_not_claimed,
    what_needs_a_person_is_not_claimed,
    a_heartbeat_keeps_the_lease,
    a_released_task_is_claimed_at_once_with_a_new_token,
    a_lost_lease_can_neither_be_kept_nor_released,
    a_rebuild_leaves_the_tokens_alone,
    claims_and_fenced_commits_do_not_stop_each_other,
);

const LONG: Duration = Duration::from_secs(600);
const NONE: Duration = Duration::ZERO;

async fn with_ready_tasks(place: &Place, names: &[&str]) -> SqlStore {
    let store = place.create().await;
    for name in names {
        store.commit(creation(name)).await.unwrap();
        store.commit(assignment(name, 1)).await.unwrap();
    }
    store
}

fn under(fence: Fence, commit: Commit) -> Commit {
    Commit { fence: Some(fence), ..commit }
}

/// Leases run out by the database's clock, which has milliseconds.
async fn tick() {
    tokio::time::sleep(Duration::from_millis(5)).await;
}

async fn a_claim_takes_the_oldest_ready_task(place: &Place) {
    let store = with_ready_tasks(place, &["Z", "A"]).await;
    let lease = store.claim("r1", LONG, None).await.unwrap().unwrap();
    assert_eq!((lease.task.as_str(), lease.owner.as_str(), lease.token), ("Z", "r1", 1));
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_millis();
    let left = u128::try_from(lease.until.as_millisecond()).unwrap() - now;
    assert!((590_000..=601_000).contains(&left), "it holds for {left} ms");
    let next = store.claim("r1", LONG, None).await.unwrap().unwrap();
    assert_eq!(next.task, task("A"));
    assert_eq!(store.claim("r1", LONG, None).await.unwrap(), None);
}

async fn a_wanted_task_is_claimed_only_if_it_is_ready(place: &Place) {
    let store = with_ready_tasks(place, &["A", "B"]).await;
    store.commit(creation("pending")).await.unwrap();
    let lease = store.claim("r1", LONG, Some(&task("B"))).await.unwrap().unwrap();
    assert_eq!(lease.task, task("B"));
    for other in ["B", "pending", "unknown"] {
        assert_eq!(store.claim("r2", LONG, Some(&task(other))).await.unwrap(), None, "{other}");
    }
}

async fn a_stale_lease_holder_is_fenced(place: &Place) {
    let store = with_ready_tasks(place, &["A"]).await;
    let old = store.claim("r1", NONE, None).await.unwrap().unwrap();
    tick().await;
    let new = store.claim("r2", LONG, None).await.unwrap().unwrap();
    assert!(new.token > old.token);
    let refused = store.commit(under(old.fence(), assignment("A", 2))).await.unwrap_err();
    let StoreError::Fenced { task: fenced, presented, current } = refused else {
        panic!("{refused}")
    };
    assert_eq!((fenced, presented, current), (task("A"), old.token, Some(new.token)));
    store.commit(under(new.fence(), assignment("A", 2))).await.unwrap();
    // A token from the future is as wrong as one from the past.
    let ahead = Fence { task: task("A"), token: new.token + 1 };
    let refused = store.commit(under(ahead, assignment("A", 3))).await.unwrap_err();
    assert!(matches!(refused, StoreError::Fenced { .. }));
}

async fn a_lease_that_ran_out_but_was_not_taken_may_finish(place: &Place) {
    let store = with_ready_tasks(place, &["A"]).await;
    let lease = store.claim("r1", NONE, None).await.unwrap().unwrap();
    tick().await;
    store.commit(under(lease.fence(), assignment("A", 2))).await.unwrap();
}

async fn a_token_of_a_task_that_was_never_claimed_is_fenced(place: &Place) {
    let store = with_ready_tasks(place, &["A"]).await;
    for token in [0, 1] {
        let fence = Fence { task: task("A"), token };
        let refused = store.commit(under(fence, assignment("A", 2))).await.unwrap_err();
        assert!(matches!(refused, StoreError::Fenced { current: None, .. }));
    }
}

async fn claims_are_exclusive(place: &Place) {
    let store = with_ready_tasks(place, &["A"]).await;
    let other = place.open().await;
    let claims = (0..16).map(|n| {
        let store = if n % 2 == 0 { store.clone() } else { other.clone() };
        tokio::spawn(async move { store.claim(&format!("r{n}"), LONG, None).await.unwrap() })
    });
    let mut won = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        won.extend(claim.await.unwrap());
    }
    assert_eq!(won.len(), 1, "{won:?}");
    assert_eq!(won[0].token, 1);
}

async fn many_claimers_share_out_all_tasks(place: &Place) {
    let names: Vec<String> = (0..32).map(|n| format!("TASK-{n}")).collect();
    let store =
        with_ready_tasks(place, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    // Leases that ran out, so that every claim takes one over, the harder case.
    for name in &names {
        store.claim("dead", NONE, Some(&task(name))).await.unwrap().unwrap();
    }
    tick().await;
    let other = place.open().await;
    let claims = (0..16).map(|n| {
        let store = if n % 2 == 0 { store.clone() } else { other.clone() };
        tokio::spawn(async move {
            let mut mine = Vec::new();
            while let Some(lease) = store.claim(&format!("r{n}"), LONG, None).await.unwrap() {
                mine.push(lease);
            }
            mine
        })
    });
    let mut taken = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        taken.extend(claim.await.unwrap());
    }
    assert!(taken.iter().all(|lease| lease.token == 2));
    let distinct: BTreeSet<_> = taken.iter().map(|lease| &lease.task).collect();
    assert_eq!((taken.len(), distinct.len()), (32, 32));
}

async fn a_task_that_waits_for_others_is_not_claimed(place: &Place) {
    let mut world = World::on(place).await;
    world.new_task("base", &[], Assurance::Contract).await;
    world.new_task("next", &["base"], Assurance::Contract).await;
    world.assign("next").await;
    assert_eq!(world.store.claim("r1", LONG, None).await.unwrap(), None);
    world.assign("base").await;
    let lease = world.store.claim("r1", LONG, None).await.unwrap().unwrap();
    assert_eq!(lease.task, task("base"));
    assert_eq!(world.store.claim("r2", LONG, None).await.unwrap(), None);
    world.work_through("base").await;
    let lease = world.store.claim("r2", LONG, None).await.unwrap().unwrap();
    assert_eq!(lease.task, task("next"));
    world.store.release(&lease).await.unwrap();
    // What was completed can be reopened, and then it is waited for again.
    let (reason, builder) = (crate::world::says("it broke"), None);
    world.do_task("ada", "base", TaskCommand::Reopen { reason, builder }).await;
    assert_eq!(world.store.claim("r2", LONG, Some(&task("next"))).await.unwrap(), None);
    world.do_task("ada", "next", TaskCommand::DropDependency { on: task("base") }).await;
    assert!(world.store.claim("r2", LONG, Some(&task("next"))).await.unwrap().is_some());
}

async fn what_needs_a_person_is_not_claimed(place: &Place) {
    let mut world = World::on(place).await;
    world.new_task("A", &[], Assurance::Review).await;
    assert_eq!(world.store.claim("r1", LONG, None).await.unwrap(), None, "pending");
    world.assign("A").await;
    world.work_through("A").await;
    assert_eq!(world.store.claim("r1", LONG, None).await.unwrap(), None, "review");
    world.do_task("rob", "A", TaskCommand::Approve).await;
    assert_eq!(world.store.claim("r1", LONG, None).await.unwrap(), None, "completed");
}

async fn a_heartbeat_keeps_the_lease(place: &Place) {
    let store = with_ready_tasks(place, &["A"]).await;
    let lease = store.claim("r1", NONE, None).await.unwrap().unwrap();
    tick().await;
    let kept = store.heartbeat(&lease, LONG).await.unwrap();
    assert_eq!(kept.token, lease.token);
    assert!(kept.until > lease.until);
    assert_eq!(store.claim("r2", LONG, None).await.unwrap(), None);
}

async fn a_released_task_is_claimed_at_once_with_a_new_token(place: &Place) {
    let store = with_ready_tasks(place, &["A"]).await;
    let first = store.claim("r1", LONG, None).await.unwrap().unwrap();
    store.release(&first).await.unwrap();
    let second = store.claim("r2", LONG, None).await.unwrap().unwrap();
    assert_eq!(second.token, first.token + 1);
}

async fn a_lost_lease_can_neither_be_kept_nor_released(place: &Place) {
    let store = with_ready_tasks(place, &["A"]).await;
    let old = store.claim("r1", NONE, None).await.unwrap().unwrap();
    tick().await;
    let new = store.claim("r1", LONG, None).await.unwrap().unwrap();
    for outcome in [store.heartbeat(&old, LONG).await.map(drop), store.release(&old).await] {
        assert!(matches!(outcome, Err(StoreError::LeaseLost { .. })));
    }
    store.release(&new).await.unwrap();
    let outcome = store.heartbeat(&new, LONG).await;
    assert!(matches!(outcome, Err(StoreError::LeaseLost { .. })));
}

async fn a_rebuild_leaves_the_tokens_alone(place: &Place) {
    let store = with_ready_tasks(place, &["A"]).await;
    let lease = store.claim("r1", LONG, None).await.unwrap().unwrap();
    store.rebuild().await.unwrap();
    let again = Commit { key: key("after"), ..assignment("A", 2) };
    store.commit(under(lease.fence(), again)).await.unwrap();
    store.release(&lease).await.unwrap();
    let next = store.claim("r2", LONG, None).await.unwrap().unwrap();
    assert_eq!(next.token, lease.token + 1);
}

async fn claims_and_fenced_commits_do_not_stop_each_other(place: &Place) {
    let names: Vec<String> = (0..4).map(|n| format!("TASK-{n}")).collect();
    let store =
        with_ready_tasks(place, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let other = place.open().await;
    let runners = (0..8).map(|n| {
        let store = if n % 2 == 0 { store.clone() } else { other.clone() };
        tokio::spawn(async move {
            let owner = format!("r{n}");
            let mut rounds = 0;
            while rounds < 10 {
                let Some(lease) = store.claim(&owner, LONG, None).await.unwrap() else {
                    tick().await;
                    continue;
                };
                let (_, version) = store.task(&lease.task).await.unwrap().unwrap();
                let work = assignment(lease.task.as_str(), version);
                store.commit(under(lease.fence(), work)).await.unwrap();
                store.heartbeat(&lease, LONG).await.unwrap();
                store.release(&lease).await.unwrap();
                rounds += 1;
            }
        })
    });
    for runner in runners.collect::<Vec<_>>() {
        runner.await.unwrap();
    }
    assert_eq!(store.head().await.unwrap().size, 8 + 80);
    assert!(store.audit(|_| {}).await.unwrap().is_sound());
}
