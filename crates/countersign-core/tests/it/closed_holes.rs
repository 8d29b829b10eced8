//! Holes that systems of this kind are known for. Each test is named after the sentence it closes.

use std::collections::BTreeSet;

use countersign_core::{
    ActorKind, Assurance, Basis, Board, Command, Contract, Event, Facts, Finding, GoalCommand,
    GoalEvent, Hat, Hindrance, InterruptedBy, Need, Stamp, TaskCommand, TaskEvent, TaskState,
    TeamCommand, TokenId, UnsoundContract, decide,
};
use serde_json::{Value, json};

use crate::cast::*;
use crate::names;
use crate::story::given;

fn folds(board: &Board, name: &str, event: TaskEvent) -> Result<(), &'static str> {
    let stamp = Stamp { by: by(name), at: now() };
    let event = Event::Task(task_id(T1), event);
    board.clone().apply(&event, &stamp).map_err(|illegal| illegal.why)
}

fn every_task_command() -> Vec<TaskCommand> {
    vec![
        create(),
        restate(&[T2]),
        require(Assurance::Review, 2),
        settle(verifiable()),
        amend(one_more("more")),
        depend_on(T2),
        drop_dependency(T2),
        wear("bob", Hat::Builder),
        assign_in_turn("bob", &["dan"]),
        start(),
        submit(),
        delegate(),
        deliver(),
        interrupt(InterruptedBy::Loss),
        leave(Hindrance::Trouble),
        rebase(),
        return_conflict(),
        record(passing()),
        answer(retry_with("look again")),
        approve(),
        reject(),
        review_outcome(),
        verify(),
        reject_verification(),
        reopen_for("bob"),
        override_it(),
        cancel(),
    ]
}

fn every_goal_command() -> Vec<GoalCommand> {
    let run = integrate(whole(Finding::Pass, &[T1]));
    vec![create_goal(), link(T1), run, verify_goal_on("sha256:whole"), reject_goal()]
}

fn every_team_command() -> Vec<TeamCommand> {
    vec![
        TeamCommand::Found { token: token("t") },
        add("zed", ActorKind::Agent, &[Hat::Builder]),
        spawn("min"),
        retire("bob"),
        give("bob", Hat::Tester),
        take("bob", Hat::Builder),
        TeamCommand::IssueToken { actor: by("bob"), token: token("t") },
        TeamCommand::RevokeToken { token: TokenId::new("t").unwrap() },
        solo_allowed(),
    ]
}

#[test]
fn a_status_update_cannot_set_verified_directly() {
    // No command but verify leads there, from any state, asked by anyone.
    let states: [Vec<Past>; 6] = [
        a_task(),
        an_assigned_task(),
        a_task_in_work(),
        a_submitted_task(),
        a_task_in_review(),
        a_completed_task(),
    ];
    for history in states {
        let board = given(history).board;
        for command in every_task_command() {
            for name in ["ada", "bob", "dan", "eve", "rex", "ci"] {
                let facts = Facts { by: by(name), with: None, now: now() };
                let command = aimed(Command::Task(task_id(T1), command.clone()), &board);
                let Ok(events) = decide(&board, &command, &facts) else { continue };
                let verifies = events
                    .iter()
                    .any(|event| matches!(event, Event::Task(_, TaskEvent::Verified { .. })));
                let asked = matches!(command, Command::Task(_, TaskCommand::Verify { .. }));
                assert_eq!(verifies, asked, "{name} asks {command:?}");
            }
        }
    }
    // The event does not fold on a wrong state, also not when it comes out of forged JSON.
    let forged = json!({ "event": "verified", "notes": "trust me", "solo": true });
    for history in
        [a_task(), an_assigned_task(), a_task_in_work(), a_submitted_task(), a_task_in_review()]
    {
        let event: TaskEvent = serde_json::from_value(forged.clone()).unwrap();
        let why = folds(&given(history).board, "eve", event);
        assert_eq!(why, Err("it cannot happen in that state"));
    }
    // There is no such command, by whatever name it comes.
    for name in ["update_task", "set_status", "set_state", "verified", "update"] {
        let forged = json!({ "do": name, "status": "verified", "state": "verified" });
        assert!(serde_json::from_value::<TaskCommand>(forged).is_err(), "{name}");
    }
}

