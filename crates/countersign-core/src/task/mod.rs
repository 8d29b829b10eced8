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
pub use work::{InterruptedBy, Interruption, Spent, Work, WorkEnd};

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
    /// Before the name of what its source says of it beside that. So no source can give it a label of the above.
    pub const FURTHER: &str = "source.";
}
