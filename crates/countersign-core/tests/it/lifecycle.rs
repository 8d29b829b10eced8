//! The way of one task, transition by transition.

use countersign_core::{
    Assurance, Basis, Check, ContractKind, Evidence, Finding, Hat, Need, Observation, TaskEvent,
    TaskState, Timing,
};

use crate::cast::*;
use crate::story::given;

// The transitions of the specification, each with exactly what happens.

#[test]
fn a_lead_assigns_a_pending_task() {
    given(a_task())
        .when(by("ada"), assign("bob"))
        .then(events([TaskEvent::Assigned { to: by("bob"), then: vec![], note: None }.into()]))
        .in_state("assigned")
        .tells(Need::Start, &["bob"]);
}

#[test]
fn the_assignee_starts() {
    given(an_assigned_task())
        .when(by("bob"), start())
        .then(events([TaskEvent::Started { hat: Hat::Builder, base: None }.into()]))
        .in_state("working");
}

#[test]
fn nobody_but_the_assignee_starts() {
    given(an_assigned_task()).when(by("dan"), start()).refused("not-its-builder");
    given(an_assigned_task()).when(by("ada"), start()).refused("not-its-builder");
}

#[test]
fn submitted_work_is_verified_by_its_contract_first() {
    given(a_task_in_work())
        .when(by("bob"), submit())
        .then(events([TaskEvent::Submitted { submission: submission(), handed_in: None }.into()]))
        .in_state("verifying")
        .when(by("bob"), submit())
        .refused("already-so");
}

#[test]
fn work_reaches_review_when_its_contract_passed() {
    given(a_submitted_task())
        .when(by("ci"), record(passing()))
        .then(events([TaskEvent::ContractPassed { evidence: passing() }.into()]))
        .in_state("review")
        .tells(Need::Review, &["ada", "rex"]);
}

#[test]
fn a_reviewer_approves() {
    let basis = Basis::Review { evidence: evidence_id("sha256:pass"), approver: by("rex") };
    given(a_task_in_review())
        .when(by("rex"), approve())
        .then(events([TaskEvent::Completed { basis }.into()]))
        .in_state("completed (review)")
        .tells(Need::Verify, &["ada", "eve"]);
}

#[test]
fn a_reviewer_rejects_with_a_reason() {
    let story = given(a_task_in_review())
        .when(by("rex"), reject())
        .then(events([TaskEvent::ReviewRejected { reason: words("unreadable") }.into()]))
        .in_state("working")
        .tells(Need::Build, &["bob"]);
    assert_eq!(story.owes().unwrap().2, "TASK-1 was sent back: unreadable");
}

#[test]
fn a_verifier_confirms() {
    let verified = TaskEvent::Verified { notes: words("tried it"), solo: false };
    let story = given(a_completed_task())
        .when(by("eve"), verify())
        .then(events([verified.into()]))
        .in_state("verified");
    assert_eq!(story.owes(), None);
    let TaskState::Verified { by: verifier, builder, .. } = &story.task().state else {
        panic!("verified")
    };
    assert_eq!((verifier, builder), (&by("eve"), &by("bob")));
}

#[test]
fn a_verifier_rejects_with_a_reason() {
    let reason = words("accepts abc as an address");
    given(a_completed_task())
        .when(by("eve"), reject_verification())
        .then(events([TaskEvent::VerificationRejected { reason }.into()]))
        .in_state("working")
        .tells(Need::Build, &["bob"]);
}

#[test]
fn a_rejected_task_goes_the_whole_way_again() {
    given(a_completed_task())
        .and("eve", reject_verification())
        .when(by("eve"), verify())
        .refused("wrong-state")
        .completed_again()
        .when(by("eve"), verify())
        .then_state("verified");
}

// Attempts.

#[test]
fn the_first_failure_is_sent_back_and_the_second_blocks() {
    given(a_submitted_task())
        .when(by("ci"), record(failing()))
        .then_state("working")
        .tells(Need::Build, &["bob"])
        .and("bob", submit())
        .when(by("ci"), record(failing()))
        .then(events([
            TaskEvent::ContractFailed { evidence: failing() }.into(),
            TaskEvent::Blocked.into(),
        ]))
        .in_state("blocked")
        .tells(Need::Unblock, &["ada"]);
}

#[test]
fn a_blocked_task_takes_no_submission_until_it_is_handed_out_again() {
    let story = given(a_submitted_task())
        .and("ci", record(failing()))
        .and("bob", submit())
        .and("ci", record(failing()))
        .when(by("bob"), submit())
        .refused("wrong-state")
        .when(by("ada"), assign("dan"))
        .then_state("assigned")
        .and("dan", start())
        .and("dan", submit());
    assert_eq!(story.task().failures, 0, "the next builder has its own attempts");
    story.when(by("ci"), record(failing())).then_state("working");
}

