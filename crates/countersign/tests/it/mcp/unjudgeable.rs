//! Contracts that could not be judged as they stand: what is said of them, and by whom it is mended.

use std::fs;

use serde_json::json;

use super::stdio::judged;
use super::wire::Client;

#[test]
fn a_folder_that_is_not_there_fails_its_criterion_until_the_work_makes_it() {
    let world = judged();
    world.run(&["task", "create", "Make in_sub", "--run", "test -d .", "--assign", "bob"]).ok();
    let check = json!({ "check": "command", "run": "test -f in_sub", "cwd": "sub" }).to_string();
    let add = ["criterion", "add", "TASK-1", "--check", "-", "--reason", "there"];
    world.run_with_input("ada", &add, &check).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    let input = json!({ "session_id": "s", "cwd": world.path() }).to_string();
    let held = world.run_with_input("bob", &["hook", "stop"], &input).ok().out;
    assert!(held.contains("make `sub`"), "{held}");
    let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
    let failed = bob.call("submit_for_review", hand_in.clone()).ok();
    assert_eq!(failed["verdict"], "failed", "{failed:#}");
    let said = failed["criteria_results"].to_string();
    assert!(said.contains("make `sub`") && !said.contains("/room"), "{said}");
    fs::create_dir(world.path().join("sub")).unwrap();
    fs::write(world.path().join("sub/in_sub"), "").unwrap();
    let passed = bob.call("submit_for_review", hand_in).ok();
    assert_eq!(passed["verdict"], "passed", "{passed:#}");
}

#[test]
fn work_on_a_contract_that_holds_without_it_is_sent_back_and_a_lead_can_change_it() {
    let world = judged();
    let create =
        ["task", "create", "Write vac.txt; the file vac.txt must exist", "--assign", "bob"];
    world.run(&create).ok();
    fs::write(world.path().join("vac.txt"), "there already\n").unwrap();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
    bob.call("submit_for_review", hand_in.clone()).refused_by("vacuous-contract");
    bob.call("verify_task_completion", json!({ "task_id": "TASK-1" }))
        .refused_by("vacuous-contract");
    world.run_as("bob", &["verify", "TASK-1", "--json"]).refused_by("vacuous-contract");
    let task = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
    assert_eq!((&task["phase"], &task["attempt"]), (&json!("working"), &json!(3)), "{task:#}");

    world.run(&["task", "assign", "TASK-1", "bob"]).ok();
    let add = ["criterion", "add", "TASK-1", "--run", "grep -q new vac.txt", "--reason", "more"];
    world.run(&add).ok();
    bob.call("next_task", json!({})).ok();
    fs::write(world.path().join("vac.txt"), "new, and longer than it was\n").unwrap();
    let passed = bob.call("submit_for_review", hand_in).ok();
    assert_eq!(passed["verdict"], "passed", "{passed:#}");
}
