//! What to call next, for a thing that waits.

use std::collections::BTreeMap;

use countersign_core::{Effect, Need, Notification, Subject, Task, TaskId};

pub fn of(effect: &Effect) -> String {
    match effect {
        Effect::RunContract { task, .. } => {
            format!("verify_task_completion(task_id={task:?})", task = task.as_str())
        }
        Effect::RunDeferred { goal, .. } => {
            format!("a runner records the deferred criteria of {goal} with the command line")
        }
        Effect::Notify(notification) => of_notification(notification),
    }
}

/// How the work on a task is handed in.
pub fn hand_in(task: &TaskId) -> String {
    format!("submit_for_review(task_id={:?}, summary=…)", task.as_str())
}

/// How work is judged that a run's worker delivered: it lies in the run's own folders and is landed from there, which only
/// the command line does.
pub fn judge_of_a_run(task: &TaskId) -> String {
    format!(
        "get_task(task_id={:?}); then, on the command line: countersign judge {task} --pass, or --fail \"…\"",
        task.as_str()
    )
}

fn of_notification(Notification { about, need, .. }: &Notification) -> String {
    let (id, argument) = match about {
        Subject::Task(task) => (task.as_str(), "task_id"),
        Subject::Goal(goal) => (goal.as_str(), "goal_id"),
    };
    let call = |tool: &str, more: &str| format!("{tool}({argument}={id:?}{more})");
    match need {
        Need::Settle => format!("a lead settles what {id} is: countersign task settle {id}"),
        Need::Assign => call("assign_task", ", assign_to=…"),
        Need::Start => call("update_task", ", status=\"in_progress\""),
        Need::Build => call("submit_for_review", ", summary=…"),
        Need::Review => {
            format!("{} or {}", call("approve_task", ""), call("reject_task", ", reason=…"))
        }
        Need::Verify => format!(
            "{} or {}",
            call("verify_task", ", notes=…"),
            call("reject_verification", ", reason=…")
        ),
        Need::VerifyGoal => {
            format!("{} or {}", call("verify_goal", ", notes=…"), call("reject_goal", ", reason=…"))
        }
        Need::Resume => {
            format!("a lead sees to what is in its way, and then: countersign run {id}")
        }
        Need::Judge => format!(
            "{}; then {}, {}, or {}",
            call("get_task", ""),
            call("verify_task_completion", ", verdict=\"pass\""),
            call("verify_task_completion", ", verdict=\"fail\", diagnosis=…"),
            call("mark_task_complete_override", ", reason=…")
        ),
        Need::RejectGoal => call("reject_goal", ", reason=…"),
        Need::DropDependency => {
            format!("a lead drops the dependency: countersign task depend {id} --on TASK --drop")
        }
        Need::Fix => format!("create_task(title=…, goal_id={id:?})"),
        Need::Reopen => call("reopen_task", ", reason=…"),
        Need::Unblock | Need::Triage => format!(
            "{}; then {}, or {}",
            call("get_task", ""),
            call("assign_task", ", assign_to=…"),
            call("mark_task_complete_override", ", reason=…")
        ),
        Need::Staff => "a lead adds someone who may: countersign actor add".to_owned(),
    }
}

/// What a lead can do about a blocked task, each as it is called.
pub fn ways_out(blocked: Option<&Task>) -> BTreeMap<&'static str, String> {
    let Some(task) = blocked else { return BTreeMap::new() };
    let call = |tool: &str, more: &str| format!("{tool}(task_id={:?}{more})", task.id.as_str());
    BTreeMap::from([
        ("retry", call("assign_task", ", assign_to=…, note=…")),
        ("amend", call("edit_dispatch", ", criterion_id=…, criterion=…, reason=…")),
        ("override", call("mark_task_complete_override", ", reason=…")),
        ("give up", call("update_task", ", status=\"cancelled\", reason=…")),
    ])
}
