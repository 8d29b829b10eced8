//! Every format has a schema, and what is really printed and read is as its schema says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::mcp::wire::{Client, Served};
use crate::run::place::{HONEST, LIAR, Place, events};
use crate::samples::TASK_FILE;
use crate::world::{Outcome, World};

/// Commands that print a text for people or shells whatever is asked for.
const TEXT_ONLY: [&str; 2] = ["completions", "mcp"];

#[test]
fn every_schema_in_the_tree_is_the_one_that_is_printed() {
    let world = World::bare();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let names = names(&world);
    for name in &names {
        let printed = world.run(&["schema", name]).ok().out;
        let path = folder.join(format!("{name}.schema.json"));
        if std::env::var_os("COUNTERSIGN_WRITE_SCHEMAS").is_some() {
            fs::write(&path, &printed).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            kept, printed,
            "{name}: write it with COUNTERSIGN_WRITE_SCHEMAS=1 cargo test schema"
        );
    }
    let kept: BTreeSet<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let named: BTreeSet<String> = names.iter().map(|name| format!("{name}.schema.json")).collect();
    assert_eq!(kept, named, "no schema without a format");
}

#[test]
fn every_answer_is_as_its_schema_says() {
    let mut check = Check::new();
    check.files();
    check.team();
    check.contracts();
    check.tasks();
    check.goals();
    check.verdicts();
    check.advice();
    check.files_of_tasks();
    check.runs();
    check.agents();
    check.upkeep();
    check.failures();
    let all: BTreeSet<String> = names(&check.world).into_iter().collect();
    assert_eq!(check.seen, all, "formats that no test has looked at, or the other way round");
    let mut commands = leaves(&check.world, &[]);
    commands.retain(|command| !TEXT_ONLY.contains(&command.as_str()));
    assert_eq!(check.ran, commands, "commands that no test has run, or the other way round");
}

/// What the rules' parser takes is what its schema takes, and the other way round.
#[test]
fn rules_are_valid_where_they_are_read() {
    let world = World::bare();
    let validator = validator(&world, "test-activity-rules");
    let rule = |rule: Value| json!({ "filePatterns": { "**/*.ts": rule } });
    for rules in [
        json!({}),
        json!({ "version": 1 }),
        json!({ "version": "1" }),
        json!({ "version": "1.0" }),
        json!({ "version": "1.0.0" }),
        json!({ "version": 2 }),
        json!({ "version": "2.0" }),
        json!({ "version": true }),
        json!({ "version": null }),
        json!({ "$schema": "x", "description": "ours", "extends": false, "defaults": {} }),
        json!({ "extends": "no" }),
        json!({ "defaults": null }),
        json!([]),
        rule(json!({ "unit": true, "quality": false, "e2e": "deferred", "e2eScope": "direct" })),
        rule(json!({ "unit": "@react-tester", "quality": ["a-critic"], "critics": ["b"] })),
        rule(json!({ "unit": null })),
        rule(json!({ "unit": 1 })),
        rule(json!({ "e2e": "later" })),
        rule(json!({ "e2e": null })),
        rule(json!({ "critics": "one" })),
        rule(json!({ "quality": "yes" })),
        rule(json!({ "reason": null })),
        rule(json!({ "$comment": "x", "of another tool": [1] })),
        rule(json!("unit")),
        json!({ "codePatterns": { "unsafe": { "critics": ["safety"] } } }),
        json!({ "crossCuttingRules": { "multipleDirectories":
            { "threshold": 3, "add": { "e2e": "deferred" }, "reason": "wide" } } }),
        json!({ "crossCuttingRules": { "multipleDirectories": { "threshold": 0, "add": {} } } }),
        json!({ "crossCuttingRules": { "multipleDirectories": { "add": {} } } }),
        json!({ "crossCuttingRules": { "sharedModuleTouch": { "paths": ["lib/**"], "add": {} } } }),
        json!({ "crossCuttingRules": { "sharedModuleTouch": { "paths": ["lib/**"] } } }),
        json!({ "crossCuttingRules": { "multipleDirectories": null } }),
    ] {
        write(&world, "test-activity-rules.json", &rules.to_string());
        let read = world.run(&["contract", "Create src/a.ts"]);
        assert_eq!(read.code == 0, validator.is_valid(&rules), "{rules}: {read:#?}");
    }
}

