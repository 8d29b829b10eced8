//! Right copies of tests among their twins, and tests in another wording.

use countersign_runner::spec::{
    Chance, Control, Part, Which, names, rewritten, twin, twin_beside_control,
};

const PYTHON: &str = "import unittest\n\n\nclass SlugTest(unittest.TestCase):\n    @mock.patch(\"a.b\")\n    def test_words(self, b):\n        \
    self.assertEqual(slugify(\"Hello World\"), \"hello-world\")\n\n    def test_signs(self):\n        title = f\"{names['a']}\"\n        \
    self.assertEqual(slugify(title), 'it\\'s')\n        self.assertEqual(slugify(\"\"\"a\n    b\"\"\"), \"a-b\")\n";
const PYTEST: &str = "import pytest\n\n\n@pytest.mark.parametrize(\"text, slug\", [(\"A B\", \"a-b\"), (\"C\", \"c\")])\ndef \
    test_slug(text, slug):\n    assert slugify(text) == slug\n";
const NODE: &str = "import { describe, it } from 'node:test';\n\ndescribe('duration', () => {\n  it('reads minutes', async () => {\n    \
    assert.equal(parse('5m'), 300);\n  });\n\n  it('reads hours', () => assert.equal(parse('1h'), 3600));\n});\n";
const RUST: &str = "#[test]\nfn short() -> Result<(), Error> {\n    assert_eq!(shorten(\"a cat\", 5)?, \"a cat\");\n    \
    Ok(())\n}\n\n/// Cut.\n#[test]\n#[should_panic(expected = \"none\")]\nfn none() {\n    shorten(\"\", 0).unwrap();\n}\n";
const GO: &str = "package d\n\nimport \"testing\"\n\nfunc TestDouble(t *testing.T) {\n\tif got := Double(\"4\"); got != 8 {\n\t\t\
    t.Errorf(\"got %d\", got)\n\t}\n}\n";

const FILES: [(&str, &str); 5] = [
    ("tests/test_slug.py", PYTHON),
    ("tests/test_slug_table.py", PYTEST),
    ("test/duration.test.js", NODE),
    ("tests/shorten.rs", RUST),
    ("double_test.go", GO),
];

#[test]
fn a_right_copy_stands_beside_the_twins() {
    for (path, text) in FILES {
        for seed in 0..20 {
            let chance = Chance::new(seed, 0);
            let (made, control) = twin_beside_control(path, text, chance);
            let Control { original, copy, added } =
                control.unwrap_or_else(|| panic!("{path}: {}", made.text));
            let found = names(path, &made.text).unwrap();
            assert!(found.contains(&copy), "{copy}\n{}", made.text);
            // The test itself has a name of the same kind.
            assert!(!found.contains(&original), "{original}\n{}", made.text);
            let named = added.iter().map(|more| {
                let mut text = made.text.clone();
                text = text.replace(more.as_str(), "");
                names(path, &text).unwrap().contains(&original)
            });
            assert_eq!(named.filter(|is_it| *is_it).count(), 1, "{original}\n{}", made.text);
            assert_eq!(found.len(), names(path, text).unwrap().len() + 1, "{}", made.text);
            // Nothing else is different, and nothing more is left as it is.
            let alone = twin(path, text, chance, Which::All, Part::Nth(0));
            assert_eq!((made.altered, made.not_twinned), (alone.altered, alone.not_twinned));
        }
    }
}

