//! `doctor` and `rebuild`.

use std::process::Command;

use crate::world::World;

/// Writes to the database file behind the journal's back.
fn vandalise(world: &World, sql: &str) {
    let script = "import sqlite3, sys\n\
        c = sqlite3.connect(sys.argv[1])\n\
        c.execute(sys.argv[2])\n\
        assert c.total_changes > 0, 'nothing was changed'\n\
        c.commit()\n\
        c.close()\n";
    let status = Command::new("python3")
        .args(["-c", script, world.database_file().to_str().unwrap(), sql])
        .status()
        .unwrap();
    assert!(status.success());
}

#[test]
fn doctor_finds_a_sound_journal_sound() {
    let world = World::sqlite().with_team();
    world.task_in_review("t");
    let report = world.run(&["doctor", "--json"]).ok().json();
    assert_eq!(report["sound"], true);
    assert_eq!(report["root"].as_str().unwrap().len(), 64);
    let status = world.run(&["status", "--json"]).ok().json();
    assert_eq!(report["root"], status["root"]);
}

#[test]
fn doctor_names_the_record_that_was_changed() {
    let world = World::sqlite().with_team();
    world.task_in_review("t");
    vandalise(
        &world,
        "UPDATE event SET body = replace(body, 'done', 'd0ne') WHERE body LIKE '%done%'",
    );
    let log = world.run(&["log", "--json", "--limit", "1000"]).out;
    let changed = log.lines().position(|line| line.contains("d0ne")).unwrap() + 1;
    let report = world.run(&["doctor", "--json"]);
    assert_eq!(report.code, 5, "{report:#?}");
    let findings = report.json()["findings"].to_string();
    assert!(findings.contains(&format!("record {changed} ")), "{findings}");
}

#[test]
fn rebuild_restores_what_is_derived() {
    let world = World::sqlite().with_team();
    let id = world.task_in_review("t");
    let before = world.run(&["task", "show", &id, "--json"]).ok().out;
    vandalise(&world, "UPDATE task SET state = 'verified'");
    let stale = world.run(&["doctor"]);
    assert_eq!(stale.code, 5);
    assert!(stale.err.contains("countersign rebuild"), "{stale:#?}");
    world.run(&["rebuild"]).ok();
    world.run(&["doctor"]).ok();
    assert_eq!(world.run(&["task", "show", &id, "--json"]).ok().out, before);
}

#[test]
fn rebuild_refuses_a_damaged_journal() {
    let world = World::sqlite().with_team();
    world.task_in_review("t");
    vandalise(&world, "DELETE FROM event WHERE seq = 3");
    let outcome = world.run(&["rebuild"]);
    assert_eq!(outcome.code, 5, "{outcome:#?}");
}
