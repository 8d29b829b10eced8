//! The same tests with wrong expectations, in a room of their own.

use countersign_core::{Check, Finding, SpecFile, TestOutcome, Twins, Visibility};

use super::case::{Stage, VerifyError, immediate};
use super::{Verification, spec_files};
use crate::report::TestRun;
use crate::spec::{SpecTest, twin};

/// The specification's files with wrong expectations.
struct Altered {
    files: Vec<SpecFile>,
    tests: Vec<SpecTest>,
    not_twinned: Vec<String>,
}

/// Runs the twins of every test command that passed. A test that passes with a wrong expectation too fails
/// its criterion.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let passed: Vec<_> = immediate(verification.case)
        .filter(|criterion| {
            criterion.visibility == visibility
                && matches!(criterion.check, Check::Tests { .. })
                && verification
                    .seen
                    .get(&criterion.id)
                    .is_some_and(|seen| seen.finding == Finding::Pass)
        })
        .collect();
    let Some(last) = passed.last().map(|criterion| criterion.id.clone()) else { return Ok(()) };
    let altered = altered(spec_files(verification.case, visibility));
    if altered.tests.is_empty() && altered.not_twinned.is_empty() {
        return Ok(());
    }
    (verification.tell)(Stage::Twins);
    let mut runs = Vec::new();
    if !altered.tests.is_empty() {
        let mut sitting = verification.sitting(&altered.files)?;
        for criterion in immediate(verification.case) {
            if criterion.visibility != visibility {
                continue;
            }
            if let Some(ran) = sitting.run_check(&criterion.check)?
                && passed.iter().any(|one| one.id == criterion.id)
            {
                runs.push((criterion.id.clone(), ran.tests));
            }
            if criterion.id == last {
                break;
            }
        }
    }
    for criterion in &passed {
        let Some(seen) = verification.seen.get_mut(&criterion.id) else { continue };
        let run = runs.iter().find(|(id, _)| *id == criterion.id).and_then(|(_, run)| run.as_ref());
        let mut twins = Twins { not_twinned: altered.not_twinned.clone(), ..Twins::default() };
        for test in &altered.tests {
            // Only what this command ran has a twin in it.
            if !seen.tests.keys().any(|name| test.matches(name)) {
                continue;
            }
            match run.map(|run| run.as_ref().map(|run| outcome(run, test))) {
                Some(Ok(Some(TestOutcome::Passed))) => twins.passed.push(test.to_string()),
                Some(Ok(Some(TestOutcome::Failed))) => twins.failed += 1,
                // The runner fell over it as a whole, so nothing passed; but nothing was compared either.
                Some(Ok(Some(TestOutcome::Skipped) | None) | Err(_)) | None => {
                    twins.not_twinned.push(format!("{test}: its twin did not run"));
                }
            }
        }
        if !twins.passed.is_empty() {
            seen.finding = Finding::Fail;
            seen.reason = format!(
                "the tests pass whatever they expect: with wrong expectations these pass too: {}. The work, \
                 and not the tests or what runs them, has to make them pass",
                twins.passed.join(", ")
            );
        }
        if twins != Twins::default() {
            seen.twins = Some(twins);
        }
    }
    Ok(())
}

fn altered(files: Vec<SpecFile>) -> Altered {
    let mut altered = Altered { files: Vec::new(), tests: Vec::new(), not_twinned: Vec::new() };
    for mut file in files {
        let twin = twin(&file.path, &file.content);
        altered.tests.extend(twin.altered.into_iter().map(|one| one.test));
        altered.not_twinned.extend(twin.not_twinned.into_iter().map(|one| match one.test {
            Some(test) => format!("{test}: {}", one.why),
            None => format!("{}: {}", file.path, one.why),
        }));
        file.content = twin.text;
        altered.files.push(file);
    }
    altered
}

/// How a test ended: of several cases, a single pass counts, for none of them may.
fn outcome(run: &TestRun, test: &SpecTest) -> Option<TestOutcome> {
    let outcomes: Vec<TestOutcome> =
        run.tests.iter().filter(|(name, _)| test.matches(name)).map(|(_, one)| *one).collect();
    let has = |wanted| outcomes.contains(&wanted);
    if has(TestOutcome::Passed) && !has(TestOutcome::Failed) {
        Some(TestOutcome::Passed)
    } else if has(TestOutcome::Failed) {
        Some(TestOutcome::Failed)
    } else {
        outcomes.first().copied()
    }
}
