//! Tests that go through rows of a file that the specification brings. They have no twin of their own where nothing is
//! expected in their text: so they run with wrong rows, and one of them has to fail.

use countersign_core::{Exit, Finding, Placement, SpecFile, TestOutcome, Visibility};

use super::case::{Stage, VerifyError};
use super::twins::{outcome, run};
use super::{Verification, spec_files};
use crate::spec::{SpecTest, names, wrong_rows};

/// Leaves to a person what passes whatever its rows expect.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let passed = verification.passed_by_tests(visibility);
    let mut files = spec_files(verification.case, visibility);
    let mut altered = Vec::new();
    for file in &mut files {
        let is_own = file.visibility == visibility && file.placement == Placement::Whole;
        if let Some(wrong) = wrong_rows(&file.path, &file.content).filter(|_| is_own) {
            file.content = wrong;
            altered.push(file.path.clone());
        }
    }
    let readers = readers(&files, &altered);
    if passed.is_empty() || readers.is_empty() {
        return Ok(());
    }
    (verification.tell)(Stage::Twins);
    for (id, ran) in run(verification, visibility, &passed, &files)? {
        let Some(seen) = verification.seen.get_mut(&id) else { continue };
        let has_run = |test: &&SpecTest| {
            let mut tests = seen.tests.iter();
            tests.any(|(name, end)| *end == TestOutcome::Passed && test.matches(name))
        };
        let mut here = readers.iter().filter(has_run).peekable();
        if here.peek().is_none() {
            continue;
        }
        let has_failed = match &ran.tests {
            Some(Ok(report)) => here.any(|test| outcome(report, test) != Some(TestOutcome::Passed)),
            Some(Err(_)) | None => ran.ended.exit != Exit::Success,
        };
        if !has_failed {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "the tests pass whatever the rows of {} expect: with wrong ones all of them pass too. A person has to look \
                 whether they are compared with the work at all",
                altered.join(", ")
            );
        }
    }
    Ok(())
}

/// The tests of files that name one of these.
fn readers(files: &[SpecFile], data: &[String]) -> Vec<SpecTest> {
    let names_one = |file: &&SpecFile| {
        data.iter().any(|path| file.content.contains(path.rsplit('/').next().unwrap_or(path)))
    };
    let tests = files.iter().filter(names_one);
    tests.flat_map(|file| names(&file.path, &file.content).unwrap_or_default()).collect()
}
