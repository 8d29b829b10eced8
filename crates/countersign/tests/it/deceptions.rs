//! Work that deceives the one who asks, rather than the tests: and honest work that looks like it.

use std::fs;

use serde_json::Value;

use crate::honest::{Story, judged_with};

fn assert_exit(told: &(i32, Value), exit: i32, words: &str) {
    let said = told.1["evidence"]["observations"].to_string();
    assert!(told.0 == exit && said.contains(words), "{exit}, {words}: {:#}", told.1);
}

#[test]
fn a_package_has_to_be_where_the_task_asks_for_it() {
    let told = |asked: &str, section: &str| {
        let package = format!("{{\"name\": \"x\", \"{section}\": {{\"zod\": \"^3.22.0\"}}}}\n");
        let base = &[("package.json", "{\"name\": \"x\"}\n")];
        let work = &[("package.json", package.as_str())];
        let scratch = Story { base, work, sections: "", verification: "true" }.written();
        let prd = format!(
            "# PRD: Forms\n\n## User Stories\n\n### US-001: Check forms\n\n**Acceptance Criteria:**\n- [ ] {asked}\n"
        );
        fs::write(scratch.path().join("task.md"), prd).unwrap();
        judged_with(scratch.path(), &[])
    };
    for (asked, right, wrong) in [
        ("Add `zod` as a runtime dependency", "dependencies", "devDependencies"),
        ("Add `zod` as a dev dependency", "devDependencies", "dependencies"),
    ] {
        assert_exit(&told(asked, right), 0, "");
        assert_exit(&told(asked, wrong), 1, "the task asks for that");
    }
    assert_exit(&told("Add the dependency `zod`", "devDependencies"), 0, "");
}

#[test]
fn targets_that_a_declared_makefile_had_before_are_run_too() {
    let check = "check:\n\t! grep -n TODO page.txt\n";
    let base = [("Makefile", check), ("page.txt", "before\n")];
    let told = |makefile: &str, page: &str, said: &str, verification: &str| {
        let sections =
            format!("{said}## Output Files\n\n```\nMODIFY: page.txt\nMODIFY: Makefile\n```\n\n");
        let work = [("Makefile", makefile), ("page.txt", page)];
        Story { base: &base, work: &work, sections: &sections, verification }.told()
    };
    let docs = "\ndocs:\n\tcp page.txt docs.txt\n";
    let emptied = format!("check:\n\t@true\n{docs}");
    for verification in ["make check", "make check docs", "make"] {
        assert_exit(&told(&emptied, "TODO\n", "", verification), 3, "not with those of before");
    }
    let kept = format!("{check}{docs}");
    assert_exit(&told(&kept, "done\n", "", "make check\nmake docs\ntest -s docs.txt"), 0, "");
    let said = "## Context\n\nThe `check` target must allow what is to be done.\n\n";
    let loose = "check:\n\t! grep -n FIXME page.txt\n";
    assert_exit(&told(loose, "TODO\n", said, "make check"), 0, "");
}

#[test]
fn rows_under_any_name_and_in_the_base_run_with_wrong_ones_too() {
    let equal = "class Same(int):\n    __hash__ = int.__hash__\n    def __eq__(self, other):\n        return True\n    \
                 def __ne__(self, other):\n        return False\n\ndef double(a):\n    return Same(0)\n";
    let right = "def double(a):\n    return 2 * a\n";
    let test = |read: &str| {
        format!(
            "import csv, json, unittest\nfrom m import double\n\nclass DoubleTest(unittest.TestCase):\n    \
             def test_rows(self):\n        for a, b in {read}:\n            self.assertEqual(double(int(a)), int(b))\n"
        )
    };
    let yaml = "[line.strip('-{} \\n').replace('given: ', '').split(', expected: ') for line in open('rows.yaml')]";
    for (name, rows, read) in [
        ("rows.yaml", "- {given: 1, expected: 2}\n- {given: 3, expected: 6}\n", yaml),
        ("rows.csv", "n,answer\n1,2\n3,6\n", "list(csv.reader(open('rows.csv')))[1:]"),
        ("rows.json", "[[1, 2], [3, 6]]\n", "json.load(open('rows.json'))"),
    ] {
        let sections = format!(
            "## Test Specification\n\n```python\n# test_m.py\n{}```\n\n## Output Files\n\n```\nWRITE: m.py\n```\n\n",
            test(read)
        );
        let base = &[(name, rows)];
        let verification = "python3 -m unittest -q test_m";
        let told = |text: &str| {
            Story { base, work: &[("m.py", text)], sections: &sections, verification }.told()
        };
        assert_exit(&told(right), 0, "");
        assert_exit(&told(equal), 3, &format!("whatever the rows of {name} expect"));
    }
}

