//! What a refusal says: which rule, which argument, and how to go on.

use serde_json::json;

use super::stdio::judged;
use super::wire::{Client, Served};

#[test]
fn every_refusal_says_how_to_go_on() {
    let mut world = judged();
    world.add("lea", &["--kind", "person", "--hat", "lead"]);
    world.run(&["task", "create", "Write x.txt", "--run", "test -s x.txt"]).ok();
    let served = Served::start(&world, &[]);
    let minion = json!({ "minion_name": "bob-1" });
    let token = served.call(world.token("bob"), "register_minion", minion.clone()).ok();
    let token = token["token"].as_str().unwrap().to_owned();
    let lead = world.token("lea").to_owned();
    let bob = world.token("bob").to_owned();
    let refused = [
        (&bob, "register_minion", minion, "name-taken", "choose a name"),
        (
            &token,
            "register_minion",
            json!({ "minion_name": "bob-2" }),
            "minion-cannot-spawn",
            "pilot",
        ),
        (
            &lead,
            "assign_role_hat",
            json!({ "actor": "bob", "hat": "lead" }),
            "lead-must-be-person",
            "person",
        ),
        (
            &lead,
            "reject_task",
            json!({ "task_id": "TASK-1", "reason": " " }),
            "bad-text",
            "sentence",
        ),
        (
            &lead,
            "assign_role_hat",
            json!({ "actor": "bob", "hat": "crown" }),
            "usage",
            "assign_role_hat",
        ),
        (&bob, "list_tasks", json!({ "states": ["lost"] }), "usage", "list_tasks"),
        (&bob, "get_task", json!({ "task_id": 7 }), "usage", "get_task"),
    ];
    for (token, tool, arguments, rule, hint) in refused {
        let answer = served.call(token, tool, arguments);
        answer.refused_by(rule);
        assert!(answer.hint().contains(hint), "{tool}: {}", answer.hint());
    }
}

#[test]
fn what_is_over_or_not_there_yet_is_refused_with_a_way_on() {
    let mut world = judged();
    world.add("lea", &["--kind", "person", "--hat", "lead"]);
    let served = Served::start(&world, &[]);
    let lead = world.token("lea").to_owned();
    let tasks = json!(["Write a.txt; the file a.txt must exist", { "task": "Write b.txt; the file b.txt must exist" }]);
    let batch = served.call(&lead, "dispatch_batch", json!({ "tasks": tasks })).ok();
    assert_eq!(batch["dispatches"].as_array().unwrap().len(), 2, "{batch:#}");
    let goal = json!({ "goal_id": "GOAL-1", "notes": "tried" });
    let cancel = json!({ "batch_id": "GOAL-1", "reason": "no" });
    let wear = json!({ "actor": "rex", "hat": "tester", "task_id": "GOAL-1.1" });
    let remove = json!({ "task_id": "GOAL-1.1", "criterion_id": "no-9", "reason": "r" });
    let refused = [
        ("verify_goal", goal, "goal-not-pending", "goal_status("),
        ("assign_role_hat", wear, "missing-hat", "assign_role_hat("),
        ("edit_dispatch", remove, "unsound-contract", "get_task"),
        ("list_tasks", json!({ "limit": 0 }), "usage", "list_tasks"),
        ("dispatch_batch", json!({ "tasks": [7] }), "usage", "dispatch_batch"),
    ];
    for (tool, arguments, rule, hint) in refused {
        let answer = served.call(&lead, tool, arguments);
        answer.refused_by(rule);
        assert!(answer.hint().contains(hint), "{tool}: {}", answer.hint());
    }
    served.call(&lead, "cancel_batch", cancel.clone()).ok();
    let again = served.call(&lead, "cancel_batch", cancel);
    again.refused_by("already-so");
    assert!(again.hint().contains("my_inbox"), "{}", again.hint());
    let unknown = json!({ "batch_id": "GOAL-9", "reason": "no" });
    served.call(&lead, "cancel_batch", unknown).refused_by("no-such-goal");
    std::fs::write(world.path().join("countersign.toml"), "[verify\n").unwrap();
    let broken = served.call(
        &lead,
        "create_task",
        json!({ "title": "Write c.txt; the file c.txt must exist" }),
    );
    broken.refused_by("bad-file");
    assert!(broken.hint().contains("by hand"), "{}", broken.hint());
}

