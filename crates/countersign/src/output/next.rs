//! The command that brings a thing forward.

use countersign_core::{
    ActorId, Board, Effect, Need, Notification, Subject, Task, TaskId, Team, owed,
};
use countersign_store::{SqlStore, StoreError};

/// What to type for something that is owed.
pub fn of(effect: &Effect) -> String {
    match effect {
        Effect::RunContract { task, .. } => {
            format!("countersign verify {task}")
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
        Need::Settle => format!(
            "countersign task settle {id} --as verifiable|advisory|skip --reason … (see: task show {id})"
        ),
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
        Need::Resume => format!("countersign run {id} (once what is in its way is gone)"),
        Need::Judge => format!(
            "countersign judge {id} --pass, or countersign judge {id} --fail \"…\" (what is open: show {id}); or \
             countersign run {id} once there is an [evaluator] in countersign.toml; or countersign task override {id} \
             --reason …"
        ),
        Need::RejectGoal => format!(
            "countersign goal reject {id} --reason …, or have a runner record a run that passes"
        ),
        Need::DropDependency => {
            format!(
                "countersign task depend {id} --on TASK --drop (or task cancel {id} --reason …)"
            )
        }
        Need::Fix => format!("countersign task create TITLE --run COMMAND --goal {id}"),
        Need::Reopen => format!("countersign task reopen {id} --reason …"),
        Need::Unblock => format!(
            "countersign show {id}; then countersign retry {id} --note …, task override {id} --reason …, or \
             cancel {id} --reason …"
        ),
        Need::Triage => format!(
            "countersign task show {id}; then task assign {id} ACTOR, task override {id} --reason …, or \
             task cancel {id} --reason …"
        ),
        Need::Staff => {
            "countersign actor add NAME --kind agent --hat tester (or --hat reviewer, or --kind runner)"
                .to_owned()
        }
    }
}

/// What a task waits for, and for whom. Its dependencies decide whether it can start.
pub async fn for_task(
    task: &Task,
    team: &Team,
    store: &SqlStore,
) -> Result<Option<String>, StoreError> {
    let mut board = Board { team: team.clone(), ..Board::default() };
    for on in &task.depends_on {
        if let Some((dependency, _)) = store.task(on).await? {
            board.tasks.insert(on.clone(), dependency);
        }
    }
    board.tasks.insert(task.id.clone(), task.clone());
    let about_it = |effect: &Effect| match effect {
        Effect::RunContract { task: id, .. } => *id == task.id,
        Effect::Notify(told) => told.about == Subject::Task(task.id.clone()),
        Effect::RunDeferred { .. } => false,
    };
    let unfinished = |on: &&TaskId| board.tasks.get(*on).is_some_and(|on| !on.is_completed());
    let waits_for: Vec<&str> =
        task.depends_on.iter().filter(unfinished).map(TaskId::as_str).collect();
    Ok(match owed(&board).iter().find(|effect| about_it(effect)) {
        None if task.is_settled() || waits_for.is_empty() => None,
        None => Some(format!("it waits for {}", waits_for.join(", "))),
        Some(effect) => Some(format!("{}{}", whom(effect), of(effect))),
    })
}

fn whom(effect: &Effect) -> String {
    match effect {
        Effect::Notify(notification) => {
            let names: Vec<&str> = notification.to.iter().map(ActorId::as_str).collect();
            format!("{}: ", names.join(" or "))
        }
        Effect::RunContract { .. } | Effect::RunDeferred { .. } => String::new(),
    }
}
