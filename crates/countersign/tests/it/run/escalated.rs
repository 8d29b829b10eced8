//! A blocked task and an escalation command: a real executable that reads the payload and answers.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::place::{HONEST, LIAR, Place, events, last};
use crate::world::Outcome;

/// A place in which a liar works, with an honest worker at hand and an escalation command of this text.
fn place(script: &str, settings: &str) -> Place {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.write("escalate.sh", &format!("#!/bin/sh\n{script}\n"));
    let path = place.path().join("escalate.sh");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    place.write(
        "countersign.toml",
        &format!(
            "[workers.liar]\ncommand = '''{LIAR}'''\n[workers.honest]\ncommand = '''{HONEST}'''\n\
             [run]\nworker = \"liar\"\nescalate = \"./escalate.sh\"\n{settings}\n"
        ),
    );
    place
}

fn run(place: &Place) -> Outcome {
    place.finish(&["run", "tasks", "--json"])
}

fn answers(outcome: &Outcome) -> Vec<(String, String)> {
    let word = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    events(outcome)
        .iter()
        .filter(|event| event["event"] == "task.escalated")
        .map(|event| (word(&event["answer"]), word(&event["reason"])))
        .collect()
}

/// Every record of the journal that the escalation command wrote, by the name of its event.
fn written(place: &Place) -> Vec<String> {
    let log = place.finish(&["log", "--json", "--limit", "1000"]).ok().out;
    let records = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    records
        .filter(|record| record["by"] == "escalation")
        .map(|record| record["event"]["event"].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn work_that_is_blocked_is_reassigned_before_a_person_is_asked() {
    let answer = r#"cat > payload.json; echo '{"answer":"reassign","to":"honest","reason":"the other one can"}'"#;
    let place = place(answer, "");
    let run = run(&place);
    assert_eq!(run.code, 0, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["state"], "completed");
    assert_eq!(answers(&run), [("reassign".to_owned(), "the other one can".to_owned())]);
    let payload = fs::read_to_string(place.path().join("payload.json")).unwrap();
    let payload: serde_json::Value = serde_json::from_str(&payload).unwrap();
    assert_eq!(payload["type"], "task.blocked");
    assert_eq!(payload["task_id"], "TASK-1");
    assert_eq!(payload["agent"], "liar");
    assert_eq!(payload["attempts"].as_array().unwrap().len(), 2);
    assert_eq!(payload["workers"], json!(["honest", "liar"]));
    let actors = place.finish(&["actor", "list", "--json"]).ok().json();
    let own = actors.as_array().unwrap().iter().find(|one| one["name"] == "escalation").unwrap();
    assert_eq!((&own["kind"], own["hats"].as_array().unwrap().len()), (&"escalation".into(), 0));
    assert_eq!(written(&place), ["escalation_answered", "assigned"]);
}

#[test]
fn it_is_asked_once_and_not_by_another_run_either() {
    let place = place(
        r#"echo asked >> asked; echo '{"answer":"retry","note":"try the front door","reason":"it never tried"}'"#,
        "",
    );
    let run = run(&place);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["state"], "blocked", "a liar stays one");
    assert_eq!(last(&run)["tasks"][0]["attempts"], 4);
    assert_eq!(answers(&run).len(), 1, "it is asked once, so that it can never go round");
    let again = place.finish(&["run", "TASK-1", "--json"]);
    assert_eq!(answers(&again).len(), 0, "another run does not ask again either");
    assert_eq!(fs::read_to_string(place.path().join("asked")).unwrap(), "asked\n");
    // A lead who hands it out again begins anew.
    place.finish(&["retry", "TASK-1", "--note", "once more"]).ok();
    let anew = place.finish(&["run", "TASK-1", "--json"]);
    assert_eq!(answers(&anew).len(), 1, "{anew:#?}");
}

#[test]
fn a_retry_says_its_note_to_the_worker() {
    let place = place(r#"echo '{"answer":"retry","note":"try the front door","reason":"so"}'"#, "");
    let stubborn = format!(
        "brief=$(cat); case \"$brief\" in *'front door'*) printf '%s' \"$brief\" | ({HONEST});; esac"
    );
    let run = place.run(&stubborn, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["attempts"], 3);
}

#[test]
fn it_is_asked_as_often_as_the_settings_allow() {
    let place = place(
        r#"echo '{"answer":"retry","note":"again","reason":"again"}'"#,
        "escalations = 3\nrevisions = 0",
    );
    let run = run(&place);
    assert_eq!(answers(&run).len(), 3, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["state"], "blocked");
}

#[test]
fn an_amended_contract_is_in_the_journal_with_who_and_why() {
    let amend = r#"id=$(grep -o '"id":"command-[0-9]*"' | head -n 1 | cut -d'"' -f4)
printf '{"answer":"amend","reason":"nobody can write that file","amendments":[{"edit":"change","criterion":{"id":"%s","description":"the page is there","check":"command","run":"test -f README.md && test ! -e nothing","timing":"immediate","visibility":"shown","origin":"escalation"}}]}' "$id""#;
    let place = place(amend, "");
    let run = run(&place);
    let answers = answers(&run);
    assert_eq!(answers[0].0, "amend", "{answers:?} {run:#?}");
    let events = written(&place);
    assert_eq!(events, ["escalation_answered", "contract_amended", "assigned"], "{run:#?}");
    let shown = place.finish(&["log", "--task", "TASK-1"]).ok().out;
    assert!(shown.contains("nobody can write that file"), "{shown}");
}

/// An answer that has this in the place of the command of TASK-1, with the words for the one that was there.
fn changing(edit: &serde_json::Value) -> String {
    let mut criterion = json!({
        "id": "command-1", "check": "command", "run": "grep -q done task-1.txt", "timing": "immediate",
        "description": "Command: `grep -q done task-1.txt` ends with success", "visibility": "shown",
        "origin": "section Verification",
    });
    criterion.as_object_mut().unwrap().extend(edit.as_object().unwrap().clone());
    let amendments = [json!({ "edit": "change", "criterion": criterion })];
    let reason = "too strict";
    let answer = json!({ "answer": "amend", "reason": reason, "amendments": amendments });
    format!("cat > /dev/null; printf '%s' '{answer}'")
}

#[test]
fn no_amendment_is_a_check_that_cannot_fail_or_run_or_that_nobody_judges() {
    let edits = [
        (json!({ "run": "true" }), "succeeds whatever the work is like"),
        (json!({ "run": "true || false" }), "succeeds whatever the work is like"),
        (
            json!({ "run": "grep -q done task-1.txt; echo ok" }),
            "succeeds whatever the work is like",
        ),
        // Longer than anything that the journal takes.
        (json!({ "run": format!("true {}", "x".repeat(40_000)) }), "answered amend"),
        (json!({ "cwd": "../.." }), "outside the workspace"),
        (json!({ "timing": "deferred" }), "never judged"),
        (json!({ "visibility": "hidden" }), "hides nothing from workers"),
    ];
    for (edit, why) in edits {
        let place = place(&changing(&edit), "revisions = 0");
        let run = run(&place);
        assert_eq!(run.code, 1, "{edit}: {run:#?}");
        let outcome = last(&run)["tasks"][0].clone();
        assert_eq!(outcome["state"], "blocked", "{edit}: {outcome:#}");
        let answers = answers(&run);
        assert_eq!(answers[0].0, "unusable", "{edit}: {answers:?}");
        assert!(answers[0].1.contains(why), "{edit}: {answers:?}");
    }
}

#[test]
fn an_amended_check_is_described_as_what_runs_and_by_whom_it_came() {
    let place = place(&changing(&json!({ "run": "grep -q perfect task-1.txt" })), "revisions = 0");
    let perfect = "cat > /dev/null; echo perfect > task-1.txt";
    let run = place.run(perfect, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let shown = place.finish(&["task", "show", "TASK-1", "--json"]).ok().json();
    let criteria = shown["contract"]["criteria"].as_array().unwrap();
    let own = criteria.iter().find(|one| one["check"] == "command").unwrap();
    let description = own["description"].as_str().unwrap();
    assert!(description.contains("grep -q perfect") && !description.contains("done"), "{own:#}");
    assert_eq!(own["origin"], "edited by escalation");
    let page = place.finish(&["show", "TASK-1"]).ok().out;
    assert!(!page.contains("grep -q done"), "{page}");
}

#[test]
fn nothing_is_handed_to_a_worker_that_is_not_there() {
    let answer = r#"cat > /dev/null; echo '{"answer":"reassign","to":"absent","reason":"it can"}'"#;
    let place = place(answer, "revisions = 0\n[workers.absent]\ncommand = \"no-such-agent\"");
    let run = run(&place);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["state"], "blocked");
    let answers = answers(&run);
    assert_eq!(answers[0].0, "unusable", "{answers:?}");
    assert!(answers[0].1.contains("no-such-agent"), "{answers:?}");
}

#[test]
fn an_amended_check_that_held_before_the_work_is_told_as_one_that_asks_for_nothing() {
    let place = place(&changing(&json!({ "run": "grep -q project README.md" })), "revisions = 0");
    place.declared("TASK-1", "task-1.txt");
    let other = "cat > /dev/null; echo other > task-1.txt";
    let run = place.run(other, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let amended = &last(&run)["tasks"][0]["amended"][0];
    assert_eq!(amended["held_before"], true, "{amended:#}");
    let told = "command-1 changed by escalation, and held before the work";
    for page in [&["show", "TASK-1"][..], &["task", "show", "TASK-1"], &["report", "--md"]] {
        let page = place.finish(page).ok().out;
        assert!(page.contains(told), "{page}");
    }
    // Where nothing else is asked for, nobody is done.
    let place =
        self::place(&changing(&json!({ "run": "grep -q project README.md" })), "revisions = 0");
    let only = std::fs::read_to_string(place.path().join("tasks/TASK-1.md")).unwrap();
    assert!(only.contains("## Outputs"));
    let run = place.run("cat > /dev/null", &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_ne!(last(&run)["tasks"][0]["state"], "completed");
}

/// What a command prints or does, and why that is no answer.
const NO_ANSWERS: [(&str, &str); 10] = [
    ("echo done", "not the JSON"),
    ("exit 3", "exit status: 3"),
    (r#"echo '{"answer":"approve","reason":"fine"}'"#, "unknown variant"),
    (r#"echo '{"answer":"retry","reason":"no note"}'"#, "missing field `note`"),
    (r#"echo '{"answer":"person","reason":"x","pass":true}'"#, "unknown field"),
    (r#"echo '{"answer":"reassign","to":"nobody","reason":"x"}'"#, "nobody"),
    (r#"echo '{"answer":"reassign","to":"runner","reason":"x"}'"#, "runner"),
    (r#"echo '{"answer":"amend","amendments":[],"reason":"x"}'"#, "nothing of the contract"),
    (
        r#"echo '{"answer":"amend","amendments":[{"edit":"remove","criterion":"none"}],"reason":"x"}'"#,
        "no criterion none",
    ),
    ("rm -f /nonexistent/x; ./not-there", "exit status: 127"),
];

#[test]
fn whatever_is_no_answer_goes_to_a_person_with_the_reason() {
    let id = |number: usize| format!("TASK-{number}");
    let arms = (1..)
        .zip(NO_ANSWERS)
        .map(|(number, (script, _))| format!("*'\"task_id\":\"{}\"'*) {script};;", id(number)));
    let script = format!("case \"$(cat)\" in\n{}\nesac", arms.collect::<Vec<_>>().join("\n"));
    let place = place(&script, "revisions = 0");
    (1..=NO_ANSWERS.len()).for_each(|number| place.task(&id(number), &[]));
    let run = run(&place);
    assert_eq!(run.code, 1, "{run:#?}");
    let events = events(&run);
    for (number, (script, why)) in (1..).zip(NO_ANSWERS) {
        let is_it = |event: &&serde_json::Value| {
            event["event"] == "task.escalated" && event["task"] == id(number).as_str()
        };
        let answers: Vec<_> = events.iter().filter(is_it).collect();
        assert_eq!(answers.len(), 1, "{script}: {run:#?}");
        assert_eq!(answers[0]["answer"], "unusable", "{script}: {answers:?}");
        assert!(answers[0]["reason"].as_str().unwrap().contains(why), "{script}: {answers:?}");
        let card = place.finish(&["show", &id(number)]).ok().out;
        assert!(card.contains("escalation") && card.contains(why), "{script}: {card}");
    }
    let again = self::run(&place);
    assert_eq!((again.code, answers(&again).len()), (1, 0), "nobody is asked again: {again:#?}");
}

#[test]
fn an_answer_that_takes_too_long_is_none() {
    let place = place("sleep 60", "revisions = 0\nescalate_seconds = 1");
    let run = run(&place);
    assert_eq!(run.code, 1, "{run:#?}");
    let answers = answers(&run);
    assert_eq!((answers.len(), answers[0].0.as_str()), (1, "unusable"), "{run:#?}");
    assert!(answers[0].1.contains("more than 1 seconds"), "{answers:?}");
}

#[test]
fn it_may_leave_it_to_a_person() {
    let place = place(
        r#"echo '{"answer":"person","reason":"the customer has to say"}'"#,
        "escalations = 5",
    );
    let run = run(&place);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(answers(&run), [("person".to_owned(), "the customer has to say".to_owned())]);
    let inbox = place.finish(&["inbox"]).ok().out;
    assert!(inbox.contains("the customer has to say"), "{inbox}");
}

#[test]
fn it_cannot_decide_with_the_owners_secret() {
    let binary = env!("CARGO_BIN_EXE_countersign");
    let place = place("", "revisions = 0");
    let config = place.world.config.path().display().to_string();
    let journal = place.world.database_file().display().to_string();
    let script = format!(
        "#!/bin/sh\ncat > payload.json\n\
         {binary} task override TASK-1 --reason hehe > tried 2>&1 && echo override >> open\n\
         COUNTERSIGN_CONFIG_DIR={config} {binary} task override TASK-1 --reason hehe >> tried 2>&1 && echo again >> open\n\
         test -s {journal} && echo journal >> open\n\
         find {config} -type f | xargs cat | grep -q . && echo secret >> open\n\
         env | grep -q '^COUNTERSIGN_' && echo variables >> open\n\
         echo '{{\"answer\":\"person\",\"reason\":\"all was tried\"}}'\n"
    );
    place.write("escalate.sh", &script);
    let run = run(&place);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(answers(&run), [("person".to_owned(), "all was tried".to_owned())]);
    let open = fs::read_to_string(place.path().join("open")).unwrap_or_default();
    let tried = fs::read_to_string(place.path().join("tried")).unwrap();
    assert_eq!(open, "", "{tried}");
    assert_eq!(last(&run)["tasks"][0]["state"], "blocked");
}

/// TASK-1 asks for another word as well.
fn strict(place: &Place) {
    let path = place.path().join("tasks/TASK-1.md");
    let text = fs::read_to_string(&path).unwrap();
    let (one, both) =
        ("grep -q done task-1.txt", "grep -q done task-1.txt\ngrep -q perfect task-1.txt");
    fs::write(&path, text.replace(one, both)).unwrap();
}

#[test]
fn a_criterion_that_was_removed_is_named_wherever_the_completion_is() {
    let amend = r#"cat > /dev/null
echo '{"answer":"amend","reason":"too strict","amendments":[{"edit":"remove","criterion":"command-1"}]}'"#;
    let place = place(amend, "");
    strict(&place);
    let half = "cat > /dev/null; echo perfect > task-1.txt";
    let run = place.run(half, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let outcome = last(&run)["tasks"][0].clone();
    assert_eq!(outcome["basis"], "contract");
    let amended = json!([
        {"criterion": "command-1", "edit": "removed", "by": "escalation", "reason": "too strict"}
    ]);
    assert_eq!(outcome["amended"], amended, "{outcome:#}");
    for words in [&["show", "TASK-1"][..], &["task", "show", "TASK-1"]] {
        let json = place.finish(&[words, &["--json"]].concat()).ok().json();
        assert_eq!(json["amended"], amended, "{words:?}: {json:#}");
        let page = place.finish(words).ok().out;
        assert!(page.contains("command-1 removed by escalation: too strict"), "{page}");
    }
    let state = place.finish(&["export", "builder-state"]).ok().json();
    assert_eq!(state["tasks"][0]["amended"], amended, "{state:#}");
    let dispatches = place.finish(&["export", "dispatches"]).ok().json();
    assert_eq!(dispatches[0]["amended"], amended, "{dispatches:#}");
    let watched = place.finish(&["watch", "RUN-1"]).ok().out;
    assert!(watched.contains("contract as amended (command-1 removed by escalation)"), "{watched}");
    let report = place.finish(&["report", "--json"]).ok().json()["tasks"][0].clone();
    assert_eq!(report["amended"], amended, "{report:#}");
    let criteria: Vec<&str> = report["criteria"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert!(!criteria.contains(&"command-1") && criteria.contains(&"command-2"), "{criteria:?}");
    for form in ["--md", "--html", "--junit"] {
        let text = place.finish(&["report", form]).ok().out;
        assert!(text.contains("command-1 removed by escalation: too strict"), "{form}: {text}");
    }
}

#[test]
fn a_criterion_that_was_removed_is_on_the_card_of_what_is_blocked_all_the_same() {
    let amend = r#"cat > /dev/null
echo '{"answer":"amend","reason":"too strict","amendments":[{"edit":"remove","criterion":"command-1"}]}'"#;
    let place = place(amend, "");
    strict(&place);
    let run = run(&place);
    assert_eq!(run.code, 1, "{run:#?}");
    let page = place.finish(&["inbox"]).ok().out;
    assert!(page.contains("command-1 removed by escalation: too strict"), "{page}");
}