#[test]
fn a_goal_that_is_open_again_says_so() {
    let mut world = judged();
    world.add("lea", &["--kind", "person", "--hat", "lead"]);
    let lead = world.token("lea").to_owned();
    world.run(&["goal", "create", "A whole"]).ok();
    let part = world.task_in_review("a part");
    world.run(&["goal", "link", "GOAL-1", &part]).ok();
    world.run_as("rex", &["task", "approve", &part]).ok();
    world.run_as("eve", &["task", "verify", &part, "--notes", "fine"]).ok();
    world.run(&["goal", "verify", "GOAL-1", "--notes", "tried it"]).ok();
    for number in [2, 3] {
        world.run(&["task", "create", &format!("More {number}"), "--run", "false"]).ok();
    }
    let served = Served::start(&world, &[]);
    let link = |task: &str| json!({ "goal_id": "GOAL-1", "task_id": task });
    let linked = served.call(&lead, "link_task_to_goal", link("TASK-2")).ok();
    assert_eq!(linked["reopened"], true, "{linked:#}");
    let linked = served.call(&lead, "link_task_to_goal", link("TASK-3")).ok();
    assert_eq!(linked["reopened"], false, "{linked:#}");
}

#[test]
fn a_refusal_names_the_argument_that_is_wrong() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let text = |answer: &super::wire::Answer| {
        answer.0["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    };
    let title = "Write x.txt; the file x.txt must exist";
    for (more, rule, argument) in [
        (json!({ "assurance": "contract" }), "lead-only", "assurance: "),
        (json!({ "universal_criteria": false }), "lead-only", "universal_criteria: "),
        (json!({ "depends_on": ["TASK 1"] }), "usage", "create_task: depends_on: "),
        (json!({ "goal_id": 7 }), "usage", "create_task: goal_id: "),
        (json!({ "shape": 7 }), "usage", "`shape`"),
    ] {
        let mut arguments = json!({ "title": title });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = bob.call("create_task", arguments);
        answer.refused_by(rule);
        assert!(text(&answer).contains(argument), "{}", text(&answer));
    }
    let answer = bob.call("register_minion", json!({ "minion_name": "b", "expires": "100000d" }));
    answer.refused_by("usage");
    assert!(text(&answer).contains("expires: ") && text(&answer).contains("hundred years"));
}

#[test]
fn no_criterion_names_a_path_or_a_command_with_a_nul() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    for criterion in [
        json!({ "type": "file_exists", "path": "a\u{0}b" }),
        json!({ "type": "command_success", "command": "true \u{0}" }),
        json!({ "type": "command_success", "command": "true", "cwd": "a\u{0}" }),
    ] {
        let asked = json!({ "title": "Write x.txt", "acceptance_criteria": [criterion] });
        let answer = bob.call("create_task", asked);
        answer.refused_by("usage");
        let text = answer.0["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("NUL"), "{text}");
    }
}

#[test]
fn a_call_that_names_nothing_has_bad_parameters() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    for (id, message) in [
        json!({ "method": "tools/call" }),
        json!({ "method": "tools/call", "params": null }),
        json!({ "method": "tools/call", "params": { "arguments": {} } }),
        json!({ "method": "prompts/get" }),
        json!({ "method": "resources/read", "params": {} }),
    ]
    .into_iter()
    .enumerate()
    {
        let mut message = message;
        message["jsonrpc"] = json!("2.0");
        message["id"] = json!(700 + id);
        bob.send(&message);
        let answer = bob.line_with_id(700 + id as u64);
        assert_eq!(answer["error"]["code"], -32602, "{message}: {answer}");
    }
}
