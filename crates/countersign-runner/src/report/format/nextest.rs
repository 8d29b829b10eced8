//! What `cargo nextest run` prints with every status shown: `package::binary module::test`.

use countersign_core::TestOutcome;

use crate::report::{ReportError, TestRun};

pub fn read(text: &str) -> Result<TestRun, ReportError> {
    let mut run = TestRun::default();
    let mut since = TestRun::default();
    let mut summaries = 0_usize;
    for line in text.lines() {
        let line = line.trim_start();
        if let Some(summary) = line.strip_prefix("Summary [") {
            let said = passed_of(summary).ok_or_else(|| ReportError::Malformed {
                format: "what nextest prints",
                why: format!("{line:?} is no summary"),
            })?;
            let shown = since.count(TestOutcome::Passed);
            if said != shown {
                return Err(ReportError::Contradiction {
                    said: format!("{said} tests passed"),
                    shown: shown.to_string(),
                });
            }
            run.join(std::mem::take(&mut since))?;
            summaries += 1;
        } else if let Some((name, outcome)) = status_line(line) {
            since.add(name, outcome)?;
        }
    }
    if summaries == 0 {
        return Err(ReportError::CutOff { what: "there is no summary".into() });
    }
    // After the summary only failures are shown once more; anything else is a run without its summary.
    if since.tests.values().any(|outcome| *outcome != TestOutcome::Failed) {
        return Err(ReportError::CutOff { what: "the last run has no summary".into() });
    }
    Ok(run)
}

/// `PASS [   0.039s] (4/6) package::binary module::test`
fn status_line(line: &str) -> Option<(String, TestOutcome)> {
    let (status, rest) = line.split_once(" [")?;
    let outcome = outcome(status.trim())?;
    let (_, rest) = rest.split_once(']')?;
    let rest = rest.trim_start();
    // Which of how many; older versions do not count.
    let rest = match rest.strip_prefix('(') {
        Some(counted) => counted.split_once(')')?.1.trim_start(),
        None => rest,
    };
    let (binary, test) = rest.split_once(' ')?;
    let test = test.trim();
    (!test.is_empty() && !test.contains(' ')).then(|| (format!("{binary} {test}"), outcome))
}

fn outcome(status: &str) -> Option<TestOutcome> {
    // A test that was tried again says so at every try; its last one counts, and a summary repeats it.
    let tried = status.strip_prefix("TRY ").and_then(|tried| tried.split_once(' '));
    match (tried, status) {
        (Some((_, "PASS")), _) | (None, "PASS" | "LEAK") => Some(TestOutcome::Passed),
        (None, "SKIP") => Some(TestOutcome::Skipped),
        (None, "FAIL" | "TIMEOUT" | "ABORT" | "LEAK-FAIL" | "XFAIL") => Some(TestOutcome::Failed),
        (None, signal) if signal.starts_with("SIG") => Some(TestOutcome::Failed),
        _ => None,
    }
}

/// `   0.624s] 6 tests run: 5 passed (1 slow), 1 failed, 2 skipped`
fn passed_of(summary: &str) -> Option<usize> {
    let (_, counts) = summary.split_once(':')?;
    let passed = counts.split(',').find_map(|part| part.trim().split_once(" passed"))?;
    passed.0.parse().ok()
}
