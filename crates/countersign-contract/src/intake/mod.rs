//! Every source becomes the same draft of a task.

mod demand;
mod detect;
mod error;
mod hidden_title;
mod lines;
mod outside;
mod prd;
mod prose;
mod story_notes;
mod task_file;
mod titled;
mod told;
mod words;
mod workflow;
mod yaml;

use std::borrow::Cow;
use std::collections::BTreeMap;

use countersign_core::{ContractKind, GeneratedFrom, SpecFile};
use serde::{Deserialize, Serialize};

use crate::Proposal;

pub use demand::Demand;
pub use detect::{SourceKind, detect, hides_tests, read};
pub use error::{HiddenFault, IntakeError, ParseError, Problem, Unreadable};
pub use outside::Outside;
pub use prd::{prd, stories_without_criteria, story};
pub use prose::{hides_nothing, prose};
pub(crate) use task_file::Contents;
pub use task_file::{
    Block, Checkbox, Command, ContractBlock, DoneItem, FrontMatter, FrontMatterFile, Output,
    OutputMode, Section, SectionKind, Signature, SpecBlock, Target, TaskFile, UnknownKey,
};
pub use titled::{titled, whole};
pub use told::{Manner, Told};
pub(crate) use words::tidy_path;
pub use workflow::{Bindings, Template as WorkflowFile, unknown_keys, workflow};

/// Longest source in bytes.
pub const MAX_SOURCE: usize = 1024 * 1024;

/// What one source holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intake {
    /// A PRD is a goal; other sources are not.
    pub goal: Option<GoalDraft>,
    pub drafts: Vec<Draft>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalDraft {
    pub title: String,
    pub description: String,
    /// What belongs to none of its stories.
    pub outside: Vec<Outside>,
}

/// A task as its source states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The source's own name for it: a task id, `US-003`, a step.
    pub id: Option<String>,
    pub title: String,
    /// What the worker reads. Nothing hidden is in it.
    pub brief: String,
    /// The part of it that says what is wanted, for classification and extraction.
    pub ask: String,
    /// What else it says, in its own form: read for checks and for what no check covers, not for its kind.
    pub notes: String,
    /// Known from the source's form; classification decides where it is absent.
    pub kind: Option<ContractKind>,
    pub generated_from: GeneratedFrom,
    pub depends_on: Vec<String>,
    pub layer: Option<u32>,
    pub track: Option<String>,
    pub complexity: Option<Complexity>,
    /// Who is to do it, in a workflow.
    pub role: Option<String>,
    /// The worker that it names for itself.
    pub worker: Option<String>,
    /// What its front matter says beside what the format knows, by key.
    pub further: BTreeMap<String, String>,
    /// Where the worker writes its answer, in a workflow.
    pub output_path: Option<String>,
    /// Files the source itself names as outcome, for the activity rules.
    pub expected_files: Vec<String>,
    /// Checks that follow from the source's form, not from its words.
    pub stated: Vec<Proposal>,
    /// Criteria in words that the source holds the worker to, whether a machine can check them or not.
    pub acceptance: Vec<String>,
    /// What else it says, where its form makes no check of it.
    pub told: Vec<Told>,
    /// Tests the source carries.
    pub spec_files: Vec<SpecFile>,
}

impl Draft {
    /// All of it that is read for checks. What is wanted stands first.
    pub fn said(&self) -> Cow<'_, str> {
        match self.notes.as_str() {
            "" => Cow::Borrowed(&self.ask),
            notes => Cow::Owned(format!("{}\n\n{notes}", self.ask)),
        }
    }
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Complexity {
    Trivial,
    Simple,
    Medium,
    Complex,
}

impl Complexity {
    pub fn name(self) -> &'static str {
        match self {
            Complexity::Trivial => "trivial",
            Complexity::Simple => "simple",
            Complexity::Medium => "medium",
            Complexity::Complex => "complex",
        }
    }
}
