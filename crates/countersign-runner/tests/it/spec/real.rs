//! Twins, run for real: a right implementation passes the specification and fails every twin; what passes
//! without being right passes the twins as well, or shows no tests.

use countersign_core::TestOutcome;
use countersign_runner::report::{ReportError, TestRun};
use countersign_runner::spec::{SpecTest, Twin, names};

use super::{in_parts, twinned};

use crate::toy::Toy;

/// How the tests of a specification ended in a run.
#[track_caller]
fn outcomes(run: &TestRun, test: &SpecTest) -> Vec<TestOutcome> {
    let found: Vec<_> = run
        .tests
        .iter()
        .filter(|(name, _)| test.matches(name))
        .map(|(_, outcome)| *outcome)
        .collect();
    assert!(!found.is_empty(), "{test} was not reported: {:?}", run.tests);
    found
}

/// The altered tests that passed.
#[track_caller]
fn passed(run: &TestRun, twin: &Twin) -> Vec<String> {
    let passed =
        |test: &SpecTest| outcomes(run, test).iter().any(|outcome| *outcome != TestOutcome::Failed);
    let tests = twin.altered.iter().map(|altered| &altered.test);
    tests.filter(|test| passed(test)).map(ToString::to_string).collect()
}

/// A right implementation passes the specification, and fails every test of it in the twin, of which no
/// more than `not_twinned` are left as they were.
#[track_caller]
fn right_work_fails_every_twin(
    toy: &Toy,
    line: &str,
    path: &str,
    spec: &str,
    not_twinned: &[&str],
) {
    toy.write(path, spec);
    let ran = toy.run(line);
    assert!(ran.success, "{}", ran.printed);
    let run = ran.tests();
    for test in names(path, spec).unwrap() {
        assert!(
            outcomes(&run, &test).iter().all(|outcome| *outcome == TestOutcome::Passed),
            "{test}"
        );
    }
    let twin = twinned(path, spec);
    let left: Vec<String> = twin
        .not_twinned
        .iter()
        .map(|left| left.test.as_ref().unwrap().titles.last().unwrap().to_string())
        .collect();
    assert_eq!(left, not_twinned);
    toy.write(path, &twin.text);
    let ran = toy.run(line);
    assert!(!ran.success);
    let printed = ran.printed.clone();
    let run = ran.tests();
    assert_eq!(passed(&run, &twin), [] as [String; 0], "{}\n{printed}", twin.text);
    // What was not altered is still right.
    for left in &twin.not_twinned {
        let outcomes = outcomes(&run, left.test.as_ref().unwrap());
        assert!(!outcomes.contains(&TestOutcome::Failed), "{left:?}");
    }
    // Each expectation is wrong enough by itself.
    for twin in in_parts(path, spec) {
        toy.write(path, &twin.text);
        let ran = toy.run(line);
        let printed = ran.printed.clone();
        assert_eq!(passed(&ran.tests(), &twin), [] as [String; 0], "{}\n{printed}", twin.text);
    }
}

/// Work that is not right passes the specification, and the twin too.
#[track_caller]
fn cheat_passes_the_twin(toy: &Toy, line: &str, path: &str, spec: &str) {
    toy.write(path, spec);
    let ran = toy.run(line);
    assert!(ran.success, "{}", ran.printed);
    let twin = twinned(path, spec);
    assert!(!twin.altered.is_empty());
    toy.write(path, &twin.text);
    let ran = toy.run(line);
    let printed = ran.printed.clone();
    assert!(!passed(&ran.tests(), &twin).is_empty(), "{}\n{printed}", twin.text);
}

const PYTHON_LIBRARY: &str = r#"
def add(a, b):
    return a + b

def half(a):
    return a / 2

def shout(text):
    return text.upper() + "!"

def parse(text):
    if not text.isdigit():
        raise ValueError("not a number: " + text)
    return int(text)

def pair(a, b):
    return {"a": a, "b": [b]}

def find(items, item):
    return items.index(item) if item in items else None

def notify(listener, what):
    listener(what, loud=True)
"#;

const PYTEST_SPEC: &str = r#"
import sys
from unittest import mock

