//! Asking again costs nothing: what was judged is not judged a second time, and what nobody wants any more is not judged
//! to its end.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::Client;
use crate::world::World;

/// bob's task, begun, with `text` in its file.
fn begun(check: &str, text: &str) -> (World, Client) {
    let world = judged();
    world.run(&["task", "create", "Write done.txt", "--run", check, "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    write(&world, text);
    (world, bob)
}

fn write(world: &World, text: &str) {
    fs::write(world.path().join("done.txt"), text).unwrap();
}

fn shown(world: &World) -> Value {
    world.run(&["task", "show", "TASK-1", "--json"]).ok().json()
}

fn wait_for(world: &World, is_so: impl Fn(&Value) -> bool) {
    let began = Instant::now();
    while !is_so(&shown(world)) {
        assert!(began.elapsed() < Duration::from_secs(120), "{:#}", shown(world));
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn verify(bob: &mut Client) -> Value {
    bob.call("verify_task_completion", json!({ "task_id": "TASK-1" })).ok()
}

fn submit(bob: &mut Client) -> Value {
    bob.call("submit_for_review", json!({ "task_id": "TASK-1", "summary": "done" })).ok()
}

/// Hands it in without waiting for the answer, which has the id 99.
fn send(world: &World, bob: &mut Client) {
    bob.send(&json!({ "jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": {
        "name": "submit_for_review", "arguments": { "task_id": "TASK-1", "summary": "done" } } }));
    wait_for(world, |task| task["phase"] == "verifying");
}

#[track_caller]
fn assert_is(judged: &Value, verdict: &str, attempt: u32) {
    assert_eq!(
        (&judged["verdict"], &judged["attempt"]),
        (&json!(verdict), &json!(attempt)),
        "{judged:#}"
    );
}

#[test]
fn whoever_asks_again_after_the_verdict_gets_it_again_and_hands_nothing_in() {
    let (world, mut bob) = begun("grep -q right done.txt", "bad\n");
    assert_is(&submit(&mut bob), "failed", 1);
    for again in [verify(&mut bob), submit(&mut bob), verify(&mut bob)] {
        assert_is(&again, "failed", 1);
        assert_eq!(again["criteria_results"][0]["passed"], false, "{again:#}");
        let next = again["next"].as_str().unwrap();
        assert!(next.contains("nothing has changed since attempt 1"), "{next}");
    }
    let task = shown(&world);
    assert_eq!((&task["state"], &task["attempt"]), (&json!("in_progress"), &json!(1)), "{task:#}");
    write(&world, "right\n");
    assert_is(&verify(&mut bob), "passed", 2);
    world.run(&["doctor"]).ok();
}

#[test]
fn work_that_was_changed_and_fails_again_is_a_new_attempt() {
    let (world, mut bob) = begun("grep -q right done.txt", "bad\n");
    assert_is(&verify(&mut bob), "failed", 1);
    write(&world, "worse\n");
    let judged = verify(&mut bob);
    assert_is(&judged, "failed", 2);
    assert_eq!(judged["status"], "blocked", "{judged:#}");
}

#[test]
fn the_same_work_is_judged_anew_by_a_contract_that_was_changed() {
    let (mut world, mut bob) = begun("grep -q right done.txt", "bad\n");
    assert_is(&submit(&mut bob), "failed", 1);
    let criteria = shown(&world)["contract"]["criteria"].as_array().unwrap().clone();
    let run = criteria.iter().find(|one| one.to_string().contains("grep -q right")).unwrap();
    let command = json!({ "type": "command_success", "command": "grep -q bad done.txt" });
    let edit = json!({ "task_id": "TASK-1", "criterion_id": run["id"], "criterion": command,
        "reason": "it was the wrong word" });
    world.add("lea", &["--kind", "person", "--hat", "lead"]);
    world.run(&["task", "assign", "TASK-1", "bob"]).ok();
    Client::of(&world, "lea").call("edit_dispatch", edit).ok();
    bob.call("next_task", json!({})).ok();
    assert_is(&verify(&mut bob), "passed", 2);
}

#[test]
fn a_verdict_that_came_while_nobody_waited_is_told_first_whatever_the_folder_holds_by_then() {
    let (world, mut bob) = begun("sleep 2; grep -q right done.txt", "bad\n");
    send(&world, &mut bob);
    let params = json!({ "requestId": 99, "reason": "out of patience" });
    let cancelled = "notifications/cancelled";
    bob.send(&json!({ "jsonrpc": "2.0", "method": cancelled, "params": params }));
    wait_for(&world, |task| task["phase"] == "working");
    write(&world, "half mended\n");
    assert_is(&verify(&mut bob), "failed", 1);
    write(&world, "right\n");
    assert_is(&verify(&mut bob), "passed", 2);
}

#[test]
fn the_verification_of_a_task_that_is_cancelled_is_ended() {
    let (world, mut bob) = begun("sleep 300; grep -q right done.txt", "right\n");
    send(&world, &mut bob);
    let began = Instant::now();
    world.run(&["task", "cancel", "TASK-1", "--reason", "not wanted"]).ok();
    let answer = bob.line_with_id(99);
    assert!(answer.to_string().contains("task-cancelled"), "{answer:#}");
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
}
