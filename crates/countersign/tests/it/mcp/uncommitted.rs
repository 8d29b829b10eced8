//! Tests that were weakened before the work was begun: the work is held to them, and whoever confirms it is told.

use std::fs;

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::Client;
use super::worktrees::git;
use crate::world::World;

const WEAK: &str = "true\n";

/// A repository with a committed test, and two tasks for bob.
fn repository() -> World {
    let world = judged();
    fs::create_dir(world.path().join("tests")).unwrap();
    fs::write(world.path().join("tests/test_a.sh"), "grep -qx right a.txt\n").unwrap();
    fs::write(world.path().join("tests/test_b.sh"), "true # yes\r\n").unwrap();
    fs::write(world.path().join(".gitignore"), ".countersign\n").unwrap();
    git(world.path(), &["init", "-q", "-b", "main"]);
    git(world.path(), &["-c", "core.autocrlf=input", "add", "."]);
    git(world.path(), &["commit", "-q", "-m", "begin"]);
    for name in ["first.txt", "a.txt"] {
        let run = format!("test -f {name} && sh tests/test_b.sh");
        let title = format!("Write {name}");
        world.run(&["task", "create", &title, "--run", &run, "--assign", "bob"]).ok();
    }
    world
}

fn paths(findings: &Value) -> Vec<String> {
    let all = findings.as_array().unwrap_or_else(|| panic!("no list: {findings:#}"));
    let path = |note: &Value| match note.as_str() {
        Some(told) => told.split_once(" (").unwrap().0.to_owned(),
        None => note["path"].as_str().unwrap().to_owned(),
    };
    all.iter().map(path).collect()
}

fn done(bob: &mut Client, world: &World, name: &str, id: &str) {
    fs::write(world.path().join(name), "x\n").unwrap();
    let judged = bob.call("submit_for_review", json!({ "task_id": id, "summary": "done" })).ok();
    assert_eq!(judged["verdict"], "passed", "{judged:#}");
}

