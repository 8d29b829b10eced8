//! The command that brings a thing forward.

use countersign_core::{Board, Effect, Need, Notification, Subject, Task, Team, owed};

/// What to type for something that is owed.
pub fn of(effect: &Effect) -> String {
    match effect {
        Effect::RunContract { task, .. } => {
            format!("as a runner: countersign task record {task} --evidence FILE")
        }
        Effect::RunDeferred { goal, .. } => {
            format!("as a runner: countersign goal record {goal} --evidence FILE")
        }
        Effect::Notify(notification) => of_notification(notification),
    }
}

fn of_notification(notification: &Notification) -> String {
    let id = match &notification.about {
        Subject::Task(task) => task.to_string(),
        Subject::Goal(goal) => goal.to_string(),
    };
    match notification.need {
        Need::Assign => format!("countersign task assign {id} ACTOR"),
        Need::Start => format!("countersign task start {id}"),
        Need::Build => format!("countersign task submit {id} --summary …"),
        Need::Review => format!("countersign task approve {id} (or reject {id} --reason …)"),
        Need::Verify => format!(
            "countersign task verify {id} --notes … (or reject-verification {id} --reason …)"
        ),
        Need::VerifyGoal => {
            format!("countersign goal verify {id} --notes … (or reject {id} --reason …)")
        }
        Need::Judge => format!(
            "countersign task show {id}; then have a runner record it again, or task override {id} --reason …"
        ),
        Need::Fix => format!("countersign task create TITLE --run COMMAND --goal {id}"),
        Need::Reopen => format!("countersign task reopen {id} --reason …"),
        Need::Triage | Need::Unblock => format!(
            "countersign task show {id}; then task assign {id} ACTOR, task override {id} --reason …, or \
             task cancel {id} --reason …"
        ),
        Need::Staff => "countersign actor add NAME --kind agent --hat HAT".to_owned(),
    }
}

/// What a task waits for, and for whom.
pub fn for_task(task: &Task, team: &Team) -> Option<String> {
    let mut board = Board { team: team.clone(), ..Board::default() };
    board.tasks.insert(task.id.clone(), task.clone());
    let effect = owed(&board).into_iter().next()?;
    let who = match &effect {
        Effect::Notify(notification) => {
            let names: Vec<&str> =
                notification.to.iter().map(countersign_core::ActorId::as_str).collect();
            format!("{}: ", names.join(" or "))
        }
        Effect::RunContract { .. } | Effect::RunDeferred { .. } => String::new(),
    };
    Some(format!("{who}{}", of(&effect)))
}
