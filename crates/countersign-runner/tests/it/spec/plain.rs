//! Twins that look like any other test: whoever does not know the test cannot tell that they are altered.

use countersign_runner::spec::{Chance, Part, Which, twin};

/// All tests of the file are altered, plainly, and each in as many ways as `seeds` show.
#[track_caller]
fn plain(path: &str, text: &str, tests: usize) -> Vec<String> {
    let twins =
        (0..20).map(|seed| twin(path, text, Chance::new(seed, 0), Which::Plain, Part::Whole));
    twins
        .map(|twin| {
            assert_eq!(twin.altered.len(), tests, "{}\n{:?}", twin.text, twin.not_twinned);
            assert_ne!(twin.text, text);
            for strange in ["1e30", "type(", "(not (", "!(", "* 2"] {
                assert_eq!(
                    twin.text.matches(strange).count(),
                    text.matches(strange).count(),
                    "{}",
                    twin.text
                );
            }
            twin.text
        })
        .collect()
}

#[track_caller]
fn differ(texts: &[String]) {
    assert!(texts.iter().any(|text| *text != texts[0]), "{}", texts[0]);
}

#[test]
fn the_rows_of_a_table_are_altered_and_not_the_assertion() {
    let parametrized = "import pytest\n\n@pytest.mark.parametrize(\"number, expected\", [(1, \"I\"), (4, \
        \"IV\"), pytest.param(9, \"IX\", id=\"nine\")])\ndef test_a(number, expected):\n    assert \
        to_roman(number) == expected\n";
    let looped = "CASES = [(1, 10), (2, 20)]\n\ndef test_a():\n    for number, expected in CASES:\n        \
        assert ten(number) == expected, number\n";
    let sub_tests = "import unittest\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        for text, \
        want in {\"a\": 1, \"b\": 2}.items():\n            with self.subTest(text=text, want=want):\n                \
        self.assertEqual(f(text), want)\n";
    for text in [parametrized, looped, sub_tests] {
        let texts = plain("tests/test_a.py", text, 1);
        differ(&texts);
        let assertion = text.lines().rfind(|line| line.contains("ssert")).unwrap();
        assert!(texts.iter().all(|twin| twin.contains(assertion)), "{}", texts[0]);
        assert!(!texts[0].contains("(1, \"I\")"));
    }
    let each = "test.each([[1, 'I'], [4, 'IV']])('%i', (number, expected) => {\n  \
        expect(roman(number)).toBe(expected);\n});\n";
    let objects = "const CASES = [{ input: 'a', want: 1 }, { input: 'b', want: 2 }];\ntest('a', () => {\n  for \
        (const { input, want } of CASES) {\n    assert.equal(f(input), want);\n  }\n});\n";
    let rows = "test('a', () => {\n  [['a', 1]].forEach(([input, want]) => {\n    assert.equal(f(input), \
        want);\n  });\n});\n";
    for text in [each, objects, rows] {
        differ(&plain("a.test.js", text, 1));
    }
    let rust = "#[test]\nfn a() {\n    for (text, want) in [(\"a\", 1), (\"b\", 2)] {\n        \
        assert_eq!(f(text), want);\n    }\n}\n";
    differ(&plain("tests/a.rs", rust, 1));
    let cases = "#[rstest]\n#[case(\"a\", 1)]\n#[case(\"b\", 2)]\nfn a(#[case] text: &str, #[case] want: usize) \
        {\n    assert_eq!(f(text), want);\n}\n";
    differ(&plain("tests/a.rs", cases, 1));
}

#[test]
fn a_table_that_also_feeds_the_work_stays_as_it_is() {
    let text = "def test_a():\n    for expected in [1, 2]:\n        assert parse(show(expected)) == expected\n";
    for seed in 0..20 {
        let twin = twin("test_a.py", text, Chance::new(seed, 0), Which::All, Part::Whole);
        assert!(twin.text.contains("[1, 2]"), "{}", twin.text);
    }
}

