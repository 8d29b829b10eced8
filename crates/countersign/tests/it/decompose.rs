//! `decompose` with real executables as planners.

use std::fs;

use crate::run::place::Place;
use crate::world::Outcome;

const PRD: &str = "# PRD: Slugs\n\n## User Stories\n\n### US-001: Make slugs\n\n**Description:** As a writer, I want \
    slugs.\n\n**Acceptance Criteria:**\n- [ ] Words are joined with hyphens\n- [ ] Accents are dropped\n";

/// Takes the example out of its brief and has it cover what `$covers` says.
const FROM_THE_BRIEF: &str = "cat > brief.md; sed -n '/^~~~~markdown$/,/^~~~~$/p' brief.md | sed '1d;/^~~~~$/,$d' | \
    sed \"s/covers: .*/covers: [$covers]/\" > tasks/TASK-001.md";

fn place() -> Place {
    let place = Place::new();
    place.write("PRD.md", PRD);
    place
}

fn plan(place: &Place, line: &str, more: &[&str]) -> Outcome {
    let args = [&["decompose", "PRD.md", "-o", "plan", "--worker-cmd", line], more].concat();
    place.finish(&args)
}

#[test]
fn without_a_worker_the_brief_is_printed_and_nothing_is_made() {
    let place = place();
    let printed = place.finish(&["decompose", "PRD.md"]).ok().out;
    assert!(printed.contains("**US-001.2**: Accents are dropped"), "{printed}");
    assert!(!place.path().join("tasks").exists());
    let json = place.finish(&["decompose", "PRD.md", "--json"]).ok().json();
    assert_eq!(json["brief"], printed.as_str());
}

#[test]
fn a_plan_that_holds_is_written_and_can_be_linted_and_planned() {
    let place = place();
    let line = format!("covers='US-001.1, US-001.2'; {FROM_THE_BRIEF}");
    let made = plan(&place, &line, &["--json"]).ok().json();
    assert_eq!(made["holds"], true, "{made:#}");
    assert_eq!(made["tasks"][0]["id"], "TASK-001");
    assert_eq!(made["criteria"][1]["by"][0], "TASK-001");
    assert_eq!(made["attempts"].as_array().unwrap().len(), 1);
    place.finish(&["lint", "plan"]).ok();
    place.finish(&["plan", "plan"]).ok();
}

#[test]
fn what_is_missing_goes_back_once_and_is_put_right() {
    let place = place();
    let line = format!(
        "cat > first; case $(cat first) in *'no task covers US-001.2'*) covers='US-001.1, US-001.2';; \
         *) covers='US-001.1';; esac; cat first | ({FROM_THE_BRIEF})"
    );
    let made = plan(&place, &line, &["--json"]).ok().json();
    let attempts = made["attempts"].as_array().unwrap();
    assert_eq!(attempts.len(), 2, "{made:#}");
    assert_eq!(attempts[0]["shortfalls"][0]["demand"], "coverage");
    assert!(attempts[1]["shortfalls"].as_array().unwrap().is_empty());
}

#[test]
fn a_plan_that_does_not_hold_is_kept_aside_and_never_written() {
    let place = place();
    let line = format!("covers='US-001.1'; {FROM_THE_BRIEF}; echo 'all criteria are covered'");
    let made = plan(&place, &line, &["--json"]);
    assert_eq!(made.code, 1, "{made:#?}");
    let made = made.json();
    assert_eq!((&made["holds"], made["attempts"].as_array().unwrap().len()), (&false.into(), 2));
    assert!(!place.path().join("plan").exists());
    let kept = made["folder"].as_str().unwrap();
    assert!(fs::read_to_string(format!("{kept}/TASK-001.md")).unwrap().contains("TASK-001"));
    fs::remove_dir_all(kept).unwrap();
}

