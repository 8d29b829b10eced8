//! The lifecycle of tasks and goals, and the separation of duties.
//!
//! Pure: [`decide`] says what happens, [`Board::apply`] adds what happened to the state, and [`owed`]
//! says what has to be done next. The crate is `no_std`, so nothing in it can read a clock, a file or
//! the environment; time, identity and identifiers arrive as values.
#![no_std]

extern crate alloc;

mod board;
mod contract;
pub mod duty;
mod evidence;
mod goal;
mod id;
mod owed;
mod refusal;
mod task;
mod team;
mod text;

pub use board::{Board, Command, Event, Facts, Stamp, decide};
pub use contract::{
    Amendment, Check, Contract, ContractKind, Criterion, GeneratedFrom, MAX_CRITERIA, Placement,
    SpecFile, Timing, UnsoundContract, Visibility,
};
pub use evidence::{
    Evidence, EvidenceSummary, Exit, Finding, HIDDEN_SHORTFALL, Layer, Observation, Output,
    PathNote, RoomReport, TestOutcome, Twins, Verdict,
};
pub use goal::{
    DeferredCriterion, Goal, GoalCommand, GoalEvent, GoalState, Integration, IntegrationRun,
};
pub use id::{ActorId, BadId, CriterionId, EvidenceId, GoalId, TaskId, TokenId, TreeId};
pub use owed::{Effect, Need, Notification, Subject, owed};
pub use refusal::{IllegalEvent, Refusal};
pub use task::{
    Assurance, Attempt, Basis, Escalation, EscalationAnswer, Hindrance, InterruptedBy,
    Interruption, Phase, Spent, Standing, Standstill, Submission, Task, TaskCommand, TaskEvent,
    TaskState, Work, WorkEnd, label,
};
pub use team::{Actor, ActorKind, Hat, IssuedToken, Policy, Team, TeamCommand, TeamEvent, Token};
pub use text::{BadText, Statement, Title, is_visible};

pub use jiff::Timestamp;
