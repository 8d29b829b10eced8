//! Contracts are settled before anyone works to them, and edited only while nobody does.

use countersign_core::{
    Amendment, Assurance, Contract, ContractKind, Criterion, GeneratedFrom, Need, Placement,
    SpecFile, Timing, UnsoundContract, Visibility,
};

use crate::cast::*;
use crate::story::given;

#[test]
fn nobody_is_handed_work_whose_contract_is_not_settled() {
    given(the_team())
        .when(by("ada"), create_open())
        .accepted()
        .tells(Need::Settle, &["ada"])
        .when(by("ada"), assign("bob"))
        .refused("contract-open")
        .and("ada", settle(verifiable()))
        .tells(Need::Assign, &["ada"])
        .when(by("ada"), assign("bob"))
        .accepted();
}

#[test]
fn only_a_lead_settles_and_only_an_open_question() {
    let open = given(the_team()).and("ada", create_open());
    open.clone().when(by("bob"), settle(verifiable())).refused("lead-only");
    open.clone()
        .and("ada", settle(verifiable()))
        .when(by("ada"), settle(verifiable()))
        .refused("already-so");
    open.and("ada", cancel()).when(by("ada"), settle(verifiable())).refused("wrong-state");
}

#[test]
fn the_settled_contract_is_the_one_that_holds() {
    let story = given(the_team()).and("ada", create_open()).and("ada", settle(verifiable()));
    assert_eq!(story.task().contract.kind(), ContractKind::Verifiable);
    assert_eq!(story.task().question, None);
}

#[test]
fn criteria_are_added_changed_and_removed_before_the_work_starts() {
    let changed = criterion("more", runs("make less"), Timing::Immediate);
    let story = given(the_team())
        .and("ada", create())
        .and("ada", amend(one_more("more")))
        .and("ada", amend(Amendment::Change { criterion: changed.clone() }))
        .and("ada", amend(Amendment::Remove { criterion: criterion_id("builds") }));
    assert_eq!(story.task().contract.criteria(), [changed]);
}

#[test]
fn an_edit_defers_nothing_before_there_is_a_goal_to_run_it() {
    let later = |name: &str| criterion(name, runs("make e2e"), Timing::Deferred);
    let add = || amend(Amendment::Add { criterion: later("end-to-end") });
    let change = || amend(Amendment::Change { criterion: later("builds") });
    let alone = given(the_team()).and("ada", create()).and("ada", amend(one_more("more")));
    alone.clone().when(by("ada"), change()).refused_saying(
        "never-judged",
        "builds of TASK-1 would be deferred, and never judged: that is done with a goal, and it has none",
    );
    alone.clone().when(by("ada"), add()).refused("never-judged");
    let with_goal = alone.and("ada", create_goal()).and("ada", link(T1));
    with_goal.clone().when(by("ada"), add()).accepted();
    with_goal.when(by("ada"), change()).accepted();
}

#[test]
fn what_a_task_file_has_deferred_is_changed_before_the_task_belongs_to_a_goal() {
    let other = criterion("end-to-end", runs("make e2e-fast"), Timing::Deferred);
    given(the_team())
        .and("ada", create_with(with_deferred(), Assurance::Independent))
        .when(by("ada"), amend(Amendment::Change { criterion: other }))
        .accepted();
}

#[test]
fn a_task_is_said_anew_and_required_otherwise_before_anyone_has_begun() {
    let assigned = given(the_team())
        .and("ada", (T2, create()))
        .and("ada", create())
        .and("ada", amend(one_more("more")))
        .and("ada", require(Assurance::Review, 3))
        .and("ada", assign("bob"));
    let story = assigned.clone().and("ada", restate(&[T2]));
    let task = story.task();
    assert_eq!((task.title.as_str(), task.brief.as_str()), ("the login page", "Make it."));
    assert_eq!(task.contract, verifiable());
    assert_eq!((task.assurance, task.revisions), (Assurance::Review, 3));
    // Whoever had it had another text.
    assert_eq!(task.builder(), None);
    story.clone().when(by("bob"), require(Assurance::Contract, 1)).refused("lead-only");
    story.clone().when(by("ada"), restate(&[T1])).refused("dependency-cycle");
    let begun = assigned.and("bob", start());
    for command in [restate(&[]), require(Assurance::Independent, 1)] {
        begun.clone().when(by("ada"), command.clone()).refused("wrong-state");
        begun.clone().and("ada", cancel()).when(by("ada"), command).refused("wrong-state");
    }
    // How often it is sent back is nothing that somebody works to.
    let more = require(Assurance::Review, 7);
    assert_eq!(begun.clone().and("ada", more.clone()).task().revisions, 7);
    begun.clone().and("ada", cancel()).when(by("ada"), more.clone()).refused("wrong-state");
    begun.when(by("bob"), more).refused("lead-only");
}