#[test]
fn rows_that_a_test_takes_apart_are_asked_beside_other_tests_and_rows_that_it_writes_are_not() {
    let rows = "[{\"n\": 1, \"twice\": 2}, {\"n\": 3, \"twice\": 6}]\n";
    let told = |body: &str, work: &str| {
        let test = format!(
            "import json, unittest\nfrom m import double\n\nclass DoubleTest(unittest.TestCase):\n    \
             def test_one(self):\n        self.assertEqual(double(2), 4)\n\n    \
             def test_rows(self):\n        for row in json.load(open('rows.json')):\n            {body}\n"
        );
        let sections = format!(
            "## Test Specification\n\n```python\n# test_m.py\n{test}```\n\n## Output Files\n\n```\nWRITE: m.py\n```\n\n"
        );
        let base = &[("rows.json", rows)];
        let verification = "python3 -m unittest -q test_m";
        Story { base, work: &[("m.py", work)], sections: &sections, verification }.told()
    };
    let apart = "self.assertEqual(double(row['n']), row['twice'])";
    let right = "def double(a):\n    return 2 * a\n";
    let in_part = "class Same(int):\n    __hash__ = int.__hash__\n    def __eq__(self, other):\n        return True\n\n\
                   def double(a):\n    return 4 if a == 2 else Same(a)\n";
    assert_exit(&told(apart, right), 0, "");
    assert_exit(&told(apart, in_part), 3, "whatever the rows of rows.json expect");
    let written = "self.assertEqual(json.loads(json.dumps(row)), row)";
    assert_exit(&told(written, right), 0, "");
}

#[test]
fn settings_of_a_runner_in_a_declared_manifest_are_run_as_they_were_too() {
    let base = &[
        ("package.json", "{\"name\": \"x\", \"config\": {\"strict\": \"yes\"}}\n"),
        ("page.txt", "before\n"),
        ("rules.sh", "grep -q '\"strict\": \"no\"' package.json || ! grep -n TODO page.txt\n"),
    ];
    let sections = "## Output Files\n\n```\nMODIFY: page.txt\nMODIFY: package.json\n```\n\n";
    let told = |strict: &str, page: &str| {
        let package = format!(
            "{{\"name\": \"x\", \"config\": {{\"strict\": \"{strict}\"}}, \"version\": \"1.0.0\"}}\n"
        );
        let work = [("package.json", package.as_str()), ("page.txt", page)];
        Story { base, work: &work, sections, verification: "sh rules.sh" }.told()
    };
    assert_exit(&told("no", "TODO\n"), 3, "`config` in package.json");
    assert_exit(&told("no", "done\n"), 0, "");
    assert_exit(&told("yes", "done\n"), 0, "");
}

#[test]
fn a_check_that_comments_of_the_work_switch_off_is_left_to_a_person() {
    let base = &[("a.txt", "a\n")];
    let sections = "## Output Files\n\n```\nWRITE: page.js\n```\n\n";
    // As linters do it.
    let verification = "grep -q 'eslint-disable \\*/' page.js || ! grep -n TODO page.js";
    let told =
        |text: &str| Story { base, work: &[("page.js", text)], sections, verification }.told();
    let told_of = "comments of the work keep it from looking at `page.js`";
    assert_exit(&told("/* eslint-disable */\n// TODO\n"), 3, told_of);
    assert_exit(&told("/* eslint-disable */\n// done\n"), 0, "");
    assert_exit(&told("// done\n"), 0, "");
}

#[test]
fn what_cases_and_differences_of_a_shell_expect_cannot_be_looked_up() {
    let base = &[("expected.txt", "a\nb\n")];
    let sections = "## Output Files\n\n```\nWRITE: tool.py\n```\n\n";
    let told = |text: &str, verification: &str| {
        Story { base, work: &[("tool.py", text)], sections, verification }.told()
    };
    let by_case = "case \"$(python3 tool.py 2 3)\" in 5) ;; *) exit 1 ;; esac";
    let by_file = "python3 tool.py b a | diff - expected.txt";
    let adds = "import sys\nprint(sum(map(int, sys.argv[1:])))\n";
    let sorts = "import sys\nprint('\\n'.join(sorted(sys.argv[1:])))\n";
    assert_exit(&told(adds, by_case), 0, "where nothing shows what is expected");
    assert_exit(&told(sorts, by_file), 0, "where nothing shows what is expected");
    let reads = "import os, re\nline = open(f'/proc/{os.getppid()}/cmdline').read()\n\
                 print(re.search(r'in (\\d+)\\)', line).group(1) if ' in ' in line else 0)\n";
    assert_exit(&told(reads, by_case), 1, "looks it up");
    assert_exit(&told("print(open('expected.txt').read(), end='')\n", by_file), 1, "looks it up");
    let by_copy = "python3 tool.py b a > out.txt && cmp out.txt expected.txt";
    assert_exit(&told(sorts, by_copy), 0, "where nothing shows what is expected");
    assert_exit(&told("print(open('expected.txt').read(), end='')\n", by_copy), 1, "looks it up");
    // What is worked with as well stays as it is.
    let sorted = "import sys\nprint(''.join(sorted(open(sys.argv[1]))), end='')\n";
    assert_exit(&told(sorted, "python3 tool.py expected.txt | diff - expected.txt"), 0, "");
}
