//! Honest work, and machines that lack something: what a clean room has, and who is told what it has not.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A base, the work on it, and the commands of Verification.
pub struct Story<'a> {
    pub base: &'a [(&'a str, &'a str)],
    pub work: &'a [(&'a str, &'a str)],
    /// Sections before Verification.
    pub sections: &'a str,
    pub verification: &'a str,
}

impl Story<'_> {
    pub fn told(&self) -> (i32, Value) {
        judged(self.written().path())
    }

    pub fn written(&self) -> tempfile::TempDir {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        for (folder, files) in [("base", vec![self.base]), ("result", vec![self.base, self.work])] {
            for (path, text) in files.into_iter().flatten() {
                let path = at(folder).join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
        }
        let task = format!(
            "---\nid: TASK-1\ntitle: Add the page\n---\n\n# TASK-1: Add the page\n\n{}## Verification\n\n\
             ```bash\n{}\n```\n",
            self.sections, self.verification
        );
        fs::write(at("task.md"), task).unwrap();
        scratch
    }
}

fn judged(scratch: &Path) -> (i32, Value) {
    judged_with(scratch, &[])
}

pub fn judged_with(scratch: &Path, variables: &[(&str, &str)]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["verify", "--task", "task.md", "--base", "base", "--result", "result", "--json"])
        .current_dir(scratch)
        .env("XDG_CACHE_HOME", scratch.join("cache"))
        .env("COUNTERSIGN_CONFIG_DIR", scratch.join("config"))
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let answer = serde_json::from_str(&printed);
    (output.status.code().unwrap(), answer.unwrap_or_else(|_| panic!("{output:?}")))
}

const WRITE: &str = "## Output Files\n\n```\nWRITE: page.txt\n```\n\n";
const PAGE: &[(&str, &str)] = &[("page.txt", "a page\n")];

fn with(base: &[(&str, &str)], verification: &str) -> (i32, Value) {
    Story { base, work: PAGE, sections: WRITE, verification }.told()
}

fn assert_left_to_a_person(told: &(i32, Value), words: &str) {
    let (exit, answer) = told;
    let said = answer["evidence"]["observations"].to_string();
    assert!(*exit == 3 && said.contains(words), "{answer:#}");
}

#[test]
fn gradle_has_a_home_in_which_it_can_write() {
    let told =
        with(&[("a.txt", "a\n")], "test -s page.txt && mkdir -p \"$GRADLE_USER_HOME/caches\"");
    assert_eq!(told.0, 0, "{:#}", told.1);
}

#[test]
fn temporary_files_lie_where_programs_put_them() {
    let told =
        with(&[("a.txt", "a\n")], "test -s page.txt && cp page.txt /tmp/x && cmp /tmp/x $TMPDIR/x");
    assert_eq!(told.0, 0, "{:#}", told.1);
}

#[test]
fn the_room_is_seen_at_the_path_of_the_base() {
    let settings = "[verify]\nprepare = \"mkdir node_modules && pwd > node_modules/place\"\n";
    let base = [("a.txt", "a\n"), ("countersign.toml", settings)];
    let told = with(&base, "cmp page.txt \"$(cat node_modules/place)/page.txt\"");
    assert_eq!(told.0, 0, "{:#}", told.1);
}

#[test]
fn what_was_prepared_is_there_also_if_it_is_ignored() {
    let settings = "[verify]\nprepare = \"mkdir gen && echo a page > gen/page && echo x > .env\"\n";
    let base = [("countersign.toml", settings), (".gitignore", "gen/\n.env\n")];
    let told = with(&base, "cmp page.txt gen/page && test -s .env");
    assert_eq!(told.0, 0, "{:#}", told.1);
}

#[test]
fn an_ignored_file_that_is_asked_for_is_nothing_that_a_worker_could_bring() {
    let base = [("a.txt", "a\n"), (".gitignore", ".env\n"), (".env", "x\n")];
    assert_left_to_a_person(
        &with(&base, "cat page.txt && cat .env"),
        "keeps out of the clean room",
    );
    // What nobody has is the worker's to make.
    let told = with(&[("a.txt", "a\n")], "cat page.txt && cat other.txt");
    assert_eq!(told.0, 1, "{:#}", told.1);
}

#[test]
fn what_yarn_installed_and_nobody_keeps_is_nothing_that_a_worker_could_bring() {
    let yarn = "echo \"Usage Error: The project in package.json doesn't seem to have been installed - running an \
                install there might help\"\ntest -e .pnp.cjs\n";
    let base = [(".gitignore", ".pnp.*\n"), (".pnp.cjs", "x\n"), ("yarn.sh", yarn)];
    let told = with(&base, "sh yarn.sh");
    assert_left_to_a_person(&told, "yarn install");
}

