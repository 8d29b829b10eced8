//! What passed, once more with what steered it before the work: where the answers differ, a person has to say whether that
//! change was asked for.

use std::collections::BTreeMap;

use countersign_core::{Check, CriterionId, Finding, SpecFile, Visibility};

use super::case::{Stage, VerifyError};
use super::{Verification, ran};

/// What the work has changed of what steers commands that passed.
pub(super) struct AsBefore {
    /// In words, for a reason.
    pub what: &'static str,
    pub changed: Vec<String>,
    /// All files of a specification, and what steers as it was.
    pub files: Vec<SpecFile>,
    /// What is asked of each criterion that the change may have let pass.
    pub judged: BTreeMap<CriterionId, Check>,
}

impl AsBefore {
    pub fn compare(
        &self,
        verification: &mut Verification<'_>,
        visibility: Visibility,
    ) -> Result<(), VerifyError> {
        let mut sitting = verification.sitting(&self.files)?;
        for criterion in verification.criteria(visibility) {
            if !ran::runs(&criterion.check) {
                continue;
            }
            (verification.tell)(Stage::Again(criterion));
            // What is not compared runs too: others may need what it makes.
            let judged = self.judged.get(&criterion.id);
            let Some(ran) = sitting.run_check(judged.unwrap_or(&criterion.check))? else {
                continue;
            };
            let on_base = verification.probe.on_base.get(&criterion.id);
            let again = ran.judged(verification.case, criterion, on_base);
            if again.finding == Finding::Pass || judged.is_none() {
                continue;
            }
            if let Some(seen) = verification.seen.get_mut(&criterion.id) {
                seen.finding = Finding::Undecided;
                seen.reason = format!(
                    "it passes with {} that the work has changed ({}), and not with those of before; a person has to say \
                     whether that was asked for. With those of before: {}",
                    self.what,
                    self.changed.join(", "),
                    again.reason
                );
            }
        }
        Ok(())
    }
}
