//! The way of a goal, and what its tasks mean for it.

use countersign_core::{
    ActorKind, Assurance, Effect, Event, Exit, Finding, GoalEvent, GoalState, Hat, Integration,
    IntegrationRun, Need, Standing, Subject, TaskEvent, TestOutcome, owed,
};

use crate::cast::*;
use crate::story::{Story, given};

fn a_goal_with(history: Vec<Past>) -> Story {
    given(history).and("ada", create_goal()).and("ada", link(T1))
}

fn counts(story: &Story) -> (u32, u32, u32) {
    let goal = story.board.goal(&goal_id(G1)).unwrap();
    (goal.open, goal.verified, goal.dropped)
}

fn taken_through(story: Story, task: &str) -> Story {
    story
        .and("ada", (task, assign("bob")))
        .and("bob", (task, start()))
        .and("bob", (task, submit()))
        .and("ci", (task, record(passing())))
        .and("rex", (task, approve()))
        .and("eve", (task, verify()))
}

/// GOAL-1 whose only task has a deferred criterion and is verified.
fn pending_with_deferred() -> Story {
    let story = given(the_team())
        .and("ada", create_with(with_deferred(), Assurance::Independent))
        .and("ada", create_goal())
        .and("ada", link(T1));
    taken_through(story, T1).goal_in_state("pending_verify")
}

#[test]
fn a_goal_becomes_active_when_its_first_task_starts() {
    a_goal_with(an_assigned_task())
        .goal_in_state("open")
        .when(by("bob"), start())
        .then(events([
            TaskEvent::Started { hat: Hat::Builder, base: None }.into(),
            GoalEvent::Activated.into(),
        ]))
        .goal_in_state("active");
}

#[test]
fn a_goal_is_active_when_started_work_is_linked() {
    for history in [a_task_in_work(), a_submitted_task(), a_task_in_review(), a_completed_task()] {
        a_goal_with(history).goal_in_state("active");
    }
    for history in [a_task(), an_assigned_task()] {
        a_goal_with(history).goal_in_state("open");
    }
}

#[test]
fn a_goal_waits_for_its_lead_when_all_its_tasks_are_verified() {
    let verified = TaskEvent::Verified { notes: words("tried it"), solo: false };
    let moved =
        GoalEvent::TaskMoved { task: task_id(T1), from: Standing::Open, to: Standing::Verified };
    let story = a_goal_with(a_completed_task())
        .when(by("eve"), verify())
        .then(events([verified.into(), moved.into(), GoalEvent::AllTasksVerified.into()]))
        .goal_in_state("pending_verify");
    let told = owed(&story.board).into_iter().find_map(|effect| match effect {
        Effect::Notify(told) => Some((told.about, told.need, told.to)),
        Effect::RunContract { .. } | Effect::RunDeferred { .. } => None,
    });
    assert_eq!(told, Some((Subject::Goal(goal_id(G1)), Need::VerifyGoal, vec![by("ada")])));
}

#[test]
fn a_lead_verifies_the_whole_by_what_it_tried() {
    let integration = Integration::Notes { tried: words("logged in and out by hand") };
    a_goal_with(a_verified_task())
        .when(by("ada"), verify_goal())
        .then(events([GoalEvent::Verified { integration }.into()]))
        .goal_in_state("verified");
}

#[test]
fn only_a_lead_judges_a_goal() {
    for name in ["bob", "eve", "rex", "dan"] {
        a_goal_with(a_verified_task()).when(by(name), verify_goal()).refused("lead-only");
        a_goal_with(a_verified_task()).when(by(name), reject_goal()).refused("lead-only");
    }
    a_goal_with(a_verified_task()).when(by("ci"), verify_goal()).refused("runner-only-records");
}

#[test]
fn a_goal_with_open_tasks_cannot_be_judged() {
    a_goal_with(a_completed_task()).when(by("ada"), verify_goal()).refused_saying(
        "goal-not-pending",
        "GOAL-1 is active with 1 tasks not verified; to verify goal it must be pending_verify",
    );
    a_goal_with(a_completed_task()).when(by("ada"), reject_goal()).refused("goal-not-pending");
    given(the_team())
        .and("ada", create_goal())
        .when(by("ada"), verify_goal())
        .refused("goal-not-pending");
}

