//! One agent's whole way, over standard input and output.

use serde_json::{Value, json};

use super::wire::Client;
use crate::world::World;

/// A world in which a runner of this machine can judge.
pub fn judged() -> World {
    let world = World::sqlite().with_team();
    world.run(&["actor", "add", "here", "--kind", "runner", "--keep"]).ok();
    world
}

#[test]
fn a_task_goes_from_its_creation_to_its_verification() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let mut rex = Client::of(&world, "rex");
    let mut eve = Client::of(&world, "eve");
    let goal = bob.call("create_goal", json!({ "creator": "bob", "title": "Greetings" })).ok();
    assert_eq!(goal["id"], "GOAL-1");
    let asked = json!({
        "creator": "bob", "title": "Write the greeting",
        "acceptance_criteria": [{ "type": "content_match", "path": "hello.txt", "pattern": "^hello" }],
    });
    let task = bob.call("create_task", asked).ok();
    assert_eq!((&task["id"], &task["state"]), (&json!("TASK-1"), &json!("pending")));
    bob.call("assign_task", json!({ "task_id": "TASK-1", "assign_to": "bob" }))
        .refused_by("lead-only");
    world.run(&["goal", "link", "GOAL-1", "TASK-1"]).ok();
    world.run(&["task", "assign", "TASK-1", "bob"]).ok();

    let next = bob.call("next_task", json!({ "agent_name": "bob" })).ok();
    assert_eq!(next["task"]["id"], "TASK-1");
    assert!(next["brief"].as_str().unwrap().contains("hello.txt"), "{next:#}");
    assert_eq!(bob.call("next_task", json!({})).ok()["task"], json!(null));

    let lie =
        json!({ "task_id": "TASK-1", "summary": "done", "files_changed": "hello.txt, other.txt" });
    let judged = bob.call("submit_for_review", lie).ok();
    assert_eq!(
        (&judged["verdict"], &judged["passed"]),
        (&json!("failed"), &json!(false)),
        "{judged:#}"
    );
    assert_eq!(judged["criteria_results"][0]["criterion"]["type"], "content_match");
    assert!(!bob.told.is_empty(), "progress was told");
    assert_eq!(judged["status"], "in_progress");

    std::fs::write(world.path().join("hello.txt"), "hello\n").unwrap();
    let judged = bob.call("verify_task_completion", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(
        (&judged["passed"], &judged["status"]),
        (&json!(true), &json!("review")),
        "{judged:#}"
    );
    let again = rex.call("verify_task_completion", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!((&again["passed"], &again["attempt"]), (&json!(true), &json!(2)));

    let inbox = rex.call("my_inbox", json!({ "agent_name": "rex" })).ok();
    assert!(inbox["waiting"][0]["next"].as_str().unwrap().contains("approve_task"), "{inbox:#}");
    bob.call("approve_task", json!({ "task_id": "TASK-1" })).refused_by("missing-hat");
    rex.call("approve_task", json!({ "agent_name": "rex", "task_id": "TASK-1" })).ok();
    rex.call("verify_task", json!({ "task_id": "TASK-1", "notes": "fine" }))
        .refused_by("missing-hat");
    eve.call(
        "verify_task",
        json!({ "agent_name": "eve", "task_id": "TASK-1", "notes": "read it" }),
    )
    .ok();
    let status = eve.call("goal_status", json!({ "goal_id": "GOAL-1" })).ok();
    let counts = json!({ "pending": 0, "assigned": 0, "in_progress": 0, "blocked": 0, "review": 0,
        "completed": 0, "verified": 1, "cancelled": 0 });
    assert_eq!(status["counts"], counts);
    eve.call("verify_goal", json!({ "goal_id": "GOAL-1", "notes": "all of it" }))
        .refused_by("lead-only");
    let rule = "lead-only";
    bob.call("mark_task_complete_override", json!({ "task_id": "TASK-1", "reason": "trust me" }))
        .refused_by(rule);
    world.run(&["doctor"]).ok();
}

#[test]
fn prompts_and_resources_tell_what_a_worker_may_know() {
    let world = judged();
    let args = ["task", "create", "Keep a secret", "--run", "test -d .", "--assign", "bob"];
    world.run(&args).ok();
    let hide = [
        "criterion",
        "add",
        "TASK-1",
        "--run",
        "grep s3cret notes.txt",
        "--hidden",
        "--reason",
        "held back",
    ];
    world.run(&hide).ok();
    let mut bob = Client::of(&world, "bob");
    let prompt = bob
        .request("prompts/get", json!({ "name": "brief", "arguments": { "task_id": "TASK-1" } }));
    let text = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("Keep a secret") && !text.contains("s3cret"), "{text}");
    for uri in ["countersign://tasks/TASK-1", "countersign://tasks/TASK-1/contract"] {
        let read = bob.request("resources/read", json!({ "uri": uri })).to_string();
        assert!(read.contains("Keep a secret") || read.contains("run-1"), "{read}");
        assert!(!read.contains("s3cret"), "{read}");
    }
    let shown = bob.call("get_task", json!({ "task_id": "TASK-1" })).ok().to_string();
    assert!(!shown.contains("s3cret"), "{shown}");
    bob.call("get_task", json!({ "task_id": "TASK-1", "hidden": true }))
        .refused_by("lead-or-runner-only");
    let listed = bob.request("resources/list", json!({}));
    assert_eq!(listed["result"]["resources"][0]["uri"], "countersign://tasks/TASK-1");
    let gone = bob.request("resources/read", json!({ "uri": "countersign://tasks/TASK-9" }));
    assert!(gone["error"]["message"].as_str().unwrap().contains("TASK-9"), "{gone:#}");
    assert_eq!(gone["error"]["data"]["uri"], "countersign://tasks/TASK-9", "{gone:#}");
    let none = bob.request("resources/read", json!({ "uri": "file:///etc/passwd" }));
    assert!(none["error"].is_object(), "{none:#}");
}

