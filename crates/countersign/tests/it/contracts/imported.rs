//! Task files, PRDs and workflows that become tasks.

use serde_json::json;

use super::{runs, write};
use crate::samples::TASK_FILE;
use crate::world::World;

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
fn a_file_that_is_no_task_is_refused_with_its_place_and_a_way_out() {
    let world = World::sqlite();
    for (text, place, way_out) in [
        ("# PRD: Shop\n\n## User Stories\n\nAs a buyer …\n", "a.md:3:1", "### US-001"),
        ("# PRD: Shop\r\r## Goals\r", "a.md:1:1", "### US-001"),
        ("Fix the login.\n", "a.md:1:1", "task create"),
        ("# Sum: all\n\n## Verification\n```bash\nmake\n```\n## Done When\n- [ ] x\n", "", ""),
        (
            "# Sum it\n\n## Verification\n```bash\nmake\n```\n## Done When\n- [ ] x\n",
            "a.md:1:1",
            "`id:`",
        ),
        (&TASK_FILE.replacen("id: TASK-042", "id: TASK 042", 1), "a.md:2:1", "TASK 042"),
        (&format!("{PRD}\n## Hidden Tests\n"), "a.md:31:1", "task file of the story"),
    ] {
        write(&world, "a.md", text);
        let outcome = world.run(&["task", "import", "a.md", "--json"]);
        if place.is_empty() {
            outcome.ok();
            continue;
        }
        outcome.refused_by("bad-file");
        assert_eq!(outcome.code, 2, "{outcome:#?}");
        let message = outcome.error()["message"].as_str().unwrap().to_owned();
        assert!(message.starts_with(place) && message.contains(way_out), "{message}");
    }
}

#[test]
fn a_folder_without_a_task_and_a_need_that_nobody_has_are_told() {
    let world = World::sqlite();
    write(&world, "notes/README.md", "# Notes\n");
    for args in [&["task", "import", "notes", "--json"][..], &["lint", "notes", "--json"]] {
        let refused = world.run(args);
        refused.refused_by("usage");
        assert!(refused.error()["message"].as_str().unwrap().contains("notes"), "{refused:#?}");
    }
    let needs = TASK_FILE.replacen("depends_on: []", "depends_on: [TASK-9]", 1);
    write(&world, "TASK-042.md", &needs);
    let refused = world.run(&["task", "import", "TASK-042.md", "--json"]);
    refused.refused_by("no-such-task");
    let message = refused.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("TASK-042.md") && message.contains("TASK-9"), "{message}");
}

#[test]
fn keys_of_the_front_matter_that_mean_nothing_here_stay_with_the_task() {
    let world = World::sqlite();
    let text = TASK_FILE.replacen("---\n", "---\nrole: lead\nreviewers: [ada, eve]\n", 1);
    write(&world, "task.md", &text);
    world.run(&["task", "import", "task.md"]).ok();
    let log = world.run(&["log", "--json"]).ok().out;
    let labels = log
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .find_map(|record| record["event"].get("labels").cloned())
        .expect("the task was created with labels");
    assert_eq!(labels["source.role"], "lead", "{labels:#}");
    assert_eq!(labels["source.reviewers"], r#"["ada","eve"]"#);
    assert_eq!(labels.get("role"), None, "no key of a file decides who gets the work");
}
