//! One task's way through a run.

use countersign_core::{Finding, Hindrance, InterruptedBy, TaskCommand, Verdict};
use countersign_engine::run::{End, RunEvent, Stop};

use super::script::{Floor, Script, Step, arrival};
use crate::cast::{task, words};

#[tokio::test]
async fn work_that_passes_lands_and_is_completed() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default();
    let summary = floor.run(&script, &["A"]).await;
    let done = arrival(&summary, "A");
    assert_eq!((done.task.state.name(), &done.end), ("completed", &End::Settled));
    assert_eq!(done.commit.as_deref(), Some("c0ffee"));
    assert_eq!(script.seen.lock().unwrap().landed, ["A"]);
    assert_eq!(summary.cost_usd_micros, 100);
}

#[tokio::test]
async fn what_is_cancelled_while_it_is_judged_or_landed_does_not_stay_landed() {
    for step in [Step::CancelledWhileJudged, Step::CancelledWhenLanded] {
        let floor = Floor::open().await;
        floor.add("A", &[]).await;
        let script = Script::with_lead(&floor.office).says("A", std::slice::from_ref(&step));
        let summary = floor.run(&script, &["A"]).await;
        let done = arrival(&summary, "A");
        assert_eq!((done.task.state.name(), &done.end), ("cancelled", &End::Settled), "{step:?}");
        assert!(script.seen.lock().unwrap().landed.is_empty(), "{step:?}");
    }
}

#[tokio::test]
async fn the_second_brief_says_what_is_missing() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &[Step::Work(Finding::Fail)]);
    floor.run(&script, &["A"]).await;
    let briefs = script.seen.lock().unwrap().briefs["A"].clone();
    assert_eq!(briefs.len(), 2);
    assert!(!briefs[0].contains("What is missing"), "{}", briefs[0]);
    assert!(briefs[1].starts_with(briefs[0].trim_end()), "{}", briefs[1]);
    assert!(briefs[1].contains("Found: out.txt is not there"), "{}", briefs[1]);
    assert_eq!(floor.task("A").await.attempts.len(), 2);
}

#[tokio::test]
async fn after_two_failures_another_agent_takes_over_and_is_told_what_was_done() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &vec![Step::Work(Finding::Fail); 3]);
    let summary = floor.run(&script, &["A"]).await;
    let task = &arrival(&summary, "A").task;
    assert_eq!(task.builder().unwrap().as_str(), "dan");
    assert!(task.is_completed());
    let seen = script.seen.lock().unwrap();
    assert!(!seen.briefs["A"][1].contains("worked on this before you"));
    // Also the one with which the next agent's own failure goes back to it.
    for brief in &seen.briefs["A"][2..4] {
        assert!(brief.contains("bob worked on this before you"), "{brief}");
        assert!(brief.contains("Files changed: a.txt") && brief.contains("I am done"), "{brief}");
    }
}

#[tokio::test]
async fn when_everybody_failed_the_task_is_blocked_and_nothing_lands() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &vec![Step::Work(Finding::Fail); 4]);
    let summary = floor.run(&script, &["A"]).await;
    assert_eq!(arrival(&summary, "A").task.state.name(), "blocked");
    assert!(script.seen.lock().unwrap().landed.is_empty());
}

#[tokio::test]
async fn the_same_work_failing_alike_is_not_paid_for_again() {
    let floor = Floor::open().await;
    let mut made = crate::cast::create();
    if let TaskCommand::Create { revisions, .. } = &mut made {
        *revisions = 9;
    }
    let office = &floor.office;
    office.act(&office.ada, "A", made).await.unwrap();
    office.act(&office.ada, "A", TaskCommand::assign(crate::cast::actor("bob"))).await.unwrap();
    let script = Script::default().says("A", &vec![Step::Again(Finding::Fail); 9]);
    let summary = floor.run(&script, &["A"]).await;
    let task = &arrival(&summary, "A").task;
    assert_eq!((task.state.name(), task.attempts.len(), task.is_stuck()), ("blocked", 2, true));
}

