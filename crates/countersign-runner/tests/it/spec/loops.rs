//! Expectations in loops that certainly make a turn, and conditions over all rows of a table.

use countersign_runner::spec::{Chance, Part, Which, twin};

/// Every one of these tests has a twin, whatever is drawn, and says `kept` in it still.
#[track_caller]
fn are_twinned(path: &str, tests: &[(&str, &str)]) {
    for (text, kept) in tests {
        for seed in 0..20 {
            let made = twin(path, text, Chance::new(seed, 0), Which::All, Part::Whole);
            assert_eq!(made.altered.len(), 1, "{text}\n{:?}", made.not_twinned);
            assert!(made.text.contains(kept), "{}", made.text);
            assert_ne!(made.text, *text);
        }
    }
}

#[track_caller]
fn are_not_twinned(path: &str, tests: &[&str]) {
    for text in tests {
        let made = twin(path, text, Chance::new(3, 0), Which::All, Part::Whole);
        assert_eq!((made.altered.len(), made.text.as_str()), (0, *text));
    }
}

#[test]
fn a_loop_over_a_range_that_is_written_out_is_reached() {
    let python = |over: &str| {
        format!("def test_a():\n    for x in {over}:\n        assert square(x) == x * x\n")
    };
    for over in ["range(50, 60)", "range(10, 0, -2)", "range(-1, 1)", "range(1_000, 1_002, 1)"] {
        are_twinned("test_a.py", &[(&python(over), "== x * x + ")]);
    }
    for over in ["range(5, 5)", "range(0, 3, -1)", "range(a, 9)", "range(0)", "range(1, n)"] {
        are_not_twinned("test_a.py", &[&python(over)]);
    }
    let sub_tests = "class T(unittest.TestCase):\n    def test_a(self):\n        for n in range(5, 9):\n            with \
                     self.subTest(n=n):\n                self.assertEqual(square(n), n ** 2)\n";
    let unknown = "def test_a():\n    for x in range(2, 4):\n        assert f(x) == x * scale\n";
    let cases =
        "@pytest.mark.parametrize(\"n\", [5, 7])\ndef test_a(n):\n    assert square(n) == n ** 2\n";
    are_twinned(
        "test_a.py",
        &[(sub_tests, "n ** 2 + "), (cases, "n ** 2 + "), (unknown, "(x * scale, ")],
    );
}

#[test]
fn in_javascript_too() {
    let javascript = |head: &str| {
        format!(
            "const C = {{ 5: 25, 7: 49 }};\ntest('a', () => {{ {head} assert.equal(sq(x), x * x); }});\n"
        )
    };
    for head in [
        "for (let x = 50; x < 60; x++)",
        "for (let x = 9; x >= 1; x--)",
        "for (const x of Object.keys(C))",
        "for (const x of [...Array(5).keys()])",
        "for (const x of new Set([1, 2]))",
    ] {
        let text = javascript(head);
        are_twinned("a.test.js", &[(&text, head)]);
        are_twinned("a.test.ts", &[(&text, head)]);
    }
    are_twinned("a.test.js", &[(&javascript("for (let x = 50; x < 60; x++)"), "x * x + ")]);
    for head in [
        "for (let x = 5; x < 5; x++)",
        "for (let x = from; x < 5; x++)",
        "for (let x = 0; x < all.length; x++)",
        "for (const x of Object.keys({}))",
        "for (const x of Object.keys(known))",
    ] {
        are_not_twinned("a.test.js", &[&javascript(head)]);
    }
    let entries = "const C = { 5: 25, 7: 49 };\ntest('a', () => { for (const [a, b] of Object.entries(C)) \
                   assert.strictEqual(sq(+a), b); });\n";
    let made = "test('a', () => { Array.from({ length: 4 }, (_, i) => i + 5).forEach((x) => assert.equal(sq(x), x ** \
                2)); });\n";
    let indexed = "const C = [[1, 2]];\ntest('a', () => { for (let i = 0; i < C.length; i++) assert.equal(f(C[i][0]), \
                   C[i][1]); });\n";
    are_twinned(
        "a.test.js",
        &[(entries, "sq(+a), b)"), (made, "sq(x), "), (indexed, "[C[i][1], ")],
    );
    // Places with nothing in them are passed over.
    are_not_twinned(
        "a.test.js",
        &["test('a', () => { Array(4).forEach((x) => assert.equal(sq(x), 4)); });\n"],
    );
}

