//! The small things that are written again and again.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use countersign_core::{
    ActorId, Assurance, Contract, ContractKind, Event, GeneratedFrom, Stamp, TaskCommand,
    TaskEvent, TaskId, Title,
};
use countersign_engine::now;
use countersign_store::{CommandKey, Commit, Stream};

pub fn lead() -> ActorId {
    ActorId::new("ada").expect("a name")
}

pub fn task_id(number: u64) -> TaskId {
    TaskId::new(format!("TASK-{number}")).expect("an id")
}

fn title() -> Title {
    Title::new("Read the log once more").expect("a title")
}

fn contract() -> Contract {
    Contract::new(ContractKind::Advisory, vec![], GeneratedFrom::User, now()).expect("a contract")
}

pub fn create() -> TaskCommand {
    TaskCommand::Create {
        title: title(),
        brief: String::new(),
        contract: contract(),
        assurance: Assurance::Independent,
        revisions: 1,
        depends_on: BTreeSet::new(),
        question: None,
        labels: Default::default(),
    }
}

pub fn created(id: TaskId) -> Event {
    let event = TaskEvent::Created {
        title: title(),
        brief: String::new(),
        contract: contract(),
        assurance: Assurance::Independent,
        revisions: 1,
        depends_on: BTreeSet::new(),
        question: None,
        labels: Default::default(),
    };
    Event::Task(id, event)
}

pub fn commit(key: String, events: Vec<Event>) -> Commit {
    Commit {
        key: CommandKey::new(key).expect("a key"),
        stamp: Stamp { by: lead(), at: now() },
        expect: vec![],
        fence: None,
        events,
    }
}

/// One small commit after another: a new task each, on a stream of its own.
#[derive(Debug, Clone, Default)]
pub struct Commits {
    made: Arc<AtomicU64>,
}

impl Commits {
    pub fn next(&self) -> Commit {
        let number = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        let id = task_id(number);
        let expect = vec![(Stream::Task(id.clone()), 0)];
        Commit { expect, ..commit(format!("append-{number}"), vec![created(id)]) }
    }
}