#[test]
fn a_reassigned_task_does_not_block_on_its_predecessors_failures() {
    let story = given(a_submitted_task())
        .and("ci", record(failing()))
        .when(by("ada"), assign("dan"))
        .then_state("assigned")
        .and("dan", start());
    let mut board = story.board;
    let stamp = countersign_core::Stamp { by: by("ci"), at: now() };
    let blocked = countersign_core::Event::Task(task_id(T1), TaskEvent::Blocked);
    assert_eq!(
        board.apply(&blocked, &stamp).unwrap_err().why,
        "taken away although a revision is left"
    );
}

#[test]
fn without_revisions_the_first_failure_blocks() {
    let strict = countersign_core::TaskCommand::Create {
        title: title("once only"),
        brief: String::new(),
        contract: verifiable(),
        assurance: Assurance::Contract,
        revisions: 0,
        depends_on: [].into(),
        question: None,
        labels: Default::default(),
    };
    given(the_team())
        .and("ada", strict)
        .and("ada", assign("bob"))
        .and("bob", start())
        .and("bob", submit())
        .when(by("ci"), record(failing()))
        .then_state("blocked");
}

#[test]
fn undecided_checks_leave_the_task_verifying_and_tell_the_lead() {
    given(a_submitted_task())
        .when(by("ci"), record(unclear()))
        .then_state("undecided")
        .tells(Need::Judge, &["ada"])
        .when(by("bob"), submit())
        .refused("already-so")
        .when(by("rex"), approve())
        .refused("wrong-state")
        .when(by("ci"), record(passing()))
        .then_state("review");
}

fn read_by(judge: &str, finding: Finding) -> Evidence {
    let read = Observation {
        judged_by: Some(by(judge)),
        ..Observation::new(criterion_id("reads-well"), finding, "read")
    };
    evidence("sha256:read", vec![saw("builds", Finding::Pass), read])
}

#[test]
fn what_only_a_reader_can_tell_is_not_told_by_its_builder() {
    let asks = contract(
        ContractKind::Verifiable,
        vec![
            criterion("builds", runs("make"), Timing::Immediate),
            criterion(
                "reads-well",
                Check::Evaluate { rubric: "It reads well.".into() },
                Timing::Immediate,
            ),
        ],
    );
    let submitted = || {
        given(the_team())
            .and("ada", create_with(asks.clone(), Assurance::Independent))
            .and("ada", assign("bob"))
            .and("bob", start())
            .and("bob", submit())
    };
    submitted().when(by("ci"), record(read_by("bob", Finding::Pass))).refused("missing-hat");
    submitted().when(by("ci"), record(read_by("eve", Finding::Pass))).refused("missing-hat");
    submitted().when(by("ci"), record(read_by("ci", Finding::Pass))).refused("runner-only-records");
    submitted().when(by("ci"), record(read_by("rex", Finding::Pass))).then_state("review");
    submitted().when(by("ci"), record(read_by("ada", Finding::Fail))).then_state("working");
}

#[test]
fn nobody_tells_what_a_machine_checks() {
    let told = Observation { judged_by: Some(by("rex")), ..saw("builds", Finding::Pass) };
    given(a_submitted_task())
        .when(by("ci"), record(evidence("sha256:told", vec![told])))
        .refused("evidence-contradicts-itself");
}

// Override and cancel.

#[test]
fn a_lead_overrides_with_a_reason_and_the_record_says_so() {
    let reason = words("the demonstration is tonight");
    let story = given(a_task_in_work())
        .when(by("ada"), override_it())
        .then(events([TaskEvent::Overridden { reason: reason.clone() }.into()]))
        .in_state("completed (override)");
    let TaskState::Completed { basis, .. } = &story.task().state else { panic!("completed") };
    assert_eq!(basis, &Basis::Override { by: by("ada"), reason });
    assert_eq!(basis.approver(), None);
}

#[test]
fn an_override_is_never_verified_but_can_be_reopened_into_a_full_cycle() {
    given(a_task_in_work())
        .and("ada", override_it())
        .when(by("eve"), verify())
        .refused("overridden-work")
        .when(by("eve"), reject_verification())
        .refused("overridden-work")
        .when(by("ada"), reopen())
        .then_state("working")
        .completed_again()
        .when(by("eve"), verify())
        .then_state("verified");
}

#[test]
fn what_was_not_begun_cannot_be_overridden() {
    given(a_task()).when(by("ada"), override_it()).refused("wrong-state");
    given(an_assigned_task()).when(by("ada"), override_it()).refused("wrong-state");
    given(a_completed_task()).when(by("ada"), override_it()).refused("wrong-state");
}

