//! The same tests with wrong expectations, in a room of their own.
//!
//! Of the specification's tests every twin must fail. The base's own tests are twinned as well, but they may
//! be of any making: only if every one of them passes, whatever it expects, is something wrong.
//!
//! Work that can tell a twin from the test behaves in it, and cheats elsewhere. Of the tests that a worker was
//! given it always can, for it knows them. So a right copy of one of them stands among their twins, and has to pass:
//! whoever knows them by their bytes, or guesses which run this is, fails it. Whoever knows each of them by what it
//! asks passes it, and that is as much as a table of their answers is worth. Of hidden tests work can tell the twin
//! only if it is written as nobody writes: so those are run in a room of their own, where they give nothing else away.

use std::collections::BTreeMap;

use countersign_core::{
    Criterion, CriterionId, Exit, Finding, Placement, SpecFile, TestOutcome, Twins, Visibility,
};

use super::case::{Stage, VerifyError, immediate};
use super::ran::Ran;
use super::{Verification, controls, spec_files};
use crate::files::Files;
use crate::protect::is_test;
use crate::report::TestRun;
use crate::room::Fate;
use crate::spec::{
    Altered, Chance, Control, Language, NotTwinned, Part, SpecTest, Which, names, twin,
    twin_beside_control,
};

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
    /// Those of them of which some pass since the work: a worker that was given no others was given these.
    fresh: Vec<SpecFile>,
    /// Files of the specification that stay as they are.
    others: Vec<SpecFile>,
    which: Which,
}

/// Test files with wrong expectations.
#[derive(Default)]
struct Wrong {
    files: Vec<SpecFile>,
    tests: Vec<Altered>,
    /// Right copies of tests among them.
    controls: Vec<Control>,
    /// There is a file with altered tests and without a copy.
    lacks_control: bool,
    /// How many parts there are of what can be altered.
    parts: usize,
}

/// What was seen of all twins of a kind.
#[derive(Default)]
struct Rounds {
    of_spec: BTreeMap<CriterionId, Seen>,
    of_base: BTreeMap<CriterionId, Seen>,
    /// Right copies stood among them.
    has_controls: bool,
    /// Every one of them passed.
    controls_passed: bool,
    /// And there was one of every file.
    is_controlled: bool,
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
    let share = |(fresh, base): (Vec<SpecFile>, Vec<SpecFile>), which| Share {
        own: own.clone(),
        base,
        fresh,
        others: others.clone(),
        which,
    };
    let shares = match visibility {
        // Whoever knows the tests knows when they are altered, in whatever way.
        Visibility::Shown => {
            let base = of_base(verification, &passed, &own)?;
            let is_fresh = |file: &SpecFile| passes_since(verification, &passed, file);
            vec![share(base.into_iter().partition(is_fresh), Which::All)]
        }
        Visibility::Hidden => vec![
            share((Vec::new(), Vec::new()), Which::Plain),
            share((Vec::new(), Vec::new()), Which::Strange),
        ],
    };
    let known: Vec<SpecFile> =
        own.iter().chain(shares.iter().flat_map(|share| &share.fresh)).cloned().collect();
    let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), ());
    let is_shown = visibility == Visibility::Shown;
    let mut rounds = rounds(verification, visibility, &passed, &shares, (seed, is_shown))?;
    let is_controlled = rounds.is_controlled;
    let stands = |rounds: &Rounds| {
        passed.iter().all(|criterion| {
            let (spec, base) = rounds.of(criterion);
            weigh(verification, criterion, spec, base, &not_twinned).against.is_none()
        })
    };
    // Tests that share something may get into the way of a copy, or a copy into theirs; and where a copy fails, the names that
    // all of them have there may be the reason why its twin fails.
    if rounds.has_controls && (!rounds.controls_passed || !stands(&rounds)) {
        rounds = self::rounds(verification, visibility, &passed, &shares, (seed, false))?;
    }
    let weighed: Vec<(&Criterion, Weighed)> = passed
        .iter()
        .map(|criterion| {
            let (spec, base) = rounds.of(criterion);
            (*criterion, weigh(verification, criterion, spec, base, &not_twinned))
        })
        .collect();
    let is_compared = weighed.iter().any(|(_, weighed)| weighed.twins.failed > 0);
    for (criterion, weighed) in weighed {
        let Some(seen) = verification.seen.get_mut(&criterion.id) else { continue };
        if let Some((finding, reason)) = weighed.against {
            seen.finding = finding;
            seen.reason = reason;
        } else if weighed.twins.failed == 0 {
            seen.reason.push_str("; none of them could be run with wrong expectations");
        }
        if weighed.twins != Twins::default() {
            seen.twins = Some(weighed.twins);
        }
    }
    if is_shown && is_compared && !is_controlled {
        controls::written_otherwise(verification, &known, Chance::new(seed, 0))?;
    }
    Ok(())
}

