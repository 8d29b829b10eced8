//! Tests that are written and never run: `it.skip`, `@pytest.mark.skip`, `#[ignore]`.

use crate::lint::code::Language;

/// Why the test that a name stands at does not run, or keeps others from it; `before` tells the name before it.
pub(super) fn left_out<'c>(
    language: Language,
    before: impl Fn() -> &'c str,
    name: &str,
    code: &str,
    at: usize,
) -> Option<&'static str> {
    const SKIPPED: &str = "is skipped";
    const ALONE: &str = "keeps the other tests of its file from running";
    const PROMISED: &str = "is only a promise of a test";
    const MAY_FAIL: &str = "passes where the test fails";
    if !may_leave_out(name) {
        return None;
    }
    let behind = code.get(..at).unwrap_or_default();
    let ahead = code.get(at + name.len()..).unwrap_or_default();
    let follows = |ends: &[&str]| ends.iter().any(|end| behind.ends_with(end));
    let is_called = || ahead.starts_with(['(', '.', '`']);
    match language {
        Language::Script => match name {
            "skip" | "only" | "todo" | "fixme"
                if follows(&["."]) && is_called() && runs_tests(before()) =>
            {
                Some(match name {
                    "only" => ALONE,
                    "todo" => PROMISED,
                    _ => SKIPPED,
                })
            }
            "skip" if matches!(before(), "this" | "t" | "ctx" | "context") && follows(&["."]) => {
                Some(SKIPPED).filter(|_| ahead.starts_with('('))
            }
            "skip" | "todo" if ahead.starts_with(": true") => Some(SKIPPED),
            "xit" | "xtest" | "xdescribe" | "xcontext" if is_called() && !follows(&["."]) => {
                Some(SKIPPED)
            }
            "fit" | "fdescribe" if ahead.starts_with('(') && !follows(&["."]) => Some(ALONE),
            _ => None,
        },
        Language::Python => match name {
            "skip" if matches!(before(), "mark" | "unittest" | "pytest") && follows(&["."]) => {
                Some(SKIPPED)
            }
            "skipTest" if ahead.starts_with('(') => Some(SKIPPED),
            "xfail" if follows(&["mark."]) => Some(MAY_FAIL),
            "expectedFailure" => Some(MAY_FAIL),
            _ => None,
        },
        Language::Rust => (name == "ignore" && follows(&["#["])).then_some(SKIPPED),
        Language::Go => {
            // A test that is only left out of short runs is run here.
            let is_short = || {
                let lines = behind.rsplit('\n').take(2);
                lines.into_iter().any(|line| line.contains("testing.Short()"))
            };
            let skips = matches!(name, "Skip" | "Skipf" | "SkipNow") && follows(&["t."]);
            (skips && !is_short()).then_some(SKIPPED)
        }
        Language::Braces => match name {
            "Disabled" | "Ignore" => follows(&["@", "["]).then_some(SKIPPED),
            "Skip" => ahead.starts_with(" = ").then_some(SKIPPED),
            _ => None,
        },
        Language::Ruby => match name {
            "xit" | "xdescribe" | "xcontext" | "pending" | "skip" => {
                let starts_line = behind.rsplit('\n').next().unwrap_or_default().trim().is_empty();
                starts_line.then_some(SKIPPED)
            }
            _ => None,
        },
        Language::Shell | Language::Sql | Language::Data => None,
    }
}

/// Every name that is looked at in some language, which hardly any is.
fn may_leave_out(name: &str) -> bool {
    matches!(
        name,
        "skip"
            | "only"
            | "todo"
            | "fixme"
            | "fit"
            | "fdescribe"
            | "xit"
            | "xtest"
            | "xdescribe"
            | "xcontext"
            | "skipTest"
            | "xfail"
            | "expectedFailure"
            | "ignore"
            | "pending"
            | "Skip"
            | "Skipf"
            | "SkipNow"
            | "Disabled"
            | "Ignore"
    )
}

fn runs_tests(name: &str) -> bool {
    matches!(name, "it" | "test" | "describe" | "context" | "suite" | "concurrent" | "serial")
}
