//! From a base, a result and a contract to what was seen of each criterion.
//!
//! Commands run in their order, in one room; hidden criteria in a second one, in which the hidden tests lie, after these
//! ran with blanks for what they expect; the twins in others, with right tests among them; what failed once more in another, and what passed beside tests of the worker's own once
//! more without these. Evaluators are asked last, and only if nothing
//! else stands against the work.

mod answers;
mod as_before;
mod asserted;
mod before;
mod blanks;
mod case;
mod closing;
mod compared;
mod compiled;
mod controls;
mod environment;
mod failed_before;
mod folders;
mod go_cache;
mod lacks;
mod loaded;
mod looks;
mod makefiles;
mod own_tests;
mod prepare;
mod probe;
mod ran;
mod ready;
mod rows;
mod scripts;
mod sight;
mod silenced;
mod sitting;
mod tools;
mod twins;
mod unseen;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use countersign_core::{
    Check, ContractKind, Criterion, CriterionId, Exit, Finding, Observation, PathNote, RoomReport,
    SpecFile, TestOutcome, Visibility, WorkEnd,
};

pub use case::{Case, Kept, Machine, Stage, VerifyError};
pub(crate) use sitting::shell;
pub use tools::Tools;

use crate::jail::JailError;
use crate::judge::{self, Exhibit, Judge, Question};
use crate::room::{Contents, Fate, Outputs, Stock, ThroughLinks, Why, make_place, plan};
use crate::tree::{Bounds, LeftOut, Tree, scan_result};
use probe::{OnBase, Probe};
use ready::Ready;
use sitting::Sitting;

/// How many times as long as at first a command may take when it is run again, and how long in any case.
const SLOWEST: u32 = 10;
const LEAST_TIME: Duration = Duration::from_secs(60);

/// Most links and the like that a reason names.
const MOST_NAMED: usize = 5;

/// What verification saw.
#[derive(Debug)]
pub struct Verified {
    /// One of each criterion that is judged with an attempt, in the contract's order.
    pub observations: Vec<Observation>,
    pub room: RoomReport,
    /// How many of the worker's changes did not come over, but for caches and products.
    pub left_behind: usize,
    /// The room as it was judged, if it was to be kept.
    pub kept: Option<PathBuf>,
}

/// Judges a result. Our machine's troubles are errors or leave a criterion undecided; they never fail it.
pub fn verify(
    machine: &Machine,
    case: &Case<'_>,
    tell: &dyn Fn(Stage<'_>),
) -> Result<Verified, VerifyError> {
    let case = &case.within(machine);
    make_place(&machine.place).map_err(VerifyError::Place)?;
    machine.spares.sweep_first(&machine.place);
    tell(Stage::Scanning);
    let always = Outputs::of(case.contract).always();
    let ready = Ready::of(machine, case, &always)?;
    let Ready { base, at, before, name } = ready;
    let result = Arc::new(match case.handed_in {
        Some(copy) => copy.tree(&base).ok_or(VerifyError::OtherBase)?,
        None => scan_result(case.result_source(), &always, &base, Bounds::default())?,
    });
    let plan = plan(case.contract, before.base(), &result);
    let trees = (Arc::clone(&base), Arc::clone(&result));
    let after =
        Arc::new(Stock::gather(&machine.place, (&at, base), (&case.files(), result), plan)?);
    let case = &Case { base: &at, ..*case };
    let probe = Probe::of(machine, case, &before, tell)?;
    probe.refuse_vacuous(machine, case)?;
    let verification =
        Verification { machine, case, tell, trees, before, after, probe, seen: BTreeMap::new() };
    let mut verified = verification.run()?;
    // What was prepared is no part of what the work is judged against.
    verified.room.base = name;
    Ok(verified)
}

/// Runs the contract on its base alone, before any work.
pub fn probe(
    machine: &Machine,
    case: &Case<'_>,
    tell: &dyn Fn(Stage<'_>),
) -> Result<BTreeMap<CriterionId, Finding>, VerifyError> {
    let case = &case.within(machine);
    make_place(&machine.place).map_err(VerifyError::Place)?;
    let always = Outputs::of(case.contract).always();
    let Ready { at, before, .. } = Ready::of(machine, case, &always)?;
    let case = &Case { base: &at, ..*case };
    let probe = Probe::of(machine, case, &before, tell)?;
    probe.refuse_vacuous(machine, case)?;
    Ok(probe.findings())
}

struct Verification<'a> {
    machine: &'a Machine,
    case: &'a Case<'a>,
    tell: &'a dyn Fn(Stage<'_>),
    /// Of the base and of the result.
    trees: (Arc<Tree>, Arc<Tree>),
    before: Arc<Stock>,
    after: Arc<Stock>,
    probe: Probe,
    seen: BTreeMap<CriterionId, Observation>,
}