#[test]
fn a_rejected_goal_is_active_again_and_its_tasks_stay_verified() {
    let story = a_goal_with(a_verified_task())
        .when(by("ada"), reject_goal())
        .then(events([GoalEvent::Rejected { reason: words("the styles clash") }.into()]))
        .goal_in_state("active (rejected)")
        .in_state("verified")
        .when(by("ada"), verify_goal())
        .refused("goal-not-pending");
    let story = story.and("ada", (T2, create())).and("ada", link(T2));
    taken_through(story, T2)
        .goal_in_state("pending_verify")
        .when(by("ada"), verify_goal())
        .then_goal("verified");
}

#[test]
fn a_goal_counts_its_tasks() {
    let story = a_goal_with(a_verified_task());
    assert_eq!(counts(&story), (0, 1, 0));
    let story = story.and("ada", (T2, create())).and("ada", link(T2));
    assert_eq!(counts(&story), (1, 1, 0));
    let story = story.and("ada", (T3, create())).and("ada", link(T3));
    let story = story.and("ada", (T2, cancel()));
    assert_eq!(counts(&story), (1, 1, 1));
    let story = story.and("ada", reopen());
    assert_eq!(counts(&story), (2, 0, 1));
}

#[test]
fn linking_open_work_takes_a_pending_goal_back() {
    a_goal_with(a_verified_task())
        .goal_in_state("pending_verify")
        .and("ada", (T2, create()))
        .when(by("ada"), link(T2))
        .then_goal("active");
}

#[test]
fn linking_open_work_takes_a_verified_goal_back() {
    a_goal_with(a_verified_task())
        .and("ada", verify_goal())
        .and("ada", (T2, create()))
        .when(by("ada"), link(T2))
        .then_goal("active");
}

#[test]
fn linking_verified_work_makes_a_verified_goal_owe_another_look() {
    let other = given(a_verified_task()).and("ada", (T2, create()));
    let story = taken_through(other, T2)
        .and("ada", create_goal())
        .and("ada", link(T1))
        .and("ada", verify_goal());
    let linked =
        GoalEvent::TaskLinked { task: task_id(T2), standing: Standing::Verified, deferred: vec![] };
    story
        .when(by("ada"), link(T2))
        .then(events([
            Event::Task(task_id(T2), TaskEvent::LinkedToGoal { goal: goal_id(G1) }).into(),
            linked.into(),
            GoalEvent::Returned.into(),
            GoalEvent::AllTasksVerified.into(),
        ]))
        .goal_in_state("pending_verify");
}

#[test]
fn reopening_a_task_takes_its_verified_goal_back() {
    let story = a_goal_with(a_verified_task())
        .and("ada", verify_goal())
        .when(by("ada"), reopen())
        .then_goal("active");
    story
        .completed_again()
        .and("eve", verify())
        .goal_in_state("pending_verify")
        .when(by("ada"), verify_goal())
        .then_goal("verified");
}

#[test]
fn reopening_a_task_takes_its_pending_goal_back() {
    a_goal_with(a_verified_task()).when(by("ada"), reopen()).then_goal("active");
}

#[test]
fn cancelling_the_last_open_task_makes_the_goal_pending() {
    a_goal_with(a_verified_task())
        .and("ada", (T2, create()))
        .and("ada", link(T2))
        .goal_in_state("active")
        .when(by("ada"), (T2, cancel()))
        .then_goal("pending_verify");
}

#[test]
fn a_goal_whose_tasks_are_all_cancelled_is_never_pending() {
    a_goal_with(a_task()).when(by("ada"), cancel()).then_goal("open");
    a_goal_with(a_task_in_work())
        .when(by("ada"), cancel())
        .then_goal("active")
        .when(by("ada"), verify_goal())
        .refused("goal-not-pending");
}

#[test]
fn an_overridden_task_keeps_its_goal_open_until_it_is_reopened_and_verified() {
    let story = a_goal_with(a_task_in_work())
        .and("ada", override_it())
        .goal_in_state("active")
        .when(by("ada"), verify_goal())
        .refused("goal-not-pending")
        .and("ada", reopen())
        .completed_again();
    story.when(by("eve"), verify()).then_goal("pending_verify");
}

