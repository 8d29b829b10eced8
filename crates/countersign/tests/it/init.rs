//! `init`, from nothing to a lead.

use crate::world::World;

#[test]
fn init_makes_the_user_the_lead_and_keeps_its_state_out_of_version_control() {
    let world = World::bare();
    let made = world.run(&["init"]).ok();
    assert!(made.out.contains("ada-lovelace is the lead"), "{}", made.out);
    let ignored = std::fs::read_to_string(world.path().join(".countersign/.gitignore")).unwrap();
    assert_eq!(ignored, "*\n");
    assert!(world.path().join("countersign.toml").exists());
    let actors = world.run(&["actor", "list", "--json"]).ok().json();
    assert_eq!(actors[0]["name"], "ada-lovelace");
    assert_eq!(actors[0]["hats"], serde_json::json!(["lead"]));
}

#[test]
fn a_second_init_changes_nothing() {
    let world = World::sqlite();
    let before = world.run(&["log", "--json"]).ok().out;
    let again = world.run(&["init", "--owner", "mallory", "--json"]);
    again.refused_by("already-initialised");
    assert_eq!(world.run(&["log", "--json"]).ok().out, before);
    world.run(&["goal", "create", "still the lead"]).ok();
}

#[test]
fn the_project_is_found_from_a_folder_below_it() {
    let world = World::sqlite();
    let below = world.path().join("src/deep");
    std::fs::create_dir_all(&below).unwrap();
    let mut command = world.command(&["goal", "create", "g"]);
    let output = command.current_dir(below).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(world.run(&["goal", "list", "--json"]).ok().json()["items"][0]["id"], "GOAL-1");
}

#[test]
fn a_name_that_does_not_fit_is_refused_with_the_rule() {
    let world = World::bare();
    let outcome = world.run(&["init", "--owner", "Ada Lovelace"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("lower-case"), "{}", outcome.err);
    assert!(!world.path().join(".countersign").exists());
}

#[test]
fn an_existing_configuration_file_is_kept() {
    let world = World::bare();
    let text = "# mine\n[store]\n";
    std::fs::write(world.path().join("countersign.toml"), text).unwrap();
    world.run(&["init"]).ok();
    assert_eq!(std::fs::read_to_string(world.path().join("countersign.toml")).unwrap(), text);
}

#[test]
fn the_store_of_an_existing_configuration_file_is_used() {
    let world = World::bare();
    let elsewhere = world.path().join("elsewhere.db");
    let text = format!("[store]\nurl = \"sqlite://{}\"\n", elsewhere.display());
    std::fs::write(world.path().join("countersign.toml"), text).unwrap();
    world.run(&["init"]).ok();
    assert!(elsewhere.exists());
    world.run(&["goal", "create", "g"]).ok();
}
