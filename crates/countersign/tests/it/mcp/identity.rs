//! Who acts is told by the token, and by nothing that a caller says.

use serde_json::json;

use super::stdio::judged;
use super::wire::{Client, Served};
use crate::world::World;

#[test]
fn a_name_that_is_not_the_tokens_is_refused() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    for (tool, argument) in
        [("create_goal", "creator"), ("my_inbox", "agent_name"), ("verify_goal", "agent_name")]
    {
        bob.call(tool, json!({ argument: "ada", "title": "Mine" })).refused_by("not-your-name");
        bob.call(tool, json!({ argument: ["bob"], "title": "Mine" })).refused_by("not-your-name");
    }
    bob.call("create_goal", json!({ "creator": "bob", "title": "Mine" })).ok();
}

#[test]
fn every_tool_takes_the_callers_own_name_and_no_other() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    for tool in ["list_tasks", "list_goals", "generate_contract"] {
        let told = |name: &str| json!({ "agent_name": name, "text": "Write a.txt" });
        bob.call(tool, told("ada")).refused_by("not-your-name");
    }
    bob.call("list_tasks", json!({ "agent_name": "bob" })).ok();
    bob.call("list_goals", json!({ "creator": "bob" })).ok();
}

#[test]
fn a_pilot_hands_in_what_its_minion_built() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let made = bob.call("register_minion", json!({ "minion_name": "bob-1" })).ok();
    let args = ["task", "create", "Write a.txt; the file a.txt must exist", "--assign", "bob-1"];
    world.run(&args).ok();
    let mut command = world.command(&["mcp"]);
    command.env("COUNTERSIGN_TOKEN", made["token"].as_str().unwrap());
    let mut minion = Client::start(command);
    minion.call("next_task", json!({})).ok();
    std::fs::write(world.path().join("a.txt"), "a\n").unwrap();
    let submit = json!({ "task_id": "TASK-1", "summary": "my minion wrote it" });
    let judged = bob.call("submit_for_review", submit).ok();
    assert_eq!((&judged["passed"], &judged["status"]), (&json!(true), &json!("review")));
}

#[test]
fn the_owners_secret_serves_no_agent() {
    let world = World::sqlite();
    let outcome = world.run(&["mcp", "--json"]);
    outcome.refused_by("no-identity");
    assert!(outcome.error()["hint"].as_str().unwrap().contains("owner's secret"), "{outcome:?}");
    world.run(&["mcp", "--actor", "claude", "--json"]).refused_by("no-identity");
    let mut wrong = world.command(&["mcp", "--json"]);
    wrong.env("COUNTERSIGN_TOKEN", "nonsense");
    let output = wrong.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn a_token_that_was_revoked_opens_nothing_any_more() {
    let world = judged();
    let served = Served::start(&world, &[]);
    let mut bob = Client::of(&world, "bob");
    bob.call("list_tasks", json!({})).ok();
    served.call(world.token("bob"), "list_tasks", json!({})).ok();
    let listed = world.run(&["actor", "list", "--json"]).ok().json();
    let bobs = listed.as_array().unwrap().iter().find(|actor| actor["name"] == "bob").unwrap();
    let id = bobs["tokens"][0]["id"].as_str().unwrap();
    world.run(&["actor", "token", "--revoke", id]).ok();
    bob.call("list_tasks", json!({})).refused_by("token-invalid");
    let bearer = format!("Bearer {}", world.token("bob"));
    let (status, head, _) = served.post(&[("Authorization", &bearer)], "{}");
    assert_eq!(status, 401, "{head}");
    assert!(head.contains("invalid_token"), "{head}");
}

#[test]
fn minions_go_with_the_token_that_made_them() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let made =
        bob.call("register_minion", json!({ "minion_name": "bob-1", "expires": "90d" })).ok();
    let listed = world.run(&["actor", "list", "--json"]).ok().json();
    let of = |name: &str| {
        let all = listed.as_array().unwrap();
        all.iter().find(|actor| actor["name"] == name).unwrap()["tokens"][0].clone()
    };
    assert!(of("bob-1")["expires"].as_str() <= of("bob")["expires"].as_str(), "{listed:#}");
    let served = Served::start(&world, &[]);
    let token = made["token"].as_str().unwrap();
    served.call(token, "list_tasks", json!({})).ok();
    world.run(&["actor", "token", "--revoke", of("bob")["id"].as_str().unwrap()]).ok();
    let bearer = format!("Bearer {token}");
    assert_eq!(served.post(&[("Authorization", &bearer)], "{}").0, 401);
}

#[test]
fn an_agent_weakens_no_contract() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let task = "Write b.txt; the file b.txt must exist";
    for weaker in [
        json!({ "title": task, "universal_criteria": false }),
        json!({ "title": task, "kind": "skip" }),
        json!({ "title": task, "revisions": 9 }),
    ] {
        bob.call("create_task", weaker).refused_by("lead-only");
    }
    bob.call("dispatch_task", json!({ "task": task, "universal_criteria": false }))
        .refused_by("lead-only");
}

#[test]
fn hints_name_tools_where_there_are_any() {
    let world = judged();
    world
        .run(&["task", "create", "Write a.txt; the file a.txt must exist", "--assign", "bob"])
        .ok();
    let mut bob = Client::of(&world, "bob");
    let hinted = |answer: super::wire::Answer| {
        answer.0["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    };
    let calls = [
        ("get_task", json!({ "task_id": "TASK-9" }), "list_tasks()"),
        ("goal_status", json!({ "goal_id": "GOAL-9" }), "list_goals()"),
        ("verify_task_completion", json!({ "task_id": "TASK-1" }), "submit_for_review("),
        ("create_task", json!({ "title": "Make it nicer somehow" }), "acceptance_criteria"),
        ("submit_for_review", json!({ "task_id": "TASK-1", "summary": "s" }), "next_task"),
    ];
    for (tool, arguments, wanted) in calls {
        let text = hinted(bob.call(tool, arguments));
        assert!(text.contains(wanted) && !text.contains("countersign "), "{tool}: {text}");
    }
}

#[test]
fn over_http_each_request_is_whose_token_it_shows() {
    let world = judged();
    let served = Served::start(&world, &[]);
    served.call(world.token("bob"), "create_goal", json!({ "creator": "bob", "title": "A" })).ok();
    served
        .call(world.token("eve"), "create_goal", json!({ "creator": "bob", "title": "B" }))
        .refused_by("not-your-name");
    let inbox = served.call(world.token("eve"), "my_inbox", json!({})).ok();
    assert_eq!(inbox["actor"], "eve");
    let (status, head, _) = served.post(&[], "{}");
    assert_eq!(status, 401);
    assert!(head.to_ascii_lowercase().contains("www-authenticate: bearer"), "{head}");
    for wrong in ["Bearer", "Bearer x", "Basic abc", "Bearer  "] {
        assert_eq!(served.post(&[("Authorization", wrong)], "{}").0, 401, "{wrong}");
    }
    let both = [
        ("Authorization", &*format!("Bearer {}", world.token("bob"))),
        ("Authorization", "Bearer x"),
    ];
    assert_eq!(served.post(&both, "{}").0, 401);
}