#[test]
fn a_forged_verification_by_the_builder_or_the_approver_does_not_fold() {
    let board = given(a_completed_task()).board;
    let verified = |solo| TaskEvent::Verified { notes: words("trust me"), solo };
    assert_eq!(folds(&board, "bob", verified(false)), Err("verified by its builder"));
    assert_eq!(folds(&board, "bob", verified(true)), Err("verified by its builder"));
    assert_eq!(folds(&board, "rex", verified(false)), Err("verified by its approver"));
    assert_eq!(folds(&board, "eve", verified(false)), Ok(()));
    let overridden = given(a_task_in_work()).and("ada", override_it()).board;
    assert_eq!(folds(&overridden, "eve", verified(false)), Err("an override is never verified"));
    let rejected = TaskEvent::VerificationRejected { reason: words("no") };
    assert_eq!(folds(&overridden, "eve", rejected), Err("an override is never verified"));
}

#[test]
fn a_leads_approval_leaves_its_approver_on_record() {
    let story = given(a_task_in_review()).and("ada", approve());
    let TaskState::Completed { basis, .. } = &story.task().state else { panic!("completed") };
    assert_eq!(basis.approver(), Some(&by("ada")));
    assert_eq!(story.task().approvers, [by("ada")].into());
    story.when(by("ada"), verify()).refused("verifier-is-approver");
}

#[test]
fn conflicts_hold_in_an_empty_project() {
    // One task, nothing else ever happened.
    given(a_completed_task())
        .after([given_hat("bob", Hat::Tester)])
        .when(by("bob"), verify())
        .refused("verifier-is-builder");
    given(a_task())
        .after([given_hat("bob", Hat::Tester)])
        .and("ada", wear("bob", Hat::Tester))
        .when(by("ada"), assign("bob"))
        .refused("hat-conflict");
}

#[test]
fn conflicts_hold_when_the_earlier_work_is_already_verified() {
    let hats = [given_hat("eve", Hat::Builder), given_hat("bob", Hat::Tester)];
    let story = given(a_verified_task()).after(hats);
    let story = story.when(by("ada"), reopen_for("eve")).refused("hat-conflict");
    let story = story.when(by("ada"), wear("bob", Hat::Tester)).refused("hat-conflict");
    story
        .and("ada", reopen_for("dan"))
        .and("dan", submit())
        .and("ci", record(passing()))
        .and("ada", approve())
        .when(by("bob"), verify())
        .refused("verifier-is-builder");
}

#[test]
fn a_fixer_cannot_test_and_a_tester_cannot_fix() {
    let hats = || [given_hat("dan", Hat::Tester), given_hat("eve", Hat::Fixer)];
    let sent_back = || given(a_completed_task()).after(hats()).and("eve", reject_verification());
    // The tester who sent it back cannot fix it.
    sent_back().when(by("ada"), assign("eve")).refused("hat-conflict");
    // Whoever fixes it cannot test it.
    let fixed = sent_back().and("ada", assign("dan")).and("dan", start());
    assert!(fixed.task().worn[&by("dan")].contains(&Hat::Fixer));
    fixed
        .and("dan", submit())
        .and("ci", record(passing()))
        .and("rex", approve())
        .when(by("dan"), verify())
        .refused("verifier-is-builder");
    // Nor by hats alone, in either order.
    let plain = || given(a_task()).after(hats());
    plain()
        .and("ada", wear("dan", Hat::Fixer))
        .when(by("ada"), wear("dan", Hat::Tester))
        .refused("hat-conflict");
    plain()
        .and("ada", wear("dan", Hat::Tester))
        .when(by("ada"), wear("dan", Hat::Fixer))
        .refused("hat-conflict");
}

