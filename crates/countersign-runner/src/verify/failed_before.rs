//! Tests of the base that fail before any work. Where the contract says by other tests or commands what the work is
//! about, these are not the worker's to mend: of the workspace's own tests only what passed before is held against
//! the work. Where it says so by nothing else, they may be just what the work is to make pass.

use std::collections::BTreeSet;

use countersign_core::{
    Check, Criterion, CriterionId, Exit, Finding, Observation, TestOutcome, Visibility,
};

use super::Verification;
use super::case::{Stage, VerifyError, immediate};
use super::ran::of;
use super::sitting::Sitting;
use crate::files::Files;
use crate::protect::is_test;
use crate::spec::{Language, names};

/// Largest file of tests that is read to learn what it is about.
const LARGEST_FILE: usize = 1024 * 1024;

/// The tests that failed with the work and on the base alone as well. Nothing where any other failed too: then
/// the work fails in any case.
pub(super) fn known(
    verification: &Verification<'_>,
    criterion: &Criterion,
) -> Result<BTreeSet<String>, VerifyError> {
    let none = Ok(BTreeSet::new());
    let seen = verification.seen.get(&criterion.id);
    let Some(seen) = seen.filter(|seen| matches!(seen.exit, Some(Exit::Failure(_)))) else {
        return none;
    };
    let has_failed = |(_, end): &(&String, &TestOutcome)| **end == TestOutcome::Failed;
    let failed: BTreeSet<String> =
        seen.tests.iter().filter(has_failed).map(|(name, _)| name.clone()).collect();
    let passed_on_base = verification.probe.on_base.get(&criterion.id).map(|base| &base.passed);
    if !matches!(criterion.check, Check::Tests { .. })
        || failed.is_empty()
        || passed_on_base.is_some_and(|passed| !passed.is_disjoint(&failed))
        || !says_more(verification, criterion)
    {
        return none;
    }
    (verification.tell)(Stage::Probing(criterion));
    // Without the specification's tests: with them, what is compiled does not even build before the work.
    let (machine, case) = (verification.machine, verification.case);
    let mut sitting = Sitting::begin(machine, case, &verification.before, &[])?;
    for other in immediate(case).filter(|other| other.visibility == criterion.visibility) {
        let ran = sitting.run_check(&other.check)?;
        if other.id == criterion.id {
            let run = ran.and_then(|ran| ran.tests).and_then(Result::ok);
            let before: BTreeSet<&String> =
                run.iter().flat_map(|run| of(run, TestOutcome::Failed)).collect();
            let is_known = failed.iter().all(|name| before.contains(name));
            return Ok(if is_known { failed } else { BTreeSet::new() });
        }
    }
    none
}

/// Whether the contract says by tests of its own, or by another command, what is to be done.
fn says_more(verification: &Verification<'_>, criterion: &Criterion) -> bool {
    let case = verification.case;
    let has_tests = case.contract.spec_files().iter().any(|file| {
        let tests = names(&file.path, &file.content).unwrap_or_default();
        tests.iter().any(|test| !test.skipped)
    });
    let fails_on_base = |id: &CriterionId| {
        let on_base = verification.probe.on_base.get(id);
        on_base.is_some_and(|base| base.finding == Finding::Fail)
    };
    let is_aim = |other: &Criterion| {
        other.id != criterion.id
            && matches!(other.check, Check::Command { .. } | Check::Tests { .. })
            && !is_of_workspace(verification, other)
            && fails_on_base(&other.id)
    };
    has_tests || immediate(case).any(is_aim)
}

/// Whether a criterion is there because the workspace has such tests, and not because the task asks for it: it then
/// names the rule, or the file of the workspace, that says so.
fn is_of_workspace(verification: &Verification<'_>, criterion: &Criterion) -> bool {
    let marker = criterion.origin.split_once(": ").map(|(marker, _)| marker);
    criterion.origin.starts_with("rule ")
        || marker.is_some_and(|marker| verification.trees.0.entries.contains_key(marker))
}