#[test]
fn only_a_lead_overrides_cancels_reopens_and_assigns() {
    for name in ["bob", "dan", "eve", "rex"] {
        given(a_task_in_work()).when(by(name), override_it()).refused("lead-only");
        given(a_task_in_work()).when(by(name), cancel()).refused("lead-only");
        given(a_verified_task()).when(by(name), reopen()).refused("lead-only");
        given(a_task()).when(by(name), assign("bob")).refused("lead-only");
    }
}

#[test]
fn a_cancelled_task_is_over() {
    let story = given(a_task_in_review()).when(by("ada"), cancel()).then_state("cancelled");
    assert_eq!(story.owes(), None);
    story
        .when(by("ada"), assign("bob"))
        .refused("wrong-state")
        .when(by("ada"), reopen())
        .refused("wrong-state")
        .when(by("ada"), cancel())
        .refused("wrong-state");
}

#[test]
fn what_is_completed_cannot_be_cancelled() {
    given(a_completed_task()).when(by("ada"), cancel()).refused("wrong-state");
    given(a_verified_task()).when(by("ada"), cancel()).refused("wrong-state");
}

// Reopening.

#[test]
fn a_verified_task_is_reopened_for_its_builder_by_default() {
    let reopened = TaskEvent::Reopened { reason: words("it broke"), builder: by("bob") };
    given(a_verified_task())
        .when(by("ada"), reopen())
        .then(events([reopened.into()]))
        .in_state("working")
        .tells(Need::Build, &["bob"])
        .when(by("eve"), verify())
        .refused("wrong-state")
        .completed_again()
        .when(by("eve"), verify())
        .then_state("verified");
}

#[test]
fn a_verified_task_is_reopened_for_another_who_then_is_its_fixer() {
    let story = given(a_verified_task())
        .when(by("ada"), reopen_for("dan"))
        .then_state("working")
        .tells(Need::Build, &["dan"]);
    assert!(story.task().worn[&by("dan")].contains(&Hat::Fixer));
    story.when(by("bob"), submit()).refused("not-its-builder");
}

#[test]
fn a_task_is_not_reopened_for_someone_who_judged_it() {
    let eve_and_rex_build = [given_hat("eve", Hat::Builder), given_hat("rex", Hat::Builder)];
    given(a_verified_task())
        .after(eve_and_rex_build)
        .when(by("ada"), reopen_for("eve"))
        .refused("hat-conflict")
        .when(by("ada"), reopen_for("rex"))
        .refused("hat-conflict");
}

#[test]
fn a_task_is_not_reopened_for_a_retired_builder() {
    given(a_verified_task())
        .and("ada", retire("bob"))
        .when(by("ada"), reopen())
        .refused("actor-retired")
        .when(by("ada"), reopen_for("dan"))
        .then_state("working");
}

// Assurance and bases.

#[test]
fn assurance_contract_ends_with_the_contract() {
    let story = given(the_team())
        .and("ada", create_with(verifiable(), Assurance::Contract))
        .and("ada", assign("bob"))
        .and("bob", start())
        .through_its_contract()
        .in_state("completed (contract)");
    assert_eq!(story.owes(), None);
    assert!(story.task().is_settled());
}

#[test]
fn assurance_review_ends_with_the_review() {
    let story = given(the_team())
        .and("ada", create_with(verifiable(), Assurance::Review))
        .and("ada", assign("bob"))
        .and("bob", start())
        .through_its_contract()
        .in_state("review")
        .when(by("rex"), approve())
        .then_state("completed (review)");
    assert_eq!(story.owes(), None);
    story.when(by("eve"), verify()).then_state("verified");
}

#[test]
fn assurance_independent_is_owed_a_verification() {
    let story = given(a_completed_task());
    assert!(!story.task().is_settled());
    story.tells(Need::Verify, &["ada", "eve"]);
}

#[test]
fn advisory_and_skipped_work_says_what_it_rests_on() {
    let bases = [(advisory(), "completed (advisory)"), (skipped(), "completed (skip)")];
    for (contract, state) in bases {
        for assurance in [Assurance::Contract, Assurance::Independent] {
            let story = given(the_team())
                .and("ada", create_with(contract.clone(), assurance))
                .and("ada", assign("bob"))
                .and("bob", start())
                .and("bob", submit());
            let (story, approver) = match assurance {
                Assurance::Contract => (story, None),
                Assurance::Review | Assurance::Independent => (
                    story.in_state("review (nothing checked)").and("rex", approve()),
                    Some(by("rex")),
                ),
            };
            let unread = approver.is_none() && contract.kind() == ContractKind::Advisory;
            let story = story.in_state(if unread { "completed (advisory, unread)" } else { state });
            let TaskState::Completed { basis, .. } = &story.task().state else { panic!() };
            assert_eq!(basis.approver(), approver.as_ref());
        }
    }
}

