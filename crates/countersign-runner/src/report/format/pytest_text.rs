//! What pytest prints with `-v`, for a run that cannot write XML: `tests/test_a.py::Class::test_b[1]`.

use countersign_core::TestOutcome;

use crate::report::{ReportError, TestRun};

pub fn read(text: &str) -> Result<TestRun, ReportError> {
    let mut run = TestRun::default();
    let mut passed = 0_usize;
    let mut said: Option<usize> = None;
    for line in text.lines() {
        if let Some(count) = totals(line) {
            said = Some(said.unwrap_or(0) + count);
        } else if let Some((name, word)) = test_line(line) {
            passed += usize::from(word == "PASSED");
            run.add(name, outcome(word))?;
        }
    }
    match said {
        None => Err(ReportError::CutOff { what: "there are no totals".into() }),
        Some(said) if said != passed => Err(ReportError::Contradiction {
            said: format!("{said} tests passed"),
            shown: passed.to_string(),
        }),
        Some(_) => Ok(run),
    }
}

const WORDS: &[&str] = &["PASSED", "FAILED", "ERROR", "SKIPPED", "XFAIL", "XPASS"];

fn outcome(word: &str) -> TestOutcome {
    match word {
        "PASSED" | "XPASS" => TestOutcome::Passed,
        "SKIPPED" | "XFAIL" => TestOutcome::Skipped,
        _ => TestOutcome::Failed,
    }
}

/// `tests/test_a.py::test_b[1] PASSED   [ 8%]`, or `[gw0] [ 8%] PASSED tests/test_a.py::test_b[1]`.
fn test_line(line: &str) -> Option<(String, &'static str)> {
    if let Some(rest) = line.strip_prefix("[gw") {
        let (_, rest) = rest.split_once("%] ")?;
        let (word, name) = rest.split_once(' ')?;
        let word = WORDS.iter().find(|known| **known == word)?;
        return Some((name.trim().to_owned(), word));
    }
    let (_, _) = line.split_once("::")?;
    let line = match line.rsplit_once('[') {
        Some((start, share)) if share.trim_end().ends_with("%]") => start.trim_end(),
        _ => line,
    };
    WORDS.iter().find_map(|word| {
        let (name, after) = line.rsplit_once(&format!(" {word}"))?;
        let ends = after.is_empty() || after.starts_with(" (");
        (ends && name.contains(".py::")).then(|| (name.to_owned(), *word))
    })
}

/// `===== 2 failed, 7 passed, 1 skipped in 0.23s =====`: how many passed.
fn totals(line: &str) -> Option<usize> {
    let line = line.trim_matches('=').trim();
    let (counts, time) = line.rsplit_once(" in ")?;
    if !time.split(' ').next().is_some_and(|time| time.ends_with('s')) {
        return None;
    }
    if counts == "no tests ran" {
        return Some(0);
    }
    let mut passed = 0;
    for part in counts.split(", ") {
        let (count, what) = part.split_once(' ')?;
        let count: usize = count.parse().ok()?;
        if what == "passed" {
            passed = count;
        }
    }
    Some(passed)
}
