//! How far tasks must go, said for tasks that are stored already.

use super::place::{HONEST, Place, last};

#[test]
fn it_counts_for_those_that_nobody_has_begun_and_is_refused_where_it_cannot() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &[]);
    assert_eq!(place.run(HONEST, &["--only", "TASK-2"]).code, 0);
    let review = place.run(HONEST, &["--only", "TASK-1", "--assurance", "review", "--json"]);
    assert_eq!(review.code, 3, "{review:#?}");
    assert_eq!(last(&review)["tasks"][0]["state"], "review");
    let refused = place.run(HONEST, &["--assurance", "review", "--json"]);
    refused.refused_by("assurance-fixed");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("TASK-2") && refused.err.contains("--only"), "{refused:#?}");
    // Without it everything is as it is stored.
    assert_eq!(place.run(HONEST, &[]).code, 3);
}

#[test]
fn revisions_count_for_a_stored_task_that_nobody_has_begun() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &[]);
    assert_eq!(place.run(HONEST, &["--only", "TASK-2"]).code, 0);
    let args = ["run", "TASK-1", "--revisions", "0", "--worker-cmd", "cat > /dev/null", "--json"];
    assert_eq!(last(&place.finish(&args))["tasks"][0]["attempts"], 1);
}

#[test]
fn revisions_count_for_a_task_that_was_begun() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let fails = "cat > /dev/null; date +%N > task-1.txt";
    assert_eq!(last(&place.run(fails, &["--json"]))["tasks"][0]["attempts"], 2);
    place.finish(&["retry", "TASK-1", "--note", "again"]).ok();
    let args = ["run", "TASK-1", "--revisions", "2", "--worker-cmd", fails, "--json"];
    assert_eq!(last(&place.finish(&args))["tasks"][0]["attempts"], 5);
}

#[test]
fn a_command_without_a_worker_stores_nothing_and_only_asks_for_the_workers_of_what_is_asked_for() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    assert_eq!(place.run(HONEST, &[]).code, 0);
    place.task("TASK-2", &[]);
    place.finish(&["run", "tasks", "--json"]).refused_by("no-worker");
    assert!(!place.world.run(&["task", "list"]).ok().out.contains("TASK-2"));
    place.task("TASK-3", &[]);
    let path = place.path().join("tasks/TASK-3.md");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("layer: 1\n", "layer: 1\nworker: ghost\n")).unwrap();
    assert_eq!(place.run(HONEST, &["--only", "TASK-2"]).code, 0);
}
