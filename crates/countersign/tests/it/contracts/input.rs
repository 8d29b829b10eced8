//! Tasks from standard input, whole or a line each.

use serde_json::{Value, json};

use super::runs;
use crate::world::World;

#[test]
fn a_task_comes_from_standard_input() {
    let world = World::sqlite();
    let text = "Create src/cart.ts. It has a total() function.\n\n`make test` must pass.\n";
    let made = world.run_with_input("ada", &["task", "create", "-", "--json"], text).ok().json();
    assert_eq!(made["title"], "Create src/cart.ts");
    assert!(made["brief"].as_str().unwrap().contains("total()"));
    assert_eq!(runs(&made["contract"]), ["make test"]);
}

#[test]
fn tasks_a_line_are_answered_a_line_in_the_terms_of_dispatch_records() {
    let world = World::bare();
    let lines = "{\"id\": \"a\", \"text\": \"Create src/x.ts; all tests pass\", \"workspace\": {\"files\": \
        [\"Cargo.toml\"]}}\n\n{\"id\": \"b\", \"text\": \"Investigate the memory leak\"}\n";
    let answers = world.run_with_input("ada", &["contract", "--jsonl", "-"], lines).ok().out;
    let answers: Vec<Value> = answers.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers[0]["label"], "verifiable");
    assert_eq!(
        answers[0]["criteria"],
        json!([{ "type": "file_exists", "path": "src/x.ts" },
            { "type": "test_pass", "command": "cargo test" }])
    );
    assert_eq!(answers[1], json!({ "id": "b", "label": "advisory", "criteria": [] }));
}

#[test]
fn a_line_that_cannot_be_read_is_told_in_its_place_and_the_others_are_answered() {
    let world = World::bare();
    let long = "x".repeat(3 * 1024 * 1024);
    let lines = format!(
        "{{\"id\": \"a\", \"words\": 1}}\n{{\"id\":\n{long}\n{{\"id\": \"b\", \"text\": \"Investigate the leak\"}}"
    );
    let outcome = world.run_with_input("ada", &["contract", "--jsonl", "-", "--json"], &lines);
    assert_eq!(outcome.code, 2, "{}", outcome.err);
    let answers: Vec<Value> =
        outcome.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers[0]["id"], "a");
    assert!(answers[0]["error"].as_str().unwrap().contains("`text`"), "{answers:?}");
    assert!(answers[1]["error"].is_string() && answers[1].get("id").is_none(), "{answers:?}");
    assert!(answers[2]["error"].as_str().unwrap().contains("longer than"), "{answers:?}");
    assert_eq!(answers[3]["label"], "advisory");
    assert_eq!(answers.len(), 4);
    let message = outcome.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("line 1 and 2 other lines"), "{message}");
}