/// Runs the twins as often as it takes. With `seed` comes whether a right copy of a test stands among them.
fn rounds(
    verification: &Verification<'_>,
    visibility: Visibility,
    passed: &[&Criterion],
    shares: &[Share],
    (seed, controlled): (u64, bool),
) -> Result<Rounds, VerifyError> {
    let mut rounds = Rounds { controls_passed: true, is_controlled: true, ..Rounds::default() };
    for share in shares {
        let mut part = 0;
        loop {
            let mut run =
                PartOfShare { verification, visibility, passed, share, part, rounds: &mut rounds };
            let parts = run.rounds(seed, controlled)?;
            part += 1;
            if part >= parts {
                break;
            }
        }
    }
    Ok(rounds)
}

/// One part of the expectations of a room's tests.
struct PartOfShare<'r, 'v> {
    verification: &'r Verification<'v>,
    visibility: Visibility,
    passed: &'r [&'r Criterion],
    share: &'r Share,
    part: usize,
    rounds: &'r mut Rounds,
}

impl PartOfShare<'_, '_> {
    /// Runs it until every test has failed, or has passed often enough. How many parts there are.
    fn rounds(&mut self, seed: u64, controlled: bool) -> Result<usize, VerifyError> {
        let share = self.share;
        let mut parts = 0;
        for round in 0..ROUNDS {
            let chance = Chance::new(seed, round);
            let is_first = self.part == 0 && round == 0;
            let made = |files: &[SpecFile]| match controlled && is_first {
                true => wrong_beside_controls(files, chance),
                false => wrong(files, chance, share.which, Part::Nth(self.part)),
            };
            // Of the base's tests it is asked only whether all of them pass whatever they expect.
            let others = if self.part == 0 { share.base.as_slice() } else { &[] };
            let spec = made(&share.own);
            let base = made(&share.fresh).and(wrong(others, chance, share.which, Part::Whole));
            parts = parts.max(spec.parts).max(base.parts);
            if spec.tests.is_empty() && base.tests.is_empty() {
                break;
            }
            (self.verification.tell)(Stage::Twins);
            let files = [&spec.files, &share.others, &base.files].into_iter().flatten().cloned();
            let files: Vec<SpecFile> = files.collect();
            let mut runs = run(self.verification, self.visibility, self.passed, &files)?;
            if is_first {
                self.take_controls(&spec, &base, &mut runs);
            }
            self.look(&spec, &base, &runs, round);
            let rounds = &self.rounds;
            let mut all = rounds.of_spec.values().chain(rounds.of_base.values());
            if all.all(|seen| seen.open.is_empty()) {
                break;
            }
        }
        Ok(parts)
    }

    fn take_controls(&mut self, spec: &Wrong, base: &Wrong, runs: &mut [(CriterionId, Ran)]) {
        let controls = [spec.controls.as_slice(), &base.controls].concat();
        self.rounds.has_controls |= !controls.is_empty();
        self.rounds.is_controlled &= !spec.lacks_control && !base.lacks_control;
        for (id, run) in runs {
            let first = self.verification.seen.get(id).map(|seen| &seen.tests);
            self.rounds.controls_passed &= controls::take(run, first, &controls);
        }
        self.rounds.is_controlled &= self.rounds.controls_passed;
    }

    fn look(&mut self, spec: &Wrong, base: &Wrong, runs: &[(CriterionId, Ran)], round: usize) {
        for criterion in self.passed {
            let run = runs.iter().find(|(id, _)| *id == criterion.id).map(|(_, run)| run);
            let ran = self.verification.seen.get(&criterion.id).map(|seen| &seen.tests);
            let rounds = &mut *self.rounds;
            for (wrong, all) in [(spec, &mut rounds.of_spec), (base, &mut rounds.of_base)] {
                let seen = all.entry(criterion.id.clone()).or_default();
                // Only what this command ran with success has a twin in it.
                let ran = |one: &&Altered| {
                    let is_it = |(name, end): (&String, &TestOutcome)| {
                        let is_left_out = one.test.skipped && *end == TestOutcome::Skipped;
                        *end != TestOutcome::Failed && !is_left_out && one.test.matches(name)
                    };
                    ran.is_some_and(|ran| ran.iter().any(is_it))
                };
                seen.look(run, wrong.tests.iter().filter(ran), round);
            }
        }
    }
}

impl Rounds {
    /// What was seen of the twins of a criterion: of the specification's and of the base's.
    fn of(&self, criterion: &Criterion) -> (&Seen, &Seen) {
        static NOTHING: Seen =
            Seen { failed: 0, passed: Vec::new(), not_run: Vec::new(), open: Vec::new() };
        let (spec, base) = (self.of_spec.get(&criterion.id), self.of_base.get(&criterion.id));
        (spec.unwrap_or(&NOTHING), base.unwrap_or(&NOTHING))
    }
}

/// Runs what passed, and what comes before it, in a room with these files.
pub(super) fn run(
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
                note(&mut self.not_run, test);
            } else if *sure || round + 1 == ROUNDS {
                note(&mut self.passed, test);
            } else {
                self.open.push(test.clone());
            }
        }
    }
}

