//! A team at work on a store: decisions by core, commits by the store.

use std::collections::{BTreeSet, HashMap};

use countersign_core::{
    ActorId, ActorKind, Assurance, Board, Check, Command, Contract, ContractKind, Criterion,
    CriterionId, Event, Evidence, EvidenceId, Facts, Finding, GeneratedFrom, GoalCommand, GoalId,
    Hat, Observation, Refusal, Stamp, Statement, Submission, TaskCommand, TaskEvent, TaskId,
    TeamCommand, Timestamp, Timing, Title, Token, TokenId, Visibility, decide,
};
use countersign_store::{CommandKey, Commit, Committed, Journal, SqlStore, StoreError, Stream};

use crate::place::Place;

pub(crate) fn actor(name: &str) -> ActorId {
    ActorId::new(name).unwrap()
}

pub(crate) fn task(name: &str) -> TaskId {
    TaskId::new(name).unwrap()
}

pub(crate) fn goal(name: &str) -> GoalId {
    GoalId::new(name).unwrap()
}

pub(crate) fn key(name: &str) -> CommandKey {
    CommandKey::new(name).unwrap()
}

pub(crate) fn says(words: &str) -> Statement {
    Statement::new(words).unwrap()
}

pub(crate) fn stamp(by: &str) -> Stamp {
    Stamp { by: actor(by), at: "2026-03-01T12:00:00.123456789Z".parse().unwrap() }
}

fn contract() -> Contract {
    let at = Timestamp::UNIX_EPOCH;
    Contract::new(ContractKind::Advisory, Vec::new(), GeneratedFrom::User, at).unwrap()
}

/// With something for a runner to judge.
fn checked() -> Contract {
    let criterion = Criterion {
        id: CriterionId::new("there").unwrap(),
        description: "it is there".into(),
        check: Check::File { path: "it".into(), min_length: 1 },
        timing: Timing::Immediate,
        visibility: Visibility::Shown,
        origin: "test".into(),
    };
    let at = Timestamp::UNIX_EPOCH;
    Contract::new(ContractKind::Verifiable, vec![criterion], GeneratedFrom::User, at).unwrap()
}

/// A task that is created, without anyone having decided on it.
pub(crate) fn created(name: &str, title: &str) -> Event {
    let event = TaskEvent::Created {
        title: Title::new(title).unwrap(),
        brief: "with \u{0} and \u{7f} and ☂".into(),
        contract: contract(),
        assurance: Assurance::Contract,
        revisions: 1,
        depends_on: BTreeSet::new(),
        question: None,
        labels: Default::default(),
    };
    Event::Task(task(name), event)
}

/// A commit that creates one task, under a key of the same name.
pub(crate) fn creation(name: &str) -> Commit {
    Commit {
        key: key(name),
        stamp: stamp("ada"),
        expect: vec![(Stream::Task(task(name)), 0)],
        fence: None,
        events: vec![created(name, name)],
    }
}

/// A commit that puts a task into someone's hands, which makes it claimable.
pub(crate) fn assignment(name: &str, version: u64) -> Commit {
    let assigned = TaskEvent::Assigned { to: actor("bob"), then: vec![], note: None };
    Commit {
        key: key(&format!("assign-{name}-{version}")),
        stamp: stamp("ada"),
        expect: vec![(Stream::Task(task(name)), version)],
        fence: None,
        events: vec![Event::Task(task(name), assigned)],
    }
}

/// The team, the board as a second fold beside the store's, and a clock that ticks by each act.
pub(crate) struct World {
    pub(crate) store: SqlStore,
    pub(crate) board: Board,
    versions: HashMap<Stream, u64>,
    ticks: i64,
}

pub(crate) const RUNNER: &str = "rex";

impl World {
    pub(crate) async fn on(place: &Place) -> Self {
        let store = place.create().await;
        let mut world = Self { store, board: Board::default(), versions: HashMap::new(), ticks: 0 };
        let found = TeamCommand::Found { token: token("ada") };
        world.act("ada", Command::Team(found)).await;
        for (name, kind, hats) in [
            ("bob", ActorKind::Agent, vec![Hat::Builder, Hat::Fixer]),
            ("bea", ActorKind::Agent, vec![Hat::Builder, Hat::Fixer]),
            ("rob", ActorKind::Person, vec![Hat::Reviewer]),
            ("tia", ActorKind::Person, vec![Hat::Tester]),
            (RUNNER, ActorKind::Runner, vec![]),
        ] {
            let (actor, token) = (actor(name), token(name));
            let hats = hats.into_iter().collect();
            let command = TeamCommand::AddActor { actor, kind, hats, token };
            world.act("ada", Command::Team(command)).await;
        }
        world
    }

