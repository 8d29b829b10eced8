//! What was accepted before has to hold with what is accepted now, where both change the same files: two results that
//! each meet their contract need not do so together, and whoever mends a conflict may drop what the other one did.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use countersign_core::{
    Check, Contract, ContractKind, Criterion, CriterionId, Finding, Observation, Task, Timing,
    Visibility,
};
use countersign_engine::run::{EarlierTask, Judged, Run, Stage, WorkshopError};
use countersign_runner::area::Base;
use countersign_runner::landing::{Changed, Earlier};

use super::notes::GoOn;
use super::{Here, trouble};
use crate::machine::Wanted;

/// What the files are called that change, in the contract that is asked again.
const CHANGES: &str = "countersign.what-is-landed";

impl Here {
    /// What does not hold any more of tasks that were accepted before. Where everything does, it is noted where the
    /// branch was.
    pub(super) fn broken_by(
        &self,
        task: &Task,
        judged: &Judged,
        earlier: &[EarlierTask],
        run: &Run<'_>,
    ) -> Result<Vec<Observation>, WorkshopError> {
        let standing = self.standing(task, judged)?;
        let onto = standing.onto()?;
        let mut broken = Vec::new();
        if let Some(head) = self.head_with(task, &standing)? {
            let (before, after) = (self.repository.base(&onto), self.repository.base(&head));
            let (before, after) = (before.map_err(trouble)?, after.map_err(trouble)?);
            let steps = self.earlier(task, &standing)?;
            let trees = (&before, &after);
            let asking = Asking::new(self, Some(&task.contract), standing.changed(), trees, run);
            for EarlierTask { task: other, is_needed } in earlier {
                let step = steps.iter().find(|step| step.task == other.id);
                let instead: Vec<&Contract> =
                    is_needed.then_some(&task.contract).into_iter().collect();
                let lost = asking.ask(other, &instead, step)?;
                broken.extend(lost.into_iter().map(|seen| in_words(other, seen)));
            }
            // After a conflict it is known already where the next attempt goes on.
            let is_try = standing.moved.as_ref().is_some_and(|moved| moved.tried.is_some());
            if !broken.is_empty() && standing.moved.is_some() && !is_try {
                // Whoever mends it has to see what it breaks.
                self.notes.go_on(&task.id, GoOn::with(&onto, &head))?;
            }
        }
        if broken.is_empty()
            && let Some(bench) = self.benches().get_mut(&task.id)
        {
            bench.keeps = Some(onto);
        }
        Ok(broken)
    }
}

/// What is asked of all tasks that were accepted before.
pub(super) struct Asking<'a> {
    here: &'a Here,
    /// A contract that was judged in this very tree.
    judged: Option<&'a Contract>,
    changed: Changed,
    /// The branch before it, and with it.
    trees: (&'a Base, &'a Base),
    run: &'a Run<'a>,
    /// What was asked for another one, and held.
    held: Mutex<BTreeSet<String>>,
}

impl<'a> Asking<'a> {
    pub fn new(
        here: &'a Here,
        judged: Option<&'a Contract>,
        changed: Changed,
        trees: (&'a Base, &'a Base),
        run: &'a Run<'a>,
    ) -> Self {
        Self { here, judged, changed, trees, run, held: Mutex::default() }
    }

    /// What of one task does not hold any more. `instead` are the contracts of tasks that were to come after it and say
    /// themselves what is to be there.
    pub fn ask(
        &self,
        other: &Task,
        instead: &[&Contract],
        step: Option<&Earlier>,
    ) -> Result<Vec<Observation>, WorkshopError> {
        (self.run.tell)(Stage::Checking(&format!("{} still holds", other.id)));
        let criteria = self.open(other, instead);
        let mut broken = Vec::new();
        for criterion in &criteria {
            let lost = match &criterion.check {
                Check::Outputs { write, modify, .. } => self.gone(write.iter().chain(modify)),
                Check::Changelog { path, .. } | Check::Backlog { path, .. } => match step {
                    Some(step) => self.taken_out(path, step)?,
                    None => None,
                },
                _ => None,
            };
            let lost = lost.map(|why| Observation::new(criterion.id.clone(), Finding::Fail, why));
            broken.extend(lost);
        }
        if let Some(contract) = self.asked_again(other, &criteria)? {
            let asked = Task { contract, ..other.clone() };
            broken.extend(self.held_before(&asked, self.shortfalls(&asked)?)?);
        }
        Ok(broken)
    }

