//! Criteria by name, edited, and those that are refused.

use serde_json::{Value, json};

use super::write;
use crate::world::World;

#[test]
fn what_could_never_be_checked_is_refused_wherever_it_comes_from() {
    let world = World::sqlite();
    let outside = json!({ "type": "verifiable", "generatedFrom": "user", "generatedAt": "2026-01-01T00:00:00Z",
        "criteria": [{ "id": "a", "description": "d", "check": "file", "path": "../../x", "min_length": 1,
            "timing": "immediate", "visibility": "shown", "origin": "x" }] });
    write(&world, "contract.json", &outside.to_string());
    let refused = world.run(&["task", "create", "T", "--contract", "contract.json", "--json"]);
    refused.refused_by("bad-file");
    assert!(refused.error()["message"].as_str().unwrap().contains("outside"), "{refused:#?}");
    for command in [&["contract"][..], &["task", "create"]] {
        for path in ["../x.ts", "/etc/passwd"] {
            let args = [command, &["Create a.txt", "--file", path, "--json"]].concat();
            world.run(&args).refused_by("usage");
        }
    }
}

#[test]
fn a_template_finds_a_name_beside_what_was_spelled_out() {
    let world = World::sqlite();
    write(&world, "countersign.toml", "[criteria.b]\ncheck = \"file\"\npath = \"b.txt\"\n");
    let args = ["task", "create", "T", "--expect-file", "a.txt", "--criterion", "b", "--json"];
    let made = world.run(&args).ok().json();
    let criteria = made["contract"]["criteria"].as_array().unwrap();
    let named: Vec<(&str, &str)> = criteria
        .iter()
        .map(|one| (one["id"].as_str().unwrap(), one["path"].as_str().unwrap()))
        .collect();
    assert_eq!(named, [("file-1", "a.txt"), ("file-2", "b.txt")]);
}

#[test]
fn the_reason_for_a_hidden_criterion_is_hidden_as_well() {
    let world = World::sqlite().with_team();
    world.run(&["task", "create", "T", "--run", "make"]).ok();
    let add = [
        "criterion",
        "add",
        "TASK-1",
        "--run",
        "make secret",
        "--hidden",
        "--reason",
        "zero is forgotten",
    ];
    world.run(&add).ok();
    for args in [
        &["log"][..],
        &["log", "--json"],
        &["task", "show", "TASK-1"],
        &["task", "show", "TASK-1", "--json"],
    ] {
        let shown = world.run_as("bob", args).ok();
        assert!(!shown.out.contains("zero is forgotten"), "{shown:#?}");
    }
    assert!(world.run(&["log", "--hidden"]).ok().out.contains("zero is forgotten"));
}

#[test]
fn a_misspelt_key_of_a_named_criterion_is_refused_with_its_place() {
    let world = World::bare();
    for (settings, key) in [
        (
            "\n[criteria.e2e]\ncheck = \"tests\"\nrun = \"make e2e\"\ntimming = \"deferred\"\n",
            "timming",
        ),
        ("\n[criteria.e2e]\ncheck = \"tests\"\nrun = \"make e2e\"\nnames = [\"a\"]\n", "names"),
        ("\n[criteria.e2e]\ncheck = \"none\"\nrun = \"make e2e\"\n", "run"),
    ] {
        write(&world, "countersign.toml", settings);
        let refused = world.run(&["criterion", "templates", "--json"]);
        refused.refused_by("bad-file");
        let message = refused.error()["message"].as_str().unwrap().to_owned();
        assert!(message.contains(&format!("`{key}`")), "{message}");
        assert!(message.contains("countersign.toml") && message.contains("line 2"), "{message}");
    }
}

