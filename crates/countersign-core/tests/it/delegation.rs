//! A runner has workers do the work in an agent's name: what counts as an attempt, and who gets it next.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    ActorKind, Assurance, Evidence, Exit, Hat, Hindrance, InterruptedBy, Need, Observation,
    RoomReport, Submission, TaskCommand, TaskEvent, TaskState, Work, WorkEnd,
};

use crate::cast::*;
use crate::story::{Story, given};

/// bob and dan are agents, and each may mend what the other could not.
fn the_crew() -> Story {
    given(the_team())
        .and("ada", give("bob", Hat::Fixer))
        .and("ada", create_with(verifiable(), Assurance::Contract))
}

fn delegated() -> Story {
    the_crew().and("ada", assign("bob")).and("ci", delegate())
}

/// What a runner saw of a certain piece of work.
/// Evidence of this work, seen in a clean room.
pub fn of(result: &str, evidence: Evidence) -> Evidence {
    let room = RoomReport {
        base: "base".into(),
        result: result.into(),
        layers: BTreeSet::new(),
        missing_layers: BTreeMap::new(),
        left_behind: vec![],
        restored: vec![],
        uncommitted: vec![],
    };
    Evidence { room: Some(room), ..evidence }
}

fn builder(story: &Story) -> String {
    story.task().builder().unwrap().to_string()
}

#[test]
fn a_worker_s_attempt_is_its_agent_s_attempt() {
    let judged = delegated().in_state("working").and("ci", deliver()).in_state("verifying");
    assert_eq!(judged.task().attempts[0].by, by("bob"));
    assert!(judged.task().worn[&by("bob")].contains(&Hat::Builder));
    assert!(!judged.task().worn.contains_key(&by("ci")));
    judged.when(by("ci"), record(passing())).then_state("completed (contract)");
}

#[test]
fn whoever_had_a_worker_do_it_may_not_verify_it() {
    given(the_team())
        .and("ada", give("bob", Hat::Tester))
        .and("ada", create())
        .and("ada", assign("bob"))
        .and("ci", delegate())
        .and("ci", deliver())
        .and("ci", record(passing()))
        .and("rex", approve())
        .when(by("bob"), verify())
        .refused("verifier-is-builder");
}

#[test]
fn only_an_agent_s_work_is_delegated() {
    let to_a_person = given(the_team())
        .and("ada", add("pia", ActorKind::Person, &[Hat::Builder]))
        .and("ada", create())
        .and("ada", assign("pia"));
    to_a_person
        .when(by("ci"), delegate())
        .refused_saying(
            "not-an-agents",
            "ci may not delegate TASK-1: the work is in the hands of pia, and only an agent's is delegated",
        );
}

#[test]
fn nothing_is_delegated_before_its_dependencies_are_completed() {
    the_crew()
        .and("ada", (T2, create()))
        .and("ada", depend_on(T2))
        .and("ada", assign("bob"))
        .when(by("ci"), delegate())
        .refused("waits-for-dependencies");
}

#[test]
fn an_interrupted_run_is_no_attempt() {
    let interrupted = delegated()
        .and("ci", interrupt(InterruptedBy::RateLimit))
        .and("ci", interrupt(InterruptedBy::Loss))
        .in_state("working");
    assert_eq!(interrupted.task().attempts.len(), 0);
    assert_eq!(interrupted.task().interruptions, 2);
    let again = interrupted.and("ci", delegate()).and("ci", deliver());
    assert_eq!(again.task().interruptions, 0);
    assert_eq!(again.task().attempts.len(), 1);
}

#[test]
fn a_lead_is_told_why_a_run_left_a_task_until_something_happens_to_it() {
    let left = the_crew()
        .and("ada", assign("bob"))
        .and("ci", leave(Hindrance::HoldsAlready))
        .in_state("assigned")
        .tells(Need::Resume, &["ada"]);
    left.clone().when(by("ci"), leave(Hindrance::HoldsAlready)).refused("already-so");
    left.clone().and("ada", amend(one_more("more"))).tells(Need::Start, &["bob"]);
    let limited = left
        .and("ci", delegate())
        .tells(Need::Build, &["bob"])
        .and("ci", interrupt(InterruptedBy::RateLimit))
        .and("ci", leave(Hindrance::RateLimit))
        .tells(Need::Resume, &["ada"]);
    assert_eq!(limited.task().attempts.len(), 0);
    let unjudged = limited.and("ci", deliver()).and("ci", leave(Hindrance::Trouble));
    // What the checks could not decide is for a person, whatever a later run met with.
    unjudged
        .tells(Need::Resume, &["ada"])
        .and("ci", record(unclear()))
        .tells(Need::Judge, &["ada"])
        .and("ci", leave(Hindrance::Trouble))
        .tells(Need::Judge, &["ada"]);
}

#[test]
fn after_the_revision_the_next_agent_gets_it_and_then_a_person() {
    let fails = |story: Story| {
        story.and("ci", delegate()).and("ci", deliver()).and("ci", record(failing()))
    };
    let chain = the_crew().and("ada", assign_in_turn("bob", &["dan"]));
    let revised = fails(fails(chain).in_state("working"));
    assert_eq!((builder(&revised).as_str(), revised.state(T1)), ("dan", "assigned"));
    let told = revised.task().sent_back.clone().unwrap();
    assert_eq!(told.as_str(), "bob did not meet the contract");
    let taken_over = revised.and("ci", delegate());
    assert!(taken_over.task().worn[&by("dan")].contains(&Hat::Fixer));
    let blocked = fails(fails(taken_over).in_state("working")).in_state("blocked");
    assert_eq!(blocked.task().attempts.len(), 4);
    assert_eq!(blocked.task().then, []);
}

