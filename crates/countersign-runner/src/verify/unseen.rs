//! Tests of the specification that no command ran, or none to its end. Every one of them has to run and pass, in one
//! command or another: a command may name some of them (`pytest tests/test_a.py::test_b`, `cargo test --features x`),
//! and the next one the others.

use countersign_core::{Check, Criterion, Finding, SpecFile, TestOutcome, Visibility};

use super::Verification;
use super::ran::{badness, runs};
use crate::protect::is_test;
use crate::room::Fate;
use crate::spec::{Language, SpecTest, names};

/// Fails what ran some tests of a file, where others of that file passed in no command.
pub(super) fn demand(verification: &mut Verification<'_>, visibility: Visibility) {
    for file in files(verification, visibility) {
        let tests = asked(verification, file);
        let outcomes: Vec<_> = tests.iter().map(|test| best(verification, test)).collect();
        let is_run = outcomes.iter().any(Option::is_some);
        // Where one command is all there is to run them, none of the others is to blame.
        if !is_run && (visibility == Visibility::Hidden || !has_one_test_command(verification)) {
            continue;
        }
        let missing: Vec<String> = tests
            .iter()
            .zip(outcomes)
            .filter_map(|(test, outcome)| match outcome {
                Some(TestOutcome::Passed | TestOutcome::Failed) => None,
                Some(TestOutcome::Skipped) if test.skipped => {
                    Some(format!("{test} was skipped, and what decides that is the work itself"))
                }
                Some(TestOutcome::Skipped) => Some(format!("{test} was skipped")),
                None => Some(format!("{test} did not run")),
            })
            .map(|words| format!("{words}: it must run and pass"))
            .collect();
        if missing.is_empty() {
            continue;
        }
        for criterion in verification.criteria(visibility) {
            let Some(seen) = verification.seen.get_mut(&criterion.id) else { continue };
            let is_it = |name: &String| tests.iter().any(|test| test.matches(name));
            let runs_file = match is_run {
                true => seen.tests.keys().any(is_it),
                false => matches!(criterion.check, Check::Tests { .. }),
            };
            if seen.finding == Finding::Pass && runs_file {
                seen.finding = Finding::Fail;
                seen.reason = missing.join("; ");
            }
        }
    }
}

/// What passed, where nothing shows that a test of some file of the specification ran: commands may run them in a
/// way that tells nothing, or not at all.
pub(super) fn doubt(verification: &mut Verification<'_>, visibility: Visibility) {
    let is_unseen = |file: &&SpecFile| {
        let tests = asked(verification, file);
        !tests.is_empty() && tests.iter().all(|test| best(verification, test).is_none())
    };
    let unseen: Vec<&SpecFile> =
        files(verification, visibility).into_iter().filter(is_unseen).collect();
    if unseen.is_empty() {
        return;
    }
    let reason = match visibility {
        Visibility::Shown => {
            let paths: Vec<&str> = unseen.iter().map(|file| file.path.as_str()).collect();
            format!(
                "it ended with success, but nothing shows that a test of the specification ran ({}): a person has \
                 to look, or the contract runs them with a test runner that is known",
                paths.join(", ")
            )
        }
        Visibility::Hidden => {
            "the command of the hidden tests runs none of them, or not all of their files: give \
                               the section a command of its own"
                .to_owned()
        }
    };
    for criterion in verification.criteria(visibility) {
        if let Some(seen) = verification.seen.get_mut(&criterion.id)
            && seen.finding == Finding::Pass
            && runs(&criterion.check)
        {
            seen.finding = Finding::Undecided;
            seen.reason.clone_from(&reason);
        }
    }
}

fn files<'a>(verification: &Verification<'a>, visibility: Visibility) -> Vec<&'a SpecFile> {
    let files = verification.case.contract.spec_files().iter();
    files.filter(|file| file.visibility == visibility).collect()
}

/// The tests of a file that have to run. One that the specification lets be skipped is among them where the work is
/// asked whether it is.
fn asked(verification: &Verification<'_>, file: &SpecFile) -> Vec<SpecTest> {
    let fates = verification.after.plan().fates.iter();
    let changed: Vec<&str> = fates
        .filter(|(_, fate)| matches!(fate, Fate::Comes | Fate::Goes | Fate::Merged(_)))
        .map(|(path, _)| path.as_str())
        .filter(|path| !is_test(path) && Language::of(path).is_some())
        .collect();
    let is_of = |path: &str, module: &String| {
        let mut parts = path.split('/').map(|part| part.split('.').next().unwrap_or(part));
        module == "." || parts.any(|part| part == module)
    };
    let is_the_works = |test: &SpecTest| {
        test.skipped_by.iter().any(|module| changed.iter().any(|path| is_of(path, module)))
    };
    let mut tests = names(&file.path, &file.content).unwrap_or_default();
    tests.retain(|test| !test.skipped || is_the_works(test));
    tests
}

fn has_one_test_command(verification: &Verification<'_>) -> bool {
    let is_one = |criterion: &Criterion| matches!(criterion.check, Check::Tests { .. });
    verification.criteria(Visibility::Shown).filter(|criterion| is_one(criterion)).count() == 1
}

/// How a test ended in the command in which it came furthest. Of its cases in one command the worst counts.
fn best(verification: &Verification<'_>, test: &SpecTest) -> Option<TestOutcome> {
    let of_criterion = |criterion: &Criterion| {
        let seen = verification.seen.get(&criterion.id)?;
        let cases = seen.tests.iter().filter(|(name, _)| test.matches(name));
        cases.map(|(_, outcome)| *outcome).max_by_key(badness)
    };
    let criteria = [Visibility::Shown, Visibility::Hidden];
    let criteria = criteria.into_iter().flat_map(|visibility| verification.criteria(visibility));
    criteria.filter_map(of_criterion).max_by_key(|outcome| match outcome {
        TestOutcome::Skipped => 0,
        TestOutcome::Failed => 1,
        TestOutcome::Passed => 2,
    })
}
