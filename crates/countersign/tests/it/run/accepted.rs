//! What is on the integration branch and comes to the person's own is what is accepted, and nothing else.

use std::time::{Duration, Instant};

use super::place::{HONEST, LIAR, Place, last};

const INTEGRATION: &str = "countersign/integration";

/// With these tasks committed, so that nothing lies about.
fn with_tasks(tasks: &[(&str, &[&str])]) -> Place {
    let place = Place::new();
    for (id, needs) in tasks {
        place.task(id, needs);
    }
    commit(&place, "tasks");
    place
}

fn commit(place: &Place, words: &str) {
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", words]);
}

fn has(place: &Place, branch: &str, path: &str) -> bool {
    place.git(&["ls-tree", "-r", "--name-only", branch]).lines().any(|line| line == path)
}

fn branches(place: &Place) -> String {
    place.git(&["for-each-ref", "--format=%(refname:short)", "refs/heads"])
}

fn one_in_review() -> Place {
    let place = with_tasks(&[("TASK-1", &[])]);
    let run = place.run(HONEST, &["--assurance", "review", "--land"]);
    assert_eq!(run.code, 3, "{run:#?}");
    place
}

#[test]
fn work_that_waits_for_a_review_is_part_of_nothing_until_it_is_approved() {
    let place = one_in_review();
    assert!(has(&place, "countersign/TASK-1", "task-1.txt"));
    assert!(!has(&place, INTEGRATION, "task-1.txt") && !has(&place, "HEAD", "task-1.txt"));
    place.finish(&["task", "approve", "TASK-1"]).ok();
    // What needs it builds on it.
    place.task("TASK-2", &["TASK-1"]);
    commit(&place, "more");
    let line = format!("test -f task-1.txt && {HONEST}");
    place.run(&line, &["--land"]).ok();
    assert!(has(&place, "HEAD", "task-1.txt") && has(&place, "HEAD", "task-2.txt"));
    assert_eq!(place.git(&["status", "--porcelain"]), "");
}

#[test]
fn what_was_approved_is_landed_though_nobody_works() {
    let place = one_in_review();
    place.write("mine.txt", "mine\n");
    commit(&place, "mine");
    place.finish(&["task", "approve", "TASK-1"]).ok();
    place.finish(&["run", "--land"]).ok();
    assert!(has(&place, "HEAD", "task-1.txt") && has(&place, "HEAD", "mine.txt"));
}

#[test]
fn what_was_approved_comes_to_the_branch_by_a_run_with_nothing_else_to_do() {
    let place = one_in_review();
    place.finish(&["task", "approve", "TASK-1"]).ok();
    let run = place.finish(&["run"]).ok();
    assert!(run.out.contains("part of countersign/integration now"), "{run:#?}");
    assert!(has(&place, INTEGRATION, "task-1.txt") && !has(&place, "HEAD", "task-1.txt"));
    let nothing = place.finish(&["run"]).ok();
    assert!(nothing.out.contains("nothing is in the hands of a worker"), "{nothing:#?}");
}

#[test]
fn a_run_that_breaks_off_while_it_settles_has_an_end() {
    let place = one_in_review();
    // What was accepted since is why it has to be judged again.
    place.task("TASK-2", &[]);
    commit(&place, "more");
    place.run(HONEST, &["--only", "TASK-2"]).ok();
    place.finish(&["task", "approve", "TASK-1"]).ok();
    let no_rooms = place.world.config.path().join("a-file");
    std::fs::write(&no_rooms, "").unwrap();
    let mut command = place.world.command(&["run", "--json"]);
    command.env("PATH", std::env::var_os("PATH").unwrap()).env("XDG_CACHE_HOME", &no_rooms);
    let run = crate::world::finish(command, None);
    assert_eq!(run.code, 6, "{run:#?}");
    let end = last(&run);
    assert_eq!((&end["event"], &end["exit"]), (&"run.finished".into(), &6.into()), "{end:#}");
    place.finish(&["run"]).ok();
    assert!(has(&place, INTEGRATION, "task-1.txt") && has(&place, INTEGRATION, "task-2.txt"));
}

#[test]
fn what_was_rejected_and_cancelled_is_not_landed() {
    let place = one_in_review();
    place.finish(&["task", "reject", "TASK-1", "--reason", "bad"]).ok();
    place.finish(&["cancel", "TASK-1", "--reason", "no"]).ok();
    place.finish(&["run", "--land"]).ok();
    place.task("TASK-2", &[]);
    commit(&place, "more");
    place.run(&format!("test ! -f task-1.txt && {HONEST}"), &["--only", "TASK-2", "--land"]).ok();
    assert!(!has(&place, "HEAD", "task-1.txt") && has(&place, "HEAD", "task-2.txt"));
}

