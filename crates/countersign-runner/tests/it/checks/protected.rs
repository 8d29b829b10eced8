use countersign_core::PathNote;
use countersign_runner::check::protected;

use super::{fails, passes};

fn restored() -> Vec<PathNote> {
    let note = |path: &str, why: &str| PathNote { path: path.into(), why: why.into() };
    vec![
        note("conftest.py", "it steers pytest"),
        note("tests/test_a.py", "a test of the specification"),
    ]
}

#[test]
fn what_was_put_back_is_shown_and_is_no_failure() {
    passes("untouched", &protected::see(&[], false));
    passes("untouched, strictly", &protected::see(&[], true));
    let seen = protected::see(&restored(), false);
    passes("put back", &seen);
    for word in ["`conftest.py` (it steers pytest)", "`tests/test_a.py`", "reviewer"] {
        assert!(seen.reason.contains(word), "{}", seen.reason);
    }
}

#[test]
fn a_strict_policy_fails_it() {
    let seen = protected::see(&restored(), true);
    fails("strict", &seen, &["`conftest.py`", "policy", "Leave it as it was"]);
}
