//! The contract: what will be checked, fixed before the work starts.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{CriterionId, Timestamp};

/// Most bytes of text in one contract.
const MAX_CONTRACT: usize = 1024 * 1024;
/// Most criteria one contract may have.
pub const MAX_CRITERIA: usize = 200;

/// How a task's completion can be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ContractKind {
    /// Success can be checked by machine.
    Verifiable,
    /// Research and the like: a person reads the outcome.
    Advisory,
    /// Too small to check beyond lint and types.
    Skip,
}

impl ContractKind {
    /// The kind in one word, the same word at every door.
    pub fn name(self) -> &'static str {
        match self {
            ContractKind::Verifiable => "verifiable",
            ContractKind::Advisory => "advisory",
            ContractKind::Skip => "skip",
        }
    }
}

/// Where a contract came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GeneratedFrom {
    Auto,
    User,
    Prd,
}

/// When a criterion is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// With every attempt.
    Immediate,
    /// Once, when all tasks of the goal are verified.
    Deferred,
}

/// Whether the worker is told of a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    Shown,
    Hidden,
}

/// What is looked at. The two judged checks are `Evaluate` and `Critic`; the rest is mechanical.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "check", rename_all = "snake_case", deny_unknown_fields)]
pub enum Check {
    File {
        path: String,
        #[serde(default)]
        min_length: u64,
    },
    Content {
        path: String,
        pattern: String,
        #[serde(default)]
        literal: bool,
    },
    Command {
        run: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cwd: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_limit_seconds: Option<u64>,
    },
    Tests {
        run: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cwd: Option<String>,
        /// Tests that must have run and passed.
        #[serde(default)]
        named: Vec<String>,
    },
    Lint {
        run: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cwd: Option<String>,
    },
    Typecheck {
        run: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cwd: Option<String>,
    },
    Outputs {
        #[serde(default)]
        write: Vec<String>,
        #[serde(default)]
        modify: Vec<String>,
        #[serde(default)]
        may_write: Vec<String>,
    },
    Exports {
        path: String,
        signatures: Vec<String>,
    },
    Signal {
        path: String,
        signal: String,
    },
    Dependency {
        package: String,
        /// As the text states it: `1.35.0`, `>=2.31`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
    },
    Changelog {
        path: String,
        /// What the new entry must match, with the headings that it stands under; absent where any entry will do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pattern: Option<String>,
    },
    Backlog {
        path: String,
        /// What the ticked item must match, likewise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pattern: Option<String>,
        /// Absent where any item will do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        item: Option<String>,
    },
    Protected {
        paths: Vec<String>,
    },
    Evaluate {
        rubric: String,
    },
    Critic {
        name: String,
        rubric: String,
    },
    /// Nothing is looked at beyond a clean exit.
    #[serde(deserialize_with = "nothing_more")]
    None,
}

/// A field beside `none` would promise a check that nobody makes.
fn nothing_more<'de, D: serde::Deserializer<'de>>(fields: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    Nothing::deserialize(fields).map(|Nothing {}| ())
}

