//! Test Specification and Hidden Tests: tests that have a place and assert something.

use crate::Span;
use crate::intake::{SectionKind, SpecBlock};
use crate::lint::catalogue::tests::{LEFT_OUT, NO_ASSERTION, NO_TESTS};
use crate::lint::code::{Code, Language};
use crate::lint::finding::Findings;

use super::always_true::{Idle, idle, is_assertion};
use super::left_out::left_out;
use super::{Parts, imports, namespaces, placeholders};

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
        namespaces::check(parts, spec, &code, language, found);
    }
}

/// What a test was found to assert so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asserts {
    Nothing,
    /// Only what cannot fail, which was told.
    Nonsense,
    Something,
}

/// A test that was begun.
struct Begun {
    /// Of the name that begins it.
    name: Span,
    asserts: Asserts,
}

/// Each test must run and hold an assertion that can fail, or a helper's name that speaks of one.
fn assertions(spec: &SpecBlock<'_>, code: &Code, language: Language, found: &mut Findings<'_>) {
    let content = spec.block.content;
    let inside = |span: Span| span.shifted(spec.block.content_span.start);
    let mut current: Option<Begun> = None;
    let mut own_expect = None;
    let report = |ended: Option<Begun>, end: usize, found: &mut Findings<'_>| {
        let Some(Begun { name, asserts: Asserts::Nothing }) = ended else { return };
        // Hardly any test is without an assertion that is known by its first letters.
        let mut names = code.names_in(name.end, end);
        if !names.any(|(at, name)| asserts(language, name, &code.bare, at)) {
            found.add(&NO_ASSERTION, inside(name), "this test asserts nothing");
        }
    };
    for (at, name) in code.names_that(may_say_something) {
        let span = Span::new(at, at + name.len());
        if let Some(why) = left_out(language, || code.name_before(at), name, &code.bare, at) {
            found.add(&LEFT_OUT, inside(span), format!("`{name}` here: this {why}"));
        }
        if begins_test(language, || code.name_before(at), name, &code.bare, at) {
            let begun = Begun { name: span, asserts: Asserts::Nothing };
            report(current.replace(begun), at, found);
            continue;
        }
        let Some(begun) = current.as_mut().filter(|_| is_assertion(name)) else { continue };
        let mut is_own =
            || *own_expect.get_or_insert_with(|| imports::has_its_own(content, code, name));
        let told = match idle(content, &code.bare, language, (at, name)) {
            Some(Idle::AlwaysTrue(span)) => Some((span, "is always true")),
            Some(Idle::ClaimsNothing(span)) if !is_own() => {
                Some((span, "does not say what is expected"))
            }
            Some(Idle::ClaimsNothing(_)) | None => None,
        };
        if let Some((span, why)) = told {
            let message = format!("`{}` {why}", short(span.of(content)));
            found.add(&NO_ASSERTION, inside(span), message);
            if begun.asserts == Asserts::Nothing {
                begun.asserts = Asserts::Nonsense;
            }
        } else if begun.asserts != Asserts::Something && asserts(language, name, &code.bare, at) {
            begun.asserts = Asserts::Something;
        }
    }
    report(current, code.bare.len(), found);
}

/// Whether a name may begin a test, leave it out or be an assertion that cannot fail, by its first letters: most do none
/// of it.
fn may_say_something(letters: [u8; 3]) -> bool {
    match letters {
        [b'i', b't', _] => true,
        letters => matches!(
            &letters,
            b"tes"
                | b"Tes"
                | b"ski"
                | b"onl"
                | b"tod"
                | b"fix"
                | b"fit"
                | b"fde"
                | b"xit"
                | b"xte"
                | b"xde"
                | b"xco"
                | b"xfa"
                | b"exp"
                | b"ign"
                | b"pen"
                | b"Ski"
                | b"Dis"
                | b"Ign"
                | b"ass"
                | b"Ass"
                | b"req"
                | b"deb"
                | b"XCT"
        ),
    }
}

fn short(code: &str) -> String {
    let line: Vec<&str> = code.split_whitespace().collect();
    line.join(" ").chars().take(60).collect()
}

/// Whether a name begins a test; `before` tells the name before it.
fn begins_test<'c>(
    language: Language,
    before: impl Fn() -> &'c str,
    name: &str,
    code: &str,
    at: usize,
) -> bool {
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
                && before() != "function"
        }
        Language::Python => name.starts_with("test") && before() == "def",
        Language::Rust => name == "test" && follows(&["#[", "::"]),
        Language::Go => name.starts_with("Test") && name != "TestMain" && before() == "func",
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

#[cfg(test)]
mod first_letters {
    use super::*;

    #[test]
    fn the_first_letters_leave_none_of_the_names_out() {
        let names = [
            "it",
            "test",
            "Test",
            "skip",
            "only",
            "todo",
            "fixme",
            "fit",
            "fdescribe",
            "xit",
            "xtest",
            "xdescribe",
            "xcontext",
            "skipTest",
            "xfail",
            "expectedFailure",
            "ignore",
            "pending",
            "Skip",
            "Skipf",
            "SkipNow",
            "Disabled",
            "Ignore",
            "expect",
            "assert",
            "Assert",
            "require",
            "debug_assert",
            "XCTAssert",
        ];
        for name in names {
            let letters = [name, "("].concat();
            assert!(may_say_something(*letters.as_bytes().first_chunk().unwrap()), "{name}");
        }
    }
}
