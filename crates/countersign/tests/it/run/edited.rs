//! A task file that was changed after its task was completed.

use super::place::{HONEST, Place, last};

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
}
