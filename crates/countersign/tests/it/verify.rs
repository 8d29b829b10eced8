//! A registered task is judged against what was there when it was started, and a runner records it.

use std::fs;
use std::path::PathBuf;

use crate::world::{Outcome, World};

/// A task of bob's that asks for a file, and for a word in it that he does not know of.
fn started() -> World {
    let world = World::sqlite().with_team();
    fs::write(world.path().join("kept.txt"), "as it was\n").unwrap();
    let create = ["task", "create", "Write done.txt", "--expect-file", "done.txt"];
    world.run(&create).ok();
    let hidden = ["criterion", "add", "TASK-1", "--run", "grep -q plover done.txt", "--hidden"];
    world.run(&[&hidden[..], &["--reason", "a secret"]].concat()).ok();
    world.run(&["task", "assign", "TASK-1", "bob"]).ok();
    world.run_as("bob", &["task", "start", "TASK-1"]).ok();
    world
}

fn with_runner(world: World) -> World {
    world.run(&["actor", "add", "here", "--kind", "runner", "--keep"]).ok();
    world
}

fn base(world: &World) -> PathBuf {
    let mut bases = fs::read_dir(world.path().join(".countersign/bases")).unwrap();
    bases.next().unwrap().unwrap().path()
}

#[test]
fn work_is_handed_in_judged_and_recorded() {
    let world = with_runner(started());
    let failed = world.run_as("bob", &["verify", "TASK-1", "--json"]);
    assert_eq!(
        (failed.code, failed.json()["verdict"].as_str()),
        (1, Some("failed")),
        "{failed:#?}"
    );
    fs::write(world.path().join("done.txt"), "a plover\n").unwrap();
    let passed = world.run_as("bob", &["verify", "TASK-1", "--summary", "wrote it", "--json"]).ok();
    assert_eq!(passed.json()["attempt"], 2);
    let task = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
    assert_eq!(task["state"], "review", "{task:#}");
    let first = world.run(&["show", "TASK-1", "--attempt", "1", "--json"]).ok().json();
    assert_eq!(first["verdict"], "failed", "{first:#}");
}

#[test]
fn work_that_failed_and_has_not_changed_is_no_further_attempt() {
    let world = with_runner(started());
    let failed = world.run_as("bob", &["verify", "TASK-1", "--json"]);
    assert_eq!(failed.code, 1, "{failed:#?}");
    let again = world.run_as("bob", &["verify", "TASK-1", "--json"]);
    let seen = |outcome: &Outcome| outcome.json()["evidence"]["id"].clone();
    assert_eq!((again.code, seen(&again)), (1, seen(&failed)), "{again:#?}");
    let told = world.run_as("bob", &["verify", "TASK-1"]);
    assert!(told.err.contains("nothing has changed since attempt 1"), "{told:#?}");
    let submit = ["task", "submit", "TASK-1", "--summary", "once more", "--json"];
    world.run_as("bob", &submit).refused_by("unchanged");
    let task = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
    assert_eq!((&task["state"], &task["phase"]), (&"in_progress".into(), &"working".into()));
    fs::write(world.path().join("done.txt"), "a plover\n").unwrap();
    let passed = world.run_as("bob", &["verify", "TASK-1", "--json"]).ok();
    assert_eq!(passed.json()["attempt"], 2);
}

#[test]
fn what_is_hidden_is_not_shown_to_the_builder() {
    let world = with_runner(started());
    fs::write(world.path().join("done.txt"), "a cave\n").unwrap();
    let failed = world.run_as("bob", &["verify", "TASK-1"]);
    assert_eq!(failed.code, 1, "{failed:#?}");
    let asked = world.run_as("bob", &["show", "TASK-1", "--hidden"]);
    assert_ne!(asked.code, 0, "{asked:#?}");
    let log = world.run_as("bob", &["log", "--json"]).ok();
    let shown = world.run_as("bob", &["show", "TASK-1", "--json"]).ok();
    for said in [&failed.out, &failed.err, &log.out, &shown.out] {
        assert!(!said.contains("grep -q plover"), "{said}");
    }
    assert!(world.run(&["show", "TASK-1", "--hidden"]).ok().out.contains("plover"));
}

#[test]
fn only_a_runner_records_and_without_one_nothing_is_handed_in() {
    let world = started();
    world.run_as("bob", &["verify", "TASK-1", "--json"]).refused_by("no-runner");
    let task = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
    assert_eq!(
        (task["state"].as_str(), task["phase"].as_str()),
        (Some("in_progress"), Some("working"))
    );
    world.run_as("ci", &["verify", "TASK-1", "--json"]).refused_by("runner-only-records");
}

#[test]
fn a_base_that_is_not_the_recorded_one_judges_nothing() {
    let world = with_runner(started());
    fs::write(world.path().join("done.txt"), "a plover\n").unwrap();
    fs::write(base(&world).join("kept.txt"), "as it never was\n").unwrap();
    world.run_as("bob", &["verify", "TASK-1", "--json"]).refused_by("other-base");
}

#[test]
fn what_was_never_started_here_needs_a_base() {
    let world = with_runner(World::sqlite().with_team());
    world.run(&["task", "create", "Write done.txt", "--expect-file", "done.txt"]).ok();
    world.run(&["show", "TASK-1", "--json"]).refused_by("not-judged");
    world.run(&["verify", "TASK-9", "--json"]).refused_by("no-such-task");
}
