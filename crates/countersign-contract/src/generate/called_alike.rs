//! The workspace's own tests, called as the task calls its tests: `python3 -m pytest` finds the modules of the
//! folder it runs in, and `pytest` alone does not.

use countersign_core::Check;

use crate::{Origin, Proposal};

/// The runner as marker files and rules name it.
const BARE: &str = "pytest";

/// Gives the bare runner of a marker file or a rule the words that the task has before its own. Where the task's own
/// command runs the same tests in other words, the other is that command, so that they are run once.
pub(super) fn call_alike(proposals: &mut [Proposal]) {
    let usual = |proposal: &Proposal| {
        matches!(proposal.origin, Origin::Marker { .. } | Origin::Rule { .. })
    };
    let stated: Vec<Check> = proposals
        .iter()
        .filter(|proposal| !usual(proposal))
        .map(|proposal| proposal.check.clone())
        .collect();
    for proposal in proposals.iter_mut().filter(|proposal| usual(proposal)) {
        if let Some(same) = stated.iter().find(|stated| is_same_run(stated, &proposal.check)) {
            proposal.check = same.clone();
        }
    }
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

fn is_same_run(one: &Check, other: &Check) -> bool {
    let (Check::Tests { run, cwd, .. }, Check::Tests { run: others, cwd: folder, .. }) =
        (one, other)
    else {
        return false;
    };
    cwd == folder && what_is_run(run).is_some_and(|own| what_is_run(others) == Some(own))
}

/// The words of a run of all Python tests that say which are run, without those that say by whom and how much is told.
fn what_is_run(line: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let words = match words.as_slice() {
        ["python" | "python3", "-m", rest @ ..] => rest,
        all => all,
    };
    let tells = |word: &&str| {
        matches!(*word, "-q" | "-qq" | "-v" | "-vv" | "--quiet" | "--verbose" | "-ra" | "-rA")
            || word.starts_with("--tb=")
            || word.starts_with("--color=")
    };
    let (runner, rest) = words.split_first()?;
    let rest = match rest {
        ["discover", rest @ ..] if *runner == "unittest" => rest,
        all => all,
    };
    let is_known = matches!(*runner, BARE | "unittest");
    let which = rest.iter().copied().filter(|word| !tells(word));
    is_known.then(|| core::iter::once(*runner).chain(which).collect())
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