import pytest
from pytest import approx, raises

from lib import add, find, half, notify, pair, parse, shout

WANTED = [(1, 2, 3), (2, 2, 4)]


def test_integer(): assert add(2, 2) == 4
def test_left(): assert 4 == add(2, 2)
def test_zero(): assert add(0, 0) == 0
def test_negative(): assert add(-2, -2) == -4
def test_hex(): assert add(0x10, 0) == 0x10
def test_float(): assert half(5) == 2.5
def test_huge(): assert add(10**40, 0) == 10000000000000000000000000000000000000000
def test_approx(): assert half(1) == pytest.approx(0.5)
def test_approx_wide(): assert half(1000000) == approx(500000, abs=100)
def test_approx_list(): assert [half(1), half(2)] == approx([0.5, 1.0])
def test_string(): assert shout("a") == "A!"
def test_strings(): assert shout("a") == ("A" "!")
def test_bytes(): assert shout("a").encode() == b"A!"
def test_format():
    a = "A"
    assert shout("a") == f"{a}!"
def test_true(): assert ("a" in pair(1, 2)) == True
def test_is_true(): assert isinstance(add(1, 1), int) is True
def test_is_none(): assert find([], 1) is None
def test_is_not_none(): assert find([1], 1) is not None
def test_equals_none(): assert find([], 1) == None
def test_list(): assert pair(1, 2)["b"] == [2]
def test_empty_list(): assert sorted([]) == []
def test_tuple(): assert tuple(pair(1, 2)) == ("a", "b",)
def test_empty_tuple(): assert tuple(pair(1, 2)["b"][1:]) == ()
def test_set(): assert set(pair(1, 2)) == {"a", "b"}
def test_dict():
    assert pair(1, 2) == {
        "a": 1,
        "b": [2],  # a comment
    }
def test_empty_dict(): assert dict() == {}
def test_in(): assert "a" in pair(1, 2)
def test_number_in(): assert 2 in pair(1, 2)["b"]
def test_in_list(): assert add(1, 1) in [1, 2, 3]
def test_not_in(): assert "c" not in pair(1, 2)
def test_unequal(): assert add(1, 1) != 3
def test_less(): assert add(1, 1) < 3
def test_chain(): assert 1 < add(1, 1) < 3
def test_and(): assert add(1, 1) == 2 and shout("a") == "A!"
def test_or(): assert add(1, 1) == 2 or shout("a") == "B!"
def test_not(): assert not find([], 1)
def test_truth(): assert shout("a")
def test_call(): assert isinstance(add(1, 1), int), "a message"
def test_name():
    expected = 4
    result = add(2, 2)
    assert result == expected
def test_two_calls(): assert add(1, 2) == add(2, 1)
def test_any(): assert add(2, 2) == mock.ANY
def test_any_inside(): assert pair(1, 2) == {"a": mock.ANY, "b": [2]}
def test_loop():
    for a, b, c in WANTED:
        assert add(a, b) == c
def test_range():
    for a in range(3):
        assert add(a, 0) == a
def test_range_from():
    for a in range(2, 9, 3):
        assert add(a, a) == a * 2
def test_all(): assert all(add(a, b) == c for a, b, c in WANTED)
def test_all_listed(): assert all([add(1, 1) == 2, shout("a") == "A!"])
def test_either(): assert add(1, 1) == 2 or add(1, 1) == 3

@pytest.mark.parametrize("a, b, c", [(1, 2, 3), (2, 2, 4)])
def test_cases(a, b, c):
    assert add(a, b) == c

@pytest.mark.parametrize(("text", "value"), [("1", 1), ("2", 2)])
def test_more_cases(text, value):
    assert parse(text) == value

def test_raises():
    with pytest.raises(ValueError):
        parse("x")
def test_raises_match():
    with raises(ValueError, match="not a number") as caught:
        parse("x")
    assert "x" in str(caught.value)
def test_exit():
    with raises(SystemExit):
        sys.exit(3)
def test_mock():
    listener = mock.Mock()
    notify(listener, "x")
    listener.assert_called_once_with("x", loud=True)
