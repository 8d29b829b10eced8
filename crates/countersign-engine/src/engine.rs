//! Authenticate, load, decide, commit; again when someone else was quicker.

use std::collections::BTreeMap;
use std::time::Duration;

use countersign_contract::brief::{HandIn, brief_for};
use countersign_contract::revision::{Sofar, revision};
use countersign_core::{
    ActorId, Attempt, Board, Command, Event, Evidence, Facts, GoalId, Refusal, Stamp, Statement,
    Task, TaskEvent, TaskId, TaskState, TeamCommand, Token, decide,
};
use countersign_store::{
    CommandKey, Commit, Committed, Fence, Journal, Numbered, Record, SqlStore, StoreError, Stream,
};

use crate::memory::Memory;
use crate::numbers::Numbers;
use crate::random;
use crate::scene::Scene;
use crate::{EngineError, Session, clock};

/// How often a command is decided anew because others changed what it rests on.
const ATTEMPTS: u32 = 50;
/// How often a commit whose answer was lost is sent again.
const RESENDS: u32 = 5;

/// The engine over one store.
#[derive(Debug, Clone)]
pub struct Engine {
    store: SqlStore,
    numbers: Numbers,
    memory: Memory,
}

/// Who asks, and under which lease.
struct Asking<'a> {
    actor: &'a ActorId,
    /// None only before there is a team that could have given anyone a token.
    session: Option<&'a Session>,
    fence: Option<Fence>,
    /// What the asker saw of tasks: if they are otherwise now, nothing is done.
    seen: Option<&'a BTreeMap<TaskId, u64>>,
    /// What this process wrote last may be decided on.
    remembers: bool,
}

/// What was done: where it stands in the journal, and what a decision saw, after it.
#[derive(Debug)]
pub struct Done {
    pub committed: Committed,
    pub events: Vec<Event>,
    pub board: Board,
}

impl Engine {
    pub fn new(store: SqlStore) -> Self {
        Self { store, numbers: Numbers::default(), memory: Memory::default() }
    }

    /// For reading. Nothing is written but through [`Engine::execute`] and its kin.
    pub fn store(&self) -> &SqlStore {
        &self.store
    }

    /// Makes the owner the lead of a team that has nobody yet.
    pub async fn found(&self, owner: &ActorId, token: Token) -> Result<Done, EngineError> {
        let commands = [Command::Team(TeamCommand::Found { token })];
        let key = random::key()?;
        let by =
            || Asking { actor: owner, session: None, fence: None, seen: None, remembers: false };
        match self.decide_and_commit(by(), &key, &commands).await {
            // Whoever was faster founded it.
            Err(EngineError::Store(StoreError::Conflict { .. })) => {
                self.decide_and_commit(by(), &key, &commands).await
            }
            outcome => outcome,
        }
    }

    /// Who a token stands for.
    pub async fn authenticate(&self, token: &str) -> Result<Session, EngineError> {
        let (team, _) = self.store.shared_team().await?;
        Ok(Session::authenticate(token, &team, clock::now())?)
    }

    /// Does all of the commands, or none.
    pub async fn execute(
        &self,
        session: &Session,
        commands: &[Command],
    ) -> Result<Done, EngineError> {
        self.execute_with(session, commands, None, None).await
    }

    /// Does all of the commands, or none if one of the tasks has another version by now than was seen: then what
    /// the asker made of it is out of date, and is not decided anew.
    pub async fn execute_as_seen(
        &self,
        session: &Session,
        commands: &[Command],
        seen: &BTreeMap<TaskId, u64>,
    ) -> Result<Done, EngineError> {
        self.execute_with(session, commands, None, Some(seen)).await
    }

    /// Does all of the commands under a lease, or none: who lost the lease does nothing.
    pub async fn execute_under(
        &self,
        session: &Session,
        commands: &[Command],
        fence: Fence,
    ) -> Result<Done, EngineError> {
        self.execute_with(session, commands, Some(fence), None).await
    }

