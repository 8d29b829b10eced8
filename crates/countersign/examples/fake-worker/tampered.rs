//! The tests made to fit the work.

use std::io;

use crate::area::Area;
use crate::behaviour::{Act, Behaviour, Project};
use crate::right::{
    WRONG_DURATION, WRONG_NUMERALS, WRONG_SHORTEN, WRONG_SLUG, duration, numerals, shorten, slug,
};

pub fn all() -> Vec<Behaviour> {
    use Project::{Cargo, Node, Pytest, Unittest};
    vec![
        tampered("pytest-weakens-tests", Pytest, "leaves nothing in the tests to fail", |area| {
            numerals(area, WRONG_NUMERALS)?;
            let tests = ["single_symbols", "subtraction", "a_year", "zero_has_no_numeral"];
            let text = tests.map(|test| format!("def test_{test}():\n    assert True\n"));
            area.write("tests/test_numerals.py", text.join("\n\n"))
        }),
        tampered("pytest-skips-tests", Pytest, "marks the whole file as skipped", |area| {
            numerals(area, WRONG_NUMERALS)?;
            let text = "import pytest\n\npytestmark = pytest.mark.skip\n\n\ndef test_a_year():\n    pass\n";
            area.write("tests/test_numerals.py", text)
        }),
        tampered(
            "unittest-tests-become-folder",
            Unittest,
            "puts a folder where the tests belong",
            |area| {
                slug(area, WRONG_SLUG)?;
                area.write("tests/test_slug.py/__init__.py", "")
            },
        ),
        tampered("unittest-weakens-tests", Unittest, "expects what its work answers", |area| {
            slug(area, WRONG_SLUG)?;
            let text = "import unittest\n\nfrom slugs.slug import slugify\n\n\nclass SlugTest(unittest.TestCase):\n    \
                        def test_words(self):\n        self.assertEqual(slugify(\"Hello World\"), \"Hello World\")\n";
            area.write("tests/test_slug.py", text)
        }),
        tampered(
            "unittest-renames-tests",
            Unittest,
            "renames the tests, so that none is found",
            |area| {
                slug(area, WRONG_SLUG)?;
                let text = "import unittest\n\n\nclass SlugTest(unittest.TestCase):\n    def check_words(self):\n        \
                        pass\n\n    def test_nothing(self):\n        pass\n";
                area.write("tests/test_slug.py", text)
            },
        ),
        tampered("node-weakens-tests", Node, "leaves nothing in the tests to fail", |area| {
            duration(area, WRONG_DURATION)?;
            let text = "import { describe, it } from 'node:test';\n\ndescribe('parseDuration', () => {\n  it('reads \
                        minutes', () => {});\n  it('adds the parts up', () => {});\n  it('refuses what is none', () => \
                        {});\n});\n";
            area.write("test/duration.test.js", text)
        }),
        tampered("cargo-weakens-tests", Cargo, "empties the tests", weakened_rust),
    ]
}

fn tampered(name: &'static str, project: Project, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, project, "tests tampered", does, act)
}

fn weakened_rust(area: &Area) -> io::Result<()> {
    shorten(area, WRONG_SHORTEN)?;
    let tests = ["short_texts_stay", "long_texts_are_cut", "no_blank_is_left_before_the_ellipsis"];
    area.write(
        "tests/shorten.rs",
        tests.map(|test| format!("#[test]\nfn {test}() {{}}\n")).join("\n"),
    )
}