#[test]
fn who_was_rejected_goes_on_with_the_work_and_is_not_judged_against_it() {
    let place = one_in_review();
    place.finish(&["task", "reject", "TASK-1", "--reason", "more"]).ok();
    place.task("TASK-2", &[]);
    commit(&place, "more");
    let line = format!("if test -f task-1.txt; then echo more >> task-1.txt; else {HONEST}; fi");
    let run = place.run(&line, &["--assurance", "review"]);
    assert_eq!(run.code, 3, "{run:#?}");
    assert_eq!(place.git(&["show", "countersign/TASK-1:task-1.txt"]), "done\nmore\n");
    assert!(!has(&place, "countersign/TASK-2", "task-1.txt"));
    // The same once more is as good as it was.
    place.finish(&["task", "reject", "TASK-1", "--reason", "hm"]).ok();
    let again = place.run("cat > /dev/null; cp task-1.txt x; cat x > task-1.txt; rm x", &[]);
    assert_eq!(again.code, 3, "{again:#?}");
    assert_eq!(place.world.state("TASK-1"), "review");
    for id in ["TASK-1", "TASK-2"] {
        place.finish(&["task", "approve", id]).ok();
    }
    place.finish(&["run", "--land"]).ok();
    assert!(has(&place, "HEAD", "task-1.txt") && has(&place, "HEAD", "task-2.txt"));
}