impl<'a> Verification<'a> {
    fn run(mut self) -> Result<Verified, VerifyError> {
        let mut report = self.after.report();
        let mut kept = None;
        match self.look(&mut report, &mut kept) {
            Err(VerifyError::OutOfTime(limit)) => self.leave_open(limit),
            looked => looked?,
        }
        self.name_what_could_not_come();
        folders::name(&mut self);
        self.after.check()?;
        if self.machine.require_sandbox && !report.missing_layers.is_empty() {
            return Err(VerifyError::SandboxMissing(report.missing_layers));
        }
        for (criterion, on_base) in &self.probe.on_base {
            if let Some(seen) = self.seen.get_mut(criterion) {
                let is_new = |name: &String, end: TestOutcome| {
                    end == TestOutcome::Passed && !on_base.passed.contains(name)
                };
                let held = on_base.finding == Finding::Pass
                    || (!seen.failed_before.is_empty()
                        && !seen.tests.iter().any(|(name, end)| is_new(name, *end)));
                seen.regression = seen.finding == Finding::Pass && held;
            }
        }
        let observations = case::immediate(self.case)
            .filter_map(|criterion| self.seen.remove(&criterion.id))
            .map(|seen| seen.as_visible_as(self.case.contract))
            .collect();
        Ok(Verified { observations, room: report, left_behind: self.left_behind(), kept })
    }

    /// All that is looked at, run and asked.
    fn look(
        &mut self,
        report: &mut RoomReport,
        kept: &mut Option<PathBuf>,
    ) -> Result<(), VerifyError> {
        let mut answered = None;
        for visibility in [Visibility::Shown, Visibility::Hidden] {
            if self.criteria(visibility).next().is_none() {
                continue;
            }
            let spec = spec_files(self.case, visibility);
            if visibility == Visibility::Hidden {
                // Before the work has ever seen what is expected: what it saw it could keep somewhere in the machine.
                answered = blanks::ask(self)?;
            }
            let mut sitting = self.sitting(&spec)?;
            for criterion in self.criteria(visibility) {
                (self.tell)(Stage::Checking(criterion));
                if let Some(seen) = self.mechanical(&mut sitting, criterion, report)? {
                    self.seen.insert(criterion.id.clone(), seen);
                }
            }
            let known = report.restored.len();
            sitting.note(report);
            if visibility == Visibility::Hidden {
                self.note_for_leads(report.restored.split_off(known));
            }
            self.once_more(visibility, &spec)?;
            self.without_the_tests(visibility, &spec)?;
            before::compare(self, visibility);
            unseen::demand(self, visibility);
            if visibility == Visibility::Shown && self.machine.keep {
                *kept = Some(sitting.keep()?);
            }
        }
        for visibility in [Visibility::Shown, Visibility::Hidden] {
            // Whoever counts its runs somewhere in the machine does not know by that whether this is a twin.
            if visibility == Visibility::Hidden && Self::tosses_a_coin() {
                closing::compare(self)?;
            }
            environment::compare(self, visibility)?;
            own_tests::compare(self, visibility)?;
            twins::compare(self, visibility)?;
            rows::compare(self, visibility)?;
            asserted::compare(self, visibility)?;
            compared::compare(self, visibility)?;
            scripts::compare(self, visibility)?;
            makefiles::compare(self, visibility)?;
            silenced::compare(self, visibility)?;
        }
        loaded::compare(self)?;
        blanks::compare(self, answered);
        closing::compare(self)?;
        answers::mention(self);
        for visibility in [Visibility::Shown, Visibility::Hidden] {
            unseen::doubt(self, visibility);
            failed_before::settle(self, visibility)?;
        }
        self.judged()
    }

