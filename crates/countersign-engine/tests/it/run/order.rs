//! Many tasks: what runs at once, what waits, and what never begins.

use std::collections::BTreeSet;
use std::time::Duration;

use countersign_core::{Assurance, Command, Finding, Hat, TaskCommand, TaskId, TeamCommand};
use countersign_engine::InboxQuery;
use countersign_engine::run::{Budget, End, Graph, RunEvent, RunOptions, Stop};

use super::script::{Floor, Script, Step, arrival};
use crate::cast::{actor, create, task};

#[tokio::test]
async fn dependents_begin_when_what_they_rest_on_has_landed() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    floor.add("C", &["A"]).await;
    floor.add("D", &["B", "C"]).await;
    let script = Script::default();
    let summary = floor.run(&script, &["D", "C", "B", "A"]).await;
    assert!(summary.arrivals.values().all(|arrival| arrival.task.is_completed()));
    let landed = script.seen.lock().unwrap().landed.clone();
    assert_eq!((landed.first().unwrap().as_str(), landed.last().unwrap().as_str()), ("A", "D"));
}

#[tokio::test]
async fn independent_tasks_run_at_once_within_their_bound() {
    let floor = Floor::open().await;
    let ids: Vec<String> = (0..12).map(|n| format!("T{n}")).collect();
    for id in &ids {
        floor.add(id, &[]).await;
    }
    let script = Script::taking(Duration::from_millis(30));
    let options = RunOptions { workers: 4, ..Floor::options("one") };
    let runner = floor.runner(&script, options, &Stop::default());
    let ids: Vec<TaskId> = ids.iter().map(|id| task(id)).collect();
    runner.run(&ids).await.unwrap();
    let most = script.seen.lock().unwrap().most_at_once();
    assert!((2..=4).contains(&most), "{most}");
}

#[tokio::test]
async fn who_had_to_be_merged_is_judged_once_more_however_many_end_at_once() {
    let floor = Floor::open().await;
    let ids: Vec<String> = (0..30).map(|n| format!("T{n}")).collect();
    for id in &ids {
        floor.add(id, &[]).await;
    }
    let script = Script::on_a_branch(Duration::from_millis(30));
    let options = RunOptions { workers: 30, checks: 2, ..Floor::options("one") };
    let runner = floor.runner(&script, options, &Stop::default());
    let ids: Vec<TaskId> = ids.iter().map(|id| task(id)).collect();
    let summary = runner.run(&ids).await.unwrap();
    for arrival in summary.arrivals.values() {
        assert!(arrival.task.is_completed(), "{arrival:?}");
    }
    // The first one that landed was alone.
    assert_eq!(script.seen.lock().unwrap().judged, 30 + 29);
}

#[tokio::test]
async fn a_blocked_task_holds_up_only_those_who_need_it() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    floor.add("C", &["B"]).await;
    floor.add("D", &[]).await;
    let script = Script::default().says("A", &vec![Step::Work(Finding::Fail); 4]);
    let summary = floor.run(&script, &["A", "B", "C", "D"]).await;
    assert_eq!(arrival(&summary, "B").end, End::HeldUp { by: task("A") });
    assert_eq!(arrival(&summary, "C").end, End::HeldUp { by: task("B") });
    assert!(arrival(&summary, "D").task.is_completed());
}

#[tokio::test]
async fn what_waits_for_a_task_outside_of_the_run_says_so() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    let summary = floor.run(&Script::default(), &["B"]).await;
    assert_eq!(arrival(&summary, "B").end, End::HeldUp { by: task("A") });
}

#[tokio::test]
async fn fail_fast_begins_nothing_new() {
    let floor = Floor::open().await;
    // As many as can never be through before it is known that the first failed.
    let names: Vec<String> = (0..60).map(|n| format!("T{n:02}")).collect();
    for id in &names {
        floor.add(id, &[]).await;
    }
    let script = Script::default().says("T00", &vec![Step::Work(Finding::Fail); 4]);
    let options = RunOptions { fail_fast: true, workers: 1, checks: 1, ..Floor::options("one") };
    let runner = floor.runner(&script, options, &Stop::default());
    let ids: Vec<TaskId> = names.iter().map(|id| task(id)).collect();
    let summary = runner.run(&ids).await.unwrap();
    let End::Left { why } = &arrival(&summary, "T59").end else { panic!("{summary:?}") };
    assert!(why.contains("--fail-fast"), "{why}");
    assert_eq!(summary.arrivals.len(), names.len());
}

