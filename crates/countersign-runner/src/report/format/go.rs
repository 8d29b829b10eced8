//! What `go test -json` prints, one event a line: `import/path TestA/sub`.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::TestOutcome;
use serde::Deserialize;

use crate::report::{ReportError, TestRun};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Event {
    action: String,
    #[serde(default)]
    package: String,
    #[serde(default)]
    test: Option<String>,
    #[serde(default)]
    output: String,
}

pub fn read(text: &str) -> Result<TestRun, ReportError> {
    let mut run = TestRun::default();
    let mut words: BTreeMap<String, String> = BTreeMap::new();
    // Tests and packages that began; each must end.
    let mut open: BTreeSet<String> = BTreeSet::new();
    // Packages of which a test failed.
    let mut blamed: BTreeSet<String> = BTreeSet::new();
    let mut ended = 0_usize;
    for line in text.lines().filter(|line| line.starts_with('{')) {
        let event: Event = serde_json::from_str(line).map_err(|error| {
            if error.is_eof() {
                ReportError::CutOff { what: "the last event is not complete".into() }
            } else {
                ReportError::Malformed { format: "go's JSON", why: error.to_string() }
            }
        })?;
        let name = match &event.test {
            Some(test) => format!("{} {test}", event.package),
            None => event.package.clone(),
        };
        let outcome = match event.action.as_str() {
            "start" | "run" => {
                open.insert(name);
                continue;
            }
            "output" => {
                if event.test.is_some() {
                    let words = words.entry(name).or_default();
                    if words.len() < 4096 {
                        words.push_str(&event.output);
                    }
                }
                continue;
            }
            "pass" => TestOutcome::Passed,
            "fail" => TestOutcome::Failed,
            "skip" => TestOutcome::Skipped,
            // Pauses, benchmarks and what the build says.
            _ => continue,
        };
        open.remove(&name);
        ended += 1;
        if event.test.is_some() {
            if outcome == TestOutcome::Failed {
                run.say(&name, words.get(&name).map_or("", String::as_str));
                blamed.insert(event.package);
            }
            run.add(name, outcome)?;
        } else if outcome == TestOutcome::Failed && !blamed.contains(&event.package) {
            // The package failed without a failed test: it does not build, or its process ended early.
            run.add(name, TestOutcome::Failed)?;
        }
    }
    if let Some(name) = open.first() {
        return Err(ReportError::CutOff { what: format!("{name} began and never ended") });
    }
    if ended == 0 {
        return Err(ReportError::CutOff { what: "no package was tested".into() });
    }
    Ok(run)
}
