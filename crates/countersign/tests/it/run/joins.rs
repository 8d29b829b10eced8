//! Running the same again joins what is there.

use super::place::{HONEST, Place, last};

#[test]
fn the_same_files_again_make_nothing_twice() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    assert_eq!(place.run(HONEST, &[]).code, 0);
    place.task("TASK-2", &["TASK-1"]);
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let tasks = last(&run)["tasks"].clone();
    assert_eq!(tasks.as_array().unwrap().len(), 2, "{tasks:#}");
    assert_eq!(tasks[0]["attempts"], 1, "what is done is done: {tasks:#}");
}

#[test]
fn only_what_is_asked_for_is_run() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.task("TASK-3", &[]);
    let only = place.run(HONEST, &["--only", "TASK-3", "--json"]);
    assert_eq!(only.code, 0, "{only:#?}");
    assert_eq!(last(&only)["tasks"].as_array().unwrap().len(), 1);
    let from = place.run(HONEST, &["--from", "TASK-1", "--json"]);
    assert_eq!(last(&from)["tasks"].as_array().unwrap().len(), 2, "{from:#?}");
}

#[test]
fn two_first_runs_at_once_are_two_runs_of_one_journal() {
    let place = Place::new();
    for id in ["TASK-1", "TASK-2", "TASK-3"] {
        place.task(id, &[]);
    }
    let start = || {
        let line = format!("sleep 1; {HONEST}");
        let mut command =
            place.world.command(&["run", "tasks", "--json", "--worker-cmd", line.as_str()]);
        command.env("PATH", std::env::var_os("PATH").unwrap());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().unwrap()
    };
    let running: Vec<_> = (0..3).map(|_| start()).collect();
    for run in running {
        let output = run.wait_with_output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{words}");
        let end = String::from_utf8_lossy(&output.stdout).lines().last().unwrap().to_owned();
        let end: serde_json::Value = serde_json::from_str(&end).unwrap();
        assert_eq!(end["completed"], 3, "{end:#}");
    }
    // Whoever found it done says what was done all the same.
    for run in ["RUN-1", "RUN-2", "RUN-3"] {
        let report = place.finish(&["report", run, "--json"]).ok().json();
        for task in report["tasks"].as_array().unwrap() {
            assert_eq!(task["attempts"].as_array().unwrap().len(), 1, "{run}: {task:#}");
            assert!(task["duration_ms"].as_u64().unwrap() > 500, "{run}: {task:#}");
        }
    }
}

#[test]
fn bases_are_kept_as_long_as_an_open_task_needs_them() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &[]);
    place.run("name=$(grep -o '[a-z0-9-]*\\.txt' | head -n 1); test $name = task-2.txt || echo done > $name", &[]);
    let bases = || std::fs::read_dir(place.path().join(".countersign/bases")).unwrap().count();
    let blocked = place.finish(&["task", "show", "TASK-2", "--json"]).ok().json();
    assert_eq!(blocked["state"], "blocked");
    assert_eq!(bases(), 2, "what TASK-2 was started on, and what is accepted");
    place.finish(&["cancel", "TASK-2", "--reason", "not wanted"]).ok();
    place.task("TASK-3", &[]);
    assert_eq!(place.run(HONEST, &[]).code, 1, "one was given up");
    assert_eq!(bases(), 1, "what is accepted");
}

#[test]
fn a_task_that_is_given_up_does_not_wait_long_for_a_worker_that_does_not_listen() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let line = "trap '' TERM; cat > /dev/null; while true; do sleep 1; done";
    let mut command = place.world.command(&["run", "tasks", "--json", "--worker-cmd", line]);
    command.env("PATH", std::env::var_os("PATH").unwrap());
    command.stdout(std::process::Stdio::piped());
    let run = command.spawn().unwrap();
    let log = place.path().join(".countersign/runs/RUN-1.jsonl");
    let is_working =
        || std::fs::read_to_string(&log).is_ok_and(|text| text.contains("\"working\""));
    for _ in 0..600 {
        if is_working() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let given_up = std::time::Instant::now();
    place.finish(&["cancel", "TASK-1", "--reason", "not wanted"]).ok();
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let took = given_up.elapsed();
    assert!(took < std::time::Duration::from_secs(12), "{took:?}");
}
