//! What of a worker's folder is no part of its result.

use super::place::{HONEST, Place, events, last};

#[test]
fn a_link_as_the_work_is_told_to_whoever_made_it() {
    let place = Place::new();
    place.declared("TASK-1", "task-1.txt");
    let briefs = "brief=$(cat); echo \"$brief\" | grep -q 'only files come over' && echo heard-of-it; \
                  echo done > README.md; ln -sf README.md task-1.txt";
    let run = place.run(briefs, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let reason = last(&run)["tasks"][0]["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("task-1.txt: it is a link, and only files come over"), "{reason}");
    let card = place.finish(&["show", "TASK-1"]).ok().out;
    assert!(card.contains("only files come over"), "{card}");
    let log = place.finish(&["log", "--task", "TASK-1", "--json"]).ok().out;
    assert!(log.contains("heard-of-it"), "the second brief says so too: {log}");
}

#[test]
fn a_file_that_is_too_large_is_told_to_whoever_wrote_it() {
    let place = Place::new();
    place.declared("TASK-1", "task-1.txt");
    // It has holes, and takes no room.
    let large = "cat > /dev/null; echo done > task-1.txt; truncate -s 9G task-1.txt";
    let run = place.run(large, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let reason = last(&run)["tasks"][0]["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("task-1.txt: larger than a file may be"), "{reason}");
}

#[test]
fn what_was_left_behind_is_counted_and_still_listed_after_a_merge() {
    let place = Place::new();
    place.declared("TASK-1", "task-1.txt");
    place.declared("TASK-2", "task-2.txt");
    // Both begin on the same commit, so that one of them is merged.
    let line = format!("echo more > beside.md; echo more > more.md; sleep 2; {HONEST}");
    let run = place.run(&line, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    for event in events(&run).iter().filter(|event| event["event"] == "task.completed") {
        assert_eq!(event["outcome"]["left_behind"], 2, "{event}");
    }
    for task in ["TASK-1", "TASK-2"] {
        let shown = place.finish(&["show", task]).ok().out;
        assert!(shown.contains("beside.md") && shown.contains("more.md"), "{shown}");
    }
    let report = place.finish(&["report"]).ok().out;
    assert!(report.contains("2 changes left behind"), "{report}");
}