#[test]
fn a_batch_is_all_or_nothing_and_can_be_given_up() {
    let world = judged();
    world.run(&["hat", "give", "ada", "builder"]);
    let mut command = world.command(&["mcp"]);
    let lead = world.run(&["actor", "token", "ada", "--json"]).ok().json();
    command.env("COUNTERSIGN_TOKEN", lead["token"].as_str().unwrap());
    let mut ada = Client::start(command);
    let good = json!({ "task": "Write a.txt; the file a.txt must exist", "priority": "high", "assign_to": "bob" });
    let bad = json!({ "task": "Ponder", "acceptance_criteria": [{ "type": "file_exists" }] });
    let refused = ada.call("dispatch_batch", json!({ "tasks": [good, bad] }));
    refused.refused_by("usage");
    assert_eq!(ada.call("list_goals", json!({})).ok()["items"], json!([]));
    let second = json!({ "task": "Write b.txt; the file b.txt must exist" });
    let batch =
        ada.call("dispatch_batch", json!({ "title": "Two files", "tasks": [good, second] })).ok();
    assert_eq!(batch["dispatches"][0]["priority"], "high");
    assert_eq!(batch["dispatches"].as_array().unwrap().len(), 2);
    let id = batch["batch_id"].clone();
    let cancelled =
        ada.call("cancel_batch", json!({ "batch_id": id, "reason": "changed our mind" })).ok();
    assert_eq!(cancelled["counts"]["cancelled"], 2);
    assert_eq!(
        ada.call("get_batch_status", json!({ "batch_id": id })).ok()["dispatches"][1]["status"],
        "cancelled"
    );
}

#[test]
fn contracts_and_lint_need_no_task() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let asked =
        json!({ "text": "Create src/app.py with a main function; the file src/app.py must exist" });
    let made = bob.call("generate_contract", asked).ok();
    assert_eq!(made["contracts"][0]["contract"]["type"], "verifiable", "{made:#}");
    let linted = bob.call("lint_task", json!({ "text": "---\nid: TASK-1\n---\n# Nothing\n" })).ok();
    assert!(linted["errors"].as_u64().unwrap() > 0, "{linted:#}");
    let minion =
        bob.call("register_minion", json!({ "agent_name": "bob", "minion_name": "bob-1" })).ok();
    assert!(minion["token"].as_str().is_some(), "{minion:#}");
    let hats = bob.call("hat_history", json!({ "actor": "bob" })).ok();
    assert_eq!(hats["changes"][0]["hat"], "builder", "{hats:#}");
}