#[test]
fn a_task_that_is_cancelled_while_it_is_judged_does_not_land() {
    let place = with_tasks(&[("TASK-1", &[])]);
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let check = "sleep 4; grep -q done task-1.txt";
    std::fs::write(&path, text.replace("grep -q done task-1.txt", check)).unwrap();
    commit(&place, "slow");
    std::thread::scope(|scope| {
        let run = scope.spawn(|| place.run(HONEST, &[]));
        let begun = Instant::now();
        loop {
            let log = place.finish(&["log", "--task", "TASK-1", "--json"]);
            if log.out.contains("\"delivered\"") {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{log:#?}");
            std::thread::sleep(Duration::from_millis(100));
        }
        place.finish(&["cancel", "TASK-1", "--reason", "stop"]).ok();
        assert_eq!(run.join().unwrap().code, 1);
    });
    assert_eq!(place.world.state("TASK-1"), "cancelled");
    assert!(!branches(&place).contains("TASK-1"), "{}", branches(&place));
    assert!(!has(&place, INTEGRATION, "task-1.txt"));
    place.finish(&["run", "--land"]).ok();
    assert!(!has(&place, "HEAD", "task-1.txt"));
}

#[test]
fn what_was_reopened_is_taken_out_and_what_came_after_it_stays() {
    let place = with_tasks(&[("TASK-1", &[]), ("TASK-2", &[])]);
    place.run(HONEST, &[]).ok();
    place.finish(&["task", "reopen", "TASK-1", "--reason", "no"]).ok();
    place.finish(&["run", "--land"]).ok();
    assert!(!has(&place, "HEAD", "task-1.txt") && has(&place, "HEAD", "task-2.txt"));
    assert!(!has(&place, INTEGRATION, "task-1.txt"));
    place.run(HONEST, &["--land"]).ok();
    assert!(has(&place, "HEAD", "task-1.txt"));
}

#[test]
fn nothing_is_landed_as_long_as_what_it_is_made_of_is_not_accepted() {
    let place = with_tasks(&[("TASK-1", &[]), ("TASK-2", &["TASK-1"])]);
    let path = place.path().join("tasks/TASK-2.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let check = "cmp task-1.txt task-2.txt";
    std::fs::write(&path, text.replace("grep -q done task-2.txt", check)).unwrap();
    commit(&place, "strict");
    place.run(HONEST, &[]).ok();
    place.finish(&["task", "reopen", "TASK-1", "--reason", "no"]).ok();
    let before = place.git(&["rev-parse", "HEAD"]);
    let run = place.finish(&["run", "--land"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.err.contains("TASK-1 (in progress)"), "{run:#?}");
    assert_eq!(place.git(&["rev-parse", "HEAD"]), before);
}

#[test]
fn accepted_work_comes_back_after_the_branch_was_deleted() {
    let place = with_tasks(&[("TASK-1", &[]), ("TASK-2", &[])]);
    place.run(HONEST, &[]).ok();
    place.write("task-1.txt", "mine\n");
    commit(&place, "mine");
    let run = place.finish(&["run", "--land"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.err.contains("git branch -D countersign/integration"), "{run:#?}");
    place.git(&["branch", "-q", "-D", INTEGRATION]);
    let run = place.finish(&["run", "tasks", "--land"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.err.contains("TASK-1 (it contradicts"), "{run:#?}");
    assert!(!run.out.contains("everything is there"), "{run:#?}");
    assert!(has(&place, INTEGRATION, "task-2.txt"));
    // Whoever takes the branch for all that was completed is told, also without --land.
    let run = place.finish(&["run", "tasks", "--json"]);
    assert_eq!((run.code, &last(&run)["exit"]), (1, &1.into()), "{run:#?}");
    let end = last(&run);
    assert_eq!(end["contradictions"].as_array().unwrap().len(), 1, "{end:#}");
    let apart = &end["contradictions"][0];
    assert_eq!(apart["task"], "TASK-1", "{end:#}");
    assert!(apart["why"].as_str().unwrap().contains("not part of"), "{end:#}");
    let junit = place.finish(&["report", "--junit"]).ok().out;
    assert!(junit.contains("failures=\"1\"") && junit.contains("not part of"), "{junit}");
    place.finish(&["run", "tasks", "--only", "TASK-2"]).ok();
    // Who needs it waits, others do not.
    place.task("TASK-3", &["TASK-1"]);
    place.task("TASK-4", &["TASK-2"]);
    commit(&place, "more");
    let line = format!("test -f task-2.txt && {HONEST}");
    let run = place.run(&line, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(place.world.state("TASK-4"), "completed");
    let end = last(&run);
    let third = end["tasks"].as_array().unwrap().iter().find(|task| task["id"] == "TASK-3");
    assert!(third.unwrap()["reason"].as_str().unwrap().contains("TASK-1"), "{end:#}");
    place.git(&["branch", "-q", "-D", "countersign/TASK-1"]);
    place.finish(&["run", "--land"]).ok();
    assert!(has(&place, "HEAD", "task-2.txt") && has(&place, "HEAD", "task-4.txt"));
    assert_eq!(place.git(&["show", "HEAD:task-1.txt"]), "mine\n");
}

#[test]
fn what_a_lead_took_as_done_is_landed_and_says_so() {
    let place = with_tasks(&[("TASK-1", &[]), ("TASK-2", &["TASK-1"])]);
    let wrong = "cat > /dev/null; echo nearly > task-1.txt";
    let run = place.run(wrong, &["--only", "TASK-1"]);
    assert_eq!(run.code, 1, "{run:#?}");
    place.finish(&["task", "override", "TASK-1", "--reason", "good enough"]).ok();
    place.run(&format!("grep -q nearly task-1.txt && {HONEST}"), &["--land"]).ok();
    assert!(has(&place, "HEAD", "task-1.txt") && has(&place, "HEAD", "task-2.txt"));
    let log = place.git(&["log", "--format=%(trailers:key=Countersign-Verdict,valueonly)", "HEAD"]);
    assert!(log.contains("override"), "{log}");
    // It is not asked to hold later, either.
    place.task("TASK-3", &[]);
    commit(&place, "more");
    place.run(HONEST, &["--land"]).ok();
    assert!(has(&place, "HEAD", "task-3.txt"));
}

#[test]
fn where_nothing_of_an_override_is_left_it_is_said() {
    let place = with_tasks(&[("TASK-1", &[])]);
    assert_eq!(place.run(LIAR, &[]).code, 1);
    place.finish(&["task", "override", "TASK-1", "--reason", "good enough"]).ok();
    let area = place.path().join(".countersign/areas/TASK-1.1/work");
    std::fs::write(area.join("task-1.txt"), "somebody else\n").unwrap();
    let run = place.finish(&["run", "--land"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.err.contains("TASK-1") && run.err.contains("areas/TASK-1.1"), "{run:#?}");
    assert!(!has(&place, "HEAD", "task-1.txt"));
}

#[test]
fn what_a_merge_of_the_persons_left_out_is_not_said_to_be_there() {
    let place = with_tasks(&[("TASK-1", &[]), ("TASK-2", &[])]);
    place.run(HONEST, &[]).ok();
    place.write("task-1.txt", "mine\n");
    commit(&place, "mine");
    place.git(&["merge", "-q", "-s", "ours", "-m", "mine", INTEGRATION]);
    let run = place.finish(&["run", "--land"]).ok();
    assert!(!run.out.contains("everything is there"), "{run:#?}");
    assert!(run.out.contains("TASK-2") && !run.out.contains("TASK-1"), "{run:#?}");
}

#[test]
fn without_git_only_what_is_accepted_is_written_back() {
    let place = with_tasks(&[("TASK-1", &[]), ("TASK-2", &[])]);
    std::fs::remove_dir_all(place.path().join(".git")).unwrap();
    let run = place.run(HONEST, &["--assurance", "review", "--land"]);
    assert_eq!(run.code, 3, "{run:#?}");
    assert!(!place.path().join("task-1.txt").exists());
    place.finish(&["task", "approve", "TASK-2"]).ok();
    place.finish(&["cancel", "TASK-1", "--reason", "no"]).ok();
    place.finish(&["run", "--land"]).ok();
    assert!(!place.path().join("task-1.txt").exists());
    assert!(place.path().join("task-2.txt").exists());
}
