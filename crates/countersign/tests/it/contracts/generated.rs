//! What a contract is made of: the text, the workspace, the rules of the project, a model.

use std::fs;

use serde_json::json;

use super::{runs, with_tools, write};
use crate::world::World;

#[test]
fn a_contract_is_shown_with_reasons_before_anything_is_stored() {
    let world = World::bare();
    let text = "Create src/login.ts with a form. `npm test` must pass. Make it pleasant to use.";
    let shown = world.run(&["contract", text, "--json"]).ok().json();
    assert_eq!(shown["kind"], "verifiable");
    assert!(!shown["reason"].as_str().unwrap().is_empty());
    let criteria = shown["contract"]["criteria"].as_array().unwrap();
    assert_eq!(criteria[0]["path"], "src/login.ts");
    assert!(criteria[0]["origin"].as_str().unwrap().contains("Create src/login.ts"), "{shown:#}");
    assert_eq!(runs(&shown["contract"]), ["npm test"]);
    let uncovered = shown["contract"]["notCovered"].to_string();
    assert!(uncovered.contains("pleasant"), "{uncovered}");
    let page = world.run(&["contract", text]).ok().out;
    assert!(page.contains("not covered") && page.contains("pleasant"), "{page}");
}

#[test]
fn the_workspace_adds_its_own_checks_unless_told_otherwise() {
    let world = World::bare();
    with_tools(&world);
    let text = "Create src/login.ts with a form";
    let all = world.run(&["contract", text, "--json"]).ok().json();
    let mut found = runs(&all["contract"]);
    found.sort_unstable();
    assert_eq!(found, ["npm run lint", "npm test", "npx tsc --noEmit"]);
    let few = world.run(&["contract", text, "--no-universal", "--json"]).ok().json();
    assert!(few["contract"]["criteria"].as_array().unwrap().len() < 4, "{few:#}");
    write(&world, "countersign.toml", "universal_criteria = false\n");
    let set = world.run(&["contract", text, "--json"]).ok().json();
    assert_eq!(set["contract"]["criteria"], few["contract"]["criteria"]);
}

#[test]
fn verifiable_work_without_anything_to_check_is_refused_with_advice() {
    let world = World::sqlite();
    let refused = world.run(&["task", "create", "Refactor the scheduler", "--json"]);
    refused.refused_by("unsound-contract");
    assert_eq!(refused.code, 1);
    assert!(refused.error()["hint"].as_str().unwrap().contains("--run"));
    assert_eq!(world.run(&["task", "list", "--json"]).json()["items"], json!([]));
}

#[test]
fn what_nobody_will_check_is_told_with_the_new_task() {
    let world = World::sqlite();
    let text = "Create src/login.ts with a form. Make it pleasant to use.";
    let page = world.run(&["task", "create", text]).ok().out;
    assert!(page.contains("not covered") && page.contains("pleasant"), "{page}");
    let page = world.run(&["task", "create", "Create src/login.ts"]).ok().out;
    assert!(!page.contains("not covered"), "{page}");
}

#[test]
fn a_file_that_is_not_there_is_no_task() {
    let world = World::bare();
    let said = world.run(&["brief", "nope.md"]).err;
    assert!(said.contains("cannot read nope.md"), "{said}");
}

#[test]
fn criteria_that_are_all_deferred_are_shown_as_such() {
    let world = World::sqlite();
    let settings =
        "[criteria.e2e]\ncheck = \"tests\"\nrun = \"npx playwright test\"\ntiming = \"deferred\"\n";
    write(&world, "countersign.toml", settings);
    let refused = world.run(&["contract", "Refactor the scheduler", "--criterion", "e2e"]);
    assert_eq!(refused.code, 1, "{refused:#?}");
    assert!(refused.out.contains("npx playwright test"), "{refused:#?}");
    assert!(refused.out.contains("deferred") && !refused.out.contains("none"), "{refused:#?}");
    assert!(refused.err.contains("is deferred to the end of its goal"), "{refused:#?}");
    let open = world.run(&["contract", "Consider a smaller cache", "--criterion", "e2e"]);
    assert_eq!(open.code, 3, "{open:#?}");
    assert!(open.out.contains("would check") && open.out.contains("deferred"), "{open:#?}");
}