#[test]
fn in_rust_too() {
    let rust = |over: &str, expected: &str| {
        format!("#[test]\nfn a() {{ for x in {over} {{ assert_eq!(square(x), {expected}); }} }}\n")
    };
    for over in ["50..60i64", "0..=0", "(1..9).rev()", "(0..9).step_by(2)", "1_0u8..2_0"] {
        are_twinned("tests/a.rs", &[(&rust(over, "x * x"), ", x * x + ")]);
    }
    are_twinned(
        "tests/a.rs",
        &[
            (&rust("1..4", "x.pow(2) as u64"), "x.pow(2) as u64 + "),
            (&rust("1..4", "u64::from(x) * (x - 1)"), "(x - 1) + "),
            // What may be no number is not added to.
            (&rust("1..4", "x as f64 * 2.0"), "assert_ne!"),
            (&rust("1..4", "scale * x"), "assert_ne!"),
        ],
    );
    for over in ["5..5", "from..9", "9..=8"] {
        are_not_twinned("tests/a.rs", &[&rust(over, "x * x")]);
    }
}

#[test]
fn of_a_condition_over_all_rows_the_rows_are_altered() {
    let python = [
        (
            "CASES = [(5, 25), (7, 49)]\n\ndef test_a():\n    assert all(f(n) == s for n, s in CASES)\n",
            "    assert all(f(n) == s for n, s in CASES)",
        ),
        (
            "def test_a():\n    assert all([f(n) == s for n, s in [(5, 25)]])\n",
            "assert all([f(n) == s for n, s in [(5, ",
        ),
        ("def test_a():\n    assert all([f(5) == 25, f(7) == 49])\n", "assert all([f(5) == "),
        ("def test_a():\n    assert f(5) == 25 or g(5) == 5\n", "assert f(5) == "),
        ("def test_a():\n    assert f(5) > 25 or g(5) == 5\n", "(not (f(5) > 25 or g(5) == 5))"),
        ("def test_a():\n    assert all(f(n) == 1 for n in known)\n", "assert not all("),
    ];
    are_twinned("test_a.py", &python);
    let javascript = [
        (
            "const C = [[5, 25], [7, 49]];\ntest('a', () => { assert.ok(C.every(([a, b]) => f(a) === b)); });\n",
            "ok(C.every(([a, b]) => f(a) === b))",
        ),
        ("test('a', () => { assert.ok([1, 2].every((a) => f(a) > a)); });\n", "f(a) <= a"),
        ("test('a', () => { assert.ok(known.every((a) => f(a) === 1)); });\n", "ok(!known.every("),
    ];
    are_twinned("a.test.js", &javascript);
    let rust = [
        (
            "#[test]\nfn a() { assert!([(5, 25), (7, 49)].iter().all(|(a, b)| f(*a) == *b)); }\n",
            ".iter().all(|(a, b)| f(*a) == *b)",
        ),
        (
            "const C: [(u8, u8); 1] = [(5, 25)];\n#[test]\nfn a() { assert!(C.iter().all(|&(a, b)| f(a) == b)); }\n",
            ".all(|&(a, b)| f(a) == b)",
        ),
        (
            "#[test]\nfn a() { assert!(vec![1, 2].iter().all(|a| f(*a) == 7)); }\n",
            "assert!(vec![1, 2].iter()",
        ),
        ("#[test]\nfn a() { assert!(f(5) == 25 || g(5) == 5); }\n", "assert!(f(5) == "),
        ("#[test]\nfn a() { assert!(f(5) == 25 && g()); }\n", "assert!(f(5) == "),
        ("#[test]\nfn a() { assert!(known.iter().all(|a| f(*a) == 7)); }\n", "!known.iter()"),
        ("#[test]\nfn a() { assert!(f() == true || g() == 2); }\n", "!(f() == true || g() == 2)"),
    ];
    are_twinned("tests/a.rs", &rust);
}
