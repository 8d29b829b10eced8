//! Many at once: nothing is lost, nothing happens twice, and no rule is slipped between two reads.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Command, GoalState, TaskCommand, TaskState};
use countersign_engine::{Engine, EngineError};
use countersign_store::SqlStore;
use countersign_testkit::ThrowawayPostgres;

use crate::cast::{Office, create, goal, rule, task, words};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn creators_at_the_same_time_get_different_numbers() {
    let office = Office::open().await;
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let (engine, bob) = (office.engine.clone(), office.bob.clone());
        running.spawn(async move {
            let make = |id: &_| vec![countersign_core::Command::Task(Clone::clone(id), create())];
            let done = engine.create_task(&bob, make).await.unwrap();
            done.board.tasks.keys().next().unwrap().clone()
        });
    }
    let ids: BTreeSet<_> = running.join_all().await.into_iter().collect();
    assert_eq!(ids.len(), 40);
    // They were not all after the same number, and had not to look for one far away.
    let number =
        |id: &countersign_core::TaskId| id.as_str()["TASK-".len()..].parse::<u32>().unwrap();
    assert!(ids.iter().map(number).max() <= Some(60), "{ids:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_approvals_at_the_same_time_one_is_refused() {
    let office = Office::open().await;
    office.task_in_review("TASK-1").await;
    let approve = || TaskCommand::Approve;
    let (first, second) = tokio::join!(
        office.act(&office.ada, "TASK-1", approve()),
        office.act(&office.rex, "TASK-1", approve())
    );
    let outcomes = [first, second];
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    let refused = outcomes.into_iter().find(Result::is_err).unwrap();
    assert_eq!(rule(refused), "wrong-state");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_links_at_the_same_time_cannot_close_a_cycle() {
    for round in 0..10 {
        let office = Office::open().await;
        for id in ["A", "B"] {
            office.act(&office.ada, id, create()).await.unwrap();
        }
        let on = |id: &str| TaskCommand::AddDependency { on: task(id) };
        let (one, other) = tokio::join!(
            office.act(&office.ada, "A", on("B")),
            office.act(&office.ada, "B", on("A"))
        );
        let outcomes = [one, other];
        assert_eq!(outcomes.iter().filter(|o| o.is_ok()).count(), 1, "round {round}");
        let refused = outcomes.into_iter().find(Result::is_err).unwrap();
        assert_eq!(rule(refused), "dependency-cycle");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_verifications_at_the_same_time_make_the_goal_pending() {
    let office = Office::open().await;
    let ids = ["TASK-1", "TASK-2", "TASK-3"];
    for id in ids {
        office.task_in_review(id).await;
        office.act(&office.ada, id, TaskCommand::Approve).await.unwrap();
    }
    office.goal_with("GOAL-1", &ids).await;
    let verify = || TaskCommand::Verify { notes: words("tried") };
    let outcomes = tokio::join!(
        office.act(&office.eve, "TASK-1", verify()),
        office.act(&office.eve, "TASK-2", verify()),
        office.act(&office.eve, "TASK-3", verify())
    );
    outcomes.0.unwrap();
    outcomes.1.unwrap();
    outcomes.2.unwrap();
    let (goal, _) = office.engine.store().goal(&goal("GOAL-1")).await.unwrap().unwrap();
    assert!(matches!(goal.state, GoalState::PendingVerify { .. }), "{:?}", goal.state);
    assert_eq!((goal.open, goal.verified), (0, 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_task_cannot_start_while_its_dependency_is_taken_back() {
    for _ in 0..10 {
        let office = Office::open().await;
        office.task_in_review("BASE").await;
        office.act(&office.ada, "BASE", TaskCommand::Approve).await.unwrap();
        office.act(&office.ada, "TOP", create()).await.unwrap();
        let depend = TaskCommand::AddDependency { on: task("BASE") };
        office.act(&office.ada, "TOP", depend).await.unwrap();
        let to = crate::cast::actor("bob");
        office.act(&office.ada, "TOP", TaskCommand::assign(to)).await.unwrap();
        let reject = TaskCommand::RejectVerification { reason: words("broken") };
        let (start, rejected) = tokio::join!(
            office.act(&office.bob, "TOP", TaskCommand::Start { base: None }),
            office.act(&office.eve, "BASE", reject)
        );
        rejected.unwrap();
        match start {
            // It started first; what happened to its dependency came after.
            Ok(done) => {
                let records = office.engine.store();
                let base = countersign_store::Stream::Task(task("BASE"));
                let last = countersign_store::Journal::stream(records, &base).await.unwrap();
                assert!(done.committed.last < last.last().unwrap().seq);
            }
            Err(error) => {
                assert!(
                    matches!(&error, EngineError::Refused(r) if r.rule() == "waits-for-dependencies"),
                    "{error:?}"
                );
                let (top, _) = office.engine.store().task(&task("TOP")).await.unwrap().unwrap();
                assert!(matches!(top.state, TaskState::Assigned { .. }));
            }
        }
    }
}

/// What two machines do that were given the same tasks: each looks, and then hands out what it saw in nobody's hands.
async fn handed_out_once(office: &Office, other: &Engine) {
    office.act(&office.ada, "TASK-1", create()).await.unwrap();
    let (_, version) = other.store().task(&task("TASK-1")).await.unwrap().unwrap();
    let seen = BTreeMap::from([(task("TASK-1"), version)]);
    let assign = [Command::Task(task("TASK-1"), TaskCommand::assign(crate::cast::actor("bob")))];
    let (first, second) = tokio::join!(
        office.engine.execute_as_seen(&office.ada, &assign, &seen),
        other.execute_as_seen(&office.ada, &assign, &seen)
    );
    let outcomes = [first, second];
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    let late = outcomes.into_iter().find_map(Result::err).unwrap();
    assert!(matches!(&late, EngineError::Moved { task: id } if *id == task("TASK-1")), "{late:?}");

    office.act(&office.bob, "TASK-1", TaskCommand::Start { base: None }).await.unwrap();
    let late = other.execute_as_seen(&office.ada, &assign, &seen).await.unwrap_err();
    assert!(matches!(late, EngineError::Moved { .. }), "{late:?}");
    let (at_work, _) = other.store().task(&task("TASK-1")).await.unwrap().unwrap();
    assert!(matches!(at_work.state, TaskState::InProgress { .. }), "{:?}", at_work.state);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_task_is_handed_out_by_one_of_two_and_not_again_once_it_is_at_work() {
    let office = Office::open().await;
    let other = office.engine.clone();
    handed_out_once(&office, &other).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_machines_with_one_postgresql_hand_a_task_out_once() {
    let server = ThrowawayPostgres::start();
    let url = server.create_database();
    let office = Office::at(tempfile::tempdir().unwrap(), &url).await;
    let other = Engine::new(SqlStore::open(&url).await.unwrap());
    handed_out_once(&office, &other).await;
}
