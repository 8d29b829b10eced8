//! The runners themselves, on projects that are made here.

use countersign_core::TestOutcome::{Failed, Passed, Skipped};
use countersign_runner::report::{ReportError, TestRun};

use crate::toy::Toy;

#[track_caller]
fn shows(run: &TestRun, tests: &[(&str, countersign_core::TestOutcome)]) {
    let shown: Vec<_> = run.tests.iter().map(|(name, outcome)| (name.as_str(), *outcome)).collect();
    assert_eq!(shown, tests);
}

#[test]
fn pytest_tells_every_test() {
    let toy = Toy::new(&[(
        "tests/test_a.py",
        "import pytest\n\n@pytest.mark.parametrize('a', [1, 2])\ndef test_a(a):\n    assert a == 1\n\n\
         @pytest.mark.skip\ndef test_b():\n    pass\n\nclass TestC:\n    def test_d(self):\n        pass\n",
    )]);
    for line in ["python3 -m pytest -q", "python3 -m pytest -x -q && true"] {
        let ran = toy.run(line);
        assert!(!ran.success);
        shows(
            &ran.tests(),
            &[
                ("tests/test_a.py::TestC::test_d", Passed),
                ("tests/test_a.py::test_a[1]", Passed),
                ("tests/test_a.py::test_a[2]", Failed),
                ("tests/test_a.py::test_b", Skipped),
            ],
        );
    }
}

#[test]
fn pytest_that_is_ended_early_leaves_no_report() {
    let toy = Toy::new(&[
        ("test_a.py", "import lib\n\ndef test_a():\n    assert lib.add(1, 1) == 2\n"),
        ("lib.py", "import os\nos._exit(0)\n"),
    ]);
    let ran = toy.run("python3 -m pytest");
    assert!(ran.success, "{}", ran.printed);
    assert_eq!(ran.tests, Err(ReportError::Missing));
}

#[test]
fn unittest_tells_every_test() {
    let toy = Toy::new(&[(
        "test_a.py",
        "import unittest\n\nclass Case(unittest.TestCase):\n    def test_a(self):\n        print('loud')\n    \
         def test_b(self):\n        \"\"\"Says more\"\"\"\n        self.assertEqual(1, 2)\n",
    )]);
    shows(
        &toy.run("python3 -m unittest").tests(),
        &[("test_a.Case.test_a", Passed), ("test_a.Case.test_b", Failed)],
    );
}

#[test]
fn node_tells_every_test_also_through_a_script() {
    let toy = Toy::new(&[
        ("package.json", r#"{"scripts": {"test": "node --test test/"}}"#),
        (
            "test/a.test.js",
            "const { test, describe, it } = require('node:test');\n\
             describe('s', () => { it('a', () => {}); it.skip('b', () => {}); });\n\
             test('p', async (t) => { await t.test('c', () => {}); throw new Error('own'); });\n",
        ),
        ("test/early.test.js", "process.exit(0);\n"),
    ]);
    for line in ["node --test", "npm test", "node --test --test-reporter=dot test/"] {
        shows(
            &toy.run(line).tests(),
            &[("p", Failed), ("p > c", Passed), ("s > a", Passed), ("s > b", Skipped)],
        );
    }
}

#[test]
fn vitest_and_mocha_tell_every_test() {
    let toy = Toy::new(&[
        ("package.json", r#"{"type": "module", "scripts": {"test": "vitest run --dir v"}}"#),
        (
            "v/a.test.js",
            "import { describe, it, expect } from 'vitest';\n\
             describe('s', () => { it('a', () => {}); it('b', () => { expect(1).toBe(2); }); });\n",
        ),
        ("m/a.js", "describe('s', () => { it('a', () => {}); it('b', () => { throw new Error('x'); }); });\n"),
    ])
    .with_node_modules();
    for line in ["npm test", "npx vitest run --dir v --bail=1"] {
        let ran = toy.run(line);
        assert!(!ran.success);
        shows(&ran.tests(), &[("v/a.test.js > s > a", Passed), ("v/a.test.js > s > b", Failed)]);
    }
    let run = toy.run("npx mocha m").tests();
    shows(&run, &[("m/a.js > s a", Passed), ("m/a.js > s b", Failed)]);
    assert_eq!(run.said["m/a.js > s b"], "x");
}

#[test]
fn cargo_tells_every_test_and_runs_on_after_a_failure() {
    let toy = Toy::new(&[
        ("Cargo.toml", "[package]\nname = \"toy-report\"\nedition = \"2024\"\n[workspace]\n"),
        ("src/lib.rs", "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { panic!() }\n}\n"),
        ("tests/it.rs", "#[test]\nfn a() {}\n#[test]\n#[ignore]\nfn b() {}\n"),
    ]);
    let ran = toy.run("cargo test --offline -q");
    assert!(!ran.success);
    shows(&ran.tests(), &[("it a", Passed), ("it b", Skipped), ("toy_report tests::a", Failed)]);
}
