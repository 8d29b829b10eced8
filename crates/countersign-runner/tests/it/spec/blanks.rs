//! Tests with blanks where they expect something.

use countersign_runner::spec::{Answered, blanks, compare};
use serde_json::{Value, json};

fn expected(path: &str, text: &str) -> Vec<Value> {
    let made = blanks(path, text).expect("it has blanks");
    made.blanks.into_iter().map(|blank| blank.expected).collect()
}

#[test]
fn nothing_of_what_is_written_out_is_left() {
    let python = "import unittest\n\n\nclass ATest(unittest.TestCase):\n    def test_a(self):\n        \
                  self.assertEqual(slug(\"A b\"), \"a-b\")\n        self.assertTrue(is_slug(\"q\"))\n        \
                  assert parts(\"x\") == [1, -2.5, {\"k\": None}]\n        assert not is_slug(\"?\")\n";
    let made = blanks("tests/test_a.py", python).unwrap();
    for gone in ["a-b", "2.5", "assertEqual", "assert not", "assertTrue"] {
        assert!(!made.text.contains(gone), "{gone}: {}", made.text);
    }
    assert!(made.blanks.iter().all(|blank| blank.sure));
    assert_eq!(
        expected("tests/test_a.py", python),
        [json!("a-b"), json!(true), json!([1, -2.5, { "m": [["k", null]] }]), json!(false)]
    );

    let javascript = "import assert from 'node:assert';\nit('a', () => {\n  assert.deepEqual(f(1), { a: [2, 'x'] });\n  \
                      expect(g(3)).toBe(-40);\n  expect(g(3)).not.toBe(5);\n});\n";
    let made = blanks("a.test.ts", javascript).unwrap();
    assert!(!made.text.contains("'x'") && !made.text.contains("-40"), "{}", made.text);
    assert!(made.text.contains("expect(g(3)).not.toBe(5)"));
    assert_eq!(expected("a.test.ts", javascript), [json!({ "m": [["a", [2, "x"]]] }), json!(-40)]);

    let rust = "#[test]\nfn a() {\n    assert_eq!(f(1), Some(\"xyz\".to_string()));\n    assert_eq!(vec![7u8, 9], \
                g());\n    assert!(!h(3));\n    assert_eq!(k(), -1.5);\n}\n";
    let made = blanks("tests/a.rs", rust).unwrap();
    assert!(!made.text.contains("xyz") && !made.text.contains("7u8"), "{}", made.text);
    assert!(made.text.contains("vec![0u8, 0]"), "{}", made.text);
    assert_eq!(
        expected("tests/a.rs", rust),
        [json!("Some(\"xyz\")"), json!("[7, 9]"), json!("false"), json!("-1.5")]
    );
}

#[test]
fn rows_of_tables_have_their_own_blanks() {
    let text = "import pytest\n\n\n@pytest.mark.parametrize(\"a, b\", [(1, \"x\"), (2, \"y\")])\ndef test_a(a, b):\n    \
                assert f(a) == b\n\n\ndef test_b():\n    for a, b in [(3, 44), (4, 55)]:\n        assert g(a) == b\n";
    let made = blanks("test_a.py", text).unwrap();
    assert!(made.text.contains("[(1, 0), (2, 1)]"), "{}", made.text);
    assert!(made.text.contains("[(3, 2), (4, 3)]"), "{}", made.text);
    assert_eq!(expected("test_a.py", text), [json!("x"), json!("y"), json!(44), json!(55)]);
}

#[test]
fn what_is_not_surely_reached_need_not_be_answered() {
    let text = "def test_a():\n    if there():\n        assert f(1) == 2\n    assert f(2) == 3\n";
    let sure: Vec<bool> =
        blanks("test_a.py", text).unwrap().blanks.into_iter().map(|blank| blank.sure).collect();
    assert_eq!(sure, [false, true]);
}

#[test]
fn what_has_no_plain_expectation_has_no_blanks() {
    assert_eq!(blanks("test_a.py", "def test_a():\n    assert f(1) == f(2)\n"), None);
    assert_eq!(blanks("notes.md", "nothing"), None);
}

#[test]
fn answers_are_compared_by_what_they_hold() {
    let right = |expected: Value, answer: Value| {
        assert_eq!(compare(&expected, &answer), Answered::Right, "{expected} {answer}");
    };
    right(json!(3), json!(3.0));
    right(json!(1), json!(true));
    right(json!("a"), json!({ "o": "a" }));
    right(json!([1, "b"]), json!([{ "o": 1 }, "b"]));
    right(json!({ "m": [["a", 1], ["b", 2]] }), json!({ "m": [["b", 2], ["a", 1]] }));
    assert_eq!(compare(&json!("a"), &json!("b")), Answered::Wrong);
    assert_eq!(compare(&json!([1]), &json!([1, 2])), Answered::Wrong);
    assert_eq!(compare(&json!("a"), &json!({ "o": "b" })), Answered::Unclear);
    assert_eq!(compare(&json!([1]), &json!([{ "o": 2 }])), Answered::Unclear);

    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let told = |kind: &str, shown: &str| json!({ "t": hex(kind), "d": hex(shown) });
    let expected = json!("\"a\"");
    right(expected.clone(), told("alloc::string::String", "\"a\""));
    right(expected.clone(), told("serde_json::value::Value", "String(\"a\")"));
    let other = |kind| compare(&expected, &told(kind, "\"b\""));
    assert_eq!(other("core::option::Option<alloc::string::String>"), Answered::Wrong);
    assert_eq!(other("captions::Caption"), Answered::Unclear);
}
