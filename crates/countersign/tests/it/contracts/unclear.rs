//! Work that a person has to decide about or to read: ambiguous and advisory.

use serde_json::json;

use super::write;
use crate::world::World;

#[test]
fn ambiguous_work_waits_in_the_inbox_until_a_lead_settles_it() {
    let world = World::sqlite().with_team();
    let made = world.run(&["task", "create", "Consider a smaller cache", "--json"]);
    assert_eq!(made.code, 3, "{made:#?}");
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let inbox = world.run(&["inbox", "--json"]);
    assert!(inbox.out.contains("\"settle\""), "{inbox:#?}");
    let early = world.run(&["task", "assign", &id, "bob", "--json"]);
    early.refused_by("contract-open");
    assert_eq!(early.code, 3);
    assert_eq!(world.run(&["brief", &id]).code, 3);
    let reason = ["--reason", "we want it changed"];
    let settle = ["task", "settle", &id, "--as", "verifiable", "--run", "make", "--json"];
    world.run_as("bob", &[&settle[..], &reason[..]].concat()).refused_by("lead-only");
    let settled = world.run(&[&settle[..], &reason[..]].concat()).ok().json();
    assert_eq!(settled["contract"]["type"], "verifiable");
    world.run(&["task", "assign", &id, "bob"]).ok();
}

#[test]
fn settings_of_another_tool_that_cannot_be_understood_ask_rather_than_not() {
    let world = World::sqlite();
    for (text, code) in [
        ("{\"promptForAdvisory\": true}", 3),
        ("\u{feff}{\"promptForAdvisory\": true}", 3),
        ("{\"promptForAdvisory\": \"yes\"}", 3),
        ("{\"promptForAdvisory\": true, // soon\n}", 3),
        ("{\"promptForAdvisory\": false}", 0),
        ("{ // of another tool\n}", 0),
    ] {
        write(&world, "project.json", text);
        let made = world.run(&["task", "create", "Investigate why checkout is slow"]);
        assert_eq!(made.code, code, "{text}: {made:#?}");
        assert_eq!(
            made.err.contains("cannot be read"),
            text.contains("yes") || text.contains("soon"),
            "{made:#?}"
        );
    }
}

#[test]
fn a_story_that_is_settled_later_is_held_to_its_acceptance_criteria() {
    let world = World::sqlite();
    let prd = "# PRD: Shop\n\n### US-001: Research payment providers\n\n**Acceptance Criteria:**\n\n\
        - [ ] Three providers are compared\n\n**Technical Notes:**\n\n- Create notes/raw.txt\n";
    write(&world, "prd.md", prd);
    assert_eq!(world.run(&["task", "import", "prd.md"]).code, 3);
    let settle = [
        "task",
        "settle",
        "GOAL-1.US-001",
        "--as",
        "verifiable",
        "--reason",
        "it is wanted",
        "--json",
    ];
    let settled = world.run(&settle).ok().json();
    let criteria = settled["contract"]["criteria"].as_array().unwrap();
    assert_eq!(criteria.len(), 2, "{criteria:#?}");
    assert_eq!(criteria[0]["path"], "notes/raw.txt", "the notes of a story are read, too");
    assert!(criteria[1]["rubric"].as_str().unwrap().contains("Three providers"), "{criteria:#?}");
}

#[test]
fn advisory_work_goes_ahead_with_a_notice_and_is_read_afterwards() {
    let world = World::sqlite().with_team();
    let create = ["task", "create", "Investigate why checkout is slow", "--assurance", "contract"];
    let made = world.run(&[&create[..], &["--assign", "bob"]].concat()).ok();
    assert_eq!(made.err.lines().count(), 1, "one line: {made:#?}");
    assert!(made.err.contains("Advisory task"), "{made:#?}");
    world.run_as("bob", &["task", "start", "TASK-1"]).ok();
    let summary = "The tax service is asked once per line";
    world.run_as("bob", &["task", "submit", "TASK-1", "--summary", summary]).ok();
    assert_eq!(world.state("TASK-1"), "completed", "there is nothing for a runner to judge");
    let log = world.run(&["advisory", "list", "--json"]).ok().json();
    assert_eq!(log["items"][0]["unread"], true);
    let shown = world.run(&["advisory", "show", "TASK-1"]).ok().out;
    assert!(shown.contains(summary), "{shown}");
    let notes = ["advisory", "review", "TASK-1", "--notes", "we batch it", "--json"];
    world.run_as("bob", &notes).refused_by("missing-hat");
    world.run_as("rex", &notes).ok();
    let log = world.run(&["advisory", "list", "--json"]).ok().json();
    assert_eq!(log["items"][0]["unread"], false);
    assert_eq!(log["items"][0]["reviewed_by"], "rex");
}

#[test]
fn advisory_work_is_handed_in_and_read_without_any_runner() {
    let mut world = World::sqlite();
    world.add("bob", &["--kind", "agent", "--hat", "builder"]);
    world.run(&["task", "create", "Investigate why checkout is slow", "--assign", "bob"]).ok();
    world.run_as("bob", &["task", "start", "TASK-1"]).ok();
    world.run_as("bob", &["task", "submit", "TASK-1", "--summary", "the tax service"]).ok();
    assert_eq!(world.state("TASK-1"), "review");
    let inbox = world.run(&["inbox", "--json"]).ok().json();
    assert_eq!(inbox[0]["need"], "review", "{inbox:#}");
    assert!(!inbox.to_string().contains("runner"), "{inbox:#}");
    assert!(inbox[0]["next"].as_str().unwrap().contains("task approve"), "{inbox:#}");
    let log = world.run(&["advisory", "list", "--json"]).ok().json();
    assert_eq!(log["items"][0]["unread"], true);
    let notes = ["advisory", "review", "TASK-1", "--notes", "we batch it", "--json"];
    let read = world.run(&notes).ok().json();
    assert_eq!((&read["state"], &read["basis"]), (&json!("completed"), &json!("advisory")));
    let history = world.run(&["log", "--task", "TASK-1", "--json"]).ok().out;
    assert!(history.contains("we batch it") && history.contains("contract_empty"), "{history}");
}

#[test]
fn a_person_who_wants_to_be_asked_about_advisory_work_is_waited_for() {
    for (file, text) in [
        ("countersign.toml", "promptForAdvisory = true\n"),
        ("project.json", "{\"promptForAdvisory\": true}"),
    ] {
        let world = World::sqlite();
        write(&world, file, text);
        let made = world.run(&["task", "create", "Investigate why checkout is slow", "--json"]);
        assert_eq!(made.code, 3, "{file}: {made:#?}");
        assert!(made.json()["question"].as_str().unwrap().contains("advisory"));
    }
}