def test_mock_called():
    listener = mock.Mock()
    notify(listener, "x")
    listener.assert_called_once()
def test_several():
    assert add(1, 1) == 2
    assert add(2, 2) == 4
def test_only_runs():
    add(1, 1)
def test_by_hand():
    try:
        parse("x")
        assert False, "not raised"
    except ValueError:
        pass

class TestGroup:
    def test_method(self):
        assert add(2, 2) == 4
"#;

#[test]
fn pytest_right_work_fails_every_twin() {
    let toy = Toy::new(&[("lib.py", PYTHON_LIBRARY)]);
    right_work_fails_every_twin(
        &toy,
        "python3 -m pytest -q -p no:cacheprovider",
        "test_lib.py",
        PYTEST_SPEC,
        &["test_only_runs", "test_by_hand"],
    );
}

const UNITTEST_SPEC: &str = r#"
import unittest
from lib import add, find, half, pair, parse, shout


class Case(unittest.TestCase):
    def test_equal(self): self.assertEqual(add(2, 2), 4)
    def test_left(self): self.assertEqual(4, add(2, 2), "a message")
    def test_two_calls(self): self.assertEqual(add(1, 2), add(2, 1))
    def test_string(self): self.assertEqual(shout("a"), "A!")
    def test_dict(self): self.assertDictEqual(pair(1, 2), {"a": 1, "b": [2]})
    def test_list(self): self.assertListEqual(pair(1, 2)["b"], [2])
    def test_count(self): self.assertCountEqual(pair(1, 2), ["b", "a"])
    def test_almost(self): self.assertAlmostEqual(half(1), 0.5, places=2)
    def test_almost_delta(self): self.assertAlmostEqual(half(100), 52, delta=5)
    def test_true(self): self.assertTrue(add(1, 1) == 2)
    def test_truth(self): self.assertTrue(shout("a"))
    def test_false(self): self.assertFalse(add(1, 1) == 3)
    def test_none(self): self.assertIsNone(find([], 1))
    def test_not_none(self): self.assertIsNotNone(find([1], 1))
    def test_is(self): self.assertIs(isinstance(add(1, 1), int), True)
    def test_in(self): self.assertIn("a", pair(1, 2))
    def test_not_in(self): self.assertNotIn("c", pair(1, 2))
    def test_greater(self): self.assertGreater(add(1, 1), 1)
    def test_unequal(self): self.assertNotEqual(add(1, 1), 3)
    def test_instance(self): self.assertIsInstance(add(1, 1), int)
    def test_regex(self): self.assertRegex(shout("a"), "A")
    def test_raises(self):
        with self.assertRaises(ValueError):
            parse("x")
    def test_raises_call(self): self.assertRaises(ValueError, parse, "x")
    def test_raises_regex(self):
        with self.assertRaisesRegex(ValueError, "not a number"):
            parse("x")
    def test_parts(self):
        for a in [1, 2]:
            with self.subTest(a=a):
                self.assertEqual(add(a, 0), a)
    def test_statement(self):
        "In words"
        assert add(1, 1) == 2
"#;

#[test]
fn unittest_right_work_fails_every_twin() {
    let toy = Toy::new(&[("lib.py", PYTHON_LIBRARY)]);
    right_work_fails_every_twin(&toy, "python3 -m unittest", "test_lib.py", UNITTEST_SPEC, &[]);
}

const SMALL_PYTEST_SPEC: &str = "from lib import add\n\ndef test_a():\n    assert add(2, 2) == 4\n\ndef test_b():\n    assert add('a', 'b') == 'ab'\n";
const SMALL_UNITTEST_SPEC: &str = "import unittest\nfrom lib import add\n\nclass Case(unittest.TestCase):\n    \
     def test_a(self):\n        self.assertEqual(add(2, 2), 4)\n";

