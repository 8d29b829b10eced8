//! What was seen of earlier work never answers for later work, and what cannot go on is told to a lead.

use countersign_core::{
    Assurance, Check, Contract, ContractKind, Effect, Finding, GeneratedFrom, GoalCommand,
    GoalState, Need, Subject, TaskCommand, TeamCommand, TestOutcome, Timing, UnsoundContract, owed,
};

use crate::cast::*;
use crate::delegation::of;
use crate::story::{Story, given};

#[test]
fn a_slow_run_of_an_earlier_attempt_does_not_pass_the_next() {
    let second_attempt =
        given(a_submitted_task()).and("ci", record(failing())).and("bob", submit());
    let of_the_first = TaskCommand::RecordEvidence { attempt: 1, evidence: passing() };
    second_attempt
        .when(by("ci"), of_the_first)
        .refused_saying(
            "stale-evidence",
            "the evidence judges attempt 1 of TASK-1, and attempt 2 is due",
        )
        .when(by("ci"), TaskCommand::RecordEvidence { attempt: 2, evidence: passing() })
        .then_state("review");
}

#[test]
fn evidence_of_other_work_than_what_was_handed_in_is_refused() {
    let submit =
        TaskCommand::Submit { submission: submission(), handed_in: Some(tree("handed-in")) };
    let submitted = given(a_task_in_work()).and("bob", submit);
    let other = record(of("mended-since", passing()));
    submitted.clone().when(by("ci"), other).refused_saying(
        "other-work",
        "the evidence is about other work than what was handed in for TASK-1",
    );
    let same = record(of("handed-in", passing()));
    submitted.clone().when(by("ci"), same).then_state("review");
    // Somebody who looked without a room says nothing of what it was.
    submitted.when(by("ci"), record(passing())).then_state("review");
}

#[test]
fn a_run_cannot_judge_an_attempt_that_is_still_to_come() {
    let ahead = TaskCommand::RecordEvidence { attempt: 2, evidence: passing() };
    given(a_submitted_task()).when(by("ci"), ahead).refused("stale-evidence");
}

fn a_pending_goal() -> Story {
    given(a_verified_task()).and("ada", create_goal()).and("ada", link(T1))
}

#[test]
fn a_run_on_an_earlier_whole_does_not_pass_the_next() {
    let again = a_pending_goal()
        .goal_in_state("pending_verify")
        .and("ada", reopen())
        .completed_again()
        .and("eve", verify())
        .goal_in_state("pending_verify");
    let run = |round| GoalCommand::RecordIntegration { round, run: whole(Finding::Pass, &[]) };
    again.when(by("ci"), run(1)).refused("stale-run").when(by("ci"), run(2)).accepted();
}

#[test]
fn work_completed_without_a_review_is_not_verified_in_a_goal() {
    let unreviewed = given(the_team())
        .and("ada", create_with(verifiable(), Assurance::Contract))
        .and("ada", assign("bob"))
        .and("bob", start())
        .through_its_contract()
        .in_state("completed (contract)");
    unreviewed.clone().when(by("eve"), verify()).then_state("verified");
    unreviewed
        .and("ada", create_goal())
        .and("ada", link(T1))
        .tells(Need::Reopen, &["ada"])
        .when(by("eve"), verify())
        .refused("never-reviewed")
        .and("ada", reopen())
        .completed_again()
        .when(by("eve"), verify())
        .then_goal("pending_verify");
}

#[test]
fn an_override_in_a_goal_is_told_to_the_lead_and_elsewhere_settled() {
    let overridden = given(a_task_in_work()).and("ada", override_it());
    assert!(overridden.task().is_settled());
    assert!(overridden.owes().is_none());
    let linked = overridden.and("ada", create_goal()).and("ada", link(T1));
    assert!(!linked.task().is_settled());
    linked.tells(Need::Reopen, &["ada"]);
}

#[test]
fn a_rejected_goal_with_nothing_open_is_told_to_the_lead() {
    let rejected = a_pending_goal().and("ada", reject_goal());
    let told = owed(&rejected.board).into_iter().any(|effect| match effect {
        Effect::Notify(n) => n.need == Need::Fix && n.about == Subject::Goal(goal_id(G1)),
        Effect::RunContract { .. } | Effect::RunDeferred { .. } => false,
    });
    assert!(told);
}

#[test]
fn nobody_is_told_to_build_what_still_waits_and_a_lead_hears_of_a_cancelled_dependency() {
    let waiting = given(a_task_in_work())
        .and("ada", (T2, create()))
        .and("ada", (T3, create_after(T1)))
        .and("ada", (T3, assign("dan")));
    let told = |story: &Story| {
        owed(&story.board).into_iter().find_map(|effect| match effect {
            Effect::Notify(n) if n.about == Subject::Task(task_id(T3)) => Some((n.need, n.to)),
            Effect::Notify(_) | Effect::RunContract { .. } | Effect::RunDeferred { .. } => None,
        })
    };
    assert_eq!(told(&waiting), None);
    let cancelled = waiting.clone().and("ada", cancel());
    assert_eq!(told(&cancelled), Some((Need::DropDependency, vec![by("ada")])));
    let completed = waiting.completed_again();
    assert_eq!(told(&completed), Some((Need::Start, vec![by("dan")])));
}

