//! Evidence: what the checks of a contract saw, and what follows from it.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    ActorId, Check, Contract, Criterion, CriterionId, EvidenceId, Refusal, TaskId, Visibility,
};

/// Most observations in one body of evidence; as many as a contract can ask for, and some more.
const MAX_OBSERVATIONS: usize = 1000;
/// Most bytes of names of tests, or of files with their digests, in one observation.
const MAX_NAMES: usize = 1024 * 1024;
/// Most bytes of output kept at each end.
const MAX_OUTPUT: usize = 32 * 1024;

/// All that a worker is told of hidden checks that did not pass, however many they are and whatever they saw: the work
/// runs beside them, and says by each other word what they ask.
pub const HIDDEN_SHORTFALL: &str =
    "a hidden check did not pass; all that it asks for is in the brief";
/// The name under which a summary has them, all together.
const HIDDEN_CHECKS: &str = "hidden-checks";
/// Stands for a criterion where a contract has none, and the worker did not even do its part.
const WORKER: &str = "worker";

/// How a process ended. Only `Success` can lead to a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    Success,
    Failure(i32),
    TimedOut,
    Signalled(i32),
    /// Nobody knows: the process or the machine was lost.
    Lost,
}

/// What stands for a criterion where there is none but that the worker does its part.
pub(crate) fn worker() -> Option<CriterionId> {
    CriterionId::new(WORKER).ok()
}

/// How one test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TestOutcome {
    Passed,
    Failed,
    Skipped,
}

/// What a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    Pass,
    Fail,
    /// Not judged: a person must look, or the machinery failed. Neither a pass nor the worker's fault.
    Undecided,
}

/// The two ends of a long output.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Output {
    pub head: String,
    #[serde(default)]
    pub tail: String,
    #[serde(default)]
    pub bytes_left_out: u64,
}

/// A second run of the same tests with expectations that are wrong on purpose. A test that passes there
/// too says nothing: whatever makes it pass is not the work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Twins {
    /// Tests whose expectations were altered and which failed, as they must.
    pub failed: u64,
    /// Tests that passed although their expectations were wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<String>,
    /// Tests without an expectation that can be altered by machine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_twinned: Vec<String>,
}

/// What one criterion's check saw.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Observation {
    pub criterion: CriterionId,
    /// The task that was accepted before, if it is that one's criterion: this work would break it. It never passes
    /// then, and `criterion` begins with the task's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<TaskId>,
    pub finding: Finding,
    /// In words that tell the worker what to do; of a hidden one, for leads and runners alone.
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Exit>,
    /// Tests that ran, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tests: BTreeMap<String, TestOutcome>,
    #[serde(default)]
    pub output: Output,
    /// Digests of the files judged, by path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    #[serde(default)]
    pub duration_ms: u64,
    /// The command that was run, as it was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twins: Option<Twins>,
    /// It passed on the base tree already, before any work: it guards what was there and shows nothing new.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub regression: bool,
    /// Tests that fail as they did on the base tree, and are not what the work is about: they do not stand
    /// against it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub failed_before: BTreeSet<String>,
    /// Run twice, it answered differently.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub flaky: bool,
    /// Who judged it, where that was one of the team and neither a check nor an evaluator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<ActorId>,
    /// As the criterion: what was seen of a hidden one is hidden too.
    #[serde(default = "shown", skip_serializing_if = "is_shown")]
    pub visibility: Visibility,
}

fn shown() -> Visibility {
    Visibility::Shown
}

fn is_shown(visibility: &Visibility) -> bool {
    *visibility == Visibility::Shown
}

/// One wall between what is judged and the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// Its own processes only; when it ends, all of them end.
    Processes,
    /// Its own view of the file system, in which secrets are not.
    Mounts,
    /// No network.
    Network,
    /// Writing only where it was allowed (Landlock).
    Writes,
    /// Limits on time, memory, processes and output.
    Limits,
}

/// A path that did not reach the clean room as the worker left it, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PathNote {
    pub path: String,
    pub why: String,
}