#[test]
fn a_task_belongs_to_one_goal() {
    a_goal_with(a_task())
        .when(by("ada"), link(T1))
        .refused("linked-elsewhere")
        .and("ada", ("GOAL-2", create_goal()))
        .when(by("ada"), ("GOAL-2", link(T1)))
        .refused("linked-elsewhere");
}

#[test]
fn a_goal_is_created_once_and_exists_before_it_is_used() {
    let story = given(a_task()).when(by("ada"), link(T1)).refused("no-such-goal");
    let story =
        story.and("bob", create_goal()).when(by("ada"), create_goal()).refused("goal-exists");
    let story = story.when(by("ada"), link("TASK-9")).refused("no-such-task");
    let story = story.when(by("bob"), link(T1)).refused("lead-only");
    story.and("ada", cancel()).when(by("ada"), link(T1)).refused("task-cancelled");
}

#[test]
fn a_task_of_a_goal_is_reviewed_and_verified_whatever_its_own_assurance() {
    let story = given(the_team())
        .and("ada", create_with(verifiable(), Assurance::Contract))
        .and("ada", create_goal())
        .and("ada", link(T1))
        .and("ada", assign("bob"))
        .and("bob", start())
        .through_its_contract()
        .in_state("review")
        .and("rex", approve());
    assert!(!story.task().is_settled());
    story.when(by("eve"), verify()).then_goal("pending_verify");
}

// Deferred criteria and runs on the whole.

#[test]
fn deferred_criteria_do_not_hold_back_an_attempt_but_the_goal() {
    pending_with_deferred().when(by("ada"), verify_goal()).refused_saying(
        "deferred-outstanding",
        "GOAL-1 has deferred criteria that have not passed: end-to-end of TASK-1",
    );
}

#[test]
fn a_runner_is_owed_the_deferred_criteria_once_all_tasks_are_verified() {
    let story = pending_with_deferred();
    let run = Effect::RunDeferred { goal: goal_id(G1), since: now() };
    assert_eq!(owed(&story.board), [run]);
}

#[test]
fn a_goal_is_verified_when_its_deferred_criteria_passed() {
    pending_with_deferred()
        .when(by("bob"), integrate(whole(Finding::Pass, &[T1])))
        .refused("runner-only")
        .and("ci", integrate(whole(Finding::Fail, &[T1])))
        .when(by("ada"), verify_goal())
        .refused("deferred-outstanding")
        .and("ci", integrate(whole(Finding::Undecided, &[T1])))
        .when(by("ada"), verify_goal())
        .refused("deferred-outstanding")
        .and("ci", integrate(whole(Finding::Pass, &[T1])))
        .when(by("ada"), verify_goal())
        .then_goal("verified");
}

#[test]
fn a_failed_deferred_criterion_is_told_to_the_lead() {
    let story = pending_with_deferred().and("ci", integrate(whole(Finding::Fail, &[T1])));
    let messages: Vec<String> = owed(&story.board)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Notify(told) => Some(told.message),
            Effect::RunContract { .. } | Effect::RunDeferred { .. } => None,
        })
        .collect();
    assert_eq!(messages, ["GOAL-1 was tried and did not pass (1 deferred criteria)"]);
}

#[test]
fn what_passed_before_a_goal_went_back_counts_no_longer() {
    let passed = || pending_with_deferred().and("ci", integrate(whole(Finding::Pass, &[T1])));
    let again = |story: Story| story.completed_again().and("eve", verify());
    again(passed().and("ada", reopen()))
        .when(by("ada"), verify_goal())
        .refused("deferred-outstanding");
    again(passed().and("ada", reject_goal()).and("ada", reopen()))
        .when(by("ada"), verify_goal_on("sha256:whole"))
        .refused("deferred-outstanding");
}

#[test]
fn a_cancelled_task_takes_its_deferred_criteria_with_it() {
    let story = a_goal_with(a_verified_task())
        .and("ada", (T2, create_with(with_deferred(), Assurance::Independent)))
        .and("ada", link(T2))
        .and("ada", (T2, cancel()));
    story.when(by("ada"), verify_goal()).then_goal("verified");
}

