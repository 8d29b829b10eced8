//! Results in the shapes that other tools read, field for field.

use countersign_contract::Origin;
use countersign_contract::results::{dispatch_results, in_dispatch_terms, verification_results};
use countersign_core::{
    Check, Contract, ContractKind, Criterion, CriterionId, Evidence, EvidenceId, Finding,
    GeneratedFrom, Observation, Timestamp, Timing, Visibility,
};
use serde_json::json;

fn criterion(id: &str, check: Check, timing: Timing, visibility: Visibility) -> Criterion {
    let id = CriterionId::new(id).unwrap();
    let description = format!("{} as stated", check.name());
    Criterion { id, description, check, timing, visibility, origin: "the text".into() }
}

fn contract() -> Contract {
    let file = Check::File { path: "src/header.tsx".into(), min_length: 0 };
    let tests = |run: &str| Check::Tests { run: run.into(), cwd: None, named: vec![] };
    let critic = Check::Critic { name: "security".into(), rubric: "no secrets".into() };
    let secret = Check::Content { path: "secret".into(), pattern: "x".into(), literal: true };
    let criteria = vec![
        criterion("file", file, Timing::Immediate, Visibility::Shown),
        criterion("tests", tests("npm test"), Timing::Immediate, Visibility::Shown),
        criterion("critic", critic, Timing::Immediate, Visibility::Shown),
        criterion("hidden", secret, Timing::Immediate, Visibility::Hidden),
        criterion("e2e", tests("npm run e2e"), Timing::Deferred, Visibility::Shown),
    ];
    Contract::new(ContractKind::Verifiable, criteria, GeneratedFrom::Auto, Timestamp::UNIX_EPOCH)
        .unwrap()
}

fn evidence(critic: Finding) -> Evidence {
    let saw = |id: &str, finding, reason: &str| {
        Observation::new(CriterionId::new(id).unwrap(), finding, reason)
    };
    let observations = vec![
        saw("file", Finding::Pass, "it is there"),
        saw("tests", Finding::Pass, "3 tests passed"),
        saw("critic", critic, "a key in the code"),
        saw("hidden", Finding::Pass, "secret"),
    ];
    Evidence { id: EvidenceId::new("sha256:e").unwrap(), observations, room: None }
}

#[test]
fn by_activity_with_attempts_and_what_failed() {
    let results =
        verification_results(&contract(), &evidence(Finding::Fail), 2, Timestamp::UNIX_EPOCH);
    let expected = json!({
        "overall": "fail",
        "criteria": [
            { "activity": "file", "status": "pass", "attempts": 2 },
            { "activity": "unit-test", "status": "pass", "attempts": 2 },
            { "activity": "critic", "status": "fail", "error": "a key in the code", "attempts": 2 },
            { "activity": "e2e", "status": "skipped", "attempts": 0 },
        ],
        "completedAt": "1970-01-01T00:00:00Z",
    });
    assert_eq!(serde_json::to_value(results).unwrap(), expected);
}

#[test]
fn what_waits_for_a_person_is_pending() {
    let results =
        verification_results(&contract(), &evidence(Finding::Undecided), 1, Timestamp::UNIX_EPOCH);
    let results = serde_json::to_value(results).unwrap();
    assert_eq!((&results["overall"], &results["completedAt"]), (&json!("pending"), &json!(null)));
    assert_eq!(results["criteria"][2]["status"], "skipped");
}

#[test]
fn by_criterion_in_the_terms_of_dispatch_records() {
    let results = dispatch_results(&contract(), &evidence(Finding::Fail), Timestamp::UNIX_EPOCH);
    let expected = json!({
        "verified_at": "1970-01-01T00:00:00Z",
        "passed": false,
        "criteria_results": [
            {
                "criterion": {
                    "type": "file_exists", "path": "src/header.tsx", "description": "file as stated",
                },
                "passed": true,
                "output": "it is there",
            },
            {
                "criterion": {
                    "type": "test_pass", "command": "npm test", "description": "tests as stated",
                },
                "passed": true,
                "output": "3 tests passed",
            },
            {
                "criterion": { "type": "critic", "description": "critic as stated" },
                "passed": false,
                "output": "a key in the code",
            },
        ],
    });
    assert_eq!(serde_json::to_value(results).unwrap(), expected);
}

#[test]
fn a_record_says_what_is_universal_and_has_expressions_alone() {
    let literal = Check::Content { path: "c.js".into(), pattern: "total(a".into(), literal: true };
    let text = criterion("content", literal, Timing::Immediate, Visibility::Shown);
    let record = in_dispatch_terms(&text);
    let heading = Check::Content { path: "R".into(), pattern: "## A-b".into(), literal: true };
    let heading = criterion("heading", heading, Timing::Immediate, Visibility::Shown);
    assert_eq!(in_dispatch_terms(&heading)["pattern"], "## A-b");
    assert_eq!((&record["pattern"], &record["universal"]), (&json!(r"total\(a"), &json!(null)));
    let origin = Origin::Marker { path: "package.json".into(), what: "scripts.test".into() };
    for origin in [origin.to_string(), format!("sentence: npm test; also from {origin}")] {
        let record = in_dispatch_terms(&Criterion { origin, ..text.clone() });
        assert_eq!(record["universal"], true, "{record:#}");
    }
}