#[test]
fn a_command_that_asks_git_is_left_to_a_person() {
    let told = with(&[("a.txt", "a\n")], "git ls-files --error-unmatch a.txt");
    assert_left_to_a_person(&told, "a clean room is no repository");
}

#[test]
fn limits_that_the_base_reaches_too_are_too_narrow() {
    let base = [("countersign.toml", "[verify]\ntime_limit_seconds = 1\n")];
    assert_left_to_a_person(&with(&base, "sleep 30 && test -d ."), "too narrow");
}

#[test]
fn what_a_linter_finds_in_the_given_tests_is_not_the_workers() {
    let package = r#"{"type": "module", "scripts": {"lint": "! grep -rn TODO src test"}}"#;
    let base = [
        ("package.json", package),
        ("src/old.js", "export const old = 1;\n"),
        ("test/a.txt", "\n"),
    ];
    let sections = "## Test Specification\n\n```javascript\n// test/one.test.js\nimport test from 'node:test';\n\
                    import assert from 'node:assert';\nimport { one } from '../src/one.js';\n// TODO: more\n\
                    test('one', () => { assert.equal(one, 1); });\n```\n\n## Output Files\n\n```\nWRITE: src/one.js\n\
                    ```\n\n";
    let verification = "npm run lint\nnode --test";
    let clean = &[("src/one.js", "export const one = 1;\n")];
    let told = Story { base: &base, work: clean, sections, verification }.told();
    assert_eq!(told.0, 0, "{:#}", told.1);
    let dirty = &[("src/one.js", "export const one = 1; // TODO\n")];
    let told = Story { base: &base, work: dirty, sections, verification }.told();
    assert_eq!(told.0, 1, "{:#}", told.1);
}

fn finding<'a>(answer: &'a Value, check: &str) -> (&'a str, &'a str) {
    let mut seen = answer["evidence"]["observations"].as_array().unwrap().iter();
    let is_it = |one: &&Value| one["criterion"].as_str().unwrap().starts_with(check);
    let one = seen.find(is_it).unwrap_or_else(|| panic!("{answer:#}"));
    (one["finding"].as_str().unwrap(), one["reason"].as_str().unwrap())
}

fn exports(path: &str, signature: &str, language: &str, text: &str) -> (i32, Value) {
    let mark = if language == "python" { "#" } else { "//" };
    let sections = format!(
        "## Contract\n\n```{language}\n{mark} {path}\n{signature}\n```\n\n## Output Files\n\n```\nWRITE: {path}\n```\n\n"
    );
    let base = &[("a.txt", "a\n"), ("package.json", "{\"type\": \"commonjs\"}\n")];
    let verification = format!("test -s {path}");
    Story { base, work: &[(path, text)], sections: &sections, verification: &verification }.told()
}

#[test]
fn what_a_python_module_declares_must_be_there_once_it_is_loaded() {
    let add = "def add(a: int, b: int) -> int:\n    return a + b\n";
    let of = |path: &str, text: &str| {
        let (exit, answer) = exports(path, "def add(a: int, b: int) -> int", "python", text);
        (exit, finding(&answer, "exports").0.to_owned(), answer)
    };
    for (path, honest) in [
        ("m.py", add.to_owned()),
        ("json.py", add.to_owned()),
        (
            "pkg/m.py",
            format!("import sys\n\n{add}\nif __name__ == '__main__':\n    sys.exit(add(1, 2))\n"),
        ),
    ] {
        let (exit, _, answer) = of(path, &honest);
        assert_eq!(exit, 0, "{path}: {answer:#}");
    }
    for cheat in [
        format!("import sys\nsys.exit(0)\n\n{add}"),
        format!("import os\nos._exit(0)\n\n{add}"),
        format!("{add}\nglobals().pop('add')\n"),
    ] {
        let (exit, seen, answer) = of("m.py", &cheat);
        assert_eq!((exit, seen.as_str()), (1, "fail"), "{cheat}: {answer:#}");
    }
    // The answer itself, before anybody is asked; and one who has whatever is asked for.
    let forged = "import os\nfor entry in open('/proc/self/environ').read().split('\\0'):\n    \
                  if entry.startswith('COUNTERSIGN_LOADED='):\n        \
                  with open(entry.split('=', 1)[1], 'w') as file:\n            \
                  file.write('{\"missing\": [], \"trouble\": null, \"ended\": false}')\n        os._exit(0)\n";
    for unclear in [
        format!("import not_installed_here\n\n{add}"),
        format!("{add}\nraise SystemExit\n"),
        format!("{add}\nglobals().pop('add')\n{forged}"),
        format!(
            "{add}\nglobals().pop('add')\nimport builtins\nbuiltins.callable = lambda it: True\n"
        ),
    ] {
        let (exit, seen, answer) = of("m.py", &unclear);
        assert_eq!((exit, seen.as_str()), (3, "undecided"), "{unclear}: {answer:#}");
    }
}

