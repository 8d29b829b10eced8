//! The JSON that jest and vitest write: `src/a.test.js > suite > test`.

use std::path::Path;

use countersign_core::TestOutcome;
use serde::Deserialize;

use super::within;
use crate::report::{ReportError, TestRun};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    num_total_tests: usize,
    test_results: Vec<File>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    name: String,
    status: String,
    #[serde(default)]
    message: String,
    assertion_results: Vec<Assertion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Assertion {
    ancestor_titles: Vec<String>,
    title: String,
    status: String,
    #[serde(default)]
    failure_messages: Option<Vec<String>>,
}

pub fn read(bytes: &[u8], room: &Path) -> Result<TestRun, ReportError> {
    let report: Report = serde_json::from_slice(bytes).map_err(|error| {
        if error.is_eof() {
            ReportError::CutOff { what: error.to_string() }
        } else {
            ReportError::Malformed { format: "jest's JSON", why: error.to_string() }
        }
    })?;
    let shown: usize = report.test_results.iter().map(|file| file.assertion_results.len()).sum();
    if shown != report.num_total_tests {
        return Err(ReportError::Contradiction {
            said: format!("{} tests", report.num_total_tests),
            shown: shown.to_string(),
        });
    }
    let mut run = TestRun::default();
    for file in report.test_results {
        let path = within(&file.name, room);
        let mut blamed = false;
        for test in file.assertion_results {
            let outcome = outcome(&test.status)?;
            let mut parts = vec![path.as_str()];
            // Before its version 2, vitest names the file itself as a suite without a title.
            let suites = test.ancestor_titles.iter().map(String::as_str).enumerate();
            parts.extend(suites.filter(|(at, title)| *at > 0 || !title.is_empty()).map(|s| s.1));
            parts.push(&test.title);
            let name = parts.join(" > ");
            if outcome == TestOutcome::Failed {
                blamed = true;
                run.say(&name, &test.failure_messages.unwrap_or_default().join("\n"));
            }
            run.add(name, outcome)?;
        }
        // A file that failed without a failed test: it could not be loaded, or its cleaning up failed.
        if !blamed && file.status != "passed" && outcome(&file.status)? == TestOutcome::Failed {
            run.say(&path, &file.message);
            run.add(path, TestOutcome::Failed)?;
        }
    }
    Ok(run)
}

fn outcome(status: &str) -> Result<TestOutcome, ReportError> {
    match status {
        "passed" => Ok(TestOutcome::Passed),
        "failed" => Ok(TestOutcome::Failed),
        "pending" | "skipped" | "todo" | "disabled" | "focused" => Ok(TestOutcome::Skipped),
        other => Err(ReportError::Malformed {
            format: "jest's JSON",
            why: format!("{other:?} is no status of a test"),
        }),
    }
}
