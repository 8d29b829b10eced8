//! Running the same again joins what is there.

use super::place::{HONEST, Place, last};

#[test]
fn the_same_files_again_make_nothing_twice() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    assert_eq!(place.run(HONEST, &[]).code, 0);
    place.task("TASK-2", &["TASK-1"]);
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let tasks = last(&run)["tasks"].clone();
    assert_eq!(tasks.as_array().unwrap().len(), 2, "{tasks:#}");
    assert_eq!(tasks[0]["attempts"], 1, "what is done is done: {tasks:#}");
}

#[test]
fn another_text_under_the_same_id_is_refused_with_what_to_do() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.run(HONEST, &[]);
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap().replace("grep -q done", "grep -q other");
    std::fs::write(path, text).unwrap();
    let run = place.run(HONEST, &["--json"]);
    run.refused_by("task-differs");
}

#[test]
fn only_what_is_asked_for_is_run() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.task("TASK-3", &[]);
    let only = place.run(HONEST, &["--only", "TASK-3", "--json"]);
    assert_eq!(only.code, 0, "{only:#?}");
    assert_eq!(last(&only)["tasks"].as_array().unwrap().len(), 1);
    let from = place.run(HONEST, &["--from", "TASK-1", "--json"]);
    assert_eq!(last(&from)["tasks"].as_array().unwrap().len(), 2, "{from:#?}");
}
