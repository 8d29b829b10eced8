//! What a check found, before it is put under its criterion.

use countersign_core::{CriterionId, Finding, Observation};
use sha2::{Digest, Sha256};

use crate::files::Unreadable;

/// Most bytes of a reason: a reader has enough at a few pages, and evidence takes no more than twice this.
const MAX_REASON: usize = 16 * 1024;

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
        Self { finding, reason: bounded(reason.into()), files: Vec::new() }
    }

    /// The same, with the digest of a file that was judged.
    #[must_use]
    pub fn of(mut self, path: &str, bytes: &[u8]) -> Self {
        self.files.push((path.to_owned(), digest(bytes)));
        self
    }

    pub fn under(self, criterion: CriterionId) -> Observation {
        let files = self.files.into_iter().collect();
        Observation { files, ..Observation::new(criterion, self.finding, self.reason) }
    }
}

/// What cannot be read is our trouble.
impl From<Unreadable> for Seen {
    fn from(unreadable: Unreadable) -> Self {
        Self::undecided(unreadable.to_string())
    }
}

fn digest(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().fold(String::from("sha256:"), |text, byte| text + &format!("{byte:02x}"))
}

/// Patterns, names and lines of the files are quoted in reasons, and none of them is known to be short.
fn bounded(mut reason: String) -> String {
    if reason.len() > MAX_REASON {
        let end = (0..=MAX_REASON).rev().find(|at| reason.is_char_boundary(*at));
        reason.truncate(end.unwrap_or(0));
        reason.push_str(" […]");
    }
    reason
}