/// The clean room in which a contract was judged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomReport {
    /// Digests of the tree before the work and after it.
    pub base: String,
    pub result: String,
    /// The layers that held.
    pub layers: BTreeSet<Layer>,
    /// The layers that this machine refused, each with its reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missing_layers: BTreeMap<Layer, String>,
    /// What the worker wrote and what did not come over: undeclared files, caches, links.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_behind: Vec<PathNote>,
    /// What steers the checks and was put back as it was: a finding for the reviewer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restored: Vec<PathNote>,
    /// Tests and what steers the checks that were not as committed when the work was begun, or were committed otherwise
    /// since the task was made: likewise a finding, since the work was held to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncommitted: Vec<PathNote>,
}

/// What a runner saw when it ran a contract.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    pub id: EvidenceId,
    pub observations: Vec<Observation>,
    /// Absent where someone looked without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomReport>,
}

/// What all observations together say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Passed,
    Failed,
    Undecided,
}

/// What a task keeps of its evidence; the journal has the whole.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvidenceSummary {
    pub id: EvidenceId,
    pub verdict: Verdict,
    /// The criteria that did not pass, each with its reason; those that are hidden as one.
    pub shortfalls: BTreeMap<CriterionId, String>,
    /// The digest of the work that was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

impl EvidenceSummary {
    /// Whether a shortfall is of this very task, although no criterion has its name: what is hidden, or the worker's part.
    pub fn stands_alone(criterion: &CriterionId) -> bool {
        Self::is_of_hidden(criterion) || criterion.as_str() == WORKER
    }

    /// Whether a shortfall stands for all that is hidden.
    pub fn is_of_hidden(criterion: &CriterionId) -> bool {
        criterion.as_str() == HIDDEN_CHECKS
    }
}

impl Evidence {
    /// A pass needs every observation to pass. Any failure fails; what is left is undecided.
    pub fn verdict(&self) -> Verdict {
        let found = |finding| self.observations.iter().any(|o| o.finding == finding);
        if found(Finding::Fail) {
            Verdict::Failed
        } else if found(Finding::Undecided) {
            Verdict::Undecided
        } else {
            Verdict::Passed
        }
    }

    /// Whether everything that passed had passed before the work already, so that nothing new is shown. That
    /// the specification's files were left alone is no work.
    pub fn rests_on_regressions(&self, contract: &Contract) -> bool {
        let is_work = |observation: &&Observation| {
            let criterion = contract.criteria().iter().find(|c| c.id == observation.criterion);
            criterion.is_some_and(|c| !matches!(c.check, Check::Protected { .. }))
        };
        let passed = |observation: &&Observation| observation.finding == Finding::Pass;
        self.observations.iter().filter(passed).filter(is_work).all(|o| o.regression)
    }

