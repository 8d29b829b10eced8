//! Reports that the runners themselves wrote, of small projects that have one of each outcome.

use std::path::Path;

use countersign_core::TestOutcome;
use countersign_runner::report::{ReportError, Source, TestRun, read};

pub const FIXTURES: &[&str] = &[
    "bun.xml",
    "cargo-nocapture.txt",
    "cargo.txt",
    "go.jsonl",
    "jest.json",
    "mocha.json",
    "nextest.txt",
    "node.tap",
    "pytest.txt",
    "pytest.xml",
    "unittest.txt",
    "vitest.json",
];

pub fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/report/fixtures");
    std::fs::read(folder.join(name)).unwrap()
}

/// Reads bytes as the report that the fixture of this name is.
pub fn read_as(name: &str, bytes: &[u8]) -> Result<TestRun, ReportError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report");
    std::fs::write(&path, bytes).unwrap();
    let source = match name {
        "bun.xml" => Source::JUnit(path),
        "pytest.xml" => Source::Pytest(path),
        "jest.json" | "vitest.json" => Source::Jest(path),
        "mocha.json" => Source::Mocha(path),
        "node.tap" => Source::Tap(path),
        "cargo.txt" | "cargo-nocapture.txt" => Source::Libtest,
        "nextest.txt" => Source::Nextest,
        "unittest.txt" => Source::Unittest,
        "pytest.txt" => Source::PrintedPytest,
        "go.jsonl" => Source::GoJson,
        other => panic!("no fixture {other}"),
    };
    read(&source, bytes, Path::new("/room"))
}

/// The tests one a line, marked as passed, failed or skipped.
fn shown(name: &str) -> Vec<String> {
    let run = read_as(name, &fixture(name)).unwrap();
    let mark = |outcome| match outcome {
        TestOutcome::Passed => '+',
        TestOutcome::Failed => '!',
        TestOutcome::Skipped => '-',
    };
    run.tests.iter().map(|(name, outcome)| format!("{} {name}", mark(*outcome))).collect()
}

#[test]
fn pytest_xml_names_tests_as_pytest_does() {
    let expected = [
        "+ tests/test_add.py::Case::test_method",
        "! tests/test_add.py::Case::test_sub",
        "+ tests/test_add.py::TestGroup::TestInner::test_deep",
        "! tests/test_add.py::test_fails",
        "+ tests/test_add.py::test_same[1-1]",
        "+ tests/test_add.py::test_same[2-2]",
        "+ tests/test_add.py::test_same[x y-x y]",
        "! tests/test_add.py::test_setup_error",
        "- tests/test_add.py::test_skipped",
        "! tests/test_add.py::test_teardown_error",
        "- tests/test_add.py::test_xfail",
        "+ tests/test_add.py::test_xpass",
    ];
    assert_eq!(shown("pytest.xml"), expected);
    let said = read_as("pytest.xml", &fixture("pytest.xml")).unwrap().said;
    assert_eq!(said["tests/test_add.py::test_fails"], "assert 1 == 2");
}

#[test]
fn what_pytest_prints_tells_the_same_as_its_xml() {
    assert_eq!(
        read_as("pytest.txt", &fixture("pytest.txt")).unwrap().tests.len(),
        read_as("pytest.xml", &fixture("pytest.xml")).unwrap().tests.len()
    );
    let text = shown("pytest.txt");
    // A part of a test that fails is only in the XML.
    let differing: Vec<_> =
        shown("pytest.xml").into_iter().filter(|line| !text.contains(line)).collect();
    assert_eq!(differing, ["! tests/test_add.py::Case::test_sub"]);
}

#[test]
fn unittest_names_class_and_test_and_fails_what_could_not_be_set_up() {
    assert_eq!(
        shown("unittest.txt"),
        [
            "! tests.test_unit.BadSetup.setUpClass",
            "! tests.test_unit.Case.test_bad",
            "! tests.test_unit.Case.test_err",
            "+ tests.test_unit.Case.test_ok",
            "- tests.test_unit.Case.test_skip",
            "! tests.test_unit.Case.test_sub",
            "- tests.test_unit.Case.test_xf",
            "! tests.test_unit.Case.test_xp",
            "- tests.test_unit.Whole.test_w",
        ]
    );
}

