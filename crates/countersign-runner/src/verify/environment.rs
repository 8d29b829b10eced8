//! Tests that were skipped where the specification asks for a variable. The work runs in their process, and could have
//! set it as it was loaded. So they run once more and ask what the process was started with, which the kernel remembers:
//! whoever is not skipped then was skipped by the work.

use countersign_core::{Finding, SpecFile, TestOutcome, Visibility};

use super::case::{Stage, VerifyError};
use super::twins::{outcome, run};
use super::{Verification, spec_files};
use crate::spec::{Language, SpecTest, names};

const PYTHON: &str =
    "(dict(p.split('=', 1) for p in open('/proc/self/environ').read().split('\\0') if '=' in p))";
const JAVASCRIPT: &str = "(Object.fromEntries(process.getBuiltinModule('fs').readFileSync('/proc/self/environ', 'utf8')\
                          .split('\\0').filter((p) => p).map((p) => [p.slice(0, p.indexOf('=')), p.slice(p.indexOf('=') + 1)])))";

/// Fails what was skipped by a variable that nobody but the work has set.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let passed = verification.passed_by_tests(visibility);
    let was_skipped = |test: &SpecTest| {
        let seen = passed.iter().filter_map(|criterion| verification.seen.get(&criterion.id));
        let mut tests = seen.flat_map(|seen| &seen.tests);
        test.skipped && tests.any(|(name, end)| *end == TestOutcome::Skipped && test.matches(name))
    };
    let mut skipped = Vec::new();
    let asking = |file: SpecFile| {
        let tests = names(&file.path, &file.content).unwrap_or_default();
        let tests: Vec<SpecTest> = tests.into_iter().filter(was_skipped).collect();
        match as_started(&file).filter(|_| !tests.is_empty()) {
            Some(content) => {
                skipped.extend(tests);
                SpecFile { content, ..file }
            }
            None => file,
        }
    };
    let files: Vec<SpecFile> =
        spec_files(verification.case, visibility).into_iter().map(asking).collect();
    if skipped.is_empty() {
        return Ok(());
    }
    (verification.tell)(Stage::Twins);
    for (id, ran) in run(verification, visibility, &passed, &files)? {
        let Some(report) = ran.tests.as_ref().and_then(|report| report.as_ref().ok()) else {
            continue;
        };
        let Some(seen) = verification.seen.get_mut(&id) else { continue };
        let is_here = |test: &&SpecTest| seen.tests.keys().any(|name| test.matches(name));
        let runs = |test: &&SpecTest| {
            matches!(outcome(report, test), Some(TestOutcome::Passed | TestOutcome::Failed))
        };
        let named: Vec<String> =
            skipped.iter().filter(is_here).filter(runs).map(ToString::to_string).collect();
        if !named.is_empty() {
            seen.finding = Finding::Fail;
            seen.reason = format!(
                "skipped because of a variable that the work sets: {}. They must run and pass",
                named.join(", ")
            );
        }
    }
    Ok(())
}

/// The same file, asking for the variables that its process was started with; nothing where it asks for none.
fn as_started(file: &SpecFile) -> Option<String> {
    let text = &file.content;
    let other = match Language::of(&file.path)? {
        Language::Python => {
            text.replace("os.getenv(", &format!("{PYTHON}.get(")).replace("os.environ", PYTHON)
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            text.replace("process.env", JAVASCRIPT)
        }
        Language::Rust | Language::Go => return None,
    };
    (other != *text).then_some(other)
}