impl Check {
    /// The check in one word, as it is written down.
    pub fn name(&self) -> &'static str {
        match self {
            Check::File { .. } => "file",
            Check::Content { .. } => "content",
            Check::Command { .. } => "command",
            Check::Tests { .. } => "tests",
            Check::Lint { .. } => "lint",
            Check::Typecheck { .. } => "typecheck",
            Check::Outputs { .. } => "outputs",
            Check::Exports { .. } => "exports",
            Check::Signal { .. } => "signal",
            Check::Dependency { .. } => "dependency",
            Check::Changelog { .. } => "changelog",
            Check::Backlog { .. } => "backlog",
            Check::Protected { .. } => "protected",
            Check::Evaluate { .. } => "evaluate",
            Check::Critic { .. } => "critic",
            Check::None => "none",
        }
    }

    /// Everything it says about what is to be looked at.
    fn texts(&self) -> Vec<&str> {
        match self {
            Check::File { path, .. } => vec![path],
            Check::Content { path, pattern, .. } => vec![path, pattern],
            Check::Command { run, cwd, .. }
            | Check::Lint { run, cwd }
            | Check::Typecheck { run, cwd } => {
                core::iter::once(run).chain(cwd).map(String::as_str).collect()
            }
            Check::Tests { run, cwd, named } => {
                core::iter::once(run).chain(cwd).chain(named).map(String::as_str).collect()
            }
            Check::Outputs { write, modify, may_write } => {
                write.iter().chain(modify).chain(may_write).map(String::as_str).collect()
            }
            Check::Exports { path, signatures } => {
                core::iter::once(path).chain(signatures).map(String::as_str).collect()
            }
            Check::Signal { path, signal } => vec![path, signal],
            Check::Dependency { package, version } => {
                core::iter::once(package).chain(version).map(String::as_str).collect()
            }
            Check::Changelog { path, pattern } => {
                core::iter::once(path).chain(pattern).map(String::as_str).collect()
            }
            Check::Backlog { path, item, pattern } => {
                core::iter::once(path).chain(item).chain(pattern).map(String::as_str).collect()
            }
            Check::Protected { paths } => paths.iter().map(String::as_str).collect(),
            Check::Evaluate { rubric } => vec![rubric],
            Check::Critic { name, rubric } => vec![name, rubric],
            Check::None => Vec::new(),
        }
    }

    /// A check of nothing, or of something without a name, would pass whatever was done.
    fn is_blank(&self) -> bool {
        let texts = self.texts();
        let says_nothing = |text: &&str| !text.chars().any(crate::text::is_visible);
        let looks_at_something = match self {
            Check::None => true,
            // What may be written need not be, so it alone asks for nothing.
            Check::Outputs { write, modify, .. } => !write.is_empty() || !modify.is_empty(),
            Check::Exports { signatures, .. } => !signatures.is_empty(),
            Check::File { .. }
            | Check::Content { .. }
            | Check::Command { .. }
            | Check::Tests { .. }
            | Check::Lint { .. }
            | Check::Typecheck { .. }
            | Check::Signal { .. }
            | Check::Dependency { .. }
            | Check::Changelog { .. }
            | Check::Backlog { .. }
            | Check::Protected { .. }
            | Check::Evaluate { .. }
            | Check::Critic { .. } => !texts.is_empty(),
        };
        !looks_at_something || texts.iter().any(says_nothing)
    }

    /// Whether a pass needs a process that ended with success: the check's own or, for `none`, the
    /// worker's.
    pub fn needs_success(&self) -> bool {
        match self {
            Check::Command { .. }
            | Check::Tests { .. }
            | Check::Lint { .. }
            | Check::Typecheck { .. }
            | Check::None => true,
            Check::File { .. }
            | Check::Content { .. }
            | Check::Outputs { .. }
            | Check::Exports { .. }
            | Check::Signal { .. }
            | Check::Dependency { .. }
            | Check::Changelog { .. }
            | Check::Backlog { .. }
            | Check::Protected { .. }
            | Check::Evaluate { .. }
            | Check::Critic { .. } => false,
        }
    }

    /// Whether no machine can tell, so that an evaluator or a person is asked.
    pub fn asks_a_reader(&self) -> bool {
        matches!(self, Check::Evaluate { .. } | Check::Critic { .. })
    }
}

/// One named check that passes or fails.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Criterion {
    pub id: CriterionId,
    pub description: String,
    #[serde(flatten)]
    pub check: Check,
    pub timing: Timing,
    pub visibility: Visibility,
    /// Where it came from, in words: a section, a sentence, a rule, a marker file, a person.
    pub origin: String,
}

impl Criterion {
    /// What the task's own text asks for by it, in its words or else in words for the check. Nothing where a rule, the
    /// workspace or a person asks for it, and nothing of what is hidden.
    fn asked_by_the_text(&self) -> Option<&str> {
        if self.visibility == Visibility::Hidden {
            return None;
        }
        let said =
            ["sentence: ", "model, from: "].iter().find_map(|by| self.origin.strip_prefix(by));
        if let Some(said) = said {
            return said.split("; also from ").next();
        }
        let of_source =
            ["section ", "Acceptance Criteria"].iter().any(|by| self.origin.starts_with(by));
        of_source.then_some(&self.description)
    }

    /// The bytes of its texts.
    fn size(&self) -> usize {
        let texts: usize = self.check.texts().into_iter().map(str::len).sum();
        texts + self.description.len() + self.origin.len()
    }
}

/// An edit of a contract before the work begins.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum Amendment {
    Add { criterion: Criterion },
    Change { criterion: Criterion },
    Remove { criterion: CriterionId },
}

impl Amendment {
    /// What is edited.
    pub fn criterion(&self) -> &CriterionId {
        match self {
            Amendment::Add { criterion } | Amendment::Change { criterion } => &criterion.id,
            Amendment::Remove { criterion } => criterion,
        }
    }
}

/// How a spec file comes into the clean room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// It is the whole file.
    Whole,
    /// It is added at the end of the file that is there.
    Added,
}