    fn tosses_a_coin() -> bool {
        std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), ()).is_multiple_of(2)
    }

    /// What has failed has failed. What passed so far has not been tried with wrong expectations, so nobody knows.
    fn leave_open(&mut self, limit: Duration) {
        let reason = format!(
            "not certain: all commands together may take {} s (total_seconds in [verify]), and that was over. A person \
             has to judge, or give it more time",
            limit.as_secs()
        );
        for criterion in case::immediate(self.case) {
            let open = || Observation::new(criterion.id.clone(), Finding::Undecided, &reason);
            let seen = self.seen.entry(criterion.id.clone()).or_insert_with(open);
            if seen.finding == Finding::Pass && ran::runs(&criterion.check) {
                seen.finding = Finding::Undecided;
                seen.reason.clone_from(&reason);
            }
        }
    }

    fn left_behind(&self) -> usize {
        let is_made_by_the_way = |why: &Why| {
            matches!(why, Why::Product | Why::Dependencies | Why::LeftOut(_) | Why::OwnTest)
        };
        let fates = self.after.plan().fates.values();
        fates
            .filter(|fate| matches!(fate, Fate::LeftBehind(why) if !is_made_by_the_way(why)))
            .count()
    }

    /// Whoever made a link, a pipe or a file that is too large as the work reads of a missing file, and has to learn why it
    /// is missing.
    fn name_what_could_not_come(&mut self) {
        let fates = self.after.plan().fates.iter();
        let left = fates.filter_map(|(path, fate)| match fate {
            Fate::LeftBehind(
                why @ (Why::Link
                | Why::NotAFile
                | Why::InTheWay
                | Why::LeftOut(
                    LeftOut::TooLarge | LeftOut::TooDeep | LeftOut::Unreadable | LeftOut::Swapped,
                )),
            ) => Some(format!("{path}: {why}")),
            Fate::Comes
            | Fate::Goes
            | Fate::LeftBehind(_)
            | Fate::Restored(..)
            | Fate::Merged(_) => None,
        });
        let told: Vec<String> = left.take(MOST_NAMED).collect();
        if told.is_empty() {
            return;
        }
        let note = format!(" (left behind: {})", told.join("; "));
        let shown = self.criteria(Visibility::Shown).map(|one| one.id.clone()).collect::<Vec<_>>();
        for id in shown {
            if let Some(seen) = self.seen.get_mut(&id).filter(|one| one.finding == Finding::Fail) {
                seen.reason.push_str(&note);
            }
        }
    }

    /// The report is for everyone, and what the work writes beside hidden tests can be named after what they ask.
    fn note_for_leads(&mut self, put_back: Vec<PathNote>) {
        let last = self.criteria(Visibility::Hidden).filter(|one| self.seen.contains_key(&one.id));
        let Some(seen) = last.last().and_then(|one| self.seen.get_mut(&one.id)) else { return };
        for PathNote { path, why } in put_back {
            seen.reason.push_str(&format!("; {path}: {why}"));
        }
    }

    fn criteria(&self, visibility: Visibility) -> impl Iterator<Item = &'a Criterion> + use<'a> {
        case::immediate(self.case).filter(move |criterion| criterion.visibility == visibility)
    }

    /// Criteria of which tests ran and passed.
    fn passed_by_tests(&self, visibility: Visibility) -> Vec<&'a Criterion> {
        let has_passed = |criterion: &&Criterion| {
            let seen = self.seen.get(&criterion.id);
            seen.is_some_and(|seen| seen.finding == Finding::Pass && !seen.tests.is_empty())
        };
        self.criteria(visibility).filter(has_passed).collect()
    }

    fn sitting(&self, spec: &[SpecFile]) -> Result<Sitting<'a>, VerifyError> {
        let sitting = Sitting::begin(self.machine, self.case, &self.after, spec)?;
        Ok(sitting.paced(self.paces()))
    }

    /// What a room would hold in which no command has run.
    fn contents(&self, spec: &[SpecFile]) -> Result<Contents, VerifyError> {
        Ok(Contents::of(&self.after, spec)?)
    }

    /// How long commands may take that ran before: many times as long as then, and no end that the work makes as late as
    /// it likes.
    fn paces(&self) -> BTreeMap<String, Duration> {
        let of = |criterion: &Criterion| {
            let seen = self.seen.get(&criterion.id)?;
            let first = match seen.exit {
                Some(Exit::TimedOut) => Duration::ZERO,
                _ => Duration::from_millis(seen.duration_ms),
            };
            let line = ran::line(&criterion.check)?.to_owned();
            Some((line, first.saturating_mul(SLOWEST).max(LEAST_TIME)))
        };
        case::immediate(self.case).filter_map(of).collect()
    }

    /// Files of the worker's that have the base's bytes, and come over because they can be run, or cannot any more.
    fn other_mode(&self) -> Vec<String> {
        let fates = self.after.plan().fates.iter();
        let is_same = |path: &str| {
            let (base, result) = (self.trees.0.file(path), self.trees.1.file(path));
            base.is_some() && base == result
        };
        let comes = fates.filter(|(path, fate)| matches!(fate, Fate::Comes) && is_same(path));
        comes.map(|(path, _)| path.clone()).collect()
    }

    /// What a check that needs no judgement saw; nothing for those that do.
    fn mechanical(
        &self,
        sitting: &mut Sitting<'_>,
        criterion: &Criterion,
        report: &RoomReport,
    ) -> Result<Option<Observation>, VerifyError> {
        let tree = self.before.base().tree();
        let context = looks::Context {
            base: &ThroughLinks { files: self.before.base(), tree },
            room: &ThroughLinks { files: sitting.contents(), tree },
            today: self.case.today,
            brief: self.case.brief,
            restored: &report.restored,
            restored_is_failure: self.machine.restored_is_failure,
            spec: self.case.contract.spec_files(),
            other_mode: &self.other_mode(),
        };
        if let Some(seen) = looks::see(&context, &criterion.check) {
            let seen = seen.under(criterion.id.clone());
            return compiled::compare(self, &criterion.check, seen).map(Some);
        }
        if let Some(ran) = sitting.run_check(&criterion.check)? {
            let on_base = self.on_base_today(criterion, &ran)?;
            return Ok(Some(ran.judged(self.case, criterion, on_base.as_ref())));
        }
        let worker = match (&criterion.check, self.case.worker) {
            (Check::None, Some((WorkEnd::Finished, Exit::Success))) => {
                (Finding::Pass, "the worker ended with success; nothing else was looked at")
            }
            (Check::None, Some((WorkEnd::Crashed, Exit::Success))) => (
                Finding::Fail,
                "the worker's own report says that it failed, whatever its exit code",
            ),
            (Check::None, Some(_)) => (Finding::Fail, "the worker did not end with success"),
            (Check::None, None) => (Finding::Undecided, "nobody saw how the worker ended"),
            (_, _) => return Ok(None),
        };
        let seen = Observation::new(criterion.id.clone(), worker.0, worker.1);
        Ok(Some(Observation { exit: self.case.worker.map(|(_, exit)| exit), ..seen }))
    }

    /// What is known of the base. A program that is missing may have been there when the base was probed, so the
    /// base is then asked again: what the machine has lost is not the worker's fault.
    fn on_base_today(
        &self,
        criterion: &Criterion,
        ran: &ran::Ran,
    ) -> Result<Option<OnBase>, VerifyError> {
        let known = self.probe.on_base.get(&criterion.id).cloned();
        if !ran.is_unstartable() || known.as_ref().is_some_and(|known| known.unstartable) {
            return Ok(known);
        }
        let spec = spec_files(self.case, criterion.visibility);
        let mut sitting = Sitting::begin(self.machine, self.case, &self.before, &spec)?;
        let again = sitting.run_check(&criterion.check)?;
        let unstartable = again.is_some_and(|again| again.is_unstartable());
        Ok(known.map(|known| OnBase { unstartable, ..known }))
    }

    /// What failed is run again in a fresh room. Two answers to one question are no answer.
    fn once_more(&mut self, visibility: Visibility, spec: &[SpecFile]) -> Result<(), VerifyError> {
        // What did not come to an end has had all the time that there is.
        let has_failed =
            |seen: &Observation| seen.finding == Finding::Fail && seen.exit != Some(Exit::TimedOut);
        let failed = |criterion: &&Criterion| {
            ran::runs(&criterion.check) && self.seen.get(&criterion.id).is_some_and(has_failed)
        };
        let Some(last) = self.criteria(visibility).filter(failed).last().map(|c| c.id.clone())
        else {
            return Ok(());
        };
        let mut known = BTreeMap::new();
        for criterion in self.criteria(visibility).filter(failed) {
            known.insert(criterion.id.clone(), failed_before::known(self, criterion)?);
        }
        let mut sitting = self.sitting(spec)?;
        let mut changed = Vec::new();
        for criterion in self.criteria(visibility) {
            (self.tell)(Stage::Again(criterion));
            if let Some(ran) = sitting.run_check(&criterion.check)? {
                let on_base = self.probe.on_base.get(&criterion.id);
                let known = known.remove(&criterion.id).unwrap_or_default();
                let again = ran.judged_without(self.case, criterion, on_base, &known);
                let Some(first) = self.seen.get_mut(&criterion.id) else { continue };
                if first.finding == Finding::Fail && again.finding == Finding::Pass {
                    if !known.is_empty() && first.tests == again.tests {
                        *first = again;
                    } else {
                        changed.push(criterion.id.clone());
                    }
                }
            }
            if criterion.id == last {
                break;
            }
        }
        for id in changed {
            if let Some(seen) = self.seen.get_mut(&id) {
                seen.flaky = true;
                seen.finding = Finding::Undecided;
                seen.reason = format!(
                    "flaky: it failed, and passed when it was run again in a fresh room; a person has to \
                     judge. The first time: {}",
                    seen.reason
                );
            }
        }
        Ok(())
    }

    /// What a linter finds in the specification's own tests is not the worker's, who may not change them. So one
    /// that finds something is asked about the work alone. Types that disagree with the tests may be the work's
    /// fault or the tests', and a person has to say which.
    fn without_the_tests(
        &mut self,
        visibility: Visibility,
        spec: &[SpecFile],
    ) -> Result<(), VerifyError> {
        let is_one = |check: &Check| matches!(check, Check::Lint { .. } | Check::Typecheck { .. });
        let failed = |criterion: &&Criterion| {
            let seen = self.seen.get(&criterion.id);
            is_one(&criterion.check) && seen.is_some_and(|seen| seen.finding == Finding::Fail)
        };
        let failed: Vec<&Criterion> = self.criteria(visibility).filter(failed).collect();
        if failed.is_empty() || spec.is_empty() {
            return Ok(());
        }
        for criterion in failed {
            (self.tell)(Stage::Again(criterion));
            let mut sitting = self.sitting(&[])?;
            let Some(ran) = sitting.run_check(&criterion.check)? else { continue };
            if ran.judged(self.case, criterion, None).finding != Finding::Pass {
                continue;
            }
            if let Some(seen) = self.seen.get_mut(&criterion.id) {
                let is_lint = matches!(criterion.check, Check::Lint { .. });
                seen.finding = if is_lint { Finding::Pass } else { Finding::Undecided };
                seen.exit = is_lint.then_some(Exit::Success).or(seen.exit);
                seen.reason = if is_lint {
                    "it finds nothing in the work; what it finds is in the specification's own tests, which \
                     are not the worker's to change"
                        .to_owned()
                } else {
                    "it finds nothing in the work alone, only together with the specification's own tests: a \
                     person has to say which of the two is wrong"
                        .to_owned()
                };
            }
        }
        Ok(())
    }

    /// Evaluators and critics, if nothing else stands against the work.
    fn judged(&mut self) -> Result<(), VerifyError> {
        let failed = self.seen.values().any(|seen| seen.finding == Finding::Fail);
        let questions: Vec<_> = case::immediate(self.case).filter_map(asked).collect();
        if questions.is_empty() {
            return Ok(());
        }
        let exhibits = if failed { Vec::new() } else { self.exhibits()? };
        for (criterion, critic, rubric) in questions {
            let told = self.machine.told.get(&criterion.id).filter(|_| !failed);
            let seen = if failed {
                crate::check::Seen::undecided(
                    "not asked: a mechanical check has failed, and that comes first",
                )
            } else {
                (self.tell)(Stage::Asking(criterion));
                let question = Question {
                    brief: self.case.brief,
                    contract: self.case.in_words,
                    critic,
                    rubric,
                    exhibits: &exhibits,
                };
                let is_over = || self.machine.is_cancelled();
                let judge = told.map(|told| told as &dyn Judge);
                let judge = judge.or(self.machine.judge.as_deref());
                let seen = judge::ask(judge, &question, &is_over);
                if is_over() {
                    return Err(JailError::Cancelled.into());
                }
                seen
            };
            let judged_by = told.map(|told| told.by.clone());
            let seen = Observation { judged_by, ..seen.under(criterion.id.clone()) };
            self.seen.insert(criterion.id.clone(), seen);
        }
        Ok(())
    }

    /// The files that the worker made or changed.
    fn exhibits(&self) -> Result<Vec<Exhibit>, VerifyError> {
        let there = self.contents(&spec_files(self.case, Visibility::Shown))?;
        let fates = &self.after.plan().fates;
        let comes = fates.iter().filter(|(_, fate)| matches!(fate, Fate::Comes | Fate::Merged(_)));
        let mut exhibits = Vec::new();
        for (path, _) in comes {
            if let Some(content) = crate::files::Files::read(&there, path)? {
                exhibits.push(Exhibit { path: path.clone(), content });
            }
        }
        Ok(exhibits)
    }
}

/// A criterion that only a reader can judge, with the critic's name and the rubric.
fn asked(criterion: &Criterion) -> Option<(&Criterion, Option<&str>, &str)> {
    if let Check::Evaluate { rubric } = &criterion.check {
        Some((criterion, None, rubric))
    } else if let Check::Critic { name, rubric } = &criterion.check {
        Some((criterion, Some(name), rubric))
    } else {
        None
    }
}

/// The specification's files that lie in a room: the hidden ones only where the hidden criteria are judged.
fn spec_files(case: &Case<'_>, visibility: Visibility) -> Vec<SpecFile> {
    let lies =
        |file: &&SpecFile| file.visibility == Visibility::Shown || visibility == Visibility::Hidden;
    case.contract.spec_files().iter().filter(lies).cloned().collect()
}

/// Whether a contract can be vacuous at all.
fn is_verifiable(case: &Case<'_>) -> bool {
    case.contract.kind() == ContractKind::Verifiable
}

impl OnBase {
    fn is_pass(&self) -> bool {
        self.finding == Finding::Pass
    }
}
