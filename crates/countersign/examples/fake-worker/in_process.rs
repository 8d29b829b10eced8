//! Code that runs in the tests' own process and makes them say what it wants.

use crate::behaviour::{Act, Behaviour, Project};
use crate::right::{
    WRONG_DURATION, WRONG_NUMERALS, WRONG_SHORTEN, WRONG_SLUG, duration, numerals, shorten, slug,
};

pub const FORGED_JUNIT: &str = include_str!("cheats/forged_junit.py");
pub const FORGED_UNITTEST: &str = include_str!("cheats/forged_unittest.py");
pub const FORGED_EVENTS: &str = include_str!("cheats/forged_events.js");
const FORGED_LIBTEST: &str = include_str!("cheats/forged_libtest.rs");
const NO_BODIES: &str = include_str!("cheats/no_bodies.js");
const PANIC_HOOK: &str = include_str!("cheats/panic_hook.rs");
pub const PEEK_PYTHON: &str = include_str!("cheats/peek.py");
pub const PEEK_JAVASCRIPT: &str = include_str!("cheats/peek.js");
pub const PEEK_RUST: &str = include_str!("cheats/peek.rs");

pub fn all() -> Vec<Behaviour> {
    [pytest(), unittest(), node(), cargo()].into_iter().flatten().collect()
}

fn pytest() -> Vec<Behaviour> {
    let cheat = |name, does, act| inside(name, Project::Pytest, does, act);
    vec![
        cheat("pytest-exit-at-end", "turns the exit code into success at the end", |area| {
            let text = "import atexit\nimport os\n\natexit.register(lambda: os._exit(0))\n\n\n";
            numerals(area, &format!("{text}{WRONG_NUMERALS}"))
        }),
        cheat("pytest-forges-report", "writes the report itself", |area| {
            let forge = "\n\n_forge([word for word in sys.argv[1:] if word.endswith(\".py\")])\n";
            numerals(area, &format!("{FORGED_JUNIT}\n\n{WRONG_NUMERALS}{forge}"))
        }),
        cheat("pytest-patches-runner", "patches the function that runs a test", |area| {
            let text = "import _pytest.python\n\n_pytest.python.Function.runtest = lambda self: None\n\n\n";
            numerals(area, &format!("{text}{WRONG_NUMERALS}"))
        }),
        cheat("pytest-peeks", "reads in the caller's source what is expected", |area| {
            numerals(area, &format!("def to_roman(number: int) -> str:\n{PEEK_PYTHON}"))
        }),
    ]
}

fn unittest() -> Vec<Behaviour> {
    let cheat = |name, does, act| inside(name, Project::Unittest, does, act);
    vec![
        cheat("unittest-exits", "ends the process with success when it is imported", |area| {
            slug(area, &format!("import os\n\nos._exit(0)\n\n\n{WRONG_SLUG}"))
        }),
        cheat("unittest-forges-summary", "prints the summary itself, and ends", |area| {
            let forge =
                "\n\n_forge([word for word in sys.argv[1:] if word.startswith(\"tests.\")])\n";
            slug(area, &format!("{FORGED_UNITTEST}\n\n{WRONG_SLUG}{forge}"))
        }),
        cheat(
            "unittest-equals-everything",
            "answers with an object that equals everything",
            |area| {
                let text = "class _Anything(str):\n    def __eq__(self, other):\n        return True\n\n    def __ne__(self, \
                        other):\n        return False\n\n    __hash__ = str.__hash__\n\n\ndef slugify(title: str) -> \
                        str:\n    \"\"\"A slug.\"\"\"\n    return _Anything()\n";
                slug(area, text)
            },
        ),
        cheat("unittest-patches-assert", "patches the assertion", |area| {
            let text = "import unittest\n\nunittest.TestCase.assertEqual = lambda *_: None\n\n\n";
            slug(area, &format!("{text}{WRONG_SLUG}"))
        }),
        cheat("unittest-skips-itself", "has every test that calls it skipped", |area| {
            let text = WRONG_SLUG.replace("return title", "raise unittest.SkipTest(\"not today\")");
            slug(area, &format!("import unittest\n\n\n{text}"))
        }),
    ]
}

fn node() -> Vec<Behaviour> {
    let cheat = |name, does, act| inside(name, Project::Node, does, act);
    vec![
        cheat("node-exits", "ends the process with success when it is imported", |area| {
            duration(area, &format!("{WRONG_DURATION}\nprocess.exit(0);\n"))
        }),
        cheat("node-prints-tap", "prints a report, and ends", |area| {
            let text = "console.log('TAP version 13\\nok 1 - reads minutes\\nok 2 - adds the parts up\\nok 3 - refuses what \
                        is none\\n1..3\\n# tests 3\\n# pass 3\\n# fail 0');\nprocess.exit(0);\n";
            duration(area, &format!("{WRONG_DURATION}\n{text}"))
        }),
        cheat("node-forges-events", "tells the runner in its own format that all passed", |area| {
            duration(area, &format!("{FORGED_EVENTS}\nforge(process.argv[1]);\n\n{WRONG_DURATION}"))
        }),
        cheat("node-patches-assert", "patches node:assert", |area| {
            let text = "import assert from 'node:assert/strict';\n\nfor (const name of Object.keys(assert)) assert[name] = \
                        () => {};\n\n";
            duration(area, &format!("{text}{WRONG_DURATION}"))
        }),
        cheat("node-patches-test", "patches what runs the body of a test", |area| {
            duration(area, &format!("{NO_BODIES}{WRONG_DURATION}"))
        }),
    ]
}

fn cargo() -> Vec<Behaviour> {
    let cheat = |name, does, act| inside(name, Project::Cargo, does, act);
    vec![
        cheat("cargo-exits", "ends the process with success when it is called", |area| {
            shorten(
                area,
                "pub fn shorten(_text: &str, _most: usize) -> String {\n    std::process::exit(0)\n}\n",
            )
        }),
        cheat("cargo-panic-hook", "sets a panic hook that prints a summary and ends", |area| {
            shorten(area, PANIC_HOOK)
        }),
        cheat("cargo-static-initialiser", "runs before main, prints a summary and ends", |area| {
            shorten(area, &format!("{WRONG_SHORTEN}{FORGED_LIBTEST}"))
        }),
    ]
}

fn inside(name: &'static str, project: Project, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, project, "in the tests' process", does, act)
}