#[test]
fn a_planner_cannot_reach_the_project_and_no_link_of_its_is_followed() {
    let place = place();
    place.write("secret.txt", "one\n");
    let root = place.path().display().to_string();
    let line = format!(
        "covers='US-001.1, US-001.2'; {FROM_THE_BRIEF}; echo changed > {root}/secret.txt; \
         cat secret.txt > tasks/seen.md; ln -s /etc/hostname tasks/TASK-002.md"
    );
    let made = plan(&place, &line, &["--json", "--revisions", "0"]);
    assert_eq!(made.code, 1, "{made:#?}");
    let shortfalls = made.json()["attempts"][0]["shortfalls"].clone();
    let files: Vec<&str> =
        shortfalls.as_array().unwrap().iter().filter_map(|one| one["file"].as_str()).collect();
    assert_eq!(files, ["TASK-002.md", "seen.md"], "{shortfalls:#}");
    assert_eq!(fs::read_to_string(place.path().join("secret.txt")).unwrap(), "one\n");
    fs::remove_dir_all(made.json()["folder"].as_str().unwrap()).unwrap();
}

#[test]
fn wrong_input_is_said_before_anyone_works() {
    let place = place();
    place.write("plan/keep.md", "mine\n");
    place.write("notes.md", "# Notes\n\nNothing to do.\n");
    for (args, code, words) in [
        (vec!["decompose", "PRD.md", "-o", "plan", "--worker-cmd", "touch ran"], 2, "is not empty"),
        (vec!["decompose", "notes.md", "-o", "new", "--worker-cmd", "touch ran"], 2, "stories"),
        (vec!["decompose", "none.md", "-o", "new", "--worker-cmd", "touch ran"], 2, "none.md"),
        (vec!["decompose", "PRD.md", "-o", "new", "--worker", "nobody"], 2, "nobody"),
    ] {
        let done = place.finish(&args);
        assert_eq!(done.code, code, "{args:?} {done:#?}");
        assert!(done.err.contains(words), "{args:?} {done:#?}");
    }
    assert_eq!(fs::read_to_string(place.path().join("plan/keep.md")).unwrap(), "mine\n");
    assert!(!place.path().join("new").exists());
}

#[test]
fn a_planner_that_is_not_there_is_no_attempt() {
    let place = place();
    let plan = plan(&place, "no-such-planner --yes", &["--json"]);
    assert_eq!(plan.code, 6, "{plan:#?}");
    let message = plan.error()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("no such program"), "{message}");
}

#[test]
fn a_planner_that_ran_out_of_time_with_nothing_written_is_told_which_setting_to_raise() {
    let place = place();
    place.write(
        "countersign.toml",
        "[workers.slow]\ncommand = \"sleep 60\"\ntime_limit_seconds = 1\n",
    );
    let ended = place.finish(&["decompose", "PRD.md", "-o", "plan", "--worker", "slow"]);
    assert_eq!(ended.code, 6, "{ended:#?}");
    assert!(ended.err.contains("time_limit_seconds in [workers.slow]"), "{ended:#?}");
}

#[test]
fn a_planner_that_is_rate_limited_is_asked_again_after_the_pauses_of_a_run() {
    let place = place();
    let limited = "echo 'Error: 429 Too Many Requests'; exit 1";
    place.write("countersign.toml", "[run]\nbackoff_seconds = [0]\n");
    // Of what it wrote in its folder the second one knows.
    let line = format!(
        "if [ ! -e tried ]; then touch tried; {limited}; fi; covers='US-001.1, US-001.2'; {FROM_THE_BRIEF}"
    );
    let made = plan(&place, &line, &["--json"]).ok().json();
    assert_eq!(made["attempts"].as_array().unwrap().len(), 1, "{made:#}");
    let ended = place.finish(&["decompose", "PRD.md", "-o", "other", "--worker-cmd", limited]);
    assert_eq!(ended.code, 6, "{ended:#?}");
    let why = "rate limited 2 times in a row (more pauses: backoff_seconds in [run])";
    assert!(ended.err.contains(why), "{ended:#?}");
}

#[test]
fn a_planner_whose_context_overflowed_begins_anew_as_often_as_the_settings_say() {
    let place = place();
    place.write("countersign.toml", "[run]\nfresh_starts = 1\n");
    // Where anything of before were left, this would be no overflow.
    let line =
        "test ! -e tried || exit 3; touch tried; echo 'prompt is too long: 210000 tokens'; exit 1";
    let ended = plan(&place, line, &[]);
    assert_eq!(ended.code, 6, "{ended:#?}");
    assert!(ended.err.contains("overflowed 2 times in a row"), "{ended:#?}");
}
