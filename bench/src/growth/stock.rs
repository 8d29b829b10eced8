//! A store with so many tasks in it.

use std::sync::Arc;
use std::time::Duration;

use countersign_core::{ActorId, Event, GoalEvent, GoalId, Standing, Statement, TaskEvent, Title};
use countersign_engine::{Engine, Session, mint, now};
use countersign_store::{Commit, Journal, SqlStore};
use tokio::task::JoinSet;

use crate::place::Place;
use crate::work::{commit, created, lead, task_id};

/// Commits under way at once while a store is filled.
const AT_ONCE: u64 = 250;

#[derive(Debug)]
pub struct Stock {
    /// How many tasks it was filled with; what is created by measuring comes on top.
    pub tasks: u64,
    pub url: String,
    pub engine: Engine,
    pub lead: Session,
    /// The lead's, for other processes.
    pub token: String,
}

pub fn goal() -> GoalId {
    GoalId::new("GOAL-1").expect("an id")
}

pub fn builder() -> ActorId {
    ActorId::new("bob").expect("a name")
}

impl Stock {
    pub async fn fill(place: &Place, tasks: u64) -> Self {
        let url = place.new_url(&format!("growth-{tasks}.db"));
        let engine = Engine::new(SqlStore::create(&url).await.expect("a store can be made"));
        let expires = now().checked_add(Duration::from_secs(24 * 60 * 60)).expect("a time");
        let minted = mint(expires).expect("a token");
        engine.found(&lead(), minted.token).await.expect("a team can be founded");
        let session = engine.authenticate(&minted.text).await.expect("the lead");
        let store = Arc::new(engine.store().clone());
        store.commit(goal_created()).await.expect("a commit goes through");
        for first in (1..=tasks).step_by(usize::try_from(AT_ONCE).expect("a small number")) {
            let mut work = JoinSet::new();
            for number in first..(first + AT_ONCE).min(tasks + 1) {
                let store = Arc::clone(&store);
                work.spawn(async move {
                    store.commit(task(number)).await.expect("a commit goes through");
                });
            }
            work.join_all().await;
        }
        Self { tasks, url, engine, lead: session, token: minted.text }
    }

    pub fn store(&self) -> &SqlStore {
        self.engine.store()
    }
}

fn goal_created() -> Commit {
    let title = Title::new("Know what happened").expect("a title");
    let event = GoalEvent::Created { title, description: String::new(), project: String::new() };
    commit("goal".into(), vec![Event::Goal(goal(), event)])
}

/// Of every four tasks two are over, one waits for hands, and one is in hands and belongs to a goal.
fn task(number: u64) -> Commit {
    let id = task_id(number);
    let happened = |event| Event::Task(id.clone(), event);
    let mut events = vec![created(id.clone())];
    match number % 4 {
        0 | 1 => {
            let reason = Statement::new("no longer wanted").expect("a reason");
            events.push(happened(TaskEvent::Cancelled { reason }));
        }
        2 => {}
        _ => {
            events.push(happened(TaskEvent::LinkedToGoal { goal: goal() }));
            let (task, standing, deferred) = (id.clone(), Standing::Open, vec![]);
            let linked = GoalEvent::TaskLinked { task, standing, deferred };
            events.push(Event::Goal(goal(), linked));
            events.push(happened(TaskEvent::Assigned {
                to: builder(),
                then: Vec::new(),
                note: None,
            }));
        }
    }
    commit(format!("task-{number}"), events)
}