#[tokio::test]
async fn fail_fast_lets_no_worker_begin_who_waited_for_a_slot() {
    let floor = Floor::open().await;
    let names: Vec<String> = (0..9).map(|n| format!("T{n}")).collect();
    let office = &floor.office;
    for id in &names {
        let mut made = create();
        if let TaskCommand::Create { revisions, assurance, .. } = &mut made {
            (*revisions, *assurance) = (0, Assurance::Contract);
        }
        office.act(&office.ada, id, made).await.unwrap();
        office.act(&office.ada, id, TaskCommand::assign(actor("bob"))).await.unwrap();
    }
    // All are on their way at once, and one after the other works.
    let script =
        Script::taking(Duration::from_millis(200)).says("T0", &[Step::Work(Finding::Fail)]);
    let options = RunOptions { fail_fast: true, workers: 1, checks: 20, ..Floor::options("one") };
    let runner = floor.runner(&script, options, &Stop::default());
    let ids: Vec<TaskId> = names.iter().map(|id| task(id)).collect();
    let summary = runner.run(&ids).await.unwrap();
    let is_blocked = |id: &&String| arrival(&summary, id).task.state.name() == "blocked";
    assert_eq!(names.iter().filter(is_blocked).count(), 1);
    let begun = |id: &&String| !arrival(&summary, id).task.attempts.is_empty();
    // Another one begins while the one that fails is judged; which one is first is not said.
    let waiting: Vec<&String> = names.iter().filter(|id| !begun(id)).collect();
    let events = floor.events.lock().unwrap();
    let is_block = |event: &RunEvent| matches!(event, RunEvent::Arrived(arrival) if arrival.task.id == task("T0"));
    let at = events.iter().position(is_block).unwrap();
    let begins = |event: &&RunEvent| matches!(event, RunEvent::Began { .. });
    assert!(events[at..].iter().filter(begins).count() <= 1, "{events:#?}");
    for id in waiting {
        let last = arrival(&summary, id);
        assert!(matches!(&last.end, End::Left { why } if why.contains("--fail-fast")), "{last:?}");
        assert_eq!(last.task.standstill, None, "nothing is in its way");
    }
}

#[tokio::test]
async fn a_worker_that_cannot_be_started_leaves_its_tasks_and_no_others() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    floor.add("C", &[]).await;
    let office = &floor.office;
    office.act(&office.ada, "C", TaskCommand::assign(actor("dan"))).await.unwrap();
    let mut options = Floor::options("one");
    options.hands.insert("bob".to_owned(), Some("bob is not installed".to_owned()));
    let runner = floor.runner(&Script::default(), options, &Stop::default());
    let summary = runner.run(&["A", "B", "C"].map(task)).await.unwrap();
    let left = arrival(&summary, "A");
    let End::Left { why } = &left.end else { panic!("{left:?}") };
    assert!(why.contains("bob is not installed") && why.contains("retry A --worker"), "{why}");
    assert!(left.task.standstill.is_some() && left.task.attempts.is_empty(), "{left:?}");
    assert_eq!(arrival(&summary, "B").end, End::HeldUp { by: task("A") });
    assert!(arrival(&summary, "C").task.is_completed());
}

#[tokio::test]
async fn what_is_handed_out_again_during_the_run_is_gone_on_with() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    floor.add("C", &["B"]).await;
    floor.add("D", &[]).await;
    let script = Script::with_lead(&floor.office)
        .says("A", &vec![Step::Work(Finding::Fail); 4])
        .says("D", &[Step::HandsOut("A")]);
    let summary = floor.run(&script, &["A", "B", "C", "D"]).await;
    for id in ["A", "B", "C", "D"] {
        let arrival = arrival(&summary, id);
        assert!(arrival.task.is_completed() && arrival.end == End::Settled, "{id}: {arrival:?}");
    }
    assert_eq!(arrival(&summary, "A").task.attempts.len(), 5);
}

#[tokio::test]
async fn what_is_handed_out_again_begins_while_others_are_still_at_work() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("D", &[]).await;
    let script = Script::with_lead(&floor.office)
        .says("A", &vec![Step::Work(Finding::Fail); 4])
        .says("D", &[Step::HandsOutAndWaits("A")]);
    let summary = floor.run(&script, &["A", "D"]).await;
    assert!(summary.arrivals.values().all(|arrival| arrival.task.is_completed()), "{summary:?}");
    assert_eq!(script.seen.lock().unwrap().landed, ["A", "D"]);
}

#[tokio::test]
async fn what_was_left_is_gone_on_with_once_another_worker_has_it() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    floor.add("D", &[]).await;
    let office = &floor.office;
    for id in ["B", "D"] {
        office.act(&office.ada, id, TaskCommand::assign(actor("dan"))).await.unwrap();
    }
    let mut options = Floor::options("one");
    options.hands.insert("bob".to_owned(), Some("bob is not installed".to_owned()));
    let script = Script::with_lead(office).says("D", &[Step::HandsOutAndWaits("A")]);
    let runner = floor.runner(&script, options, &Stop::default());
    let summary = runner.run(&["A", "B", "D"].map(task)).await.unwrap();
    assert!(summary.arrivals.values().all(|arrival| arrival.task.is_completed()), "{summary:?}");
    let landed = script.seen.lock().unwrap().landed.clone();
    assert_eq!(landed.first().map(String::as_str), Some("A"));
}