#[test]
fn criteria_are_edited_before_the_work_and_every_edit_says_who_and_why() {
    let world = World::sqlite().with_team();
    let settings =
        "[criteria.e2e]\ncheck = \"tests\"\nrun = \"npx playwright test\"\ntiming = \"deferred\"\n";
    write(&world, "countersign.toml", settings);
    world.run(&["task", "create", "A form", "--run", "make"]).ok();
    let because = ["--reason", "the brief says so", "--json"];
    let edit = |args: &[&str]| world.run(&[&["criterion"], args, &because[..]].concat());
    let unlinked = edit(&["add", "TASK-1", "--template", "e2e"]);
    unlinked.refused_by("never-judged");
    assert!(unlinked.error()["hint"].as_str().unwrap().contains("goal link GOAL TASK-1"));
    edit(&["change", "TASK-1", "run-1", "--run", "make", "--deferred"]).refused_by("never-judged");
    world.run(&["goal", "create", "Forms"]).ok();
    world.run(&["goal", "link", "GOAL-1", "TASK-1"]).ok();
    edit(&["add", "TASK-1", "--template", "e2e"]).ok();
    edit(&["add", "TASK-1", "--expect-file", "src/form.ts"]).ok();
    edit(&["change", "TASK-1", "file-1", "--expect-file", "src/form.tsx"]).ok();
    let done = edit(&["remove", "TASK-1", "run-1"]).ok().json();
    let criteria = done["contract"]["criteria"].as_array().unwrap();
    assert_eq!(criteria.len(), 2, "{done:#}");
    assert_eq!(criteria[1]["path"], "src/form.tsx");
    assert_eq!(criteria[0]["timing"], "deferred");
    assert!(criteria[1]["origin"].as_str().unwrap().contains("ada"));
    edit(&["remove", "TASK-1", "file-1"]).refused_by("unsound-contract");
    edit(&["add", "TASK-1", "--template", "nothing"]).refused_by("no-template");
    let log = world.run(&["log", "--task", "TASK-1", "--json"]).ok().out;
    let edits: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|record| record["event"]["event"] == "contract_amended")
        .collect();
    assert_eq!(edits.len(), 4);
    assert!(edits.iter().all(|edit| edit["by"] == "ada"));
    assert_eq!(edits[0]["event"]["reason"], "the brief says so");
    world.run(&["task", "assign", "TASK-1", "bob"]).ok();
    world.run_as("bob", &["task", "start", "TASK-1"]).ok();
    edit(&["remove", "TASK-1", "tests-1"]).refused_by("wrong-state");
}

#[test]
fn a_command_is_the_same_check_whichever_way_it_was_spelled_out() {
    let world = World::sqlite();
    let create =
        ["task", "create", "A form", "--run", "npm test", "--run", "npx eslint src", "--json"];
    let created = world.run(&create).ok().json();
    let add = ["criterion", "add", "TASK-1", "--run", "npm test", "--reason", "x", "--json"];
    world.run(&add).refused_by("criterion-known");
    let other = add.map(|word| if word == "npm test" { "npm test -- form" } else { word });
    let added = world.run(&other).ok().json();
    let of = |shown: &Value, at: usize| shown["contract"]["criteria"][at]["check"].clone();
    assert_eq!((of(&created, 0), of(&created, 1)), ("tests".into(), "lint".into()));
    assert_eq!(of(&added, 2), "tests", "{added:#}");
}

#[test]
fn why_a_hidden_criterion_was_removed_is_not_told_to_workers() {
    let world = World::sqlite().with_team();
    world.run(&["task", "create", "A form", "--run", "make"]).ok();
    let add = ["criterion", "add", "TASK-1", "--expect-file", "a.txt", "--hidden", "--reason", "x"];
    world.run(&add).ok();
    world.run(&["criterion", "remove", "TASK-1", "file-1", "--reason", "it wants a zero"]).ok();
    for args in [&["log"][..], &["log", "--json"], &["task", "show", "TASK-1", "--json"]] {
        let shown = world.run_as("bob", args).ok();
        assert!(!shown.out.contains("it wants a zero"), "{shown:#?}");
    }
    assert!(world.run(&["log", "--hidden"]).ok().out.contains("it wants a zero"));
}

#[test]
fn a_check_that_could_never_be_carried_out_is_refused() {
    let world = World::sqlite();
    for path in ["/etc/passwd", "../x"] {
        let refused = world.run(&["task", "create", "A form", "--expect-file", path, "--json"]);
        refused.refused_by("usage");
        assert_eq!(refused.code, 2);
    }
    let settings = "[criteria.bad]\ncheck = \"content\"\npath = \"a.md\"\npattern = \"(\"\n";
    write(&world, "countersign.toml", settings);
    let text = ["task", "create", "Create a.md", "--criterion", "bad", "--json"];
    assert!(world.run(&text).error()["message"].as_str().unwrap().contains("does not compile"));
}

