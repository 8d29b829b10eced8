//! A task file that was changed after its task was stored.

use std::fs;

use serde_json::Value;

use super::place::{HONEST, LIAR, Place, last};
use crate::world::Outcome;

/// Another text under the same id.
fn edit(place: &Place, id: &str) {
    let path = place.path().join(format!("tasks/{id}.md"));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("with the word done", "with the one word done")).unwrap();
}

fn end_of(run: &Outcome, id: &str) -> Value {
    let end = last(run);
    let tasks = end["tasks"].as_array().unwrap().iter();
    tasks.clone().find(|one| one["id"] == id).unwrap_or(&Value::Null).clone()
}

#[test]
fn before_anyone_has_begun_the_new_text_counts_and_the_journal_says_so() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &[]);
    assert_eq!(place.run(HONEST, &["--only", "TASK-1"]).code, 0);
    edit(&place, "TASK-2");
    let run =
        place.run("cat > brief.log; grep -q 'one word' brief.log && echo done > task-2.txt", &[]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(run.err.contains("TASK-2") && run.err.contains("new text"), "{run:#?}");
    assert!(place.world.run(&["log", "--json"]).ok().out.contains("restated"));
    // And it is the same again from then on.
    assert_eq!(place.run(HONEST, &[]).code, 0);
}

#[test]
fn one_that_is_blocked_is_named_with_the_way_out_and_the_others_go_on() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.run(LIAR, &[]);
    edit(&place, "TASK-1");
    place.task("TASK-2", &[]);
    let only = place.run(HONEST, &["--json", "--only", "TASK-2"]);
    assert_eq!((only.code, end_of(&only, "TASK-1")), (0, Value::Null), "{only:#?}");
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(end_of(&run, "TASK-2")["state"], "completed", "{run:#?}");
    let why = end_of(&run, "TASK-1")["reason"].as_str().unwrap().to_owned();
    assert!(why.contains("changed since") && why.contains("countersign retry TASK-1"), "{why}");
}

#[test]
fn what_a_lead_edited_in_the_journal_is_not_written_over() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &[]);
    assert_eq!(place.run(HONEST, &["--only", "TASK-1"]).code, 0);
    let add = ["criterion", "add", "TASK-2", "--run", "test -s task-2.txt", "--reason", "more"];
    place.finish(&add).ok();
    edit(&place, "TASK-2");
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let why = end_of(&run, "TASK-2")["reason"].as_str().unwrap().to_owned();
    assert!(why.contains("edited in the journal"), "{why}");
}

#[test]
fn the_others_go_on_and_it_is_said() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    assert_eq!(place.run(HONEST, &["--json"]).code, 0);
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("with the word done", "with the word done, twice")).unwrap();
    place.task("TASK-2", &[]);
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let end = last(&run);
    let of = |id: &str| {
        end["tasks"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone()
    };
    assert_eq!(of("TASK-2")["state"], "completed", "{run:#?}");
    let why = of("TASK-1")["reason"].as_str().unwrap().to_owned();
    assert!(why.contains("completed") && why.contains("changed since"), "{why}");
    assert_eq!((&end["completed"], &end["failed"]), (&1.into(), &1.into()));
    let next = end["next"].as_str().unwrap();
    assert!(next.contains("task show TASK-1") && !next.contains("countersign run"), "{next}");
}
