//! What is not done is blocked, with all that a person needs.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use super::place::{HONEST, LIAR, Place, events, last};

#[test]
fn a_worker_that_only_says_so_is_blocked_after_its_revision() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    place.task("TASK-3", &[]);
    let run = place.run(LIAR, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let events = events(&run);
    let blocked = events.iter().find(|event| event["event"] == "task.blocked").unwrap();
    assert_eq!(blocked["type"], "task.blocked");
    assert_eq!(blocked["agent"], "command");
    assert_eq!(blocked["completion_spec"]["contract"]["type"], "verifiable");
    let attempts = blocked["attempts"].as_array().unwrap();
    assert_eq!(attempts.len(), 2, "{blocked:#}");
    assert_eq!(attempts[0]["stage"], "mechanical");
    assert!(!attempts[0]["failure"].as_str().unwrap().is_empty());
    assert!(blocked["ts"].is_string());
    let tasks = last(&run)["tasks"].clone();
    let state = |id: &str| {
        let all = tasks.as_array().unwrap();
        all.iter().find(|task| task["id"] == id).unwrap().clone()
    };
    assert_eq!(state("TASK-1")["state"], "blocked");
    assert!(state("TASK-2")["reason"].as_str().unwrap().contains("TASK-1"));
    assert_eq!(state("TASK-3")["state"], "blocked", "others go on");
}

#[test]
fn a_revision_that_puts_it_right_is_enough() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    // The revision brief says what is missing; only then is it done.
    let line = format!(
        "brief=$(cat); case \"$brief\" in *\"did not\"*|*fail*) \
         printf '%s' \"$brief\" | ({HONEST});; *) true;; esac"
    );
    let run = place.run(&line, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["attempts"], 2, "{run:#?}");
}

#[test]
fn the_card_says_what_fails_and_each_way_out_as_it_is_typed() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.run(LIAR, &[]);
    let shown = place.finish(&["show", "TASK-1"]).ok().out;
    let inbox = place.finish(&["inbox"]).ok().out;
    for page in [&shown, &inbox] {
        for words in [
            "attempt 1",
            "attempt 2",
            "countersign retry TASK-1 --note",
            "countersign retry TASK-1 --worker",
            "countersign criterion change TASK-1 command-1 --run \"…\" --reason",
            "countersign task override TASK-1",
            "countersign cancel TASK-1",
        ] {
            assert!(page.contains(words), "{words} is not in {page}");
        }
    }
    let json = place.finish(&["inbox", "--json"]).ok().json();
    let card = json.as_array().unwrap().iter().find(|item| item["about"] == "TASK-1").unwrap();
    assert_eq!(card["blocked"]["attempts"].as_array().unwrap().len(), 2);
}

#[test]
fn a_retry_while_the_run_goes_on_is_taken_up_by_it() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &[]);
    let line = "brief=$(cat); case \"$brief\" in *task-2.txt*) sleep 10; echo done > task-2.txt;; \
                *'front door'*) echo done > task-1.txt;; esac";
    let mut command = place.world.command(&["run", "tasks", "--worker-cmd", line, "--json"]);
    command.env("PATH", std::env::var_os("PATH").unwrap()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut end = Value::Null;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let event: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if event["event"] == "task.blocked" {
            place.finish(&["retry", "TASK-1", "--note", "try the front door"]).ok();
        }
        end = event;
    }
    assert_eq!(child.wait().unwrap().code(), Some(0), "{end:#}");
    assert_eq!(
        (&end["completed"], &end["tasks"][0]["attempts"]),
        (&2.into(), &3.into()),
        "{end:#}"
    );
}

#[test]
fn a_retry_with_another_worker_goes_on_where_it_was() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.run(LIAR, &[]);
    place.finish(&["retry", "TASK-1", "--note", "really do it"]).ok();
    let run = place.run(HONEST, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert_eq!(last(&run)["tasks"][0]["attempts"], 3);
}