/// A file that the contract itself brings: a test of the specification. A hidden one is laid over the
/// clean room for the hidden criteria only, and no worker ever reads it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecFile {
    pub path: String,
    pub content: String,
    pub placement: Placement,
    pub visibility: Visibility,
}

/// What done means for one task. Only [`Contract::new`] makes one, so every contract is sound.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Draft", rename_all = "camelCase")]
pub struct Contract {
    #[serde(rename = "type")]
    kind: ContractKind,
    /// Why it is of this kind, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    criteria: Vec<Criterion>,
    /// What the task's text asks for and no criterion checks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_covered: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spec_files: Vec<SpecFile>,
    generated_from: GeneratedFrom,
    generated_at: Timestamp,
}

/// A contract as it is written down, before it has been found sound.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Draft {
    #[serde(rename = "type")]
    kind: ContractKind,
    #[serde(default)]
    reason: Option<String>,
    criteria: Vec<Criterion>,
    #[serde(default)]
    not_covered: Vec<String>,
    #[serde(default)]
    spec_files: Vec<SpecFile>,
    generated_from: GeneratedFrom,
    generated_at: Timestamp,
}

/// Why a contract cannot hold a worker to anything.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnsoundContract {
    #[error("a verifiable task needs at least one criterion that is checked with every attempt")]
    NothingToCheck,
    #[error("an advisory task is read by a person and has no criteria")]
    AdvisoryWithCriteria,
    #[error("two criteria are called {0}")]
    Duplicate(CriterionId),
    #[error("there is no criterion {0}")]
    NoSuchCriterion(CriterionId),
    #[error("a contract has at most {MAX_CRITERIA} criteria")]
    TooMany,
    #[error("the criterion {0} does not say what is to be looked at")]
    Blank(CriterionId),
    #[error("a contract has at most {MAX_CONTRACT} bytes")]
    TooLong,
    #[error("a spec file has a path and a content; {path:?} has not both")]
    BlankFile { path: String },
    #[error("two spec files of the same visibility are called {path}")]
    DuplicateFile { path: String },
}

