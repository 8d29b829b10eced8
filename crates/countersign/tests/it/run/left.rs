//! What a run could not go on with: a card says what is in the way, and no attempt is counted.

use super::place::{HONEST, Place, last};

/// The card of a task in the inbox, as JSON and as a person reads it.
fn card(place: &Place, task: &str) -> (serde_json::Value, String) {
    let json = place.finish(&["inbox", "--json"]).ok().json();
    let found = json.as_array().unwrap().iter().find(|item| item["about"] == task).cloned();
    (
        found.unwrap_or_else(|| panic!("{task} is not in {json:#}")),
        place.finish(&["inbox"]).ok().out,
    )
}

#[test]
fn a_contract_that_holds_already_is_in_the_inbox_with_the_ways_on() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.write("task-1.txt", "done\n");
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(last(&run)["next"].as_str().unwrap().contains("countersign inbox"), "{run:#?}");
    let (json, page) = card(&place, "TASK-1");
    assert_eq!(json["need"], "resume");
    assert_eq!(json["hindrance"], "holds_already", "{json:#}");
    for words in [
        "a run could not go on with it",
        "every criterion passes on the base already",
        "countersign criterion add TASK-1",
        "countersign run TASK-1 --worker-cmd '…' --allow-vacuous",
        "countersign cancel TASK-1",
    ] {
        assert!(page.contains(words), "{words} is not in {page}");
    }
    // The same again is said once; what is in the way being gone, so is the card.
    place.run(HONEST, &[]);
    let log = place.finish(&["log", "--task", "TASK-1", "--json", "--limit", "100"]).ok().out;
    assert_eq!(log.matches("\"event\":\"left\"").count(), 1, "{log}");
    std::fs::remove_file(place.path().join("task-1.txt")).unwrap();
    place.run(HONEST, &[]).ok();
    assert!(!place.finish(&["inbox"]).ok().out.contains("TASK-1"));
}

#[test]
fn a_task_that_a_rate_limit_stopped_is_in_the_inbox_and_goes_on_later() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.write("countersign.toml", "[run]\nbackoff_seconds = []\n");
    let limited = "cat > /dev/null; echo 'Error: 429 Too Many Requests' >&2; exit 1";
    assert_eq!(place.run(limited, &[]).code, 1);
    let (json, page) = card(&place, "TASK-1");
    assert_eq!(json["hindrance"], "rate_limit", "{json:#}");
    assert!(json["ways_out"]["reassign"].is_string(), "{json:#}");
    assert!(page.contains("backoff_seconds in [run]"), "{page}");
    let run = place.run(HONEST, &["--json"]).ok();
    assert_eq!(last(&run)["tasks"][0]["attempts"], 1, "{run:#?}");
    assert!(!place.finish(&["inbox"]).ok().out.contains("TASK-1"));
}

#[test]
fn a_worker_that_is_not_logged_in_has_made_no_attempt() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let says = r#"{"type":"result","subtype":"success","is_error":true,"result":"Not logged in, please run /login"}"#;
    place.write(
        "countersign.toml",
        &format!(
            "[workers.stranger]\ncommand = '''cat > /dev/null; echo '{says}'; exit 1'''\nspeaks = \"claude\"\n\
             [run]\nworker = \"stranger\"\n"
        ),
    );
    let run = place.finish(&["run", "tasks", "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["attempts"], 0, "{run:#?}");
    let (json, page) = card(&place, "TASK-1");
    assert_eq!(json["hindrance"], "trouble", "{json:#}");
    assert!(page.contains("stranger is not logged in"), "{page}");
    assert!(page.contains("(Not logged in, please run /login)"), "in words: {page}");
    // What it did before counts.
    place.task("TASK-2", &[]);
    let line = format!("{HONEST}; echo 'Error: invalid API key' >&2; exit 1");
    let run = place.run(&line, &["--json", "--only", "TASK-2"]).ok();
    assert_eq!(last(&run)["tasks"][0]["attempts"], 1, "{run:#?}");
}
