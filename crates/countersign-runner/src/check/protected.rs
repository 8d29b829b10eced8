//! `protected`: what steers the checks is the specification's own, whatever was written there.
//!
//! The room put it back before anything ran, so a change to it has no effect and is no failure: an honest
//! worker may have run a formatter over it. The reviewer is told. A policy can be stricter.

use countersign_core::PathNote;

use super::Seen;

pub fn see(restored: &[PathNote], is_failure: bool) -> Seen {
    if restored.is_empty() {
        return Seen::pass("Nothing that steers the checks was changed.");
    }
    let list = |note: &PathNote| format!("`{}` ({})", note.path, note.why);
    let list = restored.iter().map(list).collect::<Vec<_>>().join(", ");
    if is_failure {
        Seen::fail(format!(
            "What steers the checks was changed, which this team's policy does not allow: {list}. Leave \
             it as it was; if it must change, the contract must list it."
        ))
    } else {
        Seen::pass(format!(
            "What steers the checks was changed and put back before anything ran: {list}. A reviewer \
             should know of it."
        ))
    }
}
