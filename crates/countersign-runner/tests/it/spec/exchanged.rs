//! Wrong expectations that other tests of the file have.

use countersign_runner::spec::{Chance, Part, Which, twin};

fn whole(path: &str, text: &str) -> String {
    twin(path, text, Chance::new(5, 0), Which::All, Part::Whole).text
}

#[test]
fn an_expectation_becomes_another_one_of_the_same_kind() {
    let text = "def test_a():\n    assert f(1) == 'low'\n\ndef test_b():\n    assert f(2) == \"high\"\n\ndef test_c():\n    assert \
                g(1) == 17\n\ndef test_d():\n    assert g(2) == 90\n";
    let expected = "def test_a():\n    assert f(1) == 'high'\n\ndef test_b():\n    assert f(2) == \"low\"\n\ndef test_c():\n    \
                    assert g(1) == 90\n\ndef test_d():\n    assert g(2) == 17\n";
    assert_eq!(whole("test_a.py", text), expected);
    let text = "test('a', () => { expect(f(1)).toBe('low'); });\ntest('b', () => { assert.equal(f(2), 'high'); });\n";
    let expected = "test('a', () => { expect(f(1)).toBe('high'); });\ntest('b', () => { assert.equal(f(2), 'low'); });\n";
    assert_eq!(whole("a.test.js", text), expected);
    // What is expected has to fit where it stands.
    let text =
        "#[test]\nfn a() { assert_eq!(f(1), 17); }\n#[test]\nfn b() { assert_eq!(g(2), 300); }\n";
    let twin = whole("tests/a.rs", text);
    assert!(twin.contains("assert_eq!(g(2), 17)") && !twin.contains("300"), "{twin}");
    assert!(!twin.contains("f(1), 17"), "{twin}");
}

#[test]
fn what_may_be_taken_for_the_same_is_not_exchanged() {
    for (path, text, untold) in [
        (
            "test_a.py",
            "def test_a():\n    assert f() == '5'\n\ndef test_b():\n    assert g() == '5.0'\n",
            "f() == '5.0'",
        ),
        (
            "test_a.py",
            "def test_a():\n    assert f() == 'Low'\n\ndef test_b():\n    assert g() == 'low'\n",
            "f() == 'low'",
        ),
        (
            "test_a.py",
            "def test_a():\n    assert f() == approx(10, abs=5)\n\ndef test_b():\n    assert g() == 9\n",
            "approx(9,",
        ),
        (
            "test_a.py",
            "def test_a():\n    assert f() == date(2024, 1, 2)\n\ndef test_b():\n    assert g() == 40\n",
            "40)",
        ),
    ] {
        let twin = whole(path, text);
        assert!(twin != text && !twin.contains(untold), "{twin}");
    }
}