    async fn execute_with(
        &self,
        session: &Session,
        commands: &[Command],
        fence: Option<Fence>,
        seen: Option<&BTreeMap<TaskId, u64>>,
    ) -> Result<Done, EngineError> {
        let key = random::key()?;
        // Only for who holds the lease of a task is what it wrote last most probably what is there.
        if fence.is_some() {
            let (actor, fence) = (session.actor(), fence.clone());
            let by = Asking { actor, session: Some(session), fence, seen, remembers: true };
            match self.decide_and_commit(by, &key, commands).await {
                Err(EngineError::Store(StoreError::Conflict { .. })) => self.memory.forget(),
                outcome => return outcome,
            }
        }
        for attempt in 0..ATTEMPTS {
            let (actor, session, fence) = (session.actor(), Some(session), fence.clone());
            let by = Asking { actor, session, fence, seen, remembers: false };
            match self.decide_and_commit(by, &key, commands).await {
                Err(EngineError::Store(StoreError::Conflict { .. })) => pause(attempt).await?,
                outcome => return outcome,
            }
        }
        Err(EngineError::Contended { attempts: ATTEMPTS })
    }

    /// Creates a task under the next free number, with whatever else `make` wants to happen at once.
    pub async fn create_task(
        &self,
        session: &Session,
        make: impl Fn(&TaskId) -> Vec<Command>,
    ) -> Result<Done, EngineError> {
        self.create(session, Numbered::Task, |number| {
            let id = TaskId::new(format!("TASK-{number}")).ok()?;
            Some(make(&id))
        })
        .await
    }

    /// Creates a goal under the next free number.
    pub async fn create_goal(
        &self,
        session: &Session,
        make: impl Fn(&GoalId) -> Vec<Command>,
    ) -> Result<Done, EngineError> {
        self.create(session, Numbered::Goal, |number| {
            let id = GoalId::new(format!("GOAL-{number}")).ok()?;
            Some(make(&id))
        })
        .await
    }

    /// What was seen of the last attempt at a task that was judged.
    pub async fn last_evidence(&self, task: &TaskId) -> Result<Option<Evidence>, EngineError> {
        let records = self.store.stream(&Stream::Task(task.clone())).await?;
        let judged = |record: Record| match record.event {
            Event::Task(
                _,
                TaskEvent::ContractPassed { evidence }
                | TaskEvent::ContractFailed { evidence }
                | TaskEvent::ContractUndecided { evidence },
            ) => Some(evidence),
            Event::Task(..) | Event::Goal(..) | Event::Team(_) => None,
        };
        Ok(records.into_iter().rev().find_map(judged))
    }

    /// What whoever works on a task reads: the brief, and what became of the work so far.
    pub async fn brief(&self, task: &Task, hand_in: HandIn<'_>) -> Result<String, EngineError> {
        let first = brief_for(task.title.as_str(), &task.brief, &task.contract, hand_in);
        if matches!(task.state, TaskState::Review { .. } | TaskState::Cancelled { .. })
            || task.is_completed()
        {
            return Ok(first);
        }
        // Also when whoever took over has failed once: it still goes on from what the other one left.
        let predecessor: Option<&Attempt> =
            task.attempts.iter().rev().find(|attempt| Some(&attempt.by) != task.builder());
        let evidence = match task.attempts.is_empty() {
            true => None,
            false => self.last_evidence(&task.id).await?,
        };
        let sent_back = task.sent_back.as_ref().map(Statement::as_str);
        if evidence.is_none() && sent_back.is_none() {
            return Ok(first);
        }
        let sofar = Sofar { evidence: evidence.as_ref(), sent_back, predecessor };
        Ok(revision(&first, &task.contract, sofar))
    }