#[test]
fn an_edit_that_leaves_nothing_to_check_is_refused() {
    let nothing = Amendment::Remove { criterion: criterion_id("builds") };
    given(the_team())
        .and("ada", create())
        .when(by("ada"), amend(nothing))
        .refused("unsound-contract")
        .when(by("ada"), amend(one_more("builds")))
        .refused("unsound-contract")
        .when(by("ada"), amend(Amendment::Remove { criterion: criterion_id("nothing") }))
        .refused("unsound-contract");
}

#[test]
fn the_contract_of_work_in_hand_is_not_edited_but_that_of_blocked_work_is() {
    let working =
        given(the_team()).and("ada", create()).and("ada", assign("bob")).and("bob", start());
    working.clone().when(by("ada"), amend(one_more("more"))).refused("wrong-state");
    let blocked = working
        .and("bob", submit())
        .and("ci", record(failing()))
        .and("bob", submit())
        .and("ci", record(failing()));
    blocked.when(by("ada"), amend(one_more("more"))).accepted();
}

#[test]
fn a_goal_learns_which_deferred_criteria_its_tasks_have_now() {
    let at_the_end =
        Amendment::Add { criterion: criterion("late", runs("make e2e"), Timing::Deferred) };
    let story = given(the_team())
        .and("ada", create_open())
        .and("ada", create_goal())
        .and("ada", link(T1))
        .and("ada", settle(verifiable()))
        .and("ada", amend(at_the_end));
    let goal = &story.board.goals[&goal_id(G1)];
    assert!(goal.deferred[&task_id(T1)].contains_key(&criterion_id("late")));
    let story = story.and("ada", amend(Amendment::Remove { criterion: criterion_id("late") }));
    assert!(story.board.goals[&goal_id(G1)].deferred.is_empty());
}

#[test]
fn unread_advisory_work_is_read_by_someone_else_and_once() {
    let unread = given(the_team())
        .and("ada", create_with(advisory(), Assurance::Contract))
        .and("ada", assign("bob"))
        .and("bob", start())
        .and("bob", submit());
    unread.clone().when(by("bob"), review_outcome()).refused("missing-hat");
    let read = unread.and("rex", review_outcome()).in_state("completed (advisory)");
    assert!(read.task().approvers.contains(&by("rex")));
    read.when(by("rex"), review_outcome()).refused("already-so");
}

#[test]
fn spec_files_have_a_path_a_content_and_a_place_of_their_own() {
    let file = |path: &str, content: &str, placement| SpecFile {
        path: path.into(),
        content: content.into(),
        placement,
        visibility: Visibility::Shown,
    };
    let with = |files| verifiable().with_spec_files(files);
    let whole = || file("tests/it.rs", "x", Placement::Whole);
    let blank = UnsoundContract::BlankFile { path: String::new() };
    assert_eq!(with(vec![file("", "x", Placement::Whole)]), Err(blank));
    let twice = UnsoundContract::DuplicateFile { path: "tests/it.rs".into() };
    assert_eq!(with(vec![whole(), whole()]), Err(twice));
    let hidden = SpecFile { visibility: Visibility::Hidden, ..whole() };
    assert!(with(vec![whole(), hidden]).is_ok());
    let added = || file("tests/it.rs", "x", Placement::Added);
    assert!(with(vec![added(), added()]).is_ok());
    let long = "x".repeat(2 << 20);
    let too_long = with(vec![file("a", &long, Placement::Whole)]);
    assert_eq!(too_long, Err(UnsoundContract::TooLong));
    assert_eq!(verifiable().explained(Some(long), vec![]), Err(UnsoundContract::TooLong));
}

