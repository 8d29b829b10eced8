//! Red first: what the contract says of the base, before any work.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use countersign_core::{Check, CriterionId, Finding, TestOutcome, Visibility};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::case::{Case, Machine, Stage, VerifyError, immediate};
use super::sitting::Sitting;
use super::{is_verifiable, looks, spec_files};
use crate::room::Stock;

/// What was seen of one criterion on the base.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct OnBase {
    pub finding: Finding,
    /// Something that it needs is not on this machine.
    pub unstartable: bool,
    /// It was stopped at a limit.
    #[serde(default)]
    pub stopped: bool,
    /// How many tests ran.
    pub tests: Option<usize>,
    /// Those that passed, by name.
    pub passed: BTreeSet<String>,
    /// What was printed, where it did not pass.
    #[serde(default)]
    pub said: BTreeSet<String>,
}

/// What was seen of every criterion that needs no judgement.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Probe {
    pub on_base: BTreeMap<CriterionId, OnBase>,
}

impl Probe {
    /// Runs the contract on the base, or reads what an earlier run saw of the same tree and contract.
    pub fn of(
        machine: &Machine,
        case: &Case<'_>,
        base: &Arc<Stock>,
        tell: &dyn Fn(Stage<'_>),
    ) -> Result<Self, VerifyError> {
        let known = machine.probes.as_ref().map(|folder| folder.join(key(machine, case, base)));
        if let Some(probe) = known.as_ref().and_then(read) {
            return Ok(probe);
        }
        let mut probe = Self::default();
        for visibility in [Visibility::Shown, Visibility::Hidden] {
            if !immediate(case).any(|criterion| criterion.visibility == visibility) {
                continue;
            }
            let spec = spec_files(case, visibility);
            let mut sitting = Sitting::begin(machine, case, base, &spec)?;
            for criterion in immediate(case).filter(|one| one.visibility == visibility) {
                tell(Stage::Probing(criterion));
                let context = looks::Context {
                    base: base.base(),
                    room: sitting.contents(),
                    today: case.today,
                    brief: case.brief,
                    restored: &[],
                    restored_is_failure: false,
                    spec: case.contract.spec_files(),
                    other_mode: &[],
                };
                let seen = if let Some(seen) = looks::see(&context, &criterion.check) {
                    OnBase {
                        finding: seen.finding,
                        unstartable: false,
                        stopped: false,
                        tests: None,
                        passed: BTreeSet::new(),
                        said: BTreeSet::new(),
                    }
                } else if let Some(ran) = sitting.run_check(&criterion.check)? {
                    let count = |run: &crate::report::TestRun| {
                        run.tests.len() - run.count(TestOutcome::Skipped)
                    };
                    let tests = ran.tests.as_ref().and_then(|run| run.as_ref().ok()).map(count);
                    let unstartable = ran.is_unstartable();
                    let stopped = ran.ended.stopped.is_some();
                    let run = ran.tests.as_ref().and_then(|run| run.as_ref().ok());
                    let names = |run| super::ran::of(run, TestOutcome::Passed).cloned().collect();
                    let passed: BTreeSet<String> = run.map(names).unwrap_or_default();
                    let said = super::before::lines(&ran.ended.output);
                    let finding = ran.judged(case, criterion, None).finding;
                    let said = if finding == Finding::Fail { said } else { BTreeSet::new() };
                    OnBase { finding, unstartable, stopped, tests, passed, said }
                } else {
                    continue;
                };
                probe.on_base.insert(criterion.id.clone(), seen);
            }
        }
        if let Some(path) = known {
            keep(&path, &probe);
        }
        Ok(probe)
    }

    /// A contract of which everything holds already would call anything done.
    pub fn refuse_vacuous(&self, machine: &Machine, case: &Case<'_>) -> Result<(), VerifyError> {
        let asks = |check: &Check| !matches!(check, Check::Protected { .. } | Check::None);
        let mut asked = immediate(case).filter(|criterion| asks(&criterion.check));
        // What is judged is taken to be open: asking an evaluator about the base would cost money.
        let is_met = |id: &CriterionId| self.on_base.get(id).is_some_and(OnBase::is_pass);
        let is_vacuous = is_verifiable(case) && asked.all(|criterion| is_met(&criterion.id));
        if is_vacuous && !machine.allow_vacuous {
            return Err(VerifyError::Vacuous);
        }
        Ok(())
    }

    pub fn findings(&self) -> BTreeMap<CriterionId, Finding> {
        self.on_base.iter().map(|(id, on_base)| (id.clone(), on_base.finding)).collect()
    }
}

/// The tree, the programs of this machine, and all of the contract that has a part in what is seen.
fn key(machine: &Machine, case: &Case<'_>, base: &Stock) -> String {
    let mut hasher = Sha256::new();
    hasher.update(base.base().tree().digest().bytes());
    for (name, value) in machine.tools.known_places() {
        for part in [name, value] {
            hasher.update(part.as_encoded_bytes());
            hasher.update([0]);
        }
    }
    let parts =
        (immediate(case).collect::<Vec<_>>(), case.contract.spec_files(), case.today.to_string());
    // What cannot be written down is looked at anew: the key is then of nothing that is known.
    hasher.update(serde_json::to_vec(&parts).unwrap_or_default());
    let digest = hasher.finalize();
    let hex = digest.iter().fold(String::new(), |mut hex, byte| {
        let _ = std::fmt::Write::write_fmt(&mut hex, format_args!("{byte:02x}"));
        hex
    });
    format!("{hex}.json")
}

fn read(path: &PathBuf) -> Option<Probe> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// A probe that cannot be kept is made again next time.
fn keep(path: &PathBuf, probe: &Probe) {
    let Ok(text) = serde_json::to_vec(probe) else { return };
    let Some(folder) = path.parent() else { return };
    let written = fs::create_dir_all(folder).and_then(|()| {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        std::io::Write::write_all(&mut file, &text)?;
        file.persist(path).map(|_| ()).map_err(|error| error.error)
    });
    let _ = written;
}
