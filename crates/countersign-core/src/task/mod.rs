//! A task: one unit of work with a brief, a contract, dependencies and a builder.

mod command;
mod decide;
mod delegation;
mod escalation;
mod event;
mod evolve;
mod state;
mod work;

pub use command::TaskCommand;
pub use escalation::{Escalation, EscalationAnswer};
pub use event::TaskEvent;
pub use state::{Attempt, Basis, Phase, Standing, Submission, Task, TaskState};
pub use work::{Hindrance, InterruptedBy, Interruption, Spent, Standstill, Work, WorkEnd};

pub(crate) use decide::{decide, decide_creation};
pub(crate) use evolve::evolve;

use serde::{Deserialize, Serialize};

/// How far a task must go before nobody owes it anything. Tasks of a goal always go the whole way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Assurance {
    /// The checks passed.
    Contract,
    /// And someone else approved.
    Review,
    /// And a third one verified.
    Independent,
}

/// The names of labels that mean something to the system itself.
pub mod label {
    use alloc::collections::BTreeMap;
    use alloc::string::{String, ToString};

    pub const TRACK: &str = "track";
    pub const COMPLEXITY: &str = "complexity";
    pub const ROLE: &str = "role";
    /// How urgent whoever dispatched it finds it.
    pub const PRIORITY: &str = "priority";
    /// The model that whoever dispatched it has in mind.
    pub const MODEL: &str = "model";
    /// The worker that a task names for itself.
    pub const WORKER: &str = "worker";
    /// The first task of the workflow that the task is a step of.
    pub const WORKFLOW: &str = "workflow";
    /// Its number in the workflow, from one.
    pub const STEP: &str = "step";
    /// The file that its hidden tests are in: as the project's folder calls it, or the whole path where it lies
    /// elsewhere; `-` where they came from no file.
    pub const SOURCE: &str = "source_file";
    /// Whether the workspace's own criteria count; said only where they do not.
    pub const UNIVERSAL: &str = "universal_criteria";
    /// Before the name of what its source says of it beside that. So no source can give it a label of the above.
    pub const FURTHER: &str = "source.";

    /// The label of a task for which the workspace's own criteria do not count, or none.
    pub fn of_universal(counts: bool) -> Option<(String, String)> {
        (!counts).then(|| (UNIVERSAL.to_string(), "false".to_string()))
    }

    /// Whether the workspace's own criteria count for a task with these labels.
    pub fn asks_for_universal(labels: &BTreeMap<String, String>) -> bool {
        labels.get(UNIVERSAL).is_none_or(|said| said != "false")
    }
}