#[test]
fn identity_is_not_an_argument() {
    let names: Vec<_> = every_task_command().iter().map(names::of_task_command).collect();
    assert_eq!(names, names::TASK_COMMANDS);
    let names: Vec<_> = every_goal_command().iter().map(names::of_goal_command).collect();
    assert_eq!(names, names::GOAL_COMMANDS);
    let names: Vec<_> = every_team_command().iter().map(names::of_team_command).collect();
    assert_eq!(names, names::TEAM_COMMANDS);

    fn all<C: serde::Serialize>(commands: &[C]) -> Vec<Value> {
        commands.iter().map(|command| serde_json::to_value(command).unwrap()).collect()
    }
    let written =
        [all(&every_task_command()), all(&every_goal_command()), all(&every_team_command())];
    let fields: BTreeSet<String> = written
        .iter()
        .flatten()
        .flat_map(|command| command.as_object().unwrap().keys().cloned().collect::<Vec<_>>())
        .collect();
    // Everything a command can say at its top. None of it is who asks: `actor`, `builder`, `to` and `then`
    // are whom it is about.
    let known = [
        "actor",
        "amendment",
        "answer",
        "assurance",
        "attempt",
        "base",
        "brief",
        "builder",
        "conflict",
        "contract",
        "depends_on",
        "description",
        "do",
        "evidence",
        "handed_in",
        "hat",
        "hats",
        "interruption",
        "kind",
        "labels",
        "max_minions",
        "note",
        "notes",
        "on",
        "project",
        "question",
        "reason",
        "revisions",
        "round",
        "run",
        "solo",
        "standstill",
        "submission",
        "task",
        "then",
        "title",
        "to",
        "token",
        "work",
    ];
    assert_eq!(fields.iter().map(String::as_str).collect::<Vec<_>>(), known);

    // A claimed identity changes nothing: it is not read, and who is asked for comes from the session.
    for command in every_task_command() {
        let mut claimed = serde_json::to_value(&command).unwrap();
        for field in ["agent_name", "by", "as", "from", "identity"] {
            claimed[field] = json!("eve");
        }
        assert_eq!(serde_json::from_value::<TaskCommand>(claimed).unwrap(), command);
    }
    let claimed = json!({ "do": "verify", "notes": "fine", "agent_name": "eve", "by": "eve" });
    let claimed: TaskCommand = serde_json::from_value(claimed).unwrap();
    given(a_completed_task())
        .after([given_hat("bob", Hat::Tester)])
        .when(by("bob"), claimed)
        .refused("verifier-is-builder");
}

#[test]
fn goal_rejection_exists() {
    given(a_verified_task())
        .and("ada", create_goal())
        .and("ada", link(T1))
        .when(by("ada"), reject_goal())
        .then(events([GoalEvent::Rejected { reason: words("the styles clash") }.into()]))
        .goal_in_state("active (rejected)");
}

#[test]
fn reopening_exists() {
    given(a_verified_task()).when(by("ada"), reopen()).then_state("working");
    given(a_completed_task()).when(by("ada"), reopen()).then_state("working");
}

#[test]
fn two_rejection_escalation_exists() {
    given(a_completed_task())
        .and("eve", reject_verification())
        .completed_again()
        .when(by("eve"), reject_verification())
        .then_state("escalated")
        .tells(Need::Triage, &["ada"]);
}

#[test]
fn zero_criteria_are_never_a_pass() {
    use countersign_core::{Check, ContractKind, GeneratedFrom, Timing};
    let deferred = criterion("later", runs("make e2e"), Timing::Deferred);
    let nothing = criterion("nothing", Check::None, Timing::Immediate);
    for criteria in [vec![], vec![deferred.clone()], vec![nothing.clone()], vec![deferred, nothing]]
    {
        let refused =
            Contract::new(ContractKind::Verifiable, criteria.clone(), GeneratedFrom::User, now());
        assert_eq!(refused, Err(UnsoundContract::NothingToCheck));
        let mut forged = serde_json::to_value(verifiable()).unwrap();
        forged["criteria"] = serde_json::to_value(&criteria).unwrap();
        let refused = serde_json::from_value::<Contract>(forged.clone()).unwrap_err();
        assert!(refused.to_string().contains("at least one criterion"), "{refused}");
        // Nor inside a command or an event.
        let mut command = serde_json::to_value(create()).unwrap();
        command["contract"] = forged.clone();
        assert!(serde_json::from_value::<TaskCommand>(command).is_err());
        let created = task_created(verifiable(), Assurance::Independent);
        let mut event = serde_json::to_value(created).unwrap();
        event["contract"] = forged;
        assert!(serde_json::from_value::<TaskEvent>(event).is_err());
    }
    // Evidence that saw nothing is no pass either, forged or not.
    let story = given(a_submitted_task());
    let passed = TaskEvent::ContractPassed { evidence: nothing_seen() };
    assert_eq!(
        folds(&story.board, "ci", passed),
        Err("the evidence does not answer for the contract")
    );
    assert_eq!(
        folds(&story.board, "bob", TaskEvent::ContractEmpty),
        Err("the contract asks for something")
    );
    story.when(by("ci"), record(nothing_seen())).refused("evidence-incomplete");
}

