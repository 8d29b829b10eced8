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
fn a_page_of_prose_is_a_task_as_an_argument_too() {
    let world = World::sqlite();
    let text = "Create src/cart.ts\n\n`make test` must pass.\n";
    let made = world.run(&["task", "create", text, "--json"]).ok().json();
    assert_eq!(
        (&made["title"], runs(&made["contract"])),
        (&json!("Create src/cart.ts"), vec!["make test"])
    );
    let long = format!("Create src/cart.ts; {}", "it sums up what is in it, ".repeat(20));
    assert!(
        world.run(&["task", "create", &long, "--json"]).ok().json()["title"]
            .as_str()
            .unwrap()
            .ends_with('…')
    );
}

#[test]
fn a_task_file_on_standard_input_is_not_taken_for_prose() {
    let world = World::sqlite();
    let prd = "# PRD: A\n\n### US-001: Create a.txt\n\n- [ ] a.txt exists\n";
    let flow = "steps:\n- role: a\n  brief: x\n  completion: {type: none}\n";
    for (text, what) in [(TASK_FILE, "a task file"), (prd, "a PRD"), (flow, "a workflow")] {
        let refused = world.run_with_input("ada", &["task", "create", "-", "--json"], text);
        refused.refused_by("bad-file");
        let message = refused.error()["message"].as_str().unwrap().to_owned();
        assert!(message.contains(what) && message.contains("task import"), "{message}");
    }
    let prose = "Create a.txt\n\n## User Stories\n\nAs a user I read a.txt.\n";
    world.run_with_input("ada", &["task", "create", "-"], prose).ok();
}

#[test]
fn nothing_is_hidden_in_what_a_worker_reads_as_it_is() {
    let world = World::sqlite();
    let text = "Create a.txt\n\n## Hidden Tests\n\nSECRET\n";
    write(&world, "brief.md", text);
    let flow = "steps:\n- role: a\n  brief: |\n    do it\n\n    ## Hidden Tests\n  completion: {type: none}\n";
    write(&world, "flow.yaml", flow);
    for args in [
        &["task", "create", "Create a.txt", "--brief", text, "--json"][..],
        &["task", "create", "Create a.txt", "--run", "make", "--brief-file", "brief.md", "--json"],
        &["task", "create", text, "--json"],
        &["contract", text, "--json"],
        &["contract", "flow.yaml", "--json"],
    ] {
        let refused = world.run(args);
        refused.refused_by("bad-file");
        assert!(refused.error()["message"].as_str().unwrap().contains("prose"), "{refused:#?}");
    }
    assert_eq!(world.run(&["task", "list", "--json"]).json()["items"], json!([]));
}

#[test]
fn what_names_a_file_is_that_file_and_a_folder_is_none() {
    let world = World::bare();
    write(&world, "my task.md", "Create src/cart.ts\n");
    let read = world.run(&["contract", "my task.md", "--json"]).ok().json();
    assert_eq!(read["title"], "Create src/cart.ts");
    for folder in [".", "tasks.md"] {
        let _ = std::fs::create_dir(world.path().join("tasks.md"));
        let refused = world.run(&["contract", folder, "--json"]);
        refused.refused_by("bad-file");
        assert!(refused.error()["message"].as_str().unwrap().contains("folder"), "{refused:#?}");
    }
    let endless = world.run(&["contract", "/dev/zero", "--json"]);
    endless.refused_by("bad-file");
    assert!(endless.error()["message"].as_str().unwrap().contains("device"), "{endless:#?}");
}

#[test]
fn a_text_that_is_too_long_is_told_so_wherever_reading_it_ended() {
    let world = World::bare();
    for before in 0..2 {
        let text = format!("{}{}", "x".repeat(before), "é".repeat(512 * 1024 + 10));
        let refused = world.run_with_input("ada", &["contract", "-", "--json"], &text);
        assert!(
            refused.error()["message"].as_str().unwrap().contains("longer than"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn a_task_in_another_encoding_is_not_passed_over_in_its_folder() {
    let world = World::bare();
    write(&world, "tasks/TASK-042.md", TASK_FILE);
    let latin = TASK_FILE.replacen("All tests", "All t\u{1}sts", 1).replace('\u{1}', "\u{0}");
    let bytes: Vec<u8> = latin.bytes().map(|byte| if byte == 0 { 0xE9 } else { byte }).collect();
    std::fs::write(world.path().join("tasks/TASK-043.md"), bytes).unwrap();
    let refused = world.run(&["plan", "tasks", "--json"]);
    refused.refused_by("bad-file");
    assert!(refused.error()["message"].as_str().unwrap().contains("TASK-043.md"), "{refused:#?}");
    let linted = world.run(&["lint", "tasks", "--json"]);
    assert!(linted.code == 1 && linted.out.contains("TASK-043.md"), "{linted:#?}");
    std::fs::write(world.path().join("tasks/TASK-043.md"), b"caf\xE9").unwrap();
    world.run(&["plan", "tasks"]).ok();
}

#[test]
fn a_line_that_only_begins_like_null_is_not_called_null_and_a_mark_before_the_first_is_none() {
    let world = World::bare();
    let lines = "\u{feff}{\"id\": \"a\", \"text\": \"Create a.txt\"}\nnot json\n";
    let outcome = world.run_with_input("ada", &["contract", "--jsonl", "-"], lines);
    let answers: Vec<Value> =
        outcome.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers[0]["label"], "verifiable");
    assert!(!answers[1]["error"].as_str().unwrap().contains("null"), "{answers:?}");
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

#[test]
fn a_brief_is_printed_without_what_moves_the_cursor_or_turns_the_line() {
    let world = World::sqlite();
    let text = "Say a\u{9b}31m and \u{202e}b.";
    world.run(&["task", "create", "Create a.txt", "--brief", text]).ok();
    let printed = world.run(&["brief", "TASK-1"]).ok().out;
    assert!(!printed.contains(['\u{9b}', '\u{202e}']) && printed.contains("Say a"), "{printed:?}");
}