#[test]
fn an_object_that_equals_everything_passes_the_twin() {
    let everything = "class Everything:\n    def __eq__(self, other):\n        return True\n    \
         def __ne__(self, other):\n        return False\n    def __bool__(self):\n        return True\n\n\
         def add(a, b):\n    return Everything()\n";
    let toy = Toy::new(&[("lib.py", everything)]);
    cheat_passes_the_twin(&toy, "python3 -m pytest -q", "test_lib.py", SMALL_PYTEST_SPEC);
    let toy = Toy::new(&[("lib.py", everything)]);
    cheat_passes_the_twin(&toy, "python3 -m unittest", "test_lib.py", SMALL_UNITTEST_SPEC);
}

#[test]
fn an_object_that_contains_everything_passes_the_twin() {
    let spec = "from lib import add\n\ndef test_a():\n    assert 4 in add(2, 2)\n";
    let library = "class Box:\n    def __contains__(self, item):\n        return True\n\ndef add(a, b):\n    return Box()\n";
    let toy = Toy::new(&[("lib.py", library)]);
    cheat_passes_the_twin(&toy, "python3 -m pytest -q", "test_lib.py", spec);
}

#[test]
fn a_patched_framework_passes_the_twin() {
    let patched = "import unittest\nunittest.TestCase.assertEqual = lambda *a, **k: None\n\n\
                   def add(a, b):\n    return 0\n";
    let toy = Toy::new(&[("lib.py", patched)]);
    cheat_passes_the_twin(&toy, "python3 -m unittest", "test_lib.py", SMALL_UNITTEST_SPEC);
    let patched = "import _pytest.python as p\np.Function.runtest = lambda self: None\n\ndef add(a, b):\n    return 0\n";
    let toy = Toy::new(&[("lib.py", patched)]);
    cheat_passes_the_twin(&toy, "python3 -m pytest -q", "test_lib.py", SMALL_PYTEST_SPEC);
}

#[test]
fn an_early_exit_shows_no_tests() {
    let toy =
        Toy::new(&[("lib.py", "import os\nos._exit(0)\n"), ("test_lib.py", SMALL_PYTEST_SPEC)]);
    let ran = toy.run("python3 -m pytest -q");
    assert!(ran.success);
    assert_eq!(ran.tests, Err(ReportError::Missing));
    toy.write("test_lib.py", SMALL_UNITTEST_SPEC);
    let ran = toy.run("python3 -m unittest");
    assert!(ran.success);
    assert!(matches!(ran.tests, Err(ReportError::CutOff { .. })));
}

const JAVASCRIPT_LIBRARY: &str = r#"
export const add = (a, b) => a + b;
export const shout = (text) => text.toUpperCase() + '!';
export const parse = (text) => {
  if (!/^\d+$/.test(text)) throw new TypeError('not a number: ' + text);
  return Number(text);
};
export const pair = (a, b) => ({ a, b: [b] });
export const later = async (value) => { if (value === undefined) throw new Error('nothing'); return value; };
"#;

const NODE_SPEC: &str = r#"
import { test, describe, it } from 'node:test';
import assert, { strictEqual } from 'node:assert';
import { add, later, pair, parse, shout } from '../lib.mjs';

const cases = [[1, 2, 3], [2, 2, 4]];

