//! Settings that run programs or decide verdicts: an agent can write them, and only the owner's word makes them count.

use std::fs;

use serde_json::json;

use super::stdio::judged;
use super::wire::{Client, Served};
use super::worktrees::git;
use crate::world::World;

/// Adds to the settings in a folder of a world.
fn set(folder: &std::path::Path, more: &str) {
    let path = folder.join("countersign.toml");
    let text = fs::read_to_string(&path).unwrap_or_default();
    fs::write(path, format!("{text}\n{more}\n")).unwrap();
}

fn with_task() -> World {
    let world = judged();
    world.run(&["task", "create", "Create a.txt", "--assign", "bob"]).ok();
    world
}

#[test]
fn what_an_agent_wrote_is_not_run_until_the_owner_has_confirmed_it() {
    let world = with_task();
    let elsewhere = tempfile::tempdir().unwrap();
    let ran = elsewhere.path().join("ran");
    set(world.path(), &format!("[verify]\nprepare = \"echo x >> {}\"", ran.display()));
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    fs::write(world.path().join("a.txt"), "x\n").unwrap();
    let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
    let refused = bob.call("submit_for_review", hand_in.clone());
    refused.refused_by("unconfirmed-settings");
    assert!(refused.0.to_string().contains("[verify] prepare"), "{:#}", refused.0);
    assert!(refused.hint().contains("countersign trust"), "{}", refused.hint());
    bob.call("verify_task_completion", json!({ "task_id": "TASK-1" }))
        .refused_by("unconfirmed-settings");
    let input = json!({ "session_id": "s", "cwd": world.path() }).to_string();
    let held = world.run_with_input("bob", &["hook", "stop"], &input).ok().out;
    assert!(held.contains("never confirmed by the owner"), "{held}");
    assert!(!ran.exists(), "it was run");
    let task = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
    assert_eq!(task["phase"], "working", "nothing was recorded: {task:#}");

    let check = world.run(&["trust", "--check", "--json"]);
    assert_eq!(check.code, 1, "{check:#?}");
    assert_eq!(check.json()["changed"], json!(["[verify] prepare"]));
    world.run_as("bob", &["trust", "--json"]).refused_by("lead-only");
    bob.call("submit_for_review", hand_in.clone()).refused_by("unconfirmed-settings");
    let confirmed = world.run(&["trust"]).ok().out;
    assert!(confirmed.contains(&ran.display().to_string()), "it shows what: {confirmed}");
    world.run(&["trust", "--check"]).ok();
    let passed = bob.call("submit_for_review", hand_in).ok();
    assert_eq!(passed["verdict"], "passed", "{passed:#}");
    assert!(ran.exists());
}

