//! What a check found, before it is put under its criterion.

use countersign_core::{CriterionId, Finding, Observation};

/// What a check found. Words for the worker: what is wrong, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub finding: Finding,
    pub reason: String,
    /// Digests of the files judged, by path.
    pub files: Vec<(String, String)>,
}

impl Seen {
    pub fn pass(reason: impl Into<String>) -> Self {
        Self::new(Finding::Pass, reason)
    }

    pub fn fail(reason: impl Into<String>) -> Self {
        Self::new(Finding::Fail, reason)
    }

    /// Not judged: the machinery failed, or a person must look.
    pub fn undecided(reason: impl Into<String>) -> Self {
        Self::new(Finding::Undecided, reason)
    }

    fn new(finding: Finding, reason: impl Into<String>) -> Self {
        Self { finding, reason: reason.into(), files: Vec::new() }
    }

    pub fn under(self, criterion: CriterionId) -> Observation {
        let files = self.files.into_iter().collect();
        Observation { files, ..Observation::new(criterion, self.finding, self.reason) }
    }
}