#[test]
fn what_a_javascript_module_declares_must_be_there_once_it_is_loaded() {
    let signature = "export function add(a: number, b: number): number";
    let add = "function add(a, b) { return a + b; }\n";
    for (path, honest) in [
        ("m.mjs", format!("export {add}")),
        ("m.js", format!("{add}module.exports = {{ add }};\n")),
        ("m.js", format!("{add}exports.add = add;\n")),
        ("m.mjs", format!("export {add}document.title = 'x';\nclass E extends HTMLElement {{}}\n")),
    ] {
        let (exit, answer) = exports(path, signature, "typescript", &honest);
        assert_eq!(exit, 0, "{honest}: {answer:#}");
    }
    let cheat = format!("{add}exports.add = add;\nObject.assign(exports, {{ add: 1 }});\n");
    let (exit, answer) = exports("m.js", signature, "typescript", &cheat);
    assert_eq!((exit, finding(&answer, "exports").0), (1, "fail"), "{answer:#}");
    for unclear in [
        "process.exit(0);",
        "throw new SyntaxError('Unexpected token');",
        "not_there_at_all();",
        "throw new ReferenceError('document is not defined');",
    ] {
        let text = format!("export {add}{unclear}\n");
        let (exit, answer) = exports("m.mjs", signature, "typescript", &text);
        assert_eq!((exit, finding(&answer, "exports").0), (3, "undecided"), "{answer:#}");
    }
    let bundled = format!("export {add}export const page = <p>text</p>;\n");
    let (exit, answer) = exports("m.mjs", signature, "typescript", &bundled);
    assert_eq!(exit, 0, "{answer:#}");
}

#[test]
fn scripts_that_a_declared_manifest_had_before_are_run_too() {
    let package = |lint: &str, more: &str| {
        format!(
            "{{\"name\": \"x\", \"scripts\": {{\"lint\": \"{lint}\"{more}}}, \"version\": \"1.0.0\"}}\n"
        )
    };
    let before = package("! grep -n TODO page.txt", "");
    let base = [("package.json", before.as_str()), ("page.txt", "before\n")];
    let sections = |said: &str| {
        format!("{said}## Output Files\n\n```\nMODIFY: page.txt\nMODIFY: package.json\n```\n\n")
    };
    let told = |lint: &str, more: &str, page: &str, said: &str| {
        let package = package(lint, more);
        let work = [("package.json", package.as_str()), ("page.txt", page)];
        let verification = "npm run lint";
        Story { base: &base, work: &work, sections: &sections(said), verification }.told()
    };
    for cheat in ["true", "exit 0"] {
        assert_left_to_a_person(&told(cheat, "", "TODO\n", ""), "`lint` in package.json");
    }
    // What it adds is its own, and so is what comes to the same.
    for (lint, more) in
        [("! grep -n TODO page.txt", ", \"build\": \"true\""), ("! grep -nE TODO page.txt", "")]
    {
        let (exit, answer) = told(lint, more, "done\n", "");
        assert_eq!(exit, 0, "{answer:#}");
    }
    let said = "## Context\n\nThe `lint` script must allow what is to be done.\n\n";
    let (exit, answer) = told("! grep -n FIXME page.txt", "", "TODO\n", said);
    assert_eq!(exit, 0, "{answer:#}");
}

