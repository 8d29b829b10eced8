//! The documented exit codes, each by a case that a script meets.

use crate::world::World;

#[test]
fn zero_when_done() {
    assert_eq!(World::sqlite().run(&["status"]).code, 0);
    assert_eq!(World::bare().run(&["--help"]).code, 0);
    assert_eq!(World::bare().run(&["task", "create", "--help"]).code, 0);
    assert_eq!(World::bare().run(&["--version"]).code, 0);
}

#[test]
fn one_when_refused() {
    let world = World::sqlite().with_team();
    let id = world.task_in_review("t");
    assert_eq!(world.run_as("bob", &["task", "approve", &id]).code, 1);
    assert_eq!(world.run(&["init"]).code, 1);
    // Nothing of it can be checked: the rule is the same whether it is created or edited so.
    assert_eq!(world.run(&["task", "create", "Refactor the scheduler"]).code, 1);
    assert_eq!(world.run(&["contract", "Refactor the scheduler"]).code, 1);
    assert_eq!(world.run(&["criterion", "remove", &id, "run-1", "--reason", "x"]).code, 1);
    std::fs::write(world.path().join("bad.md"), "---\nid: 1\n---\n# A task\n\n## Contract\n")
        .unwrap();
    assert_eq!(world.run(&["lint", "bad.md"]).code, 1);
}

#[test]
fn a_task_file_that_is_not_there_is_no_task_in_prose() {
    let missing = World::bare().run(&["contract", "tasks/NOPE.md"]);
    assert_eq!(missing.code, 2, "{missing:#?}");
    assert!(missing.err.contains("cannot read tasks/NOPE.md"), "{missing:#?}");
}

#[test]
fn the_table_of_the_readme_is_the_one_of_the_help() {
    let readme = include_str!("../../../../README.md");
    let (_, table) = readme.split_once("| exit code | meaning |\n|---|---|\n").unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let said: Vec<String> = rows
        .map(|row| {
            let mut cells = row.trim_matches('|').split('|').map(str::trim);
            format!("  {}  {}", cells.next().unwrap(), cells.next().unwrap())
        })
        .collect();
    assert_eq!(said.len(), 7);
    let help = World::bare().run(&["--help"]).ok().out;
    let (_, codes) = help.split_once("Exit codes:\n").unwrap();
    let helped: Vec<&str> = codes.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(helped, said);
}

#[test]
fn two_for_a_wrong_command_line_or_file() {
    let world = World::sqlite();
    for args in [
        vec!["frobnicate"],
        vec!["task", "create"],
        vec!["task", "create", " ", "--run", "test -d ."],
        vec!["task", "create", "t", "--id", "../etc", "--run", "test -d ."],
        vec!["task", "reject", "TASK-1", "--reason", "  "],
        vec!["task", "reject", "TASK-1", "--reason", "\u{200b}"],
        vec!["task", "list", "--state", "done"],
        vec!["task", "list", "--limit", "0"],
        vec!["task", "list", "--after", "there"],
        vec!["actor", "add", "Bob", "--kind", "agent"],
        vec!["actor", "add", "bob", "--kind", "agent", "--expires", "soon"],
        vec!["task", "record", "TASK-1", "--evidence", "nowhere.json"],
        vec!["task", "import", "nowhere.md"],
        vec!["contract", "--jsonl", "nowhere.jsonl"],
        vec!["lint", "nowhere.md"],
        vec!["explain", "CS999"],
        vec!["goal", "create", "g", "--token-file", "nowhere"],
    ] {
        let outcome = world.run(&args);
        assert_eq!(outcome.code, 2, "{args:?}: {outcome:#?}");
        assert!(!outcome.err.is_empty() && outcome.out.is_empty(), "{args:?}: {outcome:#?}");
        let machine = world.run(&[args, vec!["--json"]].concat());
        assert_eq!((machine.code, &machine.error()["exit"]), (2, &2.into()), "{machine:#?}");
    }
    std::fs::write(world.path().join("countersign.toml"), "[store]\nurll = 'x'\n").unwrap();
    let outcome = world.run(&["status"]);
    assert_eq!(outcome.code, 2, "{outcome:#?}");
    assert!(
        outcome.err.contains("countersign.toml") && outcome.err.contains("urll"),
        "{outcome:#?}"
    );
}

#[test]
fn three_when_it_waits_for_a_person() {
    let world = World::sqlite().with_team();
    world.run(&["task", "create", "t", "--run", "test -d .", "--assign", "bob"]).ok();
    world.run_as("bob", &["task", "start", "TASK-1"]).ok();
    world.run_as("bob", &["task", "submit", "TASK-1", "--summary", "done"]).ok();
    assert_eq!(world.record("TASK-1", "undecided").code, 3);
    let inbox = world.run(&["inbox", "--json"]).ok().json();
    assert_eq!(inbox[0]["need"], "judge");

    world.record("TASK-1", "fail").ok();
    std::fs::write(world.path().join("more.txt"), "more").unwrap();
    world.run_as("bob", &["task", "submit", "TASK-1", "--summary", "again"]).ok();
    assert_eq!(world.record("TASK-1", "fail").code, 3);
    assert_eq!(world.state("TASK-1"), "blocked");
}

#[test]
fn four_when_it_is_not_there() {
    let world = World::sqlite();
    for args in [
        vec!["task", "show", "TASK-9"],
        vec!["task", "cancel", "TASK-9", "--reason", "gone"],
        vec!["goal", "status", "GOAL-9"],
        vec!["hat", "give", "nobody", "tester"],
        vec!["actor", "token", "--revoke", "0123456789abcdef"],
    ] {
        let outcome = world.run(&args);
        assert_eq!(outcome.code, 4, "{args:?}: {outcome:#?}");
    }
    let bare = World::bare().run(&["status"]);
    assert_eq!(bare.code, 4, "{bare:#?}");
    assert!(bare.err.contains("countersign init"), "{bare:#?}");
}

#[test]
fn five_when_the_store_is_in_trouble() {
    let world = World::sqlite();
    std::fs::write(world.database_file(), "this is no database").unwrap();
    assert_eq!(world.run(&["status"]).code, 5);
    std::fs::remove_file(world.database_file()).unwrap();
    let gone = world.run(&["status"]);
    assert_eq!(gone.code, 5, "{gone:#?}");
    assert!(gone.err.contains("journal.db") && gone.err.contains("countersign init"), "{gone:#?}");
    let nowhere =
        world.run(&["status", "--store", "postgres://nobody@localhost:1/x?host=/nowhere"]);
    assert_eq!(nowhere.code, 5, "{nowhere:#?}");
    let nonsense = world.run(&["status", "--store", "ftp://x"]);
    assert_eq!(nonsense.code, 5, "{nonsense:#?}");
}
