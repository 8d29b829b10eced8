//! Tasks from standard input, whole or a line each.

use serde_json::{Value, json};

use super::{runs, write};
use crate::samples::TASK_FILE;
use crate::world::World;

#[test]
fn a_task_comes_from_standard_input() {
    let world = World::sqlite();
    let text = "Create src/cart.ts. It has a total() function.\n\n`make test` must pass.\n";
    let made = world.run_with_input("ada", &["task", "create", "-", "--json"], text).ok().json();
    assert_eq!(made["title"], "Create src/cart.ts. It has a total() function.");
    assert!(made["brief"].as_str().unwrap().contains("total()"));
    assert_eq!(runs(&made["contract"]), ["make test"]);
}

#[test]
fn a_contract_is_made_of_what_is_piped_in_without_a_word_about_it() {
    let world = World::bare();
    let shown = world.run_with_input("ada", &["contract", "--json"], "Create src/cart.ts\n");
    assert_eq!(runs(&shown.ok().json()["contract"]), [""; 0]);
    let shown = world.run_with_input("ada", &["contract", "--json"], TASK_FILE).ok().json();
    assert_eq!(shown["id"], "TASK-042");
    let nothing = world.run_with_input("ada", &["contract", "--json"], "");
    nothing.refused_by("bad-file");
    assert!(nothing.error()["message"].as_str().unwrap().contains("says nothing"), "{nothing:#?}");
}

#[test]
fn a_file_whose_lines_end_as_on_the_first_macs_is_read() {
    let world = World::bare();
    let old = TASK_FILE.replace('\n', "\r");
    let new = world.run_with_input("ada", &["contract", "-", "--json"], TASK_FILE).ok().json();
    let read = world.run_with_input("ada", &["contract", "-", "--json"], &old).ok().json();
    assert_eq!(read["proposals"], new["proposals"]);
    write(&world, "TASK-042.md", &old);
    world.run(&["lint", "TASK-042.md"]).ok();
    write(&world, "TASK-042.md", &TASK_FILE.replacen("All tests", "All\rtests", 1));
    let mixed = world.run(&["lint", "TASK-042.md"]);
    assert!(mixed.out.contains("CS018") && mixed.code == 1, "{mixed:#?}");
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
        "{{\"id\": \"a\", \"words\": 1}}\n{{\"id\":\n{long}\n{{\"id\": \"b\", \"text\": \"Investigate the leak\"}}\n\
        []\n[\"c\", \"Fix it\"]\n\n7\n{{\"id\": 8, \"text\": \"Fix it\"}}\n{{\"id\": \"d\", \"text\": \"Fix\n\
        {{\"workspace\": 5, \"id\": \"e\", \"text\": \"Fix it\"}}"
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
    let told: Vec<(&Value, &Value)> =
        answers[4..].iter().map(|answer| (&answer["line"], &answer["id"])).collect();
    let null = Value::Null;
    let (eight, d, e) = (json!("8"), json!("d"), json!("e"));
    let lines = [5, 6, 8, 9, 10, 11].map(Value::from);
    let ids = [&null, &null, &null, &eight, &d, &e];
    assert_eq!(told, lines.iter().zip(ids).collect::<Vec<_>>());
    for (at, found) in [(4, "an array"), (5, "an array"), (6, "a number")] {
        let wanted = format!("a line is an object with \"id\" and \"text\", and this is {found}");
        assert_eq!(answers[at]["error"], wanted);
    }
    let workspace = answers[9]["error"].as_str().unwrap();
    assert!(workspace.contains("expected an object with \"files\""), "{workspace}");
    let message = outcome.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("line 1 and 8 other lines"), "{message}");
}
