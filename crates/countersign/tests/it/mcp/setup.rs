//! An agent's own program is told of the project, once and again.

use serde_json::{Value, json};

use super::wire::Client;
use crate::world::World;

fn file(world: &World, path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(world.path().join(path)).unwrap()).unwrap()
}

#[test]
fn setup_claude_gives_a_server_that_starts_and_leaves_the_rest_of_the_files_alone() {
    let world = World::sqlite();
    let other = json!({ "mcpServers": { "other": { "command": "x" } } });
    std::fs::write(world.path().join(".mcp.json"), other.to_string()).unwrap();
    for joined in [true, false] {
        let made = world.run(&["setup", "claude", "--json"]).ok().json();
        assert_eq!(made["joined"], joined);
    }
    let mcp = file(&world, ".mcp.json");
    assert_eq!(mcp["mcpServers"]["other"]["command"], "x");
    let server = &mcp["mcpServers"]["countersign"];
    let args: Vec<&str> =
        server["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()).collect();
    assert_eq!(args, ["mcp", "--actor", "claude"]);
    let stop = &file(&world, ".claude/settings.json")["hooks"]["Stop"];
    assert_eq!(stop.as_array().unwrap().len(), 1, "{stop:#}");
    let text = mcp.to_string() + &stop.to_string();
    assert!(!text.contains("cs_"), "no token is in a file of the project: {text}");

    let mut claude = Client::start(world.command(&args));
    assert_eq!(claude.call("my_inbox", json!({})).ok()["actor"], "claude");
    let hats = claude.call("my_inbox", json!({})).ok()["hats"].clone();
    assert_eq!(hats, json!(["builder"]));
}

#[test]
fn setup_prints_without_writing_and_tells_codex_by_a_command() {
    let world = World::sqlite();
    let printed = world.run(&["setup", "gemini", "--print", "--json"]).ok().json();
    assert_eq!(printed["files"][0]["path"], ".gemini/settings.json");
    assert!(!world.path().join(".gemini").exists());
    assert_eq!(printed["joined"], true, "it would");
    let team = world.run(&["actor", "list", "--json"]).ok().out;
    assert!(!team.contains("gemini") && !team.contains("runner"), "{team}");
    assert!(!world.config.path().join("agents").exists(), "no token was made");
    let codex = world.run(&["setup", "codex", "--json"]).ok().json();
    assert!(codex["command"].as_str().unwrap().starts_with("codex mcp add countersign --env "));
    let plugin = world.folder_beside("plugin");
    world.run(&["setup", "codex", "--plugin", plugin.to_str().unwrap()]).ok();
    for path in [
        ".claude-plugin/marketplace.json",
        "countersign/.claude-plugin/plugin.json",
        "countersign/.codex-plugin/plugin.json",
        "countersign/claude/mcp.json",
        "countersign/claude/hooks.json",
        "countersign/codex/mcp.json",
        "countersign/codex/hooks.json",
    ] {
        let text = std::fs::read_to_string(plugin.join(path)).unwrap();
        serde_json::from_str::<Value>(&text).unwrap();
    }
    assert!(plugin.join("countersign/skills/countersign/SKILL.md").exists());
}

#[test]
fn each_program_is_its_own_agent_without_being_told_its_name() {
    let world = World::sqlite();
    world.run(&["setup", "claude", "--actor", "clara"]).ok();
    world.run(&["setup", "codex"]).ok();
    world.run(&["mcp", "--json"]).refused_by("no-identity");
    let plugin = world.folder_beside("plugin");
    world.run(&["setup", "codex", "--plugin", plugin.to_str().unwrap()]).ok();
    for (client, actor) in [("claude", "clara"), ("codex", "codex")] {
        let path = plugin.join(format!("countersign/{client}/mcp.json"));
        let written: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let args = written["mcpServers"]["countersign"]["args"].clone();
        let args: Vec<&str> =
            args.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        let mut agent = Client::start(world.command(&args));
        assert_eq!(agent.call("my_inbox", json!({})).ok()["actor"], actor);
    }
}

#[test]
fn hooks_of_others_stay_where_they_are() {
    let world = World::sqlite();
    let folder = world.path().join(".claude");
    std::fs::create_dir(&folder).unwrap();
    // A byte order mark, as some editors write it, and an order of keys that is somebody's own.
    let mine = r#"{ "zoo": 1, "hooks": { "Stop": [
        { "hooks": [{ "type": "command", "command": "notify hook stop --actor me" }] } ] }, "apple": [2, 1] }"#;
    std::fs::write(folder.join("settings.json"), format!("\u{feff}{mine}")).unwrap();
    std::fs::write(world.path().join(".mcp.json"), "\n").unwrap();
    world.run(&["setup", "claude"]).ok();
    let text = std::fs::read_to_string(folder.join("settings.json")).unwrap();
    assert!(text.find("zoo") < text.find("apple"), "the order is kept: {text}");
    let mut settings = file(&world, ".claude/settings.json");
    // Somebody puts another command beside ours.
    settings["hooks"]["Stop"][1]["hooks"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "type": "command", "command": "say bye" }));
    std::fs::write(folder.join("settings.json"), settings.to_string()).unwrap();
    world.run(&["setup", "claude", "--actor", "clara"]).ok();
    let stop = file(&world, ".claude/settings.json")["hooks"]["Stop"].clone();
    let commands: Vec<&str> = stop
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|group| group["hooks"].as_array().unwrap())
        .map(|hook| hook["command"].as_str().unwrap())
        .collect();
    assert_eq!(commands[..2], ["notify hook stop --actor me", "say bye"], "{stop:#}");
    assert!(commands.len() == 3 && commands[2].ends_with("hook stop --actor clara"), "{stop:#}");
}