#[test]
fn a_run_answers_for_all_deferred_criteria_of_a_task_and_for_no_other_task() {
    let mut short = whole(Finding::Pass, &[T1]);
    short.deferred.get_mut(&task_id(T1)).unwrap().observations.clear();
    let immediate = IntegrationRun {
        deferred: [(task_id(T1), passing())].into(),
        whole: evidence("sha256:whole", vec![]),
    };
    pending_with_deferred()
        .when(by("ci"), integrate(short))
        .refused("evidence-incomplete")
        .when(by("ci"), integrate(immediate))
        .refused("evidence-foreign")
        .when(by("ci"), integrate(whole(Finding::Pass, &[T2])))
        .refused("nothing-deferred");
}

#[test]
fn a_goal_rests_on_a_run_that_passed() {
    let integration = Integration::Run {
        evidence: evidence_id("sha256:whole"),
        notes: words("as the run shows"),
    };
    a_goal_with(a_verified_task())
        .when(by("ada"), verify_goal_on("sha256:whole"))
        .refused("no-such-passed-run")
        .and("ci", integrate(whole(Finding::Fail, &[])))
        .when(by("ada"), verify_goal_on("sha256:whole"))
        .refused("last-run-failed")
        .when(by("ada"), verify_goal())
        .refused("last-run-failed")
        .and("ci", integrate(whole(Finding::Pass, &[])))
        .when(by("ada"), verify_goal_on("sha256:other"))
        .refused("no-such-passed-run")
        .when(by("ada"), verify_goal_on("sha256:whole"))
        .then(events([GoalEvent::Verified { integration }.into()]));
}

#[test]
fn a_run_on_the_whole_that_contradicts_itself_is_refused() {
    let mut lost = saw("smoke", Finding::Pass);
    lost.exit = Some(Exit::Lost);
    let failed = with_tests(saw("smoke", Finding::Pass), &[("login", TestOutcome::Failed)]);
    let mut silent = saw("smoke", Finding::Fail);
    silent.reason = " \u{200b}".into();
    for observation in [lost, failed, silent] {
        let run = IntegrationRun {
            deferred: [].into(),
            whole: evidence("sha256:whole", vec![observation]),
        };
        a_goal_with(a_verified_task())
            .when(by("ci"), integrate(run))
            .refused("evidence-contradicts-itself");
    }
    let twice = evidence("sha256:whole", vec![saw("smoke", Finding::Pass); 2]);
    a_goal_with(a_verified_task())
        .when(by("ci"), integrate(IntegrationRun { deferred: [].into(), whole: twice }))
        .refused("evidence-foreign");
}

#[test]
fn a_run_on_the_whole_that_ran_no_command_supports_nothing() {
    let mut looked = saw("smoke", Finding::Pass);
    looked.exit = None;
    for observations in [vec![], vec![looked]] {
        let whole = evidence("sha256:whole", observations);
        a_goal_with(a_verified_task())
            .and("ci", integrate(IntegrationRun { deferred: [].into(), whole }))
            .when(by("ada"), verify_goal_on("sha256:whole"))
            .refused("no-such-passed-run");
    }
}

#[test]
fn a_goal_only_takes_runs_while_it_is_pending() {
    a_goal_with(a_completed_task())
        .when(by("ci"), integrate(whole(Finding::Pass, &[])))
        .refused("goal-not-pending");
    a_goal_with(a_verified_task())
        .and("ada", verify_goal())
        .when(by("ci"), integrate(whole(Finding::Pass, &[])))
        .refused("goal-not-pending");
}

#[test]
fn a_second_lead_may_judge_the_goal_and_is_on_record() {
    let story = a_goal_with(a_verified_task())
        .and("ada", add("lea", ActorKind::Person, &[Hat::Lead]))
        .and("lea", verify_goal());
    let GoalState::Verified { by: judge, .. } = &story.board.goals[&goal_id(G1)].state else {
        panic!("verified")
    };
    assert_eq!(judge, &by("lea"));
}