#[test]
fn criteria_of_dispatch_records_are_checked_whole_or_refused() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let task = "Write a.txt; the file a.txt must exist";
    let with = |workspace: &str, criterion: Value| json!({ "task": task, "workspace": workspace, "acceptance_criteria": [criterion] });
    let run = json!({ "type": "command_success", "command": "make test", "pattern": "all passed" });
    bob.call("dispatch_task", with(".", run)).refused_by("usage");
    bob.call("dispatch_task", with("elsewhere", json!({ "type": "file_exists", "path": "b" })))
        .refused_by("usage");
    let tests = json!({ "type": "tests_pass", "command": "make test", "cwd": "sub" });
    let made = bob.call("dispatch_task", with(".", tests)).ok();
    assert!(made["acceptance_criteria"].to_string().contains(r#""cwd":"sub""#), "{made:#}");
    let ticked = json!({ "type": "backlog_updated", "path": "TODO.md", "pattern": "IMPOSSIBLE" });
    let made = bob.call("dispatch_task", with(".", ticked)).ok();
    let criteria = made["acceptance_criteria"].as_array().unwrap();
    let record = criteria.iter().find(|one| one["type"] == "backlog_updated").unwrap();
    assert_eq!((&record["path"], &record["pattern"]), (&json!("TODO.md"), &json!("IMPOSSIBLE")));
    assert!(!criteria.iter().any(|one| one["type"] == "content_match"), "{made:#}");
    let unclosed = json!({ "type": "changelog_updated", "path": "CHANGELOG.md", "pattern": "(" });
    bob.call("dispatch_task", with(".", unclosed)).refused_by("usage");
    let printed = json!({ "type": "test_pass", "command": "make test", "pattern": "all passed" });
    let made = bob.call("dispatch_task", with(".", printed)).ok();
    let said = made["acceptance_criteria"].to_string();
    assert!(said.contains("not looked for in what they print"), "{made:#}");
    let listed = bob.request("tools/list", json!({}));
    assert!(listed.to_string().contains("tests_pass"));
}

#[test]
fn a_path_of_a_criterion_may_name_the_workspace_and_nothing_else_in_braces() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let with = |path: &str| {
        let kept = json!({ "type": "changelog_updated", "path": path });
        json!({ "task": "Write a.txt; the file a.txt must exist", "acceptance_criteria": [kept] })
    };
    let made = bob.call("dispatch_task", with("changelogs/{workspace}.md")).ok();
    let name = world.path().file_name().unwrap().to_str().unwrap().to_owned();
    let path = format!("changelogs/{name}.md");
    let criteria = made["acceptance_criteria"].as_array().unwrap();
    assert!(criteria.iter().any(|one| one["path"] == path.as_str()), "{made:#}");
    bob.call("dispatch_task", with("changelogs/{project}.md")).refused_by("usage");
    bob.call("dispatch_task", with("{{cookiecutter}}/CHANGELOG.md")).ok();
}

#[test]
fn a_goal_that_is_not_there_has_no_list_of_tasks() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    bob.call("list_tasks", json!({ "goal_id": "GOAL-99" })).refused_by("no-such-goal");
}

#[test]
fn who_hands_in_the_same_at_once_waits_for_the_same() {
    let world = judged();
    world
        .run(&["task", "create", "Write a.txt; the file a.txt must exist", "--assign", "bob"])
        .ok();
    Client::of(&world, "bob").call("next_task", json!({})).ok();
    std::fs::write(world.path().join("a.txt"), "a\n").unwrap();
    let mut clients: Vec<Client> = (0..4).map(|_| Client::of(&world, "bob")).collect();
    std::thread::scope(|scope| {
        for client in &mut clients {
            scope.spawn(move || {
                let submit = json!({ "task_id": "TASK-1", "summary": "done" });
                let judged = client.call("submit_for_review", submit).ok();
                assert_eq!((&judged["passed"], &judged["attempt"]), (&json!(true), &json!(1)));
            });
        }
    });
}

#[test]
fn a_brief_says_how_the_work_is_handed_in_here() {
    let world = judged();
    let run = ["--run", "test -e x.txt", "--assign", "bob"];
    world.run(&[&["task", "create", "Write x.txt"][..], &run].concat()).ok();
    world.run(&["task", "create", "Why is it slow?", "--advisory", "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    for task in ["TASK-1", "TASK-2"] {
        let call = format!("submit_for_review(task_id={task:?}, summary=…)");
        let asked = bob.call("get_brief", json!({ "task_id": task })).ok();
        let prompt = bob
            .request("prompts/get", json!({ "name": "brief", "arguments": { "task_id": task } }));
        let prompt = prompt["result"]["messages"][0]["content"]["text"].clone();
        for brief in [&asked["brief"], &prompt] {
            let brief = brief.as_str().unwrap();
            assert!(brief.contains(&call) && !brief.contains("Do not report"), "{brief}");
        }
        let printed = world.run(&["brief", task]).ok().out;
        assert!(printed.contains("Do not report completion"), "{printed}");
    }
    let claimed = bob.call("next_task", json!({})).ok();
    assert!(claimed["brief"].as_str().unwrap().contains("submit_for_review("), "{claimed:#}");
}
