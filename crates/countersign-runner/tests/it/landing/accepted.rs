use std::collections::BTreeSet;

use countersign_core::{Contract, Visibility};
use countersign_runner::room::{Accepted, AcceptedError, Outputs, accepted};
use countersign_runner::tree::{Bounds, scan_base, scan_result};
use serde_json::{Value, json};

use crate::made::Made;
use crate::room::contracts::{anything, of, outputs};

fn with_spec(checks: &[Value], spec: &[(&str, &str, Visibility)]) -> Contract {
    let mut value = serde_json::to_value(of(checks)).unwrap();
    let files: Vec<Value> = spec
        .iter()
        .map(|(path, content, visibility)| {
            json!({"path": path, "content": content, "placement": "whole", "visibility": visibility})
        })
        .collect();
    value.as_object_mut().unwrap().insert("specFiles".into(), files.into());
    serde_json::from_value(value).unwrap()
}

fn digest(contract: &Contract, base: &Made, result: &Made) -> String {
    let always = Outputs::of(contract).always();
    let tree = scan_base(base.path(), &always, Bounds::default()).unwrap();
    scan_result(result.path(), &always, &tree, Bounds::default()).unwrap().digest().to_string()
}

fn of_result(contract: &Contract, base: &Made, result: &Made) -> Accepted {
    let place = Made::empty();
    let judged = digest(contract, base, result);
    let accepted =
        accepted(contract, base.path(), result.path().into(), &judged, place.path()).unwrap();
    assert_eq!(place.path().read_dir().unwrap().count(), 0);
    accepted
}

fn written(accepted: &Accepted) -> Vec<&str> {
    accepted.written.keys().map(String::as_str).collect()
}

#[test]
fn what_came_over_and_what_was_deleted_is_accepted_and_what_was_left_behind_is_not() {
    let base =
        Made::with(&[("src/a.py", "a\n"), ("src/old.py", "o\n"), ("tests/test_a.py", "t\n")]);
    let result = Made::copy_of(&base);
    result.write("src/a.py", "better\n");
    result.write("src/tool.sh", "#!/bin/sh\n");
    result.mode("src/tool.sh", 0o755);
    result.remove("src/old.py");
    result.write("tests/test_a.py", "def test(): pass\n");
    result.write("elsewhere.py", "not declared\n");
    result.write("src/__pycache__/a.pyc", "cache");
    result.link("src/link.py", "/etc/passwd");
    let contract = of(&[outputs(&["src/a.py"], &["src/old.py"], &["src/**"])]);
    let accepted = of_result(&contract, &base, &result);
    assert_eq!(written(&accepted), ["src/a.py", "src/tool.sh"]);
    assert_eq!(accepted.written["src/a.py"].bytes, b"better\n");
    assert!(accepted.written["src/tool.sh"].executable);
    assert_eq!(accepted.removed, BTreeSet::from(["src/old.py".to_owned()]));
    assert_eq!(accepted.result, digest(&contract, &base, &result));
}

#[test]
fn shown_tests_of_the_specification_are_accepted_as_specified_and_hidden_ones_never() {
    let base = Made::with(&[("src/a.py", "a\n")]);
    let result = Made::copy_of(&base);
    result.write("src/a.py", "better\n");
    result.write("tests/test_shown.py", "def test(): pass  # weaker\n");
    let spec = [
        ("tests/test_shown.py", "def test(): assert real\n", Visibility::Shown),
        ("tests/test_hidden.py", "def test(): assert secret\n", Visibility::Hidden),
    ];
    let contract = with_spec(&[json!({"check": "command", "run": "pytest"})], &spec);
    let accepted = of_result(&contract, &base, &result);
    assert_eq!(written(&accepted), ["src/a.py", "tests/test_shown.py"]);
    assert_eq!(accepted.written["tests/test_shown.py"].bytes, b"def test(): assert real\n");
}

#[test]
fn a_merged_manifest_is_accepted_as_it_was_judged() {
    let of_base = r#"{"name": "x", "scripts": {"test": "jest"}, "dependencies": {}}"#;
    let base = Made::with(&[("package.json", of_base)]);
    let result = Made::copy_of(&base);
    result.write(
        "package.json",
        r#"{"name": "x", "version": "2", "scripts": {"test": "true"}, "dependencies": {}}"#,
    );
    let accepted = of_result(&anything(), &base, &result);
    let text = String::from_utf8(accepted.written["package.json"].bytes.clone()).unwrap();
    assert!(text.contains("\"jest\"") && text.contains("\"version\""), "{text}");
    assert!(!text.contains("\"true\""), "{text}");
}

#[test]
fn a_file_that_had_to_make_way_for_the_specification_is_removed() {
    let base = Made::with(&[("tests", "a file\n"), ("a.txt", "a\n")]);
    let result = Made::copy_of(&base);
    let spec = [("tests/test_a.py", "def test(): assert 1\n", Visibility::Shown)];
    let contract = with_spec(&[json!({"check": "command", "run": "pytest"})], &spec);
    let accepted = of_result(&contract, &base, &result);
    assert_eq!(accepted.removed, BTreeSet::from(["tests".to_owned()]));
    assert_eq!(written(&accepted), ["tests/test_a.py"]);
}

#[test]
fn nothing_changed_is_nothing_accepted_and_links_that_lead_outside_stay() {
    let base = Made::with(&[("a.txt", "a\n")]);
    base.link("out", "/etc/passwd");
    let accepted = of_result(&anything(), &base, &Made::copy_of(&base));
    assert!(accepted.is_empty());
}

#[test]
fn a_result_that_changed_after_it_was_judged_is_refused() {
    let base = Made::with(&[("a.txt", "a\n")]);
    let result = Made::copy_of(&base);
    result.write("a.txt", "good\n");
    let judged = digest(&anything(), &base, &result);
    result.write("a.txt", "bad\n");
    let place = Made::empty();
    let refused = accepted(&anything(), base.path(), result.path().into(), &judged, place.path());
    assert!(matches!(refused, Err(AcceptedError::NotAsJudged { .. })), "{refused:?}");
}
