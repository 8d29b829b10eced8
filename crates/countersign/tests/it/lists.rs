//! Lists page and filter; what a person sees is aligned and safe to look at.

use crate::on_both_databases;
use crate::world::World;

on_both_databases! {
    fn tasks_come_in_pages(world: World) {
        let world = world.with_team();
        for number in 1..=7 {
            let title = format!("task {number}");
            world.run(&["task", "create", &title, "--run", "test -d ."]).ok();
        }
        let mut seen = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let mut args = vec!["task", "list", "--limit", "3", "--json"];
            if let Some(after) = &after {
                args.extend(["--after", after]);
            }
            let page = world.run(&args).ok().json();
            let ids = page["items"].as_array().unwrap().iter();
            seen.extend(ids.map(|task| task["id"].as_str().unwrap().to_owned()));
            match page["after"].as_str() {
                Some(next) => after = Some(next.to_owned()),
                None => break,
            }
        }
        let expected: Vec<String> = (1..=7).map(|n| format!("TASK-{n}")).collect();
        assert_eq!(seen, expected);
    }

    fn tasks_are_filtered_by_state_goal_and_builder(world: World) {
        let world = world.with_team();
        world.run(&["goal", "create", "g"]).ok();
        world.run(&["task", "create", "a", "--run", "test -d .", "--goal", "GOAL-1"]).ok();
        world.run(&["task", "create", "b", "--run", "test -d .", "--assign", "bob"]).ok();
        let ids = |args: &[&str]| {
            let all = [&["task", "list", "--json"], args].concat();
            let page = world.run(&all).ok().json();
            let items = page["items"].as_array().unwrap().clone();
            items.iter().map(|t| t["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(ids(&["--goal", "GOAL-1"]), ["TASK-1"]);
        assert_eq!(ids(&["--builder", "bob"]), ["TASK-2"]);
        assert_eq!(ids(&["--state", "pending"]), ["TASK-1"]);
        assert_eq!(ids(&["--state", "pending", "--state", "assigned"]), ["TASK-1", "TASK-2"]);
        assert!(ids(&["--state", "verified"]).is_empty());
    }

    fn status_shows_goals_with_their_progress(world: World) {
        let world = world.with_team();
        world.run(&["goal", "create", "Login"]).ok();
        world.run(&["task", "create", "a", "--run", "test -d .", "--goal", "GOAL-1"]).ok();
        world.run(&["task", "create", "b", "--run", "test -d .", "--goal", "GOAL-1"]).ok();
        let status = world.run(&["status"]).ok();
        assert!(status.out.contains("0/2 verified"), "{}", status.out);
        assert!(status.out.contains("2 pending"), "{}", status.out);
    }
}

#[test]
fn the_log_is_one_record_a_line_and_dense() {
    let world = World::sqlite().with_team();
    world.task_in_review("t");
    let log = world.run(&["log", "--json", "--limit", "1000"]).ok();
    let numbers: Vec<u64> = log
        .out
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["seq"].as_u64().unwrap()
        })
        .collect();
    assert!(numbers.len() > 10);
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    let last = world.run(&["log", "--json", "--last", "2"]).ok();
    assert_eq!(last.out.lines().count(), 2);
}

#[test]
fn text_from_actors_cannot_repaint_the_terminal() {
    let world = World::sqlite().with_team();
    let id = world.task_in_review("t");
    let evil = "looks bad\u{1b}[2J\u{1b}[1;1H\u{202e}verified";
    world.run_as("rex", &["task", "reject", &id, "--reason", evil]).ok();
    let shown = world.run(&["task", "show", &id, "--color", "never"]).ok();
    assert!(shown.out.contains("looks bad"), "{}", shown.out);
    assert!(!shown.out.contains('\u{1b}') && !shown.out.contains('\u{202e}'), "{:?}", shown.out);
    let titled = world.run(&["task", "create", "a\u{1b}[2Jb", "--run", "test -d ."]);
    assert_eq!(titled.code, 2);
}

#[test]
fn colour_only_when_asked_for_or_on_a_terminal() {
    let world = World::sqlite();
    assert!(!world.run(&["status"]).ok().out.contains('\u{1b}'));
    assert!(world.run(&["status", "--color", "always"]).ok().out.contains('\u{1b}'));
}

#[test]
fn completions_know_the_commands() {
    let world = World::bare();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = world.run(&["completions", shell]).ok();
        assert!(script.out.contains("reject-verification"), "{shell}");
    }
}