#[tokio::test]
async fn a_rate_limit_is_waited_out_and_is_no_attempt() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let limited = Step::Interrupted(InterruptedBy::RateLimit);
    let script = Script::default().says("A", &[limited.clone(), limited]);
    let summary = floor.run(&script, &["A"]).await;
    let task = &arrival(&summary, "A").task;
    assert_eq!((task.is_completed(), task.attempts.len(), task.interruptions), (true, 1, 0));
}

#[tokio::test]
async fn a_rate_limit_without_end_leaves_the_task_and_names_the_setting() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &vec![Step::Interrupted(InterruptedBy::RateLimit); 9]);
    let summary = floor.run(&script, &["A"]).await;
    let End::Left { why } = &arrival(&summary, "A").end else { panic!("left") };
    assert!(why.contains("3 times in a row") && why.contains("backoff_seconds"), "{why}");
    let task = floor.task("A").await;
    assert_eq!(task.attempts.len(), 0);
    let standstill = task.standstill.expect("the journal says why");
    assert_eq!((standstill.by, standstill.why.as_str()), (Hindrance::RateLimit, why.as_str()));
}

#[tokio::test]
async fn another_run_waits_out_a_rate_limit_from_the_first_pause_on() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let limits = |times| vec![Step::Interrupted(InterruptedBy::RateLimit); times];
    let summary = floor.run(&Script::default().says("A", &limits(9)), &["A"]).await;
    assert!(matches!(arrival(&summary, "A").end, End::Left { .. }));
    let summary = floor.run(&Script::default().says("A", &limits(2)), &["A"]).await;
    assert!(arrival(&summary, "A").task.is_completed(), "{:?}", arrival(&summary, "A").end);
    assert_eq!(floor.task("A").await.standstill, None, "it goes on");
}

#[tokio::test]
async fn an_overflow_starts_afresh() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &[Step::Interrupted(InterruptedBy::ContextOverflow)]);
    floor.run(&script, &["A"]).await;
    let fresh: Vec<bool> =
        script.seen.lock().unwrap().fresh.iter().map(|(_, fresh)| *fresh).collect();
    assert_eq!(fresh, [true, true]);
}

#[tokio::test]
async fn trouble_of_the_machine_is_nobody_s_attempt() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &[Step::Trouble]);
    let summary = floor.run(&script, &["A"]).await;
    assert_eq!(arrival(&summary, "A").end, End::Left { why: "the disk is full".into() });
    assert_eq!(floor.task("A").await.attempts.len(), 0);
    // And the next run goes on.
    let summary = floor.run(&Script::default(), &["A"]).await;
    assert!(arrival(&summary, "A").task.is_completed());
}

#[tokio::test]
async fn merged_work_is_judged_again_before_it_lands() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &[Step::Work(Finding::Pass), Step::Moved]);
    let summary = floor.run(&script, &["A"]).await;
    assert!(arrival(&summary, "A").task.is_completed());
    assert_eq!(floor.task("A").await.base.unwrap().as_str(), "newer");
}

#[tokio::test]
async fn merged_work_that_fails_does_not_land() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let mut steps = vec![Step::Work(Finding::Pass), Step::Moved];
    steps.extend(vec![Step::Work(Finding::Fail); 4]);
    let script = Script::default().says("A", &steps);
    let summary = floor.run(&script, &["A"]).await;
    assert_eq!(arrival(&summary, "A").task.state.name(), "blocked");
    assert!(script.seen.lock().unwrap().landed.is_empty());
}

#[tokio::test]
async fn a_conflict_goes_back_with_its_places_and_costs_no_revision() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &[Step::Work(Finding::Pass), Step::Conflict]);
    let summary = floor.run(&script, &["A"]).await;
    let task = &arrival(&summary, "A").task;
    assert_eq!((task.is_completed(), task.failures), (true, 0));
    let seen = script.seen.lock().unwrap();
    assert!(seen.briefs["A"][1].contains("<<<< a.txt"), "{}", seen.briefs["A"][1]);
}