#[test]
fn an_agent_that_may_not_build_any_more_is_passed_over() {
    let fails = |story: Story| {
        story.and("ci", delegate()).and("ci", deliver()).and("ci", record(failing()))
    };
    let chain = the_crew().and("ada", assign_in_turn("bob", &["dan"])).and("ada", retire("dan"));
    fails(fails(chain)).in_state("blocked");
}

#[test]
fn nobody_is_in_the_chain_who_may_not_build() {
    the_crew().when(by("ada"), assign_in_turn("bob", &["rex"])).refused("missing-hat");
}

#[test]
fn the_same_failure_with_the_same_work_is_not_tried_a_third_time() {
    let patient = given(the_team())
        .and("ada", create_revised(5))
        .and("ada", assign("bob"))
        .and("ci", delegate());
    let first = patient.and("ci", deliver()).and("ci", record(of("same", failing())));
    let other = first.clone().and("ci", deliver()).and("ci", record(of("other", failing())));
    other.in_state("working");
    let stuck = first.and("ci", deliver()).and("ci", record(of("same", failing())));
    assert!(stuck.task().is_stuck());
    stuck.in_state("blocked");
}

#[test]
fn a_conflict_sends_the_work_back_and_costs_no_revision() {
    let returned =
        delegated().and("ci", deliver()).and("ci", return_conflict()).in_state("working");
    assert_eq!(returned.task().failures, 0);
    assert_eq!(returned.task().sent_back.clone().unwrap().as_str(), "both sides changed line 1");
}

#[test]
fn a_runner_sends_back_what_nobody_can_judge_whoever_handed_it_in() {
    let crew = the_crew().and("ada", give("ada", Hat::Builder));
    let person = crew.and("ada", assign("ada")).and("ada", start()).and("ada", submit());
    let returned = person.clone().and("ci", return_conflict()).in_state("working");
    assert_eq!((returned.task().failures, returned.task().attempts.len()), (0, 1));
    person.when(by("ada"), return_conflict()).refused("runner-only");
}

#[test]
fn merged_work_is_judged_against_what_it_was_merged_with() {
    let delivered = delegated().and("ci", deliver());
    let seen = of("merged", passing());
    let mut on_newer = seen.clone();
    on_newer.room.as_mut().unwrap().base = "newer".into();
    delivered.clone().when(by("ci"), record(on_newer.clone())).refused("other-base");
    let rebased = delivered.and("ci", rebase());
    rebased.clone().when(by("ci"), record(seen)).refused("other-base");
    rebased.when(by("ci"), record(on_newer)).then_state("completed (contract)");
}

#[test]
fn a_note_reaches_whoever_works_on_it() {
    let note = countersign_core::TaskCommand::Assign {
        to: by("bob"),
        then: vec![],
        note: Some(words("mind the time zones")),
    };
    let retried = the_crew().and("ada", note);
    assert_eq!(retried.task().sent_back.clone().unwrap().as_str(), "mind the time zones");
}

#[test]
fn a_history_that_hands_work_on_too_early_does_not_replay() {
    let board = the_crew().and("ada", assign_in_turn("bob", &["dan"])).and("ci", delegate()).board;
    let stamp = countersign_core::Stamp { by: by("ci"), at: now() };
    for event in [TaskEvent::HandedOn { to: by("dan") }, TaskEvent::Blocked] {
        let event = countersign_core::Event::Task(task_id(T1), event);
        board.clone().apply(&event, &stamp).unwrap_err();
    }
    let state = &board.tasks[&task_id(T1)].state;
    assert!(matches!(state, TaskState::InProgress { .. }));
}

#[test]
fn where_nothing_is_asked_for_a_worker_has_to_do_its_part_all_the_same() {
    let crashed = Work { end: WorkEnd::Crashed, exit: Exit::Failure(3), ..work() };
    let silent = Submission { files_changed: vec![], ..submission() };
    for (submission, work) in [(submission(), crashed), (silent, work())] {
        let delivered = || {
            given(the_team())
                .and("ada", create_with(advisory(), Assurance::Contract))
                .and("ada", assign("bob"))
                .and("ci", delegate())
                .and(
                    "ci",
                    TaskCommand::Deliver { submission: submission.clone(), work: work.clone() },
                )
        };
        let why = delivered().task().attempts[0].shortfall().unwrap();
        // That nothing was seen does not make it work.
        delivered().when(by("ci"), record(nothing_seen())).refused("evidence-contradicts-itself");
        let seen = Observation::of_the_worker(why, work.exit).unwrap();
        delivered().and("ci", record(evidence("sha256:worker", vec![seen]))).in_state("working");
    }
    // Where something is asked for, no such observation counts.
    let seen = Observation::of_the_worker("it failed", Exit::Failure(1)).unwrap();
    delegated()
        .and("ci", deliver())
        .when(by("ci"), record(evidence("sha256:worker", vec![seen])))
        .refused("evidence-foreign");
}
