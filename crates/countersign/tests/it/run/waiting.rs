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