#[tokio::test]
async fn work_that_breaks_what_was_accepted_before_is_a_failure_and_then_blocks() {
    let floor = Floor::open().await;
    for (id, after) in [("A", &[][..]), ("B", &["A"]), ("C", &["B"])] {
        floor.add(id, after).await;
    }
    let breaks = Step::Touches("A", Finding::Fail);
    let pass = Step::Work(Finding::Pass);
    let script = Script::default()
        .says("B", &[pass.clone(), breaks.clone(), pass.clone(), Step::Touches("A", Finding::Pass)])
        .says("C", &std::iter::repeat_n([pass, breaks], 4).flatten().collect::<Vec<_>>());
    let summary = floor.run(&script, &["A", "B", "C"]).await;
    let mended = &arrival(&summary, "B").task;
    assert_eq!((mended.is_completed(), mended.failures), (true, 1));
    let blocked = &arrival(&summary, "C").task;
    assert_eq!(blocked.state.name(), "blocked");
    let evidence = blocked.attempts.last().unwrap().evidence.as_ref().unwrap();
    assert_eq!(evidence.verdict, Verdict::Failed);
    let failed: Vec<&str> =
        evidence.shortfalls.keys().map(countersign_core::CriterionId::as_str).collect();
    assert_eq!(failed, ["A.works"]);
    let seen = script.seen.lock().unwrap();
    assert_eq!(seen.landed, ["A", "B"]);
    assert!(seen.looked.iter().all(|(id, is_needed)| id == "A" && *is_needed), "{:?}", seen.looked);
    let words = "What was accepted before**: keep it as it is\n   Found: what was accepted before";
    assert!(seen.briefs["B"][1].contains(words), "{}", seen.briefs["B"][1]);
}

#[tokio::test]
async fn what_the_checks_cannot_decide_waits_for_a_person() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &[Step::Work(Finding::Undecided)]);
    let summary = floor.run(&script, &["A"]).await;
    let task = &arrival(&summary, "A").task;
    let verdict = task.attempts[0].evidence.as_ref().unwrap().verdict;
    assert_eq!((task.state.name(), verdict), ("in_progress", Verdict::Undecided));
    // It is not judged or paid for a second time.
    floor.run(&script, &["A"]).await;
    assert_eq!(script.seen.lock().unwrap().briefs["A"].len(), 1);
}

#[tokio::test]
async fn what_could_not_be_decided_is_judged_once_more_where_that_is_asked_for() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let undecided = [Step::Work(Finding::Undecided), Step::Work(Finding::Undecided)];
    let script = Script::default().says("A", &undecided);
    for owner in ["one", "two"] {
        let again = std::collections::BTreeSet::from([task("A")]);
        let options = countersign_engine::run::RunOptions { again, ..Floor::options(owner) };
        let summary =
            floor.runner(&script, options, &Stop::default()).run(&[task("A")]).await.unwrap();
        assert_eq!(arrival(&summary, "A").task.state.name(), "in_progress", "{owner}");
    }
    // Nobody asks for it any more, and then somebody does.
    let quiet = floor.runner(&script, Floor::options("three"), &Stop::default());
    assert_eq!(
        arrival(&quiet.run(&[task("A")]).await.unwrap(), "A").task.state.name(),
        "in_progress"
    );
    let again = std::collections::BTreeSet::from([task("A")]);
    let options = countersign_engine::run::RunOptions { again, ..Floor::options("four") };
    let summary = floor.runner(&script, options, &Stop::default()).run(&[task("A")]).await.unwrap();
    let task = &arrival(&summary, "A").task;
    assert_eq!((task.state.name(), task.attempts.len()), ("completed", 1));
}

#[tokio::test]
async fn a_lead_who_cancels_stops_the_worker() {
    let floor = Floor::open().await;
    floor.add("A", &[]).await;
    let script = Script::default().says("A", &[Step::Waits]);
    let options = countersign_engine::run::RunOptions {
        lease: std::time::Duration::from_millis(90),
        ..Floor::options("one")
    };
    let runner = floor.runner(&script, options, &Stop::default());
    let running = tokio::spawn(async move { runner.run(&[task("A")]).await.unwrap() });
    while !floor.events.lock().unwrap().iter().any(|event| matches!(event, RunEvent::Began { .. }))
    {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let cancel = TaskCommand::Cancel { reason: words("not needed any more") };
    floor.office.act(&floor.office.ada, "A", cancel).await.unwrap();
    let summary = running.await.unwrap();
    assert_eq!(arrival(&summary, "A").task.state.name(), "cancelled");
}
