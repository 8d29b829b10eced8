//! The same tests with wrong expectations, in a room of their own.
//!
//! Of the specification's tests every twin must fail. The base's own tests are twinned as well, but they may
//! be of any making: only if every one of them passes, whatever it expects, is something wrong.
//!
//! Work that can tell a twin from the test behaves in it, and cheats elsewhere. Of the tests that a worker was
//! given it always can, for it knows them; that is as much as a table of their answers is worth. Of hidden ones
//! it can only if the twin is written as nobody writes: so those are run in a room of their own, where they
//! give nothing else away.

use std::collections::BTreeMap;

use countersign_core::{
    Criterion, CriterionId, Exit, Finding, Placement, SpecFile, TestOutcome, Twins, Visibility,
};

use super::case::{Stage, VerifyError, immediate};
use super::ran::Ran;
use super::{Verification, spec_files};
use crate::files::Files;
use crate::protect::is_test;
use crate::report::TestRun;
use crate::room::Fate;
use crate::spec::{Altered, Chance, Language, NotTwinned, SpecTest, Which, names, twin};

/// Most files of the base's own tests that are twinned, and most bytes of one.
const MOST_FILES: usize = 100;
const LARGEST_FILE: usize = 256 * 1024;

/// How often the twins are run at most. More than once only where a test passed with a wrong expectation that
/// a right implementation may meet as well, though not every time.
const ROUNDS: usize = 3;

/// The tests of one room, and what is to be altered of them.
struct Share {
    own: Vec<SpecFile>,
    /// The base's own tests.
    base: Vec<SpecFile>,
    /// Files of the specification that stay as they are.
    others: Vec<SpecFile>,
    which: Which,
}

/// Test files with wrong expectations.
#[derive(Default)]
struct Wrong {
    files: Vec<SpecFile>,
    tests: Vec<Altered>,
}

/// What was seen of the twins of one criterion.
#[derive(Default)]
struct Seen {
    failed: u64,
    passed: Vec<SpecTest>,
    not_run: Vec<SpecTest>,
    /// Passed so far, and to be run once more.
    open: Vec<SpecTest>,
}

/// Runs the twins of every test command that passed. A test that passes with a wrong expectation too fails
/// its criterion.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let passed = verification.passed_by_tests(visibility);
    if passed.is_empty() {
        return Ok(());
    }
    // In the room of the hidden tests nothing else is altered: work that knows the shown tests could tell by
    // them which run it is in.
    let (own, others): (Vec<SpecFile>, Vec<SpecFile>) = spec_files(verification.case, visibility)
        .into_iter()
        .partition(|file| file.visibility == visibility);
    let not_twinned = not_twinned(&own);
    let share = |base: Vec<SpecFile>, which| Share {
        own: own.clone(),
        base,
        others: others.clone(),
        which,
    };
    let shares = match visibility {
        // Whoever knows the tests knows when they are altered, in whatever way.
        Visibility::Shown => vec![share(of_base(verification, &passed, &own)?, Which::All)],
        Visibility::Hidden => {
            vec![share(Vec::new(), Which::Plain), share(Vec::new(), Which::Strange)]
        }
    };
    let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), ());
    let mut of_spec: BTreeMap<CriterionId, Seen> = BTreeMap::new();
    let mut of_base: BTreeMap<CriterionId, Seen> = BTreeMap::new();
    for share in &shares {
        for round in 0..ROUNDS {
            let chance = Chance::new(seed, round);
            let spec = wrong(&share.own, chance, share.which);
            let base = wrong(&share.base, chance, share.which);
            if spec.tests.is_empty() && base.tests.is_empty() {
                break;
            }
            (verification.tell)(Stage::Twins);
            let files = [&spec.files, &share.others, &base.files].into_iter().flatten().cloned();
            let runs = run(verification, visibility, &passed, &files.collect::<Vec<_>>())?;
            for criterion in &passed {
                let run = runs.iter().find(|(id, _)| *id == criterion.id).map(|(_, run)| run);
                let ran = verification.seen.get(&criterion.id).map(|seen| &seen.tests);
                for (wrong, all) in [(&spec, &mut of_spec), (&base, &mut of_base)] {
                    let seen = all.entry(criterion.id.clone()).or_default();
                    // Only what this command ran with success has a twin in it.
                    let ran = |one: &&Altered| {
                        let is_it = |(name, end): (&String, &TestOutcome)| {
                            *end != TestOutcome::Failed && one.test.matches(name)
                        };
                        ran.is_some_and(|ran| ran.iter().any(is_it))
                    };
                    seen.look(run, wrong.tests.iter().filter(ran), round);
                }
            }
            if of_spec.values().chain(of_base.values()).all(|seen| seen.open.is_empty()) {
                break;
            }
        }
    }
    for criterion in passed {
        let spec = of_spec.remove(&criterion.id).unwrap_or_default();
        let base = of_base.remove(&criterion.id).unwrap_or_default();
        judge(verification, criterion, &spec, base, &not_twinned);
    }
    Ok(())
}

