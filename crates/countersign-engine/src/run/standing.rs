//! What the state of a task means for a run.

use countersign_core::{Phase, Task, TaskState};

/// Whether workers or checks can bring it further.
pub(super) fn needs_a_runner(task: &Task) -> bool {
    match &task.state {
        TaskState::Assigned { .. } | TaskState::InProgress { phase: Phase::Working, .. } => true,
        TaskState::InProgress { phase: Phase::Verifying, .. } => !is_undecided(task),
        TaskState::InProgress { phase: Phase::Escalated { .. }, .. }
        | TaskState::Pending
        | TaskState::Blocked { .. }
        | TaskState::Review { .. }
        | TaskState::Completed { .. }
        | TaskState::Verified { .. }
        | TaskState::Cancelled { .. } => false,
    }
}

/// Whether it is completed, or only a person is missing.
pub(super) fn went_well(task: &Task) -> bool {
    match &task.state {
        // A lead who overrides has decided that it goes on.
        TaskState::Completed { .. } | TaskState::Verified { .. } | TaskState::Review { .. } => true,
        TaskState::Pending
        | TaskState::Assigned { .. }
        | TaskState::InProgress { .. }
        | TaskState::Blocked { .. }
        | TaskState::Cancelled { .. } => false,
    }
}

pub(super) fn is_handed_in(task: &Task) -> bool {
    matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. })
}

/// Whether the last attempt was judged, and the checks could not decide.
pub(super) fn is_undecided(task: &Task) -> bool {
    task.attempts.last().is_some_and(|attempt| attempt.evidence.is_some())
}
