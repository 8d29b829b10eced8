//! Dependencies: what waits for what.

use countersign_core::Need;

use crate::cast::*;
use crate::story::{Story, given};

fn a_chain_of_three() -> Story {
    given(a_task()).and("ada", (T2, create_after(T1))).and("ada", (T3, create_after(T2)))
}

#[test]
fn a_task_cannot_start_before_its_dependencies_are_completed() {
    let story = given(an_assigned_task())
        .and("ada", (T2, create_after(T1)))
        .and("ada", (T2, assign("dan")))
        .when(by("dan"), (T2, start()))
        .refused_saying(
            "waits-for-dependencies",
            "TASK-2 cannot start before its dependencies are completed: TASK-1",
        )
        .and("bob", start())
        .completed_again();
    story.when(by("dan"), (T2, start())).accepted();
}

#[test]
fn an_override_lets_dependents_start_and_a_cancellation_does_not() {
    let waiting =
        given(a_task_in_work()).and("ada", (T2, create_after(T1))).and("ada", (T2, assign("dan")));
    waiting.clone().and("ada", override_it()).when(by("dan"), (T2, start())).accepted();
    waiting
        .and("ada", cancel())
        .when(by("dan"), (T2, start()))
        .refused("waits-for-dependencies")
        .and("ada", (T2, drop_dependency(T1)))
        .when(by("dan"), (T2, start()))
        .accepted();
}

#[test]
fn a_reopened_dependency_holds_back_who_has_not_started() {
    given(a_verified_task())
        .and("ada", (T2, create_after(T1)))
        .and("ada", (T2, assign("dan")))
        .and("ada", reopen())
        .when(by("dan"), (T2, start()))
        .refused("waits-for-dependencies");
}

#[test]
fn a_cycle_is_named_edge_by_edge() {
    a_chain_of_three().when(by("ada"), depend_on(T3)).refused_saying(
        "dependency-cycle",
        "that would be a cycle: TASK-1 → TASK-3 → TASK-2 → TASK-1",
    );
}

#[test]
fn a_task_cannot_depend_on_itself() {
    given(a_task())
        .when(by("ada"), depend_on(T1))
        .refused_saying("dependency-cycle", "that would be a cycle: TASK-1 → TASK-1");
    given(the_team()).when(by("ada"), create_after(T1)).refused("dependency-cycle");
}

#[test]
fn a_dependency_must_exist_be_new_and_be_there_to_be_dropped() {
    given(a_task()).when(by("ada"), depend_on("TASK-9")).refused("no-such-task");
    given(the_team()).when(by("ada"), create_after("TASK-9")).refused("no-such-task");
    a_chain_of_three().when(by("ada"), (T2, depend_on(T1))).refused("already-so");
    a_chain_of_three().when(by("ada"), (T1, drop_dependency(T2))).refused("already-so");
}

#[test]
fn dependencies_are_fixed_once_the_work_has_started() {
    given(a_task_in_work())
        .and("ada", (T2, create()))
        .when(by("ada"), depend_on(T2))
        .refused("wrong-state")
        .when(by("ada"), drop_dependency(T2))
        .refused("wrong-state");
}

#[test]
fn only_a_lead_changes_dependencies() {
    a_chain_of_three().when(by("bob"), (T2, drop_dependency(T1))).refused("lead-only");
    a_chain_of_three().when(by("bob"), (T3, depend_on(T1))).refused("lead-only");
}

#[test]
fn work_whose_builder_has_retired_is_owed_to_the_lead() {
    given(an_assigned_task()).and("ada", retire("bob")).tells(Need::Staff, &["ada"]);
    given(a_task_in_work()).and("ada", retire("bob")).tells(Need::Staff, &["ada"]);
    given(a_completed_task())
        .and("ada", retire("bob"))
        .and("eve", reject_verification())
        .tells(Need::Staff, &["ada"])
        .when(by("ada"), assign("dan"))
        .accepted()
        .tells(Need::Start, &["dan"]);
}

#[test]
fn work_whose_assignee_lost_the_hat_is_owed_to_the_lead() {
    given(an_assigned_task())
        .and("ada", take("bob", countersign_core::Hat::Builder))
        .tells(Need::Staff, &["ada"])
        .when(by("bob"), start())
        .refused("missing-hat");
}

#[test]
fn when_nobody_may_verify_the_lead_is_asked_to_find_someone() {
    let story = given(a_task_in_review())
        .and("ada", approve())
        .and("ada", retire("eve"))
        .tells(Need::Staff, &["ada"]);
    let (_, _, message) = story.owes().unwrap();
    assert_eq!(
        message,
        "TASK-1 by bob is completed on review, and nobody on the team may verify it"
    );
}