#[test]
fn what_is_nearly_the_same_becomes_another_number_of_the_same_look() {
    for (path, text) in [
        ("test_a.py", "def test_a():\n    assert f() == pytest.approx(3.3)\n"),
        ("test_a.py", "def test_a():\n    assert f() == pytest.approx(3.3, abs=0.5)\n"),
        ("test_a.py", "def test_a():\n    assert f() == pytest.approx([0.25, 7])\n"),
        ("test_a.py", "def test_a():\n    assert f() == 2.5\n"),
        ("a.test.ts", "test('a', () => { expect(f()).toBeCloseTo(0.3, 5); });\n"),
        ("a.test.ts", "test('a', () => { expect(f()).toBe(0.5); });\n"),
        ("tests/a.rs", "#[test]\nfn a() { assert_eq!(f(), 2.5); }\n"),
    ] {
        let texts = plain(path, text, 1);
        differ(&texts);
        assert!(texts.iter().all(|twin| twin.len() == text.len()), "{}", texts[0]);
    }
    // A tolerance that nobody can see cannot be exceeded plainly.
    let text = "def test_a():\n    assert f() == pytest.approx(3.3, abs=NEAR)\n";
    let all = |which| twin("test_a.py", text, Chance::new(1, 0), which, Part::Whole);
    assert!(all(Which::Plain).altered.is_empty());
    assert_eq!(all(Which::Strange).altered.len(), 1);
}

#[test]
fn an_expected_exception_becomes_another_one_in_every_round() {
    for (path, text) in [
        ("test_a.py", "def test_a():\n    with pytest.raises(ValueError):\n        f()\n"),
        (
            "test_a.py",
            "class TestA(TestCase):\n    def test_a(self):\n        self.assertRaises(Own, f)\n",
        ),
        ("a.test.js", "test('a', () => { assert.throws(() => f(), RangeError); });\n"),
        ("a.test.js", "test('a', () => { expect(() => f()).toThrow(RangeError); });\n"),
    ] {
        differ(&plain(path, text, 1));
        let rounds: std::collections::BTreeSet<String> = (0..3)
            .map(|round| {
                let twin = twin(path, text, Chance::new(5, round), Which::Plain, Part::Whole);
                assert!(!twin.altered[0].sure, "the work may raise what is both");
                twin.text
            })
            .collect();
        assert_eq!(rounds.len(), 3);
    }
}

#[test]
fn what_a_helper_is_given_to_expect_is_altered() {
    let python = "def check(number, expected):\n    assert roman(number) == expected\n\ndef test_a():\n    check(1, \
        \"I\")\n\ndef test_b():\n    check(4, expected=\"IV\")\n";
    let texts = plain("test_a.py", python, 2);
    differ(&texts);
    assert!(texts.iter().all(|twin| twin.contains("assert roman(number) == expected")));
    let method = "class T(unittest.TestCase):\n    def check(self, text, want):\n        self.assertEqual(f(text), \
        want)\n\n    def test_a(self):\n        self.check(\"a\", 1)\n";
    differ(&plain("test_a.py", method, 1));
    let fixed = "def accepted(answer):\n    assert answer.status == 200\n\ndef test_a():\n    accepted(get())\n";
    assert!(plain("test_a.py", fixed, 1).iter().all(|twin| !twin.contains("== 200")));
    let javascript = "function check(text, want) {\n  assert.equal(f(text), want);\n}\ntest('a', () => {\n  \
        check('a', 1);\n});\n";
    differ(&plain("a.test.js", javascript, 1));
    let rust = "fn check(text: &str, want: usize) {\n    assert_eq!(f(text), want);\n}\n\n#[test]\nfn a() {\n    \
        check(\"a\", 1);\n}\n";
    differ(&plain("tests/a.rs", rust, 1));
    // Whether a helper that may do nothing does something is not known.
    let unsure = "def check(number):\n    if number:\n        assert f(number) == 1\n\ndef test_a():\n    check(2)\n";
    let twin = twin("test_a.py", unsure, Chance::new(1, 0), Which::All, Part::Whole);
    assert_eq!(twin.text, unsure);
}

#[test]
fn a_value_of_the_works_own_type_is_made_of_other_literals() {
    for (text, kept) in [
        ("assert_eq!(f(), Caption::new(\"cat\", 5));", "assert_eq!"),
        ("assert_eq!(f(), Point { x: 4, y: 2 });", "Point { x: "),
        ("assert_eq!(f(), Some(Kind::Round)); assert_ne!(g(), Kind::Square);", "Kind::"),
    ] {
        let text = format!("#[test]\nfn a() {{ {text} }}\n");
        let texts = plain("tests/a.rs", &text, 1);
        assert!(texts.iter().all(|twin| twin.contains(kept)), "{}", texts[0]);
        assert!(!texts[0].starts_with(&text[..text.len() - 3]));
    }
}
