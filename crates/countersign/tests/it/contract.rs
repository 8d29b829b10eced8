//! Contracts given on the command line.

use crate::world::World;

#[test]
fn a_task_without_anything_to_check_is_refused_with_advice() {
    let world = World::sqlite();
    let outcome = world.run(&["task", "create", "Refactor the scheduler", "--json"]);
    outcome.refused_by("unsound-contract");
    assert!(outcome.error()["hint"].as_str().unwrap().contains("--run"));
    let only_at_end =
        world.run(&["task", "create", "Refactor the scheduler", "--run-at-end", "e2e", "--json"]);
    only_at_end.refused_by("unsound-contract");
}

#[test]
fn a_contract_from_a_file_is_checked_like_any_other() {
    let world = World::sqlite();
    let contract = |criteria: &str| {
        format!(
            r#"{{"type": "verifiable", "criteria": [{criteria}], "generatedFrom": "user",
                "generatedAt": "2026-11-15T10:00:00Z"}}"#
        )
    };
    let good = r#"{"id": "readme", "description": "README is there", "check": "file",
        "path": "README.md", "timing": "immediate", "visibility": "shown", "origin": "me"}"#;
    let create = ["task", "create", "from file", "--contract", "-", "--json"];
    let made = world.run_with_input("ada", &create, &contract(good)).ok().json();
    assert_eq!(made["contract"]["criteria"][0]["path"], "README.md");
    let empty = world.run_with_input("ada", &create, &contract(""));
    empty.refused_by("bad-file");
    assert!(empty.error()["message"].as_str().unwrap().contains("at least one criterion"));
    let twice = world.run_with_input("ada", &create, &contract(&format!("{good},{good}")));
    assert_eq!(twice.code, 2);
    let misspelt =
        good.replace("\"path\": \"README.md\"", "\"path\": \"README.md\",\n\"min_lenght\": 9");
    let misspelt = world.run_with_input("ada", &create, &contract(&misspelt));
    misspelt.refused_by("bad-file");
    let message = misspelt.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("`min_lenght`") && message.contains("line "), "{message}");
    let nothing = good.replace("\"check\": \"file\"", "\"check\": \"none\"");
    world.run_with_input("ada", &create, &contract(&nothing)).refused_by("bad-file");
    let broken = world.run_with_input("ada", &create, "{\"type\":");
    broken.refused_by("bad-file");
    assert!(broken.error()["message"].as_str().unwrap().contains("line 1"), "{broken:#?}");
}

#[test]
fn advisory_and_skip_are_completed_on_their_own_basis() {
    let world = World::sqlite().with_team();
    for (flag, basis) in [("--advisory", "advisory"), ("--skip", "skip")] {
        let args = ["task", "create", "look into it", flag, "--assign", "bob", "--json"];
        let id = world.run(&args).ok().json()["id"].as_str().unwrap().to_owned();
        world.run_as("bob", &["task", "start", &id]).ok();
        world.run_as("bob", &["task", "submit", &id, "--summary", "it is the index"]).ok();
        world.run(&["task", "approve", &id]).ok();
        let shown = world.run(&["task", "show", &id, "--json"]).ok().json();
        assert_eq!((&shown["state"], &shown["basis"]), (&"completed".into(), &basis.into()));
    }
}

#[test]
fn what_waits_for_a_goal_is_told_where_there_is_none() {
    let world = World::sqlite();
    let create = ["task", "create", "A form", "--run", "make", "--run-at-end", "make smoke"];
    let alone = world.run(&create);
    assert_eq!(alone.code, 0, "{alone:#?}");
    assert!(alone.err.contains("countersign goal link GOAL TASK-1"), "{alone:#?}");
    assert_eq!(world.run(&["goal", "create", "Forms"]).code, 0);
    let in_goal = world.run(&[&create[..], &["--goal", "GOAL-1"]].concat());
    assert!(in_goal.code == 0 && !in_goal.err.contains("goal link"), "{in_goal:#?}");
}