#[test]
fn tests_that_read_their_rows_from_a_file_run_with_wrong_rows_too() {
    let rows = r#"[{"a": 2, "b": 3, "expected": 5}, {"a": 4, "b": 5, "expected": 9}]"#;
    let test = "import json\nimport unittest\nfrom m import add\n\nclass AddTest(unittest.TestCase):\n    \
                def test_rows(self):\n        for row in json.load(open('rows.json')):\n            \
                self.assertEqual(add(row['a'], row['b']), row['expected'])\n";
    let sections = format!(
        "## Test Specification\n\n```json\n// rows.json\n{rows}\n```\n\n```python\n# test_m.py\n{test}```\n\n\
         ## Output Files\n\n```\nWRITE: m.py\n```\n\n"
    );
    let base = &[("a.txt", "a\n")];
    let verification = "python3 -m unittest -q test_m";
    let (exit, answer) = Story { base, work: ADD, sections: &sections, verification }.told();
    assert_eq!(exit, 0, "{answer:#}");
    let equal = "class Same(int):\n    __hash__ = int.__hash__\n    def __eq__(self, other):\n        return True\n    \
                 def __ne__(self, other):\n        return False\n\ndef add(a, b):\n    return Same(0)\n";
    let work = &[("m.py", equal)];
    let told = Story { base, work, sections: &sections, verification }.told();
    assert_left_to_a_person(&told, "whatever the rows of rows.json expect");
}

/// Compiles one thing into its cache, with the names of the files that it found; and looks for it there.
const GO: &str = r#"#!/bin/sh
if [ -n "$GOCACHE" ]; then
    case $1 in
    list) printf '%s\n' strings ;;
    build) mkdir -p "$GOCACHE/ab" && echo compiled >"$GOCACHE/ab/it-d" && ls >"$GOCACHE/ab/names-d" ;;
    esac
    exit 0
fi
cd "$HOME/.cache/go-build/ab" || exit 1
grep -q compiled it-d || exit 2
if [ -e left ]; then exit 3; fi
echo left >left || exit 4
(echo forged >it-d || rm "$(readlink it-d)") 2>/dev/null
grep -q compiled it-d || exit 5
if grep -q page names-d; then exit 6; fi
"#;

