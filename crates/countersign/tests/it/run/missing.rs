//! Workers that cannot be started, and who gets the task then.

use super::place::{HONEST, LIAR, Place, events, last};

fn nothing_was_made(place: &Place) {
    assert!(!place.path().join(".countersign").exists());
    assert!(!place.path().join("countersign.toml").exists());
}

#[test]
fn a_worker_without_a_program_or_a_line_is_refused_before_anything_is_made() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    for line in ["", "  ", "no-such-agent --yes", "/no/such/agent"] {
        let run = place.run(line, &["--json"]);
        run.refused_by("worker-missing");
        assert_eq!(run.code, 2, "{line}");
        assert!(run.error()["hint"].as_str().unwrap().contains("--worker"), "{run:#?}");
        nothing_was_made(&place);
    }
    let mut command = place.world.command(&["run", "tasks", "--worker", "claude", "--json"]);
    let empty = tempfile::tempdir().unwrap();
    let git = std::env::split_paths(&std::env::var_os("PATH").unwrap())
        .map(|folder| folder.join("git"))
        .find(|git| git.is_file());
    std::os::unix::fs::symlink(git.unwrap(), empty.path().join("git")).unwrap();
    let output = command.env("PATH", empty.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    nothing_was_made(&place);
}

#[test]
fn what_is_wrong_with_the_command_line_leaves_nothing_behind() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.finish(&["run", "tasks", "--worker", "nobody", "--json"]).refused_by("no-worker");
    place.finish(&["run", "tasks", "--json"]).refused_by("no-worker");
    let both = ["run", "tasks", "--worker", "claude", "--worker-cmd", "true", "--json"];
    place.finish(&both).refused_by("usage");
    nothing_was_made(&place);
}

#[test]
fn a_repository_without_a_work_tree_is_refused_before_anything_is_made() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    std::fs::remove_dir_all(place.path().join(".git")).unwrap();
    place.git(&["init", "--quiet", "--bare", "."]);
    let run = place.run("true", &["--json"]);
    run.refused_by("landing");
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.error()["hint"].as_str().unwrap().contains("worktree"), "{run:#?}");
    nothing_was_made(&place);
}

#[test]
fn a_program_that_its_shell_does_not_find_is_no_attempt_and_another_worker_takes_over() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    // What is called is only known when it runs.
    let run = place.run("agent=no-such-agent; $agent", &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let task = last(&run)["tasks"][0].clone();
    assert_eq!(task["attempts"], 0, "{task:#}");
    let reason = task["reason"].as_str().unwrap();
    assert!(reason.contains("no such program") && reason.contains("no-such-agent"), "{reason}");
    place.write("countersign.toml", &format!("[workers.honest]\ncommand = '''{HONEST}'''\n"));
    let run = place.finish(&["run", "tasks", "--worker", "honest", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["attempts"], 1);
}

#[test]
fn a_bare_run_says_how_to_go_on_with_what_a_one_off_worker_has() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.run("agent=no-such-agent; $agent", &[]);
    let bare = place.finish(&["run", "--json"]);
    bare.refused_by("no-worker");
    assert!(bare.error()["message"].as_str().unwrap().contains("TASK-1"), "{bare:#?}");
    let run = place.finish(&["run", "--worker-cmd", HONEST]);
    assert_eq!(run.code, 0, "{run:#?}");
}