#[test]
fn a_test_that_was_weakened_before_the_claim_is_a_finding() {
    let world = repository();
    fs::write(world.path().join("tests/test_a.sh"), WEAK).unwrap();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    // What is committed later was no less unseen when the work was begun.
    git(world.path(), &["commit", "-q", "-a", "-m", "tests"]);
    done(&mut bob, &world, "first.txt", "TASK-1");
    let mut rex = Client::of(&world, "rex");
    let task = rex.call("get_task", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(paths(&task["judged"]["findings"]), ["tests/test_a.sh"], "{task:#}");
    let uri = json!({ "uri": "countersign://tasks/TASK-1/evidence" });
    let evidence = rex.request("resources/read", uri).to_string();
    assert!(evidence.contains("uncommitted") && evidence.contains("test_a.sh"), "{evidence}");
    let shown = world.run(&["show", "TASK-1"]).ok().out;
    assert!(
        shown.contains("tests/test_a.sh (a test; changed before the work was begun"),
        "{shown}"
    );
    let approved = rex.call("approve_task", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(approved["state"], "completed", "{approved:#}");
    assert_eq!(paths(&approved["findings"]), ["tests/test_a.sh"], "{approved:#}");
    let verified = world.run_as("eve", &["task", "verify", "TASK-1", "--notes", "tried"]).ok();
    assert!(verified.err.contains("tests/test_a.sh"), "{verified:#?}");
}

#[test]
fn a_test_that_was_weakened_and_committed_before_the_claim_is_a_finding() {
    let mut world = repository();
    let made = git(world.path(), &["rev-parse", "--short=12", "HEAD"]);
    fs::write(world.path().join("tests/test_a.sh"), WEAK).unwrap();
    fs::write(world.path().join("notes.txt"), "no test\n").unwrap();
    git(world.path(), &["add", "tests/test_a.sh", "notes.txt"]);
    git(world.path(), &["commit", "-q", "-m", "tests"]);
    let (mut bob, mut rex) = (Client::of(&world, "bob"), Client::of(&world, "rex"));
    bob.call("next_task", json!({})).ok();
    done(&mut bob, &world, "first.txt", "TASK-1");
    let first = rex.call("approve_task", json!({ "task_id": "TASK-1" })).ok();
    let told =
        format!("tests/test_a.sh (a test; changed by commits since the task was made, at {made})");
    assert_eq!(first["findings"], json!([told]), "{first:#}");
    // Whoever made a task afterwards could have seen it.
    let run = "test -f third.txt && sh tests/test_b.sh";
    let create = json!({ "title": "Write third.txt", "assign_to": "bob",
        "acceptance_criteria": [{ "type": "command_success", "command": run }] });
    world.add("zoe", &["--kind", "person", "--hat", "lead"]);
    Client::of(&world, "zoe").call("create_task", create).ok();
    git(world.path(), &["add", "first.txt"]);
    git(world.path(), &["commit", "-q", "-m", "first"]);
    world.run(&["task", "cancel", "TASK-2", "--reason", "no"]).ok();
    bob.call("next_task", json!({})).ok();
    done(&mut bob, &world, "third.txt", "TASK-3");
    let third = rex.call("approve_task", json!({ "task_id": "TASK-3" })).ok();
    assert_eq!(third["findings"], json!([]), "{third:#}");
}

#[test]
fn a_history_without_the_commit_at_which_the_task_was_made_is_a_finding() {
    let world = repository();
    git(world.path(), &["commit", "-q", "--amend", "-m", "other"]);
    git(world.path(), &["reflog", "expire", "--expire=now", "--all"]);
    git(world.path(), &["gc", "-q", "--prune=now"]);
    let (mut bob, mut rex) = (Client::of(&world, "bob"), Client::of(&world, "rex"));
    bob.call("next_task", json!({})).ok();
    done(&mut bob, &world, "first.txt", "TASK-1");
    let told =
        rex.call("approve_task", json!({ "task_id": "TASK-1" })).ok()["findings"].to_string();
    assert!(told.contains("is gone"), "{told}");
}

#[test]
fn one_that_was_weakened_in_an_earlier_task_is_told_with_both() {
    let world = repository();
    let (mut bob, mut rex) = (Client::of(&world, "bob"), Client::of(&world, "rex"));
    bob.call("next_task", json!({})).ok();
    fs::write(world.path().join("tests/test_a.sh"), WEAK).unwrap();
    fs::write(world.path().join("tests/test_c.sh"), WEAK).unwrap();
    done(&mut bob, &world, "first.txt", "TASK-1");
    let first = rex.call("approve_task", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(paths(&first["findings"]), ["tests/test_a.sh"], "put back: {first:#}");
    bob.call("next_task", json!({})).ok();
    done(&mut bob, &world, "a.txt", "TASK-2");
    let second = rex.call("approve_task", json!({ "task_id": "TASK-2" })).ok();
    let told = paths(&second["findings"]);
    assert_eq!(told, ["tests/test_a.sh", "tests/test_c.sh"], "{second:#}");
}

#[test]
fn what_is_committed_is_no_finding_and_neither_is_a_folder_without_git() {
    for world in [repository(), judged()] {
        if !world.path().join(".git").exists() {
            fs::create_dir(world.path().join("tests")).unwrap();
            fs::write(world.path().join("tests/test_b.sh"), WEAK).unwrap();
            let run = "test -f first.txt && sh tests/test_b.sh";
            world.run(&["task", "create", "Write it", "--run", run, "--assign", "bob"]).ok();
        }
        let (mut bob, mut rex) = (Client::of(&world, "bob"), Client::of(&world, "rex"));
        bob.call("next_task", json!({})).ok();
        done(&mut bob, &world, "first.txt", "TASK-1");
        let approved = rex.call("approve_task", json!({ "task_id": "TASK-1" })).ok();
        assert_eq!(approved["findings"], json!([]), "{approved:#}");
    }
}

#[test]
fn what_is_committed_although_it_is_ignored_is_seen_by_the_checks_and_no_finding() {
    let world = judged();
    fs::create_dir(world.path().join("tests")).unwrap();
    fs::write(world.path().join("tests/test_a.sh"), "grep -qx right a.txt\n").unwrap();
    fs::write(world.path().join(".gitignore"), ".countersign\ntests/\n").unwrap();
    git(world.path(), &["init", "-q", "-b", "main"]);
    git(world.path(), &["add", "-f", ".gitignore", "tests"]);
    git(world.path(), &["commit", "-q", "-m", "begin"]);
    let run = "test -f first.txt && grep -q right tests/test_a.sh";
    world.run(&["task", "create", "Write first.txt", "--run", run, "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    done(&mut bob, &world, "first.txt", "TASK-1");
    let task = Client::of(&world, "rex").call("get_task", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(paths(&task["judged"]["findings"]), [""; 0], "{task:#}");
}
