//! What Python's unittest prints with `-v`, both streams in one: `package.module.Class.test`.

use std::collections::BTreeMap;

use countersign_core::TestOutcome;

use crate::report::{ReportError, TestRun};

pub fn read(text: &str) -> Result<TestRun, ReportError> {
    let mut run = TestRun::default();
    let mut part = Part::default();
    let mut totals: Option<usize> = None;
    let mut verdicts = 0_usize;
    for line in text.lines() {
        if let Some(count) = ran(line) {
            totals = Some(count);
        } else if let Some(count) = totals
            && let Some(good) = verdict(line)
        {
            std::mem::take(&mut part).add_to(&mut run, count, good)?;
            totals = None;
            verdicts += 1;
        } else {
            part.line(line);
        }
    }
    if verdicts == 0 || totals.is_some() || !part.found.is_empty() {
        return Err(ReportError::CutOff { what: "the run did not come to its end".into() });
    }
    Ok(run)
}

/// `Ran 8 tests in 0.001s`
fn ran(line: &str) -> Option<usize> {
    let (count, rest) = line.strip_prefix("Ran ")?.split_once(' ')?;
    (rest.starts_with("test in ") || rest.starts_with("tests in ")).then_some(())?;
    count.parse().ok()
}

fn verdict(line: &str) -> Option<bool> {
    if line == "OK" || line.starts_with("OK (") || line.starts_with("NO TESTS RAN") {
        Some(true)
    } else if line == "FAILED" || line.starts_with("FAILED (") {
        Some(false)
    } else {
        None
    }
}

/// One run of the runner, up to its totals.
#[derive(Default)]
struct Part {
    found: BTreeMap<String, Option<TestOutcome>>,
    /// The test that began last, as long as its outcome has not been seen.
    open: Option<String>,
    /// After the first line of `=` only what went wrong follows.
    over: bool,
}

impl Part {
    fn line(&mut self, line: &str) {
        if self.over {
            return;
        }
        if line.len() >= 70 && line.bytes().all(|byte| byte == b'=') {
            self.over = true;
            return;
        }
        let (start, end) = match line.split_once(" ... ") {
            Some((start, end)) => (start, Some(end)),
            None => (line.strip_suffix(" ...").unwrap_or(line), None),
        };
        if let Some(name) = name_of(start.trim_start()) {
            self.found.entry(name.clone()).or_insert(None);
            self.open = Some(name);
        } else if end.is_none() && self.open.is_none() {
            return;
        }
        // The outcome stands at the end of the line, or alone on one after something that was printed.
        let Some(outcome) = outcome(end.unwrap_or(line)) else { return };
        let Some(name) = self.open.clone() else { return };
        let known = self.found.entry(name).or_insert(None);
        *known = match *known {
            Some(TestOutcome::Failed) => Some(TestOutcome::Failed),
            _ => Some(outcome),
        };
        // Parts of a test, which are indented, do not end it.
        if !line.starts_with(' ') {
            self.open = None;
        }
    }

    fn add_to(self, run: &mut TestRun, ran: usize, good: bool) -> Result<(), ReportError> {
        // Whether tests of a skipped class are counted depends on the version; what could not be set up
        // is no test.
        let tests = || self.found.iter().filter(|(name, _)| !is_set_up(name));
        let skipped =
            tests().filter(|(_, outcome)| **outcome == Some(TestOutcome::Skipped)).count();
        let shown = tests().count();
        if ran > shown || ran + skipped < shown {
            return Err(ReportError::Contradiction {
                said: format!("{ran} tests ran"),
                shown: shown.to_string(),
            });
        }
        let failed = self.found.values().any(|outcome| *outcome == Some(TestOutcome::Failed));
        if failed == good {
            return Err(ReportError::Contradiction {
                said: if good { "OK".into() } else { "FAILED".into() },
                shown: if failed { "a failed test".into() } else { "no failed test".into() },
            });
        }
        for (name, outcome) in self.found {
            let Some(outcome) = outcome else {
                return Err(ReportError::CutOff { what: format!("{name} never ended") });
            };
            run.add(name, outcome)?;
        }
        Ok(())
    }
}

fn is_set_up(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    ["setUpClass", "tearDownClass", "setUpModule", "tearDownModule"].contains(&last)
}

/// `test_a (package.module.Class.test_a)`, `test_a (package.module.Class)` before Python 3.11, either with
/// the parameters of a part behind it.
fn name_of(start: &str) -> Option<String> {
    let (test, rest) = start.split_once(" (")?;
    let (place, _) = rest.split_once(')')?;
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    };
    if !is_name(test) || !is_name(place) {
        return None;
    }
    if place.rsplit('.').next() == Some(test) {
        Some(place.to_owned())
    } else {
        Some(format!("{place}.{test}"))
    }
}

fn outcome(end: &str) -> Option<TestOutcome> {
    match end {
        "ok" => Some(TestOutcome::Passed),
        "FAIL" | "ERROR" | "unexpected success" => Some(TestOutcome::Failed),
        "expected failure" => Some(TestOutcome::Skipped),
        _ if end.starts_with("skipped ") => Some(TestOutcome::Skipped),
        _ => None,
    }
}
