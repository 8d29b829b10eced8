//! The same rule at every door: what the command line refuses, the tool of the same act refuses with the same word.

use serde_json::{Value, json};

use crate::mcp::wire::Served;
use crate::world::World;

const ROLES: [&str; 6] = ["lea", "bob", "rex", "eve", "zoe", "ci"];

/// An act by its tool, and as it is typed.
type Act = (&'static str, fn(&str) -> Value, &'static [&'static str]);

/// TASK stands for the task's name.
const ACTS: [Act; 11] = [
    ("assign_task", |id| json!({ "task_id": id, "assign_to": "bob" }), &["assign", "TASK", "bob"]),
    ("update_task", |id| json!({ "task_id": id, "status": "in_progress" }), &["start", "TASK"]),
    (
        "update_task",
        |id| json!({ "task_id": id, "status": "cancelled", "reason": "r" }),
        &["cancel", "TASK", "--reason", "r"],
    ),
    ("approve_task", |id| json!({ "task_id": id }), &["approve", "TASK"]),
    (
        "reject_task",
        |id| json!({ "task_id": id, "reason": "r" }),
        &["reject", "TASK", "--reason", "r"],
    ),
    (
        "verify_task",
        |id| json!({ "task_id": id, "notes": "n" }),
        &["verify", "TASK", "--notes", "n"],
    ),
    (
        "reject_verification",
        |id| json!({ "task_id": id, "reason": "r" }),
        &["reject-verification", "TASK", "--reason", "r"],
    ),
    (
        "reopen_task",
        |id| json!({ "task_id": id, "reason": "r" }),
        &["reopen", "TASK", "--reason", "r"],
    ),
    (
        "mark_task_complete_override",
        |id| json!({ "task_id": id, "reason": "r" }),
        &["override", "TASK", "--reason", "r"],
    ),
    ("get_task", |id| json!({ "task_id": id, "hidden": true }), &["show", "TASK", "--hidden"]),
    ("get_task", |_| json!({ "task_id": "TASK-999" }), &["show", "TASK-999"]),
];

/// A task in that state, and none that bob is at work on beside it.
fn task(world: &World, state: &str) -> String {
    let at_work = world.run(&["task", "list", "--state", "in_progress", "--json"]).ok().json();
    for listed in at_work["items"].as_array().unwrap() {
        let id = listed["id"].as_str().unwrap();
        world.run(&["task", "cancel", id, "--reason", "in the way"]).ok();
    }
    if ["review", "completed", "verified"].contains(&state) {
        let id = world.task_in_review("a task");
        if state != "review" {
            world.run_as("rex", &["task", "approve", &id]).ok();
        }
        if state == "verified" {
            world.run_as("eve", &["task", "verify", &id, "--notes", "tried"]).ok();
        }
        return id;
    }
    let create = ["task", "create", "a task", "--run", "test -d .", "--json"];
    let id = world.run(&create).ok().json()["id"].as_str().unwrap().to_owned();
    match state {
        "pending" => {}
        "cancelled" => {
            world.run(&["task", "cancel", &id, "--reason", "r"]).ok();
        }
        _ => {
            world.run(&["task", "assign", &id, "bob"]).ok();
        }
    }
    if ["in_progress", "overridden"].contains(&state) {
        world.run_as("bob", &["task", "start", &id]).ok();
    }
    if state == "overridden" {
        world.run(&["task", "override", &id, "--reason", "r"]).ok();
    }
    id
}

/// What is typed and what is called, by everyone on a task in that state. How much of it was allowed.
fn walk(state: &str) -> u32 {
    let mut world = World::sqlite().with_team();
    world.add("lea", &["--kind", "person", "--hat", "lead"]);
    world.add("zoe", &["--kind", "agent"]);
    let served = Served::start(&world, &["--rate", "100000"]);
    let mut allowed = 0;
    let mut id = task(&world, state);
    for (tool, arguments, typed) in ACTS {
        for who in ROLES {
            let words = typed.iter().map(|word| if *word == "TASK" { &id } else { *word });
            let args: Vec<&str> = ["task"].into_iter().chain(words).chain(["--json"]).collect();
            let said = world.run_as(who, &args);
            let rule = (said.code != 0).then(|| said.error()["code"].clone());
            let changed = rule.is_none() && tool != "get_task";
            if changed {
                allowed += 1;
                id = task(&world, state);
            }
            let answer = served.call(world.token(who), tool, arguments(&id)).0;
            let called = answer["result"]["_meta"]["countersign/refusal"].get("rule").cloned();
            assert_eq!(rule, called, "{tool} by {who} on {state}: {said:?} {answer}");
            if changed {
                id = task(&world, state);
            }
        }
    }
    allowed
}

#[test]
fn before_the_work_both_doors_refuse_by_the_same_rule() {
    assert_eq!((walk("pending"), walk("assigned")), (2, 3));
}

#[test]
fn during_the_work_both_doors_refuse_by_the_same_rule() {
    assert_eq!(walk("in_progress"), 3);
}

#[test]
fn in_review_both_doors_refuse_by_the_same_rule() {
    assert_eq!(walk("review"), 6);
}

#[test]
fn completed_both_doors_refuse_by_the_same_rule() {
    assert_eq!((walk("completed"), walk("overridden")), (5, 1));
}

#[test]
fn when_it_is_over_both_doors_refuse_by_the_same_rule() {
    assert_eq!((walk("verified"), walk("cancelled")), (1, 0));
}