#[test]
fn what_go_compiled_before_is_there_for_every_command_and_nothing_that_one_leaves() {
    use std::os::unix::fs::PermissionsExt;
    let base = [("go.mod", "module example.com/x\n"), ("a.go", "package a\n")];
    let verification = "go vet ./a\ngo vet ./b\n";
    let scratch = Story { base: &base, work: PAGE, sections: WRITE, verification }.written();
    let programs = scratch.path().join("programs");
    fs::create_dir(&programs).unwrap();
    fs::write(programs.join("go"), GO).unwrap();
    fs::set_permissions(programs.join("go"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let (exit, answer) = judged_with(scratch.path(), &[("PATH", &path)]);
    assert_eq!(exit, 0, "{answer:#}");
}

const ADD: &[(&str, &str)] = &[("m.py", "def add(a, b):\n    return a + b\n")];
/// Knows the shown test and nothing else.
const LOOKUP: &[(&str, &str)] =
    &[("m.py", "def add(a, b):\n    return 5 if (a, b) == (2, 3) else None\n")];

fn unittest(class: &str, path: &str, expectation: &str) -> String {
    format!(
        "```python\n# {path}\nimport unittest\nfrom m import add\n\nclass {class}(unittest.TestCase):\n    \
         def test_add(self):\n        self.assertEqual({expectation})\n\nif __name__ == '__main__':\n    \
         unittest.main()\n```\n\n"
    )
}

#[test]
fn a_file_that_runs_its_own_tests_is_seen_to_run_them() {
    let spec = unittest("AddTest", "test_m.py", "add(2, 3), 5");
    let sections =
        format!("## Test Specification\n\n{spec}## Output Files\n\n```\nWRITE: m.py\n```\n\n");
    let base = &[("a.txt", "a\n")];
    for verification in ["python3 test_m.py", "python3 -m unittest -q test_m"] {
        let (exit, answer) = Story { base, work: ADD, sections: &sections, verification }.told();
        assert_eq!(exit, 0, "{verification}: {answer:#}");
        let work = &[("m.py", "import os\nos._exit(0)\n")];
        let (exit, answer) = Story { base, work, sections: &sections, verification }.told();
        assert_ne!(exit, 0, "{verification}: {answer:#}");
    }
}

#[test]
fn hidden_tests_are_run_where_the_command_names_the_shown_file() {
    let (shown, hidden) = (
        unittest("AddTest", "tests/test_m.py", "add(2, 3), 5"),
        unittest("MoreTest", "tests/test_more.py", "add(20, 30), 50"),
    );
    let sections = format!(
        "## Test Specification\n\n{shown}## Hidden Tests\n\n{hidden}## Output Files\n\n```\nWRITE: m.py\n```\n\n"
    );
    let base = &[("tests/__init__.py", "")];
    let verification = "python3 -m unittest tests/test_m.py";
    let (exit, answer) = Story { base, work: ADD, sections: &sections, verification }.told();
    assert_eq!(exit, 0, "{answer:#}");
    let (exit, answer) = Story { base, work: LOOKUP, sections: &sections, verification }.told();
    assert_eq!(exit, 1, "{answer:#}");
}

#[test]
fn tests_of_every_package_of_a_workspace_are_seen() {
    let test = "import test from 'node:test';\nimport assert from 'node:assert';\nimport { one } from '../one.js';\n\
                test('one', () => { assert.equal(one(), 1); });\n";
    let sections = format!(
        "## Test Specification\n\n```javascript\n// packages/a/test/one.test.js\n{test}```\n\n## Output Files\n\n\
         ```\nWRITE: packages/a/one.js\n```\n\n"
    );
    let member = r#"{"type": "module", "version": "1.0.0", "scripts": {"test": "node --test"}, "name": "NAME"}"#;
    let (a, b) = (member.replace("NAME", "a"), member.replace("NAME", "b"));
    let root = r#"{"private": true, "workspaces": ["packages/*"], "scripts": {"test": "npm test --workspaces"}}"#;
    let two = test.replace("one", "two").replace("1)", "2)");
    let base = &[
        ("package.json", root),
        ("packages/a/package.json", &a),
        ("packages/b/package.json", &b),
        ("packages/b/two.js", "export const two = () => 2;\n"),
        ("packages/b/test/two.test.js", &two),
    ];
    let verification = "npm test";
    let right = &[("packages/a/one.js", "export const one = () => 1;\n")];
    let (exit, answer) = Story { base, work: right, sections: &sections, verification }.told();
    assert_eq!(exit, 0, "{answer:#}");
    let said = answer["evidence"]["observations"].to_string();
    assert!(said.contains("2 tests ran and passed"), "{answer:#}");
    let wrong = &[("packages/a/one.js", "process.exit(0);\nexport const one = () => 2;\n")];
    let (exit, answer) = Story { base, work: wrong, sections: &sections, verification }.told();
    assert_eq!(exit, 1, "{answer:#}");
}

#[test]
fn what_a_linter_found_before_in_files_of_others_is_left_to_a_person() {
    let package = r#"{"scripts": {"lint": "! grep -rn TODO --include=*.js --include=*.txt ."}}"#;
    let base = [("package.json", package), ("old.js", "// TODO\n")];
    assert_left_to_a_person(&with(&base, "test -s page.txt\nnpm run lint"), "before the work");
    let work = &[("page.txt", "TODO\n")];
    let verification = "test -s page.txt\nnpm run lint";
    let told = Story { base: &base, work, sections: WRITE, verification }.told();
    assert_eq!(told.0, 1, "{:#}", told.1);
}

#[test]
fn a_command_has_no_variable_of_the_persons() {
    let verification = "test -s page.txt && test -z \"$PERSONS_SECRET$PYTHONSTARTUP$BASH_ENV\"";
    let base = &[("a.txt", "a\n")];
    let scratch = Story { base, work: PAGE, sections: WRITE, verification }.written();
    let variables = [("PERSONS_SECRET", "x"), ("PYTHONSTARTUP", "x"), ("BASH_ENV", "x")];
    let told = judged_with(scratch.path(), &variables);
    assert_eq!(told.0, 0, "{:#}", told.1);
}

/// Every file of that name below a folder.
fn named(folder: &Path, name: &str, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.is_symlink() {
            named(&path, name, found);
        } else if path.ends_with(name) {
            found.push(path);
        }
    }
}

#[test]
fn a_prepared_copy_that_someone_wrote_to_is_made_again() {
    let settings = "[verify]\nprepare = \"echo made > made.txt\"\n";
    let base = &[("original.txt", "as it was\n"), ("countersign.toml", settings)];
    let verification = "test -s page.txt && grep -qx 'as it was' original.txt";
    let scratch = Story { base, work: PAGE, sections: WRITE, verification }.written();
    let told = judged(scratch.path());
    assert_eq!(told.0, 0, "{:#}", told.1);
    let mut copies = Vec::new();
    named(&scratch.path().join("cache"), "original.txt", &mut copies);
    assert!(!copies.is_empty(), "what was prepared is kept");
    for copy in &copies {
        fs::remove_file(copy).unwrap();
        fs::write(copy, "as someone wants it\n").unwrap();
    }
    let told = judged(scratch.path());
    assert_eq!(told.0, 0, "{:#}", told.1);
}
