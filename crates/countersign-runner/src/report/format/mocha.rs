//! The JSON that mocha writes: `test/a.js > suites and title`. Mocha joins the titles of suites by spaces.

use std::path::Path;

use countersign_core::TestOutcome;
use serde::Deserialize;

use super::within;
use crate::report::{ReportError, TestRun};

#[derive(Deserialize)]
struct Report {
    stats: Stats,
    tests: Vec<Test>,
    pending: Vec<Test>,
    failures: Vec<Test>,
    passes: Vec<Test>,
}

#[derive(Deserialize)]
struct Stats {
    passes: usize,
    pending: usize,
    failures: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    full_title: String,
    #[serde(default)]
    file: Option<String>,
    #[serde(default)]
    err: Trouble,
}

#[derive(Default, Deserialize)]
struct Trouble {
    #[serde(default)]
    message: Option<String>,
}

pub fn read(bytes: &[u8], room: &Path) -> Result<TestRun, ReportError> {
    let report: Report = serde_json::from_slice(bytes).map_err(|error| {
        if error.is_eof() {
            ReportError::CutOff { what: error.to_string() }
        } else {
            ReportError::Malformed { format: "mocha's JSON", why: error.to_string() }
        }
    })?;
    let Stats { passes, pending, failures } = report.stats;
    let shown = [report.passes.len(), report.pending.len(), report.failures.len()];
    if shown != [passes, pending, failures] {
        return Err(ReportError::Contradiction {
            said: format!("{passes} passed, {pending} pending, {failures} failed"),
            shown: format!("{shown:?}"),
        });
    }
    let mut run = TestRun::default();
    let ended = [
        (report.passes, TestOutcome::Passed),
        (report.pending, TestOutcome::Skipped),
        (report.failures, TestOutcome::Failed),
    ];
    for (tests, outcome) in ended {
        for test in tests {
            let name = test.name(room);
            if outcome == TestOutcome::Failed {
                run.say(&name, test.err.message.as_deref().unwrap_or_default());
            }
            run.add(name, outcome)?;
        }
    }
    // A test that began and ended in no way: the run was broken off.
    if let Some(lost) = report.tests.iter().find(|test| !run.tests.contains_key(&test.name(room))) {
        return Err(ReportError::CutOff { what: format!("{} never ended", lost.full_title) });
    }
    Ok(run)
}

impl Test {
    fn name(&self, room: &Path) -> String {
        match &self.file {
            Some(file) => format!("{} > {}", within(file, room), self.full_title),
            None => self.full_title.clone(),
        }
    }
}
