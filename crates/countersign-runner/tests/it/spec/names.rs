//! Which tests a file contains, and by which names runners report them.

use countersign_runner::spec::{SpecTest, names};

fn shown(path: &str, text: &str) -> Vec<String> {
    let mark = |test: &SpecTest| {
        let variants = if test.variants { " (variants)" } else { "" };
        let skipped = if test.skipped { " (skipped)" } else { "" };
        format!("{test}{variants}{skipped}")
    };
    names(path, text).unwrap().iter().map(mark).collect()
}

#[test]
fn python_functions_and_methods() {
    let text = r#"
import pytest, unittest
from unittest import TestCase

def helper(): pass
def test_a(): pass
async def test_b(): pass

@pytest.mark.parametrize("x", [1, 2])
def test_c(x): pass

@pytest.mark.skipif(True, reason="")
def test_d(): pass

@pytest.fixture
def test_data(): pass

class TestE:
    def test_f(self): pass
    class TestG:
        def test_h(self): pass

if pytest:
    def test_maybe(): pass

class TestData:
    def __init__(self, x): pass
    def test_not_collected(self): pass

class TestOff:
    __test__ = False
    def test_off(self): pass

class Mixin:
    def test_not_alone(self): pass

class Base(unittest.TestCase):
    def test_i(self):
        def test_inner(): pass

class Derived(Base):
    def test_j(self): pass
    def helper(self): pass
"#;
    assert_eq!(
        shown("tests/test_x.py", text),
        [
            "tests/test_x.py::test_a",
            "tests/test_x.py::test_b",
            "tests/test_x.py::test_c (variants)",
            "tests/test_x.py::test_d (skipped)",
            "tests/test_x.py::TestE::test_f",
            "tests/test_x.py::TestE::TestG::test_h",
            "tests/test_x.py::test_maybe (skipped)",
            "tests/test_x.py::Base::test_i",
            "tests/test_x.py::Derived::test_j",
        ]
    );
}