#[test]
fn a_task_of_a_worker_that_is_not_there_is_left_and_the_others_go_on_and_land() {
    let place = Place::new();
    place.write(
        "countersign.toml",
        &format!(
            "[workers.honest]\ncommand = '''{HONEST}'''\n[workers.liar]\ncommand = '''{LIAR}'''\n\
             [workers.absent]\ncommand = \"no-such-agent --yes\"\n"
        ),
    );
    let settled = |task: &str, worker: &str| {
        place.task(task, &[]);
        place.finish(&["run", &format!("tasks/{task}.md"), "--worker", worker])
    };
    settled("TASK-1", "honest").ok();
    assert_eq!(settled("TASK-2", "liar").code, 1);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    let retried = place.finish(&["retry", "TASK-2", "--worker", "absent"]).ok();
    assert!(retried.err.contains("no-such-agent"), "{retried:#?}");
    let run = place.finish(&["run", "--land", "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let end = last(&run);
    assert!(end["landed"].is_string(), "{end:#}");
    let left = end["tasks"].as_array().unwrap().iter().find(|one| one["id"] == "TASK-2").unwrap();
    let reason = left["reason"].as_str().unwrap();
    assert!(reason.contains("no-such-agent") && reason.contains("--worker NAME"), "{reason}");
    assert!(place.path().join("task-1.txt").exists());
    settled("TASK-3", "honest").ok();
    let inbox = place.finish(&["inbox"]).ok().out;
    assert!(inbox.contains("countersign retry TASK-2 --worker NAME"), "{inbox}");
    let run = place.finish(&["run", "TASK-2", "--worker", "honest", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
}

#[test]
fn a_worker_that_fails_is_said_to_with_its_last_words() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let line = "cat > /dev/null; echo 'no key for the model' >&2; exit 3";
    let run = place.run(line, &[]);
    assert_eq!(run.code, 1, "{run:#?}");
    let words = "exit code 3: no key for the model";
    let failed = run.out.lines().find(|line| line.contains("FAIL")).unwrap();
    assert!(failed.contains(words), "{failed}");
    for page in [["inbox", "--color=never"], ["show", "TASK-1"]] {
        let page = place.finish(&page).out;
        assert!(page.contains(words), "{page}");
    }
    let shown = place.finish(&["task", "show", "TASK-1"]).ok().out;
    assert!(shown.contains(words), "{shown}");
    let summary = run.out.lines().find(|line| line.trim_start().starts_with("TASK-1  ")).unwrap();
    assert!(summary.chars().count() < 200, "{summary}");
}

#[test]
fn a_delivery_is_told_with_the_exit_code_and_the_last_lines() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let run = place.run(&format!("echo begun; {HONEST}; echo said at last; exit 4"), &["--json"]);
    let all = events(&run);
    let delivered = all.iter().find(|event| event["event"] == "task.delivered").unwrap();
    assert_eq!(delivered["exit"]["failure"], 4, "{delivered:#}");
    assert_eq!(delivered["said"], "begun\nsaid at last");
}

#[test]
fn a_dry_run_is_about_what_is_asked_for() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.task("TASK-3", &[]);
    let names = |more: &[&str]| -> Vec<String> {
        let run = place.run(LIAR, &[&["--dry-run", "--json"], more].concat()).ok().json();
        let all = run["tasks"].as_array().unwrap().clone();
        all.iter().map(|task| task["task"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["--only", "TASK-3"]), ["TASK-3"]);
    assert_eq!(names(&["--from", "TASK-1"]), ["TASK-1", "TASK-2"]);
    assert_eq!(place.run(LIAR, &["--dry-run", "--only", "TASK-9"]).code, 2);
}

#[test]
fn what_a_lead_overrides_counts_as_completed() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    assert_eq!(place.run(LIAR, &[]).code, 1);
    place.finish(&["task", "override", "TASK-1", "--reason", "good enough"]).ok();
    let run = place.run(LIAR, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["basis"], "override");
}

#[test]
fn a_worker_that_complains_of_a_limit_and_did_the_work_is_judged() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let line = format!("{HONEST}; echo 'Error: 429 Too Many Requests' >&2; exit 1");
    let run = place.run(&line, &["--json"]).ok();
    assert_eq!(last(&run)["tasks"][0]["attempts"], 1, "{run:#?}");
    assert!(!run.out.contains("task.interrupted"), "{run:#?}");
    // One that did nothing is believed, and waits.
    place.task("TASK-2", &[]);
    place.finish(&["init", "--owner", "ada"]);
    let settings = place.path().join("countersign.toml");
    let text = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(&settings, format!("{text}\n[run]\nbackoff_seconds = [1]\n")).unwrap();
    let line = "cat > /dev/null; echo 'Error: 429 Too Many Requests' >&2; exit 1";
    let run = place.run(line, &["--json", "--only", "TASK-2"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["attempts"], 0, "{run:#?}");
}

/// Workers of which one is not installed, and a table that gives it what is complex.
fn with_an_absent_one(place: &Place) {
    place.write(
        "countersign.toml",
        &format!(
            "[workers.honest]\ncommand = '''{HONEST}'''\n[workers.absent]\ncommand = \"no-such-agent --yes\"\n\
             [run]\nworker = \"honest\"\n[run.pick.complexity]\ncomplex = \"absent\"\n"
        ),
    );
}

fn complex(place: &Place, id: &str, needs: &[&str]) {
    place.task(id, needs);
    let path = place.path().join(format!("tasks/{id}.md"));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, text.replace("complexity: simple", "complexity: complex")).unwrap();
}