    /// Whether one task holds for sure. What was before is not looked at, so that [`Asking::ask`] has to tell where it
    /// does not. `touched` is whether a file was changed since the task was accepted.
    pub fn is_sure_of(
        &self,
        other: &Task,
        instead: &[&Contract],
        touched: &dyn Fn(&str) -> bool,
    ) -> Result<bool, WorkshopError> {
        let criteria = self.open(other, instead);
        let is_sure = |criterion: &&Criterion| match &criterion.check {
            Check::Outputs { write, modify, .. } => {
                write.iter().chain(modify).all(|path| self.trees.1.path().join(path).is_file())
            }
            Check::Changelog { path, .. } | Check::Backlog { path, .. } => !touched(path),
            _ => true,
        };
        if !criteria.iter().all(is_sure) {
            return Ok(false);
        }
        let Some(contract) = self.asked_again(other, &criteria)? else { return Ok(true) };
        Ok(self.shortfalls(&Task { contract, ..other.clone() })?.is_empty())
    }

    /// The criteria that are to be asked.
    fn open<'t>(&self, other: &'t Task, instead: &[&Contract]) -> Vec<&'t Criterion> {
        let open = other.contract.timed(Timing::Immediate);
        open.filter(|one| !self.is_settled(&other.contract, instead, one)).collect()
    }

    /// Whether there is nothing to ask: it was asked already, or another one was to come after it and says itself what
    /// is to be there instead.
    fn is_settled(&self, other: &Contract, instead: &[&Contract], criterion: &Criterion) -> bool {
        let changes: BTreeSet<&str> = self.changed.paths().collect();
        let has_own_tests =
            other.spec_files().iter().any(|file| changes.contains(file.path.as_str()));
        let is_same = |one: &Criterion| {
            one.check == criterion.check
                && one.visibility == criterion.visibility
                && one.timing == Timing::Immediate
        };
        let is_judged = || {
            self.judged.is_some_and(|judged| judged.criteria().iter().any(is_same))
                || self.held().contains(&key(&criterion.check))
        };
        if !has_own_tests && criterion.visibility == Visibility::Shown && is_judged() {
            return true;
        }
        instead.iter().any(|own| {
            own.criteria().iter().any(|one| replaces(&one.check, &criterion.check))
                || (runs(&criterion.check) && replaces_tests(own, other))
        })
    }

    fn held(&self) -> MutexGuard<'_, BTreeSet<String>> {
        // Whoever panicked with it left whole entries behind.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The criteria that can be asked of a tree, and the files that change now as what may be changed.
    fn asked_again(
        &self,
        other: &Task,
        criteria: &[&Criterion],
    ) -> Result<Option<Contract>, WorkshopError> {
        let is_asked = |one: &&&Criterion| tells_of_a_tree(&one.check);
        let mut asked: Vec<Criterion> =
            criteria.iter().filter(is_asked).map(|one| (*one).clone()).collect();
        if asked.is_empty() {
            return Ok(None);
        }
        if !self.changed.written.is_empty() {
            let write = self.changed.written.iter().cloned().collect();
            let may_write = self.changed.removed.iter().map(|path| literally(path));
            asked.push(Criterion {
                id: CriterionId::new(CHANGES).map_err(trouble)?,
                description: "what changes".to_owned(),
                check: Check::Outputs { write, modify: Vec::new(), may_write: may_write.collect() },
                timing: Timing::Immediate,
                visibility: Visibility::Shown,
                origin: "what is landed".to_owned(),
            });
        }
        let (from, at) = (other.contract.generated_from(), other.contract.generated_at());
        let contract = Contract::new(ContractKind::Verifiable, asked, from, at).map_err(trouble)?;
        let files = other.contract.spec_files().to_vec();
        contract.with_spec_files(files).map(Some).map_err(trouble)
    }

    /// What of a contract does not hold with it.
    fn shortfalls(&self, asked: &Task) -> Result<Vec<Observation>, WorkshopError> {
        let trees = (self.trees.0, self.trees.1.source());
        let judged = self.here.seen(asked, trees, self.wanted(), self.run)?;
        let is_asked = |seen: &Observation| seen.criterion.as_str() != CHANGES;
        let (held, broken): (Vec<_>, Vec<_>) = judged
            .observations
            .into_iter()
            .filter(is_asked)
            .partition(|seen| seen.finding == Finding::Pass);
        let criteria = asked.contract.criteria();
        let of = |seen: &Observation| criteria.iter().find(|one| one.id == seen.criterion);
        self.held().extend(held.iter().filter_map(of).map(|one| key(&one.check)));
        Ok(broken)
    }

    /// Those of what fails that held before.
    fn held_before(
        &self,
        asked: &Task,
        mut broken: Vec<Observation>,
    ) -> Result<Vec<Observation>, WorkshopError> {
        if broken.is_empty() {
            return Ok(broken);
        }
        let before = self.here.found_on(asked, self.trees.0, self.wanted(), self.run)?;
        broken.retain(|seen| before.get(&seen.criterion) == Some(&Finding::Pass));
        Ok(broken)
    }

    /// It holds before, or else nothing can be broken.
    fn wanted(&self) -> Wanted {
        Wanted { allow_vacuous: true, ..self.here.wanted }
    }

    /// Files that the other one made, and that are not there with this.
    fn gone<'p>(&self, paths: impl Iterator<Item = &'p String>) -> Option<String> {
        let is_file = |root: &Path, path: &str| root.join(path).is_file();
        let (before, after) = self.trees;
        let gone: Vec<&str> = paths
            .map(String::as_str)
            .filter(|path| is_file(before.path(), path) && !is_file(after.path(), path))
            .collect();
        (!gone.is_empty()).then(|| format!("removed: {}", gone.join(", ")))
    }

    /// A line that the other one added to a list, and that is not in it with this.
    fn taken_out(&self, path: &str, step: &Earlier) -> Result<Option<String>, WorkshopError> {
        let repository = &self.here.repository;
        let earlier = repository.base(&step.before).map_err(trouble)?;
        let then = repository.base(&step.after).map_err(trouble)?;
        let (before, after) = self.trees;
        let [earlier, then, before, after] =
            [&earlier, &then, before, after].map(|root| lines(&root.path().join(path)));
        let is_lost = |line: &&String| {
            !earlier.contains(*line) && before.contains(*line) && !after.contains(*line)
        };
        let lost = then.iter().find(is_lost);
        Ok(lost.map(|line| format!("this line is not in {path} any more: {line}")))
    }
}

