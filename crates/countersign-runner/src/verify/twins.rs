//! The same tests with wrong expectations, in a room of their own.
//!
//! Of the specification's tests every twin must fail. The base's own tests are twinned as well, but they may
//! be of any making: only if every one of them passes, whatever it expects, is something wrong.

use countersign_core::{
    Criterion, Exit, Finding, Placement, SpecFile, TestOutcome, Twins, Visibility,
};

use super::case::{Stage, VerifyError, immediate};
use super::ran::Ran;
use super::{Verification, spec_files};
use crate::files::Files;
use crate::protect::is_test;
use crate::report::TestRun;
use crate::room::Fate;
use crate::spec::{Language, SpecTest, names, twin};

/// Most files of the base's own tests that are twinned, and most bytes of one.
const MOST_FILES: usize = 100;
const LARGEST_FILE: usize = 256 * 1024;

/// Test files with wrong expectations.
#[derive(Default)]
struct Altered {
    files: Vec<SpecFile>,
    tests: Vec<SpecTest>,
    not_twinned: Vec<String>,
}

/// Runs the twins of every test command that passed. A test that passes with a wrong expectation too fails
/// its criterion.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let has_passed = |criterion: &&Criterion| {
        let seen = verification.seen.get(&criterion.id);
        criterion.visibility == visibility
            && seen.is_some_and(|seen| seen.finding == Finding::Pass && !seen.tests.is_empty())
    };
    let passed: Vec<&Criterion> = immediate(verification.case).filter(has_passed).collect();
    let Some(last) = passed.last().map(|criterion| criterion.id.clone()) else { return Ok(()) };
    // In the room of the hidden tests nothing else is altered: work that knows the shown tests could tell by
    // them which run it is in.
    let (own, others): (Vec<SpecFile>, Vec<SpecFile>) = spec_files(verification.case, visibility)
        .into_iter()
        .partition(|file| file.visibility == visibility);
    let mut spec = altered(own);
    spec.files.extend(others);
    let base = match visibility {
        Visibility::Shown => altered(of_base(verification, &passed, &spec)?),
        Visibility::Hidden => Altered::default(),
    };
    if spec.tests.is_empty() && spec.not_twinned.is_empty() && base.tests.is_empty() {
        return Ok(());
    }
    (verification.tell)(Stage::Twins);
    let mut runs = Vec::new();
    if !spec.tests.is_empty() || !base.tests.is_empty() {
        let files: Vec<SpecFile> = spec.files.iter().chain(&base.files).cloned().collect();
        let mut sitting = verification.sitting(&files)?;
        for criterion in immediate(verification.case) {
            if criterion.visibility != visibility {
                continue;
            }
            if let Some(ran) = sitting.run_check(&criterion.check)?
                && passed.iter().any(|one| one.id == criterion.id)
            {
                runs.push((criterion.id.clone(), ran));
            }
            if criterion.id == last {
                break;
            }
        }
    }
    for criterion in passed {
        let Some(seen) = verification.seen.get_mut(&criterion.id) else { continue };
        let run = runs.iter().find(|(id, _)| *id == criterion.id).map(|(_, run)| run);
        // Only what this command ran has a twin in it.
        let ran = |test: &&SpecTest| seen.tests.keys().any(|name| test.matches(name));
        let mut twins = Twins { not_twinned: spec.not_twinned.clone(), ..Twins::default() };
        judge(&mut twins, run, spec.tests.iter().filter(ran));
        let mut others = Twins::default();
        judge(&mut others, run, base.tests.iter().filter(ran));
        if others.failed > 0 {
            // What passed before the work may be of any making; what passes since then is the work's.
            let before = verification.probe.on_base.get(&criterion.id).map(|base| &base.passed);
            let was_passing = |shown: &String| {
                let test = base.tests.iter().find(|test| test.to_string() == *shown);
                let passed = |test: &SpecTest| {
                    before.is_some_and(|before| before.iter().any(|name| test.matches(name)))
                };
                test.is_none_or(passed)
            };
            let (of_base, since): (Vec<String>, Vec<String>) =
                others.passed.drain(..).partition(was_passing);
            let says_nothing = |test| format!("{test}: it passes with a wrong expectation too");
            twins.not_twinned.extend(of_base.into_iter().map(says_nothing));
            others.passed = since;
        }
        twins.failed += others.failed;
        twins.passed.append(&mut others.passed);
        let is_compared = twins.failed > 0 || !twins.passed.is_empty();
        if !is_compared && spec.tests.iter().any(|test| ran(&test)) {
            seen.finding = Finding::Undecided;
            seen.reason =
                "the tests pass, but with wrong expectations none of them ran at all, so nothing \
                           shows that they judge the work: a person has to look"
                    .to_owned();
        }
        if !twins.passed.is_empty() {
            seen.finding = Finding::Fail;
            seen.reason = format!(
                "the tests pass whatever they expect: with wrong expectations these pass too: {}. The work, \
                 and not the tests or what runs them, has to make them pass",
                twins.passed.join(", ")
            );
        }
        if twins != Twins::default() {
            seen.twins = Some(twins);
        }
    }
    Ok(())
}

