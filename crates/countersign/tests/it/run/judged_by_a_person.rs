//! What no machine can tell is told by somebody who read it.

use serde_json::json;

use super::place::{HONEST, Place};
use crate::mcp::wire::Client;
use crate::world::{Outcome, World};

const FLOW: &str = "name: one\nsteps:\n  - role: developer\n    brief: \"Write the word done into task-1.txt\"\n    \
                    completion:\n      type: file\n      path: task-1.txt\n      evaluate: \"It says that it is done.\"\n";

/// A result of a run that waits for a verdict, and its task.
fn waiting(place: &Place) -> (String, Outcome) {
    place.write("flow.yaml", FLOW);
    let run = place.finish(&["run", "flow.yaml", "--worker-cmd", HONEST]);
    assert_eq!(run.code, 3, "{run:#?}");
    let all = place.finish(&["task", "list", "--json"]).ok().json();
    let all = all.as_array().or_else(|| all["items"].as_array()).unwrap().clone();
    (all[0]["id"].as_str().unwrap().to_owned(), run)
}

fn seen(place: &Place, id: &str) -> serde_json::Value {
    let shown = place.finish(&["show", id, "--json"]).json();
    let seen = shown["evidence"]["observations"].as_array().unwrap().clone();
    seen.into_iter().find(|one| one["criterion"].as_str().unwrap().starts_with("evaluate")).unwrap()
}

#[test]
fn a_pass_lands_the_result_as_it_is() {
    let mut place = Place::new();
    let (id, run) = waiting(&place);
    assert!(run.out.contains(&format!("countersign judge {id} --pass")), "{run:#?}");
    let inbox = place.finish(&["inbox"]).ok().out;
    assert!(inbox.contains(&format!("countersign judge {id} --pass")), "{inbox}");
    assert!(inbox.contains(&format!("countersign judge {id} --fail")), "{inbox}");
    place.world.add("zoe", &["--kind", "person", "--hat", "lead"]);
    let inbox = Client::of(&place.world, "zoe").call("my_inbox", json!({})).ok();
    assert!(inbox.to_string().contains(&format!("countersign judge {id} --pass")), "{inbox:#}");
    let judged = place.finish(&["judge", &id, "--pass"]).ok();
    assert!(judged.out.contains("1 of 1 completed"), "{judged:#?}");
    assert_eq!(place.git(&["show", "countersign/integration:task-1.txt"]), "done\n");
    let log = place.finish(&["log", "--task", &id, "--json"]).ok().out;
    assert_eq!(log.matches("\"delivered\"").count(), 1, "no new attempt: {log}");
    let seen = seen(&place, &id);
    assert_eq!((seen["finding"].as_str(), seen["judged_by"].is_string()), (Some("pass"), true));
    place.finish(&["judge", &id, "--pass", "--json"]).refused_by("nothing-to-judge");
    place.finish(&["doctor"]).ok();
}

#[test]
fn a_fail_sends_it_back_with_the_diagnosis_and_nobody_works_yet() {
    let place = Place::new();
    let (id, _) = waiting(&place);
    assert_eq!(place.finish(&["judge", &id]).code, 2);
    assert_eq!(place.finish(&["judge", &id, "--fail", " "]).code, 2);
    assert_eq!(place.finish(&["judge", &id, "--pass", "--fail", "no"]).code, 2);
    let judged = place.finish(&["judge", &id, "--fail", "It does not say when."]).ok();
    assert!(judged.out.contains("It does not say when."), "{judged:#?}");
    assert_eq!(place.world.state(&id), "in_progress");
    let log = place.finish(&["log", "--task", &id, "--json"]).ok().out;
    assert_eq!(log.matches("\"delivered\"").count(), 1, "nobody worked: {log}");
    let brief = place.finish(&["brief", &id]).ok().out;
    assert!(brief.contains("It does not say when."), "{brief}");
    let again = place.finish(&["run", &id, "--worker-cmd", HONEST]);
    assert_eq!(again.code, 3, "{again:#?}");
    place.finish(&["judge", &id, "--pass"]).ok();
    assert_eq!(place.world.state(&id), "completed");
}

#[test]
fn also_where_there_is_no_git() {
    let place = Place { world: World::bare() };
    let (id, _) = waiting(&place);
    let judged = place.finish(&["judge", &id, "--pass"]).ok();
    assert!(judged.out.contains("1 of 1 completed"), "{judged:#?}");
    assert_eq!(place.world.state(&id), "completed");
    place.finish(&["run", "--land"]).ok();
    assert_eq!(std::fs::read_to_string(place.path().join("task-1.txt")).unwrap(), "done\n");
}