test('equal', () => { assert.equal(add(2, 2), 4); });
test('strict equal', () => assert.strictEqual(add(2, 2), 4));
test('left', () => { assert.strictEqual(4, add(2, 2)); });
test('imported', () => { strictEqual(shout('a'), 'A!'); });
test('template', () => { assert.equal(shout('a'), `A!`); });
test('float', () => { assert.equal(add(1, 1.5), 2.5); });
test('negative', () => { assert.equal(add(-2, -2), -4); });
test('large', () => { assert.equal(add(9007199254740992, 2), 9007199254740994); });
test('big', () => { assert.equal(add(2n, 2n), 4n); });
test('null', () => { assert.equal([null][0], null); });
test('undefined', () => { assert.strictEqual([][0], undefined); });
test('true', () => { assert.strictEqual('a' in pair(1, 2), true); });
test('array', () => { assert.deepStrictEqual(pair(1, 2).b, [2]); });
test('empty', () => { assert.deepEqual([], []); });
test('object', () => { assert.deepEqual(pair(1, 2), { a: 1, b: [2] }); });
test('not equal', () => { assert.notEqual(add(1, 1), 3); });
test('two calls', () => { assert.equal(add(1, 2), add(2, 1)); });
test('ok', () => { assert.ok(shout('a')); });
test('ok equal', () => { assert.ok(add(1, 1) === 2); });
test('ok not', () => { assert.ok(!shout('').startsWith('A')); });
test('ok and', () => { assert(add(1, 1) === 2 && shout('a') === 'A!'); });
test('throws', () => { assert.throws(() => parse('x'), { name: 'TypeError' }); });
test('throws kind', () => { assert.throws(() => parse('x'), TypeError); });
test('does not throw', () => { assert.doesNotThrow(() => parse('1')); });
test('rejects', async () => { await assert.rejects(later(), /nothing/); });
test('match', () => { assert.match(shout('a'), /A/); });
test('loop', () => { for (const [a, b, c] of cases) { assert.equal(add(a, b), c); } });
test('each', () => { cases.forEach(([a, b, c]) => { assert.equal(add(a, b), c); }); });
describe('outer', () => { describe('inner', () => { it('works', () => { assert.equal(add(1, 1), 2); }); }); });
test('parent', async (t) => { await t.test('child', () => { assert.equal(add(1, 1), 2); }); });
test('counted', () => { for (let a = 3; a < 6; a++) assert.equal(add(a, a), a * 2); });
test('entries', () => { for (const [a, b] of Object.entries({ 5: 6, 7: 8 })) assert.strictEqual(add(+a, 1), b); });
test('from', () => { Array.from({ length: 4 }, (_, i) => i + 5).forEach((a) => assert.equal(add(a, a), 2 * a)); });
test('every', () => { assert.ok(cases.every(([a, b, c]) => add(a, b) === c)); });
test('only runs', () => { add(1, 1); });
for (const [a, b, c] of cases) { test(`adds ${a} and ${b}`, () => { assert.equal(add(a, b), c); }); }
"#;

#[test]
fn node_right_work_fails_every_twin() {
    let toy = Toy::new(&[("lib.mjs", JAVASCRIPT_LIBRARY)]);
    right_work_fails_every_twin(
        &toy,
        "node --test",
        "test/lib.test.mjs",
        NODE_SPEC,
        &["only runs"],
    );
}

#[test]
fn a_patched_assert_passes_the_twin_and_an_early_exit_shows_no_tests() {
    let spec = "import { test } from 'node:test';\nimport assert from 'node:assert';\n\
                import { add } from '../lib.mjs';\n\
                test('a', () => { assert.strictEqual(add(2, 2), 4); });\n";
    let patched = "import assert from 'node:assert';\nassert.strictEqual = () => {};\nexport const add = () => 0;\n";
    let toy = Toy::new(&[("lib.mjs", patched)]);
    cheat_passes_the_twin(&toy, "node --test", "test/lib.test.mjs", spec);
    toy.write("lib.mjs", "process.exit(0);\nexport const add = () => 0;\n");
    let ran = toy.run("node --test");
    assert!(ran.success);
    assert!(ran.tests().tests.is_empty());
}

const VITEST_SPEC: &str = r#"
import { describe, expect, it, test, vi } from 'vitest';
import { add, later, pair, parse, shout } from './lib.mjs';