    async fn create(
        &self,
        session: &Session,
        numbered: Numbered,
        make: impl Fn(u64) -> Option<Vec<Command>>,
    ) -> Result<Done, EngineError> {
        let key = random::key()?;
        for attempt in 0..ATTEMPTS {
            // Whoever lost the race for a number to another process spreads out, so that many creators do not go on
            // colliding; alone, a creator leaves no gaps.
            let spread = random::below(1 << attempt.min(6))?;
            let next = self.store.next_number(numbered).await?.saturating_add(spread);
            let number = self.numbers.take(numbered, next);
            let Some(commands) = make(number.value) else { break };
            let (actor, session) = (session.actor(), Some(session));
            let by = Asking { actor, session, fence: None, seen: None, remembers: false };
            match self.decide_and_commit(by, &key, &commands).await {
                Err(EngineError::Store(StoreError::Conflict { .. })) => {}
                Err(EngineError::Refused(
                    Refusal::TaskExists { .. } | Refusal::GoalExists { .. },
                )) => {}
                outcome => return outcome,
            }
        }
        Err(EngineError::Contended { attempts: ATTEMPTS })
    }

    /// One pass: read, decide, commit what was decided on what was read.
    async fn decide_and_commit(
        &self,
        by: Asking<'_>,
        key: &CommandKey,
        commands: &[Command],
    ) -> Result<Done, EngineError> {
        let memory = by.remembers.then(|| self.memory.clone());
        let mut scene = Scene::load(&self.store, commands, memory).await?;
        let mut decided = decide_on(&mut scene, &by, commands);
        if decided.is_err() && scene.is_remembered {
            // It may have become right since then.
            self.memory.forget();
            scene = Scene::load(&self.store, commands, None).await?;
            decided = decide_on(&mut scene, &by, commands);
        }
        let (events, stamp) = decided?;
        let expect = scene.expectations(&events);
        let Asking { fence, remembers, .. } = by;
        let commit = Commit { key: key.clone(), stamp, expect, fence, events: events.clone() };
        let committed = self.commit(commit).await?;
        if remembers {
            self.memory.keep(&scene.board, &scene.versions, &events);
        }
        Ok(Done { committed, events, board: scene.board })
    }

    /// A lost answer says nothing about the commit; sending the same again does no harm.
    async fn commit(&self, commit: Commit) -> Result<Committed, StoreError> {
        for resend in 0..RESENDS {
            match self.store.commit(commit.clone()).await {
                Err(StoreError::Unknown { .. }) => {
                    tokio::time::sleep(Duration::from_millis(50 << resend)).await;
                }
                outcome => return outcome,
            }
        }
        self.store.commit(commit).await
    }
}

/// What follows from the commands; the scene is as it is after it.
fn decide_on(
    scene: &mut Scene,
    Asking { actor: by, session, seen, .. }: &Asking<'_>,
    commands: &[Command],
) -> Result<(Vec<Event>, Stamp), EngineError> {
    for (task, version) in seen.iter().copied().flatten() {
        if scene.version_of(task) != Some(*version) {
            return Err(EngineError::Moved { task: task.clone() });
        }
    }
    let now = clock::now();
    if let Some(session) = session {
        session.still_valid(&scene.board.team, now)?;
    }
    let with = session.map(|session| session.token().clone());
    let by = ActorId::clone(by);
    let facts = Facts { by: by.clone(), with, now };
    let stamp = Stamp { by, at: now };
    let mut events = Vec::new();
    for command in commands {
        for event in decide(&scene.board, command, &facts)? {
            scene.board.apply(&event, &stamp).map_err(Refusal::from)?;
            events.push(event);
        }
    }
    Ok((events, stamp))
}

/// Waits a little longer each time, by chance, so that contenders do not meet again.
async fn pause(attempt: u32) -> Result<(), EngineError> {
    let most = 2u64 << attempt.min(6);
    tokio::time::sleep(Duration::from_millis(random::below(most)?)).await;
    Ok(())
}
