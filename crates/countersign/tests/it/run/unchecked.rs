//! Work of which nothing is checked is kept all the same: what it wrote, and what it said.

use super::place::{HONEST, Place, last};

const WRITES: &str = "cat > /dev/null; echo '## Flags' >> README.md";

fn place() -> Place {
    let place = Place::new();
    place.write("README.md", "# Hello\n");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "a page"]);
    place
}

fn integrated(place: &Place, file: &str) -> String {
    place.git(&["show", &format!("countersign/integration:{file}")])
}

#[test]
fn a_text_that_nothing_checks_is_landed_and_its_commit_says_that_nothing_was() {
    let place = place();
    let asked = "Update the README with the new flags";
    let run = place.finish(&["run", asked, "--json", "--worker-cmd", WRITES]);
    assert_eq!(run.code, 0, "{run:#?}");
    let task = &last(&run)["tasks"][0];
    assert_eq!((&task["state"], &task["basis"]), (&"completed".into(), &"skip".into()), "{run:#?}");
    assert!(integrated(&place, "README.md").contains("## Flags"), "{run:#?}");
    let said = place.git(&["log", "-1", "--format=%B", "countersign/TASK-1"]);
    assert!(said.contains("Countersign-Verdict: nothing checked"), "{said}");
}

#[test]
fn a_text_that_nothing_checks_waits_for_its_review_on_a_branch_of_its_own() {
    let place = place();
    let asked = "Update the README with the new flags";
    let run = place.finish(&["run", asked, "--assurance", "review", "--worker-cmd", WRITES]);
    assert_eq!(run.code, 3, "{run:#?}");
    let kept = place.git(&["show", "countersign/TASK-1:README.md"]);
    assert!(kept.contains("## Flags"), "{kept}");
    assert!(!integrated(&place, "README.md").contains("## Flags"), "{run:#?}");
    place.finish(&["task", "approve", "TASK-1"]).ok();
    place.finish(&["run"]).ok();
    assert!(integrated(&place, "README.md").contains("## Flags"));
}

#[test]
fn what_advisory_work_found_is_in_the_log_and_what_it_wrote_on_the_branch() {
    let place = place();
    let asked = "Investigate why the import is slow";
    let worker =
        "cat > /dev/null; echo 'It reads every file twice.'; echo 'Read once.' > findings.md";
    let run = place.finish(&["run", asked, "--worker-cmd", worker]);
    assert_eq!(run.code, 0, "{run:#?}");
    let entry = place.finish(&["advisory", "show", "TASK-1", "--json"]).ok().json();
    assert_eq!(entry["outcomes"][0], "It reads every file twice.", "{entry:#}");
    assert_eq!(entry["files_changed"][0], "findings.md", "{entry:#}");
    assert_eq!(integrated(&place, "findings.md"), "Read once.\n");
    let exported = place.finish(&["export", "builder-state"]).ok().json();
    let told = exported.to_string();
    assert!(told.contains("It reads every file twice."), "{told}");
}

/// What is approved and still to be verified needs no worker, and so no line for one.
#[test]
fn the_first_run_after_an_approval_takes_a_story_in_without_a_worker() {
    let place = place();
    let story = "# PRD: Notes\n\n## User Stories\n\n### US-001: Write note\n\n**Description:** As a user, I want a note.\n\n\
                 **Acceptance Criteria:**\n- [ ] `b.txt` exists\n";
    place.write("PRD.md", story);
    let run = place.finish(&["run", "PRD.md", "--worker-cmd", "cat > /dev/null; echo b > b.txt"]);
    assert_eq!(run.code, 3, "{run:#?}");
    place.finish(&["task", "approve", "GOAL-1.US-001"]).ok();
    let run = place.finish(&["run"]);
    assert!(run.code == 0 || run.code == 3, "{run:#?}");
    assert_eq!(integrated(&place, "b.txt"), "b\n", "{run:#?}");
}

