//! What is approved and verified is what was judged, whatever has become of the folder since.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::{Client, Served};
use crate::world::World;

/// bob's task, which has passed and waits for rex.
fn in_review() -> (World, Client) {
    let world = judged();
    let run = "grep -q right done.txt";
    world.run(&["task", "create", "Write done.txt", "--run", run, "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    write(&world, "done.txt", "right\n");
    let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
    assert_eq!(bob.call("submit_for_review", hand_in).ok()["passed"], true);
    (world, bob)
}

fn write(world: &World, name: &str, text: &str) {
    fs::write(world.path().join(name), text).unwrap();
}

fn copies(world: &World) -> PathBuf {
    world.path().join(".countersign/handed-in/TASK-1")
}

fn shown(world: &World) -> Value {
    world.run(&["task", "show", "TASK-1", "--json"]).ok().json()
}

const RULE: &str = "not-as-judged";

#[test]
fn no_door_approves_or_verifies_another_folder_than_was_judged() {
    let (world, _bob) = in_review();
    let task = json!({ "task_id": "TASK-1" });
    let notes = json!({ "task_id": "TASK-1", "notes": "tried it" });
    let served = Served::start(&world, &[]);
    let mut rex = Client::of(&world, "rex");
    let mut eve = Client::of(&world, "eve");
    for (name, text) in [("done.txt", "right, and more\n"), ("planted.txt", "planted\n")] {
        write(&world, name, text);
        rex.call("approve_task", task.clone()).refused_by(RULE);
        served.call(world.token("rex"), "approve_task", task.clone()).refused_by(RULE);
        world.run_as("rex", &["task", "approve", "TASK-1", "--json"]).refused_by(RULE);
        let said = world.run_as("rex", &["task", "approve", "TASK-1"]);
        assert!(said.err.contains(name) && said.err.contains("task reject TASK-1"), "{said:?}");
        for seen in [shown(&world), rex.call("get_task", task.clone()).ok()] {
            assert_eq!(seen["judged"]["held"], false, "{seen:#}");
            assert_eq!(seen["judged"]["changed_since"], json!([name]), "{seen:#}");
        }
        let seen = world.run(&["show", "TASK-1"]).ok().out;
        assert!(seen.contains(&format!("changed in the folder since: {name}")), "{seen}");
        write(&world, "done.txt", "right\n");
    }
    fs::remove_file(world.path().join("planted.txt")).unwrap();
    assert_eq!(shown(&world)["judged"]["held"], true);
    rex.call("approve_task", task).ok();

    fs::remove_file(world.path().join("done.txt")).unwrap();
    eve.call("verify_task", notes.clone()).refused_by(RULE);
    served.call(world.token("eve"), "verify_task", notes.clone()).refused_by(RULE);
    let verify = ["task", "verify", "TASK-1", "--notes", "tried it", "--json"];
    world.run_as("eve", &verify).refused_by(RULE);
    write(&world, "done.txt", "right\n");
    eve.call("verify_task", notes).ok();
    assert!(!copies(&world).exists(), "nobody needs the copy any more");
}

#[test]
fn whoever_looked_at_what_was_judged_confirms_that_by_its_name() {
    let (world, _bob) = in_review();
    write(&world, "done.txt", "something else\n");
    let seen = shown(&world);
    let copy = PathBuf::from(seen["judged"]["copy"].as_str().unwrap());
    assert_eq!(fs::read_to_string(copy.join("done.txt")).unwrap(), "right\n");
    let tree = seen["judged"]["tree"].as_str().unwrap();
    let mut rex = Client::of(&world, "rex");
    let approve = |tree: &str| json!({ "task_id": "TASK-1", "judged": tree });
    rex.call("approve_task", approve("0000")).refused_by(RULE);
    rex.call("approve_task", approve(tree)).ok();
    let verify = ["task", "verify", "TASK-1", "--notes", "tried it", "--judged", tree];
    let said = world.run_as("eve", &verify).ok().err;
    assert_eq!(fs::read_to_string(copy.join("done.txt")).unwrap(), "right\n", "the only one");
    assert!(said.contains(&copy.display().to_string()), "{said}");
}

#[test]
fn what_was_confirmed_and_lies_in_no_folder_is_kept_and_its_place_is_told() {
    let (world, _bob) = in_review();
    write(&world, "done.txt", "something else\n");
    let seen = shown(&world);
    let tree = seen["judged"]["tree"].as_str().unwrap();
    let approve = json!({ "task_id": "TASK-1", "judged": tree });
    assert_eq!(Client::of(&world, "rex").call("approve_task", approve).ok()["kept"], Value::Null);
    let verify = json!({ "task_id": "TASK-1", "notes": "tried it", "judged": tree });
    let verified = Client::of(&world, "eve").call("verify_task", verify).ok();
    let kept = PathBuf::from(verified["kept"].as_str().unwrap());
    world.run(&["task", "create", "Write more.txt", "--run", "test -e more.txt"]).ok();
    assert_eq!(fs::read_to_string(kept.join("done.txt")).unwrap(), "right\n");
}

#[test]
fn what_nothing_holds_any_more_is_not_confirmed_by_its_name_either() {
    let (world, _bob) = in_review();
    let seen = shown(&world);
    let tree = seen["judged"]["tree"].as_str().unwrap();
    let copy = PathBuf::from(seen["judged"]["copy"].as_str().unwrap());
    let approve = json!({ "task_id": "TASK-1", "judged": tree });
    let mut rex = Client::of(&world, "rex");
    write(&world, "done.txt", "something else\n");
    fs::write(copy.join("done.txt"), "right, and tampered with\n").unwrap();
    rex.call("approve_task", approve.clone()).refused_by(RULE);
    fs::remove_dir_all(copies(&world)).unwrap();
    rex.call("approve_task", approve.clone()).refused_by(RULE);
    let by_name = ["task", "approve", "TASK-1", "--judged", tree];
    let said = world.run_as("rex", &by_name);
    assert!(said.err.contains("task reject TASK-1") && !said.err.contains("--judged"), "{said:?}");
    // The folder stands in for the copy, and nothing else does.
    write(&world, "done.txt", "right\n");
    rex.call("approve_task", approve).ok();
}

#[test]
fn who_may_not_confirm_it_is_told_that_and_nothing_of_the_folder() {
    let (world, mut bob) = in_review();
    write(&world, "done.txt", "something else\n");
    bob.call("approve_task", json!({ "task_id": "TASK-1" })).refused_by("missing-hat");
}

#[test]
fn work_that_was_changed_since_is_handed_in_again() {
    let (world, mut bob) = in_review();
    write(&world, "done.txt", "right, and better\n");
    world.run_as("rex", &["task", "approve", "TASK-1", "--json"]).refused_by(RULE);
    world.run_as("rex", &["task", "reject", "TASK-1", "--reason", "changed since"]).ok();
    assert!(!copies(&world).exists(), "it is not what anyone confirms");
    let brief = bob.call("get_brief", json!({ "task_id": "TASK-1" })).ok();
    assert!(brief["brief"].as_str().unwrap().contains("> changed since"), "{brief:#}");
    let hand_in = json!({ "task_id": "TASK-1", "summary": "again" });
    assert_eq!(bob.call("submit_for_review", hand_in).ok()["passed"], true);
    world.run_as("rex", &["task", "approve", "TASK-1"]).ok();
}

#[test]
fn what_the_next_task_in_the_same_folder_makes_is_that_ones_and_no_more() {
    let (world, mut bob) = in_review();
    let run = "grep -q right next.txt";
    world.run(&["task", "create", "Write next.txt", "--run", run, "--assign", "bob"]).ok();
    write(&world, "planted.txt", "before it began\n");
    bob.call("next_task", json!({})).ok();
    write(&world, "next.txt", "half\n");
    let approve = ["task", "approve", "TASK-1", "--json"];
    let refused = world.run_as("rex", &approve);
    refused.refused_by(RULE);
    assert_eq!(shown(&world)["judged"]["changed_since"], json!(["planted.txt"]));
    fs::remove_file(world.path().join("planted.txt")).unwrap();
    // Nothing that the next one says nothing of.
    write(&world, "calc.py", "overwritten\n");
    world.run_as("rex", &approve).refused_by(RULE);
    let seen = shown(&world);
    assert_eq!(seen["judged"]["changed_since"], json!(["calc.py"]), "{seen:#}");
    assert_eq!(seen["judged"]["excused"], json!(["next.txt"]), "{seen:#}");
    fs::remove_file(world.path().join("calc.py")).unwrap();
    // Not what the first one wrote.
    write(&world, "done.txt", "right for the next\n");
    world.run_as("rex", &approve).refused_by(RULE);
    write(&world, "done.txt", "right\n");
    world.run_as("rex", &approve).ok();
    write(&world, "next.txt", "right\n");
    let hand_in = json!({ "task_id": "TASK-2", "summary": "done" });
    assert_eq!(bob.call("submit_for_review", hand_in).ok()["passed"], true);
    world.run_as("eve", &["task", "verify", "TASK-1", "--notes", "tried it"]).ok();
    // What nobody has to answer for is changed since.
    write(&world, "next.txt", "right, but other\n");
    world.run_as("rex", &["task", "approve", "TASK-2", "--json"]).refused_by(RULE);
}

#[test]
fn whoever_is_to_mend_work_reads_what_is_missing_and_what_the_lead_says() {
    let (mut world, mut bob) = in_review();
    world.add("lia", &["--kind", "person", "--hat", "lead"]);
    let run = "grep -q right next.txt";
    world.run(&["task", "create", "Write next.txt", "--run", run, "--assign", "bob"]).ok();
    bob.call("next_task", json!({})).ok();
    write(&world, "next.txt", "wrong\n");
    let hand_in = json!({ "task_id": "TASK-2", "summary": "done" });
    assert_eq!(bob.call("submit_for_review", hand_in).ok()["passed"], false);
    let brief = bob.call("get_brief", json!({ "task_id": "TASK-2" })).ok();
    assert!(brief["brief"].as_str().unwrap().contains("## What is missing"), "{brief:#}");
    let again = json!({ "task_id": "TASK-2", "assign_to": "bob", "note": "mind the spelling" });
    Client::of(&world, "lia").call("assign_task", again).ok();
    let claimed = bob.call("next_task", json!({})).ok();
    assert!(claimed["brief"].as_str().unwrap().contains("> mind the spelling"), "{claimed:#}");
}

/// TASK-2, whose contract names no file, done after TASK-1 was handed in, approved and verified.
fn beside_a_verified_one() -> (World, PathBuf) {
    let (world, mut bob) = in_review();
    let run = "grep -rq right notes";
    world.run(&["task", "create", "Take notes", "--run", run, "--assign", "bob"]).ok();
    bob.call("next_task", json!({})).ok();
    fs::create_dir(world.path().join("notes")).unwrap();
    write(&world, "notes/a.txt", "right\n");
    let hand_in = json!({ "task_id": "TASK-2", "summary": "done" });
    assert_eq!(bob.call("submit_for_review", hand_in).ok()["passed"], true);
    world.run_as("rex", &["task", "approve", "TASK-2"]).ok();
    world.run_as("eve", &["task", "verify", "TASK-2", "--notes", "tried it"]).ok();
    let remembered = world.path().join(".countersign/handed-in/TASK-2");
    (world, remembered)
}

#[test]
fn what_a_verified_task_has_made_since_is_known_and_nothing_else_is() {
    let (world, remembered) = beside_a_verified_one();
    let approve = ["task", "approve", "TASK-1", "--json"];
    let changed = |paths: Value| {
        world.run_as("rex", &approve).refused_by(RULE);
        assert_eq!(shown(&world)["judged"]["changed_since"], paths);
    };
    for name in ["planted.txt", "notes/b.txt"] {
        write(&world, name, "nobody's\n");
        changed(json!([name]));
        fs::remove_file(world.path().join(name)).unwrap();
    }
    write(&world, "notes/a.txt", "right, but other\n");
    changed(json!(["notes/a.txt"]));
    fs::remove_file(world.path().join("notes/a.txt")).unwrap();
    write(&world, "notes/a.txt", "right\n");
    let seen = shown(&world);
    assert_eq!(seen["judged"]["excused"], json!(["notes/a.txt"]), "{seen:#}");
    world.run_as("rex", &approve).ok();
    world.run_as("eve", &["task", "verify", "TASK-1", "--notes", "tried it"]).ok();
    assert!(!remembered.exists() && !copies(&world).exists(), "nobody needs it any more");
}

#[test]
fn what_is_remembered_of_a_task_counts_only_as_the_journal_has_it() {
    let (world, remembered) = beside_a_verified_one();
    let approve = ["task", "approve", "TASK-1", "--json"];
    let one = fs::read_dir(&remembered).unwrap().next().unwrap().unwrap().path();
    assert!(!one.join("files").exists(), "nobody needs the files");
    let said = fs::read_to_string(one.join("said.json")).unwrap();
    // Somebody says in its name that it has made something else, and names that as we would.
    let digest = |text: &str| countersign_runner::tree::Digest::of(text.as_bytes()).to_string();
    let other = said.replace(&digest("right\n"), &digest("wrong\n"));
    assert_ne!(other, said);
    let forged = remembered.join(digest(&other));
    fs::create_dir(&forged).unwrap();
    fs::write(forged.join("said.json"), &other).unwrap();
    fs::remove_dir_all(&one).unwrap();
    write(&world, "notes/a.txt", "wrong\n");
    world.run_as("rex", &approve).refused_by(RULE);
    write(&world, "notes/a.txt", "right\n");
    world.run_as("rex", &approve).refused_by(RULE);
    fs::remove_dir_all(&forged).unwrap();
    fs::create_dir(&one).unwrap();
    fs::write(one.join("said.json"), &said).unwrap();
    world.run_as("rex", &approve).ok();
}

#[test]
fn what_setup_writes_is_known_and_nothing_that_only_looks_like_it() {
    let (world, _bob) = in_review();
    world.run(&["setup", "claude"]).ok();
    world.run(&["setup", "gemini"]).ok();
    let approve = ["task", "approve", "TASK-1", "--json"];
    let server = fs::read_to_string(world.path().join(".mcp.json")).unwrap();
    let other = server.replace("\"mcp\"", "\"mcp\", \"--store\", \"sqlite:///tmp/other.db\"");
    assert_ne!(other, server);
    for text in [other, server.replace("claude", "mallory")] {
        write(&world, ".mcp.json", &text);
        world.run_as("rex", &approve).refused_by(RULE);
        assert_eq!(shown(&world)["judged"]["changed_since"], json!([".mcp.json"]));
    }
    write(&world, ".mcp.json", &server);
    world.run_as("rex", &approve).ok();
}