    /// Decides and commits, if core lets it happen.
    pub(crate) async fn attempt(
        &mut self,
        by: &str,
        command: &Command,
    ) -> Result<Committed, Refusal> {
        let commit = self.decide(by, command)?;
        Ok(self.commit(commit).await.unwrap())
    }

    pub(crate) async fn act(&mut self, by: &str, command: Command) -> Committed {
        self.attempt(by, &command).await.unwrap()
    }

    pub(crate) fn decide(&mut self, by: &str, command: &Command) -> Result<Commit, Refusal> {
        self.ticks += 1;
        let now = Timestamp::from_second(1_700_000_000 + self.ticks).unwrap();
        let events = decide(&self.board, command, &Facts { by: actor(by), with: None, now })?;
        let touched: BTreeSet<Stream> = events.iter().map(Stream::of).collect();
        let version = |stream: &Stream| self.versions.get(stream).copied().unwrap_or(0);
        Ok(Commit {
            key: key(&format!("k{}", self.ticks)),
            stamp: Stamp { by: actor(by), at: now },
            expect: touched.into_iter().map(|s| (s.clone(), version(&s))).collect(),
            fence: None,
            events,
        })
    }

    pub(crate) async fn commit(&mut self, commit: Commit) -> Result<Committed, StoreError> {
        let committed = self.store.commit(commit.clone()).await?;
        for event in &commit.events {
            self.board.apply(event, &commit.stamp).unwrap();
            *self.versions.entry(Stream::of(event)).or_default() += 1;
        }
        Ok(committed)
    }

    pub(crate) fn version(&self, stream: &Stream) -> u64 {
        self.versions.get(stream).copied().unwrap_or(0)
    }

    pub(crate) async fn new_task(&mut self, name: &str, on: &[&str], assurance: Assurance) {
        let command = create(name, on, assurance);
        self.act("ada", Command::Task(task(name), command)).await;
    }

    pub(crate) async fn new_goal(&mut self, name: &str) {
        let (title, blank) = (Title::new(name).unwrap(), String::new());
        let command = GoalCommand::Create { title, description: blank.clone(), project: blank };
        self.act("ada", Command::Goal(goal(name), command)).await;
    }

    pub(crate) async fn do_task(
        &mut self,
        by: &str,
        name: &str,
        command: TaskCommand,
    ) -> Committed {
        self.act(by, Command::Task(task(name), command)).await
    }

    pub(crate) async fn assign(&mut self, name: &str) {
        self.do_task("ada", name, TaskCommand::assign(actor("bob"))).await;
    }

    /// From assigned to the end of its contract.
    pub(crate) async fn work_through(&mut self, name: &str) {
        self.do_task("bob", name, TaskCommand::Start { base: None }).await;
        self.do_task("bob", name, submit()).await;
        self.do_task(RUNNER, name, passed(name)).await;
    }
}

pub(crate) fn create(name: &str, on: &[&str], assurance: Assurance) -> TaskCommand {
    TaskCommand::Create {
        title: Title::new(name).unwrap(),
        brief: format!("do {name}"),
        contract: checked(),
        assurance,
        revisions: 1,
        depends_on: on.iter().map(|name| task(name)).collect(),
        question: None,
        labels: Default::default(),
    }
}

pub(crate) fn submit() -> TaskCommand {
    let submission = Submission { summary: says("done"), files_changed: Vec::new() };
    TaskCommand::Submit { submission, handed_in: None }
}

pub(crate) fn passed(name: &str) -> TaskCommand {
    let id = EvidenceId::new(format!("sha256:{name}")).unwrap();
    let there = CriterionId::new("there").unwrap();
    let seen = Observation::new(there, Finding::Pass, "it is there");
    let evidence = Evidence { id, observations: vec![seen], room: None };
    TaskCommand::RecordEvidence { attempt: 1, evidence }
}

fn token(of: &str) -> Token {
    Token {
        id: TokenId::new(of).unwrap(),
        digest: "00".repeat(32),
        expires: "2030-01-01T00:00:00Z".parse().unwrap(),
    }
}
