//! What is committed although rules leave it out is a part of the project, as git has it.

use super::place::{HONEST, Place};

/// A repository in which files are committed that rules, or their own names, leave out elsewhere.
fn with_committed() -> Place {
    let place = Place::new();
    place.write(".gitignore", "*.jar\ntmp/\ndist/\n");
    for path in ["wrapper/wrapper.jar", "tmp/.keep", "node_modules/m/index.js", "old/a.pyc"] {
        place.write(path, "wrapped\n");
    }
    place.git(&["add", "-f", "."]);
    place.git(&["commit", "-q", "-m", "all of it"]);
    place
}

fn commit(place: &Place) {
    place.git(&["add", "tasks"]);
    place.git(&["commit", "-q", "-m", "tasks"]);
}

/// Asks for what is committed as well.
fn asking_for(place: &Place, id: &str, committed: &str) {
    place.task(id, &[]);
    let path = place.path().join(format!("tasks/{id}.md"));
    let text = std::fs::read_to_string(&path).unwrap();
    let name = id.to_lowercase();
    let check = format!("grep -q done {name}.txt");
    assert!(text.contains(&check));
    place.write(
        &format!("tasks/{id}.md"),
        &text.replace(&check, &format!("{check}\ngrep -q wrapped {committed}")),
    );
}

#[test]
fn work_on_it_is_accepted_and_its_checks_see_it() {
    let place = with_committed();
    asking_for(&place, "TASK-1", "wrapper/wrapper.jar");
    asking_for(&place, "TASK-2", "tmp/.keep");
    let run = place.run(HONEST, &["--allow-vacuous"]);
    assert_eq!(run.code, 0, "{run:#?}");
    // What was accepted first is a part of what the next run begins on.
    place.task("TASK-3", &[]);
    commit(&place);
    let run = place.run(HONEST, &["--land"]);
    assert_eq!(run.code, 0, "{run:#?}");
    for name in ["task-1.txt", "task-2.txt", "task-3.txt", "wrapper/wrapper.jar"] {
        assert!(place.path().join(name).is_file(), "{name}");
    }
    place.world.run(&["doctor"]).ok();
}

#[test]
fn what_was_accepted_although_it_is_ignored_holds_nothing_up() {
    let place = with_committed();
    for number in 1..=4 {
        place.declared(&format!("TASK-{number}"), &format!("dist/{number}.txt"));
    }
    commit(&place);
    let worker =
        "file=$(grep -o 'dist/[0-9]*\\.txt' | head -n 1); mkdir -p dist; echo done > \"$file\"";
    let run = place.run(worker, &["--land"]);
    assert_eq!(run.code, 0, "{run:#?}");
    for number in 1..=4 {
        assert!(place.path().join(format!("dist/{number}.txt")).is_file(), "{run:#?}");
    }
    place.world.run(&["doctor"]).ok();
}

#[test]
fn what_was_accepted_in_a_cache_is_there_for_what_builds_on_it() {
    let place = with_committed();
    for (id, file) in [("TASK-1", ".next/plan.json"), ("TASK-2", "lib/a.pyc")] {
        place.declared(id, file);
        let next = format!("{id}-NEXT");
        place.task(&next, &[id]);
        let path = place.path().join(format!("tasks/{next}.md"));
        let text = std::fs::read_to_string(&path).unwrap();
        let check = format!("grep -q done {}.txt", next.to_lowercase());
        assert!(text.contains(&check));
        place.write(
            &format!("tasks/{next}.md"),
            &text.replace(&check, &format!("{check}\ngrep -q done {file}")),
        );
    }
    commit(&place);
    // It sees what was accepted before, and rebuilds what is cached by the way.
    let worker = "brief=$(cat); file=$(echo \"$brief\" | grep -oE '\\.next/plan\\.json|lib/a\\.pyc' | head -n 1); \
        next=$(echo \"$brief\" | grep -oE 'task-[0-9]-next\\.txt' | head -n 1); \
        if [ -n \"$next\" ]; then grep -q done \"$file\" && echo done > \"$next\"; echo stale >> \"$file\"; \
        else mkdir -p .next lib; echo done > \"$file\"; fi";
    let run = place.run(worker, &["--land"]);
    assert_eq!(run.code, 0, "{run:#?}");
    for file in [".next/plan.json", "lib/a.pyc"] {
        assert_eq!(std::fs::read_to_string(place.path().join(file)).unwrap(), "done\n", "{file}");
    }
    place.world.run(&["doctor"]).ok();
}

#[test]
fn what_is_committed_although_it_is_ignored_counts_in_a_base_outside_of_any_project() {
    let before = with_committed();
    asking_for(&before, "TASK-1", "wrapper/wrapper.jar");
    let path = before.path().join("tasks/TASK-1.md");
    let after = crate::world::World::bare();
    std::fs::create_dir(after.path().join("wrapper")).unwrap();
    for (file, text) in [("wrapper/wrapper.jar", "wrapped\n"), ("task-1.txt", "done\n")] {
        std::fs::write(after.path().join(file), text).unwrap();
    }
    let result = after.path().to_str().unwrap().to_owned();
    let (task, base) = (path.to_str().unwrap(), before.path().to_str().unwrap());
    let verify = ["verify", "--task", task, "--base", base, "--result", &result];
    let seen = before.finish(&[&verify[..], &["--allow-vacuous"]].concat());
    assert_eq!(seen.code, 0, "{seen:#?}");
}