/// As a shortfall of the task at hand.
fn in_words(other: &Task, seen: Observation) -> Observation {
    let visibility = visibility(other, &seen);
    let reason = format!(
        "{} was accepted before, and with this work {}",
        other.id,
        lost_in_words(other, &seen)
    );
    Observation { reason, visibility, regression: false, ..seen }.of_accepted(&other.id)
}

/// What of a task does not hold any more. Who is shown it is another question.
pub(super) fn lost_in_words(other: &Task, seen: &Observation) -> String {
    let criteria = other.contract.criteria().iter();
    let shown = criteria.filter(|one| one.visibility == Visibility::Shown);
    let shown = shown.filter(|one| one.id == seen.criterion).map(|one| &one.description);
    let what = shown.map(|words| format!(" ({words})")).collect::<String>();
    format!("its {} does not hold any more{what}: {}", seen.criterion, seen.reason)
}

/// Whether what was seen may be told.
pub(super) fn visibility(other: &Task, seen: &Observation) -> Visibility {
    let criteria = other.contract.criteria().iter();
    let mut shown = criteria.filter(|one| one.visibility == Visibility::Shown);
    match shown.any(|one| one.id == seen.criterion) {
        true => Visibility::Shown,
        false => Visibility::Hidden,
    }
}

/// Whether it can be asked of a folder alone, without anyone's judgement.
fn tells_of_a_tree(check: &Check) -> bool {
    match check {
        Check::File { .. }
        | Check::Content { .. }
        | Check::Exports { .. }
        | Check::Signal { .. }
        | Check::Dependency { .. } => true,
        check if runs(check) => true,
        // Of a change, of a worker, or for somebody who was asked about the same work.
        _ => false,
    }
}

fn runs(check: &Check) -> bool {
    matches!(
        check,
        Check::Command { .. } | Check::Tests { .. } | Check::Lint { .. } | Check::Typecheck { .. }
    )
}

/// Whether one says of a file what another said of it.
fn replaces(one: &Check, other: &Check) -> bool {
    match (one, other) {
        (Check::File { path: one, .. }, Check::File { path: other, .. })
        | (Check::Content { path: one, .. }, Check::Content { path: other, .. })
        | (Check::Exports { path: one, .. }, Check::Exports { path: other, .. })
        | (Check::Signal { path: one, .. }, Check::Signal { path: other, .. }) => one == other,
        (Check::Dependency { package: one, .. }, Check::Dependency { package: other, .. }) => {
            one == other
        }
        _ => false,
    }
}

/// Whether one brings other tests in the place of another's.
fn replaces_tests(one: &Contract, other: &Contract) -> bool {
    let is_replaced = |path: &str, content: &str| {
        one.spec_files().iter().any(|file| file.path == path && file.content != content)
    };
    other.spec_files().iter().any(|file| is_replaced(&file.path, &file.content))
}

fn key(check: &Check) -> String {
    format!("{check:?}")
}

/// A pattern that only this path matches.
fn literally(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len());
    for c in path.chars() {
        match c {
            '*' | '?' | '[' | ']' | '{' | '}' => pattern.extend(['[', c, ']']),
            c => pattern.push(c),
        }
    }
    pattern
}

/// The lines of a file that say something. None where there is no such file.
fn lines(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(ToOwned::to_owned).collect()
}
