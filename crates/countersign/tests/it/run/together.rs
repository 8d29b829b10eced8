//! Tasks that change the same files: what was accepted first holds with what is accepted second.

use super::place::{Place, events, last};
use crate::world::Outcome;

/// A task that asks for a word in a file, by one command.
fn asks(place: &Place, id: &str, word: &str, check: &str, needs: &str) {
    let text = format!(
        "---\nid: {id}\ntitle: Add {word}\nlayer: 1\ntrack: shared\ndepends_on: [{needs}]\n\
         estimated_complexity: simple\n---\n\n# {id}: Add {word}\n\n## Objective\n\nThe word {word} is \
         there.\n\n## Verification\n\n```bash\n{check}\n```\n"
    );
    place.write(&format!("tasks/{id}.md"), &text);
}

/// What a worker does at first, when it is in the way of others, and when it broke what they did.
fn worker(first: &str, in_the_way: &str, broke: &str) -> String {
    format!(
        "brief=$(cat); word=$(echo \"$brief\" | grep -o 'word [a-z]*' | head -n 1 | cut -d' ' -f2); case \"$brief\" in \
         *'was accepted before'*) {broke};; *'Others were accepted'*) {in_the_way};; *) sleep 2; {first};; esac"
    )
}

/// Likewise, where nobody else works at the same time.
fn alone(first: &str, in_the_way: &str, broke: &str) -> String {
    worker(first, in_the_way, broke).replace("sleep 2; ", "")
}

/// The criteria that did not hold, of all attempts.
fn shortfalls(run: &Outcome) -> Vec<String> {
    let judged = events(run).into_iter().filter(|event| event["event"] == "task.judged");
    let all = judged.flat_map(|event| event["shortfalls"].as_array().cloned().unwrap_or_default());
    all.map(|one| one["criterion"].as_str().unwrap().to_owned()).collect()
}

fn landed(place: &Place, path: &str) -> String {
    place.git(&["show", &format!("countersign/integration:{path}")])
}

