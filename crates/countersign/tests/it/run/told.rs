//! What a person is told: which setting to raise, which run is meant, what to type next.

use super::place::{HONEST, LIAR, Place, events, last};

fn settings(place: &Place, text: &str) {
    place.finish(&["init", "--owner", "ada"]).ok();
    let path = place.path().join("countersign.toml");
    let before = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{before}\n{text}")).unwrap();
}

#[test]
fn a_limit_that_is_reached_names_its_setting() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    let spends = format!(
        "{HONEST}; echo '{{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"ok\",\
         \"usage\":{{\"input_tokens\":1000,\"output_tokens\":500}}}}'"
    );
    let table = format!("command = {}", serde_json::to_string(&spends).unwrap());
    settings(
        &place,
        &format!(
            "[run]\nworker = \"big\"\nbudget_tokens = 100\n[workers.big]\n{table}\nspeaks = \"claude\"\n"
        ),
    );
    let run = place.finish(&["run", "tasks", "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let notes: Vec<String> = events(&run)
        .iter()
        .filter(|event| event["event"] == "run.noted" && event["task"] == "TASK-1")
        .map(|event| event["note"].to_string())
        .collect();
    assert!(notes.iter().any(|note| note.contains("budget_tokens in [run]")), "{run:#?}");
    assert_eq!(place.world.state("TASK-1"), "completed");

    let place = Place::new();
    place.task("TASK-1", &[]);
    settings(
        &place,
        "[run]\nworker = \"slow\"\nrevisions = 0\n[workers.slow]\ncommand = \"sleep 60\"\ntime_limit_seconds = 1\n",
    );
    let run = place.finish(&["run", "tasks"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.out.contains("time_limit_seconds in [workers.slow]"), "{run:#?}");
    let card = place.finish(&["show", "TASK-1"]).ok().out;
    assert!(card.contains("revisions in [run]"), "{card}");
    // The payload says when, as that of the specification does.
    let inbox = place.finish(&["inbox", "--json"]).ok().json();
    let blocked = &inbox[0]["blocked"];
    assert!(blocked["ts"].is_string() && blocked["ts"] == blocked["blocked_at"], "{inbox}");
}

#[test]
fn a_dry_run_names_who_would_work_and_refuses_who_is_not_there() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    settings(
        &place,
        "[workers.none]\ncommand = [\"/nowhere/agent\"]\n[workers.there]\ncommand = [\"true\"]\n",
    );
    let dry = place.finish(&["run", "tasks", "--worker", "none", "--dry-run"]);
    assert_eq!(dry.code, 2, "{dry:#?}");
    place.finish(&["run", "tasks", "--worker", "there", "--dry-run"]).ok();
    // One that lies idle with another goes to the one who is asked for.
    place.run(LIAR, &["--revisions", "0"]);
    place.finish(&["retry", "TASK-1"]).ok();
    let dry = place.finish(&["run", "tasks", "--worker", "there", "--dry-run", "--json"]).ok();
    assert_eq!(dry.json()["tasks"][0]["workers"], serde_json::json!(["there"]), "{dry:#?}");
}

#[test]
fn what_to_do_next_is_told_where_everything_is_held_up_and_the_report_is_of_a_run_with_tasks() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.run(LIAR, &["--revisions", "0"]);
    let run = place.run(LIAR, &["--only", "TASK-2"]);
    assert!(run.out.contains("next: countersign show TASK-1"), "{run:#?}");
    let state = place.finish(&["export", "builder-state"]).ok().out;
    assert!(!state.contains("\"verificationResults\":null"), "{state}");
    assert!(!state.contains("\"verificationResults\": null"), "{state}");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    place.finish(&["run", "--land"]);
    let report = place.finish(&["report"]).ok().out;
    assert!(report.contains("TASK-2"), "{report}");
    place.finish(&["cancel", "TASK-1", "--reason", "no more"]).ok();
    let retry = place.finish(&["retry", "TASK-1"]);
    assert!(retry.code != 0 && retry.err.contains("TASK-1 is cancelled"), "{retry:#?}");
}

#[test]
fn words_are_a_task_and_the_same_words_go_on_with_it() {
    let place = Place::new();
    let words = "Create docs/task-1.txt with the word done";
    let run = place.finish(&["run", words, "--worker-cmd", LIAR]);
    assert_eq!(run.code, 1, "{run:#?}");
    let again = place.finish(&["run", words, "--worker-cmd", LIAR, "--json"]);
    assert_eq!(last(&again)["tasks"][0]["id"], "TASK-1", "{again:#?}");
    place.finish(&["retry", "TASK-1", "--note", "please"]).ok();
    let line = "cat > /dev/null; mkdir docs; echo done > docs/task-1.txt";
    let done = place.finish(&["run", words, "--worker-cmd", line, "--json"]);
    assert_eq!((done.code, &last(&done)["completed"]), (0, &1.into()), "{done:#?}");
    // A path that is missing is no task.
    let missing = place.finish(&["run", "docs/none.md", "--worker-cmd", LIAR]);
    assert_eq!(missing.code, 2, "{missing:#?}");
}