/// Runs what passed, and what comes before it, in a room with these files.
fn run(
    verification: &Verification<'_>,
    visibility: Visibility,
    passed: &[&Criterion],
    files: &[SpecFile],
) -> Result<Vec<(CriterionId, Ran)>, VerifyError> {
    let mut runs = Vec::new();
    let mut sitting = verification.sitting(files)?;
    for criterion in immediate(verification.case) {
        if criterion.visibility != visibility {
            continue;
        }
        if let Some(ran) = sitting.run_check(&criterion.check)?
            && passed.iter().any(|one| one.id == criterion.id)
        {
            runs.push((criterion.id.clone(), ran));
        }
        if passed.last().is_some_and(|last| last.id == criterion.id) {
            break;
        }
    }
    Ok(runs)
}

impl Seen {
    /// In the first round every test is looked at, then those that are open.
    fn look<'t>(
        &mut self,
        run: Option<&Ran>,
        tests: impl Iterator<Item = &'t Altered>,
        round: usize,
    ) {
        let open = std::mem::take(&mut self.open);
        let report = run.and_then(|run| run.tests.as_ref());
        // Success without a report: nothing but the expectations changed, and yet something kept it from
        // telling.
        let is_silent = report.is_some_and(Result::is_err)
            && run.is_some_and(|run| run.ended.exit == Exit::Success);
        for Altered { test, sure, .. } in tests {
            if round > 0 && !open.contains(test) {
                continue;
            }
            let outcome = report.map(|report| report.as_ref().map(|report| outcome(report, test)));
            let has_passed = match outcome {
                Some(Err(_)) if is_silent => true,
                Some(Ok(Some(TestOutcome::Passed))) => true,
                Some(Ok(Some(TestOutcome::Failed))) => {
                    self.failed += 1;
                    continue;
                }
                // The runner fell over it as a whole, so nothing passed; but nothing was compared either.
                Some(Ok(Some(TestOutcome::Skipped) | None) | Err(_)) | None => false,
            };
            if !has_passed && round == 0 {
                self.not_run.push(test.clone());
            } else if *sure || round + 1 == ROUNDS {
                self.passed.push(test.clone());
            } else {
                self.open.push(test.clone());
            }
        }
    }
}

/// What the twins say about a criterion that has passed.
fn judge(
    verification: &mut Verification<'_>,
    criterion: &Criterion,
    spec: &Seen,
    mut base: Seen,
    not_twinned: &[String],
) {
    let mut twins = Twins { not_twinned: not_twinned.to_vec(), ..Twins::default() };
    let is_of_spec = spec.failed > 0 || !spec.passed.is_empty() || !spec.not_run.is_empty();
    if base.failed > 0 {
        // What passed before the work may be of any making; what passes since then is the work's.
        let before = verification.probe.on_base.get(&criterion.id).map(|base| &base.passed);
        let was_passing = |test: &SpecTest| {
            before.is_some_and(|before| before.iter().any(|name| test.matches(name)))
        };
        let (of_base, since): (Vec<SpecTest>, Vec<SpecTest>) =
            base.passed.drain(..).partition(was_passing);
        let says_nothing = |test| format!("{test}: it passes with a wrong expectation too");
        twins.not_twinned.extend(of_base.into_iter().map(says_nothing));
        base.passed = since;
    }
    for test in spec.not_run.iter().chain(&base.not_run) {
        twins.not_twinned.push(format!("{test}: its twin did not run"));
    }
    twins.failed = spec.failed + base.failed;
    twins.passed = spec.passed.iter().chain(&base.passed).map(ToString::to_string).collect();
    let Some(seen) = verification.seen.get_mut(&criterion.id) else { return };
    let is_compared = twins.failed > 0 || !twins.passed.is_empty();
    if !is_compared && is_of_spec {
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

/// The base's own test files of which a test ran, as they are in the room: not those that are the worker's to
/// change, and not those that the specification brings.
fn of_base(
    verification: &Verification<'_>,
    passed: &[&Criterion],
    spec: &[SpecFile],
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
        let is_the_specs = spec.iter().any(|file| file.path == *path);
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

fn wrong(files: &[SpecFile], chance: Chance, which: Which) -> Wrong {
    let mut wrong = Wrong::default();
    for file in files {
        let twin = twin(&file.path, &file.content, chance, which);
        wrong.tests.extend(twin.altered);
        wrong.files.push(SpecFile { content: twin.text, ..file.clone() });
    }
    wrong
}

/// The tests that have no twin, with the reason.
fn not_twinned(files: &[SpecFile]) -> Vec<String> {
    let of_file = |file: &SpecFile| {
        let twin = twin(&file.path, &file.content, Chance::new(0, 0), Which::All);
        let words = |one: NotTwinned| match one.test {
            Some(test) => format!("{test}: {}", one.why),
            None => format!("{}: {}", file.path, one.why),
        };
        twin.not_twinned.into_iter().map(words).collect::<Vec<_>>()
    };
    files.iter().flat_map(of_file).collect()
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