#[test]
fn what_prepares_the_base_sees_neither_the_journal_nor_a_secret_and_leaves_nothing_running() {
    let world = with_task();
    let elsewhere = tempfile::tempdir().unwrap();
    let (loot, pulse) = (elsewhere.path().join("loot"), elsewhere.path().join("pulse"));
    // The line is the owner's; what it runs of the base, such as scripts of packages, may be anyone's.
    let script = format!(
        "cat {config}/*/* {project}/.countersign/* >{loot} 2>/dev/null\necho $COUNTERSIGN_CONFIG_DIR >>{loot}\n\
         setsid sh -c 'while :; do date +%s%N >{pulse}; sleep 0.05; done' >/dev/null 2>&1 &\necho ready > ready.txt\n",
        config = world.config.path().display(),
        project = world.path().display(),
        loot = loot.display(),
        pulse = pulse.display(),
    );
    fs::write(world.path().join("fetch.sh"), script).unwrap();
    set(world.path(), "[verify]\nprepare = \"sh ./fetch.sh\"");
    world.run(&["trust"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    fs::write(world.path().join("a.txt"), "x\n").unwrap();
    let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
    let passed = bob.call("submit_for_review", hand_in).ok();
    assert_eq!(passed["verdict"], "passed", "{passed:#}");
    assert_eq!(fs::read_to_string(&loot).unwrap(), "\n", "it was run, and found nothing");
    let before = fs::read_to_string(&pulse).ok();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(fs::read_to_string(&pulse).ok(), before, "it is still running");
}

#[test]
fn what_the_owner_confirmed_counts_whatever_a_work_tree_says() {
    let world = judged();
    let no = "[evaluator]\ncommand = \"echo '{\\\"pass\\\": false, \\\"diagnosis\\\": \\\"the owner says no\\\"}'\"";
    let yes = no.replace("false", "true").replace("the owner says no", "fine");
    let text = fs::read_to_string(world.path().join("countersign.toml")).unwrap();
    set(world.path(), no);
    git(world.path(), &["init", "-q", "-b", "main"]);
    git(world.path(), &["add", "countersign.toml"]);
    git(world.path(), &["commit", "-q", "-m", "begin"]);
    let tree = world.config.path().canonicalize().unwrap().join("tree");
    git(world.path(), &["worktree", "add", "-q", tree.to_str().unwrap()]);
    world.run(&["trust"]).ok();
    world.run(&["task", "create", "Create a.txt", "--assign", "bob"]).ok();
    let check = json!({ "check": "evaluate", "rubric": "a.txt is pleasant to read" });
    let add = ["criterion", "add", "TASK-1", "--check", "-", "--reason", "taste"];
    world.run_with_input("ada", &add, &check.to_string()).ok();
    fs::write(tree.join("countersign.toml"), format!("{text}\n{yes}\n")).unwrap();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({ "worktree": tree })).ok();
    fs::write(tree.join("a.txt"), "x\n").unwrap();
    let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
    let seen = bob.call("submit_for_review", hand_in.clone()).ok();
    assert!(seen.to_string().contains("the owner says no"), "{seen:#}");
    // Where not even the project's own folder says what was confirmed, nobody judges.
    fs::write(world.path().join("countersign.toml"), &text).unwrap();
    bob.call("submit_for_review", hand_in).refused_by("unconfirmed-settings");
}

#[test]
fn a_contract_is_made_without_an_extractor_that_nobody_confirmed() {
    let world = judged();
    fs::write(world.path().join("model.sh"), "echo x >> ran; echo '[]'\n").unwrap();
    set(world.path(), "[extractor]\ncommand = \"sh ./model.sh\"");
    let server = Served::start(&world, &[]);
    let ran = world.path().join("ran");
    let ask = || {
        let text = json!({ "text": "Create a.txt" });
        server.call(world.token("bob"), "generate_contract", text).ok()
    };
    let made = ask();
    assert_eq!(made["contracts"].as_array().unwrap().len(), 1, "{made:#}");
    let said = made["notices"].to_string();
    assert!(said.contains("the extractor was not asked"), "{said}");
    server.call(world.token("bob"), "create_task", json!({ "title": "Create a.txt" })).ok();
    assert!(!ran.exists(), "it was run");
    world.run(&["trust"]).ok();
    assert_eq!(ask()["notices"], json!([]));
    assert!(ran.exists());
    // The line is as it was; what it runs is not.
    fs::write(world.path().join("model.sh"), "id > loot; echo '[]'\n").unwrap();
    let said = ask()["notices"].to_string();
    assert!(said.contains("./model.sh"), "{said}");
    assert!(!world.path().join("loot").exists(), "it was run");
}

#[test]
fn whoever_serves_is_told_what_is_not_confirmed() {
    let world = judged();
    world.run(&["trust", "--check"]).ok();
    set(world.path(), "[verify]\nprotected = \"fail\"");
    let set_up = world.run(&["setup", "claude"]).ok();
    assert!(set_up.err.contains("countersign trust"), "{set_up:#?}");
    // A certificate that is not there ends it before anybody is served.
    let tls = ["serve", "--listen", "127.0.0.1:0", "--tls-cert", "none", "--tls-key", "none"];
    let served = world.run(&tls);
    assert_ne!(served.code, 0, "{served:#?}");
    assert!(served.err.contains("[verify] protected"), "{served:#?}");
    world.run(&["trust"]).ok();
    let served = world.run(&tls);
    assert!(!served.err.contains("countersign trust"), "{served:#?}");
}
