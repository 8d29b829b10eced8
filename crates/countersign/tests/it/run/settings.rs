//! Who works on what, as the settings say.

use super::place::{HONEST, Place, last};

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

#[test]
fn settings_that_a_worker_leaves_decide_nothing_about_what_builds_on_them() {
    let place = Place::new();
    let evaluator = |pass: bool| {
        let answer = format!("{{\\\"pass\\\": {pass}, \\\"diagnosis\\\": \\\"it is so\\\"}}");
        format!("[evaluator]\ncommand = \"cat > /dev/null; echo '{answer}'\"\n")
    };
    place.write("countersign.toml", &evaluator(false));
    place.write("theirs.toml", &format!("# done\n{}", evaluator(true)));
    // A task may even ask for the file, so that it is part of what the next one builds on.
    place.declared("TASK-1", "countersign.toml");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "settings"]);
    place.run("cp theirs.toml countersign.toml", &[]).ok();
    let landed = place.git(&["show", "countersign/integration:countersign.toml"]);
    assert!(landed.contains("true"), "what follows is not judged on it: {landed}");
    place.write(
        "flow.yaml",
        "name: one\nsteps:\n  - role: developer\n    brief: \"Write task-2.txt\"\n    completion:\n      type: file\n      \
         path: task-2.txt\n      evaluate: \"It says that it is done.\"\n",
    );
    let garbage = "echo garbage > task-2.txt";
    let run = place.finish(&["run", "flow.yaml", "--worker-cmd", garbage, "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["state"], "blocked", "{run:#?}");
}

#[test]
fn settings_that_nobody_asked_for_are_left_behind() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let worker = format!("{HONEST}; echo '[verify' > countersign.toml; echo '{{}}' > .mcp.json");
    place.run(&worker, &[]).ok();
    let landed = place.git(&["ls-tree", "--name-only", "countersign/integration"]);
    assert!(!landed.contains("mcp.json") && !landed.contains("countersign.toml"), "{landed}");
}
