//! Agents with a work tree each: what one has half done is in nobody else's result.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::{Client, Served};
use crate::world::World;

pub fn git(folder: &Path, arguments: &[&str]) -> String {
    let named = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    let output =
        Command::new("git").current_dir(folder).args(named).args(arguments).output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A repository with work trees beside it; bob has to write a.txt, and kim b.txt. Its checks fail wherever both are at
/// work.
fn repository() -> (World, PathBuf, PathBuf) {
    let mut world = judged();
    world.add("kim", &["--kind", "agent", "--hat", "builder"]);
    std::fs::write(world.path().join("README"), "A project.\n").unwrap();
    git(world.path(), &["init", "-q", "-b", "main"]);
    git(world.path(), &["add", "README", "countersign.toml"]);
    git(world.path(), &["commit", "-q", "-m", "begin"]);
    let [one, two] = ["one", "two"].map(|name| {
        let folder = world.config.path().canonicalize().unwrap().join(name);
        git(world.path(), &["worktree", "add", "-q", folder.to_str().unwrap()]);
        folder
    });
    for (who, own, other) in [("bob", "a.txt", "b.txt"), ("kim", "b.txt", "a.txt")] {
        let run = format!("grep -qx done {own} && test ! -e {other}");
        world
            .run(&["task", "create", &format!("Write {own}"), "--run", &run, "--assign", who])
            .ok();
    }
    (world, one, two)
}

fn of(world: &World, who: &str, folder: &Path) -> Client {
    let mut command = world.command(&["mcp"]);
    command.current_dir(folder).env("COUNTERSIGN_TOKEN", world.token(who));
    Client::start(command)
}

fn folder(answer: &Value) -> &Path {
    Path::new(answer["folder"].as_str().unwrap_or_else(|| panic!("{answer:#}")))
}

#[test]
fn a_server_that_is_started_in_a_work_tree_judges_what_lies_there() {
    let (world, one, two) = repository();
    let mut bob = of(&world, "bob", &one);
    let mut kim = of(&world, "kim", &two);
    for (client, tree) in [(&mut bob, &one), (&mut kim, &two)] {
        assert_eq!(folder(&client.call("next_task", json!({})).ok()), tree);
    }
    std::fs::write(one.join("a.txt"), "done\n").unwrap();
    std::fs::write(two.join("b.txt"), "half\n").unwrap();
    let submit = |task: &str| json!({ "task_id": task, "summary": "written" });
    let judged = bob.call("submit_for_review", submit("TASK-1")).ok();
    assert_eq!((&judged["passed"], folder(&judged)), (&json!(true), one.as_path()), "{judged:#}");
    let judged = kim.call("submit_for_review", submit("TASK-2")).ok();
    assert_eq!(judged["passed"], false, "{judged:#}");
    std::fs::write(two.join("b.txt"), "done\n").unwrap();
    assert_eq!(kim.call("submit_for_review", submit("TASK-2")).ok()["passed"], true);
    assert!(!one.join(".countersign").exists(), "there is one journal");
    let seen = world.run(&["task", "show", "TASK-2", "--json"]).ok().json();
    assert_eq!(seen["state"], "review");
}

#[test]
fn over_http_an_agent_says_in_which_work_tree_it_works() {
    let (world, one, two) = repository();
    let served = Served::start(&world, &[]);
    let (bob, kim) = (world.token("bob"), world.token("kim"));
    let next = served.call(bob, "next_task", json!({ "worktree": one })).ok();
    assert_eq!(folder(&next), one);
    served.call(kim, "next_task", json!({ "worktree": "one" })).refused_by("work-tree-taken");
    let begin = json!({ "task_id": "TASK-2", "status": "in_progress", "worktree": "two" });
    served.call(kim, "update_task", begin).ok();
    std::fs::write(one.join("a.txt"), "done\n").unwrap();
    std::fs::write(two.join("b.txt"), "done\n").unwrap();
    for (token, task, tree) in [(bob, "TASK-1", &one), (kim, "TASK-2", &two)] {
        let submit = json!({ "task_id": task, "summary": "written" });
        let judged = served.call(token, "submit_for_review", submit).ok();
        assert_eq!((&judged["passed"], folder(&judged)), (&json!(true), tree.as_path()));
        // Whoever reviews it has to find it.
        let shown = served.call(world.token("rex"), "get_task", json!({ "task_id": task })).ok();
        assert_eq!(folder(&shown), tree);
    }
}

#[test]
fn nothing_but_a_work_tree_of_the_project_is_taken() {
    let (world, one, _) = repository();
    let served = Served::start(&world, &[]);
    let bob = world.token("bob");
    // It says that it is one, and the repository does not.
    let liar = world.folder_beside("liar");
    std::fs::copy(one.join(".git"), liar.join(".git")).unwrap();
    let link = world.config.path().join("link");
    std::os::unix::fs::symlink("/", &link).unwrap();
    for other in ["/", "/etc", "..", "", ".", ".git/worktrees/one", "one/..", "\u{0}"] {
        served.call(bob, "next_task", json!({ "worktree": other })).refused_by("no-work-tree");
    }
    for other in [liar, link, world.config.path().to_owned(), one.join(".git")] {
        served.call(bob, "next_task", json!({ "worktree": other })).refused_by("no-work-tree");
    }
    served.call(bob, "next_task", json!({ "worktree": one })).ok();
    let elsewhere = json!({ "task_id": "TASK-1", "summary": "x", "worktree": "/etc" });
    served.call(bob, "submit_for_review", elsewhere).refused_by("no-work-tree");
    assert_eq!(world.run(&["task", "show", "TASK-1", "--json"]).ok().json()["attempt"], 0);
}

#[test]
fn work_whose_tree_is_gone_is_not_judged_elsewhere_until_its_builder_says_where() {
    let (world, one, two) = repository();
    let served = Served::start(&world, &[]);
    let bob = world.token("bob");
    served.call(bob, "next_task", json!({ "worktree": "one" })).ok();
    git(world.path(), &["worktree", "remove", "--force", one.to_str().unwrap()]);
    let submit = json!({ "task_id": "TASK-1", "summary": "written" });
    served.call(bob, "submit_for_review", submit).refused_by("no-work-tree");
    std::fs::write(two.join("a.txt"), "done\n").unwrap();
    // Somebody else has no say in it.
    let moved = json!({ "task_id": "TASK-1", "summary": "written", "worktree": "two" });
    served
        .call(world.token("kim"), "submit_for_review", moved.clone())
        .refused_by("not-its-builder");
    let judged = served.call(bob, "submit_for_review", moved).ok();
    assert_eq!((&judged["passed"], folder(&judged)), (&json!(true), two.as_path()), "{judged:#}");
}

#[test]
fn work_is_handed_in_where_it_was_begun_and_nowhere_else() {
    let (world, one, two) = repository();
    let served = Served::start(&world, &[]);
    let bob = world.token("bob");
    served.call(bob, "next_task", json!({ "worktree": "one" })).ok();
    std::fs::write(two.join("a.txt"), "done\n").unwrap();
    let there = |tree: &str| json!({ "task_id": "TASK-1", "summary": "x", "worktree": tree });
    served.call(bob, "submit_for_review", there("two")).refused_by("begun-elsewhere");
    let look = json!({ "task_id": "TASK-1", "worktree": "two" });
    served.call(bob, "verify_task_completion", look).refused_by("begun-elsewhere");
    assert_eq!(world.run(&["task", "show", "TASK-1", "--json"]).ok().json()["attempt"], 0);
    std::fs::write(one.join("a.txt"), "done\n").unwrap();
    let judged = served.call(bob, "submit_for_review", there("one")).ok();
    assert_eq!((&judged["passed"], folder(&judged)), (&json!(true), one.as_path()), "{judged:#}");
}

#[test]
fn one_agent_has_one_task_at_a_time_in_a_folder() {
    let (world, one, _) = repository();
    let run = "grep -qx done c.txt";
    world.run(&["task", "create", "Write c.txt", "--run", run, "--assign", "bob"]).ok();
    let served = Served::start(&world, &[]);
    let bob = world.token("bob");
    let next = |tree: &str| served.call(bob, "next_task", json!({ "worktree": tree }));
    assert_eq!(next("one").ok()["task"]["id"], "TASK-1");
    next("one").refused_by("at-work");
    let begin = json!({ "task_id": "TASK-3", "status": "in_progress", "worktree": "one" });
    served.call(bob, "update_task", begin).refused_by("at-work");
    let mut start = world.command(&["task", "start", "TASK-3", "--json"]);
    start.current_dir(&one).env("COUNTERSIGN_TOKEN", bob);
    crate::world::finish(start, None).refused_by("at-work");
    assert_eq!(next("two").ok()["task"]["id"], "TASK-3", "another folder is free");
    assert_eq!(next("one").ok()["task"], json!(null), "nothing is left that is ready");
    world.run(&["task", "create", "Write d.txt", "--run", "test -s d.txt", "--assign", "bob"]).ok();
    next("one").refused_by("at-work");
    std::fs::write(one.join("a.txt"), "done\n").unwrap();
    let submit = json!({ "task_id": "TASK-1", "summary": "written" });
    served.call(bob, "submit_for_review", submit).ok();
    assert_eq!(next("one").ok()["task"]["id"], "TASK-4");
}

#[test]
fn in_a_work_tree_an_agent_is_held_to_what_it_does_there() {
    let (world, one, two) = repository();
    let mut bob = of(&world, "bob", &one);
    bob.call("next_task", json!({})).ok();
    let stop = |folder: &Path| {
        let mut command = world.command(&["hook", "stop", "--json"]);
        command.current_dir(folder).env("COUNTERSIGN_TOKEN", world.token("bob"));
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(stop(&one).contains("TASK-1"), "{}", stop(&one));
    assert_eq!(stop(&two), "");
    assert!(stop(world.path()).contains(one.to_str().unwrap()), "{}", stop(world.path()));
    std::fs::write(one.join("a.txt"), "done\n").unwrap();
    assert!(stop(&one).contains("passes what is shown of its contract"), "{}", stop(&one));
}

#[test]
fn what_was_handed_in_is_judged_also_when_its_work_tree_is_gone() {
    let (world, one, _) = repository();
    let run = |args: &[&str]| {
        let mut command = world.command(args);
        command.current_dir(&one).env("COUNTERSIGN_TOKEN", world.token("bob"));
        crate::world::finish(command, None).ok()
    };
    run(&["task", "start", "TASK-1"]);
    std::fs::write(one.join("a.txt"), "done\n").unwrap();
    run(&["task", "submit", "TASK-1", "--summary", "done"]);
    git(world.path(), &["worktree", "remove", "--force", one.to_str().unwrap()]);
    let judged = world.run(&["verify", "TASK-1", "--json"]).ok().json();
    assert_eq!(judged["verdict"], "passed", "{judged:#}");
}

#[test]
fn a_journal_of_its_own_in_a_work_tree_does_not_let_an_agent_go() {
    let (world, one, _) = repository();
    let run = |args: &[&str], input: Option<&str>| {
        let mut command = world.command(args);
        command.current_dir(&one).env("COUNTERSIGN_TOKEN", world.token("bob"));
        crate::world::finish(command, input)
    };
    run(&["task", "start", "TASK-1"], None).ok();
    std::fs::remove_file(one.join("countersign.toml")).unwrap();
    run(&["init", "--owner", "bob"], None).ok();
    let input = json!({ "cwd": one }).to_string();
    let held = run(&["hook", "stop"], Some(&input)).ok().json();
    assert!(held["reason"].as_str().unwrap().contains("bob has work open"), "{held:#}");
}

#[test]
fn of_several_claims_at_the_same_moment_in_one_folder_one_is_given() {
    let world = judged();
    for name in ["a.txt", "b.txt", "c.txt", "d.txt"] {
        let (title, run) = (format!("Write {name}"), format!("test -e {name}"));
        world.run(&["task", "create", &title, "--run", &run, "--assign", "bob"]).ok();
    }
    let mut clients: Vec<Client> = (0..4).map(|_| Client::of(&world, "bob")).collect();
    std::thread::scope(|scope| {
        for client in &mut clients {
            scope.spawn(|| drop(client.call("next_task", json!({}))));
        }
    });
    let begun = world.run(&["task", "list", "--state", "in_progress", "--json"]).ok().json();
    assert_eq!(begun["items"].as_array().unwrap().len(), 1, "{begun:#}");
}
