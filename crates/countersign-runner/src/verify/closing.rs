//! The hidden tests once more, after their twins and, by chance, before them too. Work that guesses which run it is in, by
//! the clock say or by counting, passes the tests when they run first and behaves in the twins, which come later: then it
//! does not pass now.

use countersign_core::{Criterion, CriterionId, Finding, Visibility};

use super::case::{Stage, VerifyError};
use super::{Verification, spec_files};

/// Runs the hidden test commands that passed, and what comes before them. Two answers to one question are no answer.
pub(super) fn compare(verification: &mut Verification<'_>) -> Result<(), VerifyError> {
    let passed = verification.passed_by_tests(Visibility::Hidden);
    let Some(last) = passed.last() else { return Ok(()) };
    let is_one = |id: &CriterionId| passed.iter().any(|one| one.id == *id);
    let spec = spec_files(verification.case, Visibility::Hidden);
    let mut sitting = verification.sitting(&spec)?;
    let mut changed: Vec<(&Criterion, String)> = Vec::new();
    for criterion in verification.criteria(Visibility::Hidden) {
        (verification.tell)(Stage::Again(criterion));
        let ran = sitting.run_check(&criterion.check)?;
        if let Some(ran) = ran.filter(|_| is_one(&criterion.id)) {
            let on_base = verification.probe.on_base.get(&criterion.id);
            let known = verification.seen.get(&criterion.id).map(|seen| &seen.failed_before);
            let known = known.cloned().unwrap_or_default();
            let again = ran.judged_without(verification.case, criterion, on_base, &known);
            if again.finding != Finding::Pass {
                changed.push((criterion, again.reason));
            }
        }
        if criterion.id == last.id {
            break;
        }
    }
    for (criterion, reason) in changed {
        if let Some(seen) = verification.seen.get_mut(&criterion.id) {
            seen.flaky = true;
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "flaky: it passed, and did not when it was run again; a person has to judge. The \
                 second time: {reason}"
            );
        }
    }
    Ok(())
}