#[test]
fn a_run_that_is_over_is_watched_with_its_own_times_and_its_summary() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    assert_eq!(place.run(&format!("sleep 1; {HONEST}"), &[]).code, 0);
    let watched = place.finish(&["watch"]).ok().out;
    assert!(watched.contains("1 of 1 completed") && watched.contains("next: "), "{watched}");
    let done = watched.lines().find(|line| line.contains("DONE")).unwrap();
    assert!(!done.contains(", 0."), "{done}");
}

#[test]
fn the_ways_out_of_a_card_are_as_they_have_to_be_typed() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let toml = "[workers.mine]\ncommand = \"true\"\n";
    place.write("countersign.toml", toml);
    assert_eq!(place.run(LIAR, &["--json"]).code, 1);
    let card = place.finish(&["show", "TASK-1"]).ok().out;
    assert!(card.contains("countersign run TASK-1 --worker-cmd '…'"), "{card}");
    assert!(card.contains("claude, codex, gemini, mine"), "{card}");
}

#[test]
fn the_report_of_a_run_that_was_killed_counts_what_it_shows() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    assert_eq!(place.run(HONEST, &["--json"]).code, 0);
    let runs = place.path().join(".countersign/runs");
    let log = std::fs::read_dir(&runs).unwrap().map(|file| file.unwrap().path());
    let log = log.into_iter().find(|path| path.to_string_lossy().contains("RUN-1")).unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    let is_of_second = |line: &str| line.contains("TASK-2") && line.contains("\"event\":\"task.");
    let is_of_it = |line: &&str| !line.contains("run.finished") && !is_of_second(line);
    let cut: Vec<&str> = text.lines().filter(is_of_it).collect();
    std::fs::write(&log, cut.join("\n") + "\n").unwrap();
    let report = place.finish(&["report", "RUN-1", "--json"]).ok().json();
    assert_eq!((&report["completed"], &report["failed"]), (&1.into(), &1.into()), "{report:#}");
    let open = report["tasks"].as_array().unwrap().iter().find(|one| one["id"] == "TASK-2");
    let open = open.unwrap();
    assert_eq!(open["ending"], "open");
    assert!(open["criteria"][0]["finding"].is_null(), "{open:#}");
}

#[test]
fn line_ends_that_git_converts_are_named_as_the_cause() {
    let place = Place::new();
    place.declared("TASK-1", "task-1.txt");
    let path = place.path().join("tasks/TASK-1.md");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("grep -q done", "grep -qx done")).unwrap();
    place.write(".gitattributes", "*.txt text eol=crlf\n");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    let run = place.run(HONEST, &["--json", "--revisions", "0"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let reason = last(&run)["tasks"][0]["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("line ends") && !reason.contains("others"), "{reason}");
}

#[test]
fn what_added_lines_call_for_and_no_criterion_asks_for_is_told() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.write(
        "test-activity-rules.json",
        r#"{"version":1,"filePatterns":{},"codePatterns":{"eval\\(":{"critics":["security-critic"],"reason":"runs text"}}}"#,
    );
    let worker = "cat > /dev/null; echo 'done eval(x)' > task-1.txt";
    let run = place.run(worker, &[]);
    assert_eq!(run.code, 0, "{run:#?}");
    let note = "what was added to task-1.txt calls for the critic security-critic";
    assert!(run.out.contains(note), "{run:#?}");
}

#[test]
fn a_folder_where_a_file_is_asked_for_is_told_of_as_one() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.declared("TASK-2", "out/report.txt");
    for (worker, name) in [
        ("cat > /dev/null; mkdir -p task-1.txt out/report.txt", "--revisions"),
        (
            "cat > /dev/null; mkdir -p task-1.txt out/report.txt; echo a > task-1.txt/a; echo a > out/report.txt/a",
            "--revisions",
        ),
    ] {
        let run = place.run(worker, &[name, "0", "--json"]);
        assert_eq!(run.code, 1, "{run:#?}");
        let inbox = place.finish(&["inbox"]).ok().out;
        assert!(inbox.contains("`out/report.txt` is a folder"), "{inbox}");
        for task in ["TASK-1", "TASK-2"] {
            place.finish(&["retry", task]).ok();
        }
    }
}
