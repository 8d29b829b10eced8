//! What is judged is what was handed in, whatever becomes of the folder or of the server meanwhile.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::{Client, Served};
use crate::world::World;

/// It takes long enough to be killed in the middle, and its answer hangs on the bytes.
const CHECK: &str = "sleep 3; grep -q right done.txt";

/// bob's task, begun.
fn begun(check: &str) -> (World, Client) {
    let world = judged();
    world.run(&["task", "create", "Write done.txt", "--run", check, "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    (world, bob)
}

fn write(world: &World, text: &str) {
    fs::write(world.path().join("done.txt"), text).unwrap();
}

/// Hands it in and waits until the journal says so.
fn hand_in(world: &World, bob: &mut Client) {
    bob.send(&json!({ "jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": {
        "name": "submit_for_review", "arguments": { "task_id": "TASK-1", "summary": "done" } } }));
    wait_for(world, |task| task["phase"] == "verifying");
}

fn wait_for(world: &World, is_so: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let task = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
        if is_so(&task) {
            return task;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "{task:#}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn copies(world: &World) -> PathBuf {
    world.path().join(".countersign/handed-in/TASK-1")
}

/// Handed in as `then`, with the server killed in the middle and the folder changed to `later` before the next one.
fn killed_between(then: &str, later: &str) -> World {
    let (world, mut bob) = begun(CHECK);
    write(&world, then);
    hand_in(&world, &mut bob);
    bob.kill();
    assert!(copies(&world).is_dir(), "a copy was kept");
    write(&world, later);
    fs::write(world.path().join("more.txt"), "more\n").unwrap();
    world
}

#[test]
fn good_work_that_is_spoiled_after_a_crash_passes_as_it_was_handed_in() {
    let world = killed_between("right\n", "spoiled\n");
    let _served = Served::start(&world, &[]);
    let task = wait_for(&world, |task| task["phase"] != "verifying");
    assert_eq!((&task["state"], &task["attempt"]), (&json!("review"), &json!(1)), "{task:#}");
    assert!(copies(&world).is_dir(), "whoever confirms it needs it");
    world.run(&["doctor"]).ok();
}

#[test]
fn bad_work_that_is_mended_after_a_crash_fails_until_it_is_handed_in_again() {
    let world = killed_between("bad\n", "right\n");
    let mut bob = Client::of(&world, "bob");
    let judged = bob.call("verify_task_completion", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(
        (&judged["verdict"], &judged["attempt"]),
        (&json!("failed"), &json!(1)),
        "{judged:#}"
    );
    let hand_in = json!({ "task_id": "TASK-1", "summary": "mended" });
    let judged = bob.call("submit_for_review", hand_in).ok();
    assert_eq!(
        (&judged["verdict"], &judged["attempt"]),
        (&json!("passed"), &json!(2)),
        "{judged:#}"
    );
    assert_eq!(fs::read_dir(copies(&world)).unwrap().count(), 1, "nobody needs the first one");
}

#[test]
fn what_is_changed_while_it_is_judged_counts_for_nothing() {
    // A test of the worker's own is left out in a second look, for which the files are read once more.
    let (world, mut bob) = begun("sleep 1; python3 -m unittest -q test_done");
    write(&world, "right\n");
    let test = "import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        \
        self.assertEqual(open('done.txt').read(), 'right\\n')\n";
    fs::write(world.path().join("test_done.py"), test).unwrap();
    hand_in(&world, &mut bob);
    write(&world, "spoiled\n");
    fs::write(world.path().join("test_done.py"), "").unwrap();
    let answer = bob.line_with_id(99);
    let judged = &answer["result"]["structuredContent"];
    assert_eq!(judged["verdict"], "passed", "{answer:#}");
}

#[test]
fn without_the_copy_only_the_same_bytes_are_judged() {
    let world = killed_between("right\n", "mended, they say\n");
    let copy = fs::read_dir(copies(&world)).unwrap().next().unwrap().unwrap().path();
    fs::write(copy.join("files/done.txt"), "mended, they say\n").unwrap();
    let mut bob = Client::of(&world, "bob");
    let ask = json!({ "task_id": "TASK-1" });
    bob.call("verify_task_completion", ask).refused_by("handed-in-gone");
    assert!(!copies(&world).exists(), "what somebody changed is no copy");
    // It is with its builder again, and has cost no revision.
    let task = wait_for(&world, |_| true);
    assert_eq!((&task["phase"], &task["attempt"]), (&json!("working"), &json!(1)), "{task:#}");
    assert!(task["sent_back"].as_str().unwrap().contains("not kept"), "{task:#}");
    write(&world, "right\n");
    let hand_in = json!({ "task_id": "TASK-1", "summary": "again" });
    let judged = bob.call("submit_for_review", hand_in).ok();
    assert_eq!((&judged["verdict"], &judged["attempt"]), (&json!("passed"), &json!(2)));
}

#[test]
fn without_the_copy_the_same_bytes_stand_in_for_it() {
    let world = killed_between("right\n", "right\n");
    fs::remove_file(world.path().join("more.txt")).unwrap();
    fs::remove_dir_all(copies(&world)).unwrap();
    let judged = world.run_as("bob", &["verify", "TASK-1", "--json"]).ok().json();
    assert_eq!((&judged["verdict"], &judged["attempt"]), (&json!("passed"), &json!(1)));
}

#[test]
fn somebody_else_who_has_no_copy_sends_nothing_back() {
    let world = killed_between("right\n", "spoiled\n");
    fs::rename(copies(&world), world.path().join(".countersign/elsewhere")).unwrap();
    world.run(&["verify", "TASK-1", "--json"]).refused_by("handed-in-gone");
    assert_eq!(wait_for(&world, |_| true)["phase"], "verifying");
    world.run_as("bob", &["verify", "TASK-1", "--json"]).refused_by("handed-in-gone");
    assert_eq!(wait_for(&world, |_| true)["phase"], "working");
}

#[test]
fn a_server_that_is_killed_while_the_base_is_tried_has_handed_it_in() {
    // What was seen of the same base by another test would be known.
    let own = std::process::id();
    let check = format!("test -f done.txt || sleep 15; : {own}; grep -q right done.txt");
    let (world, mut bob) = begun(&check);
    write(&world, "right\n");
    let began = Instant::now();
    hand_in(&world, &mut bob);
    assert!(began.elapsed() < Duration::from_secs(15), "it waited for the base");
    bob.kill();
    write(&world, "spoiled\n");
    let judged = world.run_as("bob", &["verify", "TASK-1", "--json"]).ok().json();
    assert_eq!((&judged["verdict"], &judged["attempt"]), (&json!("passed"), &json!(1)));
}

#[test]
fn something_else_is_not_handed_in_while_the_first_is_judged() {
    let (world, mut bob) = begun(CHECK);
    write(&world, "bad\n");
    hand_in(&world, &mut bob);
    let mut other = Client::of(&world, "bob");
    let again = json!({ "task_id": "TASK-1", "summary": "mended" });
    write(&world, "right\n");
    other.call("submit_for_review", again.clone()).refused_by("being-judged");
    write(&world, "bad\n");
    let same = other.call("submit_for_review", again.clone()).ok();
    assert_eq!((&same["verdict"], &same["attempt"]), (&json!("failed"), &json!(1)), "{same:#}");
    write(&world, "right\n");
    let judged = other.call("submit_for_review", again).ok();
    assert_eq!((&judged["verdict"], &judged["attempt"]), (&json!("passed"), &json!(2)));
}

#[test]
fn what_cannot_be_kept_is_not_handed_in() {
    let (world, mut bob) = begun("grep -q right done.txt");
    write(&world, "right\n");
    fs::write(world.path().join(".countersign/handed-in"), "in the way").unwrap();
    let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
    bob.call("submit_for_review", hand_in.clone()).refused_by("machine");
    let task = wait_for(&world, |_| true);
    assert_eq!((&task["phase"], &task["attempt"]), (&json!("working"), &json!(0)), "{task:#}");
    fs::remove_file(world.path().join(".countersign/handed-in")).unwrap();
    assert_eq!(bob.call("submit_for_review", hand_in).ok()["verdict"], "passed");
}

#[test]
fn the_command_line_judges_what_was_handed_in_and_nothing_else() {
    let world = judged();
    let run = "grep -q right done.txt";
    world.run(&["task", "create", "Write done.txt", "--run", run, "--assign", "bob"]).ok();
    world.run_as("bob", &["task", "start", "TASK-1"]).ok();
    write(&world, "right\n");
    world.run_as("bob", &["task", "submit", "TASK-1", "--summary", "done"]).ok();
    write(&world, "spoiled\n");
    let other = world.folder_beside("other");
    fs::write(other.join("done.txt"), "right, but elsewhere\n").unwrap();
    let elsewhere = ["verify", "TASK-1", "--result", other.to_str().unwrap(), "--json"];
    world.run(&elsewhere).refused_by("other-work");
    let judged = world.run(&["verify", "TASK-1", "--json"]).ok().json();
    assert_eq!(judged["verdict"], "passed", "{judged:#}");
}

#[test]
fn whoever_judges_the_same_later_is_told_what_was_recorded() {
    let (world, mut bob) = begun("sleep 2; grep -q right done.txt");
    write(&world, "right\n");
    hand_in(&world, &mut bob);
    let judged = world.run_as("bob", &["verify", "TASK-1", "--json"]).ok().json();
    assert_eq!(judged["verdict"], "passed", "{judged:#}");
    let answer = bob.line_with_id(99);
    assert_eq!(answer["result"]["structuredContent"]["verdict"], "passed", "{answer:#}");
    let history = wait_for(&world, |_| true)["history"].to_string();
    assert_eq!(history.matches("contract_passed").count(), 1, "{history}");
}

#[test]
fn a_command_that_was_killed_has_handed_in_what_the_next_one_judges() {
    for (then, later, verdict) in
        [("right\n", "spoiled\n", "passed"), ("bad\n", "right\n", "failed")]
    {
        let world = judged();
        world.run(&["task", "create", "Write done.txt", "--run", CHECK, "--assign", "bob"]).ok();
        world.run_as("bob", &["task", "start", "TASK-1"]).ok();
        write(&world, then);
        let mut command = world.command(&["verify", "TASK-1"]);
        command.env("COUNTERSIGN_TOKEN", world.token("bob"));
        let mut killed = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for(&world, |task| task["phase"] == "verifying");
        killed.kill().unwrap();
        killed.wait().unwrap();
        write(&world, later);
        let judged = world.run_as("bob", &["verify", "TASK-1", "--json"]).json();
        assert_eq!(
            (&judged["verdict"], &judged["attempt"]),
            (&json!(verdict), &json!(1)),
            "{judged:#}"
        );
        assert_eq!(
            copies(&world).exists(),
            verdict == "passed",
            "as long as it is to be confirmed"
        );
    }
}

#[test]
fn work_that_is_begun_again_is_compared_with_what_it_was_first_begun_on() {
    let world = judged();
    let expected = world.path().join("expected.txt");
    fs::write(&expected, "right\n").unwrap();
    let check = "cmp done.txt expected.txt";
    world.run(&["task", "create", "Write done.txt", "--run", check, "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    fs::write(&expected, "wrong\n").unwrap();
    write(&world, "wrong\n");
    let verdict = |bob: &mut Client| {
        let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
        bob.call("submit_for_review", hand_in).ok()["verdict"].clone()
    };
    assert_eq!(verdict(&mut bob), "failed");
    write(&world, "wrong \n");
    assert_eq!(verdict(&mut bob), "failed");
    write(&world, "wrong\n");
    wait_for(&world, |task| task["state"] == "blocked");
    world.run(&["task", "assign", "TASK-1", "bob"]).ok();
    bob.call("next_task", json!({})).ok();
    assert_eq!(verdict(&mut bob), "failed", "what the work changed became what it is held against");
    write(&world, "right\n");
    assert_eq!(verdict(&mut bob), "passed", "right work is not refused for it");
}
