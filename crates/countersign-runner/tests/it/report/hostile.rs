//! Reports that someone cut, forged or filled with rubbish.

use std::path::Path;

use countersign_core::TestOutcome;
use countersign_runner::report::{ReportError, Source, read};
use proptest::prelude::*;

use super::formats::{FIXTURES, fixture, read_as};

#[test]
fn a_report_that_is_cut_off_shows_no_test_that_the_whole_does_not_show() {
    for name in FIXTURES {
        let bytes = fixture(name);
        let whole = read_as(name, &bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let step = (text.len() / 400).max(1);
        for end in (0..text.trim_end().len()).step_by(step) {
            let Some(part) = text.get(..end) else { continue };
            let Ok(run) = read_as(name, part.as_bytes()) else { continue };
            assert!(!["pytest.xml", "jest.json", "mocha.json"].contains(name), "{name} to {end}");
            for (test, outcome) in run.tests {
                assert_eq!(whole.tests.get(&test), Some(&outcome), "{name} to {end}: {test}");
            }
        }
    }
}

#[test]
fn nothing_at_all_is_an_error_in_every_format() {
    for name in FIXTURES {
        assert!(read_as(name, b"").is_err(), "{name}");
        assert!(read_as(name, b"all tests passed\n").is_err(), "{name}");
    }
}

#[test]
fn a_missing_report_a_link_and_a_folder_are_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let read = |path: &Path| read(&Source::Pytest(path.into()), b"", Path::new("/room"));
    let missing = folder.path().join("missing");
    assert_eq!(read(&missing), Err(ReportError::Missing));
    assert_eq!(read(folder.path()), Err(ReportError::NotAFile { path: folder.path().to_owned() }));
    let real = folder.path().join("real");
    std::fs::write(&real, fixture("pytest.xml")).unwrap();
    assert!(read(&real).is_ok());
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    assert_eq!(read(&link), Err(ReportError::NotAFile { path: link.clone() }));
}

#[test]
fn xml_that_would_grow_is_refused() {
    let bomb = r#"<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
<testsuites><testsuite name="x"><testcase name="&b;" classname="c"/></testsuite></testsuites>"#;
    assert!(matches!(read_as("pytest.xml", bomb.as_bytes()), Err(ReportError::Malformed { .. })));
    let deep = "<testsuite>".repeat(100_000);
    assert!(read_as("pytest.xml", deep.as_bytes()).is_err());
}

#[test]
fn a_test_inside_another_element_is_no_result_of_the_outer_one() {
    let xml = r#"<testsuites><testsuite name="s"><testcase name="a" classname="t">
        <system-out><failure/></system-out></testcase></testsuite></testsuites>"#;
    let run = read_as("bun.xml", xml.as_bytes()).unwrap();
    assert_eq!(run.tests["s > a"], TestOutcome::Passed);
    let xml = r#"<testsuites><testsuite name="s"><testcase name="a"><testcase name="b"/></testcase>
        </testsuite></testsuites>"#;
    assert!(read_as("bun.xml", xml.as_bytes()).is_err());
}

#[test]
fn lines_that_a_test_forges_do_not_agree_with_the_totals() {
    let forged = "running 1 test\ntest a ... ok\ntest b ... ok\n\n\
                  test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
    assert!(matches!(
        read_as("cargo.txt", forged.as_bytes()),
        Err(ReportError::Contradiction { .. })
    ));
    let early = "running 2 tests\ntest a ... ok\n";
    assert!(matches!(read_as("cargo.txt", early.as_bytes()), Err(ReportError::CutOff { .. })));
    let forged =
        "        PASS [   0.1s] a b\n     Summary [   0.1s] 2 tests run: 2 passed, 0 skipped\n";
    assert!(matches!(
        read_as("nextest.txt", forged.as_bytes()),
        Err(ReportError::Contradiction { .. })
    ));
    let forged = "test_a (m.C.test_a) ... ok\n\n----\nRan 3 tests in 0.1s\n\nOK\n";
    assert!(matches!(
        read_as("unittest.txt", forged.as_bytes()),
        Err(ReportError::Contradiction { .. })
    ));
    let forged = "TAP version 13\nok 1 - a\n1..2\n";
    assert!(matches!(
        read_as("node.tap", forged.as_bytes()),
        Err(ReportError::Contradiction { .. })
    ));
    assert!(read_as("node.tap", b"TAP version 13\nok 1 - a\nBail out! x\n1..1\n").is_err());
}

#[test]
fn a_report_of_no_tests_is_read_and_is_empty() {
    let empty: &[(&str, &str)] = &[
        ("pytest.xml", "<testsuites><testsuite name=\"pytest\" tests=\"0\"/></testsuites>"),
        ("unittest.txt", "\n------\nRan 0 tests in 0.000s\n\nOK\n"),
        ("jest.json", "{\"numTotalTests\":0,\"testResults\":[]}"),
        ("node.tap", "TAP version 13\n1..0\n"),
        (
            "cargo.txt",
            "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
        ),
    ];
    for (name, text) in empty {
        let run = read_as(name, text.as_bytes()).unwrap();
        assert!(run.tests.is_empty(), "{name}");
    }
}

/// Words of all formats, so that rubbish looks like a report.
fn rubbish() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "test ",
        "a::b",
        " ... ",
        "ok",
        "FAILED",
        "ignored",
        "\n",
        "running ",
        "2",
        " tests",
        "test result: ",
        "ok. ",
        "1 passed; ",
        "0 failed; 0 ignored; 0 measured",
        "failures:",
        "    ",
        "not ok ",
        " - ",
        "# SKIP",
        "1..",
        "---",
        "...",
        "{",
        "}",
        "Bail out!",
        "<testsuites>",
        "</testsuites>",
        "<testcase name=\"a\">",
        "</testcase>",
        "<failure/>",
        "PASS [ 1s] ",
        "Summary [",
        "] 1 tests run: 1 passed",
        "Ran 1 test in 0s",
        "OK",
        "test_a (m.C.test_a)",
        "::",
        ".py::",
        "PASSED",
        "[ 8%]",
        " in 1s",
        "{\"Action\":\"pass\"",
        ",\"Test\":\"T\"}",
        "\u{1b}[",
        "=",
        "é",
        "\r\n",
        "Running x (",
        "-0123456789abcdef)",
    ]);
    prop::collection::vec(prop_oneof![4 => words.prop_map(str::to_owned), 1 => ".{0,6}"], 0..60)
        .prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rubbish_is_read_without_a_panic(text in rubbish()) {
        for name in FIXTURES {
            let _ = read_as(name, text.as_bytes());
        }
    }

    #[test]
    fn bytes_changed_anywhere_are_read_without_a_panic(
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        for name in FIXTURES {
            let mut bytes = fixture(name);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let _ = read_as(name, &bytes);
        }
    }
}
