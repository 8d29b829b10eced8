//! Evidence answers for the whole contract and does not contradict itself.

use countersign_core::{
    Assurance, Contract, ContractKind, Exit, Finding, Observation, TestOutcome, Timing, Twins,
    Verdict,
};

use crate::cast::*;
use crate::story::{Story, given};

fn submitted_under(contract: Contract) -> Story {
    given(the_team())
        .and("ada", create_with(contract, Assurance::Independent))
        .and("ada", assign("bob"))
        .and("bob", start())
        .and("bob", submit())
}

fn two_commands() -> Contract {
    let criteria = ["builds", "runs"].map(|id| criterion(id, runs(id), Timing::Immediate));
    contract(ContractKind::Verifiable, criteria.into())
}

fn under_tests(named: &[&str], seen: Observation) -> crate::story::Outcome {
    let criteria = vec![criterion("tests", tests_named(named), Timing::Immediate)];
    submitted_under(contract(ContractKind::Verifiable, criteria))
        .when(by("ci"), record(evidence("sha256:t", vec![seen])))
}

#[test]
fn evidence_that_leaves_a_criterion_out_is_refused() {
    submitted_under(two_commands())
        .when(by("ci"), record(passing()))
        .refused_saying("evidence-incomplete", "the evidence says nothing about runs")
        .when(by("ci"), record(nothing_seen()))
        .refused("evidence-incomplete");
}

#[test]
fn evidence_about_something_else_is_refused() {
    let foreign = vec![saw("builds", Finding::Pass), saw("elsewhere", Finding::Pass)];
    given(a_submitted_task())
        .when(by("ci"), record(evidence("sha256:x", foreign)))
        .refused("evidence-foreign");
}

#[test]
fn work_that_breaks_an_accepted_task_fails_although_its_own_contract_holds() {
    let of_other = |finding| saw("builds", finding).of_accepted(&task_id("TASK-9"));
    let with = |more: Vec<Observation>| {
        let own = std::iter::once(saw("builds", Finding::Pass));
        evidence("sha256:x", own.chain(more).collect())
    };
    let broken = with(vec![of_other(Finding::Fail)]);
    assert_eq!(broken.verdict(), Verdict::Failed);
    assert_eq!(broken.observations[1].criterion.as_str(), "TASK-9.builds");
    given(a_submitted_task()).when(by("ci"), record(broken)).then_state("working");
    // It is said only of what does not hold, once, and never instead of an answer of one's own.
    for wrong in [
        with(vec![of_other(Finding::Pass)]),
        with(vec![of_other(Finding::Fail), of_other(Finding::Fail)]),
    ] {
        given(a_submitted_task()).when(by("ci"), record(wrong)).refused("evidence-foreign");
    }
    let alone = evidence("sha256:y", vec![of_other(Finding::Fail)]);
    given(a_submitted_task()).when(by("ci"), record(alone)).refused("evidence-incomplete");
    let mut own = saw("builds", Finding::Pass);
    own.of = Some(task_id("TASK-9"));
    let as_own = evidence("sha256:z", vec![own]);
    given(a_submitted_task()).when(by("ci"), record(as_own)).refused("evidence-foreign");
}

#[test]
fn evidence_that_answers_twice_is_refused() {
    let twice = vec![saw("builds", Finding::Fail), saw("builds", Finding::Pass)];
    given(a_submitted_task())
        .when(by("ci"), record(evidence("sha256:x", twice)))
        .refused("evidence-foreign");
}

#[test]
fn a_deferred_criterion_is_not_answered_with_an_attempt() {
    let both = vec![saw("builds", Finding::Pass), saw("end-to-end", Finding::Pass)];
    submitted_under(with_deferred())
        .when(by("ci"), record(evidence("sha256:x", both)))
        .refused("evidence-foreign")
        .when(by("ci"), record(passing()))
        .then_state("review");
}

#[test]
fn only_an_exit_of_success_can_pass() {
    let exits = [
        None,
        Some(Exit::Failure(1)),
        Some(Exit::Failure(127)),
        Some(Exit::TimedOut),
        Some(Exit::Signalled(9)),
        Some(Exit::Lost),
    ];
    for exit in exits {
        let seen = Observation { exit, ..saw("builds", Finding::Pass) };
        given(a_submitted_task())
            .when(by("ci"), record(evidence("sha256:x", vec![seen])))
            .refused("evidence-contradicts-itself");
    }
}

#[test]
fn a_pass_with_a_failed_test_is_refused() {
    let seen = with_tests(saw("builds", Finding::Pass), &[("login", TestOutcome::Failed)]);
    given(a_submitted_task())
        .when(by("ci"), record(evidence("sha256:x", vec![seen])))
        .refused("evidence-contradicts-itself");
}

#[test]
fn tests_that_did_not_run_do_not_pass() {
    under_tests(&[], saw("tests", Finding::Pass)).refused_saying(
        "evidence-contradicts-itself",
        "the evidence for tests contradicts itself: it passes although no test ran",
    );
    let skipped = with_tests(saw("tests", Finding::Pass), &[("login", TestOutcome::Skipped)]);
    under_tests(&[], skipped).refused("evidence-contradicts-itself");
}

