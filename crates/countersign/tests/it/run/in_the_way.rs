//! Files of the person's that are in no commit and lie where new ones go.

use super::place::{HONEST, Place, last};

#[test]
fn an_ignored_file_is_not_overwritten_by_what_is_said_to_type_next() {
    let place = Place::new();
    place.write(".gitignore", "task-1.txt\n");
    place.declared("TASK-1", "task-1.txt");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    place.write("task-1.txt", "mine\n");
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let next = last(&run)["next"].as_str().unwrap().to_owned();
    assert!(next.contains("task-1.txt") && !next.contains("git merge"), "{next}");
    let landing = place.finish(&["run", "TASK-1", "--land", "--json"]);
    assert_eq!(landing.code, 1, "{landing:#?}");
    let end = last(&landing);
    let why = end["not_landed"].as_str().unwrap();
    assert!(why.contains("task-1.txt") && why.contains("move") && !why.contains("stash"), "{why}");
    assert!(!end["next"].as_str().unwrap_or_default().contains("git merge"), "{end}");
    let mine = std::fs::read_to_string(place.path().join("task-1.txt")).unwrap();
    assert_eq!(mine, "mine\n");
}
