//! Which tests ran, and how each ended.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use countersign_core::TestOutcome;

/// Most tests in one report; more is no suite, but an attempt to fill our memory.
const MAX_TESTS: usize = 500_000;
/// Most bytes of a test's name.
const MAX_NAME: usize = 16 * 1024;
/// Most bytes kept of what a failed test said.
const MAX_WORDS: usize = 2048;
/// Most failed tests whose words are kept.
const MAX_WORDED: usize = 200;

/// The tests that a command ran, by name.
///
/// The name is made of what the report says, so that it is the same in every run of the same test:
/// `tests/test_a.py::Class::test_b[1]`, `package.module.Class.test_b` (unittest), `binary module::test`
/// (Rust), `import/path TestA/sub` (Go), `src/a.test.js > suite > test` (JavaScript; without the file
/// where the runner does not tell it).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestRun {
    pub tests: BTreeMap<String, TestOutcome>,
    /// What failed tests said, as far as the report has it: the first of them, and of each the beginning.
    pub said: BTreeMap<String, String>,
}

/// Why a report cannot be believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    #[error("the command left no report of the tests it ran")]
    Missing,
    #[error("{path} is not a regular file")]
    NotAFile { path: PathBuf },
    /// Our machine's trouble.
    #[error("the report {path} cannot be read: {why}")]
    Unreadable { path: PathBuf, why: String },
    #[error("the report has more than {limit} bytes")]
    TooLarge { limit: usize },
    #[error("the report has more than {MAX_TESTS} tests, or a name of more than {MAX_NAME} bytes")]
    TooMany,
    #[error("the report is not {format}: {why}")]
    Malformed { format: &'static str, why: String },
    #[error("the report ends too early: {what}")]
    CutOff { what: String },
    #[error("the report contradicts itself: it says {said} and shows {shown}")]
    Contradiction { said: String, shown: String },
    #[error("nothing shows which tests this command runs")]
    NoSource,
}

impl TestRun {
    /// Takes a test in. A test that ran twice ended as its worst run did.
    pub(super) fn add(
        &mut self,
        name: impl Into<String>,
        outcome: TestOutcome,
    ) -> Result<(), ReportError> {
        let name = name.into();
        if name.len() > MAX_NAME || self.tests.len() >= MAX_TESTS {
            return Err(ReportError::TooMany);
        }
        match self.tests.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(outcome);
            }
            Entry::Occupied(mut entry) => {
                let worse = worse(*entry.get(), outcome);
                entry.insert(worse);
            }
        }
        Ok(())
    }

    /// Keeps the beginning of what a failed test said.
    pub(super) fn say(&mut self, name: &str, words: &str) {
        let words = words.trim();
        if words.is_empty() || self.said.len() >= MAX_WORDED || self.said.contains_key(name) {
            return;
        }
        let end = words.floor_char_boundary(MAX_WORDS);
        self.said.insert(name.to_owned(), words.get(..end).unwrap_or_default().to_owned());
    }

    pub(super) fn join(&mut self, other: Self) -> Result<(), ReportError> {
        for (name, outcome) in other.tests {
            self.add(name, outcome)?;
        }
        for (name, words) in other.said {
            self.say(&name, &words);
        }
        Ok(())
    }

    pub fn count(&self, outcome: TestOutcome) -> usize {
        self.tests.values().filter(|found| **found == outcome).count()
    }
}

fn worse(one: TestOutcome, other: TestOutcome) -> TestOutcome {
    use TestOutcome::{Failed, Passed, Skipped};
    match (one, other) {
        (Failed, _) | (_, Failed) => Failed,
        (Skipped, _) | (_, Skipped) => Skipped,
        (Passed, Passed) => Passed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TestOutcome::{Failed, Passed, Skipped};

    #[test]
    fn of_two_runs_of_a_test_the_worst_counts() {
        for (runs, counts) in [
            ([Passed, Failed], Failed),
            ([Failed, Passed], Failed),
            ([Skipped, Passed], Skipped),
            ([Passed, Skipped], Skipped),
            ([Failed, Skipped], Failed),
            ([Passed, Passed], Passed),
        ] {
            let mut run = TestRun::default();
            for outcome in runs {
                run.add("a", outcome).unwrap();
            }
            assert_eq!(run.tests["a"], counts, "{runs:?}");
        }
    }

    #[test]
    fn a_name_without_end_is_refused() {
        assert_eq!(
            TestRun::default().add("x".repeat(MAX_NAME + 1), Passed),
            Err(ReportError::TooMany)
        );
    }
}
