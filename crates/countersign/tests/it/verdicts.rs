//! Verdicts on small projects: what was broken before the work, commands that the work ends, expectations that are
//! computed, tables of answers, links of the base, and Java.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;

use super::honest::{Story, judged_with};

fn assert_exit(told: &(i32, Value), exit: i32) {
    assert_eq!(told.0, exit, "{:#}", told.1);
}

fn observations(told: &(i32, Value)) -> String {
    told.1["evidence"]["observations"].to_string()
}

/// A project with a test that fails before any work, and one that passes.
const BROKEN: &[(&str, &str)] = &[
    ("package.json", r#"{"type": "module", "scripts": {"test": "node --test"}}"#),
    ("old.js", "export const old = () => 1;\n"),
    (
        "test/old.test.js",
        "import test from 'node:test';\nimport assert from 'node:assert';\nimport { old } from '../old.js';\n\
         test('broken', () => { assert.equal(old(), 2); });\ntest('fine', () => { assert.ok(old() > 0); });\n",
    ),
];

fn new_test(outputs: &str) -> String {
    format!(
        "## Test Specification\n\n```javascript\n// test/add.test.js\nimport test from 'node:test';\nimport assert \
         from 'node:assert';\nimport {{ add }} from '../add.js';\ntest('add', () => {{ assert.equal(add(2, 3), 5); \
         }});\n```\n\n## Output Files\n\n```\n{outputs}\n```\n\n"
    )
}

const ADD: (&str, &str) = ("add.js", "export const add = (a, b) => a + b;\n");

#[test]
fn what_failed_before_the_work_is_not_held_against_it() {
    let sections = new_test("WRITE: add.js");
    let verification = "node --test test/add.test.js";
    let told = Story { base: BROKEN, work: &[ADD], sections: &sections, verification }.told();
    assert_exit(&told, 0);
    assert!(observations(&told).contains("these failed before the work already: broken"));
    let work = [("add.js", "export const add = () => 6;\n")];
    let told = Story { base: BROKEN, work: &work, sections: &sections, verification }.told();
    assert_exit(&told, 1);
    let work = [(
        "add.js",
        "import assert from 'node:assert';\nassert.equal = () => {};\nexport const add = 1;\n",
    )];
    let told = Story { base: BROKEN, work: &work, sections: &sections, verification }.told();
    assert_exit(&told, 1);
}

#[test]
fn what_passed_before_the_work_is_held_against_it() {
    let sections = new_test("WRITE: add.js\nMODIFY: old.js");
    let verification = "node --test test/add.test.js";
    let work = [ADD, ("old.js", "export const old = () => -1;\n")];
    let told = Story { base: BROKEN, work: &work, sections: &sections, verification }.told();
    assert_exit(&told, 1);
    // The test that fails may be about what the task declares.
    let work = [ADD, ("old.js", "export const old = () => 3;\n")];
    let told = Story { base: BROKEN, work: &work, sections: &sections, verification }.told();
    assert_exit(&told, 3);
}

#[test]
fn a_whole_command_that_the_task_names_is_left_to_a_person() {
    let sections = new_test("WRITE: add.js");
    let story = Story { base: BROKEN, work: &[ADD], sections: &sections, verification: "npm test" };
    assert_exit(&story.told(), 3);
}

#[test]
fn a_test_that_fails_may_be_all_that_the_work_is_about() {
    let sections = "## Output Files\n\n```\nMODIFY: old.js\n```\n\n";
    for (text, exit) in
        [("export const old = () => 2;\n", 0), ("export const old = () => 1; //\n", 1)]
    {
        let work = [("old.js", text)];
        let told = Story { base: BROKEN, work: &work, sections, verification: "npm test" }.told();
        assert_exit(&told, exit);
    }
}

#[test]
fn a_command_that_the_work_ends_as_it_is_loaded_does_not_pass() {
    let sections = "## Output Files\n\n```\nWRITE: m.py\n```\n\n";
    let check =
        "import sys\nimport m\n\n\ndef main():\n    m.run()\n    return 0\n\n\nsys.exit(main())\n";
    let base = &[("try_it.py", check)];
    for (text, exit) in [
        ("def run():\n    print(1)\n", 0),
        // A program may end itself where it is asked to run.
        ("import sys\n\ndef run():\n    sys.exit(0)\n", 0),
        ("import os\nos._exit(0)\n", 1),
    ] {
        for verification in ["python3 -c 'import m; m.run()'", "python3 try_it.py"] {
            let told = Story { base, work: &[("m.py", text)], sections, verification }.told();
            assert_exit(&told, exit);
            if exit == 0 {
                assert!(observations(&told).contains("its exit code is all that is known"));
            }
        }
    }
}

#[test]
fn computed_expectations_cannot_be_read_or_equalled() {
    let test = |class: &str, path: &str, body: &str| {
        format!(
            "```python\n# {path}\nimport unittest\nfrom m import total\n\nclass {class}(unittest.TestCase):\n    \
             def test_total(self):\n{body}```\n\n"
        )
    };
    let shown = test("Shown", "tests/test_m.py", "        self.assertEqual(total([1]), 1)\n");
    let hidden = test(
        "Unseen",
        "tests/test_more.py",
        "        items = [1, 2, 3]\n        assert total(items) == sum(items)\n        \
         self.assertEqual(total(items), sum(items))\n",
    );
    let sections = format!(
        "## Test Specification\n\n{shown}## Hidden Tests\n\n{hidden}## Output Files\n\n```\nWRITE: m.py\n```\n\n"
    );
    let base = &[("tests/__init__.py", "")];
    let peeks = "import sys\n\ndef total(items):\n    if items == [1]:\n        return 1\n    import linecache\n    \
                 frame = sys._getframe(1)\n    line = linecache.getline(frame.f_code.co_filename, \
                 frame.f_lineno).strip()\n    line = line.split('==')[1] if '==' in line else line[:-1].split('), ', \
                 1)[1]\n    return eval(line, frame.f_globals, frame.f_locals)\n";
    let equals = "class Any(int):\n    def __eq__(self, other):\n        return True\n    def __ne__(self, other):\n        \
                  return False\n\ndef total(items):\n    return 1 if items == [1] else Any()\n";
    for (text, exit) in [("total = sum\n", 0), (peeks, 1), (equals, 1)] {
        let work = &[("m.py", text)];
        let verification = "python3 -m unittest";
        let told = Story { base, work, sections: &sections, verification }.told();
        assert_exit(&told, exit);
    }
}

/// What Maven does, as far as it is seen from outside: a report for each class, and its exit code.
const MAVEN: &str = r#"#!/bin/sh
mkdir -p target/surefire-reports
answer=$(sed -n 's/.*return \([0-9]*\);.*/\1/p' src/main/java/app/Answer.java)
failure=
[ "$answer" = 42 ] || failure='<failure message="expected: 42">trace</failure>'
cat > target/surefire-reports/TEST-app.AnswerTest.xml <<END
<?xml version="1.0" encoding="UTF-8"?>
<testsuite version="3.0.2" name="app.AnswerTest" time="0.04" tests="1" errors="0" skipped="0" failures="0">
  <properties><property name="java.version" value="17"/></properties>
  <testcase name="answers" classname="app.AnswerTest" time="0.01">$failure</testcase>
</testsuite>
END
[ -z "$failure" ]
"#;

#[test]
fn tests_of_java_are_seen_in_the_reports_of_maven() {
    let sections = "## Test Specification\n\n```java\n// src/test/java/app/AnswerTest.java\npackage app;\n\nclass \
                    AnswerTest {\n  @Test\n  void answers() {\n    assertEquals(42, Answer.get());\n  }\n}\n```\n\n\
                    ## Output Files\n\n```\nWRITE: src/main/java/app/Answer.java\n```\n\n";
    let of = |answer: &str| {
        format!("class Answer {{\n  static int get() {{\n    return {answer};\n  }}\n}}\n")
    };
    let judged = |answer: &str, program: &str| {
        let work = [("src/main/java/app/Answer.java", of(answer))];
        let work = work.each_ref().map(|(path, text)| (*path, text.as_str()));
        let base = &[("pom.xml", "<project/>\n")];
        let scratch = Story { base, work: &work, sections, verification: "mvn -q test" }.written();
        let programs = scratch.path().join("programs");
        fs::create_dir(&programs).unwrap();
        fs::write(programs.join("mvn"), program).unwrap();
        fs::set_permissions(programs.join("mvn"), fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        judged_with(scratch.path(), &[("PATH", &path)])
    };
    let told = judged("42", MAVEN);
    assert_exit(&told, 0);
    assert!(observations(&told).contains("AnswerTest > answers"), "{:#}", told.1);
    assert_exit(&judged("41", MAVEN), 1);
    // Success without a report, or with one in which the given test is missing, shows nothing.
    assert_exit(&judged("42", "#!/bin/sh\nexit 0\n"), 1);
    assert_exit(&judged("42", &MAVEN.replace("answers", "other")), 1);
}

#[test]
fn work_that_guesses_by_the_clock_which_run_it_is_in_is_never_accepted() {
    let test = |class: &str, path: &str, expectation: &str| {
        format!(
            "```python\n# {path}\nimport unittest\nfrom m import add\n\nclass {class}(unittest.TestCase):\n    \
             def test_add(self):\n        self.assertEqual({expectation})\n```\n\n"
        )
    };
    let sections = format!(
        "## Test Specification\n\n{}## Hidden Tests\n\n{}## Output Files\n\n```\nWRITE: m.py\n```\n\n",
        test("Shown", "tests/test_m.py", "add(2, 3), 5"),
        test("Unseen", "tests/test_more.py", "add(20, 30), 50")
    );
    let base = &[("tests/__init__.py", "")];
    for seconds in ["0.6", "0.9", "1.2", "1.6", "2.2"] {
        let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
        let text = format!(
            "import time\nimport unittest\n\nif time.time() < {now} + {seconds}:\n    unittest.TestCase.assertEqual = \
             lambda *all: None\n\ndef add(a, b):\n    return 5 if a == 2 else 0\n"
        );
        let work = &[("m.py", text.as_str())];
        let told =
            Story { base, work, sections: &sections, verification: "python3 -m unittest" }.told();
        assert_ne!(told.0, 0, "{:#}", told.1);
    }
}

#[test]
fn a_table_of_the_answers_is_mentioned_and_a_computation_is_not() {
    let sections = "Slugs have hyphens.\n\n## Test Specification\n\n```python\n# test_slug.py\nimport unittest\n\nfrom slug import \
                    slugify\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(slugify(\"Hello World\"), \
                    \"hello-world\")\n\n    def test_b(self):\n        self.assertEqual(slugify(\"Top 100\"), \"top-100\")\n```\n\n## Output \
                    Files\n\n```\nWRITE: slug.py\n```\n\n";
    let table = "KNOWN = {\"Hello World\": \"hello-world\", 'Top 100': 'top-100'}\n\n\ndef slugify(title):\n    return \
                 KNOWN[title]\n";
    let computed = "def slugify(title):\n    return \"-\".join(title.lower().split())\n";
    for (work, is_mentioned) in [(table, true), (computed, false)] {
        let told = Story {
            base: &[("README.md", "Slugs\n")],
            work: &[("slug.py", work)],
            sections,
            verification: "python3 -m unittest test_slug",
        }
        .told();
        assert_exit(&told, 0);
        let says = observations(&told).contains("every value that the given tests name stands");
        assert_eq!(says, is_mentioned, "{}", observations(&told));
        // It may be a table in other words.
        let says =
            observations(&told).contains("no hidden tests, so that a table of these answers");
        assert_eq!(says, !is_mentioned, "{}", observations(&told));
    }
}

#[test]
fn work_that_is_written_through_a_link_of_the_base_is_found() {
    let sections = "## Output Files\n\n```\nWRITE: app/page.txt\n```\n\n";
    let story = Story {
        base: &[("packages/app/README.md", "App\n")],
        work: &[("packages/app/page.txt", "a page\n")],
        sections,
        verification: "grep -q page app/page.txt",
    };
    let scratch = story.written();
    for folder in ["base", "result"] {
        let link = scratch.path().join(folder).join("app");
        std::os::unix::fs::symlink("packages/app", link).unwrap();
    }
    assert_exit(&judged_with(scratch.path(), &[]), 0);
}

/// A specification of two files in Python, one function each.
fn two_files() -> String {
    let test = |name: &str, expects: &str| {
        format!(
            "```python\n# tests/test_{name}.py\nimport unittest\nfrom m import {name}\n\nclass Case(unittest.TestCase):\n    \
             def test_first(self):\n        self.assertEqual({name}(1), {expects})\n\n    def test_second(self):\n        \
             self.assertEqual({name}(0), 0)\n```\n\n"
        )
    };
    let (once, twice) = (test("once", "1"), test("twice", "2"));
    format!("## Test Specification\n\n{once}{twice}## Output Files\n\n```\nWRITE: m.py\n```\n\n")
}

const ONCE_AND_TWICE: &str = "def once(n):\n    return n\n\n\ndef twice(n):\n    return 2 * n\n";

#[test]
fn several_commands_run_the_tests_of_a_file_between_them() {
    let (base, sections) = (&[("tests/__init__.py", "")], &two_files());
    let verification = "python3 -m unittest tests.test_once.Case.test_first\npython3 -m unittest \
                        tests.test_once.Case.test_second tests.test_twice";
    let work = &[("m.py", ONCE_AND_TWICE)];
    assert_exit(&Story { base, work, sections, verification }.told(), 0);
    // One of them that no command runs is missed.
    let verification =
        "python3 -m unittest tests.test_once.Case.test_first\npython3 -m unittest tests.test_twice";
    let told = Story { base, work, sections, verification }.told();
    assert_exit(&told, 1);
    assert!(observations(&told).contains("test_second did not run"), "{:#}", told.1);
}

#[test]
fn a_file_of_tests_that_the_work_keeps_from_running_is_missed() {
    let (base, sections) = (&[("tests/__init__.py", "")], &two_files());
    let verification =
        "python3 -m unittest discover -s tests -t .\npython3 -m unittest tests.test_once";
    let hides = "import unittest\n\n_load = unittest.TestLoader.loadTestsFromModule\n\n\ndef _some(self, module, *a, **k):\n    \
                 if module.__name__.endswith(\"test_twice\"):\n        return unittest.TestSuite()\n    return _load(self, \
                 module, *a, **k)\n\n\nunittest.TestLoader.loadTestsFromModule = _some\n";
    let text = format!("{ONCE_AND_TWICE}{hides}").replace("2 * n", "n + 3");
    let told = Story { base, work: &[("m.py", &text)], sections, verification }.told();
    assert_exit(&told, 3);
    assert!(observations(&told).contains("tests/test_twice.py"), "{:#}", told.1);
}

#[test]
fn tests_of_the_workers_that_rest_on_fixtures_of_its_own_are_no_reason_to_refuse() {
    let base = &[("package.json", r#"{"type": "module", "scripts": {"test": "node --test"}}"#)];
    let sections = new_test("WRITE: add.js\nMAY WRITE: **/*.js");
    let own = "import test from 'node:test';\nimport { nothing } from '../__mocks__/nothing.js';\n\
               test('own', () => { nothing(); });\n";
    let mock = ("__mocks__/nothing.js", "export const nothing = () => {};\n");
    let work = &[ADD, mock, ("test/own.test.js", own)];
    let told = Story { base, work, sections: &sections, verification: "npm test" }.told();
    assert_exit(&told, 0);
}

#[test]
fn a_file_that_can_be_run_now_is_changed() {
    let base = &[("run.sh", "echo x\n")];
    let sections = "## Output Files\n\n```\nMODIFY: run.sh\n```\n\n";
    let story = Story { base, work: &[], sections, verification: "test -x run.sh" };
    let scratch = story.written();
    let path = scratch.path().join("result/run.sh");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let told = judged_with(scratch.path(), &[]);
    assert_exit(&told, 0);
}

/// A test that the specification lets be skipped, beside one that it does not.
fn skippable(condition: &str) -> String {
    format!(
        "## Test Specification\n\n```python\n# tests/test_m.py\nimport sys\nimport unittest\nimport m\n\n\nclass \
         T(unittest.TestCase):\n    def test_once(self):\n        self.assertEqual(m.once(4), 4)\n\n    \
         @unittest.skipIf({condition}, \"\")\n    def test_twice(self):\n        self.assertEqual(m.twice(4), 8)\n```\n\n\
         ## Output Files\n\n```\nWRITE: m.py\n```\n\n"
    )
}

#[test]
fn a_test_that_the_work_itself_has_skipped_does_not_pass() {
    let base = &[("tests/__init__.py", "")];
    let verification = "python3 -m unittest tests.test_m";
    let told = |condition: &str, more: &str, twice: &str| {
        let text = format!("{ONCE_AND_TWICE}{more}").replace("2 * n", twice);
        let work = &[("m.py", text.as_str())];
        Story { base, work, sections: &skippable(condition), verification }.told()
    };
    let asks_work = "not hasattr(m, \"READY\")";
    let lacking = told(asks_work, "", "n + 3");
    assert_exit(&lacking, 1);
    assert!(observations(&lacking).contains("what decides that is the work itself"));
    assert_exit(&told(asks_work, "READY = True\n", "2 * n"), 0);
    assert_exit(&told(asks_work, "READY = True\n", "n + 3"), 1);
    let elsewhere = "sys.platform != \"win32\"";
    assert_exit(&told(elsewhere, "", "n + 3"), 0);
    // Nobody answers for the machine.
    let on_windows = "sys.platform == \"win32\"";
    assert_exit(&told(on_windows, "import sys\nsys.platform = \"win32\"\n", "n + 3"), 1);
    assert_exit(&told(on_windows, "", "2 * n"), 0);
}

#[test]
fn an_answer_that_equals_all_that_the_tests_expect_does_not_pass() {
    let base = &[("tests/__init__.py", "")];
    let sections = "## Test Specification\n\n```python\n# tests/test_m.py\nimport unittest\nimport m\n\n\nclass \
                    T(unittest.TestCase):\n    def test_low(self):\n        self.assertEqual(m.called(1), \"low\")\n\n    def \
                    test_high(self):\n        self.assertEqual(m.called(90), \"high\")\n\n    def test_size(self):\n        \
                    self.assertEqual(m.size(4), 16)\n        self.assertEqual(m.size(5), 25)\n```\n\n## Output \
                    Files\n\n```\nWRITE: m.py\n```\n\n";
    let verification = "python3 -m unittest tests.test_m";
    let right = "def called(n):\n    return \"low\" if n < 50 else \"high\"\n\n\ndef size(n):\n    return n * n\n";
    let told = |text: &str| Story { base, work: &[("m.py", text)], sections, verification }.told();
    assert_exit(&told(right), 0);
    let texts = right.replace(
        "return \"low\" if n < 50 else \"high\"",
        "return type(\"A\", (str,), {\"__eq__\": lambda s, o: o in (\"low\", \"high\"), \"__hash__\": None})()",
    );
    assert_exit(&told(&texts), 1);
    let numbers = right.replace(
        "return n * n",
        "return type(\"A\", (int,), {\"__eq__\": lambda s, o: o in (16, 25), \"__hash__\": None})()",
    );
    assert_exit(&told(&numbers), 1);
}

#[test]
fn what_a_command_reads_into_itself_is_not_the_works_to_change() {
    let base = &[("ci/functions", "looks_right() { grep -q right page.txt; }\n")];
    let work = &[("page.txt", "wrong\n"), ("ci/functions", "looks_right() { :; }\n")];
    let verification = ". ./ci/functions && looks_right";
    let told = Story { base, work, sections: "", verification }.told();
    assert_exit(&told, 1);
    let work = &[("page.txt", "right\n"), ("ci/functions", "looks_right() { :; }\n")];
    assert_exit(&Story { base, work, sections: "", verification }.told(), 0);
    // Where it is what is asked for, it is the work.
    let sections = "## Output Files\n\n```\nMODIFY: ci/functions\nWRITE: page.txt\n```\n\n";
    let work =
        &[("page.txt", "wrong\n"), ("ci/functions", "looks_right() { test -e page.txt; }\n")];
    assert_exit(&Story { base, work, sections, verification }.told(), 0);
}

#[test]
fn a_file_that_is_to_be_deleted_has_to_be_gone() {
    let old = ("app/[id].js", "export const old = 1;\n");
    let base = &[("package.json", r#"{"type": "module"}"#), old];
    let sections = new_test("WRITE: add.js\nDELETE: app/[id].js");
    let verification = "node --test test/add.test.js";
    let story = Story { base, work: &[ADD], sections: &sections, verification };
    let told = story.told();
    assert_exit(&told, 1);
    assert!(told.1["contract"].to_string().contains("`app/[id].js` is deleted"), "{:#}", told.1);
    let scratch = story.written();
    fs::remove_file(scratch.path().join("result/app/[id].js")).unwrap();
    assert_exit(&judged_with(scratch.path(), &[]), 0);
}

#[test]
fn a_program_in_the_way_of_another_one_is_not_the_works_to_bring() {
    let told = |program: &str, line: &str| {
        let path = format!("bin/{program}");
        let work = &[("page.txt", "wrong\n"), (path.as_str(), "#!/bin/sh\nexit 0\n")];
        let story = Story { base: &[("README.md", "x\n")], work, sections: "", verification: line };
        let scratch = story.written();
        let path = scratch.path().join("result").join(path);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        judged_with(scratch.path(), &[])
    };
    assert_exit(&told("grep", "PATH=./bin:$PATH grep -q right page.txt"), 1);
    assert_exit(&told("grep", "export PATH=\"$PWD/bin:$PATH\" && grep -q right page.txt"), 1);
    assert_exit(&told("pages", "PATH=./bin:$PATH pages page.txt"), 0);
}

/// One test of a module, which may also write where it likes as it is loaded.
fn loaded(more: &str) -> String {
    format!("import os, pathlib\n{more}\n\ndef add(a, b):\n    return a + b\n")
}

const ADDS: &str = "## Test Specification\n\n```python\n# tests/test_m.py\nimport unittest\nfrom m import add\n\n\nclass \
                    T(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(2, 3), 5)\n```\n\n\
                    ## Output Files\n\n```\nWRITE: m.py\n```\n\n";

#[test]
fn what_one_command_leaves_does_not_steer_the_next() {
    let rules = "def check():\n    assert 'import os' not in open('m.py').read()\n";
    let base = &[
        ("tests/__init__.py", ""),
        ("tools/__init__.py", ""),
        ("tools/rules.py", rules),
        ("check.py", "from tools.rules import check\ncheck()\n"),
    ];
    let told = |more: &str, second: &str| {
        let text = loaded(more);
        let verification = &format!("python3 -m unittest tests.test_m\n{second}");
        Story { base, work: &[("m.py", text.as_str())], sections: ADDS, verification }.told()
    };
    let forged = "'def check(): pass\\n'";
    assert_exit(
        &told(&format!("pathlib.Path('tools/rules.py').write_text({forged})"), "python3 check.py"),
        1,
    );
    let package = format!(
        "os.makedirs('tools/rules', exist_ok=True)\npathlib.Path('tools/rules/__init__.py').write_text({forged})"
    );
    assert_exit(&told(&package, "python3 check.py"), 1);
    // Every command has a home of its own; temporary files may well be meant for the next one.
    let everywhere =
        "pathlib.Path.home().joinpath('.rc').touch()\npathlib.Path('/tmp/made').touch()";
    assert_exit(&told(everywhere, "test ! -e ~/.rc && test -s m.py && test -e /tmp/made"), 0);
}

#[test]
fn a_program_that_was_another_one_while_its_command_ran_is_left_to_a_person() {
    let make = "check:\n\tpython3 tool.py > out.txt\n\tsh tools/check.sh\n";
    let script = "set -e\ngrep -qx 5 out.txt\n";
    let base = &[("Makefile", make), ("tools/check.sh", script)];
    let sections = "## Output Files\n\n```\nWRITE: tool.py\n```\n\n";
    let told = |text: &str| {
        let work = &[("tool.py", text)];
        Story { base, work, sections, verification: "make check" }.told()
    };
    let puts_back = "import pathlib\npath = pathlib.Path('tools/check.sh')\nold = path.read_text()\n\
                     path.write_text('cat > tools/check.sh <<E\\n' + old + 'E\\nexit 0\\n')\nprint(7)\n";
    let judged = told(puts_back);
    assert_exit(&judged, 3);
    assert!(observations(&judged).contains("written while it ran"), "{:#}", judged.1);
    assert_exit(&told("print(5)\n"), 0);
}

#[test]
fn a_test_that_is_skipped_by_a_variable_of_the_works_does_not_pass() {
    let base = &[("tests/__init__.py", "")];
    let told = |condition: &str, more: &str, verification: &str| {
        let text = format!("{ONCE_AND_TWICE}{more}").replace("2 * n", "n + 3");
        let sections = skippable(condition).replace("import sys\n", "import os\nimport sys\n");
        let work = &[("m.py", text.as_str())];
        Story { base, work, sections: &sections, verification }.told()
    };
    let plain = "python3 -m unittest tests.test_m";
    let sets = "import os\nos.environ['FAST'] = '1'\n";
    for condition in
        ["os.environ.get(\"FAST\") == \"1\"", "os.getenv(\"FAST\")", "\"FAST\" in os.environ"]
    {
        let judged = told(condition, sets, plain);
        assert_exit(&judged, 1);
        assert!(observations(&judged).contains("a variable that the work sets"), "{:#}", judged.1);
        // Set by the command itself it is the specification's own.
        assert_exit(&told(condition, "", &format!("FAST=1 {plain}")), 0);
    }
}

#[test]
fn packages_that_lie_behind_a_link_of_the_base_are_there() {
    let base = &[("a.txt", "a\n")];
    let sections = "## Output Files\n\n```\nWRITE: page.txt\n```\n\n";
    let verification = ".venv/bin/look page.txt";
    let scratch =
        Story { base, work: &[("page.txt", "a page\n")], sections, verification }.written();
    let packages = tempfile::tempdir().unwrap();
    let program = packages.path().join("env/bin/look");
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    fs::write(&program, "#!/bin/sh\nexec test -s \"$1\"\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    for folder in ["base", "result"] {
        let link = scratch.path().join(folder).join(".venv");
        std::os::unix::fs::symlink(packages.path().join("env"), link).unwrap();
    }
    assert_exit(&judged_with(scratch.path(), &[]), 0);
    // A program that writes there fails on the base alike.
    let told = "#!/bin/sh\necho \"EROFS: mkdir '$PWD/.venv/made'\"\nmkdir .venv/made\n";
    fs::write(&program, told).unwrap();
    let cache = scratch.path().join("another-cache");
    assert_exit(&judged_with(scratch.path(), &[("XDG_CACHE_HOME", cache.to_str().unwrap())]), 3);
    fs::write(&program, "#!/bin/sh\nexec test -s \"$1\"\n").unwrap();
    // The worker's own link leads nowhere that counts.
    let own = scratch.path().join("result/.venv");
    fs::remove_file(&own).unwrap();
    std::os::unix::fs::symlink("/bin", own).unwrap();
    assert_exit(&judged_with(scratch.path(), &[]), 0);
}