#[test]
fn rules_of_the_project_are_read_and_a_pattern_that_does_not_compile_is_named() {
    let world = World::bare();
    let rules = "{\n  \"version\": 1,\n  \"filePatterns\": {\n    \"**/pay/**\": { \"critics\": \
        [\"security-critic\"], \"reason\": \"Money moves here\" }\n  }\n}\n";
    write(&world, "test-activity-rules.json", rules);
    let text = "Create src/pay/refund.ts";
    let shown = world.run(&["contract", text, "--json"]).ok().json();
    let criteria = shown["contract"]["criteria"].to_string();
    assert!(criteria.contains("security-critic") && criteria.contains("Money moves"), "{criteria}");
    write(&world, "test-activity-rules.json", &rules.replace("**/pay/**", "src/[z-a"));
    let refused = world.run(&["contract", text, "--json"]);
    assert_eq!(refused.code, 2, "{refused:#?}");
    let message = refused.error()["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("test-activity-rules.json") && message.contains("line 4"),
        "{message}"
    );
}

#[test]
fn a_model_may_add_what_the_text_states_and_nothing_else() {
    let world = World::bare();
    let answer = json!([
        { "type": "content_match", "path": "docs/api.md", "pattern": "rate limit", "description": "x" },
        { "type": "file_exists", "path": "src/invented.ts" },
    ]);
    write(&world, "answer.json", &answer.to_string());
    let settings = "[extractor]\ncommand = \"cat > prompt.txt; cat answer.json\"\n";
    write(&world, "countersign.toml", settings);
    let text = "Create src/limit.ts. The rate limit goes into docs/api.md as well.";
    let shown = world.run(&["contract", text, "--json"]).ok().json();
    let criteria = shown["contract"]["criteria"].to_string();
    assert!(criteria.contains("docs/api.md") && criteria.contains("model"), "{criteria}");
    assert!(!criteria.contains("invented"), "{criteria}");
    assert!(fs::read_to_string(world.path().join("prompt.txt")).unwrap().contains(text));
    write(&world, "countersign.toml", "[extractor]\ncommand = \"exit 1\"\n");
    let alone = world.run(&["contract", text]).ok();
    assert!(alone.err.contains("gave no answer"), "{alone:#?}");
    assert!(alone.out.contains("src/limit.ts"), "{alone:#?}");
}

#[test]
fn an_extractor_that_leaves_something_running_is_not_waited_for() {
    let world = World::bare();
    write(&world, "countersign.toml", "[extractor]\ncommand = \"sleep 20 & echo []\"\n");
    let shown = world.run(&["contract", "Create src/limit.ts"]).ok();
    assert!(shown.err.contains("never ended"), "{shown:#?}");
    assert!(shown.out.contains("src/limit.ts"), "{shown:#?}");
}

#[test]
fn what_is_hidden_is_shown_to_who_may_see_it() {
    let world = World::sqlite().with_team();
    let task = include_str!("../data/TASK-042.md");
    write(&world, "TASK-042.md", task);
    let args = ["contract", "TASK-042.md", "--hidden", "--json"];
    let lead = world.run(&args).ok().json();
    let hidden = |view: &serde_json::Value| view.to_string().contains("\"hidden\"");
    assert!(hidden(&lead), "{lead}");
    let builder = world.run_as("bob", &args);
    assert!(builder.out.is_empty() && builder.code == 1, "{builder:#?}");
    let plain = world.run_as("bob", &["contract", "TASK-042.md", "--json"]).ok().json();
    assert!(!hidden(&plain), "{plain}");
}

#[test]
fn advice_names_only_options_that_the_command_has() {
    let world = World::sqlite();
    let refused = world.run(&["contract", "Refactor the scheduler", "--json"]);
    refused.refused_by("unsound-contract");
    let hint = refused.error()["hint"].as_str().unwrap().to_owned();
    assert!(hint.contains("--as advisory") && hint.contains("--criterion"), "{hint}");
    let help = world.run(&["contract", "--help"]).ok().out;
    for word in hint.split_whitespace().filter(|word| word.starts_with("--")) {
        let option = word.trim_end_matches([',', ';', '.']);
        assert!(help.contains(option), "{option}");
    }
}

#[test]
fn a_story_that_nobody_can_check_is_named_with_a_way_out() {
    let world = World::sqlite();
    let prd =
        "# PRD: Shop\n\n## User Stories\n\n### US-001: Cart total\nAs a buyer I want a total.\n";
    write(&world, "prd.md", prd);
    let refused = world.run(&["task", "import", "prd.md", "--json"]);
    refused.refused_by("unsound-contract");
    let error = refused.error();
    assert!(error.to_string().contains("US-001: Cart total"), "{error}");
    assert!(error["hint"].as_str().unwrap().contains("Acceptance Criteria"), "{error}");
}

#[test]
fn python_tests_without_any_configuration_are_run() {
    let world = World::sqlite();
    let test =
        "import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n";
    write(&world, "tests/test_a.py", test);
    write(&world, "app.py", "");
    let view = world.run(&["contract", "Fix the crash on empty carts", "--json"]).ok().json();
    assert!(view.to_string().contains("python3 -m unittest discover -s tests"), "{view}");
}