#[test]
fn a_step_without_output_is_not_done_where_the_agents_own_report_says_error() {
    let place = place();
    let flow =
        "steps:\n- role: ba\n  brief: Run the integration tests\n  completion: {type: none}\n";
    for (id, report, code) in [
        ("well", r#"{"type":"result","subtype":"success","is_error":false,"result":"done"}"#, 0),
        ("ill", r#"{"type":"result","subtype":"error_max_turns","is_error":true}"#, 1),
    ] {
        place.write(&format!("{id}.yaml"), &format!("name: {id}\n{flow}"));
        place.write("countersign.toml", &format!(
            "[workers.agent]\ncommand = '''cat > /dev/null; echo '{report}''''\nspeaks = \"claude\"\n"
        ));
        let run = place.finish(&["run", &format!("{id}.yaml"), "--worker", "agent", "--json"]);
        assert_eq!(run.code, code, "{run:#?}");
        let task = last(&run)["tasks"][0].clone();
        let state = if code == 0 { "completed" } else { "blocked" };
        assert_eq!(task["state"], state, "{run:#?}");
        let said = run.out.contains("own report says that it failed");
        assert_eq!(said, code == 1, "{run:#?}");
    }
}

/// Nothing is checked of it, but that a worker did its part is seen all the same.
#[test]
fn a_worker_that_fails_or_does_nothing_has_done_nothing_that_could_be_accepted() {
    for (worker, why) in [
        (
            "cat > /dev/null; echo '## Flags' >> README.md; exit 3",
            "the worker did not end with success",
        ),
        ("cat > /dev/null; kill -9 $$", "the worker did not end with success"),
        ("cat > /dev/null", "changed nothing and said nothing"),
    ] {
        let place = place();
        let asked = "Update the README with the new flags";
        let run = place.finish(&["run", asked, "--json", "--worker-cmd", worker]);
        assert_eq!(run.code, 1, "{worker}: {run:#?}");
        assert_eq!(last(&run)["tasks"][0]["state"], "blocked", "{worker}: {run:#?}");
        assert!(run.out.contains(why), "{worker}: {run:#?}");
        assert!(run.out.contains(r#""stage":"mechanical""#), "{worker}: {run:#?}");
        assert!(!integrated(&place, "README.md").contains("## Flags"), "{worker}");
        let card = place.finish(&["inbox"]).out;
        assert!(!card.contains("accepted before"), "{card}");
    }
}

#[test]
fn an_answer_is_work_where_only_an_answer_is_asked_for() {
    let place = place();
    let worker = "cat > /dev/null; echo 'It reads every file twice.'";
    let run = place.finish(&["run", "Investigate why the import is slow", "--worker-cmd", worker]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(
        run.err.contains("no file was changed") || run.out.contains("no file was changed"),
        "{run:#?}"
    );
}

#[test]
fn work_that_nothing_checks_and_that_fails_alike_twice_is_not_tried_a_third_time() {
    let place = place();
    for (asked, worker) in [
        ("Investigate why the import is slow", "true"),
        ("Update the README with the new flags", "cat > /dev/null; echo no; exit 1"),
    ] {
        let run =
            place.finish(&["run", asked, "--revisions", "4", "--json", "--worker-cmd", worker]);
        assert_eq!(run.code, 1, "{run:#?}");
        let task = &last(&run)["tasks"][0];
        assert_eq!((&task["state"], &task["attempts"]), (&"blocked".into(), &2.into()), "{task}");
        let reason = task["reason"].as_str().unwrap();
        assert!(reason.contains("the same result"), "{reason}");
    }
}

#[test]
fn what_is_deferred_and_belongs_to_no_goal_is_told_to_be_judged_by_nobody() {
    let place = Place::new();
    place.finish(&["init", "--owner", "ada"]).ok();
    let at_end = ["--run", "grep -q done a.txt", "--run-at-end", "test -f b.txt"];
    place.finish(&[&["task", "create", "Write a.txt"], &at_end[..]].concat()).ok();
    let run = ["run", "TASK-1", "--worker-cmd", HONEST, "--assurance", "contract"];
    let done = place.finish(&run).ok();
    let note = "nobody has judged end-2: what is deferred is run with a goal, and it has none";
    assert!(done.out.contains(note), "{done:#?}");
    let shown = place.finish(&["task", "show", "TASK-1"]).ok().out;
    assert!(shown.contains("nobody judges it as long as the task is in no goal"), "{shown}");
}
