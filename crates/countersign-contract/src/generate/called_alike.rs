//! The workspace's own tests, called as the task calls its tests: `python3 -m pytest` finds the modules of the
//! folder it runs in, and `pytest` alone does not.

use countersign_core::Check;

use crate::{Origin, Proposal};

/// The runner as marker files and rules name it.
const BARE: &str = "pytest";

/// Gives the bare runner of a marker file or a rule the words that the task has before its own.
pub(super) fn call_alike(proposals: &mut [Proposal]) {
    let usual = |proposal: &Proposal| {
        matches!(proposal.origin, Origin::Marker { .. } | Origin::Rule { .. })
    };
    let mut stated = proposals.iter().filter(|proposal| !usual(proposal));
    let Some(way) = stated.find_map(|proposal| way(&proposal.check)) else { return };
    for proposal in proposals.iter_mut().filter(|proposal| usual(proposal)) {
        if let Check::Tests { run, .. } = &mut proposal.check
            && run == BARE
        {
            run.clone_from(&way);
        }
    }
}

/// `python3 -m pytest`, of a line that calls it so.
fn way(check: &Check) -> Option<String> {
    let Check::Tests { run, .. } = check else { return None };
    let words: Vec<&str> = run.split_whitespace().collect();
    match words.as_slice() {
        [python @ ("python" | "python3"), "-m", BARE, ..] => Some(format!("{python} -m {BARE}")),
        [tool @ ("uv" | "poetry" | "pdm" | "hatch" | "pipenv"), "run", BARE, ..] => {
            Some(format!("{tool} run {BARE}"))
        }
        [
            tool @ ("uv" | "poetry" | "pdm" | "hatch" | "pipenv"),
            "run",
            python @ ("python" | "python3"),
            "-m",
            BARE,
            ..,
        ] => Some(format!("{tool} run {python} -m {BARE}")),
        _ => None,
    }
}
