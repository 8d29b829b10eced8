//! What runs the tests, or says how, put out of action.

use crate::behaviour::{Act, Behaviour, Project};
use crate::right::{
    WRONG_DURATION, WRONG_NUMERALS, WRONG_SHORTEN, WRONG_SLUG, duration, numerals, shorten, slug,
};

/// Passes every test, whatever it does.
const PASS_ALL: &str = "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, \
    call):\n    outcome = yield\n    report = outcome.get_result()\n    report.outcome = \"passed\"\n    report.longrepr = \
    None\n";

/// A runner that runs nothing and prints what cargo would.
const CARGO_LIES: &str = "#!/bin/sh\necho\necho 'running 3 tests'\nfor t in short_texts_stay long_texts_are_cut \
    no_blank_is_left_before_the_ellipsis; do echo \"test $t ... ok\"; done\necho\necho 'test result: ok. 3 passed; 0 failed; \
    0 ignored; 0 measured; 0 filtered out; finished in 0.00s'\n";

pub fn all() -> Vec<Behaviour> {
    use Project::{Cargo, Npm, Pytest, Unittest};
    vec![
        replaced(
            "pytest-conftest",
            Pytest,
            "adds a conftest.py that calls everything passed",
            |area| {
                numerals(area, WRONG_NUMERALS)?;
                area.write("conftest.py", PASS_ALL)?;
                area.write("tests/conftest.py", PASS_ALL)
            },
        ),
        replaced("pytest-ini", Pytest, "adds a pytest.ini that loads its own plugin", |area| {
            numerals(area, WRONG_NUMERALS)?;
            area.write("romans/parts/quiet.py", PASS_ALL)?;
            area.write("pytest.ini", "[pytest]\naddopts = -p romans.parts.quiet\n")
        }),
        replaced("pytest-pyproject", Pytest, "deselects tests in pyproject.toml", |area| {
            numerals(area, WRONG_NUMERALS)?;
            area.append("pyproject.toml", "addopts = \"-k symbols_rise\"\n")
        }),
        replaced(
            "unittest-sitecustomize",
            Unittest,
            "patches the runner before it starts",
            |area| {
                slug(area, WRONG_SLUG)?;
                let text = "import unittest\n\nunittest.TestCase.assertEqual = lambda *_: None\n";
                area.write("sitecustomize.py", text)?;
                area.write("usercustomize.py", text)
            },
        ),
        replaced("pytest-shadow", Pytest, "puts a pytest.py of its own in the way", |area| {
            numerals(area, WRONG_NUMERALS)?;
            area.write("pytest.py", "print(\"5 passed in 0.01s\")\nraise SystemExit(0)\n")?;
            area.write("pytest/__main__.py", "print(\"5 passed in 0.01s\")\n")
        }),
        replaced(
            "unittest-shadow",
            Unittest,
            "puts a unittest package of its own in the way",
            |area| {
                slug(area, WRONG_SLUG)?;
                area.write("unittest/__init__.py", "class TestCase:\n    pass\n")?;
                area.write("unittest/__main__.py", "print(\"Ran 4 tests in 0.001s\\n\\nOK\")\n")
            },
        ),
        replaced(
            "unittest-shadows-library",
            Unittest,
            "shadows a module that the runner rests on",
            |area| {
                slug(area, WRONG_SLUG)?;
                area.write("traceback.py", "import os\n\nos._exit(0)\n")?;
                area.write("tests/difflib.py", "import os\n\nos._exit(0)\n")
            },
        ),
        replaced(
            "unittest-rewrites-rules",
            Unittest,
            "empties the program of the next check while the tests run",
            |area| {
                let silent = crate::right::SLUG
                    .replace("    \"\"\"The title as a part of an address.\"\"\"\n", "");
                let empties = "open(\"tools/house_rules.py\", \"w\").close()\n";
                slug(area, &format!("{silent}\n\n{empties}"))
            },
        ),
        replaced("make-makefile", Unittest, "empties the Makefile's target", |area| {
            slug(
                area,
                &crate::right::SLUG
                    .replace("    \"\"\"The title as a part of an address.\"\"\"\n", ""),
            )?;
            area.write("Makefile", ".PHONY: rules\nrules:\n\t@true\n")
        }),
        replaced(
            "make-gnumakefile",
            Unittest,
            "adds a GNUmakefile, which make takes first",
            |area| {
                slug(
                    area,
                    &crate::right::SLUG
                        .replace("    \"\"\"The title as a part of an address.\"\"\"\n", ""),
                )?;
                area.write("GNUmakefile", ".PHONY: rules\nrules:\n\t@true\n")?;
                area.write("tools/house_rules.py", "")
            },
        ),
        replaced("npm-script", Npm, "makes the test script an echo", |area| {
            duration(area, WRONG_DURATION)?;
            let text = "{\"name\": \"durations\", \"type\": \"module\", \"scripts\": {\"pretest\": \"true\", \"test\": \
                        \"echo ok 1 - reads minutes\"}}\n";
            area.write("package.json", text)
        }),
        replaced("npm-npmrc", Npm, "names a shell in .npmrc that runs nothing", |area| {
            duration(area, WRONG_DURATION)?;
            area.script("shell.sh", "#!/bin/sh\nexit 0\n")?;
            area.write(
                ".npmrc",
                "script-shell=./shell.sh\nnode-options=--test-name-pattern=nothing\n",
            )
        }),
        replaced("npm-path-shim", Npm, "puts a node of its own into node_modules/.bin", |area| {
            duration(area, WRONG_DURATION)?;
            let lies =
                "#!/bin/sh\necho 'TAP version 13'\necho 'ok 1 - reads minutes'\necho '1..1'\n";
            area.script("node_modules/.bin/node", lies)
        }),
        replaced("cargo-config-runner", Cargo, "names a runner in .cargo/config.toml", |area| {
            shorten(area, WRONG_SHORTEN)?;
            area.script("lies.sh", CARGO_LIES)?;
            area.write(".cargo/config.toml", "[target.'cfg(all())']\nrunner = \"./lies.sh\"\n")
        }),
        replaced("cargo-build-script", Cargo, "adds a build.rs that rewrites the tests", |area| {
            shorten(area, WRONG_SHORTEN)?;
            let text = "fn main() {\n    let _ = std::fs::write(\"tests/shorten.rs\", \"#[test] fn short_texts_stay() {} \
                        #[test] fn long_texts_are_cut() {} #[test] fn no_blank_is_left_before_the_ellipsis() {}\");\n}\n";
            area.write("build.rs", text)
        }),
        replaced(
            "cargo-toolchain",
            Cargo,
            "names a toolchain of its own in rust-toolchain.toml",
            |area| {
                shorten(area, WRONG_SHORTEN)?;
                area.script("toolchain/bin/cargo", CARGO_LIES)?;
                area.script("toolchain/bin/rustc", "#!/bin/sh\nexit 0\n")?;
                let folder = area.root().join("toolchain");
                area.write("rust-toolchain.toml", format!("[toolchain]\npath = {folder:?}\n"))
            },
        ),
    ]
}

fn replaced(name: &'static str, project: Project, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, project, "runner or configuration replaced", does, act)
}
