//! What is done is completed, landed, and said.

use super::place::{HONEST, LIAR, Place, events, last};

#[test]
fn a_folder_of_tasks_is_done_with_nothing_else_written() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    let run = place.run(HONEST, &[]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(run.err.contains("leads a new journal"), "{run:#?}");
    assert!(run.out.contains("2 of 2 completed"), "{run:#?}");
    assert!(!run.out.contains('\x1b'), "no colour where there is no terminal: {run:#?}");
    let files = place.git(&["ls-tree", "--name-only", "countersign/integration"]);
    assert!(files.contains("task-1.txt") && files.contains("task-2.txt"), "{files}");
    assert!(!place.path().join("task-1.txt").exists(), "the folder itself is left alone");
}

#[test]
fn what_is_said_in_json_is_one_event_a_line_and_the_last_is_the_end() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let events = events(&run);
    let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names.first(), Some(&"run.started"));
    for name in ["task.started", "task.phase", "task.delivered", "task.judged", "task.completed"] {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
    let end = last(&run);
    assert_eq!(end["event"], "run.finished");
    let task = &end["tasks"][0];
    assert_eq!(task["id"], "TASK-1");
    assert_eq!(task["state"], "completed");
    assert_eq!(task["basis"], "contract");
    assert_eq!(task["attempts"], 1);
    assert!(task["reason"].is_null());
    let kept = std::fs::read_to_string(place.path().join(".countersign/runs/RUN-1.jsonl")).unwrap();
    assert_eq!(kept, run.out);
}

#[test]
fn what_was_accepted_reaches_the_branch_when_that_is_asked_for() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    let run = place.run(HONEST, &["--land"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(place.path().join("task-1.txt").exists(), "{run:#?}");
}

#[test]
fn a_run_can_be_looked_at_afterwards() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.run(LIAR, &[]);
    let watched = place.finish(&["watch", "--json"]);
    assert_eq!(watched.code, 1, "it ends as the run did: {watched:#?}");
    let json = place.finish(&["report", "--json"]).ok().json();
    assert_eq!(json["tasks"][0]["ending"], "blocked");
    assert_eq!(json["tasks"][1]["ending"], "held_up");
    let criterion = &json["tasks"][0]["criteria"][0];
    assert!(criterion["output"].as_str().unwrap().contains("No such file"), "{json:#}");
    assert!(json["tasks"][0]["evidence"].as_str().unwrap().starts_with("sha256:"), "{json:#}");
    let html = place.finish(&["report", "RUN-1", "--html"]).ok().out;
    assert!(
        html.contains("<svg") && html.contains("TASK-2") && !html.contains("<script"),
        "{html}"
    );
    let junit = place.finish(&["report", "--junit"]).ok().out;
    assert!(junit.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\""), "{junit}");
    let markdown = place.finish(&["report"]).ok().out;
    assert!(markdown.contains("blocked"), "{markdown}");
}
