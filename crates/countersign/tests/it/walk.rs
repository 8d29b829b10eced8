//! The whole way of a goal, by the command line alone.

use crate::on_both_databases;

on_both_databases! {
    fn a_goal_goes_the_whole_way(world: World) {
        let world = world.with_team();
        world.run(&["goal", "create", "Build the login page"]).ok();
        let args = ["task", "create", "Login form", "--run", "cargo test", "--goal", "GOAL-1",
            "--assign", "bob"];
        let created = world.run(&args).ok();
        assert!(created.out.contains("TASK-1 is assigned"), "{}", created.out);
        assert!(created.out.contains("next: bob: countersign task start TASK-1"), "{}", created.out);

        world.run_as("bob", &["task", "start", "TASK-1"]).ok();
        let goal = world.run(&["goal", "status", "GOAL-1", "--json"]).ok().json();
        assert_eq!(goal["state"], "active");
        assert_eq!(goal["counts"]["in_progress"], 1);

        let submit = ["task", "submit", "TASK-1", "--summary", "done", "--changed", "login.js"];
        world.run_as("bob", &submit).ok();
        world.record("TASK-1", "fail").ok();
        let shown = world.run(&["task", "show", "TASK-1"]).ok();
        assert!(shown.out.contains("run-1: found fail"), "{}", shown.out);
        std::fs::write(world.path().join("login.js"), "mended").unwrap();
        world.run_as("bob", &submit).ok();
        world.record("TASK-1", "pass").ok();
        assert_eq!(world.state("TASK-1"), "review");
        world.run_as("rex", &["task", "approve", "TASK-1"]).ok();
        world.run_as("eve", &["task", "verify", "TASK-1", "--notes", "logged in and out"]).ok();

        let verified = world.run(&["goal", "verify", "GOAL-1", "--notes", "tried it all"]).ok();
        assert!(verified.out.contains("GOAL-1 is verified"), "{}", verified.out);
        let task = world.run(&["task", "show", "TASK-1", "--json"]).ok().json();
        assert_eq!(task["state"], "verified");
        assert_eq!(task["basis"], "review");
        assert_eq!(task["approver"], "rex");
        assert_eq!(task["verified_by"], "eve");
        world.run(&["doctor"]).ok();
    }

    fn a_rejected_goal_waits_for_its_fix(world: World) {
        let world = world.with_team();
        world.run(&["goal", "create", "Two parts"]).ok();
        let id = world.task_in_review("part one");
        world.run(&["goal", "link", "GOAL-1", &id]).ok();
        world.run_as("rex", &["task", "approve", &id]).ok();
        world.run_as("eve", &["task", "verify", &id, "--notes", "fine"]).ok();
        let rejected = world.run(&["goal", "reject", "GOAL-1", "--reason", "styles clash"]).ok();
        assert!(rejected.out.contains("GOAL-1 is active"), "{}", rejected.out);
        assert_eq!(world.state(&id), "verified");

        let fix = world.task_in_review("fix the styles");
        world.run(&["goal", "link", "GOAL-1", &fix]).ok();
        world.run_as("rex", &["task", "approve", &fix]).ok();
        world.run_as("eve", &["task", "verify", &fix, "--notes", "no clash"]).ok();
        world.run(&["goal", "verify", "GOAL-1", "--notes", "both parts together"]).ok();
    }

    fn deferred_criteria_hold_up_the_goal_until_a_runner_has_seen_them_pass(world: World) {
        let world = world.with_team();
        world.run(&["goal", "create", "End to end"]).ok();
        let args = ["task", "create", "Checkout", "--run", "test -d .", "--run-at-end", "npm run smoke",
            "--goal", "GOAL-1", "--assign", "bob"];
        world.run(&args).ok();
        world.run_as("bob", &["task", "start", "TASK-1"]).ok();
        world.run_as("bob", &["task", "submit", "TASK-1", "--summary", "done"]).ok();
        world.record("TASK-1", "pass").ok();
        world.run(&["task", "approve", "TASK-1"]).ok();
        world.run_as("eve", &["task", "verify", "TASK-1", "--notes", "ok"]).ok();
        let verify = ["goal", "verify", "GOAL-1", "--notes", "tried", "--json"];
        world.run(&verify).refused_by("deferred-outstanding");

        let run = r#"{"round": 1, "deferred": {"TASK-1": [{"criterion": "end-2", "finding": "pass",
            "reason": "exit 0", "exit": "success"}]}, "whole": [{"criterion": "e2e",
            "finding": "pass", "reason": "exit 0", "exit": "success"}]}"#;
        let record = ["goal", "record", "GOAL-1", "--evidence", "-"];
        world.run_with_input("ci", &record, run).ok();
        world.run(&verify).ok();
    }

    fn a_goal_is_not_verified_over_a_failed_run(world: World) {
        let world = world.with_team();
        world.run(&["goal", "create", "The whole"]).ok();
        let id = world.task_in_review("a part");
        world.run(&["goal", "link", "GOAL-1", &id]).ok();
        world.run_as("rex", &["task", "approve", &id]).ok();
        world.run_as("eve", &["task", "verify", &id, "--notes", "fine"]).ok();
        let run = r#"{"round": 1, "whole": [{"criterion": "e2e", "finding": "fail",
            "reason": "login is broken", "exit": {"failure": 1}}]}"#;
        world.run_with_input("ci", &["goal", "record", "GOAL-1", "--evidence", "-"], run).ok();
        let inbox = world.run(&["inbox", "--json"]).ok().json();
        assert_eq!(inbox[0]["need"], "reject_goal");
        let verify = ["goal", "verify", "GOAL-1", "--notes", "tried", "--json"];
        world.run(&verify).refused_by("last-run-failed");
        let status = world.run(&["goal", "status", "GOAL-1"]).ok();
        assert!(status.out.contains("did not pass"), "{}", status.out);
    }

    fn reopened_work_goes_on_at_once_or_waits_for_what_it_rests_on(world: World) {
        let world = world.with_team();
        let base = world.task_in_review("base");
        world.run_as("rex", &["task", "approve", &base]).ok();
        let args = ["task", "create", "top", "--run", "test -d .", "--depends-on", &base, "--assign",
            "bob"];
        world.run(&args).ok();
        world.run_as("bob", &["task", "start", "TASK-2"]).ok();
        world.run_as("bob", &["task", "submit", "TASK-2", "--summary", "done"]).ok();
        world.record("TASK-2", "pass").ok();
        world.run_as("rex", &["task", "approve", "TASK-2"]).ok();

        world.run(&["task", "reopen", "TASK-2", "--reason", "it broke"]).ok();
        assert_eq!(world.state("TASK-2"), "in_progress");
        world.run_as("bob", &["task", "submit", "TASK-2", "--summary", "again"]).ok();
        world.record("TASK-2", "pass").ok();
        world.run_as("rex", &["task", "approve", "TASK-2"]).ok();

        world.run(&["task", "reopen", &base, "--reason", "it broke"]).ok();
        let waits = world.run(&["task", "reopen", "TASK-2", "--reason", "so this may, too"]).ok();
        assert!(waits.out.contains("next: it waits for TASK-1"), "{}", waits.out);
        assert_eq!(world.state("TASK-2"), "assigned");
    }

    fn what_comes_next_knows_of_dependencies(world: World) {
        let world = world.with_team();
        world.run(&["task", "create", "first", "--run", "test -d ."]).ok();
        let args = ["task", "create", "second", "--run", "test -d .", "--depends-on", "TASK-1",
            "--assign", "bob"];
        let created = world.run(&args).ok();
        assert!(created.out.contains("next: it waits for TASK-1"), "{}", created.out);
        let again = world.run(&["task", "assign", "TASK-2", "bob"]).ok();
        assert!(again.out.contains("next: it waits for TASK-1"), "{}", again.out);
        world.run(&["task", "cancel", "TASK-1", "--reason", "not wanted"]).ok();
        let shown = world.run(&["task", "show", "TASK-2"]).ok();
        assert!(shown.out.contains("task depend TASK-2 --on TASK --drop"), "{}", shown.out);
    }

    fn an_override_says_so_and_is_never_verified(world: World) {
        let world = world.with_team();
        let id = world.task_in_review("flaky");
        let reason = ["task", "override", &id, "--reason", "the check is wrong"];
        let overridden = world.run(&reason).ok();
        assert!(overridden.out.contains("completed (override)"), "{}", overridden.out);
        let verify = ["task", "verify", &id, "--notes", "looks fine", "--json"];
        world.run_as("eve", &verify).refused_by("overridden-work");
        let listed = world.run(&["task", "list"]).ok();
        assert!(listed.out.contains("completed (override)"), "{}", listed.out);
        let exported = world.run(&["export", "dispatches"]).ok().json();
        let record = exported.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap();
        assert_eq!(record["override_applied"], true, "{record:#}");
        assert_eq!(record["override_reason"], "the check is wrong");
        assert!(record["overridden_at"].is_string(), "{record:#}");
    }

    fn a_task_waits_for_its_dependencies(world: World) {
        let world = world.with_team();
        world.run(&["task", "create", "first", "--run", "test -d ."]).ok();
        let args = ["task", "create", "second", "--run", "test -d .", "--depends-on", "TASK-1",
            "--assign", "bob"];
        world.run(&args).ok();
        let start = world.run_as("bob", &["task", "start", "TASK-2", "--json"]);
        start.refused_by("waits-for-dependencies");
        let cycle = world.run(&["task", "depend", "TASK-1", "--on", "TASK-2", "--json"]);
        cycle.refused_by("dependency-cycle");
        let message = cycle.error()["message"].as_str().unwrap().to_owned();
        assert!(message.contains("TASK-1 → TASK-2 → TASK-1"), "{message}");
        world.run(&["task", "depend", "TASK-2", "--on", "TASK-1", "--drop"]).ok();
        world.run_as("bob", &["task", "start", "TASK-2"]).ok();
    }

    fn two_rejections_by_verifiers_stand_in_the_leads_inbox(world: World) {
        let world = world.with_team();
        let id = world.task_in_review("email check");
        world.run_as("rex", &["task", "approve", &id]).ok();
        let reject = ["task", "reject-verification", &id, "--reason", "accepts abc"];
        world.run_as("eve", &reject).ok();
        world.run_as("bob", &["task", "submit", &id, "--summary", "again"]).ok();
        world.record(&id, "pass").ok();
        world.run_as("rex", &["task", "approve", &id]).ok();
        world.run_as("eve", &reject).ok();

        let inbox = world.run(&["inbox", "--json"]).ok().json();
        assert_eq!(inbox[0]["need"], "triage");
        assert!(inbox[0]["message"].as_str().unwrap().contains("rejected 2 times"));
        let submit = ["task", "submit", &id, "--summary", "again", "--json"];
        let held = world.run_as("bob", &submit);
        held.refused_by("waits-for-lead");
        assert_eq!(held.code, 3);
        world.run(&["task", "assign", &id, "bob"]).ok();
        world.run_as("bob", &["task", "start", &id]).ok();
    }
}