#[test]
fn a_copy_is_written_otherwise_and_expects_the_same() {
    for seed in 0..20 {
        let chance = Chance::new(seed, 0);
        let (made, _) = twin_beside_control("double_test.go", GO, chance);
        assert!(made.text.contains("Double(`4`); got != 0"), "{}", made.text);
        let go = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tif got := F(\"A\"); got != \"b\" {\n\t\tt.Fail()\n\t}\n}\n";
        let (made, _) = twin_beside_control("a_test.go", go, chance);
        assert!(made.text.contains(r#"F("\x41"); got != "\x62""#), "{}", made.text);
        assert!(made.text.contains("import \"testing\""), "{}", made.text);
        let one = "def test_a():\n    assert slugify(\"A B\") == \"a-b\"\n";
        let (made, _) = twin_beside_control("test_a.py", one, chance);
        let is_escaped = |text: &str| made.text.contains(text);
        assert!(is_escaped("slugify('\\x41 B') == '") || is_escaped("slugify('A \\x42') == '"));
        assert!(is_escaped("== '\\x61-b'  # ") || is_escaped("== 'a-\\x62'  # "), "{}", made.text);
        let numbers = "test('a', () => {\n  expect(f(300)).toBe(5.10 + 2);\n});\n";
        let other = rewritten("a.test.js", numbers, chance).unwrap();
        let (value, rest) = other.split_once("expect(f(").unwrap().1.split_once(')').unwrap();
        assert_eq!(number(value), 300, "{other}");
        let value = rest.split_once("5.10 + ").unwrap().1.split_once(')').unwrap().0;
        assert_eq!(number(value), 2, "{other}");
    }
}

/// What is written in another system than ours.
fn number(text: &str) -> u32 {
    let (system, digits) = text.split_at(2);
    let radix = [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find(|(sign, _)| *sign == system);
    u32::from_str_radix(digits, radix.unwrap().1).unwrap()
}

#[test]
fn titles_paths_attributes_and_fields_are_not_escaped() {
    let text = "test('a', (t) => {\n  t.test('inner', () => {});\n  load('./b');\n  'use strict';\n  show(<a href='x' />);\n});\n";
    let other = rewritten("a.test.tsx", text, Chance::new(3, 0)).unwrap();
    assert!(!other.contains("\\x"), "{other}");
    let text = "#[test]\nfn a() {\n    let p = P { 0: f() };\n    assert_eq!(p.0, \"a\");\n}\n";
    let other = rewritten("tests/a.rs", text, Chance::new(3, 0)).unwrap();
    assert!(other.contains("P { 0: f() }") && other.contains("p.0, r\"a\""), "{other}");
}

#[test]
fn a_test_whose_wrong_expectation_lies_elsewhere_is_not_copied() {
    let text = "CASES = [(1, 10), (2, 20)]\n\n\ndef test_a():\n    for number, expected in CASES:\n        assert ten(number) == \
                expected, number\n";
    let (made, control) = twin_beside_control("test_a.py", text, Chance::new(3, 0));
    assert_eq!((made.altered.len(), control), (1, None));
}

#[test]
fn a_copy_stands_before_its_test_or_behind_it_and_is_written_like_the_others() {
    let text = "def test_a():\n    assert slugify(\"A B\") == \"a-b\"\n\n\ndef test_b():\n    assert size(\"A\") == 300\n";
    let mut is_first = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let (made, control) = twin_beside_control("test_a.py", text, Chance::new(seed, 0));
        let copy = control.unwrap().copy;
        let name = copy.titles.last().unwrap().to_string();
        let place = |name: &str| made.text.find(&format!("def {name}")).unwrap();
        let stem = name.get(..6).unwrap();
        is_first.insert(place(stem) == place(&name));
        assert_eq!(made.text.matches("  # ").count(), 3, "{}", made.text);
        assert!(!made.text.contains('"'), "{}", made.text);
    }
    assert_eq!(is_first.len(), 2);
}

#[test]
fn a_test_of_which_others_speak_keeps_its_name_and_is_not_copied() {
    let text = "def test_a():\n    assert f(1) == 10\n\n\nalso = test_a\n";
    let (made, control) = twin_beside_control("test_a.py", text, Chance::new(3, 0));
    assert_eq!((made.altered.len(), control), (1, None));
}

#[test]
fn another_wording_has_the_same_tests_and_one_that_tests_nothing() {
    for (path, text) in FILES {
        let other = rewritten(path, text, Chance::new(5, 0)).unwrap();
        assert_ne!(other, text);
        let (before, after) = (names(path, text).unwrap(), names(path, &other).unwrap());
        assert!(before.iter().all(|test| after.contains(test)), "{other}");
        assert_eq!(after.len(), before.len() + 1, "{other}");
        // What is computed in a text, said over several lines or escaped stays.
        for kept in ["{names['a']}", "'it\\'s'", "\"\"\"a\n    b\"\"\"", "expected = \"none\""] {
            assert_eq!(other.contains(kept), text.contains(kept), "{kept}\n{other}");
        }
    }
    assert_eq!(rewritten("notes.md", "text", Chance::new(5, 0)), None);
}
