//! What is wrong is said before anything is made.

use super::place::{HONEST, Place};

#[test]
fn a_dry_run_makes_nothing() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let run = place.run(HONEST, &["--dry-run", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let task = run.json()["tasks"][0].clone();
    assert_eq!(task["task"], "TASK-1");
    assert_eq!(task["state"], "new");
    assert_eq!(task["workers"][0], "command");
    assert!(!place.path().join("countersign.toml").exists());
    assert!(!place.path().join(".countersign").exists());
}

#[test]
fn a_worker_that_nobody_knows_is_named_with_those_there_are() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let run = place.finish(&["run", "tasks", "--worker", "nobody", "--json"]);
    run.refused_by("no-worker");
    assert!(run.error()["hint"].as_str().unwrap().contains("claude, codex, gemini"), "{run:#?}");
}

#[test]
fn without_a_worker_it_is_said_how_to_name_one() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let run = place.finish(&["run", "tasks", "--json"]);
    run.refused_by("no-worker");
    assert_eq!(run.code, 2);
}

#[test]
fn a_path_that_is_missing_and_a_task_that_is_not_stored_are_not_found() {
    let place = Place::new();
    assert_eq!(place.finish(&["run", "tasks/none.md"]).code, 2);
    assert_eq!(place.finish(&["run", "TASK-9", "--worker", "claude"]).code, 4);
}

#[test]
fn nothing_was_run_is_said_so() {
    let place = Place::new();
    place.finish(&["init"]).ok();
    place.finish(&["report", "--json"]).refused_by("no-run");
    place.finish(&["watch", "RUN-7", "--json"]).refused_by("no-run");
}

#[test]
fn what_is_to_be_changed_in_a_submodule_is_refused_before_anyone_works() {
    let place = Place::new();
    let other = Place::new();
    let from = other.path().display().to_string();
    let allow = "protocol.file.allow=always";
    place.git(&["-c", allow, "submodule", "--quiet", "add", &from, "sub"]);
    place.declared("TASK-1", "sub/task-1.txt");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "sub"]);
    let run = place.run("echo done > sub/task-1.txt", &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let events = super::place::events(&run);
    assert!(!events.iter().any(|event| event["event"] == "task.started"), "{run:#?}");
    let end = super::place::last(&run);
    let why = end["tasks"][0]["reason"].as_str().unwrap();
    assert!(why.contains("sub/task-1.txt") && why.contains("submodule"), "{why}");
}

#[test]
fn who_needs_a_task_that_is_not_there_is_named() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    let run = place.finish(&["run", "tasks/TASK-2.md", "--worker-cmd", HONEST, "--json"]);
    run.refused_by("no-such-task");
    let message = run.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("tasks/TASK-2.md") && message.contains("TASK-1"), "{message}");
}