#[test]
fn setup_refuses_what_it_would_break() {
    let world = World::sqlite();
    std::fs::write(world.path().join(".mcp.json"), "{ not json").unwrap();
    let outcome = world.run(&["setup", "claude", "--json"]);
    outcome.refused_by("bad-file");
    assert_eq!(std::fs::read_to_string(world.path().join(".mcp.json")).unwrap(), "{ not json");
    let team = world.run(&["actor", "list", "--json"]).ok().json();
    assert_eq!(team.as_array().unwrap().len(), 1, "nobody joined: {team:#}");
    world.run(&["setup", "codex", "--actor", "ada", "--json"]).refused_by("usage");
}

#[test]
fn no_program_acts_as_the_agent_of_another() {
    let world = World::sqlite();
    let nobody = world.run(&["mcp", "--client", "claude", "--json"]);
    nobody.refused_by("no-identity");
    assert!(nobody.error()["hint"].as_str().unwrap().contains("countersign setup claude"));
    world.run(&["setup", "claude"]).ok();
    for client in ["codex", "gemini"] {
        let other = world.run(&["mcp", "--client", client, "--json"]);
        other.refused_by("no-identity");
        let hint = other.error()["hint"].as_str().unwrap().to_owned();
        assert!(hint.contains(&format!("countersign setup {client}")), "{hint}");
    }
    let ended = world.run_with_input("ada", &["hook", "stop", "--client", "codex"], "{}").ok();
    assert_eq!(ended.out, "");
}

#[test]
fn what_setup_was_told_is_told_to_the_client_and_what_is_somebodys_own_stays() {
    let world = World::sqlite();
    let mine =
        json!({ "mcpServers": { "countersign": { "command": "old", "env": { "MINE": "1" } } } });
    std::fs::write(world.path().join(".mcp.json"), mine.to_string()).unwrap();
    let url = format!("sqlite://{}", world.database_file().display());
    let made = world.run(&["setup", "claude", "--store", &url, "--json"]).ok().json();
    let config = world.config.path().to_str().unwrap();
    let server = file(&world, ".mcp.json")["mcpServers"]["countersign"].clone();
    assert_eq!(server["env"], json!({ "MINE": "1", "COUNTERSIGN_CONFIG_DIR": config }));
    assert_eq!(server["args"], json!(["mcp", "--actor", "claude", "--store", url]));
    let stop = file(&world, ".claude/settings.json")["hooks"]["Stop"].to_string();
    let command = made["command"].as_str().unwrap();
    for text in [stop.as_str(), command] {
        assert!(text.contains(&format!("COUNTERSIGN_CONFIG_DIR={config}")), "{text}");
        assert!(text.contains(&format!("--store {url}")), "{text}");
    }
    let broken = r#"{"hooks":{"Stop":["x",{"hooks":3}]}}"#;
    std::fs::write(world.path().join(".claude/settings.json"), broken).unwrap();
    world.run(&["setup", "claude", "--json"]).refused_by("bad-file");
}

#[test]
fn setup_makes_no_file_where_a_link_to_nothing_leads() {
    let world = World::sqlite();
    let beside = world.folder_beside("beside");
    std::os::unix::fs::symlink(beside.join("made.json"), world.path().join(".mcp.json")).unwrap();
    let refused = world.run(&["setup", "claude", "--json"]);
    assert_ne!(refused.code, 0, "{refused:?}");
    assert!(!beside.join("made.json").exists());
    assert!(!world.path().join(".claude").exists(), "all of it or nothing");
}