#[tokio::test]
async fn what_core_refuses_during_the_run_waits_in_the_inbox_of_a_lead() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    let office = &floor.office;
    let take = TeamCommand::TakeHat { actor: actor("bob"), hat: Hat::Builder };
    office.engine.execute(&office.ada, &[Command::Team(take)]).await.unwrap();
    let summary = floor.run(&Script::default(), &["A", "B"]).await;
    let left = arrival(&summary, "A");
    let End::Left { why } = &left.end else { panic!("{left:?}") };
    assert!(why.contains("bob"), "{why}");
    let standstill = floor.task("A").await.standstill;
    assert_eq!(standstill.map(|one| one.why.to_string()).as_ref(), Some(why));
    let query = InboxQuery { actor: actor("ada"), limit: 10 };
    let inbox = office.engine.inbox(&query).await.unwrap();
    assert!(!inbox.is_empty(), "{inbox:?}");
}

/// It is not part of the branch before the next run begins.
#[tokio::test]
async fn nothing_begins_on_what_is_taken_as_done_during_the_run() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    floor.add("D", &[]).await;
    let script = Script::with_lead(&floor.office)
        .says("A", &vec![Step::Work(Finding::Fail); 4])
        .says("D", &[Step::Overrides("A")]);
    let summary = floor.run(&script, &["A", "B", "D"]).await;
    assert!(arrival(&summary, "A").task.is_completed());
    let held = arrival(&summary, "B");
    assert_eq!((held.task.attempts.len(), &held.end), (0, &End::HeldUp { by: task("A") }));
}

#[tokio::test]
async fn what_is_handed_to_somebody_else_during_the_run_is_told_as_it_stands() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("D", &[]).await;
    let script = Script::with_lead(&floor.office)
        .says("A", &vec![Step::Work(Finding::Fail); 4])
        .says("D", &[Step::HandsOut("A")]);
    let mut options = Floor::options("one");
    options.hands.remove("dan");
    let runner = floor.runner(&script, options, &Stop::default());
    let summary = runner.run(&["A", "D"].map(task)).await.unwrap();
    let moved = arrival(&summary, "A");
    assert_eq!((moved.task.state.name(), &moved.end), ("assigned", &End::Settled));
    let events = floor.events.lock().unwrap();
    let is_told = |event: &&RunEvent| matches!(event, RunEvent::Arrived(arrival) if arrival.task.id == task("A"));
    let told: Vec<&RunEvent> = events.iter().filter(is_told).collect();
    let Some(RunEvent::Arrived(last)) = told.last() else { panic!("{told:?}") };
    assert_eq!((told.len(), last.task.state.name()), (2, "assigned"));
}

#[tokio::test]
async fn a_spent_budget_names_the_setting() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    floor.add("B", &["A"]).await;
    let budget = Budget { cost_usd_micros: Some(50), tokens: None };
    let options = RunOptions { budget, ..Floor::options("one") };
    let runner = floor.runner(&Script::default(), options, &Stop::default());
    let summary = runner.run(&[task("A"), task("B")]).await.unwrap();
    let End::Left { why } = &arrival(&summary, "B").end else { panic!("left") };
    assert!(why.contains("budget_usd"), "{why}");
}

#[tokio::test]
async fn two_runs_share_the_work_and_do_nothing_twice() {
    let floor = Floor::open().await;
    let names: Vec<String> = (0..10).map(|n| format!("T{n}")).collect();
    for id in &names {
        floor.add(id, &[]).await;
    }
    let ids: Vec<TaskId> = names.iter().map(|id| task(id)).collect();
    let script = Script::taking(Duration::from_millis(5));
    let one = floor.runner(&script, Floor::options("one"), &Stop::default());
    let two = floor.runner(&script, Floor::options("two"), &Stop::default());
    let (first, second) = tokio::join!(one.run(&ids), two.run(&ids));
    for summary in [first.unwrap(), second.unwrap()] {
        assert!(summary.arrivals.values().all(|arrival| arrival.task.is_completed()));
    }
    let landed = script.seen.lock().unwrap().landed.clone();
    assert_eq!(landed.len(), 10, "{landed:?}");
    for id in &names {
        assert_eq!(floor.task(id).await.attempts.len(), 1);
    }
}

#[test]
fn a_graph_of_many_layers_is_walked_once() {
    let mut graph = Graph::default();
    let name = |layer: usize, n: usize| task(&format!("L{layer}-{n}"));
    for layer in 0..100 {
        for n in 0..100 {
            let on = if layer == 0 { 0 } else { 3 };
            let waits: BTreeSet<TaskId> = (0..on).map(|d| name(layer - 1, (n + d) % 100)).collect();
            graph.add(name(layer, n), waits);
        }
    }
    let mut done = 0;
    while let Some(id) = graph.take() {
        graph.complete(&id);
        done += 1;
    }
    assert_eq!((done, graph.left().len()), (10_000, 0));
}