fn names(world: &World) -> Vec<String> {
    let names = world.run(&["schema", "--json"]).ok().json();
    names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

fn validator(world: &World, name: &str) -> Validator {
    let schema = world.run(&["schema", name]).ok().json();
    jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every command at the end of the tree of commands, as help shows it.
fn leaves(world: &World, path: &[&str]) -> BTreeSet<String> {
    let help = world.run(&[path, &["--help"]].concat()).ok().out;
    let Some((_, commands)) = help.split_once("\nCommands:\n") else {
        return BTreeSet::from([path.join(" ")]);
    };
    let listed = commands.lines().take_while(|line| !line.is_empty());
    // What is further in goes on with the line above.
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names
        .filter(|name| !name.is_empty() && *name != "help")
        .flat_map(|name| leaves(world, &[path, &[name]].concat()))
        .collect()
}

fn write(world: &World, name: &str, text: &str) {
    let path = world.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A small store, the schemas, and what was held against them so far.
struct Check {
    world: World,
    schemas: BTreeMap<String, Validator>,
    seen: BTreeSet<String>,
    ran: BTreeSet<String>,
}

const SETTINGS: &str = r#"
promptForAdvisory = false
universal_criteria = true
rules = "rules.json"

[criteria.e2e]
check = "tests"
run = "npx playwright test"
timing = "deferred"

[extractor]
command = "cat > prompt.txt; cat answer.json"

[lint]
CS012 = "off"

[store]
"#;

const WORKFLOW: &str = "
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
    needs: []
    completion:
      type: signal
      signal: approved
      evaluate: Is every change named?
";

impl Check {
    fn new() -> Self {
        let world = World::sqlite().with_team();
        let schemas = names(&world)
            .into_iter()
            .map(|name| (name.clone(), validator(&world, &name)))
            .collect();
        Self { world, schemas, seen: BTreeSet::new(), ran: BTreeSet::new() }
    }

    fn holds(&mut self, schema: &str, value: &Value) {
        let errors: Vec<String> = self.schemas[schema]
            .iter_errors(value)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{schema}: {value:#}");
        self.seen.insert(schema.to_owned());
    }

    /// Nothing that has this instead is valid.
    fn refuses(&self, schema: &str, value: &Value) {
        assert!(!self.schemas[schema].is_valid(value), "{schema}: {value:#}");
    }

    /// Runs a command with `--json` and holds its answer against a schema.
    fn run(&mut self, who: &str, schema: &str, args: &[&str]) -> Value {
        let outcome = self.outcome(who, args);
        assert!([0, 1, 3].contains(&outcome.code) && !outcome.out.is_empty(), "{outcome:#?}");
        let answer = outcome.json();
        self.holds(schema, &answer);
        answer
    }

    fn outcome(&mut self, who: &str, args: &[&str]) -> Outcome {
        self.note(args);
        self.world.run_as(who, &[args, &["--json"]].concat())
    }

    fn with_input(&mut self, who: &str, schema: &str, args: &[&str], input: &Value) -> Value {
        self.note(args);
        let args = [args, &["--json"]].concat();
        let outcome = self.world.run_with_input(who, &args, &input.to_string()).ok();
        self.holds(schema, &outcome.json());
        outcome.json()
    }

    /// The command of some arguments: the one word, or the two.
    fn note(&mut self, args: &[&str]) {
        let groups = ["task", "goal", "criterion", "advisory", "actor", "hat", "hook", "policy"]
            .contains(&args[0]);
        self.ran.insert(args[..if groups { 2 } else { 1 }].join(" "));
    }

    fn files(&mut self) {
        let bare = World::bare();
        self.note(&["init"]);
        let made = bare.run(&["init", "--owner", "ada", "--json"]).ok().json();
        self.holds("init", &made);

        write(&self.world, "countersign.toml", SETTINGS);
        let settings: Value = toml::from_str(SETTINGS).unwrap();
        self.holds("settings", &settings);
        self.refuses("settings", &json!({ "universal": true }));
        self.refuses("settings", &json!({ "lint": { "CS012": "loud" } }));
        self.refuses("settings", &json!({ "criteria": { "x": { "check": "dance" } } }));

        let project = json!({ "promptForAdvisory": false, "name": "of another tool" });
        write(&self.world, "project.json", &project.to_string());
        self.holds("project", &project);
        self.refuses("project", &json!({ "promptForAdvisory": "yes" }));

        let rules = json!({ "version": 1, "filePatterns": { "**/*.ts": { "unit": true } } });
        write(&self.world, "rules.json", &rules.to_string());
        self.holds("test-activity-rules", &rules);

        let found = json!([
            { "type": "content_match", "path": "docs/api.md", "pattern": "rate limit" },
            { "type": "test_pass", "command": "npm test", "description": "the tests" },
        ]);
        write(&self.world, "answer.json", &found.to_string());
        self.holds("extractor-answer", &found);
        self.refuses("extractor-answer", &json!([{ "type": "looks_good" }]));
        self.refuses("extractor-answer", &json!({ "type": "file_exists", "path": "a" }));
    }

    fn team(&mut self) {
        self.run("ada", "token-made", &["actor", "add", "dan", "--kind", "agent"]);
        self.run("bob", "token-made", &["actor", "spawn", "bob-1"]);
        let made = self.run("ada", "token-made", &["actor", "token", "eve"]);
        let file = self.world.path().join("eve.token").display().to_string();
        let written = ["actor", "token", "eve", "--write-token", &file];
        assert!(self.run("ada", "token-made", &written).get("token").is_none());
        let id = made["token_id"].as_str().unwrap();
        self.run("ada", "token-revoked", &["actor", "token", "--revoke", id]);
        self.run("ada", "hat-changed", &["hat", "give", "dan", "builder"]);
        self.run("ada", "hat-changed", &["hat", "take", "dan", "builder"]);
        self.run("ada", "hat-list", &["hat", "list"]);
        self.run("ada", "actor-retired", &["actor", "retire", "dan"]);
        let actors = self.run("ada", "actor-list", &["actor", "list"]);
        assert!(actors.as_array().unwrap().len() > 4, "{actors:#}");
        self.run("ada", "policy", &["policy", "show"]);
        self.run("ada", "policy-changed", &["policy", "set", "--max-minions", "5"]);
    }

    fn contracts(&mut self) {
        let text = "Create src/limit.ts. The rate limit goes into docs/api.md as well.";
        let shown = self.run("ada", "contract-view", &["contract", text]);
        let contract = shown["contract"].clone();
        self.holds("contract", &contract);
        let mut without = contract.clone();
        without["criteria"] = json!([{ "id": "a" }]);
        self.refuses("contract", &without);
        self.run("ada", "contract-view", &["contract", "Consider a smaller cache"]);
        write(&self.world, "contract.json", &contract.to_string());
        let create = ["task", "create", "Limit requests", "--contract", "contract.json"];
        self.run("ada", "task-changed", &create);

        let item =
            json!({ "id": "a", "text": "Create src/x.ts", "workspace": { "files": ["go.mod"] } });
        self.holds("contract-jsonl-in", &item);
        let jsonl = ["contract", "--jsonl", "-"];
        self.with_input("ada", "contract-jsonl-out", &jsonl, &item);

        let goal = ["goal", "create", "Fewer requests", "--id", "LIMITS"];
        self.run("ada", "goal-changed", &goal);
        self.run("ada", "goal-changed", &["goal", "link", "LIMITS", "TASK-1"]);
        let because = ["--reason", "the brief says so"];
        let mut edit = |args: &[&str]| {
            self.run("ada", "task-changed", &[&["criterion"], args, &because[..]].concat())
        };
        edit(&["add", "TASK-1", "--template", "e2e"]);
        edit(&["add", "TASK-1", "--run", "make", "--id", "secret", "--hidden"]);
        edit(&["add", "TASK-1", "--expect-file", "a.md", "--id", "note"]);
        edit(&["change", "TASK-1", "note", "--expect-file", "b.md"]);
        edit(&["remove", "TASK-1", "note"]);
        let check = json!({ "check": "content", "path": "a.md", "pattern": "x" });
        self.holds("check", &check);
        self.refuses("check", &json!({ "check": "content", "path": "a.md" }));
        let add = [&["criterion", "add", "TASK-1", "--check", "-"], &because[..]].concat();
        self.with_input("ada", "task-changed", &add, &check);
        self.run("ada", "criterion-templates", &["criterion", "templates"]);
        self.run("ada", "brief", &["brief", "TASK-1"]);
        self.run("ada", "task", &["task", "show", "TASK-1"]);
        self.run("ada", "task", &["task", "show", "TASK-1", "--hidden"]);
        self.run("ada", "task-changed", &["task", "cancel", "TASK-1", "--reason", "a trial"]);
    }

    /// Tasks that workers did, or did not.
    fn runs(&mut self) {
        let place = Place::new();
        place.task("TASK-1", &[]);
        place.task("TASK-2", &["TASK-1"]);
        for command in ["run", "watch", "report", "retry", "cancel", "export"] {
            self.note(&[command]);
        }
        self.holds("run-plan", &place.run(LIAR, &["--dry-run", "--json"]).ok().json());
        let lied = place.run(LIAR, &["--json"]);
        assert_eq!(lied.code, 1, "{lied:#?}");
        self.holds("inbox", &place.finish(&["inbox", "--json"]).ok().json());
        let retry = ["retry", "TASK-1", "--note", "do it", "--json"];
        self.holds("task-changed", &place.finish(&retry).ok().json());
        let done = place.run(HONEST, &["--json"]);
        assert_eq!(done.code, 0, "{done:#?}");
        let watched = place.finish(&["watch", "RUN-1", "--json"]);
        for event in [&lied, &done, &watched].into_iter().flat_map(events) {
            self.holds("run-event", &event);
        }
        self.holds("report", &place.finish(&["report", "RUN-1", "--json"]).ok().json());
        for (what, schema) in [("builder-state", "builder-state"), ("dispatches", "dispatches")] {
            self.holds(schema, &place.finish(&["export", what]).ok().json());
        }
        self.escalations();
        self.plans();
        place.finish(&["task", "create", "Add a.md", "--expect-file", "a.md", "--id", "X-1"]).ok();
        let cancel = ["cancel", "X-1", "--reason", "a trial", "--json"];
        self.holds("task-changed", &place.finish(&cancel).ok().json());
    }

    /// What an escalation command reads, and what it may answer.
    fn escalations(&mut self) {
        let place = Place::new();
        place.task("TASK-1", &[]);
        let answer = json!({ "answer": "person", "reason": "who knows" });
        let line = format!("cat > payload.json; echo '{answer}'");
        place.write(
            "countersign.toml",
            &format!("[run]\nescalate = \"\"\"{}\"\"\"\n", line.replace('"', "\\\"")),
        );
        let run = place.run(LIAR, &["--json"]);
        for event in events(&run) {
            self.holds("run-event", &event);
        }
        let payload = fs::read_to_string(place.path().join("payload.json")).unwrap();
        self.holds("escalation", &serde_json::from_str(&payload).unwrap());
        let more = [
            json!({ "answer": "retry", "note": "so", "reason": "so" }),
            json!({ "answer": "reassign", "to": "codex", "reason": "so" }),
            json!({ "answer": "amend", "reason": "so",
                "amendments": [{ "edit": "remove", "criterion": "command-1" }] }),
        ];
        for answer in more.iter().chain([&answer]) {
            self.holds("escalation-answer", answer);
        }
    }

    fn plans(&mut self) {
        let place = Place::new();
        place.write("PRD.md", "# PRD: A\n\n### US-001: B\n\nC.\n");
        self.note(&["decompose"]);
        self.holds("brief", &place.finish(&["decompose", "PRD.md", "--json"]).ok().json());
        let args = ["decompose", "PRD.md", "--worker-cmd", "true", "--json"];
        let nothing = place.finish(&args).json();
        self.holds("decomposition", &nothing);
        fs::remove_dir_all(nothing["folder"].as_str().unwrap()).unwrap();
    }

    /// Judged in a clean room, with a store and without.
    fn verdicts(&mut self) {
        let [base, result] = ["before", "after"].map(|name| self.world.folder_beside(name));
        fs::write(result.join("a.md"), "something to read\n").unwrap();
        let task = self.world.path().join("write-a.md");
        fs::write(&task, "Create a.md").unwrap();
        let of = |path: &std::path::Path| path.display().to_string();
        let (task, base, result) = (of(&task), of(&base), of(&result));
        let alone = ["verify", "--task", &task, "--base", &base, "--result", &result, "--explain"];
        let seen = self.run("ada", "verified", &alone);
        assert_eq!(seen["verdict"], "passed", "{seen:#}");
        self.run("ada", "token-made", &["actor", "add", "here", "--kind", "runner", "--keep"]);
        let read = json!({ "type": "verifiable", "generatedFrom": "user", "generatedAt": "2026-01-01T00:00:00Z",
            "criteria": [{ "id": "reads-well", "description": "d", "check": "evaluate", "rubric": "It reads well.",
                "timing": "immediate", "visibility": "shown", "origin": "x" }] });
        write(&self.world, "read.json", &read.to_string());
        let create = ["task", "create", "Write c.md", "--contract", "read.json", "--id", "READ"];
        self.run("ada", "task-changed", &[&create[..], &["--assign", "bob"]].concat());
        self.run("bob", "task-changed", &["task", "start", "READ"]);
        let seen = self.run("bob", "verified", &["verify", "READ"]);
        assert_eq!(seen["verdict"], "undecided", "{seen:#}");
        let seen = self.run("rex", "verified", &["judge", "READ", "--pass"]);
        assert_eq!(seen["evidence"]["observations"][0]["judged_by"], "rex", "{seen:#}");
        let create = ["task", "create", "Write b.md", "--expect-file", "b.md", "--id", "JUDGED"];
        self.run("ada", "task-changed", &[&create[..], &["--assign", "bob"]].concat());
        self.run("bob", "task-changed", &["task", "start", "JUDGED"]);
        let seen = self.run("bob", "verified", &["verify", "JUDGED"]);
        assert_eq!(seen["verdict"], "failed", "{seen:#}");
        self.run("ada", "verified", &["show", "JUDGED"]);
    }

    /// TASK-2 goes all the ways there are.
    fn tasks(&mut self) {
        let task = |check: &mut Self, who: &str, args: &[&str]| {
            check.run(who, "task-changed", &[&["task"], args].concat())
        };
        let create = ["create", "A form", "--run", "make", "--run-at-end", "make smoke"];
        task(self, "ada", &create);
        task(self, "ada", &["create", "Another", "--run", "make", "--assign", "bob"]);
        task(self, "ada", &["depend", "TASK-2", "--on", "TASK-3"]);
        task(self, "ada", &["depend", "TASK-2", "--on", "TASK-3", "--drop"]);
        task(self, "ada", &["create", "Consider a smaller cache"]);
        let settle = ["settle", "TASK-4", "--as", "verifiable", "--run", "make", "--reason", "so"];
        task(self, "ada", &settle);
        task(self, "ada", &["assign", "TASK-2", "bob"]);
        task(self, "bob", &["start", "TASK-2"]);
        self.submit_and_record("fail");
        std::fs::write(self.world.path().join("a.ts"), "mended").unwrap();
        self.submit_and_record("pass");
        task(self, "rex", &["reject", "TASK-2", "--reason", "no test"]);
        self.submit_and_record("pass");
        task(self, "rex", &["approve", "TASK-2"]);
        task(self, "eve", &["reject-verification", "TASK-2", "--reason", "broken"]);
        self.submit_and_record("pass");
        task(self, "rex", &["approve", "TASK-2"]);
        task(self, "eve", &["verify", "TASK-2", "--notes", "tried it"]);
        task(self, "ada", &["reopen", "TASK-2", "--reason", "broken again"]);
        self.submit_and_record("undecided");
        task(self, "ada", &["override", "TASK-2", "--reason", "we need it"]);
        self.run("ada", "task", &["task", "show", "TASK-2"]);
        let page = self.run("ada", "task-list", &["task", "list", "--limit", "2"]);
        assert!(page["after"].is_string(), "{page:#}");
        let wear = ["hat", "give", "bob", "builder", "--task", "TASK-3"];
        self.run("ada", "hat-changed", &wear);
    }

    fn submit_and_record(&mut self, finding: &str) {
        let submit = ["task", "submit", "TASK-2", "--summary", "done", "--changed", "a.ts"];
        self.run("bob", "task-changed", &submit);
        let shown = self.world.run(&["task", "show", "TASK-2", "--json"]).ok().json();
        let exit = if finding == "pass" { json!("success") } else { json!({ "failure": 2 }) };
        let evidence = json!({ "attempt": shown["attempt"], "observations": [{
            "criterion": "run-1", "finding": finding, "reason": "so it was", "exit": exit,
            "output": { "head": "…" }, "duration_ms": 3 }] });
        self.holds("evidence", &evidence);
        self.refuses("evidence", &json!({ "observations": [] }));
        // Not beside the work, which is confirmed as it was judged.
        let file = self.world.config.path().join("evidence.json");
        std::fs::write(&file, evidence.to_string()).unwrap();
        let record = ["task", "record", "TASK-2", "--evidence", file.to_str().unwrap()];
        self.run("ci", "task-changed", &record);
    }

    fn goals(&mut self) {
        self.run("ada", "goal-changed", &["goal", "create", "Log in", "--project", "shop"]);
        let create =
            ["task", "create", "Form", "--run", "make", "--run-at-end", "make smoke", "--id", "F"];
        self.run("ada", "task-changed", &create);
        self.run("ada", "goal-changed", &["goal", "link", "GOAL-1", "F"]);
        self.world.run(&["task", "assign", "F", "bob"]).ok();
        self.world.run_as("bob", &["task", "start", "F"]).ok();
        self.world.run_as("bob", &["task", "submit", "F", "--summary", "done"]).ok();
        self.world.record("F", "pass").ok();
        self.world.run_as("rex", &["task", "approve", "F"]).ok();
        self.world.run_as("eve", &["task", "verify", "F", "--notes", "tried"]).ok();
        let seen = |criterion: &str, finding: &str| {
            let exit = if finding == "pass" { json!("success") } else { json!("timed_out") };
            json!([{ "criterion": criterion, "finding": finding, "reason": "so", "exit": exit }])
        };
        for (round, finding) in [(1, "fail"), (1, "pass")] {
            let run = json!({ "round": round, "deferred": { "F": seen("end-2", finding) },
                "whole": seen("e2e", finding) });
            self.holds("goal-evidence", &run);
            self.refuses("goal-evidence", &json!({ "round": 1, "whole": "passed" }));
            let record = ["goal", "record", "GOAL-1", "--evidence", "-"];
            self.with_input("ci", "goal-changed", &record, &run);
            self.run("ada", "goal", &["goal", "status", "GOAL-1"]);
            self.run("ada", "inbox", &["inbox"]);
        }
        self.run("ada", "goal-changed", &["goal", "verify", "GOAL-1", "--notes", "tried it"]);
        let broken = ["task", "reopen", "F", "--reason", "broken"];
        self.run("ada", "task-changed", &broken);
        self.world.run_as("bob", &["task", "submit", "F", "--summary", "done"]).ok();
        self.world.record("F", "pass").ok();
        self.world.run_as("rex", &["task", "approve", "F"]).ok();
        self.world.run_as("eve", &["task", "verify", "F", "--notes", "tried"]).ok();
        self.run("ada", "goal-changed", &["goal", "reject", "GOAL-1", "--reason", "not yet"]);
        self.run("ada", "goal", &["goal", "status", "GOAL-1"]);
        self.run("ada", "goal-list", &["goal", "list", "--limit", "1"]);
        self.run("ada", "status", &["status"]);
    }

    fn advice(&mut self) {
        let create = ["task", "create", "Investigate why checkout is slow", "--id", "WHY"];
        self.run("ada", "task-changed", &create);
        self.world.run(&["task", "assign", "WHY", "bob"]).ok();
        self.world.run_as("bob", &["task", "start", "WHY"]).ok();
        self.run("bob", "task-changed", &["task", "submit", "WHY", "--summary", "taxes"]);
        self.run("ada", "advisory-list", &["advisory", "list"]);
        let review = ["advisory", "review", "WHY", "--notes", "convincing"];
        self.run("rex", "task-changed", &review);
        let shown = self.run("ada", "advisory", &["advisory", "show", "WHY"]);
        assert_eq!(shown["reviewed_by"], "rex");
    }

    fn files_of_tasks(&mut self) {
        let front: String = TASK_FILE
            .lines()
            .skip(1)
            .take_while(|line| *line != "---")
            .fold(String::new(), |all, line| format!("{all}{line}\n"));
        let front: Value = serde_saphyr::from_str(&front).unwrap();
        self.holds("task-front-matter", &front);
        self.refuses("task-front-matter", &json!({ "id": ["a"], "title": "x" }));
        let workflow: Value = serde_saphyr::from_str(WORKFLOW).unwrap();
        self.holds("workflow", &workflow);
        self.refuses("workflow", &json!({ "steps": [{ "role": "developer" }] }));
        write(&self.world, "tasks/TASK-042.md", TASK_FILE);
        write(&self.world, "tasks/release.yaml", WORKFLOW);
        let prd = "# PRD: Searches\n\n## User Stories\n\n### US-001: Store\n\n**Acceptance \
            Criteria:**\n- [ ] Create `src/searches.ts`\n\n### US-002: Investigate the ranking\n";
        write(&self.world, "prd.md", prd);
        self.run("ada", "lint", &["lint", "tasks", "prd.md"]);
        let clean = self.world.run(&["lint", "tasks", "--sarif"]).json();
        self.holds("sarif", &clean);
        write(&self.world, "bad.md", "---\nid: BAD-1\ntitle: t\n---\n\n# BAD-1: t\n");
        let sarif = self.world.run(&["lint", "bad.md", "--sarif"]).json();
        self.holds("sarif", &sarif);
        assert!(!sarif["runs"][0]["results"].as_array().unwrap().is_empty(), "{sarif:#}");
        self.run("ada", "lint-rules", &["explain"]);
        self.run("ada", "lint-rules", &["explain", "CS001"]);
        self.run("ada", "plan", &["plan", "tasks"]);
        self.run("ada", "plan", &["plan", "prd.md"]);
        self.run("ada", "contract-view", &["contract", "prd.md"]);
        self.run("ada", "contract-view", &["contract", "tasks/TASK-042.md", "--hidden"]);
        self.run("ada", "brief", &["brief", "tasks/release.yaml"]);
        self.run("ada", "task-import", &["task", "import", "tasks", "prd.md"]);
        self.run("ada", "inbox", &["inbox"]);
    }

    fn agents(&mut self) {
        let world = World::sqlite();
        self.note(&["setup"]);
        self.holds("set-up", &world.run(&["setup", "claude", "--json"]).ok().json());
        self.note(&["serve"]);
        self.holds("serving", &Served::start(&world, &[]).serving);
        self.note(&["hook", "stop"]);
        let told = json!({ "session_id": "s", "cwd": world.path(), "stop_hook_active": false });
        self.holds("stop-hook-in", &told);
        let task =
            ["task", "create", "Write a.txt; the file a.txt must exist", "--assign", "claude"];
        world.run(&task).ok();
        Client::start(world.command(&["mcp"])).call("next_task", json!({})).ok();
        let sent_back = world.run_with_input("ada", &["hook", "stop"], &told.to_string()).ok();
        self.holds("stop-hook-out", &sent_back.json());
    }

    fn upkeep(&mut self) {
        for hidden in [&[][..], &["--hidden"]] {
            let args = [&["log", "--limit", "1000"], hidden].concat();
            let log = self.outcome("ada", &args).ok().out;
            assert!(log.lines().count() > 50);
            for line in log.lines() {
                self.holds("record", &serde_json::from_str(line).unwrap());
            }
        }
        self.run("ada", "trust", &["trust"]);
        self.run("ada", "doctor", &["doctor"]);
        self.run("ada", "rebuild", &["rebuild"]);
        self.run("ada", "schema-names", &["schema"]);
        let demo = self.outcome("ada", &["demo", "duties"]).ok().out;
        for line in demo.lines() {
            self.holds("demo", &serde_json::from_str(line).unwrap());
        }
    }

    fn failures(&mut self) {
        for args in [
            vec!["task", "show", "NONE"],
            vec!["task", "approve", "TASK-3"],
            vec!["task", "create", "Refactor the scheduler", "--no-universal"],
            vec!["frobnicate"],
            vec!["plan", "nowhere"],
        ] {
            let outcome = self.world.run_as("bob", &[&args[..], &["--json"]].concat());
            assert_ne!(outcome.code, 0, "{outcome:#?}");
            let failure: Value = serde_json::from_str(&outcome.err).unwrap();
            self.holds("error", &failure);
        }
    }
}
