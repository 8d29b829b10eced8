//! Runs that end before their tasks do: stopped, or dead.

use std::time::Duration;

use countersign_core::{Command, TaskCommand, TreeId};
use countersign_engine::run::{End, RunEvent, RunOptions, Stop};
use countersign_store::Journal;

use super::script::{Floor, Script, Step, arrival};
use crate::cast::task;

#[tokio::test]
async fn a_stopped_run_leaves_tasks_that_the_next_one_finishes() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    let script = Script::default().says("A", &[Step::Waits]);
    let stop = Stop::default();
    let runner = floor.runner(&script, Floor::options("one"), &stop);
    let running = tokio::spawn(async move { runner.run(&[task("A"), task("B")]).await.unwrap() });
    while !floor.events.lock().unwrap().iter().any(|event| matches!(event, RunEvent::Began { .. }))
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    stop.pull();
    let summary = running.await.unwrap();
    assert_eq!(arrival(&summary, "A").end, End::Stopped);
    assert!(!arrival(&summary, "B").task.is_completed());
    assert_eq!(floor.task("A").await.attempts.len(), 0);
    let summary = floor.run(&script, &["A", "B"]).await;
    assert!(summary.arrivals.values().all(|arrival| arrival.task.is_completed()));
}

/// A task that a run had in its hands when it died, after the given commands.
async fn left_by_the_dead(floor: &Floor, commands: Vec<TaskCommand>) {
    let office = &floor.office;
    let store = office.engine.store();
    let lease = store.claim("dead", Duration::from_secs(600), Some(&task("A"))).await.unwrap();
    let fence = lease.unwrap().fence();
    for command in commands {
        let command = [Command::Task(task("A"), command)];
        office.engine.execute_under(&office.ci, &command, fence.clone()).await.unwrap();
    }
}

fn delegate() -> TaskCommand {
    TaskCommand::Delegate { base: TreeId::new("base").unwrap() }
}

#[tokio::test]
async fn what_a_dead_run_held_is_taken_over_at_once() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    left_by_the_dead(&floor, vec![delegate()]).await;
    let script = Script::default();
    script.gone.lock().unwrap().insert("dead".to_owned());
    let summary = floor.run(&script, &["A"]).await;
    let task = &arrival(&summary, "A").task;
    assert_eq!((task.is_completed(), task.attempts.len()), (true, 1));
}

#[tokio::test]
async fn delivered_work_is_judged_and_not_done_again() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let work = countersign_core::Work {
        worker: "bob".into(),
        end: countersign_core::WorkEnd::Finished,
        exit: countersign_core::Exit::Success,
        duration_ms: 1,
        result: TreeId::new("1").unwrap(),
        said: Default::default(),
        spent: Default::default(),
    };
    let submission = countersign_core::Submission {
        summary: crate::cast::words("delivered"),
        files_changed: vec![],
    };
    let deliver = TaskCommand::Deliver { submission, work };
    left_by_the_dead(&floor, vec![delegate(), deliver]).await;
    let script = Script::default();
    script.gone.lock().unwrap().insert("dead".to_owned());
    let summary = floor.run(&script, &["A"]).await;
    let task = &arrival(&summary, "A").task;
    assert_eq!((task.is_completed(), task.attempts.len()), (true, 1));
    assert!(script.seen.lock().unwrap().briefs.is_empty());
}

#[tokio::test]
async fn what_a_living_run_holds_is_left_to_it() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    left_by_the_dead(&floor, vec![delegate()]).await;
    // Nobody says that it is dead; so the lease decides, and it is long.
    let stop = Stop::default();
    let script = Script::default();
    let runner = floor.runner(&script, RunOptions { ..Floor::options("one") }, &stop);
    let running = tokio::spawn(async move { runner.run(&[task("A")]).await.unwrap() });
    tokio::time::sleep(Duration::from_millis(300)).await;
    stop.pull();
    let summary = running.await.unwrap();
    assert_eq!(arrival(&summary, "A").end, End::Stopped);
    assert!(script.seen.lock().unwrap().briefs.is_empty());
}
