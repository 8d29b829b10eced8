//! Workers that lie somewhere else than in the project: a person's own scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::place::{HONEST, Place, last};

/// An agent in two files, of which the first calls the second by where it lies itself.
fn agent_in(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("agent.sh"), ". \"$(dirname \"$0\")/part.sh\"\nwork\n").unwrap();
    fs::write(folder.join("part.sh"), format!("work() {{ {HONEST}; }}\n")).unwrap();
}

#[test]
fn a_script_that_is_an_argument_works_with_what_lies_beside_it() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let elsewhere = tempfile::tempdir().unwrap();
    agent_in(&elsewhere.path().join("agents"));
    let line = format!("bash {}/agents/agent.sh", elsewhere.path().display());
    let run = place.run(&line, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
}

#[test]
fn a_script_beside_the_project_works_by_its_relative_path() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &[]);
    let elsewhere = tempfile::tempdir_in(place.path().parent().unwrap()).unwrap();
    agent_in(&elsewhere.path().join("agents"));
    let name = elsewhere.path().file_name().unwrap().to_str().unwrap();
    let line = format!("bash ../{name}/agents/agent.sh");
    let run = place.run(&line, &["--only", "TASK-1", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    place.write("countersign.toml", &format!("[workers.mine]\ncommand = {line:?}\n"));
    let run = place.finish(&["run", "tasks", "--worker", "mine", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
}

#[test]
fn a_script_of_the_home_works_by_the_name_that_the_person_has_for_it() {
    let home = tempfile::tempdir().unwrap();
    agent_in(&home.path().join("agents"));
    let secret = home.path().join("notes");
    fs::write(&secret, "nobody's business").unwrap();
    let script = format!("cat {} ~/notes; {HONEST}", secret.display());
    fs::write(home.path().join("alone.sh"), &script).unwrap();
    agent_in(&home.path().join(".hidden"));
    let hidden = home.path().join(".hidden/alone.sh");
    fs::write(&hidden, &script).unwrap();
    fs::set_permissions(hidden, fs::Permissions::from_mode(0o700)).unwrap();
    for line in ["bash ~/agents/agent.sh", "sh ~/alone.sh", "~/.hidden/alone.sh"] {
        let place = Place::new();
        place.task("TASK-1", &[]);
        let mut command = place.world.command(&["run", "tasks", "--json", "--worker-cmd", line]);
        command.env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", home.path());
        let output = command.output().unwrap();
        let words = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{line}: {words}");
        assert!(!words.contains("nobody's business"), "{words}");
    }
}

#[test]
fn a_folder_with_the_project_in_it_is_not_shown_for_a_script_that_lies_there() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let script = place.path().join("tasks/agent.sh");
    fs::write(&script, HONEST).unwrap();
    let run = place.run(&format!("bash {}", script.display()), &["--json"]);
    assert_eq!(run.code, 1, "the project itself stays closed: {run:#?}");
    assert_eq!(last(&run)["tasks"][0]["state"], "in_progress", "{run:#?}");
}

#[test]
fn a_script_of_the_project_that_git_ignores_works_and_is_no_part_of_the_result() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.write(".gitignore", "/bin/\n");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    // Ignored by the project, and by nothing that is part of it.
    place.write(".git/info/exclude", "/agent.sh\n");
    place.write("agent.sh", &format!("#!/bin/sh\nsh bin/part.sh && {HONEST}\n"));
    place.write("bin/part.sh", "exit 0\n");
    place.git(&["update-index", "--refresh"]);
    let run = place.run("sh ./agent.sh bin/part.sh", &["--land"]).ok();
    assert!(run.out.contains("1 of 1 completed"), "{run:#?}");
    let files = place.git(&["ls-tree", "-r", "--name-only", "HEAD"]);
    assert!(files.contains("task-1.txt") && !files.contains(".sh"), "{files}");
    assert!(place.path().join("agent.sh").exists());
}