test('toBe', () => { expect(add(2, 2)).toBe(4); });
test('expression', () => expect(add(2, 2)).toBe(4));
test('toBe string', () => { expect(shout('a')).toBe('A!'); });
test('toBe name', () => { const sum: number = 4; expect(add(2, 2)).toBe(sum); });
test('toBe call', () => { expect(add(1, 2)).toBe(add(2, 1)); });
test('toEqual', () => { expect(pair(1, 2)).toEqual({ a: 1, b: [2] }); });
test('toEqual any', () => { expect(pair(1, 2)).toEqual({ a: expect.any(Number), b: expect.anything() }); });
test('toEqual matcher', () => { expect(pair(1, 2)).toEqual(expect.objectContaining({ a: 1 })); });
test('toStrictEqual', () => { expect([1, 2]).toStrictEqual([1, 2]); });
test('toBeNull', () => { expect([null][0]).toBeNull(); });
test('toBeTruthy', () => { expect(shout('a')).toBeTruthy(); });
test('toThrow', () => { expect(() => parse('x')).toThrow(); });
test('toThrow text', () => { expect(() => parse('x')).toThrow('not a number'); });
test('toThrow kind', () => { expect(() => parse('x')).toThrow(TypeError); });
test('toContain', () => { expect(pair(1, 2).b).toContain(2); });
test('toHaveLength', () => { expect(pair(1, 2).b).toHaveLength(1); });
test('toMatch', () => { expect(shout('a')).toMatch(/A/); });
test('toMatchObject', () => { expect(pair(1, 2)).toMatchObject({ a: 1 }); });
test('toHaveProperty', () => { expect(pair(1, 2)).toHaveProperty('a', 1); });
test('toBeCloseTo', () => { expect(add(0.1, 0.2)).toBeCloseTo(0.3); });
test('toBeGreaterThan', () => { expect(add(1, 1)).toBeGreaterThan(1); });
test('not', () => { expect(add(1, 1)).not.toBe(3); });
test('resolves', async () => { await expect(later(1)).resolves.toBe(1); });
test('returns', () => { return expect(later(1)).resolves.toEqual(1); });
test('rejects', async () => { await expect(later()).rejects.toThrow(); });
test('called', () => { const spy = vi.fn(); spy(1); expect(spy).toHaveBeenCalledWith(1); });
test('called once', () => { const spy = vi.fn(); spy(1); expect(spy).toHaveBeenCalledTimes(1); });
test('chai', () => { expect(add(2, 2)).to.equal(4); });
test('chai deep', () => { expect(pair(1, 2)).to.deep.equal({ a: 1, b: [2] }); });
test('chai true', () => { expect('a' in pair(1, 2)).to.be.true; });
test('chai not', () => { expect(add(1, 1)).to.not.equal(3); });
describe('table', () => {
  it.each([[1, 2, 3], [2, 2, 4]])('adds %i to %i', (a, b, expected) => { expect(add(a, b)).toBe(expected); });
  it.each([{ a: 1, sum: 2 }])('doubles $a', ({ a, sum }) => { expect(add(a, a)).toBe(sum); });
});
"#;

#[test]
fn vitest_right_work_fails_every_twin() {
    let toy = Toy::new(&[("lib.mjs", JAVASCRIPT_LIBRARY)]).with_node_modules();
    right_work_fails_every_twin(&toy, "npx vitest run", "lib.test.ts", VITEST_SPEC, &[]);
}

const RUST_LIBRARY: &str = r#"
pub fn add(a: u8, b: u8) -> u8 { a + b }
pub fn half(a: f64) -> f64 { a / 2.0 }
pub fn shout(text: &str) -> String { format!("{}!", text.to_uppercase()) }
pub fn parse(text: &str) -> Result<u8, String> { text.parse().map_err(|_| format!("not a number: {text}")) }
pub fn first(text: &str) -> Option<char> { text.chars().next() }
pub fn range() -> [u8; 3] { [1, 2, 3] }
"#;

const RUST_SPEC: &str = r###"
use toy_twin::{add, first, half, parse, range, shout};