#[test]
fn a_new_task_whose_worker_is_not_there_is_left_with_a_card_and_the_others_go_on() {
    let place = Place::new();
    with_an_absent_one(&place);
    place.task("TASK-1", &[]);
    complex(&place, "TASK-2", &["TASK-1"]);
    place.task("TASK-3", &["TASK-2"]);
    place.task("TASK-4", &["TASK-1"]);
    let planned = place.finish(&["run", "tasks", "--dry-run"]).ok();
    assert!(planned.err.contains("no-such-agent"), "{planned:#?}");
    let run = place.finish(&["run", "tasks", "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let end = last(&run);
    let of = |id: &str| {
        let all = end["tasks"].as_array().unwrap();
        all.iter().find(|one| one["id"] == id).unwrap().clone()
    };
    assert_eq!(
        (&of("TASK-1")["state"], &of("TASK-4")["state"]),
        (&"completed".into(), &"completed".into())
    );
    let reason = of("TASK-2")["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("no-such-agent") && reason.contains("--worker NAME"), "{reason}");
    assert!(of("TASK-3")["reason"].as_str().unwrap().contains("TASK-2"), "{end:#}");
    let inbox = place.finish(&["inbox"]).ok().out;
    assert!(inbox.contains("no-such-agent"), "{inbox}");
    assert!(inbox.contains("countersign retry TASK-2 --worker NAME"), "{inbox}");
    // The table would have it again; the person at the command line wins over one who is not there.
    let run = place.finish(&["run", "tasks", "--worker", "honest", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
}

#[test]
fn where_nobody_who_comes_first_is_there_the_run_is_refused_and_its_hint_helps() {
    let place = Place::new();
    with_an_absent_one(&place);
    complex(&place, "TASK-1", &[]);
    let run = place.finish(&["run", "tasks", "--json"]);
    run.refused_by("worker-missing");
    assert_eq!(run.code, 2, "{run:#?}");
    assert!(run.error()["hint"].as_str().unwrap().contains("--worker NAME"), "{run:#?}");
    assert!(!place.path().join(".countersign").exists());
    let run = place.finish(&["run", "tasks", "--worker", "absent", "--json"]);
    run.refused_by("worker-missing");
    let run = place.finish(&["run", "tasks", "--worker", "honest", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
}

#[test]
fn a_worker_that_a_task_names_and_that_is_not_there_gives_way_to_the_one_asked_for() {
    let place = Place::new();
    with_an_absent_one(&place);
    for id in ["TASK-1", "TASK-2"] {
        place.task(id, &[]);
    }
    let path = place.path().join("tasks/TASK-2.md");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, text.replacen("layer: 1", "worker: absent\nlayer: 1", 1)).unwrap();
    assert_eq!(place.finish(&["run", "tasks"]).code, 1);
    place.finish(&["run", "tasks", "--worker-cmd", HONEST]).ok();
}

#[test]
fn work_that_comes_to_one_who_is_not_there_after_another_failed_is_left() {
    let place = Place::new();
    place.write(
        "countersign.toml",
        &format!(
            "[workers.liar]\ncommand = '''{LIAR}'''\n[workers.absent]\ncommand = \"no-such-agent\"\n\
             [run]\nworker = \"liar\"\nfallback = [\"absent\"]\n"
        ),
    );
    place.task("TASK-1", &[]);
    let run = place.finish(&["run", "tasks"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.err.contains("what comes to absent is left"), "{run:#?}");
    let inbox = place.finish(&["inbox"]).ok().out;
    assert!(inbox.contains("no-such-agent"), "{inbox}");
}
