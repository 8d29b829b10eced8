//! What a worker reads.

use countersign_contract::brief::{brief, in_words};
use countersign_contract::revision::{Sofar, revision};
use countersign_core::{
    Check, Contract, ContractKind, Criterion, CriterionId, Evidence, EvidenceId, Finding,
    GeneratedFrom, HIDDEN_SHORTFALL, Observation, Timestamp, Timing, Visibility,
};

fn criterion(id: &str, check: Check, timing: Timing, visibility: Visibility) -> Criterion {
    let id = CriterionId::new(id).unwrap();
    Criterion { id, description: in_words(&check), check, timing, visibility, origin: "x".into() }
}

fn contract(kind: ContractKind, criteria: Vec<Criterion>) -> Contract {
    Contract::new(kind, criteria, GeneratedFrom::Auto, Timestamp::UNIX_EPOCH).unwrap()
}

#[test]
fn the_contract_is_a_numbered_list_in_plain_words_with_timing() {
    let tests = Check::Tests { run: "npm test".into(), cwd: Some("web".into()), named: vec![] };
    let at_the_end = Check::Command { run: "make e2e".into(), cwd: None, time_limit_seconds: None };
    let contract = contract(
        ContractKind::Verifiable,
        vec![
            criterion("tests-1", tests, Timing::Immediate, Visibility::Shown),
            criterion("command-1", at_the_end, Timing::Deferred, Visibility::Shown),
        ],
    );
    insta::assert_snapshot!(brief("Add a theme switch", "Put it on the settings page.", &contract));
}

#[test]
fn nothing_hidden_is_in_it_not_even_a_gap_in_the_numbers() {
    let secret = Check::Command { run: "make secret".into(), cwd: None, time_limit_seconds: None };
    let file = Check::File { path: "out.md".into(), min_length: 40 };
    let contract = contract(
        ContractKind::Verifiable,
        vec![
            criterion("a", secret, Timing::Immediate, Visibility::Hidden),
            criterion("b", file, Timing::Immediate, Visibility::Shown),
        ],
    );
    let text = brief("Write it", "", &contract);
    assert!(!text.contains("secret") && !text.to_lowercase().contains("hidden"), "{text}");
    assert!(text.contains("1. **File**") && !text.contains("\n2. "), "{text}");
    assert!(text.contains("Write your output to: out.md"), "{text}");
}

#[test]
fn a_verdict_is_asked_for_as_json_at_its_path() {
    let signal = Check::Signal { path: "verdict.json".into(), signal: "approved".into() };
    let signal = criterion("s", signal, Timing::Immediate, Visibility::Shown);
    let text = brief("Review it", "", &contract(ContractKind::Verifiable, vec![signal]));
    for part in ["verdict.json", "\"approved\"", "reasoning", "Do not report completion"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn advisory_work_is_told_that_a_person_reads_it() {
    let text = brief("Find out why", "", &contract(ContractKind::Advisory, vec![]));
    assert!(text.contains("A person reads"), "{text}");
    assert!(text.contains("as your answer") && text.contains("Then stop."), "{text}");
    assert!(!text.contains("checks above"), "there are none: {text}");
}

#[test]
fn of_hidden_checks_the_next_attempt_reads_one_sentence_however_many_failed() {
    let secret = Check::Command { run: "make secret".into(), cwd: None, time_limit_seconds: None };
    let file = Check::File { path: "out.md".into(), min_length: 40 };
    let contract = contract(
        ContractKind::Verifiable,
        vec![
            criterion("a", secret.clone(), Timing::Immediate, Visibility::Hidden),
            criterion("b", secret, Timing::Immediate, Visibility::Hidden),
            criterion("c", file, Timing::Immediate, Visibility::Shown),
        ],
    );
    let page = |failed: &[&str]| {
        let seen = |id: &&str| {
            let words = format!("{id} ended with exit code 23");
            Observation::new(CriterionId::new(*id).unwrap(), Finding::Fail, words)
                .as_visible_as(&contract)
        };
        let observations = failed.iter().map(seen).collect();
        let evidence =
            Evidence { id: EvidenceId::new("sha256:e").unwrap(), observations, room: None };
        let sofar = Sofar { evidence: Some(&evidence), sent_back: None, predecessor: None };
        revision("Do it", &contract, sofar)
    };
    let one = page(&["a"]);
    assert!(one.contains(&format!("1. {HIDDEN_SHORTFALL}\n")) && !one.contains("23"), "{one}");
    assert_eq!(page(&["b"]), one);
    assert_eq!(page(&["a", "b"]), one);
    let both = page(&["a", "b", "c"]);
    assert!(
        both.contains("1. **File**") && both.contains(&format!("2. {HIDDEN_SHORTFALL}\n")),
        "{both}"
    );
}
