//! Files that nobody would write.

use countersign_runner::spec::{SpecError, names};

use super::twinned;
use proptest::prelude::*;

const PATHS: &[&str] =
    &["test_a.py", "a.test.js", "a.test.ts", "a.test.tsx", "tests/a.rs", "a_test.go"];

#[test]
fn an_unknown_language_is_said_in_words() {
    assert!(matches!(names("a.test.rb", "x"), Err(SpecError::UnknownLanguage(_))));
    let twin = twinned("a.test.rb", "x");
    assert_eq!(twin.text, "x");
    assert!(twin.altered.is_empty());
    assert!(twin.not_twinned[0].why.contains("no language"), "{:?}", twin.not_twinned);
}

#[test]
fn depth_and_size_are_bounded() {
    for path in PATHS {
        let deep = format!("x = {}{}\n", "(".repeat(100_000), ")".repeat(100_000));
        assert!(names(path, &deep).is_err(), "{path}");
        assert_eq!(twinned(path, &deep).text, deep);
        let broken = "((((".repeat(5_000);
        assert!(names(path, &broken).is_err(), "{path}");
        let large = " ".repeat(1024 * 1024 + 1);
        assert_eq!(names(path, &large), Err(SpecError::TooLarge), "{path}");
    }
}

#[test]
fn a_file_that_does_not_parse_is_not_twinned() {
    let twin = twinned("test_a.py", "def test_a(:\n    assert 1 == 1\n");
    assert!(twin.altered.is_empty());
    assert!(twin.not_twinned[0].why.contains("parsed"));
}

fn pieces() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "def test_a():\n",
        "    assert ",
        "x == 1",
        " in [1]",
        "\n",
        "class TestB:\n",
        "    ",
        "self.assertEqual(",
        "1, 2",
        ")",
        "describe('a', () => {",
        "it('b', () => {",
        "expect(",
        ").toBe(",
        "});",
        "assert.equal(",
        "#[test]\n",
        "fn a() {",
        "assert_eq!(",
        "assert!(",
        "}",
        ";",
        "func TestA(t *testing.T) {",
        "if got != 1 {",
        "t.Errorf(",
        "\"a\"",
        "'x'",
        "package a\n",
        "mod b {",
        "return",
        "for x in [1]:",
        "not ",
        "t.Run(\"a\", func(t *testing.T) {",
        "`",
        "${",
        "é",
        "`a ${b}`",
        ".not",
        ".each([1])",
        "-",
        "é",
    ]);
    prop::collection::vec(prop_oneof![6 => words.prop_map(str::to_owned), 1 => ".{0,4}"], 0..40)
        .prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_looked_at_without_a_panic(text in pieces()) {
        for path in PATHS {
            let known = names(path, &text);
            let twin = twinned(path, &text);
            // What was altered is a test, and something did change.
            prop_assert_eq!(twin.altered.is_empty(), twin.text == text);
            for altered in &twin.altered {
                prop_assert!(known.as_ref().unwrap().contains(&altered.test));
            }
        }
    }
}