#[test]
fn cargo_test_tells_the_binaries_apart() {
    assert_eq!(
        shown("cargo.txt"),
        [
            "+ bin/my_toy works",
            "+ it deep::works",
            "+ it noisy",
            "! my_toy tests::fails",
            "+ my_toy tests::panics",
            "- my_toy tests::slow",
            "- my_toy tests::slow2",
            "+ my_toy tests::works",
            "+ src/lib.rs - (line 1)",
            "! src/lib.rs - add (line 4)",
            "- src/lib.rs - nop (line 11)",
            "+ src/lib.rs - nop (line 14)",
            "+ src/lib.rs - nop (line 8)",
        ]
    );
}

#[test]
fn tests_that_print_between_name_and_outcome_are_still_told_apart() {
    assert_eq!(
        shown("cargo-nocapture.txt"),
        [
            "! my_toy tests::fails",
            "+ my_toy tests::panics",
            "- my_toy tests::slow",
            "- my_toy tests::slow2",
            "+ my_toy tests::works",
        ]
    );
}

#[test]
fn nextest_names_the_binary() {
    assert_eq!(
        shown("nextest.txt"),
        [
            "! my-toy tests::fails",
            "+ my-toy tests::panics",
            "- my-toy tests::slow",
            "- my-toy tests::slow2",
            "+ my-toy tests::works",
            "+ my-toy::bin/my-toy works",
            "+ my-toy::it deep::works",
            "+ my-toy::it noisy",
        ]
    );
}

#[test]
fn go_names_the_package_and_fails_one_that_does_not_build() {
    assert_eq!(
        shown("go.jsonl"),
        [
            "! example.com/toy TestAdd",
            "! example.com/toy TestAdd/two_and_two",
            "+ example.com/toy TestFine",
            "- example.com/toy TestSkip",
            "! example.com/toy/broken",
        ]
    );
}

#[test]
fn node_nests_tests_and_a_file_that_merely_ended_is_no_test() {
    assert_eq!(
        shown("node.tap"),
        [
            "! fails",
            "! nt/b.test.js",
            "! outer > inner > breaks",
            "+ outer > inner > works <&>",
            "+ outer > ok",
            "+ parent",
            "+ parent > child",
            "- parent > child 2",
            "- skipped",
            "- todo",
            "+ top",
        ]
    );
}

#[test]
fn vitest_and_jest_name_the_file_and_fail_one_that_cannot_be_loaded() {
    assert_eq!(
        shown("vitest.json"),
        [
            "! vt/a.test.js > fails",
            "+ vt/a.test.js > outer > inner > works <&>",
            "+ vt/a.test.js > outer > same 1 1",
            "! vt/a.test.js > outer > same 2 3",
            "- vt/a.test.js > skipped",
            "- vt/a.test.js > todo",
            "+ vt/a.test.js > top",
            "+ vt/a.test.js > xfail",
            "! vt/b.test.js",
        ]
    );
    let jest: Vec<_> = shown("jest.json").iter().map(|line| line.replace(" jt/", " vt/")).collect();
    let vitest: Vec<_> =
        shown("vitest.json").into_iter().filter(|line| !line.contains("xfail")).collect();
    assert_eq!(jest, vitest);
}

#[test]
fn mocha_and_bun_name_file_and_suites() {
    assert_eq!(
        shown("mocha.json"),
        [
            "! mo/a.spec.js > fails",
            "+ mo/a.spec.js > outer inner works <&>",
            "- mo/a.spec.js > pending",
            "- mo/a.spec.js > skipped",
            "+ mo/a.spec.js > top",
        ]
    );
    assert_eq!(
        shown("bun.xml"),
        [
            "! a.test.js > fails",
            "+ a.test.js > outer > inner > works <&>",
            "+ a.test.js > outer > same 1 1",
            "! a.test.js > outer > same 2 3",
            "- a.test.js > skipped",
            "- a.test.js > todo",
            "+ a.test.js > top",
        ]
    );
}

#[test]
fn tap_in_braces_is_read_as_well() {
    let text = "TAP version 14\nok 1 - outer {\n    ok 1 - inner # time=1ms\n    1..1\n}\n\
                not ok 2 - last \\# one # todo later\n1..2\n";
    let run = read(&Source::PrintedTap, text.as_bytes(), Path::new("/room")).unwrap();
    let names: Vec<_> = run.tests.iter().collect();
    assert_eq!(
        names,
        [
            (&"last # one".to_owned(), &TestOutcome::Skipped),
            (&"outer".to_owned(), &TestOutcome::Passed),
            (&"outer > inner # time=1ms".to_owned(), &TestOutcome::Passed),
        ]
    );
}
