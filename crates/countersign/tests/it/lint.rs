//! `lint` and `explain`, as people, editors and CI use them. No project is needed.

use std::path::Path;

use serde_json::Value;

use crate::world::World;

const TASK: &str = r#"---
id: TASK-1
title: Double a number
layer: 1
track: shared
depends_on: []
estimated_complexity: simple
---

# TASK-1: Double a number

## Contract

```typescript
// src/double.ts
export function double(n: number): number;
```

## Dependencies (Interfaces Only)

None.

## Test Specification

```typescript
// src/double.test.ts
import { expect, it } from 'vitest';
import { double } from './double.js';

it('doubles', () => {
  expect(double(2)).toBe(4);
});
```

## Output Files

```
WRITE: src/double.ts (~3 lines)
WRITE: src/double.test.ts (~6 lines)
```

## Verification (Deterministic)

```bash
npx vitest run src/double.test.ts
```

## Done When

- [ ] `double` is exported
"#;

fn put(world: &World, path: &str, text: &str) {
    let path = world.path().join(path);
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).unwrap();
    std::fs::write(path, text).unwrap();
}

fn with_error() -> String {
    TASK.replace("`double` is exported", "The café's code is clean")
}

fn codes(report: &Value) -> Vec<&str> {
    report["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect()
}

#[test]
#[cfg(unix)]
fn what_a_folder_has_beside_tasks_is_not_passed_over_in_silence() {
    let world = World::bare();
    put(&world, "tasks/task.md", TASK);
    put(&world, "tasks/README.md", "Read me.\n");
    let quiet = world.run(&["lint", "tasks"]).ok();
    assert!(!quiet.err.contains("passed over"), "{}", quiet.err);
    put(&world, "tasks/flow.yaml", "stpes:\n  - id: a\n");
    std::os::unix::fs::symlink("task.md", world.path().join("tasks/link.md")).unwrap();
    let said = world.run(&["lint", "tasks"]).ok().err;
    assert!(said.contains("passed over tasks/flow.yaml (no workflow"), "{said}");
    assert!(said.contains("tasks/link.md (no plain file)"), "{said}");
}

#[test]
fn a_clean_file_ends_with_zero_and_one_line() {
    let world = World::bare();
    put(&world, "task.md", TASK);
    let outcome = world.run(&["lint", "task.md"]).ok();
    assert_eq!(outcome.out, "nothing found in 1 file\n");
}

#[test]
fn an_error_is_shown_where_it_is_and_ends_with_one() {
    let world = World::bare();
    put(&world, "tasks/task.md", &with_error());
    let outcome = world.run(&["lint", "tasks"]);
    assert_eq!(outcome.code, 1, "{outcome:#?}");
    insta::assert_snapshot!(outcome.out, @r"
    error[CS092]: `code is clean` cannot be checked
      --> tasks/task.md:50:18
       |
    50 | - [ ] The café's code is clean
       |                  ^^^^^^^^^^^^^ subjective-criterion
       |
       = note: A worker always finds its own code clean; a reviewer may not.
       = help: Say what can be seen or measured, with a number where it is one.

    1 error in 1 file
    ");
}

#[test]
fn colour_is_only_for_terminals_or_on_demand() {
    let world = World::bare();
    put(&world, "task.md", &with_error());
    assert!(!world.run(&["lint", "task.md"]).out.contains('\u{1b}'));
    assert!(world.run(&["lint", "task.md", "--color", "always"]).out.contains('\u{1b}'));
}

#[test]
fn text_that_would_move_the_cursor_is_made_visible() {
    let world = World::bare();
    put(&world, "task.md", &TASK.replace("`double` is exported", "The code is clean \u{1b}[2J"));
    let outcome = world.run(&["lint", "task.md", "--color", "always"]);
    assert!(!outcome.out.contains("\u{1b}[2J"), "{outcome:#?}");
}

#[test]
fn warnings_fail_only_when_they_are_denied() {
    let world = World::bare();
    put(&world, "task.md", &TASK.replace("layer: 1", "layer: 1\npriority: high"));
    assert_eq!(world.run(&["lint", "task.md"]).code, 0);
    assert_eq!(world.run(&["lint", "task.md", "--deny", "warnings"]).code, 1);
}

#[test]
fn severities_come_from_the_settings_and_the_command_line_wins() {
    let world = World::bare();
    put(&world, "task.md", &with_error());
    put(&world, "countersign.toml", "[lint]\nCS092 = \"warning\"\n");
    assert_eq!(world.run(&["lint", "task.md"]).code, 0);
    assert_eq!(world.run(&["lint", "task.md", "--severity", "CS092=error"]).code, 1);
    let off = world.run(&["lint", "task.md", "--severity", "subjective-criterion=off", "--json"]);
    assert_eq!(off.ok().json()["findings"], serde_json::json!([]));
}

#[test]
fn unknown_rules_and_levels_are_refused_with_two() {
    let world = World::bare();
    put(&world, "task.md", TASK);
    for severity in ["CS999=off", "CS092=loud", "CS092"] {
        let outcome = world.run(&["lint", "task.md", "--severity", severity]);
        assert_eq!(outcome.code, 2, "{outcome:#?}");
    }
    put(&world, "countersign.toml", "[lint]\nCS999 = \"off\"\n");
    let outcome = world.run(&["lint", "task.md"]);
    assert_eq!(outcome.code, 2, "{outcome:#?}");
    assert!(outcome.err.contains("countersign.toml") && outcome.err.contains("CS999"));
}

#[test]
fn what_cannot_be_read_ends_with_two() {
    let world = World::bare();
    let outcome = world.run(&["lint", "gone.md"]);
    assert_eq!(outcome.code, 2, "{outcome:#?}");
    assert!(outcome.err.contains("gone.md"), "{outcome:#?}");
}

#[test]
fn one_file_that_is_no_text_does_not_hide_what_is_wrong_with_the_others() {
    let world = World::bare();
    let bad = with_error();
    put(&world, "t/a.md", &bad);
    std::fs::write(world.path().join("t/b.md"), [bad.as_bytes(), b"\xff"].concat()).unwrap();
    let report = world.run(&["lint", "t", "--json"]);
    assert_eq!(report.code, 1);
    let report = report.json();
    let findings = report["findings"].as_array().unwrap();
    let found = |file: &str, code: &str| {
        findings.iter().any(|finding| finding["file"] == file && finding["code"] == code)
    };
    assert!(found("t/b.md", "CS001"), "{report}");
    assert!(findings.iter().any(|finding| finding["file"] == "t/a.md"), "{report}");
    let line = bad.lines().count() + 1;
    let last = findings.iter().find(|finding| finding["code"] == "CS001").unwrap();
    assert_eq!(last["start"]["line"], line, "{last}");
    assert_eq!(world.run(&["lint", "t", "--sarif"]).code, 1);
    assert_eq!(world.run(&["lint", "t/b.md"]).code, 1);
}

#[test]
fn a_file_with_broken_front_matter_is_a_finding_with_its_place() {
    let world = World::bare();
    put(&world, "task.md", "---\nid: [TASK-1\n---\n\n# TASK-1: x\n");
    let report = world.run(&["lint", "task.md", "--json"]);
    assert_eq!(report.code, 1);
    let report = report.json();
    assert_eq!(codes(&report), ["CS001"]);
    assert!(report["findings"][0]["start"]["line"].as_u64().unwrap() >= 2);
}

#[test]
fn folders_are_walked_in_order_past_what_is_hidden_foreign_or_no_task() {
    let world = World::bare();
    let bad = with_error();
    for (path, id) in [("t/b.md", "TASK-2"), ("t/a/z.md", "TASK-3"), ("t/A.md", "TASK-4")] {
        put(&world, path, &bad.replace("TASK-1", id));
    }
    for path in ["t/.hidden/x.md", "t/node_modules/x.md", "t/target/x.md", "t/x.txt"] {
        put(&world, path, &bad);
    }
    put(&world, "t/README.md", "# Read me\n\nHandle edge cases, etc.\n");
    put(&world, "t/compose.yaml", "services:\n  web:\n    image: x\n");
    let report = world.run(&["lint", "t", "--json"]).json();
    let files: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["file"].as_str().unwrap())
        .collect();
    assert_eq!(files, ["t/A.md", "t/a/z.md", "t/b.md"]);
    assert_eq!(report["summary"]["files"], 3);
    assert_eq!(report, world.run(&["lint", "t", "t/b.md", "--json"]).json());
}

#[test]
fn tasks_are_judged_among_each_other() {
    let world = World::bare();
    put(&world, "a.md", &TASK.replace("depends_on: []", "depends_on: [TASK-2]"));
    put(
        &world,
        "b.md",
        &TASK.replace("TASK-1", "TASK-2").replace("depends_on: []", "depends_on: [TASK-1]"),
    );
    put(&world, "c.md", &TASK.replace("depends_on: []", "depends_on: [TASK-9]"));
    let outcome = world.run(&["lint", ".", "--json"]);
    assert_eq!(outcome.code, 1);
    let report = outcome.json();
    let found = codes(&report);
    for code in ["CS100", "CS101", "CS103"] {
        assert!(found.contains(&code), "{code}: {found:?}");
    }
}

#[test]
fn what_one_file_needs_is_looked_for_beside_it() {
    let world = World::bare();
    let needs = |id: &str| TASK.replace("depends_on: []", &format!("depends_on: [{id}]"));
    put(
        &world,
        "tasks/base.md",
        &TASK.replace("TASK-1", "TASK-2").replace("track: shared", "track: x"),
    );
    put(&world, "tasks/one.md", &needs("TASK-2").replace("layer: 1", "layer: 2"));
    world.run(&["lint", "tasks/one.md", "--deny", "warnings"]).ok();
    put(&world, "tasks/one.md", &needs("TASK-3").replace("layer: 1", "layer: 2"));
    let report = world.run(&["lint", "tasks/one.md", "--json"]).json();
    assert_eq!(codes(&report), ["CS100"], "of the other file nothing is said: {report:#}");
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let world = World::bare();
    let outcome = world.run_with_input("ada", &["lint", "-"], &with_error());
    assert_eq!(outcome.code, 1, "{outcome:#?}");
    assert!(outcome.out.contains("--> -:50:18"), "{outcome:#?}");
    assert!(outcome.out.contains("50 | - [ ] The café's code is clean"), "{outcome:#?}");
}

#[test]
fn prds_and_prose_are_judged_by_what_applies_to_them() {
    let world = World::bare();
    put(
        &world,
        "prd.md",
        "# PRD: Shop\n\n## Goals\n\n- Nice shop, etc.\n\n### US-001: Pay\n\n**Description:** As a buyer I pay.\n\n**Acceptance Criteria:**\n- [ ] The page looks good\n- [ ] Paying twice is refused\n- [ ] Handle edge cases\n",
    );
    let report = world.run(&["lint", "prd.md", "--json"]).json();
    assert_eq!(codes(&report), ["CS092", "CS033"]);
    put(&world, "ask.txt", "Use your judgment about the colours.\n");
    assert_eq!(codes(&world.run(&["lint", "ask.txt", "--json"]).json()), ["CS032"]);
    put(&world, "flow.yaml", "name: x\nsteps: [\n");
    assert_eq!(codes(&world.run(&["lint", "flow.yaml", "--json"]).json()), ["CS001"]);
}

#[test]
fn sarif_has_what_its_readers_need() {
    let world = World::bare();
    put(&world, "my tasks/task 1.md", &with_error());
    let outcome = world.run(&["lint", "my tasks", "--sarif"]);
    assert_eq!(outcome.code, 1);
    let log = outcome.json();
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for rule in rules {
        for text in
            ["/shortDescription/text", "/fullDescription/text", "/help/text", "/help/markdown"]
        {
            assert!(!rule.pointer(text).unwrap().as_str().unwrap().is_empty(), "{rule} {text}");
        }
        let level = rule["defaultConfiguration"]["level"].as_str().unwrap();
        assert!(["error", "warning", "note"].contains(&level));
    }
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    let result = &results[0];
    let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(rules[index]["id"], result["ruleId"]);
    assert_eq!(result["level"], "error");
    assert!(result["message"]["text"].as_str().unwrap().contains("code is clean"));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "my%20tasks/task%201.md");
    let base = place["artifactLocation"]["uriBaseId"].as_str().unwrap();
    let root = run["originalUriBaseIds"][base]["uri"].as_str().unwrap();
    assert!(root.starts_with("file:///") && root.ends_with('/'), "{root}");
    let region = &place["region"];
    let number = |key: &str| usize::try_from(region[key].as_u64().unwrap()).unwrap();
    let text = with_error();
    let line: Vec<char> = text.lines().nth(number("startLine") - 1).unwrap().chars().collect();
    let shown: String = line[number("startColumn") - 1..number("endColumn") - 1].iter().collect();
    assert_eq!(shown, "code is clean");
    let from = number("byteOffset");
    assert_eq!(&text[from..from + number("byteLength")], "code is clean");
}

#[test]
fn every_code_has_a_page() {
    let world = World::bare();
    let all = world.run(&["explain", "--json"]).ok().json();
    for rule in all.as_array().unwrap() {
        let code = rule["code"].as_str().unwrap();
        let page = world.run(&["explain", &code.to_lowercase()]).ok().out;
        assert!(page.contains(code) && page.contains("Why") && page.contains("Good"), "{page}");
    }
    assert!(world.run(&["explain"]).ok().out.lines().count() > 40);
    assert_eq!(world.run(&["explain", "CS999"]).code, 2);
}

#[test]
fn a_pipe_by_its_path_is_refused_and_not_waited_for() {
    let world = World::bare();
    let pipe = world.path().join("task.md");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for verb in ["lint", "plan"] {
        let refused = world.run(&[verb, pipe.to_str().unwrap(), "--json"]);
        refused.refused_by("bad-file");
    }
}
