//! What waits for one actor, oldest first. Read page by page from the tasks that are not settled, so
//! that the cost follows from what waits and not from what was ever done.

use std::collections::BTreeSet;

use countersign_core::{
    Actor, ActorId, ActorKind, Board, Effect, Hat, Notification, Task, TaskId, TaskState, owed,
};
use countersign_store::{GoalQuery, Order, SqlStore, TaskQuery};

use crate::EngineError;

/// Tasks read at a time.
const PAGE: u32 = 200;

/// Whose inbox, and how much of it.
#[derive(Debug, Clone)]
pub struct InboxQuery {
    pub actor: ActorId,
    pub limit: usize,
}

impl crate::Engine {
    /// The notifications for one actor, oldest first. A runner's are the contracts to run.
    pub async fn inbox(&self, query: &InboxQuery) -> Result<Vec<Effect>, EngineError> {
        let store = self.store();
        let (team, _) = store.team().await?;
        let Some(actor) = team.actor(&query.actor).cloned() else { return Ok(Vec::new()) };
        let mut board = Board { team, ..Board::default() };
        let mut waiting = Vec::new();
        if actor.is_lead() || actor.kind == ActorKind::Runner {
            load_unfinished_goals(store, &mut board).await?;
            waiting.extend(owed(&board).into_iter().filter(|effect| concerns(effect, &actor)));
            board.goals.clear();
        }
        for scope in scopes(&actor) {
            let mut after = None;
            let mut found = 0;
            while found < query.limit {
                let page = store.tasks(&TaskQuery { after, limit: PAGE, ..scope.clone() }).await?;
                after = page.last().map(|listed| listed.position);
                let last_page = page.len() < PAGE as usize;
                board.tasks =
                    page.into_iter().map(|listed| (listed.item.id.clone(), listed.item)).collect();
                load_dependencies(store, &mut board).await?;
                let mine = owed(&board).into_iter().filter(|effect| concerns(effect, &actor));
                for effect in mine {
                    if !waiting.contains(&effect) {
                        waiting.push(effect);
                        found += 1;
                    }
                }
                if last_page {
                    break;
                }
            }
        }
        waiting.sort_by_key(Effect::since);
        waiting.truncate(query.limit);
        Ok(waiting)
    }
}

/// The parts of the unsettled tasks that can concern an actor at all.
fn scopes(actor: &Actor) -> Vec<TaskQuery> {
    let unsettled = TaskQuery { settled: Some(false), order: Order::Since, ..TaskQuery::default() };
    let in_states = |states: &[&str]| TaskQuery {
        states: states.iter().map(ToString::to_string).collect(),
        ..unsettled.clone()
    };
    if actor.is_lead() {
        return vec![unsettled];
    }
    let mut scopes = Vec::new();
    match actor.kind {
        ActorKind::Runner => scopes.push(in_states(&["in_progress"])),
        // It is asked by a run, and looks for nothing itself.
        ActorKind::Escalation => {}
        ActorKind::Person | ActorKind::Agent => {
            scopes.push(TaskQuery { builder: Some(actor.id.clone()), ..unsettled.clone() });
            if actor.has(Hat::Reviewer) {
                scopes.push(in_states(&["review"]));
            }
            if actor.has(Hat::Tester) {
                scopes.push(in_states(&["completed"]));
            }
        }
    }
    scopes
}

async fn load_unfinished_goals(store: &SqlStore, board: &mut Board) -> Result<(), EngineError> {
    let mut after = None;
    loop {
        let states = vec!["active".into(), "pending_verify".into()];
        let query = GoalQuery { states, after, limit: PAGE, ..GoalQuery::default() };
        let page = store.goals(&query).await?;
        after = page.last().map(|listed| listed.position);
        let last_page = page.len() < PAGE as usize;
        for listed in page {
            board.goals.insert(listed.item.id.clone(), listed.item);
        }
        if last_page {
            return Ok(());
        }
    }
}

/// Whether assigned work can start depends on tasks that may not be on the page.
async fn load_dependencies(store: &SqlStore, board: &mut Board) -> Result<(), EngineError> {
    let assigned = |task: &&Task| matches!(task.state, TaskState::Assigned { .. });
    let needed: BTreeSet<TaskId> = board
        .tasks
        .values()
        .filter(assigned)
        .flat_map(|task| task.depends_on.iter().cloned())
        .filter(|on| !board.tasks.contains_key(on))
        .collect();
    for on in needed {
        if let Some((task, _)) = store.task(&on).await? {
            board.tasks.insert(on, task);
        }
    }
    Ok(())
}

fn concerns(effect: &Effect, actor: &Actor) -> bool {
    match effect {
        Effect::RunContract { .. } | Effect::RunDeferred { .. } => actor.kind == ActorKind::Runner,
        Effect::Notify(Notification { to, .. }) => to.contains(&actor.id),
    }
}
