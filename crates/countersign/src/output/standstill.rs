//! The card of a task that a run could not go on with: what is in its way, and how it goes on.

use countersign_core::{Hindrance, Standstill, Task, TaskState};

use super::Page;
use super::blocked::failed_attempts;
use super::card::{known_workers, run_again};

pub fn describe(page: &mut Page, task: &Task, standstill: &Standstill) {
    page.title(&format!("{}  {}: a run could not go on with it", task.id, task.title));
    if let Some(builder) = task.builder() {
        page.field("worker", builder.as_str());
    }
    page.field("why", standstill.why.as_str());
    for one in failed_attempts(task) {
        let name = format!("attempt {}", one.attempt);
        page.field(&name, &format!("{} ({}): {}", one.agent, one.stage.name(), one.failure));
    }
    page.field("look closer", &format!("countersign task show {}", task.id));
    page.blank();
    for (name, command) in ways_on(task, standstill) {
        page.field(name, &command);
    }
}

/// What can be done about it, each as it is typed.
pub fn ways_on(task: &Task, standstill: &Standstill) -> Vec<(&'static str, String)> {
    let (id, run) = (&task.id, run_again(task));
    let mut ways = match standstill.by {
        Hindrance::HoldsAlready => vec![
            (
                "ask for more",
                format!("countersign criterion add {id} --run \"…\" --reason \"…\"; then: {run}"),
            ),
            ("as it is", format!("{run} --allow-vacuous")),
        ],
        Hindrance::RateLimit => vec![("go on", format!("{run} (when the limit is over)"))],
        Hindrance::Budget => vec![("go on", format!("{run} (a run begins to count anew)"))],
        Hindrance::ContextOverflow | Hindrance::Trouble => {
            vec![("go on", format!("{run} (once what is in the way is gone)"))]
        }
    };
    // Handed in, it is in nobody's hands before it is judged.
    let with_a_worker = match standstill.by {
        Hindrance::HoldsAlready => false,
        Hindrance::RateLimit
        | Hindrance::ContextOverflow
        | Hindrance::Budget
        | Hindrance::Trouble => !super::card::is_handed_in(task),
    };
    if with_a_worker {
        let known = known_workers();
        ways.push((
            "reassign",
            format!("countersign retry {id} --worker NAME{known}; then: countersign run {id}"),
        ));
    }
    if !matches!(task.state, TaskState::Assigned { .. }) {
        let how =
            format!("countersign task override {id} --reason \"…\" (it can never be verified)");
        ways.push(("override", how));
    }
    ways.push(("give up", format!("countersign cancel {id} --reason \"…\"")));
    ways
}