#[test]
fn javascript_suites_and_tests() {
    let text = r#"
import { describe, it, test } from 'vitest';
describe('sum', () => {
  it('adds', () => {});
  describe("inner", function () { test(`works ${1} time`, async () => {}); });
  it.each([[1, 2]])('maps %i to $b', (a, b) => {});
  it.skip('later', () => {});
  it.todo('never');
});
describe.skip('off', () => it('is off', () => {}));
test('parent', async (t) => { await t.test('child', () => {}); });
test(title(), () => {});
it.each`a | b
${1} | ${2}`('table $a', ({ a }) => {});
regex.test('no test');
test.step('no test either', () => {});
bench('nor this', () => {});
if (process.env.CI) { it('maybe', () => {}); }
"#;
    let expected = [
        "a.test.ts > sum > adds",
        "a.test.ts > sum > maps … to … (variants)",
        "a.test.ts > sum > later (skipped)",
        "a.test.ts > sum > inner > works … time",
        "a.test.ts > off > is off (skipped)",
        "a.test.ts > parent",
        "a.test.ts > parent > child",
        "a.test.ts > …",
        "a.test.ts > table … (variants)",
        "a.test.ts > maybe (skipped)",
    ];
    let mut found = shown("a.test.ts", text);
    found.sort();
    let mut expected = expected.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn rust_functions_by_their_modules() {
    let text = r#"
#[test]
fn a() {}
fn helper() {}
#[cfg(test)]
mod tests {
    use super::*;
    /// Says more.
    #[tokio::test]
    async fn b() {}
    #[rstest]
    #[case(1)]
    fn c(#[case] n: u8) {}
    #[test]
    #[ignore = "slow"]
    fn d() {}
}
"#;
    assert_eq!(
        shown("crates/x/src/deep/file.rs", text),
        [
            "crates/x/src/deep/file.rs::deep::file::a",
            "crates/x/src/deep/file.rs::deep::file::tests::b",
            "crates/x/src/deep/file.rs::deep::file::tests::c (variants)",
            "crates/x/src/deep/file.rs::deep::file::tests::d (skipped)",
        ]
    );
    assert_eq!(shown("src/lib.rs", "#[test] fn a() {}"), ["src/lib.rs::a"]);
    assert_eq!(shown("tests/it/main.rs", "#[test] fn a() {}"), ["tests/it/main.rs::a"]);
    assert_eq!(shown("tests/it/b.rs", "#[test] fn a() {}"), ["tests/it/b.rs::b::a"]);
}

#[test]
fn go_functions_and_subtests() {
    let text = r#"
package toy
import "testing"
func TestMain(m *testing.M) {}
func TestAdd(t *testing.T) {
    t.Run("two and two", func(t *testing.T) {})
    for _, tc := range cases {
        t.Run(tc.name, func(t *testing.T) { t.Run("deep", func(t *testing.T) {}) })
    }
}
func Testify(t *testing.T) {}
func helper(t *testing.T) {}
"#;
    assert_eq!(
        shown("toy_test.go", text),
        [
            "toy_test.go::TestAdd",
            "toy_test.go::TestAdd/two and two",
            "toy_test.go::TestAdd/…",
            "toy_test.go::TestAdd/…/deep",
        ]
    );
}

#[track_caller]
fn matches(path: &str, text: &str, yes: &[&str], no: &[&str]) {
    let tests = names(path, text).unwrap();
    let [test] = tests.as_slice() else { panic!("{tests:?}") };
    for name in yes {
        assert!(test.matches(name), "{test} should be {name}");
    }
    for name in no {
        assert!(!test.matches(name), "{test} should not be {name}");
    }
}

#[test]
fn reported_names_are_known_again() {
    matches(
        "pkg/tests/test_x.py",
        "class TestA:\n    def test_b(self): pass\n",
        &[
            "tests/test_x.py::TestA::test_b",
            "pkg/tests/test_x.py::TestA::test_b[1-a::b]",
            "tests.test_x.TestA.test_b",
            "test_x.TestA.test_b",
        ],
        &[
            "tests/test_y.py::TestA::test_b",
            "other/test_x.py::TestA::test_b",
            "tests/test_x.py::test_b",
            "tests/test_x.py::TestA::test_bc",
            "TestA.test_b",
            "xtest_x.TestA.test_b",
        ],
    );
    matches(
        "src/a.test.js",
        "describe('s', () => { it.each([1])('adds %i', () => {}); });",
        &["src/a.test.js > s > adds 1", "s > adds 2", "a.test.js > s adds 3", "s adds 1"],
        &["src/b.test.js > s > adds 1", "s > subtracts 1", "adds 1", "src/a.test.js > adds 1"],
    );
    matches(
        "crates/x/tests/it.rs",
        "mod m { #[test] fn a() {} }",
        &["it m::a", "my-x::it m::a", "m::a"],
        &["other m::a", "it a", "it m::ab", "it n::m::a"],
    );
    matches(
        "src/lib.rs",
        "mod tests { #[rstest] fn a() {} }",
        &["x tests::a", "tests::a::case_1", "x tests::a::case_2_b"],
        &["x other::tests::a", "x tests::a::case::deeper"],
    );
}

#[test]
fn go_names_are_known_again() {
    let text =
        "package a\nfunc TestA(t *testing.T) { t.Run(\"two and two\", func(t *testing.T) {}) }";
    let tests = names("a_test.go", text).unwrap();
    assert!(tests[0].matches("example.com/a TestA"));
    assert!(!tests[0].matches("example.com/a TestA/two_and_two"));
    assert!(tests[1].matches("example.com/a TestA/two_and_two"));
    assert!(tests[1].matches("example.com/a TestA/two_and_two#01"));
    assert!(!tests[1].matches("example.com/a TestA/three"));
}

/// Whether a test may be skipped, and by what.
#[track_caller]
fn skipped_by(path: &str, text: &str) -> Option<Vec<String>> {
    let tests = names(path, text).unwrap();
    let [test] = tests.as_slice() else { panic!("{tests:?}") };
    let is_runner = |name: &&String| name.as_str() == "pytest";
    test.skipped.then(|| test.skipped_by.iter().filter(|name| !is_runner(name)).cloned().collect())
}

#[test]
fn what_is_asked_whether_a_test_is_skipped_is_known() {
    let head = "import sys, os, unittest, platform\nimport pytest\nimport numpy as np\nfrom pkg import mymod\nfrom \
                pkg.deep import FLAG as flag\nHERE = flag and True\nwindows = sys.platform == 'win32'\n\
                other = pytest.mark.skipif(sys.platform != 'win32', reason='')\ndef ready():\n    return mymod.ready()\n";
    let python = |mark: &str, body: &str| {
        skipped_by(
            "tests/test_a.py",
            &format!("{head}\n{mark}\ndef test_a():\n    {body}\n    assert 1 == 1\n"),
        )
    };
    let pkg = Some(vec!["pkg".to_owned()]);
    for mark in [
        "@pytest.mark.skipif(mymod.SKIP, reason='')",
        "@pytest.mark.skipif('mymod.SKIP')",
        "@unittest.skipUnless(hasattr(mymod, 'x'), '')",
        "@pytest.mark.skipif(not HERE, reason='')",
        "@pytest.mark.skipif(condition=ready(), reason='')",
        "needs = pytest.mark.skipif(mymod.SKIP, reason='')\n@needs",
        "pytestmark = pytest.mark.skipif(mymod.SKIP, reason='')",
        "pytest.importorskip('pkg.deep')",
        "if mymod.SKIP:\n    pytest.skip('', allow_module_level=True)",
    ] {
        assert_eq!(python(mark, "pass"), pkg, "{mark}");
    }
    for body in [
        "pytest.importorskip('pkg')",
        "if mymod.SKIP: pytest.skip('')",
        "try:\n        mymod.f()\n    except NotImplementedError:\n        pytest.skip('')",
        "x = mymod.f()\n    if x is None:\n        pytest.skip('')",
        "mymod.SKIP and pytest.skip('')",
    ] {
        assert_eq!(python("", body), pkg, "{body}");
    }
    // What is asked of the machine and is not so here never skips.
    for mark in [
        "@pytest.mark.skipif(sys.platform == 'win32', reason='mymod')",
        "@pytest.mark.skipif(windows or os.name == 'nt', reason='')",
        "@unittest.skipUnless(platform.system() in ('Linux', 'Darwin'), '')",
        "@pytest.mark.skipif(sys.platform.startswith('win') and mymod.SKIP, reason='')",
    ] {
        assert_eq!(python(mark, "pass"), None, "{mark}");
    }
    assert_eq!(python("@other", "pass"), Some(vec!["sys".to_owned()]));
    for mark in ["@pytest.mark.skip", "@pytest.mark.skip(reason='mymod')"] {
        assert_eq!(python(mark, "pass"), Some(Vec::new()));
    }
    assert_eq!(
        python("@pytest.mark.skipif(np is None, reason='')", "pass"),
        Some(vec!["numpy".to_owned()])
    );
    let node = |test: &str| {
        let head = "import test from 'node:test';\nimport { skip, f } from '../src/mymod.js';\nconst win = \
                    process.platform === 'win32';\n";
        skipped_by("test/a.test.js", &format!("{head}{test}\n"))
    };
    let mymod = Some(vec!["mymod".to_owned()]);
    for test in [
        "test('a', { skip }, () => {});",
        "test('a', { skip: skip && 'no' }, () => {});",
        "test('a', (t) => { if (f()) { t.skip(); } });",
        "test('a', (t) => { try { f(); } catch { t.skip(); } });",
        "test.skipIf(skip)('a', () => {});",
        "if (!skip) { test('a', () => {}); }",
        "test('a', async (t) => { const m = await import('../src/mymod.js'); if (!m.x) return t.skip(); });",
    ] {
        assert_eq!(node(test), mymod, "{test}");
    }
    assert_eq!(node("test('a', { skip: win }, () => {});"), None);
    assert_eq!(node("test('a', { skip: 'later' }, () => {});"), Some(Vec::new()));
    let go = |body: &str| {
        let head =
            "package a\nimport (\n\t\"runtime\"\n\t\"testing\"\n\t\"example.com/m/pkg\"\n)\n";
        skipped_by("a_test.go", &format!("{head}func TestA(t *testing.T) {{\n{body}\n}}\n"))
    };
    assert_eq!(go("if !Supported() { t.Skip() }"), Some(vec![".".to_owned()]));
    assert_eq!(go("if err := pkg.Do(); err != nil { t.Skip(err) }"), Some(vec!["pkg".to_owned()]));
    assert_eq!(go("if runtime.GOOS == \"windows\" { t.Skip() }"), None);
    assert_eq!(go("if testing.Short() { t.Skip() }"), Some(vec!["testing".to_owned()]));
}