fn judge<'t>(twins: &mut Twins, run: Option<&Ran>, tests: impl Iterator<Item = &'t SpecTest>) {
    let report = run.and_then(|run| run.tests.as_ref());
    // Success without a report: nothing but the expectations changed, and yet something kept it from telling.
    let is_silent = report.is_some_and(Result::is_err)
        && run.is_some_and(|run| run.ended.exit == Exit::Success);
    for test in tests {
        match report.map(|report| report.as_ref().map(|report| outcome(report, test))) {
            Some(Err(_)) if is_silent => twins.passed.push(test.to_string()),
            Some(Ok(Some(TestOutcome::Passed))) => twins.passed.push(test.to_string()),
            Some(Ok(Some(TestOutcome::Failed))) => twins.failed += 1,
            // The runner fell over it as a whole, so nothing passed; but nothing was compared either.
            Some(Ok(Some(TestOutcome::Skipped) | None) | Err(_)) | None => {
                twins.not_twinned.push(format!("{test}: its twin did not run"));
            }
        }
    }
}

/// The base's own test files of which a test ran, as they are in the room: not those that are the worker's to
/// change, and not those that the specification brings.
fn of_base(
    verification: &Verification<'_>,
    passed: &[&Criterion],
    spec: &Altered,
) -> Result<Vec<SpecFile>, VerifyError> {
    let base = verification.before.base();
    let fates = &verification.after.plan().fates;
    let ran = |test: &SpecTest| {
        let of = |criterion: &&Criterion| verification.seen.get(&criterion.id);
        let names = passed.iter().filter_map(of).flat_map(|seen| seen.tests.keys());
        names.into_iter().any(|name| test.matches(name))
    };
    let mut files = Vec::new();
    for path in base.tree().entries.keys() {
        let is_the_workers =
            matches!(fates.get(path), Some(Fate::Comes | Fate::Goes | Fate::Merged(_)));
        let is_the_specs = spec.files.iter().any(|file| file.path == *path);
        if !is_test(path) || Language::of(path).is_none() || is_the_workers || is_the_specs {
            continue;
        }
        let Some(bytes) = base.read(path)?.filter(|bytes| bytes.len() <= LARGEST_FILE) else {
            continue;
        };
        let Ok(content) = String::from_utf8(bytes) else { continue };
        if names(path, &content).unwrap_or_default().iter().any(ran) {
            let (placement, visibility) = (Placement::Whole, Visibility::Shown);
            files.push(SpecFile { path: path.clone(), content, placement, visibility });
        }
        if files.len() == MOST_FILES {
            break;
        }
    }
    Ok(files)
}

fn altered(files: Vec<SpecFile>) -> Altered {
    let mut altered = Altered::default();
    for mut file in files {
        let twin = twin(&file.path, &file.content);
        altered.tests.extend(twin.altered.into_iter().map(|one| one.test));
        altered.not_twinned.extend(twin.not_twinned.into_iter().map(|one| match one.test {
            Some(test) => format!("{test}: {}", one.why),
            None => format!("{}: {}", file.path, one.why),
        }));
        file.content = twin.text;
        altered.files.push(file);
    }
    altered
}

/// How a test ended: of several cases, a single pass counts, for none of them may.
fn outcome(run: &TestRun, test: &SpecTest) -> Option<TestOutcome> {
    let outcomes: Vec<TestOutcome> =
        run.tests.iter().filter(|(name, _)| test.matches(name)).map(|(_, one)| *one).collect();
    let has = |wanted| outcomes.contains(&wanted);
    if has(TestOutcome::Passed) && !has(TestOutcome::Failed) {
        Some(TestOutcome::Passed)
    } else if has(TestOutcome::Failed) {
        Some(TestOutcome::Failed)
    } else {
        outcomes.first().copied()
    }
}
