//! What a decision needs to see, read from the store with the versions it was read at.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Board, Command, Event, GoalCommand, GoalId, Task, TaskCommand, TaskId};
use countersign_store::{SqlStore, StoreError, Stream};

use crate::memory::Memory;

/// A board and the version of every stream on it.
pub(crate) struct Scene {
    pub(crate) board: Board,
    pub(crate) versions: BTreeMap<Stream, u64>,
    /// What need not be read, if it is known; whoever looks at the scene then may see what is past.
    memory: Option<Memory>,
    pub(crate) is_remembered: bool,
}

impl Scene {
    pub(crate) async fn load(
        store: &SqlStore,
        commands: &[Command],
        memory: Option<Memory>,
    ) -> Result<Self, StoreError> {
        let known = memory.as_ref().and_then(Memory::team);
        let is_remembered = known.is_some();
        let (team, version) = match known {
            Some(known) => known,
            None => store.team().await?,
        };
        let board = Board { team, ..Board::default() };
        let versions = BTreeMap::from([(Stream::Team, version)]);
        let mut scene = Self { board, versions, memory, is_remembered };
        scene.load_named(store, commands).await?;
        for command in commands {
            match command {
                Command::Team(_) => {}
                Command::Task(id, command) => scene.load_for_task(store, id, command).await?,
                Command::Goal(id, command) => scene.load_for_goal(store, id, command).await?,
            }
        }
        Ok(scene)
    }

    /// The tasks that many commands name, in one go.
    async fn load_named(
        &mut self,
        store: &SqlStore,
        commands: &[Command],
    ) -> Result<(), StoreError> {
        if commands.len() < 2 {
            return Ok(());
        }
        let named = commands.iter().filter_map(|command| match command {
            Command::Task(id, _) => Some(id.clone()),
            Command::Team(_) | Command::Goal(..) => None,
        });
        let mut ids: Vec<TaskId> = named.collect();
        ids.sort_unstable();
        ids.dedup();
        ids.retain(|id| !self.remember(id));
        let mut found = store.tasks_named(&ids).await?;
        for id in ids {
            let is_there = found.remove(&id);
            self.put(&id, is_there);
        }
        Ok(())
    }

    /// The versions the decision rests on. A goal that was only looked at is not among them: its
    /// tasks would otherwise conflict with each other for nothing.
    pub(crate) fn expectations(&self, events: &[Event]) -> Vec<(Stream, u64)> {
        let written: BTreeSet<Stream> = events.iter().map(Stream::of).collect();
        self.versions
            .iter()
            .filter(|(stream, _)| !matches!(stream, Stream::Goal(_)) || written.contains(stream))
            .map(|(stream, version)| (stream.clone(), *version))
            .collect()
    }

    /// Absent where it was not looked at.
    pub(crate) fn version_of(&self, task: &TaskId) -> Option<u64> {
        self.versions.get(&Stream::Task(task.clone())).copied()
    }

    async fn load_for_task(
        &mut self,
        store: &SqlStore,
        id: &TaskId,
        command: &TaskCommand,
    ) -> Result<(), StoreError> {
        self.task(store, id).await?;
        let task = self.board.tasks.get(id);
        if let Some(goal) = task.and_then(|task| task.goal.clone()) {
            self.goal(store, &goal).await?;
        }
        match command {
            TaskCommand::Create { depends_on, .. } => {
                for on in depends_on {
                    self.task(store, on).await?;
                }
            }
            TaskCommand::Start { .. }
            | TaskCommand::Delegate { .. }
            | TaskCommand::Reopen { .. } => {
                let needed = self.board.tasks.get(id).map(|task| task.depends_on.clone());
                for on in needed.unwrap_or_default() {
                    self.task(store, &on).await?;
                }
            }
            TaskCommand::AddDependency { on } => self.everything_below(store, on).await?,
            TaskCommand::Restate { depends_on, .. } => {
                for on in depends_on {
                    self.everything_below(store, on).await?;
                }
            }
            TaskCommand::Require { .. }
            | TaskCommand::SettleContract { .. }
            | TaskCommand::AmendContract { .. }
            | TaskCommand::ReviewAdvisory { .. }
            | TaskCommand::DropDependency { .. }
            | TaskCommand::WearHat { .. }
            | TaskCommand::Assign { .. }
            | TaskCommand::Submit { .. }
            | TaskCommand::Deliver { .. }
            | TaskCommand::Interrupt { .. }
            | TaskCommand::Leave { .. }
            | TaskCommand::Rebase { .. }
            | TaskCommand::ReturnConflict { .. }
            | TaskCommand::RecordEvidence { .. }
            | TaskCommand::AnswerEscalation { .. }
            | TaskCommand::Approve
            | TaskCommand::Reject { .. }
            | TaskCommand::Verify { .. }
            | TaskCommand::RejectVerification { .. }
            | TaskCommand::Override { .. }
            | TaskCommand::Cancel { .. } => {}
        }
        Ok(())
    }

    async fn load_for_goal(
        &mut self,
        store: &SqlStore,
        id: &GoalId,
        command: &GoalCommand,
    ) -> Result<(), StoreError> {
        self.goal(store, id).await?;
        match command {
            GoalCommand::LinkTask { task } => self.task(store, task).await?,
            GoalCommand::RecordIntegration { run, .. } => {
                for task in run.deferred.keys() {
                    self.task(store, task).await?;
                }
            }
            GoalCommand::Create { .. }
            | GoalCommand::Verify { .. }
            | GoalCommand::Reject { .. } => {}
        }
        Ok(())
    }

    /// A cycle can close anywhere below, so all of it is read and expected unchanged.
    async fn everything_below(&mut self, store: &SqlStore, top: &TaskId) -> Result<(), StoreError> {
        let mut open = vec![top.clone()];
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !seen.insert(id.clone()) {
                continue;
            }
            self.task(store, &id).await?;
            if let Some(task) = self.board.tasks.get(&id) {
                open.extend(task.depends_on.iter().cloned());
            }
        }
        Ok(())
    }

    async fn task(&mut self, store: &SqlStore, id: &TaskId) -> Result<(), StoreError> {
        if !self.versions.contains_key(&Stream::Task(id.clone())) && !self.remember(id) {
            let found = store.task(id).await?;
            self.put(id, found);
        }
        Ok(())
    }

    /// Whether it need not be read.
    fn remember(&mut self, id: &TaskId) -> bool {
        let known = self.memory.as_ref().and_then(|memory| memory.task(id));
        let is_known = known.is_some();
        self.is_remembered |= is_known;
        if is_known {
            self.put(id, known);
        }
        is_known
    }

    fn put(&mut self, id: &TaskId, found: Option<(Task, u64)>) {
        let version = match found {
            Some((task, version)) => {
                self.board.tasks.insert(id.clone(), task);
                version
            }
            None => 0,
        };
        self.versions.insert(Stream::Task(id.clone()), version);
    }

    async fn goal(&mut self, store: &SqlStore, id: &GoalId) -> Result<(), StoreError> {
        let stream = Stream::Goal(id.clone());
        if self.versions.contains_key(&stream) {
            return Ok(());
        }
        let version = match store.goal(id).await? {
            Some((goal, version)) => {
                self.board.goals.insert(id.clone(), goal);
                version
            }
            None => 0,
        };
        self.versions.insert(stream, version);
        Ok(())
    }
}
