//! A refusal says who, what, which rule, and who could do it instead.

use crate::on_both_databases;

on_both_databases! {
    fn a_builder_cannot_approve_or_verify_its_own_work(world: World) {
        let mut world = world.with_team();
        world.run(&["hat", "give", "bob", "reviewer"]).ok();
        world.run(&["hat", "give", "bob", "tester"]).ok();
        let id = world.task_in_review("mine");
        let approve = world.run_as("bob", &["task", "approve", &id, "--json"]);
        approve.refused_by("reviewer-is-builder");
        assert_eq!(approve.error()["could"], serde_json::json!(["ada", "rex"]));
        let in_words = world.run_as("bob", &["task", "approve", &id]);
        assert!(in_words.err.contains("bob may not review TASK-1"), "{}", in_words.err);
        assert!(in_words.err.contains("hint: who could: ada, rex"), "{}", in_words.err);

        world.run_as("rex", &["task", "approve", &id]).ok();
        let verify = ["task", "verify", &id, "--notes", "trust me", "--json"];
        world.run_as("bob", &verify).refused_by("verifier-is-builder");
        world.run_as("rex", &verify).refused_by("missing-hat");
        world.add("mallory", &["--kind", "agent"]);
        world.run_as("mallory", &verify).refused_by("missing-hat");
    }

    fn a_pilot_cannot_review_what_its_minion_built(world: World) {
        let mut world = world.with_team();
        world.run(&["hat", "give", "bob", "reviewer"]).ok();
        let spawned = world.run_as("bob", &["actor", "spawn", "bob-1", "--json"]).ok().json();
        assert!(spawned["token"].is_string());
        world.run(&["task", "create", "grunt work", "--run", "test -d .", "--assign", "bob-1"]).ok();
        let token = spawned["token"].as_str().unwrap();
        for args in [vec!["task", "start", "TASK-1"],
            vec!["task", "submit", "TASK-1", "--summary", "done"]] {
            let status = world.command(&args).env("COUNTERSIGN_TOKEN", token).output().unwrap();
            assert!(status.status.success(), "{status:?}");
        }
        world.record("TASK-1", "pass").ok();
        let approve = world.run_as("bob", &["task", "approve", "TASK-1", "--json"]);
        approve.refused_by("reviewer-is-builder");
        world.add("zed", &["--kind", "agent", "--hat", "builder"]);
        let spawn = world.command(&["actor", "spawn", "bob-2", "--json"])
            .env("COUNTERSIGN_TOKEN", token).output().unwrap();
        let err = String::from_utf8(spawn.stderr).unwrap();
        assert!(err.contains("minion-cannot-spawn"), "{err}");
    }

    fn an_approver_verifies_only_in_solo_mode_and_the_record_says_so(world: World) {
        let mut world = world;
        world.add("bob", &["--kind", "agent", "--hat", "builder"]);
        world.add("ci", &["--kind", "runner"]);
        let id = world.task_in_review("alone");
        world.run(&["task", "approve", &id]).ok();
        let verify = ["task", "verify", &id, "--notes", "tried it", "--json"];
        let refused = world.run(&verify);
        refused.refused_by("verifier-is-approver");
        assert!(refused.error()["hint"].as_str().unwrap().contains("solo"));
        world.run(&["policy", "set", "--solo", "on"]).ok();
        let verified = world.run(&verify).ok().json();
        assert_eq!(verified["solo"], true);
    }

    fn only_a_runner_records_evidence(world: World) {
        let world = world.with_team();
        world.run(&["task", "create", "t", "--run", "test -d .", "--assign", "bob"]).ok();
        world.run_as("bob", &["task", "start", "TASK-1"]).ok();
        world.run_as("bob", &["task", "submit", "TASK-1", "--summary", "all tests pass"]).ok();
        let evidence = r#"{"attempt": 1, "observations": [{"criterion": "run-1", "finding": "pass",
            "reason": "exit 0", "exit": "success"}]}"#;
        let record = ["task", "record", "TASK-1", "--evidence", "-", "--json"];
        for who in ["bob", "ada", "eve"] {
            let refused = world.run_with_input(who, &record, evidence);
            refused.refused_by("runner-only");
            assert_eq!(refused.error()["could"], serde_json::json!(["ci"]));
        }
        world.run_with_input("ci", &record, evidence).ok();
        assert_eq!(world.state("TASK-1"), "review");
    }

    fn evidence_that_denies_its_own_pass_is_refused(world: World) {
        let world = world.with_team();
        world.run(&["task", "create", "t", "--run", "cargo test", "--assign", "bob"]).ok();
        world.run_as("bob", &["task", "start", "TASK-1"]).ok();
        world.run_as("bob", &["task", "submit", "TASK-1", "--summary", "done"]).ok();
        let record = ["task", "record", "TASK-1", "--evidence", "-", "--json"];
        for (evidence, rule) in [
            (r#"{"attempt": 1, "observations": []}"#, "evidence-incomplete"),
            (r#"{"attempt": 1, "observations": [{"criterion": "run-1", "finding": "pass", "reason": "ok",
                "exit": {"failure": 127}}]}"#, "evidence-contradicts-itself"),
            (r#"{"attempt": 1, "observations": [{"criterion": "run-1", "finding": "pass", "reason": "ok"}]}"#,
                "evidence-contradicts-itself"),
            (r#"{"attempt": 1, "observations": [{"criterion": "else", "finding": "pass", "reason": "ok"}]}"#,
                "evidence-foreign"),
        ] {
            world.run_with_input("ci", &record, evidence).refused_by(rule);
        }
        assert_eq!(world.state("TASK-1"), "in_progress");
    }
}