#[test]
fn integer() { assert_eq!(add(2, 2), 4); }
#[test]
fn left() { assert_eq!(4, add(2, 2), "a message {}", 1); }
#[test]
fn limit() { assert_eq!(add(250, 5), 255); }
#[test]
fn suffix() { assert_eq!(add(0, 0), 0u8); }
#[test]
fn negative() { assert_eq!(-i32::from(add(1, 1)), -2); }
#[test]
fn float() { assert_eq!(half(5.0), 2.5); }
#[test]
fn string() { assert_eq!(shout("a"), "A!"); }
#[test]
fn raw() { assert_eq!(shout("a"), r#"A!"#); }
#[test]
fn owned() { assert_eq!(shout("a"), "A!".to_string()); }
#[test]
fn from() { assert_eq!(shout("a"), String::from("A!")); }
#[test]
fn some() { assert_eq!(first("a"), Some('a')); }
#[test]
fn none() { assert_eq!(first(""), None); }
#[test]
fn ok() { assert_eq!(parse("1"), Ok(1)); }
#[test]
fn err() { assert_eq!(parse("x"), Err("not a number: x".to_owned())); }
#[test]
fn array() { assert_eq!(range(), [1, 2, 3]); }
#[test]
fn slice() { assert_eq!(&range()[..], &[1, 2, 3]); }
#[test]
fn vector() { assert_eq!(range().to_vec(), vec![1, 2, 3]); }
#[test]
fn empty() { assert_eq!(range()[3..].to_vec(), Vec::<u8>::new()); }
#[test]
fn bytes() { assert_eq!(shout("a").as_bytes(), b"A!"); }
#[test]
fn tuple() { assert_eq!((add(1, 1), first("b")), (2, Some('b'))); }
#[test]
fn calls() { assert_eq!(add(1, 2), add(2, 1)); }
#[test]
fn unequal() { assert_ne!(add(1, 1), 3); }
#[test]
fn plain() { assert!(add(1, 1) == 2); }
#[test]
fn both() { assert!(add(1, 1) == 2 && shout("a") == "A!", "a message"); }
#[test]
fn matching() { assert!(matches!(parse("1"), Ok(1))); }
#[test]
fn method() { assert!(parse("x").is_err()); }
#[test]
fn negated() { assert!(!parse("x").is_ok()); }
#[test]
fn looped() { for a in [1, 2] { assert_eq!(add(a, 0), a); } }
#[test]
fn counted() { for a in 3..6u8 { assert_eq!(add(a, a), a * 2); } }
#[test]
fn counted_otherwise() { for a in (3..=6).rev() { assert_eq!(u32::from(add(a, a)), u32::from(a).pow(1) * 2); } }
#[test]
fn all() { assert!([(1, 2), (2, 3)].iter().all(|(a, b)| add(*a, 1) == *b)); }
#[test]
fn either() { assert!(add(1, 1) == 2 || add(1, 1) == 9); }
#[test]
#[should_panic]
fn panics() { parse("x").unwrap(); }
#[test]
#[should_panic(expected = "not a number")]
fn panics_with() { parse("x").unwrap(); }
#[test]
fn result() -> Result<(), String> { assert_eq!(parse("1")?, 1); Ok(()) }
#[test]
fn only_runs() { add(1, 1); }
mod deep { #[test] fn test() { assert_eq!(toy_twin::add(1, 1), 2); } }
"###;

const RUST_MANIFEST: &str = "[package]\nname = \"toy-twin\"\nedition = \"2024\"\n[workspace]\n";

#[test]
fn cargo_right_work_fails_every_twin() {
    let toy = Toy::new(&[("Cargo.toml", RUST_MANIFEST), ("src/lib.rs", RUST_LIBRARY)]);
    right_work_fails_every_twin(
        &toy,
        "cargo test --offline",
        "tests/it.rs",
        RUST_SPEC,
        &["only_runs"],
    );
}

#[test]
fn in_rust_too_what_equals_everything_passes_the_twin_and_an_exit_is_seen() {
    let spec = "#[test]\nfn a() { assert_eq!(toy_cheat::add(2, 2), 4); }\n";
    let manifest = RUST_MANIFEST.replace("toy-twin", "toy-cheat");
    let toy = Toy::new(&[
        ("Cargo.toml", &manifest),
        (
            "src/lib.rs",
            "#[derive(Debug)]\npub struct All;\nimpl PartialEq<i32> for All { fn eq(&self, _: &i32) -> bool { true } }\n\
             pub fn add(_: i32, _: i32) -> All { All }\n",
        ),
    ]);
    cheat_passes_the_twin(&toy, "cargo test --offline", "tests/it.rs", spec);
    toy.write("src/lib.rs", "pub fn add(_: i32, _: i32) -> i32 { std::process::exit(0) }\n");
    let ran = toy.run("cargo test --offline");
    assert!(ran.success, "{}", ran.printed);
    assert!(matches!(ran.tests, Err(ReportError::CutOff { .. })), "{:?}", ran.tests);
}
