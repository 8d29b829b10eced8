//! Who works on what, as the settings say.

use super::place::{HONEST, Place};

fn planned(place: &Place) -> serde_json::Value {
    place.finish(&["run", "tasks", "--worker", "a", "--dry-run", "--json"]).ok().json()
}

fn workers(more: &str) -> String {
    let one = |name: &str| format!("[workers.{name}]\ncommand = '''{HONEST}'''\n");
    format!("{}{}{}{more}", one("a"), one("b"), one("c"))
}

#[test]
fn the_table_picks_by_what_a_task_says_of_itself() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.write("countersign.toml", &workers("[run.pick.complexity]\nsimple = [\"b\", \"c\"]\n"));
    assert_eq!(planned(&place)["tasks"][0]["workers"], serde_json::json!(["b", "c"]));
    place.write(
        "countersign.toml",
        &workers("[run.pick.complexity]\nsimple = \"b\"\n[run.pick.track]\nshared = \"c\"\n"),
    );
    assert_eq!(planned(&place)["tasks"][0]["workers"], serde_json::json!(["c"]));
    place.write("countersign.toml", &workers("[run]\nworker = \"b\"\nfallback = [\"a\", \"c\"]\n"));
    assert_eq!(planned(&place)["tasks"][0]["workers"], serde_json::json!(["a", "c"]));
}

#[test]
fn a_name_in_the_settings_that_is_no_worker_is_found_at_once() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.write("countersign.toml", &workers("[run.pick.role]\nwriter = \"nobody\"\n"));
    let run = place.finish(&["run", "tasks", "--worker", "a", "--dry-run", "--json"]);
    run.refused_by("no-worker");
    let message = run.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("[run.pick.role] writer"), "{message}");
}

#[test]
fn a_task_that_names_its_worker_gets_it_whatever_the_settings_say() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, text.replacen("track: shared\n", "track: shared\nworker: c\n", 1))
        .unwrap();
    place.write("countersign.toml", &workers("[run.pick.track]\nshared = \"b\"\n"));
    assert_eq!(planned(&place)["tasks"][0]["workers"], serde_json::json!(["c"]));
}
