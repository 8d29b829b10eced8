//! A verification whose server died is taken up by the next one, without anyone asking.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::{Client, Served};
use crate::world::World;

/// bob's task, of which the check takes so many seconds, handed in and being judged.
fn handed_in(seconds: u32) -> (World, Client) {
    let world = judged();
    let run = format!("test -f done.txt && sleep {seconds}");
    world.run(&["task", "create", "Write done.txt", "--run", &run, "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    std::fs::write(world.path().join("done.txt"), "done\n").unwrap();
    bob.send(&json!({ "jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": {
        "name": "submit_for_review", "arguments": { "task_id": "TASK-1", "summary": "done" } } }));
    let began = Instant::now();
    while state(&world)["phase"] != "verifying" {
        assert!(began.elapsed() < Duration::from_secs(60), "{:#}", state(&world));
    }
    (world, bob)
}

/// The same, through a server that is then killed.
fn left_open() -> World {
    let (world, bob) = handed_in(3);
    bob.kill();
    world
}

fn state(world: &World) -> Value {
    world.run(&["task", "show", "TASK-1", "--json"]).ok().json()
}

fn goes_on(world: &World) {
    let began = Instant::now();
    while state(world)["state"] != "review" {
        assert!(began.elapsed() < Duration::from_secs(120), "{:#}", state(world));
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(state(world)["attempt"], 1);
    world.run(&["doctor"]).ok();
}

#[test]
fn a_server_takes_up_what_another_left_with_nobody_asking() {
    let world = left_open();
    let _served = Served::start(&world, &[]);
    goes_on(&world);
    let left = std::fs::read_dir(world.path().join(".countersign/judging")).unwrap();
    assert_eq!(left.count(), 0, "nothing is left to be taken up");
}

#[test]
fn nobody_else_makes_it_forgotten() {
    let world = left_open();
    let note = world.path().join(".countersign/judging/TASK-1");
    assert!(note.exists());
    let mut eve = Client::of(&world, "eve");
    eve.call("submit_for_review", json!({ "task_id": "TASK-1", "summary": "mine" }))
        .refused_by("not-its-builder");
    assert!(note.exists() || state(&world)["state"] == "review");
}

#[test]
fn two_servers_judge_it_once_and_whoever_asks_the_other_waits() {
    let world = left_open();
    let _first = Client::of(&world, "eve");
    let mut bob = Client::of(&world, "bob");
    let judged = bob.call("verify_task_completion", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!((&judged["passed"], &judged["attempt"]), (&json!(true), &json!(1)), "{judged:#}");
    goes_on(&world);
    let history = state(&world)["history"].clone();
    let passed =
        history.as_array().unwrap().iter().filter(|one| one["event"]["event"] == "contract_passed");
    assert_eq!(passed.count(), 1, "{history:#}");
}

#[test]
fn work_that_lies_elsewhere_is_not_judged_here() {
    let world = left_open();
    // As a machine sees it that shares the journal, and has a folder of its own.
    std::fs::remove_dir_all(world.path().join(".countersign/judging")).unwrap();
    std::fs::remove_file(world.path().join("done.txt")).unwrap();
    let mut eve = Client::of(&world, "eve");
    let asked = eve.call("verify_task_completion", json!({ "task_id": "TASK-1" })).ok();
    assert_eq!(asked["verdict"], "verifying", "{asked:#}");
    assert!(asked["stage"].as_str().unwrap().contains("elsewhere"), "{asked:#}");
    assert_eq!(state(&world)["phase"], "verifying");
}

#[test]
fn a_server_that_is_told_to_stop_ends_what_it_judges_and_leaves_it_to_the_next() {
    let (world, bob) = handed_in(60);
    // Into the check itself.
    std::thread::sleep(Duration::from_secs(2));
    let stopped = Instant::now();
    drop(bob);
    assert!(stopped.elapsed() < Duration::from_secs(20), "{:?}", stopped.elapsed());

    let served = Served::start(&world, &[]);
    std::thread::sleep(Duration::from_secs(2));
    let stopped = Instant::now();
    drop(served);
    assert!(stopped.elapsed() < Duration::from_secs(20), "{:?}", stopped.elapsed());
    assert_eq!(state(&world)["phase"], "verifying", "it is neither failed nor sent back");
    assert_eq!(state(&world)["attempt"], 1);
}
