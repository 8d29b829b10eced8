//! A run in a linked work tree.

use std::path::Path;

use super::place::{HONEST, Place, last};
use crate::world::Outcome;

fn run_in(place: &Place, folder: &Path, args: &[&str]) -> Outcome {
    let mut command = place.world.command(args);
    command.current_dir(folder).env("PATH", std::env::var_os("PATH").unwrap());
    let output = command.output().unwrap();
    Outcome {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn it_goes_on_in_the_journal_of_the_project() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    assert_eq!(place.run(HONEST, &["--json"]).code, 0);
    let around = tempfile::tempdir().unwrap();
    let tree = around.path().join("tree");
    place.git(&["worktree", "add", "-q", tree.to_str().unwrap(), "-b", "other"]);
    place.task("TASK-2", &[]);
    let tasks = place.path().join("tasks");
    let args = ["run", tasks.to_str().unwrap(), "--worker-cmd", HONEST, "--json"];
    let run = run_in(&place, &tree, &args);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(!run.err.contains("new journal"), "{run:#?}");
    assert!(!tree.join(".countersign").exists() && !tree.join("countersign.toml").exists());
    assert_eq!(last(&run)["tasks"].as_array().unwrap().len(), 2);
    let again =
        |event: &serde_json::Value| event["event"] == "task.started" && event["task"] == "TASK-1";
    assert!(!super::place::events(&run).iter().any(again), "it was completed before: {run:#?}");
    assert_eq!(place.world.state("TASK-2"), "completed");
}
