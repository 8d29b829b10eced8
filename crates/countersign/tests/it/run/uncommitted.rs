//! What is not committed: workers see it, it is announced, and it never becomes part of the person's history by us.

use super::place::{HONEST, LIAR, Place, events, last};
use crate::world::World;

/// Does what is asked, and has seen the draft.
fn sees_draft() -> String {
    format!("test -f draft.txt || exit 3; {HONEST}")
}

fn with_draft() -> Place {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    place.write("draft.txt", "secret\n");
    place
}

/// Every commit that the person's branch has, and every file that was ever in it.
fn history(place: &Place) -> String {
    place.git(&["log", "--format=%s", "--name-only", "main"])
}

#[test]
fn it_is_announced_with_its_files_before_anyone_works() {
    let place = with_draft();
    let run = place.run(&sees_draft(), &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let events = events(&run);
    let at = |name: &str| events.iter().position(|event| event["event"] == name).unwrap();
    let note = events[at("run.noted")]["note"].as_str().unwrap();
    assert!(note.contains("draft.txt") && note.contains("countersign/integration"), "{note}");
    assert!(at("run.noted") < at("task.started"));
    let next = last(&run)["next"].as_str().unwrap().to_owned();
    assert!(!next.contains("--ff-only") && next.contains("countersign run --land"), "{next}");
}

#[test]
fn a_clean_folder_is_not_talked_about_and_can_go_forward() {
    let place = with_draft();
    std::fs::remove_file(place.path().join("draft.txt")).unwrap();
    let run = place.run(HONEST, &["--json"]);
    assert!(events(&run).iter().all(|event| event["event"] != "run.noted"), "{run:#?}");
    assert_eq!(last(&run)["next"], "git merge --ff-only countersign/integration");
    place.git(&["merge", "-q", "--ff-only", "countersign/integration"]);
}

#[test]
fn landing_it_is_refused_before_anyone_works() {
    let place = with_draft();
    let run = place.run("touch worked; exit 1", &["--land", "--json"]);
    run.refused_by("landing");
    assert_eq!(run.code, 1);
    assert_eq!(run.out, "", "nothing was run");
    assert!(run.error()["message"].as_str().unwrap().contains("draft.txt"), "{run:#?}");
}

#[test]
fn what_the_person_dropped_does_not_come_back_with_what_is_landed() {
    let place = with_draft();
    assert_eq!(place.run(&sees_draft(), &[]).code, 0);
    std::fs::remove_file(place.path().join("draft.txt")).unwrap();
    let run = place.run(HONEST, &["--land"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(place.path().join("task-1.txt").exists(), "{run:#?}");
    assert!(!place.path().join("draft.txt").exists());
    let history = history(&place);
    assert!(!history.contains("draft.txt") && !history.contains("not committed"), "{history}");
    assert!(history.contains("task-1.txt"), "{history}");
}

#[test]
fn what_the_person_committed_is_there_once_and_as_their_own() {
    let place = with_draft();
    assert_eq!(place.run(&sees_draft(), &[]).code, 0);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "my draft"]);
    let run = place.run(HONEST, &["--land"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let history = history(&place);
    assert_eq!(history.matches("draft.txt").count(), 1, "{history}");
    assert!(history.contains("my draft") && !history.contains("not committed"), "{history}");
    let message = place.git(&["log", "-1", "--format=%B", "main"]);
    assert!(message.contains("Countersign-Task: TASK-1"), "{message}");
    let of_task = place.git(&["rev-parse", "countersign/TASK-1"]);
    assert_eq!(of_task, place.git(&["rev-parse", "main"]));
}

#[test]
fn a_folder_that_becomes_dirty_while_it_runs_is_left_and_the_exit_code_says_so() {
    let place = with_draft();
    std::fs::remove_file(place.path().join("draft.txt")).unwrap();
    // The worker does not see the folder, so somebody beside it does this.
    let folder = place.path().to_owned();
    let meddler = std::thread::spawn(move || {
        let log = folder.join(".countersign/runs/RUN-1.jsonl");
        for _ in 0..600 {
            if std::fs::read_to_string(&log).is_ok_and(|text| text.contains("task.started")) {
                std::fs::write(folder.join("README.md"), "changed\n").unwrap();
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    });
    let run = place.run(&format!("sleep 3; {HONEST}"), &["--land", "--json"]);
    meddler.join().unwrap();
    assert_eq!(run.code, 1, "{run:#?}");
    let end = last(&run);
    assert_eq!(end["exit"], 1, "{end:#}");
    assert!(end["landed"].is_null());
    assert!(end["not_landed"].as_str().unwrap().contains("README.md"), "{end:#}");
    assert_eq!(std::fs::read_to_string(place.path().join("README.md")).unwrap(), "changed\n");
}

#[test]
fn before_the_first_commit_there_is_a_way_that_works() {
    let place = Place { world: crate::world::World::bare() };
    place.git(&["init", "-q", "-b", "main"]);
    place.task("TASK-1", &[]);
    place.run(HONEST, &["--land", "--json"]).refused_by("landing");
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let next = last(&run)["next"].as_str().unwrap().to_owned();
    assert_eq!(next, "commit or stash what is not committed, then: countersign run --land");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "first"]);
    let land = place.finish(&["run", "--land"]);
    assert_eq!(land.code, 0, "{land:#?}");
    assert!(place.path().join("task-1.txt").exists());
    assert_eq!(place.git(&["log", "--format=%s", "main"]).lines().count(), 2);
}

#[test]
fn where_nothing_was_accepted_the_branch_goes_back_to_what_is_committed() {
    let place = with_draft();
    place.run(LIAR, &[]);
    // Nothing was accepted, so nothing of it stays on the branch.
    std::fs::remove_file(place.path().join("draft.txt")).unwrap();
    let run = place.run(LIAR, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(
        place.git(&["rev-parse", "countersign/integration"]),
        place.git(&["rev-parse", "main"])
    );
}

#[test]
fn a_repository_without_a_commit_has_nothing_that_is_not_committed() {
    let place = Place { world: World::bare() };
    place.git(&["init", "-q", "-b", "main"]);
    let line = "cat > /dev/null; echo done > task-1.txt";
    let run = place.finish(&["run", "Create task-1.txt with the word done", "--worker-cmd", line]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(run.out.contains("next: git merge --ff-only countersign/integration"), "{run:#?}");
    place.git(&["merge", "-q", "--ff-only", "countersign/integration"]);
    let log = place.git(&["log", "--format=%s"]);
    assert_eq!(log, "Create task-1.txt with the word done\nBegin\n");
}
