//! Right copies of tests among their twins, and the tests once more in another wording. What passed has to pass there
//! too: who does not knows the tests by their text, or guesses which run it is in.

use std::collections::BTreeMap;

use countersign_core::{Finding, SpecFile, TestOutcome, Visibility};

use super::Verification;
use super::case::{Stage, VerifyError};
use super::ran::Ran;
use super::twins::{outcome, run};
use crate::spec::{Chance, Control, SpecTest, names, rewritten};

/// Takes the right copies out of what ran, and says whether each of which the original had passed has passed too. The other
/// tests have their own names again.
pub(super) fn take(
    run: &mut Ran,
    first: Option<&BTreeMap<String, TestOutcome>>,
    controls: &[Control],
) -> bool {
    let Some(Ok(report)) = run.tests.as_mut() else { return controls.is_empty() };
    let mut have_passed = true;
    for Control { original, copy, .. } in controls {
        let is_it = |(name, end): (&String, &TestOutcome)| {
            *end == TestOutcome::Passed && original.matches(name)
        };
        let had_passed = first.is_some_and(|first| first.iter().any(is_it));
        have_passed &= !had_passed || outcome(report, copy) == Some(TestOutcome::Passed);
        report.tests.retain(|name, _| !copy.matches(name));
    }
    let added = || controls.iter().flat_map(|control| &control.added);
    let plain = |name: String| added().fold(name, |name, more| name.replace(more.as_str(), ""));
    let tests = std::mem::take(&mut report.tests).into_iter();
    report.tests = tests.map(|(name, end)| (plain(name), end)).collect();
    have_passed
}

/// Tests that the worker knows once more, right and in another wording: what passed has to pass.
pub(super) fn written_otherwise(
    verification: &mut Verification<'_>,
    known: &[SpecFile],
    chance: Chance,
) -> Result<(), VerifyError> {
    let passed = verification.passed_by_tests(Visibility::Shown);
    let of_file = |file: &SpecFile| {
        let text = rewritten(&file.path, &file.content, chance);
        SpecFile { content: text.unwrap_or_else(|| file.content.clone()), ..file.clone() }
    };
    let files: Vec<SpecFile> = known.iter().map(of_file).collect();
    if passed.is_empty() || files == known {
        return Ok(());
    }
    (verification.tell)(Stage::Twins);
    let tests = |file: &SpecFile| names(&file.path, &file.content).unwrap_or_default();
    let given: Vec<SpecTest> = known.iter().flat_map(tests).collect();
    for (id, run) in run(verification, Visibility::Shown, &passed, &files)? {
        let Some(seen) = verification.seen.get_mut(&id) else { continue };
        let report = run.tests.as_ref().and_then(|report| report.as_ref().ok());
        let is_lost = |test: &&SpecTest| {
            let is_it = |(name, end): (&String, &TestOutcome)| {
                *end == TestOutcome::Passed && test.matches(name)
            };
            let now = report.and_then(|report| outcome(report, test));
            seen.tests.iter().any(is_it) && now != Some(TestOutcome::Passed)
        };
        let lost: Vec<String> = given.iter().filter(is_lost).map(ToString::to_string).collect();
        if !lost.is_empty() {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "the tests pass as they are written, and not with other comments, quotation marks and numerals: {}. \
                 The work seems to know them by their text, or which run it is in: a person has to look",
                lost.join(", ")
            );
        }
    }
    Ok(())
}
