//! Work of which no check can tell is judged by somebody who did not build it.

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::Client;
use crate::world::World;

const RULES: &str = r#"{"version":"1","defaults":{},"filePatterns":{"*.js":{"critics":["first","second"],"reason":"x"}},
    "codePatterns":{},"crossCuttingRules":{}}"#;

/// bob's task, handed in, with two critics and no evaluator.
fn undecided() -> (World, Client) {
    let world = judged();
    std::fs::write(world.path().join("test-activity-rules.json"), RULES).unwrap();
    world.run(&["task", "create", "Create src/toggle.js", "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    std::fs::create_dir_all(world.path().join("src")).unwrap();
    std::fs::write(world.path().join("src/toggle.js"), "exports.x = 1\n").unwrap();
    let submit = json!({ "task_id": "TASK-1", "summary": "done" });
    let seen = bob.call("submit_for_review", submit).ok();
    assert_eq!(seen["verdict"], "undecided", "{seen:#}");
    assert!(seen["next"].as_str().unwrap().contains("verdict=\"pass\""), "{seen:#}");
    (world, bob)
}

fn asked() -> Value {
    json!({ "task_id": "TASK-1" })
}

fn critics(world: &World) -> Vec<String> {
    let shown = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
    let all = shown["contract"]["criteria"].as_array().unwrap().clone();
    let is_critic = |one: &&Value| one["check"] == "critic";
    all.iter().filter(is_critic).map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn everyone_who_asks_is_told_that_it_is_undecided() {
    let (world, mut bob) = undecided();
    for who in ["rex", "eve", "bob"] {
        let seen = Client::of(&world, who).call("verify_task_completion", asked()).ok();
        assert_eq!(seen["verdict"], "undecided", "{who}: {seen:#}");
    }
    let seen = bob.call("verify_task_completion", asked()).ok();
    assert_eq!(seen["verdict"], "undecided", "{seen:#}");
}

#[test]
fn a_reviewer_judges_it_and_its_builder_does_not() {
    let (world, mut bob) = undecided();
    let pass = json!({ "task_id": "TASK-1", "verdict": "pass" });
    bob.call("verify_task_completion", pass.clone()).refused_by("missing-hat");
    world.run(&["hat", "give", "bob", "reviewer"]).ok();
    bob.call("verify_task_completion", pass.clone()).refused_by("reviewer-is-builder");
    let mut rex = Client::of(&world, "rex");
    let without = json!({ "task_id": "TASK-1", "verdict": "fail" });
    rex.call("verify_task_completion", without).refused_by("usage");
    let seen = rex.call("verify_task_completion", pass).ok();
    assert_eq!(
        (&seen["verdict"], &seen["status"]),
        (&json!("passed"), &json!("review")),
        "{seen:#}"
    );
    world.run_as("rex", &["task", "approve", "TASK-1"]).ok();
    world.run(&["doctor"]).ok();
}

#[test]
fn one_criterion_at_a_time_and_what_was_said_stands() {
    let (world, mut bob) = undecided();
    let critics = critics(&world);
    assert_eq!(critics.len(), 2, "{critics:?}");
    let mut rex = Client::of(&world, "rex");
    let one = json!({ "task_id": "TASK-1", "verdict": "pass", "criterion_id": critics[0] });
    let seen = rex.call("verify_task_completion", one.clone()).ok();
    assert_eq!(seen["verdict"], "undecided", "{seen:#}");
    rex.call("verify_task_completion", one).refused_by("nothing-to-judge");
    bob.call("verify_task_completion", asked()).ok();
    let judged = world.run(&["judge", "TASK-1", "--criterion", &critics[1], "--pass"]).ok();
    assert!(
        judged.out.contains("judged by rex") && judged.out.contains("judged by ada"),
        "{judged:#?}"
    );
    assert_eq!(world.state("TASK-1"), "review");
}

#[test]
fn a_fail_goes_back_to_its_builder_with_the_diagnosis() {
    let (world, mut bob) = undecided();
    let why = "It toggles nothing.";
    let fail = json!({ "task_id": "TASK-1", "verdict": "fail", "diagnosis": why });
    let seen = Client::of(&world, "rex").call("verify_task_completion", fail).ok();
    assert_eq!(
        (&seen["verdict"], &seen["status"]),
        (&json!("failed"), &json!("in_progress")),
        "{seen:#}"
    );
    let brief = bob.call("get_brief", asked()).ok();
    assert!(brief.to_string().contains(why), "{brief:#}");
}

#[test]
fn nobody_is_asked_twice() {
    let (world, _bob) = undecided();
    world.run_as("bob", &["judge", "TASK-1", "--pass", "--json"]).refused_by("missing-hat");
    world.run_as("rex", &["judge", "TASK-1", "--fail", "No."]).ok();
    world.run_as("rex", &["judge", "TASK-1", "--pass", "--json"]).refused_by("nothing-to-judge");
    assert_eq!(world.state("TASK-1"), "in_progress");
}