/// What passed in spite of tests that failed before: a command that the task itself names is asked to pass as a
/// whole, and a test that speaks of what the task declares may be about the work.
pub(super) fn settle(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    doubt_what_finds_no_tests(verification, visibility);
    for criterion in verification.criteria(visibility) {
        let is_open =
            |seen: &&Observation| seen.finding == Finding::Pass && !seen.failed_before.is_empty();
        let Some(seen) = verification.seen.get(&criterion.id).filter(is_open) else { continue };
        let why = if !is_of_workspace(verification, criterion) {
            "the task asks for the whole command to pass"
        } else if !is_about_others(verification, &seen.failed_before)? {
            "they may be about what the task declares as its output"
        } else {
            continue;
        };
        if let Some(seen) = verification.seen.get_mut(&criterion.id) {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "{}. A person has to say whether these are the work's to mend, for {why}",
                seen.reason
            );
        }
    }
    Ok(())
}

/// A test command of the workspace's own that finds no tests, and found none before the work, says nothing.
fn doubt_what_finds_no_tests(verification: &mut Verification<'_>, visibility: Visibility) {
    for criterion in verification.criteria(visibility) {
        let found_none = verification
            .probe
            .on_base
            .get(&criterion.id)
            .is_some_and(|base| base.tests == Some(0) && !base.unstartable);
        let is_one = found_none
            && is_of_workspace(verification, criterion)
            && says_more(verification, criterion);
        let Some(seen) = verification.seen.get_mut(&criterion.id).filter(|_| is_one) else {
            continue;
        };
        let ran_nothing = seen.tests.is_empty() && seen.exit == Some(Exit::Success);
        if seen.finding == Finding::Fail && ran_nothing {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "{}, and none before the work: a person has to say whether any should",
                seen.reason
            );
        }
    }
}

/// Whether each of these tests lies in a file that speaks of nothing that the task declares.
fn is_about_others(
    verification: &Verification<'_>,
    tests: &BTreeSet<String>,
) -> Result<bool, VerifyError> {
    let declared = declared(verification);
    if declared.is_empty() {
        return Ok(false);
    }
    let base = verification.before.base();
    let mut open: BTreeSet<&String> = tests.iter().collect();
    for path in base.tree().entries.keys() {
        if open.is_empty() {
            break;
        }
        let is_rust = Language::of(path) == Some(Language::Rust);
        if Language::of(path).is_none() || !(is_test(path) || is_rust) {
            continue;
        }
        let bytes = base.read(path)?.filter(|bytes| bytes.len() <= LARGEST_FILE);
        let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else { continue };
        let own = names(path, &text).unwrap_or_default();
        let holds = |name: &str| name == path || own.iter().any(|test| test.matches(name));
        if !tests.iter().any(|name| holds(name)) {
            continue;
        }
        if declared.iter().any(|stem| path.contains(stem.as_str()) || mentions(&text, stem)) {
            return Ok(false);
        }
        open.retain(|name| !holds(name));
    }
    Ok(open.is_empty())
}

/// The names of the declared outputs, without folders and endings. Nothing where a pattern is among them.
fn declared(verification: &Verification<'_>) -> BTreeSet<String> {
    let mut stems = BTreeSet::new();
    for criterion in verification.case.contract.criteria() {
        let Check::Outputs { write, modify, may_write } = &criterion.check else { continue };
        for path in write.iter().chain(modify).chain(may_write) {
            let name = path.rsplit('/').next().unwrap_or(path);
            let stem = name.split('.').next().unwrap_or(name);
            let folder = path.rsplit('/').nth(1);
            // A file that stands for its folder is called by the folder's name.
            let stands_for_it = ["__init__", "index", "mod", "lib", "main"].contains(&stem);
            match (stands_for_it, folder) {
                (true, Some(folder)) => stems.insert(folder.to_owned()),
                (true, None) | (false, _) => stems.insert(stem.to_owned()),
            };
        }
    }
    let is_vague = |stem: &String| stem.is_empty() || stem.contains(['*', '?', '[', '{']);
    if stems.iter().any(is_vague) { BTreeSet::new() } else { stems }
}

fn mentions(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.split(|c: char| !is_word(c)).any(|one| one == word)
}