#[test]
fn work_without_anything_to_check_is_handed_in_without_a_runner() {
    let submitted = given(the_team())
        .and("ada", retire("ci"))
        .and("ada", create_with(advisory(), Assurance::Independent))
        .and("ada", assign("bob"))
        .and("bob", start())
        .and("bob", submit())
        .tells(Need::Review, &["ada", "rex"]);
    submitted.clone().when(by("bob"), review_outcome()).refused("missing-hat");
    let sent_back = submitted.clone().and("rex", reject()).in_state("working");
    sent_back.and("bob", submit()).in_state("review (nothing checked)");
    let read = submitted.and("ada", review_outcome()).in_state("completed (advisory)");
    assert!(read.task().approvers.contains(&by("ada")));
    read.clone().when(by("ada"), verify()).refused("verifier-is-approver");
    read.and("eve", verify()).in_state("verified");
}

#[test]
fn skipped_work_with_something_to_check_still_goes_to_a_runner() {
    let lint = Check::Lint { run: "tidy".into(), cwd: None };
    let at = |timing| {
        let criteria = vec![criterion("tidy", lint.clone(), timing)];
        given(the_team())
            .and("ada", create_with(contract(ContractKind::Skip, criteria), Assurance::Contract))
            .and("ada", assign("bob"))
            .and("bob", start())
            .and("bob", submit())
    };
    at(Timing::Immediate).in_state("verifying");
    at(Timing::Deferred).in_state("completed (skip)");
}

// Escalation.

#[test]
fn the_second_rejection_escalates_to_the_lead() {
    let reason = words("accepts abc as an address");
    let story = given(a_completed_task())
        .and("eve", reject_verification())
        .completed_again()
        .when(by("eve"), reject_verification())
        .then(events([
            TaskEvent::VerificationRejected { reason }.into(),
            TaskEvent::Escalated { rejections: 2 }.into(),
        ]))
        .in_state("escalated")
        .tells(Need::Triage, &["ada"]);
    assert_eq!(
        story.owes().unwrap().2,
        "TASK-1 rejected 2 times, last by eve, escalation required: accepts abc as an address"
    );
    story.when(by("bob"), submit()).refused("waits-for-lead");
}

#[test]
fn rejections_by_a_reviewer_do_not_escalate() {
    given(a_task_in_review())
        .and("rex", reject())
        .through_its_contract()
        .and("rex", reject())
        .through_its_contract()
        .when(by("rex"), reject())
        .then_state("working");
}

#[test]
fn a_lead_triages_by_assigning_anew_or_to_the_same() {
    for (builder, hat) in [("dan", Hat::Fixer), ("bob", Hat::Builder)] {
        given(a_completed_task())
            .and("eve", reject_verification())
            .completed_again()
            .and("eve", reject_verification())
            .when(by("ada"), assign(builder))
            .then_state("assigned")
            .tells(Need::Start, &[builder])
            .when(by(builder), start())
            .then(events([TaskEvent::Started { hat, base: None }.into()]));
    }
}

#[test]
fn a_lead_triages_by_override_or_cancel() {
    let escalated = given(a_completed_task())
        .and("eve", reject_verification())
        .completed_again()
        .and("eve", reject_verification());
    escalated.clone().when(by("ada"), override_it()).then_state("completed (override)");
    escalated.when(by("ada"), cancel()).then_state("cancelled");
}

#[test]
fn a_lead_reassigns_work_in_hand_but_not_work_under_judgement() {
    given(a_task_in_work()).when(by("ada"), assign("dan")).then_state("assigned");
    given(a_submitted_task()).when(by("ada"), assign("dan")).refused("wrong-state");
    given(a_task_in_review()).when(by("ada"), assign("dan")).refused("wrong-state");
    given(a_completed_task()).when(by("ada"), assign("dan")).refused("wrong-state");
}

#[test]
fn a_task_is_created_once_and_its_brief_is_bounded() {
    given(a_task()).when(by("ada"), create()).refused("task-exists");
    let long = countersign_core::TaskCommand::Create {
        title: title("long"),
        brief: "x".repeat(256 * 1024 + 1),
        contract: verifiable(),
        assurance: Assurance::Contract,
        revisions: 1,
        depends_on: [].into(),
        question: None,
        labels: Default::default(),
    };
    given(the_team()).when(by("ada"), long).refused("too-long");
    given(the_team()).when(by("ada"), start()).refused("no-such-task");
}

#[test]
fn submitting_what_nobody_builds_names_the_state_not_the_asker() {
    given(a_task())
        .when(by("bob"), submit())
        .refused_saying("wrong-state", "TASK-1 is pending; to submit it must be in_progress");
}
