//! A store in a temporary folder, and the usual people at it.

use std::time::Duration;

use countersign_core::{
    ActorId, ActorKind, Assurance, Check, Command, Contract, ContractKind, Criterion, CriterionId,
    Finding, GeneratedFrom, GoalCommand, GoalId, Hat, Observation, Statement, Submission,
    TaskCommand, TaskId, TeamCommand, Timing, Title, Visibility,
};
use countersign_engine::{Done, Engine, EngineError, MintedToken, Session, mint, now, seal};
use countersign_store::SqlStore;

pub struct Office {
    _folder: tempfile::TempDir,
    pub engine: Engine,
    pub ada: Session,
    pub bob: Session,
    pub eve: Session,
    pub rex: Session,
    pub ci: Session,
}

pub fn token() -> MintedToken {
    mint(now().checked_add(Duration::from_secs(3600)).unwrap()).unwrap()
}

pub fn actor(name: &str) -> ActorId {
    ActorId::new(name).unwrap()
}

pub fn task(id: &str) -> TaskId {
    TaskId::new(id).unwrap()
}

pub fn goal(id: &str) -> GoalId {
    GoalId::new(id).unwrap()
}

pub fn words(text: &str) -> Statement {
    Statement::new(text).unwrap()
}

impl Office {
    pub async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("journal.db").display());
        Self::at(folder, &url).await
    }

    /// With a store at this address; the folder is only kept.
    pub async fn at(folder: tempfile::TempDir, url: &str) -> Self {
        let engine = Engine::new(SqlStore::create(url).await.unwrap());
        let owner = token();
        engine.found(&actor("ada"), owner.token).await.unwrap();
        let ada = engine.authenticate(&owner.text).await.unwrap();
        let bob = join(&engine, &ada, "bob", ActorKind::Agent, &[Hat::Builder]).await;
        let eve = join(&engine, &ada, "eve", ActorKind::Agent, &[Hat::Tester]).await;
        let rex = join(&engine, &ada, "rex", ActorKind::Agent, &[Hat::Reviewer]).await;
        let ci = join(&engine, &ada, "ci", ActorKind::Runner, &[]).await;
        Self { _folder: folder, engine, ada, bob, eve, rex, ci }
    }

    pub async fn act(
        &self,
        who: &Session,
        on: &str,
        command: TaskCommand,
    ) -> Result<Done, EngineError> {
        self.engine.execute(who, &[Command::Task(task(on), command)]).await
    }

    /// A task of bob's that has come as far as review.
    pub async fn task_in_review(&self, id: &str) {
        self.act(&self.ada, id, create()).await.unwrap();
        self.act(&self.ada, id, TaskCommand::assign(actor("bob"))).await.unwrap();
        self.act(&self.bob, id, TaskCommand::Start { base: None }).await.unwrap();
        let submission = Submission { summary: words("done"), files_changed: vec![] };
        self.act(&self.bob, id, TaskCommand::Submit { submission, handed_in: None }).await.unwrap();
        let evidence = seal(vec![passed()], None).unwrap();
        self.act(&self.ci, id, TaskCommand::RecordEvidence { attempt: 1, evidence }).await.unwrap();
    }

    pub async fn goal_with(&self, id: &str, tasks: &[&str]) {
        let create = GoalCommand::Create {
            title: Title::new("a goal").unwrap(),
            description: String::new(),
            project: String::new(),
        };
        let mut commands = vec![Command::Goal(goal(id), create)];
        for linked in tasks {
            commands.push(Command::Goal(goal(id), GoalCommand::LinkTask { task: task(linked) }));
        }
        self.engine.execute(&self.ada, &commands).await.unwrap();
    }
}

pub async fn join(
    engine: &Engine,
    lead: &Session,
    name: &str,
    kind: ActorKind,
    hats: &[Hat],
) -> Session {
    let minted = token();
    let hats = hats.iter().copied().collect();
    let add = TeamCommand::AddActor { actor: actor(name), kind, hats, token: minted.token };
    engine.execute(lead, &[Command::Team(add)]).await.unwrap();
    engine.authenticate(&minted.text).await.unwrap()
}

pub fn create() -> TaskCommand {
    let criterion = Criterion {
        id: CriterionId::new("works").unwrap(),
        description: "it works".into(),
        check: Check::File { path: "out.txt".into(), min_length: 1 },
        timing: Timing::Immediate,
        visibility: Visibility::Shown,
        origin: "test".into(),
    };
    let contract =
        Contract::new(ContractKind::Verifiable, vec![criterion], GeneratedFrom::User, now());
    TaskCommand::Create {
        title: Title::new("a task").unwrap(),
        brief: String::new(),
        contract: contract.unwrap(),
        assurance: Assurance::Independent,
        revisions: 1,
        depends_on: Default::default(),
        question: None,
        labels: Default::default(),
    }
}

pub fn passed() -> Observation {
    Observation {
        duration_ms: 1,
        ..Observation::new(CriterionId::new("works").unwrap(), Finding::Pass, "seen")
    }
}

/// The rule that refused.
pub fn rule<T: std::fmt::Debug>(outcome: Result<T, EngineError>) -> &'static str {
    match outcome {
        Err(EngineError::Refused(refusal)) => refusal.rule(),
        other => panic!("expected a refusal, got {other:?}"),
    }
}