#[test]
fn an_unsound_contract_is_refused_by_its_reason() {
    use countersign_core::{ContractKind, GeneratedFrom, Timing};
    let builds = || criterion("builds", runs("make"), Timing::Immediate);
    let of = |kind, criteria| Contract::new(kind, criteria, GeneratedFrom::User, now());
    assert_eq!(
        of(ContractKind::Verifiable, vec![builds(), builds()]),
        Err(UnsoundContract::Duplicate(criterion_id("builds")))
    );
    assert_eq!(
        of(ContractKind::Advisory, vec![builds()]),
        Err(UnsoundContract::AdvisoryWithCriteria)
    );
    let many = (0..201).map(|n| criterion(&format!("c{n}"), runs("x"), Timing::Immediate));
    assert_eq!(of(ContractKind::Verifiable, many.collect()), Err(UnsoundContract::TooMany));
}

#[test]
fn a_verification_result_is_read() {
    // Failed or undecided evidence cannot come in under the name of a pass.
    let board = given(a_submitted_task()).board;
    for evidence in [failing(), unclear()] {
        let passed = TaskEvent::ContractPassed { evidence };
        assert_eq!(folds(&board, "ci", passed), Err("the evidence says otherwise"));
    }
    // The verdict drives the state.
    for (evidence, state) in
        [(passing(), "review"), (failing(), "working"), (unclear(), "undecided")]
    {
        given(a_submitted_task()).when(by("ci"), record(evidence)).then_state(state);
    }
    // And nobody approves what has not passed.
    for evidence in [failing(), unclear()] {
        given(a_submitted_task())
            .and("ci", record(evidence))
            .when(by("rex"), approve())
            .refused("wrong-state");
    }
}

#[test]
fn a_forged_shortcut_does_not_fold() {
    let review = given(a_task_in_review()).board;
    let evidence = evidence_id("sha256:pass");
    let completed = |basis| TaskEvent::Completed { basis };
    let contract = Basis::Contract { evidence: evidence.clone() };
    assert_eq!(
        folds(&review, "ci", completed(contract)),
        Err("completed without the approval it requires")
    );
    let of = |approver: &str| Basis::Review { evidence: evidence.clone(), approver: by(approver) };
    assert_eq!(
        folds(&review, "bob", completed(of("rex"))),
        Err("approved by someone else than it says")
    );
    assert_eq!(folds(&review, "bob", completed(of("bob"))), Err("approved by its builder"));
    let other = Basis::Review { evidence: evidence_id("sha256:other"), approver: by("rex") };
    assert_eq!(
        folds(&review, "rex", completed(other)),
        Err("its basis is not what the contract and the evidence give")
    );
    let read = TaskEvent::AdvisoryReviewed { notes: words("fine") };
    assert_eq!(folds(&review, "rex", read), Err("only of advisory work an outcome is read"));
    let assigned = given(an_assigned_task()).board;
    let started = |hat| TaskEvent::Started { hat, base: None };
    assert_eq!(
        folds(&assigned, "bob", started(Hat::Shipper)),
        Err("started in another hat than that of the work")
    );
    assert_eq!(
        folds(&assigned, "dan", started(Hat::Builder)),
        Err("started by someone it is not assigned to")
    );
    let working = given(a_task_in_work()).board;
    let on_itself = TaskEvent::DependencyAdded { on: task_id(T1) };
    assert_eq!(folds(&assigned, "ada", on_itself), Err("a task cannot depend on itself"));
    let late = TaskEvent::DependencyAdded { on: task_id(T2) };
    assert_eq!(folds(&working, "ada", late), Err("it cannot happen in that state"));
    assert_eq!(
        folds(&working, "ci", TaskEvent::Blocked),
        Err("taken away although no attempt failed")
    );
}
