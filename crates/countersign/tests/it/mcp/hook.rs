//! An agent does not end while its task's contract does not pass.

use serde_json::{Value, json};

use crate::world::World;

fn stop(world: &World, session: &str) -> Option<Value> {
    let input = json!({ "session_id": session, "hook_event_name": "Stop", "cwd": world.path() })
        .to_string();
    let outcome = world.run_with_input("ada", &["hook", "stop"], &input).ok();
    (!outcome.out.is_empty()).then(|| outcome.json())
}

#[test]
fn an_agent_is_sent_back_with_what_its_task_lacks_and_ends_when_it_is_handed_in() {
    let world = World::sqlite();
    world.run(&["setup", "claude"]).ok();
    assert_eq!(stop(&world, "s"), None, "nothing is at work");
    let args =
        ["task", "create", "Write hello.txt; the file hello.txt must exist", "--assign", "claude"];
    world.run(&args).ok();
    assert_eq!(stop(&world, "s"), None, "nothing is begun");
    let claude = world.config.path().join("agents");
    let folder = std::fs::read_dir(claude).unwrap().next().unwrap().unwrap().path();
    let token = folder.join("claude.token");
    let token = token.to_str().unwrap();
    world.run(&["task", "start", "TASK-1", "--token-file", token]).ok();

    let sent_back = stop(&world, "s").unwrap();
    assert_eq!(sent_back["decision"], "block");
    let reason = sent_back["reason"].as_str().unwrap();
    assert!(reason.contains("TASK-1") && reason.contains("hello.txt"), "{reason}");
    assert_eq!(
        world.run(&["task", "show", "TASK-1", "--json"]).ok().json()["attempt"],
        0,
        "nothing was recorded"
    );

    std::fs::write(world.path().join("hello.txt"), "hello\n").unwrap();
    let sent_back = stop(&world, "s").unwrap();
    assert!(sent_back["reason"].as_str().unwrap().contains("not handed in"), "{sent_back}");
    world.run(&["verify", "TASK-1", "--token-file", token]).ok();
    assert_eq!(stop(&world, "s"), None);
}

#[test]
fn an_agent_that_gives_up_is_not_held_for_ever_and_strangers_are_not_held_at_all() {
    let world = World::sqlite();
    world.run(&["setup", "claude"]).ok();
    world
        .run(&["task", "create", "Write x.txt; the file x.txt must exist", "--assign", "claude"])
        .ok();
    let folder = std::fs::read_dir(world.config.path().join("agents"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let token = folder.join("claude.token");
    world.run(&["task", "start", "TASK-1", "--token-file", token.to_str().unwrap()]).ok();
    for session in ["one", "two", "one", "two", "three"] {
        assert!(stop(&world, session).is_some());
    }
    assert_eq!(stop(&world, "four"), None, "whatever the session is called");
    let elsewhere = World::bare();
    assert_eq!(stop(&elsewhere, "s"), None);
}

#[test]
fn what_an_agent_can_write_is_no_way_to_end() {
    let world = World::sqlite();
    world.run(&["setup", "claude"]).ok();
    world
        .run(&["task", "create", "Write x.txt; the file x.txt must exist", "--assign", "claude"])
        .ok();
    let agents = std::fs::read_dir(world.config.path().join("agents")).unwrap();
    let token = agents.last().unwrap().unwrap().path().join("claude.token");
    world.run(&["task", "start", "TASK-1", "--token-file", token.to_str().unwrap()]).ok();
    std::fs::write(world.path().join(".countersign/hooks"), "a file").unwrap();
    for input in [r#"{ "session_id": 7, "cwd": [] }"#, "{ not json"] {
        let outcome = world.run_with_input("ada", &["hook", "stop"], input).ok();
        assert_eq!(outcome.json()["decision"], "block", "{input}");
    }
    let settings = world.path().join("countersign.toml");
    std::fs::write(&settings, "garbage [").unwrap();
    // Once of the five was for input that was none.
    for _ in 0..4 {
        let sent_back = stop(&world, "s").unwrap();
        let reason = sent_back["reason"].as_str().unwrap();
        assert!(reason.contains("cannot tell") && reason.contains("countersign.toml"), "{reason}");
    }
    let input = json!({ "cwd": world.path() }).to_string();
    let gone = world.run_with_input("ada", &["hook", "stop", "--json"], &input);
    assert_eq!((gone.code, gone.out.as_str()), (1, ""), "not for ever, and it is shown");
}