impl Contract {
    pub fn new(
        kind: ContractKind,
        criteria: Vec<Criterion>,
        generated_from: GeneratedFrom,
        generated_at: Timestamp,
    ) -> Result<Self, UnsoundContract> {
        if criteria.len() > MAX_CRITERIA {
            return Err(UnsoundContract::TooMany);
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = criteria.iter().find(|criterion| !seen.insert(&criterion.id)) {
            return Err(UnsoundContract::Duplicate(twice.id.clone()));
        }
        if let Some(blank) = criteria.iter().find(|criterion| criterion.check.is_blank()) {
            return Err(UnsoundContract::Blank(blank.id.clone()));
        }
        if criteria.iter().map(Criterion::size).sum::<usize>() > MAX_CONTRACT {
            return Err(UnsoundContract::TooLong);
        }
        // Deferred criteria and `none` say nothing about an attempt, so they do not count here.
        let judges_an_attempt = |criterion: &Criterion| {
            criterion.timing == Timing::Immediate && criterion.check != Check::None
        };
        match kind {
            ContractKind::Verifiable if !criteria.iter().any(judges_an_attempt) => {
                Err(UnsoundContract::NothingToCheck)
            }
            ContractKind::Advisory if !criteria.is_empty() => {
                Err(UnsoundContract::AdvisoryWithCriteria)
            }
            ContractKind::Verifiable | ContractKind::Advisory | ContractKind::Skip => Ok(Self {
                kind,
                reason: None,
                criteria,
                not_covered: Vec::new(),
                spec_files: Vec::new(),
                generated_from,
                generated_at,
            }),
        }
    }

    /// The same contract with the files it brings.
    pub fn with_spec_files(mut self, files: Vec<SpecFile>) -> Result<Self, UnsoundContract> {
        let says_nothing = |text: &str| !text.chars().any(crate::text::is_visible);
        let mut seen = BTreeSet::new();
        for file in &files {
            if says_nothing(&file.path) || says_nothing(&file.content) {
                return Err(UnsoundContract::BlankFile { path: file.path.clone() });
            }
            let hidden = file.visibility == Visibility::Hidden;
            // What is added to one file may come in several parts.
            if file.placement == Placement::Whole && !seen.insert((&file.path, hidden)) {
                return Err(UnsoundContract::DuplicateFile { path: file.path.clone() });
            }
        }
        self.spec_files = files;
        self.bounded()
    }

    /// The same contract with what was said about it: why it is of its kind, and what of the task
    /// nobody will check.
    pub fn explained(
        mut self,
        reason: Option<String>,
        not_covered: Vec<String>,
    ) -> Result<Self, UnsoundContract> {
        (self.reason, self.not_covered) = (reason, not_covered);
        self.bounded()
    }

    /// What the text asks for by a check that is gone after this edit, and nothing will cover.
    pub fn uncovered_by(&self, amendment: &Amendment) -> Option<String> {
        let there = |id: &CriterionId| self.criteria.iter().find(|there| there.id == *id);
        let gone = match amendment {
            Amendment::Add { .. } => None,
            Amendment::Change { criterion } => {
                there(&criterion.id).filter(|before| before.check != criterion.check)
            }
            Amendment::Remove { criterion } => there(criterion),
        };
        let asked = gone.and_then(Criterion::asked_by_the_text)?;
        (!self.not_covered.iter().any(|one| one == asked)).then(|| asked.into())
    }

    /// The same contract after an edit, and with what it leaves uncovered.
    pub fn amended(
        &self,
        amendment: &Amendment,
        uncovers: Option<&str>,
    ) -> Result<Self, UnsoundContract> {
        let mut criteria = self.criteria.clone();
        match amendment {
            Amendment::Add { criterion } => criteria.push(criterion.clone()),
            Amendment::Change { criterion } => {
                let missing = UnsoundContract::NoSuchCriterion(criterion.id.clone());
                let found = criteria.iter_mut().find(|there| there.id == criterion.id);
                *found.ok_or(missing)? = criterion.clone();
            }
            Amendment::Remove { criterion } => {
                let place = criteria.iter().position(|there| there.id == *criterion);
                let missing = UnsoundContract::NoSuchCriterion(criterion.clone());
                criteria.remove(place.ok_or(missing)?);
            }
        }
        let mut not_covered = self.not_covered.clone();
        not_covered.extend(uncovers.map(String::from));
        Self::new(self.kind, criteria, self.generated_from, self.generated_at)?
            .with_spec_files(self.spec_files.clone())?
            .explained(self.reason.clone(), not_covered)
    }

    fn bounded(self) -> Result<Self, UnsoundContract> {
        let of_criteria: usize = self.criteria.iter().map(Criterion::size).sum();
        let of_files: usize =
            self.spec_files.iter().map(|file| file.path.len() + file.content.len()).sum();
        let of_words: usize = self.not_covered.iter().chain(&self.reason).map(String::len).sum();
        if of_criteria + of_files + of_words > MAX_CONTRACT {
            return Err(UnsoundContract::TooLong);
        }
        Ok(self)
    }

    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    pub fn not_covered(&self) -> &[String] {
        &self.not_covered
    }

    /// The tests that the task's specification itself carries.
    pub fn spec_files(&self) -> &[SpecFile] {
        &self.spec_files
    }

    pub fn kind(&self) -> ContractKind {
        self.kind
    }

    pub fn criteria(&self) -> &[Criterion] {
        &self.criteria
    }

    pub fn generated_from(&self) -> GeneratedFrom {
        self.generated_from
    }

    pub fn generated_at(&self) -> Timestamp {
        self.generated_at
    }

    /// What workers may know of it.
    pub fn shown(&self) -> Result<Self, UnsoundContract> {
        let criteria = self.criteria.iter().filter(|one| one.visibility == Visibility::Shown);
        let files = self.spec_files.iter().filter(|file| file.visibility == Visibility::Shown);
        Self::new(self.kind, criteria.cloned().collect(), self.generated_from, self.generated_at)?
            .with_spec_files(files.cloned().collect())?
            .explained(self.reason.clone(), self.not_covered.clone())
    }

    /// The criteria of one timing.
    pub fn timed(&self, timing: Timing) -> impl Iterator<Item = &Criterion> {
        self.criteria.iter().filter(move |criterion| criterion.timing == timing)
    }

    /// Whether a runner would have nothing to judge when the work is handed in. Verifiable work always
    /// goes to a runner.
    pub fn asks_for_nothing(&self) -> bool {
        self.kind != ContractKind::Verifiable && self.timed(Timing::Immediate).next().is_none()
    }
}

impl TryFrom<Draft> for Contract {
    type Error = UnsoundContract;
    fn try_from(draft: Draft) -> Result<Self, UnsoundContract> {
        Self::new(draft.kind, draft.criteria, draft.generated_from, draft.generated_at)?
            .with_spec_files(draft.spec_files)?
            .explained(draft.reason, draft.not_covered)
    }
}
