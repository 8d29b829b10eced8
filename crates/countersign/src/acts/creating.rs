//! A new task, whole: itself, its goal and who does it, in one commit.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    ActorId, Assurance, Command, Event, GoalCommand, GoalId, Refusal, TaskCommand, TaskId, Timing,
    Title,
};
use countersign_engine::Done;

use crate::context::Desk;
use crate::failure::Failure;
use crate::maker::Made;

#[derive(Debug)]
pub struct NewTask {
    pub title: Title,
    pub brief: String,
    pub made: Made,
    pub assurance: Assurance,
    pub revisions: u32,
    pub depends_on: BTreeSet<TaskId>,
    pub labels: BTreeMap<String, String>,
    pub goal: Option<GoalId>,
    pub assign: Option<ActorId>,
}

impl NewTask {
    /// All that happens at once when it is made.
    pub fn commands(&self, id: &TaskId) -> Vec<Command> {
        let create = TaskCommand::Create {
            title: self.title.clone(),
            brief: self.brief.clone(),
            contract: self.made.contract.clone(),
            assurance: self.assurance,
            revisions: self.revisions,
            depends_on: self.depends_on.clone(),
            question: self.made.question.clone(),
            labels: self.labels.clone(),
        };
        let mut commands = vec![Command::Task(id.clone(), create)];
        if let Some(goal) = &self.goal {
            let link = GoalCommand::LinkTask { task: id.clone() };
            commands.push(Command::Goal(goal.clone(), link));
        }
        if let Some(to) = &self.assign {
            commands.push(Command::Task(id.clone(), TaskCommand::assign(to.clone())));
        }
        commands
    }

    /// Whether something of its contract waits until all tasks of its goal are verified.
    pub fn is_deferred_in_part(&self) -> bool {
        let criteria = self.made.contract.criteria();
        criteria.iter().any(|criterion| criterion.timing == Timing::Deferred)
    }

    /// What is refused was never there, so that nobody can look at it under its id.
    fn in_own_words(&self, failure: Failure) -> Failure {
        match (failure, &self.made.question) {
            (Failure::Refused(Refusal::ContractOpen { .. }), Some(question)) => {
                let (title, question) = (self.title.to_string(), question.to_string());
                Failure::Unsettled { title, question }
            }
            (failure, _) => failure,
        }
    }

    /// Creates it, under the next free number unless it has an id.
    pub async fn create(
        &self,
        desk: &Desk,
        id: Option<&TaskId>,
    ) -> Result<(Done, TaskId), Failure> {
        let done = match id {
            Some(id) => desk.execute(&self.commands(id)).await,
            None => {
                let commands = |id: &TaskId| self.commands(id);
                desk.engine.create_task(&desk.session, commands).await.map_err(Failure::from)
            }
        };
        let done = done.map_err(|failure| self.in_own_words(failure))?;
        let id = created(&done)?;
        Ok((done, id))
    }
}

fn created(done: &Done) -> Result<TaskId, Failure> {
    let id = done.events.iter().find_map(|event| match event {
        Event::Task(id, _) => Some(id.clone()),
        Event::Team(_) | Event::Goal(..) => None,
    });
    id.ok_or_else(|| Failure::Usage("nothing was created".into()))
}