#[test]
fn a_check_that_the_contract_has_is_not_added_twice() {
    let world = World::sqlite().with_team();
    write(&world, "countersign.toml", "[criteria.b]\ncheck = \"file\"\npath = \"b.txt\"\n");
    world.run(&["task", "create", "T", "--run", "make"]).ok();
    let add = ["criterion", "add", "TASK-1", "--template", "b", "--reason", "x", "--json"];
    world.run(&add).ok();
    let again = world.run(&add);
    again.refused_by("criterion-known");
    assert!(again.error()["message"].as_str().unwrap().contains("file-1"), "{again:#?}");
    // Hidden it is another one, and nobody finds out by trying what is hidden.
    let hidden = [&add[..], &["--hidden"]].concat();
    world.run(&hidden).ok();
    world.run(&hidden).refused_by("criterion-known");
    assert!(!world.run_as("bob", &hidden).err.contains("checks this already"));
    let shown = world.run(&["task", "show", "TASK-1", "--hidden", "--json"]).ok().json();
    assert_eq!(shown["contract"]["criteria"].as_array().unwrap().len(), 3);
}

#[test]
fn what_no_criterion_checks_any_more_is_listed_as_not_covered() {
    let world = World::sqlite();
    let text = "Create a.txt. `make lint` passes. The page loads fast.";
    let listed = |answer: &Value| answer["contract"]["notCovered"].clone();
    // What is spelled out takes the place of what the text would be checked by.
    let made = world.run(&["task", "create", text, "--run", "make lint", "--json"]).ok().json();
    assert_eq!(listed(&made), json!(["Create a.txt", "The page loads fast"]));
    let made = world.run(&["task", "create", text, "--no-universal", "--json"]).ok().json();
    assert_eq!(listed(&made), json!(["The page loads fast"]));
    let lint = made["contract"]["criteria"].as_array().unwrap().iter();
    let mut lint =
        lint.filter(|one| one["run"] == "make lint").map(|one| one["id"].as_str().unwrap());
    let lint = lint.next_back().unwrap();
    let remove = ["criterion", "remove", "TASK-2", lint, "--reason", "no linter here", "--json"];
    world.run(&remove).ok();
    let shown = world.run(&["task", "show", "TASK-2", "--json"]).ok().json();
    assert_eq!(listed(&shown), json!(["The page loads fast", "`make lint` passes"]));
}

#[test]
fn a_command_that_cannot_fail_is_no_criterion() {
    let world = World::sqlite();
    world.run(&["task", "create", "T", "--run", "make"]).ok();
    for run in [
        "true",
        ":",
        "exit 0",
        "echo ok",
        "npm test || true",
        "npm test; echo done",
        "npm test | tee log.txt",
        "npm test &",
        "if npm test; then echo ok; fi",
        "ruff check --exit-zero .",
    ] {
        for args in [
            vec!["task", "create", "U", "--run", run, "--json"],
            vec!["criterion", "add", "TASK-1", "--run", run, "--reason", "r", "--json"],
        ] {
            let refused = world.run(&args);
            refused.refused_by("usage");
            let message = refused.error()["message"].as_str().unwrap().to_owned();
            assert!(message.contains("succeeds whatever the work is like"), "{message}");
        }
    }
    let whole = r#"{"type":"verifiable","generatedFrom":"user","generatedAt":"2026-01-01T00:00:00Z","criteria":[
        {"id":"a","description":"a","check":"command","run":"npm test || true","timing":"immediate",
         "visibility":"shown","origin":"x"}]}"#;
    write(&world, "contract.json", whole);
    let refused = world.run(&["task", "create", "V", "--contract", "contract.json", "--json"]);
    assert!(refused.error()["message"].as_str().unwrap().contains("succeeds whatever"));
    let text = "Add a.txt. `npm test || true` must pass.";
    let made = world.run(&["contract", text, "--no-universal", "--json"]).ok().json();
    let clauses = made["not_covered"].to_string();
    assert!(clauses.contains("succeeds whatever"), "{made:#}");
    assert!(!made["proposals"].to_string().contains("|| true\""), "{made:#}");
}
