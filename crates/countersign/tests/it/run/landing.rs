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

/// Two tasks in a folder that is not under version control, of which one changes a file of the person's.
fn without_git() -> Place {
    let place = Place::new();
    std::fs::remove_dir_all(place.path().join(".git")).unwrap();
    place.write("notes.txt", "one\ntwo\nthree\n");
    place.task("TASK-1", &[]);
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("task-1.txt", "notes.txt")).unwrap();
    place.task("TASK-2", &[]);
    let line = "name=$(grep -o '[a-z0-9-]*\\.txt' | head -n 1); if test -f $name; then sed -i s/two/done/ $name; \
                else echo done > $name; fi";
    place.run(line, &[]).ok();
    place
}

#[test]
fn without_git_what_the_person_changed_as_well_is_named_and_can_be_taken_over() {
    let place = without_git();
    place.write("notes.txt", "one\nmine\nthree\n");
    let run = place.finish(&["run", "--land"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.err.contains("TASK-1 (it contradicts what is there by now in notes.txt)"));
    assert!(run.err.contains(".countersign/results/TASK/files") && !run.err.contains("git "));
    let read = |name: &str| std::fs::read_to_string(place.path().join(name)).unwrap();
    assert_eq!(read("notes.txt"), "one\nmine\nthree\n");
    assert!(!place.path().join("task-2.txt").exists());
    // As it says.
    place.write("notes.txt", &read(".countersign/results/TASK-1/files/notes.txt"));
    let run = place.finish(&["run", "--land"]).ok();
    assert!(!run.out.contains("next"), "{run:#?}");
    assert_eq!(
        (read("notes.txt"), read("task-2.txt")),
        ("one\ndone\nthree\n".into(), "done\n".into())
    );
}

#[test]
fn without_git_what_the_person_made_something_else_of_is_let_go() {
    let place = without_git();
    place.write("notes.txt", "one\nmine\nthree\n");
    assert_eq!(place.finish(&["run", "--land"]).code, 1);
    place.finish(&["task", "reopen", "TASK-1", "--reason", "mine is better"]).ok();
    place.finish(&["cancel", "TASK-1", "--reason", "mine is better"]).ok();
    place.finish(&["run", "--land"]).ok();
    let notes = std::fs::read_to_string(place.path().join("notes.txt")).unwrap();
    assert_eq!(notes, "one\nmine\nthree\n");
    assert!(place.path().join("task-2.txt").exists());
}

#[test]
fn without_git_what_both_changed_in_different_places_is_merged_and_judged_again() {
    let place = without_git();
    place.write("notes.txt", "one\ntwo\nthree\nmine\n");
    place.finish(&["run", "--land"]).ok();
    let notes = std::fs::read_to_string(place.path().join("notes.txt")).unwrap();
    assert_eq!(notes, "one\ndone\nthree\nmine\n");
    // Everything is there, and nothing more is advised.
    let run = place.run(HONEST, &[]).ok();
    assert!(!run.out.contains("--land"), "{run:#?}");
}

#[test]
fn two_runs_that_land_at_once_land_the_work_of_both() {
    let place = Place::new();
    for id in ["TASK-1", "TASK-2", "TASK-3", "TASK-4"] {
        place.task(id, &[]);
    }
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    place.finish(&["init", "--owner", "ada"]).ok();
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "settings"]);
    let start = |ids: [&str; 2]| {
        let line = format!("sleep 0.3; {HONEST}");
        let all = ["run", "tasks", "--only", ids[0], "--only", ids[1], "--land", "--json"];
        let mut command = place.world.command(&[&all[..], &["--worker-cmd", &line]].concat());
        command.env("PATH", std::env::var_os("PATH").unwrap());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().unwrap()
    };
    let running = [start(["TASK-1", "TASK-2"]), start(["TASK-3", "TASK-4"])];
    for run in running {
        let output = run.wait_with_output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{words}");
        let end = String::from_utf8_lossy(&output.stdout).lines().last().unwrap().to_owned();
        let end: serde_json::Value = serde_json::from_str(&end).unwrap();
        assert_eq!((&end["completed"], &end["exit"]), (&2.into(), &0.into()), "{end:#}");
        assert!(end["landed"].is_string(), "{end:#}");
    }
    assert_eq!(place.git(&["status", "--porcelain"]), "");
    let head = place.git(&["rev-parse", "HEAD"]);
    assert_eq!(head, place.git(&["rev-parse", "countersign/integration"]));
    let log =
        place.git(&["log", "--format=%(trailers:key=Countersign-Task,valueonly)", "--no-merges"]);
    for number in 1..=4 {
        let text =
            std::fs::read_to_string(place.path().join(format!("task-{number}.txt"))).unwrap();
        assert_eq!(text.trim(), "done", "{number}");
        assert_eq!(
            log.lines().filter(|line| *line == format!("TASK-{number}")).count(),
            1,
            "{log}"
        );
    }
    place.finish(&["doctor"]).ok();
}