    /// What workers are told of the hidden checks, if one of them did not pass.
    pub fn hidden_shortfall(&self) -> Option<&'static str> {
        self.shortfalls()
            .any(|seen| seen.visibility == Visibility::Hidden)
            .then_some(HIDDEN_SHORTFALL)
    }

    fn shortfalls(&self) -> impl Iterator<Item = &Observation> {
        self.observations.iter().filter(|seen| seen.finding != Finding::Pass)
    }

    pub fn summary(&self) -> EvidenceSummary {
        let hidden = self.hidden_shortfall().zip(CriterionId::new(HIDDEN_CHECKS).ok());
        let hidden = hidden.map(|(words, id)| (id, String::from(words)));
        let shown = self.shortfalls().filter(|seen| seen.visibility == Visibility::Shown);
        let shown = shown.map(|seen| (seen.criterion.clone(), seen.reason.clone()));
        let shortfalls = hidden.into_iter().chain(shown).collect();
        let result = self.room.as_ref().map(|room| room.result.clone());
        EvidenceSummary { id: self.id.clone(), verdict: self.verdict(), shortfalls, result }
    }

    /// Evidence answers for exactly the given criteria, each once, and no pass contradicts itself.
    pub(crate) fn answers_for<'a>(
        &self,
        criteria: impl Iterator<Item = &'a Criterion>,
    ) -> Result<(), Refusal> {
        if self.observations.len() > MAX_OBSERVATIONS {
            return Err(Refusal::TooManyObservations { limit: MAX_OBSERVATIONS });
        }
        let mut open: BTreeMap<&CriterionId, &Criterion> =
            criteria.map(|criterion| (&criterion.id, criterion)).collect();
        let mut foreign = BTreeSet::new();
        let asks_for_nothing = open.is_empty();
        for observation in &self.observations {
            if asks_for_nothing && observation.is_of_the_worker() {
                continue;
            }
            if observation.of.is_some() && !open.contains_key(&observation.criterion) {
                observation.breaks(&mut foreign)?;
                continue;
            }
            let own = open.remove(&observation.criterion).filter(|_| observation.of.is_none());
            let Some(criterion) = own else {
                return Err(Refusal::EvidenceForeign { criterion: observation.criterion.clone() });
            };
            observation.stands(criterion).map_err(|why| Refusal::EvidenceContradictsItself {
                criterion: criterion.id.clone(),
                why,
            })?;
        }
        if open.is_empty() {
            Ok(())
        } else {
            Err(Refusal::EvidenceIncomplete { missing: open.into_keys().cloned().collect() })
        }
    }

    /// Evidence that no contract asked for: each thing tried is named once, and no pass contradicts itself.
    pub(crate) fn agrees_with_itself(&self) -> Result<(), Refusal> {
        if self.observations.len() > MAX_OBSERVATIONS {
            let limit = MAX_OBSERVATIONS;
            return Err(Refusal::TooManyObservations { limit });
        }
        let mut seen = BTreeSet::new();
        for observation in &self.observations {
            let criterion = &observation.criterion;
            if !seen.insert(criterion) {
                return Err(Refusal::EvidenceForeign { criterion: criterion.clone() });
            }
            observation.agrees_with_itself().map_err(|why| Refusal::EvidenceContradictsItself {
                criterion: criterion.clone(),
                why,
            })?;
        }
        Ok(())
    }

    /// Whether a command of it ran and ended with success.
    pub(crate) fn ran_something(&self) -> bool {
        self.observations.iter().any(|observation| observation.exit == Some(Exit::Success))
    }
}

impl Observation {
    /// What was found, without any details yet.
    pub fn new(criterion: CriterionId, finding: Finding, reason: impl Into<String>) -> Self {
        Self {
            criterion,
            of: None,
            finding,
            reason: reason.into(),
            exit: None,
            tests: BTreeMap::new(),
            output: Output::default(),
            files: BTreeMap::new(),
            duration_ms: 0,
            ran: None,
            twins: None,
            regression: false,
            failed_before: BTreeSet::new(),
            flaky: false,
            judged_by: None,
            visibility: Visibility::Shown,
        }
    }

    /// What a worker fell short of where nothing is asked of its work: it did not end with success, or did nothing.
    pub fn of_the_worker(reason: impl Into<String>, exit: Exit) -> Option<Self> {
        Some(Self { exit: Some(exit), ..Self::new(worker()?, Finding::Fail, reason) })
    }

    /// Such an observation only ever stands against the work.
    pub fn is_of_the_worker(&self) -> bool {
        self.criterion.as_str() == WORKER && self.of.is_none() && self.finding == Finding::Fail
    }

    /// The same, hidden if its criterion is.
    #[must_use]
    pub fn as_visible_as(mut self, contract: &Contract) -> Self {
        let criterion = contract.criteria().iter().find(|c| c.id == self.criterion);
        self.visibility = criterion.map_or(Visibility::Hidden, |criterion| criterion.visibility);
        self
    }

    /// The same, as what is seen of a criterion of another task.
    #[must_use]
    pub fn of_accepted(mut self, task: &TaskId) -> Self {
        let (name, own) = (task.as_str(), self.criterion.as_str());
        let room = CriterionId::LONGEST.saturating_sub(own.len() + 1);
        let name = name.get(..name.len().min(room)).unwrap_or(name);
        // Both are of the same characters; one that has no room for a task keeps its own name.
        if let Ok(named) = CriterionId::new(alloc::format!("{name}.{own}")) {
            self.criterion = named;
        }
        self.of = Some(task.clone());
        self
    }

