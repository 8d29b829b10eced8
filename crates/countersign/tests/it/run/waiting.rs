//! Exit codes where somebody waits, and where nobody has anything to do.

use super::place::{HONEST, Place, last};
use crate::world::World;

#[test]
fn what_only_waits_for_a_review_holds_its_dependents_up_and_nothing_went_wrong() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.task("TASK-3", &["TASK-2"]);
    let run = place.run(HONEST, &["--json", "--assurance", "review"]);
    assert_eq!(run.code, 3, "{run:#?}");
    let end = last(&run);
    assert_eq!((&end["exit"], &end["failed"], &end["waiting"]), (&3.into(), &0.into(), &3.into()));
    assert_eq!(end["next"], "countersign inbox");
}

#[test]
fn without_anything_to_do_there_is_an_end_and_no_journal() {
    let world = World::bare();
    let run = world.run(&["run", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let end = last(&run);
    assert_eq!(end["event"], "run.finished");
    assert_eq!(end["tasks"].as_array().unwrap().len(), 0);
    assert!(!world.path().join(".countersign").exists(), "{run:#?}");
    world.run(&["init", "--owner", "ada"]).ok();
    let run = world.run(&["run", "--json"]);
    assert_eq!((run.code, &last(&run)["event"]), (0, &"run.finished".into()), "{run:#?}");
}

#[test]
fn what_the_worker_of_a_command_line_handed_in_needs_no_worker_while_it_waits() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    assert_eq!(place.run(HONEST, &["--assurance", "review"]).code, 3);
    let waits = place.finish(&["run", "--json"]);
    assert_eq!(waits.code, 3, "{waits:#?}");
    assert_eq!(last(&waits)["tasks"][0]["state"], "review");
    // What is sent back does need one, and that is said beside all the rest.
    place.task("TASK-2", &[]);
    assert_eq!(place.run(HONEST, &["--only", "TASK-2", "--assurance", "review"]).code, 3);
    place.finish(&["task", "reject", "TASK-2", "--reason", "shorter"]).ok();
    let mixed = place.finish(&["run", "--json"]);
    assert_eq!(mixed.code, 1, "{mixed:#?}");
    let tasks = last(&mixed)["tasks"].clone();
    assert_eq!(tasks[0]["state"], "review", "{tasks:#}");
    assert!(tasks[1]["reason"].as_str().unwrap().contains("--worker-cmd 'LINE'"), "{tasks:#}");
    place.finish(&["task", "approve", "TASK-1"]).ok();
    let refused = place.finish(&["run", "--json"]);
    refused.refused_by("no-worker");
}

#[test]
fn what_waits_for_a_task_that_was_given_up_is_told_how_it_goes_on() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.finish(&["init", "--owner", "ada"]).ok();
    place.finish(&["task", "import", "tasks", "--assurance", "contract"]).ok();
    place.finish(&["cancel", "TASK-1", "--reason", "not wanted"]).ok();
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let next = last(&run)["next"].as_str().unwrap().to_owned();
    let way_on = "task depend TASK-2 --on TASK-1 --drop";
    assert!(next.contains(way_on), "{next}");
    place.finish(&way_on.split(' ').collect::<Vec<_>>()).ok();
    assert_eq!(place.run(HONEST, &["--only", "TASK-2"]).code, 0);
}