#[test]
fn a_conflict_is_not_mended_by_dropping_what_others_did() {
    let place = Place::new();
    asks(&place, "TASK-1", "one", "grep -q one list.txt", "");
    asks(&place, "TASK-2", "two", "grep -q two list.txt", "");
    let own = "echo $word > list.txt";
    let line = worker(own, own, "printf 'one\\ntwo\\n' > list.txt");
    let run = place.run(&line, &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    let broken = shortfalls(&run);
    assert_eq!(broken.len(), 1, "{broken:?}");
    assert!(["TASK-1.command-1", "TASK-2.command-1"].contains(&broken[0].as_str()), "{broken:?}");
    assert_eq!(landed(&place, "list.txt"), "one\ntwo\n");
}

#[test]
fn who_goes_on_dropping_what_others_did_is_blocked_with_what_breaks() {
    let place = Place::new();
    asks(&place, "TASK-1", "one", "grep -q one list.txt", "");
    asks(&place, "TASK-2", "two", "grep -q two list.txt", "");
    let own = "echo $word > list.txt";
    let run = place.run(&worker(own, own, own), &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let end = last(&run);
    assert_eq!(end["completed"], 1, "{end:#}");
    let tasks = end["tasks"].as_array().unwrap();
    let of = |state: &str| tasks.iter().find(|task| task["state"] == state).unwrap();
    let (done, blocked) = (of("completed"), of("blocked"));
    let words = format!(
        "{} was accepted before, and with this work its command-1",
        done["id"].as_str().unwrap()
    );
    assert!(blocked["reason"].as_str().unwrap().contains(&words), "{blocked:#}");
    let card = place.finish(&["inbox"]).ok().out;
    assert!(card.contains("of a task that was accepted before"), "{card}");
    assert!(card.contains("give way") && card.contains("(landing)"), "{card}");
    let kept = if done["id"] == "TASK-1" { "one\n" } else { "two\n" };
    assert_eq!(landed(&place, "list.txt"), kept);
}

#[test]
fn results_that_merge_without_a_conflict_and_break_each_other_do_not_both_land() {
    let place = Place::new();
    place.write("list.txt", "a\nb\nc\nd\ne\nf\ng\nh\n");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "list"]);
    asks(&place, "TASK-1", "one", "grep -q one list.txt && test $(wc -l < list.txt) -eq 8", "");
    asks(&place, "TASK-2", "two", "grep -q two list.txt && test $(wc -l < list.txt) -eq 9", "");
    let first = "if test $word = one; then sed -i s/a/one/ list.txt; else echo two >> list.txt; fi";
    let run = place.run(&worker(first, "true", "true"), &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let end = last(&run);
    assert_eq!(
        (&end["completed"], &end["tasks"].as_array().unwrap().len()),
        (&1.into(), &2),
        "{end:#}"
    );
    let both = landed(&place, "list.txt");
    assert!(both.contains("one") != both.contains("two"), "{both}");
}

#[test]
fn after_a_conflict_a_worker_has_what_others_did_in_the_other_files() {
    let place = Place::new();
    place.write("both.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "both"]);
    let check = |word: &str| format!("grep -q {word} list.txt && grep -q {word} both.txt");
    asks(&place, "TASK-1", "one", &check("one"), "");
    asks(&place, "TASK-2", "two", &check("two"), "");
    let first = "echo $word > list.txt; if test $word = one; then sed -i s/1/one/ both.txt; else sed -i s/9/two/ both.txt; fi";
    let run = place.run(&worker(first, "echo $word >> list.txt", "exit 1"), &["--json"]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(shortfalls(&run).is_empty(), "{run:#?}");
    assert_eq!(landed(&place, "both.txt"), "one\n2\n3\n4\n5\n6\n7\n8\ntwo\n");
    assert_eq!(landed(&place, "list.txt").lines().count(), 2);
}

#[test]
fn what_builds_on_a_task_keeps_it_and_what_was_landed_is_free_to_change() {
    let place = Place::new();
    asks(&place, "TASK-1", "one", "grep -q one list.txt", "");
    asks(&place, "TASK-2", "two", "grep -q two list.txt", "TASK-1");
    let own = "echo $word > list.txt";
    let run = place.run(&alone(own, own, "exit 1"), &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(shortfalls(&run), ["TASK-1.command-1"; 2]);
    // As the card says.
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    let land = place.finish(&["run", "--land"]);
    assert!(
        land.code == 1 && land.out.contains("main is at"),
        "TASK-2 is blocked still: {land:#?}"
    );
    place.finish(&["retry", "TASK-2", "--note", "it may go"]).ok();
    let again = place.finish(&["run", "TASK-2", "--worker-cmd", &alone(own, own, own)]);
    assert_eq!(again.code, 0, "{again:#?}");
    assert_eq!(landed(&place, "list.txt"), "two\n");
}

#[test]
fn what_others_did_meanwhile_may_be_just_what_was_asked_for() {
    let place = Place::new();
    asks(&place, "TASK-1", "same", "grep -q same list.txt", "");
    asks(&place, "TASK-2", "same", "grep -q same list.txt", "");
    let own = "echo $word > list.txt";
    let run = place.run(&worker(own, own, own), &[]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert_eq!(landed(&place, "list.txt"), "same\n");
}

/// A task whose files another one does not touch, and that does not hold with what that one does.
fn apart_and_against_each_other(place: &Place) {
    asks(place, "TASK-1", "one", "grep -q one one.txt && ! grep -q bad two.txt", "");
    asks(place, "TASK-2", "two", "grep -q two two.txt", "TASK-1");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
}

/// Mends it once it is told what it breaks.
const BREAKS_IN_ANOTHER_FILE: &str = "brief=$(cat); case \"$brief\" in *'word one'*) echo one > one.txt;; \
    *'was accepted before'*) echo two > two.txt;; *) echo two bad > two.txt;; esac";

#[test]
fn results_in_different_files_that_break_each_other_are_not_landed_and_there_is_a_way_out() {
    let place = Place::new();
    apart_and_against_each_other(&place);
    let run = place.run(BREAKS_IN_ANOTHER_FILE, &["--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let end = last(&run);
    assert_eq!((&end["completed"], &end["exit"]), (&2.into(), &1.into()), "{end:#}");
    let found = &end["contradictions"][0];
    assert_eq!((&found["task"], &found["since"]), (&"TASK-1".into(), &"TASK-2".into()), "{end:#}");
    assert!(found["why"].as_str().unwrap().contains("command-1"), "{end:#}");
    assert!(end["next"].as_str().unwrap().contains("task reopen TASK-2"), "{end:#}");
    let junit = place.finish(&["report", "--junit"]).ok().out;
    assert!(junit.contains("tests=\"2\" failures=\"1\""), "{junit}");
    let markdown = place.finish(&["report"]).ok().out;
    let outcome = markdown.lines().find(|line| line.starts_with("| TASK-1 ")).unwrap();
    assert!(outcome.contains("completed (contract), and "), "{markdown}");
    let before = place.git(&["rev-parse", "HEAD"]);
    let refused = place.finish(&["run", "--land"]);
    assert_eq!(refused.code, 1, "{refused:#?}");
    assert!(refused.err.contains("does not hold together: TASK-1"), "{refused:#?}");
    assert_eq!(place.git(&["rev-parse", "HEAD"]), before);
    // As it says. Whoever does it again is judged with what it broke.
    place.finish(&["task", "reopen", "TASK-2", "--reason", "it breaks TASK-1"]).ok();
    let again = place.run(BREAKS_IN_ANOTHER_FILE, &["--json"]).ok();
    assert_eq!(shortfalls(&again), ["TASK-1.command-1"], "{again:#?}");
    place.finish(&["run", "--land"]).ok();
    assert_eq!(std::fs::read_to_string(place.path().join("two.txt")).unwrap(), "two\n");
}

#[test]
fn what_was_found_to_hold_together_is_not_asked_again_of_the_same_tree() {
    let place = Place::new();
    // A room leaves no trace, so it is told by the time that judging takes.
    for id in ["one", "two", "three"] {
        let task = format!("TASK-{id}");
        asks(&place, &task, id, &format!("sleep 1; grep -q {id} {id}.txt"), "");
    }
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    let line = "word=$(grep -o 'word [a-z]*' | head -n 1 | cut -d' ' -f2); echo $word > $word.txt";
    place.run(line, &[]).ok();
    let begun = std::time::Instant::now();
    place.finish(&["run", "--land"]).ok();
    assert!(begun.elapsed() < std::time::Duration::from_millis(900), "{:?}", begun.elapsed());
}

/// A list that tasks add their word to.
fn with_list(checks: &dyn Fn(&str) -> String) -> Place {
    let place = Place::new();
    place.write("list.txt", "words:\n");
    for (id, word) in [("TASK-1", "one"), ("TASK-2", "two"), ("TASK-3", "three")] {
        asks(&place, id, word, &checks(word), "");
    }
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "list"]);
    place
}

#[test]
fn tasks_that_add_lines_at_one_place_need_one_attempt_each() {
    let place = with_list(&|word| format!("grep -q {word} list.txt"));
    let run = place.run(&worker("echo $word >> list.txt", "exit 1", "exit 1"), &["--json"]).ok();
    let tasks = last(&run)["tasks"].as_array().unwrap().clone();
    assert!(tasks.iter().all(|task| task["attempts"] == 1), "{tasks:#?}");
    assert!(!run.out.contains("task.conflicted"), "{run:#?}");
    let list = landed(&place, "list.txt");
    let mut words: Vec<&str> = list.lines().collect();
    words.sort_unstable();
    assert_eq!(words, ["one", "three", "two", "words:"], "{list}");
}

#[test]
fn where_both_kept_do_not_hold_it_is_the_conflict_that_it_was() {
    let place =
        with_list(&|word| format!("grep -q {word} list.txt && test $(wc -l < list.txt) -eq 2"));
    let own = "printf 'words:\\n%s\\n' \"one two three\" > list.txt";
    let run = place.run(&worker("echo $word >> list.txt", own, "exit 1"), &["--json"]).ok();
    assert!(run.out.contains("task.conflicted"), "{run:#?}");
    assert!(shortfalls(&run).is_empty(), "{run:#?}");
    assert_eq!(landed(&place, "list.txt"), "words:\none two three\n");
}