#[test]
fn a_named_test_must_have_run_and_passed() {
    use TestOutcome::{Passed, Skipped};
    let pass = || saw("tests", Finding::Pass);
    under_tests(&["login"], with_tests(pass(), &[("logout", Passed)]))
        .refused("evidence-contradicts-itself");
    under_tests(&["login"], with_tests(pass(), &[("logout", Passed), ("login", Skipped)]))
        .refused("evidence-contradicts-itself");
    under_tests(&["login"], with_tests(pass(), &[("login", Passed), ("logout", Skipped)]))
        .then_state("review");
}

#[test]
fn a_finding_that_is_no_pass_says_why() {
    for finding in [Finding::Fail, Finding::Undecided] {
        for reason in ["", " \n\t", "\u{200b}\u{feff}", "\u{2800}"] {
            let seen = Observation { reason: reason.into(), ..saw("builds", finding) };
            given(a_submitted_task())
                .when(by("ci"), record(evidence("sha256:x", vec![seen])))
                .refused("evidence-contradicts-itself");
        }
    }
}

#[test]
fn what_is_kept_is_bounded_and_the_refusal_says_what_is_too_long() {
    let mut long_output = saw("builds", Finding::Pass);
    long_output.output.head = "x".repeat(32 * 1024 + 1);
    let long_reason =
        Observation { reason: "x".repeat(32 * 1024 + 1), ..saw("builds", Finding::Fail) };
    for (seen, what) in [(long_output, "output"), (long_reason, "reason")] {
        given(a_submitted_task())
            .when(by("ci"), record(evidence("sha256:x", vec![seen])))
            .refused_saying(
                "evidence-contradicts-itself",
                &format!(
                    "the evidence for builds contradicts itself: its {what} is longer than may be kept"
                ),
            );
    }
    let long = Observation { reason: "x".repeat(20 * 1024), ..saw("builds", Finding::Fail) };
    given(a_submitted_task())
        .when(by("ci"), record(evidence("sha256:x", vec![long])))
        .then_state("working");
}

#[test]
fn one_failure_fails_and_one_open_question_leaves_it_open() {
    use Finding::{Fail, Pass, Undecided};
    let of = |a, b| evidence("sha256:x", vec![saw("builds", a), saw("runs", b)]);
    assert_eq!(of(Pass, Pass).verdict(), Verdict::Passed);
    for (a, b) in [(Pass, Fail), (Fail, Pass), (Fail, Undecided), (Undecided, Fail), (Fail, Fail)] {
        assert_eq!(of(a, b).verdict(), Verdict::Failed);
    }
    for (a, b) in [(Pass, Undecided), (Undecided, Pass), (Undecided, Undecided)] {
        assert_eq!(of(a, b).verdict(), Verdict::Undecided);
    }
}

#[test]
fn the_shortfalls_are_kept_with_the_attempt() {
    let mixed = vec![saw("builds", Finding::Pass), saw("runs", Finding::Fail)];
    let story = submitted_under(two_commands()).and("ci", record(evidence("sha256:x", mixed)));
    let kept = story.task().attempts[0].evidence.clone().unwrap();
    assert_eq!(kept.verdict, Verdict::Failed);
    assert_eq!(
        kept.shortfalls.into_iter().collect::<Vec<_>>(),
        [(criterion_id("runs"), "it does not build".to_string())]
    );
}

#[test]
fn a_pass_that_its_twins_or_its_second_run_deny_is_refused() {
    let twins = Twins { failed: 1, passed: vec!["adds".into()], not_twinned: vec![] };
    let told = Observation { twins: Some(twins), ..saw("builds", Finding::Pass) };
    let flaky = Observation { flaky: true, ..saw("builds", Finding::Pass) };
    for seen in [told, flaky] {
        given(a_submitted_task())
            .when(by("ci"), record(evidence("sha256:x", vec![seen])))
            .refused("evidence-contradicts-itself");
    }
}

#[test]
fn a_test_that_failed_before_the_work_stands_against_no_pass() {
    let tests = [("a", TestOutcome::Passed), ("old", TestOutcome::Failed)];
    let tests = tests.map(|(name, outcome)| (name.to_owned(), outcome));
    let seen = Observation {
        exit: Some(Exit::Failure(1)),
        tests: tests.into(),
        failed_before: ["old".to_owned()].into(),
        ..saw("tests", Finding::Pass)
    };
    under_tests(&["a"], seen.clone()).then_state("review");
    for exit in [None, Some(Exit::TimedOut), Some(Exit::Signalled(9)), Some(Exit::Lost)] {
        let seen = Observation { exit, ..seen.clone() };
        under_tests(&["a"], seen).refused("evidence-contradicts-itself");
    }
    // Another test that failed, one that is asked for by name, and what is no test.
    let other = Observation { failed_before: ["other".to_owned()].into(), ..seen.clone() };
    under_tests(&["a"], other).refused("evidence-contradicts-itself");
    under_tests(&["a", "old"], seen.clone()).refused("evidence-contradicts-itself");
    let seen = Observation { criterion: saw("builds", Finding::Pass).criterion, ..seen };
    given(a_submitted_task())
        .when(by("ci"), record(evidence("sha256:x", vec![seen])))
        .refused("evidence-contradicts-itself");
}
