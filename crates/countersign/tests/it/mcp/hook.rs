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
    for _ in 0..5 {
        assert!(stop(&world, "one").is_some());
    }
    assert_eq!(stop(&world, "one"), None);
    // Others cannot use up a session's patience, unless they know its name; and there is an end to all of it.
    for n in 0..15 {
        assert!(stop(&world, &format!("other {n}")).is_some());
    }
    assert_eq!(stop(&world, "another"), None, "whatever the session is called");
    let counts = || std::fs::read_dir(world.config.path().join("hooks")).unwrap().flatten();
    let hours_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(7 * 60 * 60);
    for count in counts() {
        std::fs::File::options()
            .write(true)
            .open(count.path())
            .unwrap()
            .set_modified(hours_ago)
            .unwrap();
    }
    assert!(stop(&world, "one").is_some(), "it begins anew");
    assert_eq!(counts().count(), 2, "and nothing old is kept");
    let elsewhere = World::bare();
    assert_eq!(stop(&elsewhere, "s"), None);
}

/// claude's task, begun; where the token of claude is.
fn begun() -> (World, String) {
    let world = World::sqlite();
    world.run(&["setup", "claude"]).ok();
    world
        .run(&["task", "create", "Write x.txt; the file x.txt must exist", "--assign", "claude"])
        .ok();
    let agents = std::fs::read_dir(world.config.path().join("agents")).unwrap();
    let token = agents.last().unwrap().unwrap().path().join("claude.token");
    let token = token.to_str().unwrap().to_owned();
    world.run(&["task", "start", "TASK-1", "--token-file", &token]).ok();
    (world, token)
}

fn take_away(world: &World) {
    std::fs::remove_file(world.path().join("countersign.toml")).unwrap();
    std::fs::remove_dir_all(world.path().join(".countersign")).unwrap();
}

#[test]
fn taking_the_journal_away_is_no_way_to_end_and_holds_nobody_for_ever() {
    let (world, _) = begun();
    take_away(&world);
    for _ in 0..5 {
        let reason = stop(&world, "s").unwrap()["reason"].to_string();
        assert!(
            reason.contains("claude has work open") && reason.contains("put it back"),
            "{reason}"
        );
    }
    assert_eq!(stop(&world, "s"), None);
    assert_eq!(stop(&world, "t"), None, "nor whoever comes next");
}

#[test]
fn another_journal_in_its_place_is_none_either() {
    let (world, _) = begun();
    take_away(&world);
    world.run(&["init", "--owner", "claude-the-lead"]).ok();
    let reason = stop(&world, "s").unwrap()["reason"].to_string();
    assert!(reason.contains("claude has work open"), "{reason}");
    let input = json!({ "cwd": world.path() }).to_string();
    let other = ["hook", "stop", "--client", "codex"];
    assert_eq!(world.run_with_input("ada", &other, &input).ok().out, "", "that is not its work");
}

#[test]
fn a_project_in_the_folder_of_another_is_no_journal_in_its_place() {
    let (world, _) = begun();
    let inner = world.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let run = |args: &[&str], input: Option<&str>| {
        let mut command = world.command(args);
        command.current_dir(&inner);
        crate::world::finish(command, input).ok()
    };
    run(&["init", "--owner", "ada"], None);
    run(&["setup", "claude"], None);
    let input = json!({ "cwd": inner }).to_string();
    assert_eq!(run(&["hook", "stop"], Some(&input)).out, "");
    assert!(stop(&world, "s").is_some(), "in its own project it is held");
}

#[test]
fn who_has_nothing_open_any_more_is_not_held_by_a_journal_that_is_gone() {
    let (world, token) = begun();
    std::fs::write(world.path().join("x.txt"), "x\n").unwrap();
    world.run(&["verify", "TASK-1", "--token-file", &token]).ok();
    assert_eq!(stop(&world, "s"), None);
    take_away(&world);
    assert_eq!(stop(&world, "s"), None);
}

#[test]
fn input_that_is_none_holds_nobody_who_has_nothing_open() {
    let world = World::sqlite();
    world.run(&["setup", "claude"]).ok();
    for input in ["{ not json", "[]", "\u{0}", "7"] {
        assert_eq!(world.run_with_input("ada", &["hook", "stop"], input).ok().out, "", "{input:?}");
    }
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
    for _ in 0..5 {
        let sent_back = stop(&world, "s").unwrap();
        let reason = sent_back["reason"].as_str().unwrap();
        assert!(reason.contains("cannot tell") && reason.contains("countersign.toml"), "{reason}");
    }
    let input = json!({ "cwd": world.path() }).to_string();
    let gone = world.run_with_input("ada", &["hook", "stop", "--json"], &input);
    assert_eq!((gone.code, gone.out.as_str()), (1, ""), "not for ever, and it is shown");
}