#[test]
fn a_contract_written_before_it_could_carry_files_is_still_read() {
    let old = r#"{"type": "skip", "criteria": [], "generatedFrom": "user",
        "generatedAt": "2026-01-01T00:00:00Z"}"#;
    let read: Contract = serde_json::from_str(old).unwrap();
    assert_eq!(read.generated_from(), GeneratedFrom::User);
    let written = serde_json::to_string(&read).unwrap();
    assert!(!written.contains("specFiles") && !written.contains("notCovered"), "{written}");
}

#[test]
fn a_criterion_with_a_field_that_its_check_does_not_know_is_refused() {
    let criterion = |check: &str| {
        let text = format!(
            r#"{{"id": "a", "description": "d", {check}, "timing": "immediate", "visibility": "shown",
                "origin": "me"}}"#
        );
        serde_json::from_str::<Criterion>(&text)
    };
    for check in [
        r#""check": "none""#,
        r#""check": "tests", "run": "make", "named": ["a"]"#,
        r#""check": "command", "run": "make", "cwd": null, "time_limit_seconds": 9"#,
        r#""check": "outputs", "write": ["a"]"#,
    ] {
        let read = criterion(check).unwrap();
        let again: Criterion =
            serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
        assert_eq!(again, read, "{check}");
    }
    for (check, field) in [
        (r#""check": "none", "run": "make""#, "run"),
        (r#""check": "tests", "run": "make", "name": ["a"]"#, "name"),
        (r#""check": "command", "run": "make", "timelimit": 9"#, "timelimit"),
        (r#""check": "outputs", "write": ["a"], "may-write": []"#, "may-write"),
        (r#""check": "file", "path": "a", "visible": "hidden""#, "visible"),
    ] {
        let told = criterion(check).unwrap_err().to_string();
        assert!(told.contains(&format!("unknown field `{field}`")), "{check}: {told}");
    }
}

#[test]
fn what_the_text_asks_for_by_a_criterion_that_is_gone_is_not_covered_again() {
    let stated = |id: &str, origin: &str, visibility| Criterion {
        origin: origin.into(),
        visibility,
        ..criterion(id, runs(id), Timing::Immediate)
    };
    let said = "sentence: `npm test` passes; also from package.json: its tests";
    let criteria = vec![
        stated("said", said, Visibility::Shown),
        stated("listed", "section Verification, line 9", Visibility::Shown),
        stated("usual", "package.json: its lint script", Visibility::Shown),
        stated("secret", "section Hidden Tests, line 12", Visibility::Hidden),
        stated("kept", "command line", Visibility::Shown),
    ];
    let before = Contract::new(ContractKind::Verifiable, criteria, GeneratedFrom::User, now())
        .and_then(|made| made.explained(None, vec!["it is fast".into()]))
        .unwrap();
    let amended = |contract: &Contract, amendment: Amendment| {
        let uncovers = contract.uncovered_by(&amendment);
        contract.amended(&amendment, uncovers.as_deref()).unwrap()
    };
    let without = |contract: &Contract, id: &str| {
        amended(contract, Amendment::Remove { criterion: criterion_id(id) })
    };
    let after = without(&before, "said");
    assert_eq!(after.not_covered(), ["it is fast", "`npm test` passes"]);
    let listed = before.criteria()[1].description.clone();
    assert_eq!(without(&before, "listed").not_covered(), ["it is fast".to_owned(), listed]);
    for id in ["usual", "secret", "kept"] {
        assert_eq!(without(&before, id).not_covered(), ["it is fast"], "{id}");
    }
    let change = |run: &str| {
        let criterion = criterion("said", runs(run), Timing::Immediate);
        amended(&before, Amendment::Change { criterion })
    };
    assert_eq!(change("said").not_covered(), ["it is fast"]);
    assert_eq!(change("npm test -- login").not_covered(), ["it is fast", "`npm test` passes"]);
}