    /// Whether it says of another task's criterion, once, that it does not hold.
    fn breaks<'a>(&'a self, seen: &mut BTreeSet<&'a CriterionId>) -> Result<(), Refusal> {
        let criterion = &self.criterion;
        if self.finding == Finding::Pass || !seen.insert(criterion) {
            return Err(Refusal::EvidenceForeign { criterion: criterion.clone() });
        }
        self.agrees_with_itself()
            .map_err(|why| Refusal::EvidenceContradictsItself { criterion: criterion.clone(), why })
    }

    /// A pass that its own details deny is not a pass: no success exit, no test run, a test failed.
    fn stands(&self, criterion: &Criterion) -> Result<(), &'static str> {
        self.agrees_with_itself()?;
        if self.judged_by.is_some() && !criterion.check.asks_a_reader() {
            return Err("somebody judged it, and a machine checks it");
        }
        if self.finding != Finding::Pass {
            return Ok(());
        }
        let is_test = matches!(criterion.check, Check::Tests { .. });
        if !self.failed_before.is_empty() && !is_test {
            return Err("it passes in spite of failed tests, and is no test");
        }
        if criterion.check.needs_success() && !self.ended_well() {
            return Err("it passes without a command that ended with success");
        }
        if let Check::Tests { named, .. } = &criterion.check {
            let passed = |name: &str| self.tests.get(name) == Some(&TestOutcome::Passed);
            if !self.tests.values().any(|outcome| *outcome == TestOutcome::Passed) {
                return Err("it passes although no test ran");
            }
            if !named.iter().all(|name| passed(name)) {
                return Err("it passes although a named test did not run and pass");
            }
        }
        Ok(())
    }

    /// Whether its command ended as it does where nothing stands against the work.
    fn ended_well(&self) -> bool {
        match self.exit {
            Some(Exit::Success) => true,
            // A runner that ran all its tests says so when one of them failed.
            Some(Exit::Failure(_)) => !self.failed_before.is_empty(),
            Some(Exit::TimedOut | Exit::Signalled(_) | Exit::Lost) | None => false,
        }
    }

    /// What holds of every observation, whatever was looked at.
    fn agrees_with_itself(&self) -> Result<(), &'static str> {
        if self.output.head.len() > MAX_OUTPUT || self.output.tail.len() > MAX_OUTPUT {
            return Err("its output is longer than may be kept");
        }
        if self.reason.len() > MAX_OUTPUT {
            return Err("its reason is longer than may be kept");
        }
        let tests = self.tests.keys().chain(&self.failed_before).map(String::len).sum::<usize>();
        let files: usize = self.files.iter().map(|(path, digest)| path.len() + digest.len()).sum();
        let of_twins = |twins: &Twins| {
            twins.passed.iter().chain(&twins.not_twinned).map(String::len).sum::<usize>()
        };
        let twins = self.twins.as_ref().map_or(0, of_twins);
        if self.ran.as_ref().is_some_and(|ran| ran.len() > MAX_OUTPUT) {
            return Err("its command is longer than may be kept");
        }
        if tests > MAX_NAMES || files > MAX_NAMES || twins > MAX_NAMES {
            return Err("it names more tests or files than may be kept");
        }
        if self.finding != Finding::Pass {
            return if self.reason.chars().any(crate::text::is_visible) {
                Ok(())
            } else {
                Err("it does not pass and does not say why")
            };
        }
        if self.exit.is_some() && !self.ended_well() {
            return Err("it passes although its command did not end with success");
        }
        let counts = |name: &String| !self.failed_before.contains(name);
        if self.tests.iter().any(|(name, end)| *end == TestOutcome::Failed && counts(name)) {
            return Err("it passes although a test failed");
        }
        if self.twins.as_ref().is_some_and(|twins| !twins.passed.is_empty()) {
            return Err("it passes although a test passed with a wrong expectation");
        }
        if self.flaky {
            return Err("it passes although it answered differently when run again");
        }
        Ok(())
    }
}