#[test]
fn the_next_of_the_chain_gets_what_the_first_could_not_do() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.write(
        "countersign.toml",
        &format!(
            "[workers.liar]\ncommand = '''{LIAR}'''\n[workers.honest]\ncommand = '''{HONEST}'''\n\
             [run]\nworker = \"liar\"\nfallback = [\"honest\"]\n"
        ),
    );
    let run = place.finish(&["run", "tasks", "--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let judged = events(&run).into_iter().find(|event| event["handed_to"] == "honest");
    assert!(judged.is_some(), "{run:#?}");
}

#[test]
fn what_blocked_a_task_is_seen_again_with_its_own_tests_and_nothing_is_recorded() {
    let place = Place::new();
    place.write(
        "tasks/TASK-1.md",
        "---\nid: TASK-1\ntitle: Add two numbers\n---\n\n# Task: Add two numbers\n\n## Test Specification\n\n\
         ```sh file=check.sh\ntest \"$(sh add.sh 1 2)\" = 3\n```\n\n## Output Files\n\nWRITE: add.sh (~2 lines)\n\n\
         ## Verification (Deterministic)\n\n```sh\nsh check.sh\n```\n",
    );
    // It makes the test pass by writing one of its own.
    let line = "cat > /dev/null; echo true > check.sh; echo 'echo 4' > add.sh";
    assert_eq!(place.run(line, &[]).code, 1);
    let page = place.finish(&["inbox"]).ok().out;
    assert!(page.contains("countersign verify TASK-1 --keep"), "{page}");
    let records = || place.finish(&["log", "--json", "--limit", "1000"]).ok().out;
    let before = records();
    let seen = place.finish(&["verify", "TASK-1", "--keep", "--json"]);
    assert_eq!(seen.code, 1, "{seen:#?}");
    let seen = seen.json();
    assert_eq!(seen["verdict"], "failed", "{seen:#}");
    let room = std::path::PathBuf::from(seen["kept"].as_str().unwrap());
    let kept = walk(&room).into_iter().find(|path| path.ends_with("check.sh")).unwrap();
    let text = std::fs::read_to_string(kept).unwrap();
    assert!(text.contains("sh add.sh 1 2"), "the task's own test: {text}");
    assert_eq!(records(), before);
    assert_eq!(place.world.state("TASK-1"), "blocked");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn the_payload_has_the_completion_as_the_workflow_states_it_and_begins_with_what_failed() {
    let place = Place::new();
    let flow = "steps:\n- role: developer\n  brief: implement it\n  completion:\n    type: file\n    path: \
                out/{task_id}.md\n    min_length: 100\n    evaluate: It must be complete.\n";
    place.write("flow.yaml", flow);
    let args = ["run", "flow.yaml", "--json", "--revisions", "0", "--worker-cmd", LIAR];
    let run = place.finish(&args);
    let blocked = events(&run).into_iter().find(|event| event["event"] == "task.blocked").unwrap();
    let spec = &blocked["completion_spec"];
    assert_eq!((&spec["type"], &spec["path"]), (&"file".into(), &"out/TASK-1.md".into()));
    assert_eq!(
        (&spec["min_length"], &spec["evaluate"]),
        (&100.into(), &"It must be complete.".into())
    );
    let failure = blocked["attempts"][0]["failure"].as_str().unwrap();
    assert!(failure.starts_with("file-1: "), "nobody was asked for the rest: {failure}");
}

#[test]
fn what_a_worker_was_denied_stands_beside_what_it_lacks() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let report = r#"{"type":"result","is_error":false,"result":"I could not","permission_denials":[{"tool_name":"Write","tool_input":{"file_path":"task-1.txt"}}]}"#;
    place.write("countersign.toml", &format!(
        "[workers.agent]\ncommand = '''cat > /dev/null; echo '{report}''''\nspeaks = \"claude\"\n"
    ));
    let run = place.finish(&["run", "tasks", "--worker", "agent"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let denied = "the worker: it was denied: Write: task-1.txt";
    assert!(run.out.contains(denied), "{run:#?}");
    assert!(run.out.contains("after 2 attempts (twice the same result)"), "{run:#?}");
    let inbox = place.finish(&["inbox"]).ok().out;
    assert!(inbox.contains(denied), "{inbox}");
}
