//! From a text to a stored contract: generated, settled, edited, briefed and read.

use std::fs;

use serde_json::{Value, json};

use crate::world::World;

const TASK_FILE: &str = r#"---
id: TASK-042
title: Add a slug helper
layer: 1
track: shared
depends_on: []
estimated_complexity: simple
---

# TASK-042: Add a slug helper

## Contract

```typescript
// src/slug.ts
export function slug(text: string): string;
```

## Dependencies (Interfaces Only)

None.

## Test Specification

```typescript
// src/slug.test.ts
import { expect, it } from 'vitest';
import { slug } from './slug.js';

it('joins words with hyphens', () => {
  expect(slug('Two Words')).toBe('two-words');
});
```

## Output Files

```
WRITE: src/slug.ts (~10 lines)
WRITE: src/slug.test.ts (~10 lines)
MAY WRITE: docs/**
```

## Verification (Deterministic)

```bash
npx tsc --noEmit
npx vitest run src/slug.test.ts
```

## Done When

- [ ] `slug` exported from `src/slug.ts`
- [ ] All tests pass

## Hidden Tests

```typescript
// src/slug.hidden.test.ts
import { expect, it } from 'vitest';
import { slug } from './slug.js';

it('keeps the secret of umlauts', () => {
  expect(slug('Zürich')).toBe('zuerich');
});
```

```bash
npx vitest run src/slug.hidden.test.ts
```
"#;

const PRD: &str = "\
# PRD: Saved searches

## Goals

1. People find their searches again

## Non-Goals

- Sharing searches

## User Stories

### US-001: Store a search

**Description:** As a user, I store a search under a name.

**Acceptance Criteria:**
- [ ] Create `src/searches.ts` with a `storeSearch` function
- [ ] `npm test` passes

**Technical Notes:**
- One table is enough

### US-002: Investigate why ranking is slow

**Description:** Find out where the time goes.

**Acceptance Criteria:**
- [ ] A write-up of what was found
";

const WORKFLOW: &str = "\
name: release
steps:
  - role: developer
    brief: write the notes
    completion:
      type: file
      path: \"notes/{task_id}/output.md\"
      min_length: 40
  - role: reviewer
    brief: read the notes
    completion:
      type: signal
      path: \"notes/{workflow_instance_id}/verdict.json\"
      signal: approved
      evaluate: Is every change named?
  - role: reviewer
    id: again
    brief: read {task_id} again
    completion:
      type: signal
      signal: approved
";

