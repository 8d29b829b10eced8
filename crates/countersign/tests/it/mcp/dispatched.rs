//! Dispatch records as their seed has them.

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::Client;
use crate::world::World;

const PARAGRAPH: &str = "Add a header component with the logo on the left and the navigation on the right. Create \
    src/components/Header.js, export a function Header from it, and make sure that README.md contains \"## Installation\" \
    afterwards.";

fn lead() -> (World, Client) {
    let mut world = judged();
    world.add("lea", &["--kind", "person", "--hat", "lead"]);
    let lea = Client::of(&world, "lea");
    (world, lea)
}

fn exported(world: &World, id: &str) -> Value {
    let all = world.run(&["export", "dispatches"]).ok().json();
    all.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone()
}

#[test]
fn a_task_is_a_description_of_any_length() {
    let (world, mut lea) = lead();
    let chinese = format!("Create src/a.js {}", "说".repeat(80));
    let page = "Add a thing\n\nCreate q.txt.\nIt must contain \"hello\".";
    for text in [PARAGRAPH, &chinese, page] {
        let record = lea.call("dispatch_task", json!({ "task": text })).ok();
        assert_eq!(record["task"], text, "{record:#}");
        assert_eq!(exported(&world, record["id"].as_str().unwrap())["task"], text);
        let created = lea.call("create_task", json!({ "title": text })).ok();
        assert!(created["title"].as_str().unwrap().len() <= 200, "{created:#}");
    }
    let batch = json!({ "tasks": [{ "task": "Create a.txt" }, { "task": PARAGRAPH }] });
    let batch = lea.call("dispatch_batch", batch).ok();
    assert_eq!(batch["dispatches"][1]["task"], PARAGRAPH, "{batch:#}");
}

#[test]
fn a_record_tells_what_nobody_will_check() {
    let (_world, mut lea) = lead();
    let record = lea.call("dispatch_task", json!({ "task": PARAGRAPH })).ok();
    assert!(record["not_covered"].to_string().contains("logo on the left"), "{record:#}");
    let record = lea.call("dispatch_task", json!({ "task": "Create q.txt" })).ok();
    assert_eq!(record.get("not_covered"), None, "{record:#}");
}

#[test]
fn a_task_file_is_no_text() {
    let (_world, mut lea) = lead();
    let file =
        "---\nid: TASK-77\ntitle: Add\n---\n# TASK-77: Add\n\n## Output Files\n\n- WRITE: q.txt\n";
    let answer = lea.call("dispatch_task", json!({ "task": file }));
    answer.refused_by("whole-source");
    assert!(answer.hint().contains("countersign task import"), "{}", answer.hint());
    lea.call("dispatch_task", json!({ "task": "Create z.txt", "complexity": "banana" }))
        .refused_by("usage");
}

#[test]
fn what_a_person_has_to_settle_is_said_and_names_no_task_that_is_not_there() {
    let (_world, mut lea) = lead();
    let record = lea.call("dispatch_task", json!({ "task": "Invoice export" })).ok();
    assert!(record["question"].as_str().unwrap().contains("task settle TASK-1"), "{record:#}");
    for tool in [("dispatch_task", "task"), ("create_task", "title")] {
        let answer = lea.call(tool.0, json!({ tool.1: "Invoice export", "assign_to": "bob" }));
        answer.refused_by("contract-open");
        assert!(!format!("{} {answer:?}", answer.hint()).contains("TASK-2"), "{answer:?}");
    }
}

#[test]
fn a_criterion_of_the_seed_is_taken_and_a_record_can_be_fed_back() {
    let (world, mut lea) = lead();
    std::fs::write(world.path().join("package.json"), r#"{"scripts":{"test":"node --test"}}"#)
        .unwrap();
    std::fs::write(world.path().join("a.test.js"), "").unwrap();
    let tests =
        json!({ "type": "test_pass", "command": "npm test", "pattern": "all tests passed" });
    let task = "Create c.js. The file c.js must contain \"total(a\".";
    let record =
        lea.call("dispatch_task", json!({ "task": task, "acceptance_criteria": [tests] })).ok();
    let criteria = record["acceptance_criteria"].as_array().unwrap().clone();
    let runs = criteria.iter().filter(|one| one["command"] == "npm test").count();
    assert_eq!(runs, 1, "{criteria:#?}");
    let again = json!({ "task": "Create d.js", "acceptance_criteria": criteria });
    let again = lea.call("dispatch_task", again).ok();
    let is_content = |one: &&Value| one["type"] == "content_match";
    let found = again["acceptance_criteria"].as_array().unwrap().iter().find(is_content).unwrap();
    assert_eq!(found["pattern"], r"total\(a", "{again:#}");
}

#[test]
fn what_failed_is_failed_until_it_is_handed_in_again() {
    let (world, mut lea) = lead();
    lea.call("dispatch_task", json!({ "task": "Create c.txt", "assign_to": "bob" })).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    assert_eq!(exported(&world, "TASK-1")["status"], "in_progress");
    bob.call("verify_task_completion", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(exported(&world, "TASK-1")["status"], "failed");
    std::fs::write(world.path().join("c.txt"), "c\n").unwrap();
    bob.call("verify_task_completion", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(exported(&world, "TASK-1")["status"], "in_progress");
}

#[test]
fn a_refusal_of_a_long_text_is_short() {
    let (_world, mut lea) = lead();
    let long = json!({ "title": "Fix x", "description": "# h\n".repeat(50_000) });
    let answer = lea.call("create_task", long);
    answer.refused_by("unsound-contract");
    assert!(format!("{answer:?}").len() < 20_000);
}

#[test]
fn the_history_of_hats_has_a_minions_first_and_is_of_one_task_where_that_is_asked() {
    let (world, mut lea) = lead();
    let mut bob = Client::of(&world, "bob");
    bob.call("register_minion", json!({ "minion_name": "mini" })).ok();
    let history = lea.call("hat_history", json!({ "actor": "mini" })).ok();
    assert_eq!(history["changes"][0]["hat"], "builder", "{history:#}");
    lea.call("dispatch_task", json!({ "task": "Create c.txt", "assign_to": "bob" })).ok();
    bob.call("next_task", json!({})).ok();
    let history = lea.call("hat_history", json!({ "task_id": "TASK-1" })).ok();
    let changes = history["changes"].as_array().unwrap();
    assert!(!changes.is_empty() && changes.iter().all(|one| one["actor"] == "bob"), "{history:#}");
}
