//! Being able to open the store is not yet authority.

use std::os::unix::fs::PermissionsExt;

use crate::world::World;

fn owner_secret(world: &World) -> std::path::PathBuf {
    let only_entry = |folder: std::path::PathBuf| {
        let mut entries = std::fs::read_dir(folder).unwrap();
        entries.next().unwrap().unwrap().path()
    };
    only_entry(only_entry(world.config.path().join("owners")))
}

#[test]
fn the_owners_secret_is_for_the_owner_only() {
    let world = World::sqlite();
    let mode = std::fs::metadata(owner_secret(&world)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    std::fs::set_permissions(owner_secret(&world), PermissionsExt::from_mode(0o644)).unwrap();
    let exposed = world.run(&["goal", "create", "g", "--json"]);
    exposed.refused_by("secret-exposed");
}

#[test]
fn without_a_secret_the_store_can_be_read_and_not_written() {
    let world = World::sqlite();
    std::fs::remove_file(owner_secret(&world)).unwrap();
    world.run(&["status"]).ok();
    world.run(&["task", "list"]).ok();
    let outcome = world.run(&["goal", "create", "g", "--json"]);
    outcome.refused_by("no-identity");
    assert_eq!(outcome.code, 1);
}

#[test]
fn names_in_the_environment_or_on_the_command_line_are_not_identity() {
    let world = World::sqlite().with_team();
    let id = world.task_in_review("t");
    let mut command = world.command(&["task", "approve", &id, "--json"]);
    command.env("COUNTERSIGN_TOKEN", world.token("bob"));
    command.env("USER", "rex").env("COUNTERSIGN_ACTOR", "rex").env("COUNTERSIGN_AGENT", "rex");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("bob may not review"));
    for flag in ["--as", "--actor", "--agent-name"] {
        assert_eq!(world.run(&["task", "approve", &id, flag, "rex"]).code, 2);
    }
}

#[test]
fn a_wrong_token_is_not_replaced_by_the_owners_secret() {
    let world = World::sqlite();
    for wrong in ["nonsense", "cst_0123456789abcdef_00"] {
        let mut command = world.command(&["goal", "create", "g"]);
        let output = command.env("COUNTERSIGN_TOKEN", wrong).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
    }
    let missing = world.run(&["goal", "create", "g", "--token-file", "none.token"]);
    assert_eq!(missing.code, 2, "{missing:#?}");
    assert_eq!(world.run(&["goal", "list", "--json"]).ok().json()["items"], serde_json::json!([]));
}

#[test]
fn a_token_is_shown_once_or_written_to_a_file_that_only_its_user_can_read() {
    let world = World::sqlite();
    let args = ["actor", "add", "bob", "--kind", "agent", "--write-token", "bob.token"];
    let added = world.run(&args).ok();
    let token = std::fs::read_to_string(world.path().join("bob.token")).unwrap();
    assert!(!added.out.contains(token.trim()), "{}", added.out);
    let mode = std::fs::metadata(world.path().join("bob.token")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let who = world.run(&["goal", "create", "g", "--token-file", "bob.token", "--json"]).ok();
    assert_eq!(who.json()["id"], "GOAL-1");
    let log = world.run(&["log", "--json"]).ok();
    assert!(!log.out.contains(token.trim().rsplit('_').next().unwrap()));
    // An existing file is never written over.
    let again = ["actor", "add", "eve", "--kind", "agent", "--write-token", "bob.token"];
    assert_eq!(world.run(&again).code, 1);
    assert_eq!(std::fs::read_to_string(world.path().join("bob.token")).unwrap(), token);
}

#[test]
fn a_revoked_token_opens_nothing() {
    let world = World::sqlite().with_team();
    let actors = world.run(&["actor", "list", "--json"]).ok().json();
    let bob = actors.as_array().unwrap().iter().find(|actor| actor["name"] == "bob").unwrap();
    let id = bob["tokens"][0]["id"].as_str().unwrap();
    world.run(&["actor", "token", "--revoke", id]).ok();
    let outcome = world.run_as("bob", &["goal", "create", "g", "--json"]);
    outcome.refused_by("token-invalid");
    let fresh = world.run(&["actor", "token", "bob", "--expires", "1h", "--json"]).ok().json();
    let mut command = world.command(&["goal", "create", "g"]);
    let output = command.env("COUNTERSIGN_TOKEN", fresh["token"].as_str().unwrap()).output();
    assert!(output.unwrap().status.success());
}

#[test]
fn a_token_that_is_set_to_nothing_is_not_set() {
    let world = World::sqlite();
    let mut command = world.command(&["goal", "create", "g", "--json"]);
    let output = command.env("COUNTERSIGN_TOKEN", "").output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