/// Once, in however many parts it is seen.
fn note(tests: &mut Vec<SpecTest>, test: &SpecTest) {
    if !tests.contains(test) {
        tests.push(test.clone());
    }
}

/// What the twins say about a criterion that has passed.
struct Weighed {
    twins: Twins,
    against: Option<(Finding, String)>,
}

fn weigh(
    verification: &Verification<'_>,
    criterion: &Criterion,
    spec: &Seen,
    base: &Seen,
    not_twinned: &[String],
) -> Weighed {
    let mut twins = Twins { not_twinned: not_twinned.to_vec(), ..Twins::default() };
    let is_of_spec = spec.failed > 0 || !spec.passed.is_empty() || !spec.not_run.is_empty();
    let mut passed_of_base: Vec<&SpecTest> = base.passed.iter().collect();
    if base.failed > 0 {
        // What passed before the work may be of any making; what passes since then is the work's.
        let before = verification.probe.on_base.get(&criterion.id).map(|base| &base.passed);
        let was_passing = |test: &&SpecTest| {
            before.is_some_and(|before| before.iter().any(|name| test.matches(name)))
        };
        let (of_base, since): (Vec<&SpecTest>, Vec<&SpecTest>) =
            passed_of_base.into_iter().partition(was_passing);
        let says_nothing = |test| format!("{test}: it passes with a wrong expectation too");
        twins.not_twinned.extend(of_base.into_iter().map(says_nothing));
        passed_of_base = since;
    }
    for test in spec.not_run.iter().chain(&base.not_run) {
        twins.not_twinned.push(format!("{test}: its twin did not run"));
    }
    twins.failed = spec.failed + base.failed;
    twins.passed = spec.passed.iter().chain(passed_of_base).map(ToString::to_string).collect();
    let against = if !twins.passed.is_empty() {
        let words = format!(
            "the tests pass whatever they expect: with wrong expectations these pass too: {}. The work, \
             and not the tests or what runs them, has to make them pass",
            twins.passed.join(", ")
        );
        Some((Finding::Fail, words))
    } else if twins.failed == 0 && is_of_spec {
        let words = "the tests pass, but with wrong expectations none of them ran at all, so nothing \
                     shows that they judge the work: a person has to look";
        Some((Finding::Undecided, words.to_owned()))
    } else {
        None
    };
    Weighed { twins, against }
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

/// Whether a test of a file passes that did not before the work.
fn passes_since(verification: &Verification<'_>, passed: &[&Criterion], file: &SpecFile) -> bool {
    let tests = names(&file.path, &file.content).unwrap_or_default();
    passed.iter().any(|criterion| {
        let before = verification.probe.on_base.get(&criterion.id).map(|base| &base.passed);
        let seen = verification.seen.get(&criterion.id).map(|seen| &seen.tests);
        let mut names = seen.into_iter().flatten().map(|(name, _)| name);
        names.any(|name| {
            !before.is_some_and(|before| before.contains(name))
                && tests.iter().any(|test| test.matches(name))
        })
    })
}

fn wrong(files: &[SpecFile], chance: Chance, which: Which, part: Part) -> Wrong {
    let mut wrong = Wrong::default();
    for file in files {
        let twin = twin(&file.path, &file.content, chance, which, part);
        wrong.parts = wrong.parts.max(twin.parts);
        wrong.tests.extend(twin.altered);
        wrong.files.push(SpecFile { content: twin.text, ..file.clone() });
    }
    wrong
}

impl Wrong {
    fn and(mut self, other: Self) -> Self {
        self.files.extend(other.files);
        self.tests.extend(other.tests);
        self.controls.extend(other.controls);
        self.lacks_control |= other.lacks_control;
        self.parts = self.parts.max(other.parts);
        self
    }
}

fn wrong_beside_controls(files: &[SpecFile], chance: Chance) -> Wrong {
    let mut wrong = Wrong::default();
    for file in files {
        let (twin, control) = twin_beside_control(&file.path, &file.content, chance);
        wrong.lacks_control |= control.is_none() && !twin.altered.is_empty();
        wrong.parts = wrong.parts.max(twin.parts);
        wrong.controls.extend(control);
        wrong.tests.extend(twin.altered);
        wrong.files.push(SpecFile { content: twin.text, ..file.clone() });
    }
    wrong
}

/// The tests that have no twin, with the reason.
fn not_twinned(files: &[SpecFile]) -> Vec<String> {
    let of_file = |file: &SpecFile| {
        let twin = twin(&file.path, &file.content, Chance::new(0, 0), Which::All, Part::Whole);
        let words = |one: NotTwinned| match one.test {
            Some(test) => format!("{test}: {}", one.why),
            None => format!("{}: {}", file.path, one.why),
        };
        twin.not_twinned.into_iter().map(words).collect::<Vec<_>>()
    };
    files.iter().flat_map(of_file).collect()
}

/// How a test ended: of several cases, a single pass counts, for none of them may.
pub(super) fn outcome(run: &TestRun, test: &SpecTest) -> Option<TestOutcome> {
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
