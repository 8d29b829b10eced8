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

#[test]
fn an_init_that_was_cut_short_can_be_run_again() {
    let world = World::sqlite();
    let id =
        std::fs::read_dir(world.config.path().join("owners")).unwrap().next().unwrap().unwrap();
    // A secret left over from an init that never made anyone lead.
    let stale = id.path().join("0000000000000000.token");
    std::fs::write(&stale, format!("cst_0000000000000000_{}", "0".repeat(64))).unwrap();
    std::fs::set_permissions(&stale, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    world.run(&["goal", "create", "still let in"]).ok();
    // Settings that were never written come back, and the lead stays who it was.
    std::fs::remove_file(world.path().join("countersign.toml")).unwrap();
    world.run(&["init", "--json"]).refused_by("already-initialised");
    world.run(&["goal", "create", "still the lead"]).ok();
}

#[test]
fn of_two_inits_at_once_one_becomes_lead_and_can_get_in() {
    let world = World::bare();
    let world = &world;
    let codes: Vec<i32> = std::thread::scope(|scope| {
        let inits: Vec<_> =
            (0..6).map(|_| scope.spawn(|| world.run(&["init", "--owner", "ada"]).code)).collect();
        inits.into_iter().map(|init| init.join().unwrap()).collect()
    });
    assert_eq!(codes.iter().filter(|code| **code == 0).count(), 1, "{codes:?}");
    world.run(&["goal", "create", "let in"]).ok();
}

#[test]
fn a_password_does_not_reach_the_settings() {
    let world = World::bare();
    let url = "postgres://me:sesame@localhost:1/x?host=/nowhere";
    assert_eq!(world.run(&["init", "--store", url]).code, 5);
    let server = countersign_testkit::ThrowawayPostgres::start();
    let url = server.create_database().replace("postgres@", "postgres:sesame@");
    let made = world.run(&["init", "--store", &url]).ok();
    assert!(made.err.contains("COUNTERSIGN_STORE"), "{made:#?}");
    let settings = std::fs::read_to_string(world.path().join("countersign.toml")).unwrap();
    assert!(!settings.contains("sesame") && !made.out.contains("sesame"), "{settings}");
}
