//! Ctrl-C while workers work.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::place::Place;

fn place(grace: u64) -> Place {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.finish(&["init", "--owner", "ada"]).ok();
    let settings = place.path().join("countersign.toml");
    let text = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(&settings, format!("{text}\n[run]\nstop_grace_seconds = {grace}\n")).unwrap();
    place
}

/// Starts a run and interrupts it once the worker says that it works. All events.
fn interrupted(place: &Place, line: &str) -> (i32, Vec<Value>, Duration) {
    let works = |event: &Value| event["phase"] == "working";
    interrupted_at(place, line, works, Duration::from_millis(500), 1)
}

/// Starts a run and interrupts it twice once a check is looked at that takes its time.
fn interrupted_twice(place: &Place, line: &str) -> (i32, Vec<Value>, Duration) {
    let checks = |event: &Value| event["phase"] == "verifying" && event["detail"].is_string();
    interrupted_at(place, line, checks, Duration::from_millis(1500), 2)
}

/// Interrupts a run that many times, a while after it came to a phase.
fn interrupted_at(
    place: &Place,
    line: &str,
    is_at_it: impl Fn(&Value) -> bool,
    after: Duration,
    times: u32,
) -> (i32, Vec<Value>, Duration) {
    let args = ["run", "tasks", "--worker-cmd", line, "--json"];
    let is_at_it = |event: &Value| event["event"] == "task.phase" && is_at_it(event);
    interrupted_in(place, &args, is_at_it, after, times)
}

/// Likewise, a while after something was told.
fn interrupted_in(
    place: &Place,
    args: &[&str],
    is_at_it: impl Fn(&Value) -> bool,
    after: Duration,
    times: u32,
) -> (i32, Vec<Value>, Duration) {
    let mut command = place.world.command(args);
    command.env("PATH", std::env::var_os("PATH").unwrap()).stdout(Stdio::piped());
    let mut child: Child = command.spawn().unwrap();
    let (mut events, mut since) = (Vec::new(), None);
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let event: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if is_at_it(&event) && since.is_none() {
            std::thread::sleep(after);
            let id = child.id().to_string();
            since = Some(Instant::now());
            for time in 0..times {
                if time > 0 {
                    std::thread::sleep(Duration::from_millis(300));
                }
                let kill = std::process::Command::new("kill").args(["-INT", &id]).status();
                assert!(kill.unwrap().success());
            }
        }
        events.push(event);
    }
    let code = child.wait().unwrap().code().unwrap();
    (code, events, since.unwrap().elapsed())
}

#[test]
fn twice_ends_a_check_that_runs_and_the_task_goes_on_later() {
    let place = place(30);
    std::fs::remove_file(place.path().join("tasks/TASK-2.md")).unwrap();
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let check = "grep -q done task-1.txt";
    std::fs::write(&path, text.replace(check, &format!("{check} && sleep 7"))).unwrap();
    let (code, events, took) = interrupted_twice(&place, super::place::HONEST);
    assert_eq!(code, 1, "{events:#?}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert_eq!(outcome(&events, "TASK-1")["reason"], "the run was stopped", "{events:#?}");
    let again = place.run(super::place::HONEST, &["--json"]);
    assert_eq!(again.code, 0, "{again:#?}");
    assert_eq!(super::place::last(&again)["tasks"][0]["attempts"], 1, "{again:#?}");
}

fn outcome<'a>(events: &'a [Value], task: &str) -> &'a Value {
    let tasks = events.last().unwrap()["tasks"].as_array().unwrap();
    tasks.iter().find(|one| one["id"] == task).unwrap()
}

#[test]
fn who_finishes_within_the_grace_is_judged_and_nothing_new_begins() {
    let place = place(60);
    let line = "trap 'exit 9' TERM; name=$(grep -o 'task-[12]\\.txt' | head -n 1); sleep 3; echo done > \"$name\"";
    let (code, events, _) = interrupted(&place, line);
    assert_eq!(code, 1, "{events:#?}");
    assert_eq!(outcome(&events, "TASK-1")["state"], "completed", "{events:#?}");
    assert!(events.iter().any(|event| event["event"] == "task.completed"), "{events:#?}");
    assert_ne!(outcome(&events, "TASK-2")["state"], "completed");
    assert!(
        !events.iter().any(|event| event["event"] == "task.started" && event["task"] == "TASK-2")
    );
    let says =
        |event: &Value| event["note"].as_str().is_some_and(|note| note.contains("60 s to finish"));
    assert!(events.iter().any(says), "{events:#?}");
}

#[test]
fn who_does_not_is_ended_after_it() {
    let place = place(1);
    let (code, events, took) =
        interrupted(&place, "cat > /dev/null; sleep 300; echo done > task-1.txt");
    assert_eq!(code, 1, "{events:#?}");
    assert!(took > Duration::from_secs(1) && took < Duration::from_secs(60), "{took:?}");
    assert!(events.iter().any(|event| event["event"] == "task.interrupted"), "{events:#?}");
    assert_eq!(outcome(&events, "TASK-1")["reason"], "the run was stopped");
}

#[test]
fn judging_again_before_it_is_landed_can_be_stopped() {
    let place = place(1);
    std::fs::remove_file(place.path().join("tasks/TASK-2.md")).unwrap();
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let check = "grep -q done task-1.txt";
    let slow = format!("{check} && if test -f mine.txt; then sleep 20; fi");
    std::fs::write(&path, text.replace(check, &slow)).unwrap();
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    place.run(super::place::HONEST, &[]).ok();
    place.write("mine.txt", "mine\n");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "mine"]);
    let before = place.git(&["rev-parse", "HEAD"]);
    let judges =
        |event: &Value| event["note"].as_str().is_some_and(|note| note.starts_with("judged again"));
    let wait = Duration::from_secs(1);
    let (code, events, took) =
        interrupted_in(&place, &["run", "--land", "--json"], judges, wait, 1);
    assert_eq!(code, 1, "{events:#?}");
    assert!(took < Duration::from_secs(12), "{took:?}");
    let end = events.last().unwrap();
    assert_eq!(end["event"], "run.finished", "{end:#}");
    assert!(end["not_landed"].as_str().unwrap().contains("stopped"), "{end:#}");
    assert_eq!(place.git(&["rev-parse", "HEAD"]), before);
    place.git(&["rm", "-q", "mine.txt"]);
    place.git(&["commit", "-q", "-m", "not mine"]);
    place.finish(&["run", "--land"]).ok();
    assert!(place.path().join("task-1.txt").exists());
}
