//! What hidden checks see is nothing that their worker can ask for.

use std::fs;

use countersign_core::HIDDEN_SHORTFALL;
use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::Client;
use crate::world::World;

/// A task whose hidden checks run what the worker wrote.
fn task(world: &World) -> Client {
    let shown = "test -f out.sh";
    world.run(&["task", "create", "Write out.sh", "--run", shown, "--assign", "bob"]).ok();
    for hidden in ["sh out.sh one", "sh out.sh two"] {
        let add = ["criterion", "add", "TASK-1", "--run", hidden, "--hidden", "--reason", "apart"];
        world.run(&add).ok();
    }
    let mut bob = Client::of(world, "bob");
    bob.call("next_task", json!({})).ok();
    bob
}

#[test]
fn a_worker_is_told_the_same_sentence_whatever_a_hidden_check_saw() {
    let world = judged();
    let mut bob = task(&world);
    let works = ["echo leaked > conftest.py; exit 77", "[ $1 = two ] || exit 78"];
    let mut told = Vec::new();
    for work in works {
        fs::write(world.path().join("out.sh"), work).unwrap();
        let answer =
            bob.call("submit_for_review", json!({ "task_id": "TASK-1", "summary": "s" })).ok();
        assert_eq!(answer["verdict"], "failed", "{answer:#}");
        assert_eq!(answer["hidden_shortfalls"], json!([HIDDEN_SHORTFALL]));
        let shown = bob.call("get_task", json!({ "task_id": "TASK-1" })).ok();
        let mut texts = vec![answer.to_string(), shown.to_string()];
        for uri in ["countersign://tasks/TASK-1", "countersign://tasks/TASK-1/evidence"] {
            texts.push(bob.request("resources/read", json!({ "uri": uri })).to_string());
        }
        for args in [&["show", "TASK-1"][..], &["brief", "TASK-1"], &["log", "--json"]] {
            texts.push(world.run_as("bob", args).ok().out);
        }
        for text in &texts {
            for word in ["exit code 7", "signal", "leaked", "conftest", "out.sh one", "\"failure\""]
            {
                assert!(!text.contains(word), "{word}: {text}");
            }
        }
        told.push(
            shown["attempts"].as_array().unwrap().last().unwrap()["evidence"]["shortfalls"].clone(),
        );
    }
    assert!(
        told.iter().all(|one| *one == json!({ "hidden-checks": HIDDEN_SHORTFALL })),
        "{told:#?}"
    );
    let lead = world.run(&["show", "TASK-1", "--hidden", "--json"]).ok().out;
    assert!(lead.contains("exit code 78"), "a lead sees why: {lead}");
}

#[test]
fn the_hook_runs_no_hidden_check() {
    let world = judged();
    let _bob = task(&world);
    fs::write(world.path().join("out.sh"), "exit 77").unwrap();
    let input = json!({ "session_id": "s", "cwd": world.path() }).to_string();
    let said: Value = world.run_with_input("bob", &["hook", "stop"], &input).ok().json();
    let reason = said["reason"].as_str().unwrap();
    assert!(reason.contains("not handed in") && !reason.contains("hidden"), "{reason}");
}
