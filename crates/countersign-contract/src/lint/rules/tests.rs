//! Test Specification and Hidden Tests: tests that have a place and assert something.

use crate::Span;
use crate::intake::{SectionKind, SpecBlock};
use crate::lint::catalogue::tests::{LEFT_OUT, NO_ASSERTION, NO_TESTS};
use crate::lint::code::{Code, Language};
use crate::lint::finding::Findings;

use super::always_true::{always_true, begins_assertion};
use super::left_out::{left_out, may_leave_out_by};
use super::{Parts, imports, placeholders};

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    if let Some(section) = parts.file.sections_of(SectionKind::TestSpecification).next()
        && parts.contents.tests.is_empty()
        && !section.body.of(parts.file.text).trim().is_empty()
    {
        found.add(&NO_TESTS, section.heading, "the Test Specification has no code");
    }
    for spec in parts.contents.tests.iter().chain(&parts.contents.hidden_tests) {
        let path = spec.target.as_ref().map(|target| target.path.as_str());
        let language = Language::of(&spec.block, path);
        let code = Code::read(spec.block.content, language);
        placeholders::check(&spec.block, &code, language, found);
        assertions(spec, &code, language, found);
        imports::check(parts, spec, &code, language, found);
    }
}

/// A test that was begun, and what it was found to assert so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asserts {
    Nothing,
    /// Only what is always true, which was told.
    Nonsense,
    Something,
}

/// Each test must run and hold an assertion that can fail, or a helper's name that speaks of one.
fn assertions(spec: &SpecBlock<'_>, code: &Code, language: Language, found: &mut Findings<'_>) {
    let content = spec.block.content;
    let inside = |span: Span| span.shifted(spec.block.content_span.start);
    let mut current: Option<(Span, Asserts)> = None;
    let report = |ended: Option<(Span, Asserts)>, found: &mut Findings<'_>| {
        if let Some((place, Asserts::Nothing)) = ended {
            found.add(&NO_ASSERTION, inside(place), "this test asserts nothing");
        }
    };
    let mut before = "";
    for (at, name) in code.names() {
        let mut is_known = false;
        if may_say_something(name) {
            let span = Span::new(at, at + name.len());
            if let Some(why) = left_out(language, before, name, &code.bare, at) {
                found.add(&LEFT_OUT, inside(span), format!("`{name}` here: this {why}"));
            }
            if begins_test(language, before, name, &code.bare, at) {
                report(current.replace((span, Asserts::Nothing)), found);
                is_known = true;
            } else if let Some((_, asserted)) = current.as_mut()
                && let Some(nonsense) = always_true(content, &code.bare, language, (at, name))
            {
                let message = format!("`{}` is always true", short(nonsense.of(content)));
                found.add(&NO_ASSERTION, inside(nonsense), message);
                if *asserted == Asserts::Nothing {
                    *asserted = Asserts::Nonsense;
                }
                is_known = true;
            }
        }
        if let Some((_, asserted)) = current.as_mut()
            && !is_known
            && *asserted != Asserts::Something
            && asserts(language, name, &code.bare, at)
        {
            *asserted = Asserts::Something;
        }
        before = name;
    }
    report(current, found);
}

/// Whether a name may begin a test, leave it out or be an assertion that cannot fail, by its first two letters: most
/// do none of it.
fn may_say_something(name: &str) -> bool {
    let Some(first_two) = name.as_bytes().first_chunk() else { return false };
    matches!(first_two, b"it" | b"te" | b"Te")
        || may_leave_out_by(*first_two)
        || begins_assertion(*first_two)
}

fn short(code: &str) -> String {
    let line: Vec<&str> = code.split_whitespace().collect();
    line.join(" ").chars().take(60).collect()
}

/// Whether a name begins a test; `before` is the name before it.
fn begins_test(language: Language, before: &str, name: &str, code: &str, at: usize) -> bool {
    let after = || code.get(at + name.len()..).unwrap_or_default();
    let follows = |ends: &[&str]| {
        code.get(..at).is_some_and(|code| ends.iter().any(|end| code.ends_with(end)))
    };
    match language {
        Language::Script => {
            // `it.each(table)(name, body)`, but not `it.skip` and `it.todo`, which are told as such.
            let calls = ["(", ".each", ".only(", ".concurrent"];
            matches!(name, "it" | "test")
                && calls.iter().any(|call| after().starts_with(call))
                && !follows(&["."])
                && before != "function"
        }
        Language::Python => before == "def" && name.starts_with("test"),
        Language::Rust => name == "test" && follows(&["#[", "::"]),
        Language::Go => before == "func" && name.starts_with("Test") && name != "TestMain",
        Language::Braces => name == "Test" && follows(&["@", "["]),
        Language::Ruby => name == "it" && after().trim_start().starts_with(['"', '\'']),
        Language::Shell | Language::Sql | Language::Data => false,
    }
}

/// Names that speak of an assertion, in whatever library; too many is better than too few here.
fn asserts(language: Language, name: &str, code: &str, at: usize) -> bool {
    let is_own = match language {
        Language::Script => {
            matches!(name, "throws" | "rejects" | "equal" | "deepEqual" | "fail")
        }
        Language::Python => matches!(name, "raises" | "fail" | "warns" | "raise"),
        Language::Rust => matches!(
            name,
            "panic" | "unreachable" | "unwrap" | "unwrap_err" | "proptest" | "quickcheck"
        ),
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
        Language::Braces => matches!(name, "fail" | "Fail" | "assertThrows" | "XCTFail"),
        Language::Ruby => matches!(name, "is_expected" | "raises" | "flunk"),
        Language::Shell | Language::Sql | Language::Data => return true,
    };
    is_own
        || speaks_of_asserting(name)
        || (language == Language::Rust
            && code.get(at + name.len()..).is_some_and(|after| after.starts_with("?;")))
}

/// Whether a name has one of the words in it, in any case.
fn speaks_of_asserting(name: &str) -> bool {
    let bytes = name.as_bytes();
    let begins = |at: usize, word: &str| {
        let part = bytes.get(at..at + word.len());
        part.is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    // The first letter, made small by its bit, decides which words are worth a look; the shortest has
    // four.
    let starts = bytes.get(..bytes.len().saturating_sub(3)).unwrap_or_default();
    starts.iter().enumerate().any(|(at, byte)| match byte | 0x20 {
        b'a' => begins(at, "assert"),
        b'c' => begins(at, "check"),
        b'e' => begins(at, "expect") || begins(at, "ensure"),
        b'm' => begins(at, "must"),
        b's' => begins(at, "should") || begins(at, "snapshot"),
        b'v' => begins(at, "verify"),
        _ => false,
    })
}
