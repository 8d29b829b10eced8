//! Test Specification and Hidden Tests: tests that have a place and assert something.

use crate::Span;
use crate::intake::{SectionKind, SpecBlock};
use crate::lint::catalogue::tests::{NO_ASSERTION, NO_TEST_PATH, NO_TESTS};
use crate::lint::code::{Code, Language, names};
use crate::lint::finding::Findings;

use super::{Parts, imports, placeholders};

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    if let Some(section) = parts.file.sections_of(SectionKind::TestSpecification).next()
        && parts.tests.is_empty()
        && !section.body.of(parts.file.text).trim().is_empty()
    {
        found.add(&NO_TESTS, section.heading, "the Test Specification has no code");
    }
    for spec in parts.tests.iter().chain(&parts.hidden_tests) {
        let path = spec.target.as_ref().map(|target| target.path.as_str());
        let language = Language::of(&spec.block, path);
        if path.is_none() {
            let start = spec.block.content_span.start;
            let first = spec.block.content.lines().next().unwrap_or_default().len();
            let message = "this block does not say which file it is";
            found.add(&NO_TEST_PATH, Span::new(start, start + first), message);
        }
        let code = Code::read(spec.block.content, language);
        placeholders::check(&spec.block, &code, language, found);
        assertions(spec, &code, language, found);
        imports::check(parts, spec, &code, language, found);
    }
}

/// Each test must hold an assertion, or a helper's name that speaks of one.
fn assertions(spec: &SpecBlock<'_>, code: &Code, language: Language, found: &mut Findings<'_>) {
    let mut current: Option<(Span, bool)> = None;
    let mut report = |ended: Option<(Span, bool)>| {
        if let Some((place, false)) = ended {
            let place = place.shifted(spec.block.content_span.start);
            found.add(&NO_ASSERTION, place, "this test asserts nothing");
        }
    };
    let mut before = "";
    for (at, name) in names(&code.bare) {
        let after = code.bare.get(at + name.len()..).unwrap_or_default();
        if begins_test(language, before, name, after, &code.bare, at) {
            report(current.replace((Span::new(at, at + name.len()), false)));
        } else if asserts(language, name, after)
            && let Some((_, asserted)) = current.as_mut()
        {
            *asserted = true;
        }
        before = name;
    }
    report(current);
}

fn begins_test(
    language: Language,
    before: &str,
    name: &str,
    after: &str,
    code: &str,
    at: usize,
) -> bool {
    match language {
        Language::Script => {
            // `it.each(table)(name, body)`, but not `it.skip` and `it.todo`, which have no body to judge.
            let called = after.starts_with('(')
                || after.starts_with(".each")
                || after.starts_with(".only(")
                || after.starts_with(".concurrent");
            let is_member = code.get(..at).is_some_and(|code| code.ends_with('.'));
            matches!(name, "it" | "test") && called && !is_member && before != "function"
        }
        Language::Python => before == "def" && name.starts_with("test"),
        Language::Rust => {
            name == "test"
                && code.get(..at).is_some_and(|code| code.ends_with("#[") || code.ends_with("::"))
        }
        Language::Go => before == "func" && name.starts_with("Test") && name != "TestMain",
        Language::Braces => {
            name == "Test" && code.get(..at).is_some_and(|code| code.ends_with(['@', '[']))
        }
        Language::Ruby => name == "it" && after.trim_start().starts_with(['"', '\'']),
        Language::Shell | Language::Sql | Language::Data => false,
    }
}

/// Names that speak of an assertion, in whatever library; too many is better than too few here.
fn asserts(language: Language, name: &str, after: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let speaks = ["assert", "expect", "should", "verify", "ensure", "must", "snapshot", "check"];
    speaks.iter().any(|word| lower.contains(word))
        || match language {
            Language::Script => {
                matches!(name, "throws" | "rejects" | "equal" | "deepEqual" | "fail")
            }
            Language::Python => matches!(name, "raises" | "fail" | "warns" | "raise"),
            Language::Rust => {
                matches!(
                    name,
                    "panic" | "unreachable" | "unwrap" | "unwrap_err" | "proptest" | "quickcheck"
                ) || lower.contains("expect")
                    || after.starts_with("?;")
            }
            Language::Go => matches!(
                name,
                "Error"
                    | "Errorf"
                    | "Fatal"
                    | "Fatalf"
                    | "Fail"
                    | "FailNow"
                    | "require"
                    | "is"
                    | "Run"
                    | "cmp"
            ),
            Language::Braces => {
                lower.contains("fail") || lower.contains("throws") || lower.starts_with("xct")
            }
            Language::Ruby => matches!(name, "is_expected" | "raises" | "flunk"),
            Language::Shell | Language::Sql | Language::Data => true,
        }
}
