//! `--land`, where the person committed something since.

use super::place::{HONEST, Place, last};

fn one_accepted() -> Place {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    place.run(HONEST, &[]).ok();
    place
}

fn commit(place: &Place, name: &str, text: &str) {
    place.write(name, text);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", name]);
}

#[test]
fn what_was_accepted_is_judged_again_on_what_was_committed_since() {
    let place = one_accepted();
    commit(&place, "mine.txt", "mine\n");
    let run = place.finish(&["run", "--land", "--json"]).ok();
    assert!(run.out.contains("judged again"), "{run:#?}");
    let files = place.git(&["ls-tree", "--name-only", "HEAD"]);
    assert!(files.contains("mine.txt") && files.contains("task-1.txt"), "{files}");
    // The results one on the other, on the person's own commit.
    assert_eq!(place.git(&["log", "--merges", "--oneline"]), "");
    assert_eq!(place.git(&["status", "--porcelain"]), "");
    assert!(
        last(&place.finish(&["run", "--land", "--json"]).ok())["landed"]
            .as_str()
            .unwrap()
            .contains("nothing")
    );
}

#[test]
fn what_does_not_hold_there_is_not_landed() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let check = "grep -q done task-1.txt && ! grep -q broken README.md";
    std::fs::write(&path, text.replace("grep -q done task-1.txt", check)).unwrap();
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    place.run(HONEST, &[]).ok();
    commit(&place, "README.md", "broken\n");
    let before = place.git(&["rev-parse", "HEAD"]);
    let run = place.finish(&["run", "--land"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.err.contains("TASK-1 does not hold together with what you committed"), "{run:#?}");
    assert_eq!(place.git(&["rev-parse", "HEAD"]), before);
    assert!(!place.path().join("task-1.txt").exists());
    // Nor is that advised.
    commit(&place, "other.txt", "other\n");
    place.task("TASK-2", &[]);
    let run = place.run(HONEST, &["--only", "TASK-2"]);
    assert!(!run.out.contains("--ff-only"), "{run:#?}");
    // It is once the person's own commit lets it.
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "task"]);
    commit(&place, "README.md", "A project.\n");
    place.finish(&["run", "--land"]).ok();
    assert!(place.path().join("task-1.txt").exists() && place.path().join("task-2.txt").exists());
}