#[test]
fn even_a_check_of_nothing_needs_a_clean_exit() {
    let clean_exit = criterion("exits", Check::None, Timing::Immediate);
    let lenient = contract(ContractKind::Skip, vec![clean_exit]);
    let submitted = given(the_team())
        .and("ada", create_with(lenient, Assurance::Review))
        .and("ada", assign("bob"))
        .and("bob", start())
        .and("bob", submit());
    let mut claimed = saw("exits", Finding::Pass);
    claimed.exit = None;
    submitted
        .when(by("ci"), record(evidence("sha256:claimed", vec![claimed])))
        .refused("evidence-contradicts-itself")
        .when(by("ci"), record(evidence("sha256:seen", vec![saw("exits", Finding::Pass)])))
        .then_state("review");
}

#[test]
fn a_run_on_the_whole_that_failed_is_read() {
    let tried = a_pending_goal().and("ci", integrate(whole(Finding::Fail, &[])));
    let told = owed(&tried.board).into_iter().any(|effect| match effect {
        Effect::Notify(n) => n.need == Need::RejectGoal && n.about == Subject::Goal(goal_id(G1)),
        Effect::RunContract { .. } | Effect::RunDeferred { .. } => false,
    });
    assert!(told);
    tried
        .when(by("ada"), verify_goal())
        .refused("last-run-failed")
        .and("ci", integrate(whole(Finding::Pass, &[])))
        .when(by("ada"), verify_goal())
        .then_goal("verified");
}

#[test]
fn a_passing_whole_does_not_make_up_for_a_failed_deferred_criterion() {
    let story = given(the_team())
        .and("ada", create_with(with_deferred(), Assurance::Independent))
        .and("ada", create_goal())
        .and("ada", link(T1))
        .and("ada", assign("bob"))
        .and("bob", start())
        .completed_again()
        .and("eve", verify());
    let mut run = whole(Finding::Pass, &[T1]);
    run.deferred = whole(Finding::Fail, &[T1]).deferred;
    let tried = story.and("ci", integrate(run));
    let GoalState::PendingVerify { passed, failed } = &tried.board.goals[&goal_id(G1)].state else {
        panic!("pending")
    };
    assert!(passed.is_empty() && failed.is_some());
    tried.when(by("ada"), verify_goal_on("sha256:whole")).refused("deferred-outstanding");
}

#[test]
fn work_verified_without_a_review_is_not_taken_into_a_goal() {
    given(the_team())
        .and("ada", create_with(verifiable(), Assurance::Contract))
        .and("ada", assign("bob"))
        .and("bob", start())
        .through_its_contract()
        .and("eve", verify())
        .and("ada", create_goal())
        .when(by("ada"), link(T1))
        .refused("never-reviewed");
}

#[test]
fn reopened_work_waits_for_what_it_rests_on() {
    let both_verified = given(a_verified_task())
        .and("ada", (T2, create_after(T1)))
        .and("ada", (T2, assign("bob")))
        .and("bob", (T2, start()))
        .and("bob", (T2, submit()))
        .and("ci", (T2, record(passing())))
        .and("rex", (T2, approve()))
        .and("eve", (T2, verify()));
    let reopened = both_verified.and("ada", reopen()).and("ada", (T2, reopen()));
    assert_eq!(reopened.state(T2), "assigned");
    reopened
        .when(by("bob"), (T2, start()))
        .refused("waits-for-dependencies")
        .completed_again()
        .when(by("bob"), (T2, start()))
        .accepted();
}

#[test]
fn submitted_work_without_a_runner_is_told_to_the_lead() {
    given(a_submitted_task()).and("ada", retire("ci")).tells(Need::Staff, &["ada"]);
}

#[test]
fn the_last_lead_keeps_a_token() {
    let mine = || token("of-ada");
    let issued = |token| TeamCommand::IssueToken { actor: by("ada"), token };
    let revoke = || TeamCommand::RevokeToken { token: mine().id };
    given(the_team())
        .and("ada", issued(mine()))
        .when(by("ada"), revoke())
        .refused("last-token")
        .and("ada", issued(token("second")))
        .when(by("ada"), revoke())
        .accepted();
}

#[test]
fn a_criterion_that_names_nothing_is_refused() {
    let blank = [
        runs(""),
        runs(" \u{200b}"),
        Check::File { path: String::new(), min_length: 1 },
        Check::Tests { run: " ".into(), cwd: None, named: vec![] },
        Check::Outputs { write: vec![], modify: vec![], may_write: vec!["**".into()] },
        Check::Protected { paths: vec![] },
        Check::Exports { path: "a.ts".into(), signatures: vec![] },
        Check::Evaluate { rubric: String::new() },
    ];
    for check in blank {
        let named = criterion("blank", check.clone(), Timing::Immediate);
        let made = Contract::new(ContractKind::Verifiable, vec![named], GeneratedFrom::User, now());
        assert_eq!(made, Err(UnsoundContract::Blank(criterion_id("blank"))), "{check:?}");
    }
}

#[test]
fn contracts_and_evidence_are_bounded() {
    let long = criterion("long", runs(&"x".repeat(2 << 20)), Timing::Immediate);
    let made = Contract::new(ContractKind::Verifiable, vec![long], GeneratedFrom::User, now());
    assert_eq!(made, Err(UnsoundContract::TooLong));
    let mut seen = saw("builds", Finding::Pass);
    seen.tests = (0..100_000).map(|n| (format!("a test of {n}"), TestOutcome::Passed)).collect();
    given(a_submitted_task())
        .when(by("ci"), record(evidence("sha256:long", vec![seen])))
        .refused("evidence-contradicts-itself");
}