fn write(world: &World, name: &str, text: &str) {
    let path = world.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A workspace whose tests and types can really be run.
fn with_tools(world: &World) {
    let package = json!({ "scripts": { "test": "vitest run", "lint": "eslint ." },
        "devDependencies": { "vitest": "1", "eslint": "9", "typescript": "5" } });
    write(world, "package.json", &package.to_string());
    write(world, "package-lock.json", "{}");
    write(world, "tsconfig.json", "{}");
}

fn runs(contract: &Value) -> Vec<&str> {
    contract["criteria"].as_array().unwrap().iter().filter_map(|c| c["run"].as_str()).collect()
}

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
fn ambiguous_work_waits_in_the_inbox_until_a_lead_settles_it() {
    let world = World::sqlite().with_team();
    let made = world.run(&["task", "create", "Consider a smaller cache", "--json"]);
    assert_eq!(made.code, 3, "{made:#?}");
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let inbox = world.run(&["inbox", "--json"]);
    assert!(inbox.out.contains("\"settle\""), "{inbox:#?}");
    let early = world.run(&["task", "assign", &id, "bob", "--json"]);
    early.refused_by("contract-open");
    assert_eq!(early.code, 3);
    assert_eq!(world.run(&["brief", &id]).code, 3);
    let reason = ["--reason", "we want it changed"];
    let settle = ["task", "settle", &id, "--as", "verifiable", "--run", "make", "--json"];
    world.run_as("bob", &[&settle[..], &reason[..]].concat()).refused_by("lead-only");
    let settled = world.run(&[&settle[..], &reason[..]].concat()).ok().json();
    assert_eq!(settled["contract"]["type"], "verifiable");
    world.run(&["task", "assign", &id, "bob"]).ok();
}

#[test]
fn advisory_work_goes_ahead_with_a_notice_and_is_read_afterwards() {
    let world = World::sqlite().with_team();
    let create = ["task", "create", "Investigate why checkout is slow", "--assurance", "contract"];
    let made = world.run(&[&create[..], &["--assign", "bob"]].concat()).ok();
    assert_eq!(made.err.lines().count(), 1, "one line: {made:#?}");
    assert!(made.err.contains("Advisory task"), "{made:#?}");
    world.run_as("bob", &["task", "start", "TASK-1"]).ok();
    let summary = "The tax service is asked once per line";
    world.run_as("bob", &["task", "submit", "TASK-1", "--summary", summary]).ok();
    assert_eq!(world.state("TASK-1"), "completed", "there is nothing for a runner to judge");
    let log = world.run(&["advisory", "list", "--json"]).ok().json();
    assert_eq!(log["items"][0]["unread"], true);
    let shown = world.run(&["advisory", "show", "TASK-1"]).ok().out;
    assert!(shown.contains(summary), "{shown}");
    let notes = ["advisory", "review", "TASK-1", "--notes", "we batch it", "--json"];
    world.run_as("bob", &notes).refused_by("missing-hat");
    world.run_as("rex", &notes).ok();
    let log = world.run(&["advisory", "list", "--json"]).ok().json();
    assert_eq!(log["items"][0]["unread"], false);
    assert_eq!(log["items"][0]["reviewed_by"], "rex");
}

#[test]
fn advisory_work_is_handed_in_and_read_without_any_runner() {
    let mut world = World::sqlite();
    world.add("bob", &["--kind", "agent", "--hat", "builder"]);
    world.run(&["task", "create", "Investigate why checkout is slow", "--assign", "bob"]).ok();
    world.run_as("bob", &["task", "start", "TASK-1"]).ok();
    world.run_as("bob", &["task", "submit", "TASK-1", "--summary", "the tax service"]).ok();
    assert_eq!(world.state("TASK-1"), "review");
    let inbox = world.run(&["inbox", "--json"]).ok().json();
    assert_eq!(inbox[0]["need"], "review", "{inbox:#}");
    assert!(!inbox.to_string().contains("runner"), "{inbox:#}");
    assert!(inbox[0]["next"].as_str().unwrap().contains("task approve"), "{inbox:#}");
    let log = world.run(&["advisory", "list", "--json"]).ok().json();
    assert_eq!(log["items"][0]["unread"], true);
    let notes = ["advisory", "review", "TASK-1", "--notes", "we batch it", "--json"];
    let read = world.run(&notes).ok().json();
    assert_eq!((&read["state"], &read["basis"]), (&json!("completed"), &json!("advisory")));
    let history = world.run(&["log", "--task", "TASK-1", "--json"]).ok().out;
    assert!(history.contains("we batch it") && history.contains("contract_empty"), "{history}");
}

#[test]
fn a_person_who_wants_to_be_asked_about_advisory_work_is_waited_for() {
    for (file, text) in [
        ("countersign.toml", "promptForAdvisory = true\n"),
        ("project.json", "{\"promptForAdvisory\": true}"),
    ] {
        let world = World::sqlite();
        write(&world, file, text);
        let made = world.run(&["task", "create", "Investigate why checkout is slow", "--json"]);
        assert_eq!(made.code, 3, "{file}: {made:#?}");
        assert!(made.json()["question"].as_str().unwrap().contains("advisory"));
    }
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
fn a_task_file_is_imported_whole_and_nothing_hidden_is_shown_to_a_worker() {
    let world = World::sqlite().with_team();
    write(&world, "tasks/TASK-042.md", TASK_FILE);
    let imported = world.run(&["task", "import", "tasks", "--json"]).ok().json();
    assert_eq!(imported["tasks"][0]["id"], "TASK-042");
    let shown = world.run(&["task", "show", "TASK-042", "--json"]).ok().out;
    let brief = world.run(&["brief", "TASK-042"]).ok().out;
    let of_file = world.run(&["brief", "tasks/TASK-042.md"]).ok().out;
    let log = world.run(&["log", "--json"]).ok().out;
    let contract = world.run(&["contract", "tasks/TASK-042.md"]).ok().out;
    let contract_json = world.run(&["contract", "tasks/TASK-042.md", "--json"]).ok().out;
    let page = world.run(&["task", "show", "TASK-042"]).ok().out;
    for (name, text) in [
        ("show", &shown),
        ("brief", &brief),
        ("file", &of_file),
        ("log", &log),
        ("page", &page),
        ("contract", &contract),
        ("contract --json", &contract_json),
    ] {
        for secret in ["zuerich", "slug.hidden.test.ts", "umlauts", "Hidden"] {
            assert!(!text.contains(secret), "{name} tells {secret}: {text}");
        }
    }
    assert!(brief.contains("src/slug.ts") && brief.contains("npx vitest run src/slug.test.ts"));
    assert!(brief.contains("Do not report completion"), "{brief}");
    let all = ["task", "show", "TASK-042", "--hidden", "--json"];
    let refused = world.run_as("bob", &all);
    refused.refused_by("lead-or-runner-only");
    let message = refused.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("may not read what is hidden from workers"), "{message}");
    for trusted in ["ada", "ci"] {
        assert!(world.run_as(trusted, &all).ok().out.contains("zuerich"));
    }
}

#[test]
fn a_prd_becomes_a_goal_and_its_advisory_story_waits_for_a_person() {
    let world = World::sqlite().with_team();
    write(&world, "prd.md", PRD);
    let imported = world.run(&["task", "import", "prd.md", "--json"]);
    assert_eq!(imported.code, 3, "{imported:#?}");
    let imported = imported.json();
    assert_eq!(imported["goals"], json!(["GOAL-1"]));
    assert_eq!(imported["tasks"][0]["id"], "GOAL-1.US-001");
    assert!(imported["tasks"][1]["question"].is_string(), "{imported:#}");
    let story = world.run(&["task", "show", "GOAL-1.US-001", "--json"]).ok().json();
    assert_eq!(story["contract"]["generatedFrom"], "prd");
    assert_eq!(story["goal"], "GOAL-1");
    assert_eq!(runs(&story["contract"]), ["npm test"]);
    let goal = world.run(&["goal", "status", "GOAL-1"]).ok().out;
    assert!(goal.contains("Saved searches"), "{goal}");
}

#[test]
fn a_prd_is_imported_once_unless_it_is_wanted_again() {
    let world = World::sqlite().with_team();
    write(&world, "prd.md", PRD);
    write(&world, "copy.md", &PRD.replace("PRD: Saved searches", "PRD:  Saved Searches"));
    write(&world, "tasks/TASK-042.md", TASK_FILE);
    let twice = world.run(&["task", "import", "prd.md", "copy.md", "--json"]);
    twice.refused_by("usage");
    assert_eq!(twice.code, 2);
    world.run(&["goal", "create", "Saved searches"]).ok();
    let first = world.run(&["task", "import", "prd.md", "--json"]);
    assert_eq!(first.json()["goals"], json!(["GOAL-2"]), "a goal made by hand is another");
    let known = world.run(&["task", "import", "tasks", "copy.md", "--json"]);
    known.refused_by("goal-exists");
    assert_eq!(known.code, 1);
    let error = known.error();
    assert!(error["message"].as_str().unwrap().contains("GOAL-2"), "{error:#}");
    assert!(error["hint"].as_str().unwrap().contains("--again"), "{error:#}");
    let tasks = world.run(&["task", "list", "--json"]).ok().json();
    assert_eq!(tasks["items"].as_array().unwrap().len(), 2, "nothing else was stored: {tasks:#}");
    let again = world.run(&["task", "import", "copy.md", "--again", "--json"]);
    assert_eq!(again.json()["goals"], json!(["GOAL-3"]));
}

#[test]
fn nothing_is_imported_if_the_id_of_a_task_file_is_taken() {
    let world = World::sqlite().with_team();
    write(&world, "tasks/TASK-042.md", TASK_FILE);
    world.run(&["task", "import", "tasks"]).ok();
    write(&world, "tasks/TASK-043.md", &TASK_FILE.replace("TASK-042", "TASK-043"));
    write(&world, "prd.md", PRD);
    write(&world, "release.yaml", WORKFLOW);
    let refused = world.run(&["task", "import", "release.yaml", "prd.md", "tasks", "--json"]);
    refused.refused_by("task-exists");
    assert!(refused.error()["message"].as_str().unwrap().contains("TASK-042"), "{refused:#?}");
    assert_eq!(refused.out, "");
    let tasks = world.run(&["task", "list", "--json"]).ok().json();
    assert_eq!(tasks["items"].as_array().unwrap().len(), 1, "{tasks:#}");
    assert_eq!(world.run(&["goal", "list", "--json"]).ok().json()["items"], json!([]));
    let new = ["task", "import", "tasks/TASK-043.md", "prd.md", "release.yaml", "--json"];
    let imported = world.run(&new).json();
    let ids: Vec<&str> =
        imported["tasks"].as_array().unwrap().iter().map(|t| t["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["TASK-043", "GOAL-1.US-001", "GOAL-1.US-002", "TASK-1", "TASK-2", "TASK-3"]);
}

/// Someone who may create tasks but no lead: the goal's links are refused after the task files are stored.
#[test]
fn an_import_that_is_cut_short_says_what_is_stored() {
    let world = World::sqlite().with_team();
    write(&world, "tasks/TASK-042.md", TASK_FILE);
    write(&world, "prd.md", PRD);
    let cut = world.run_as("bob", &["task", "import", "tasks", "prd.md", "--json"]);
    cut.refused_by("lead-only");
    assert_eq!(cut.json()["tasks"][0]["id"], "TASK-042", "{cut:#?}");
    let message = cut.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("TASK-042 was stored"), "{message}");
    assert_eq!(world.run(&["goal", "list", "--json"]).ok().json()["items"], json!([]));
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
fn a_workflow_becomes_tasks_in_order_with_its_placeholders_filled_in() {
    let world = World::sqlite().with_team();
    write(&world, "release.yaml", WORKFLOW);
    world.run(&["task", "import", "release.yaml"]).ok();
    let first = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
    assert_eq!(first["contract"]["criteria"][0]["path"], "notes/TASK-1/output.md");
    let second = world.run(&["task", "show", "TASK-2", "--json"]).ok().json();
    assert_eq!(second["depends_on"], json!(["TASK-1"]));
    let brief = world.run(&["brief", "TASK-2"]).ok().out;
    assert!(brief.contains("notes/TASK-1/verdict.json") && brief.contains("reasoning"), "{brief}");
    assert!(brief.contains("Is every change named?"), "{brief}");
    let third = world.run(&["task", "show", "TASK-3", "--json"]).ok().json();
    assert_eq!(third["title"], "read TASK-3 again");
    let path = third["contract"]["criteria"][0]["path"].as_str().unwrap().to_owned();
    assert!(path.contains("TASK-3"), "one verdict answers for one task: {path}");
}

#[test]
fn nothing_is_imported_if_anything_is_wrong_and_the_place_is_named() {
    let world = World::sqlite();
    write(&world, "tasks/a.md", TASK_FILE);
    write(&world, "tasks/b.md", "---\nid: [\n---\n# B\n\n## Contract\n");
    let refused = world.run(&["task", "import", "tasks", "--json"]);
    assert_eq!(refused.code, 2, "{refused:#?}");
    let message = refused.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("b.md:"), "{message}");
    assert_eq!(world.run(&["task", "list", "--json"]).json()["items"], json!([]));
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
fn a_task_comes_from_standard_input() {
    let world = World::sqlite();
    let text = "Create src/cart.ts. It has a total() function.\n\n`make test` must pass.\n";
    let made = world.run_with_input("ada", &["task", "create", "-", "--json"], text).ok().json();
    assert_eq!(made["title"], "Create src/cart.ts");
    assert!(made["brief"].as_str().unwrap().contains("total()"));
    assert_eq!(runs(&made["contract"]), ["make test"]);
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
fn an_extractor_that_leaves_something_running_is_not_waited_for() {
    let world = World::bare();
    write(&world, "countersign.toml", "[extractor]\ncommand = \"sleep 20 & echo []\"\n");
    let shown = world.run(&["contract", "Create src/limit.ts"]).ok();
    assert!(shown.err.contains("never ended"), "{shown:#?}");
    assert!(shown.out.contains("src/limit.ts"), "{shown:#?}");
}
