//! The board: as much of the team, the tasks and the goals as a decision needs, and the decision itself.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    ActorId, Goal, GoalCommand, GoalEvent, GoalId, IllegalEvent, Refusal, Task, TaskCommand,
    TaskEvent, TaskId, Team, TeamCommand, TeamEvent, Timestamp, TokenId, goal, task, team,
};

/// What a decision knows beyond the state: who asks, proven by its session, and what time it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub by: ActorId,
    /// The token that proves it. None only before there is a team that could have given anyone a token.
    pub with: Option<TokenId>,
    pub now: Timestamp,
}

/// Who did something, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    pub by: ActorId,
    pub at: Timestamp,
}

/// Anything that can be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Team(TeamCommand),
    Task(TaskId, TaskCommand),
    Goal(GoalId, GoalCommand),
}

/// Anything that can happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Team(TeamEvent),
    Task(TaskId, TaskEvent),
    Goal(GoalId, GoalEvent),
}

impl Event {
    pub fn name(&self) -> &'static str {
        match self {
            Event::Team(event) => event.name(),
            Event::Task(_, event) => event.name(),
            Event::Goal(_, event) => event.name(),
        }
    }
}

/// A view of the state: all of the team, and the tasks and goals that were put on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    pub team: Team,
    pub tasks: BTreeMap<TaskId, Task>,
    pub goals: BTreeMap<GoalId, Goal>,
}

impl Board {
    pub fn task(&self, id: &TaskId) -> Result<&Task, Refusal> {
        self.tasks.get(id).ok_or_else(|| Refusal::NoSuchTask { task: id.clone() })
    }

    pub fn goal(&self, id: &GoalId) -> Result<&Goal, Refusal> {
        self.goals.get(id).ok_or_else(|| Refusal::NoSuchGoal { goal: id.clone() })
    }

    /// Adds one event to the state.
    pub fn apply(&mut self, event: &Event, stamp: &Stamp) -> Result<(), IllegalEvent> {
        match event {
            Event::Team(event) => {
                self.team = team::evolve(self.team.clone(), event, stamp)?;
            }
            Event::Task(id, event) => {
                let next = task::evolve(id, self.tasks.get(id).cloned(), event, stamp)?;
                self.tasks.insert(id.clone(), next);
            }
            Event::Goal(id, event) => {
                let next = goal::evolve(id, self.goals.get(id).cloned(), event, stamp)?;
                self.goals.insert(id.clone(), next);
            }
        }
        Ok(())
    }

    /// The dependencies that lead from one task to another, both ends included.
    pub(crate) fn dependency_path(&self, from: &TaskId, to: &TaskId) -> Option<Vec<TaskId>> {
        let mut seen = BTreeSet::new();
        let mut trails = vec![vec![from.clone()]];
        while let Some(trail) = trails.pop() {
            let here = trail.last()?;
            if here == to {
                return Some(trail);
            }
            if !seen.insert(here.clone()) {
                continue;
            }
            for next in self.tasks.get(here).into_iter().flat_map(|task| &task.depends_on) {
                let mut further = trail.clone();
                further.push(next.clone());
                trails.push(further);
            }
        }
        None
    }
}

/// Decides a command: the events that happen, all of them together, or the reason why not.
pub fn decide(board: &Board, command: &Command, facts: &Facts) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::Team(command) => {
            let events = team::decide(&board.team, command, facts)?;
            Ok(events.into_iter().map(Event::Team).collect())
        }
        Command::Task(id, command) => decide_task(board, id, command, facts),
        Command::Goal(id, command) => {
            let events = match board.goals.get(id) {
                None => goal::decide_creation(id, command, board, facts)?,
                Some(goal) => goal::decide(goal, command, board, facts)?,
            };
            let mut all = Vec::new();
            if let GoalCommand::LinkTask { task } = command {
                let linked = TaskEvent::LinkedToGoal { goal: id.clone() };
                all.push(Event::Task(task.clone(), linked));
            }
            all.extend(events.into_iter().map(|event| Event::Goal(id.clone(), event)));
            Ok(all)
        }
    }
}

/// A task's change and what it means for its goal happen together.
fn decide_task(
    board: &Board,
    id: &TaskId,
    command: &TaskCommand,
    facts: &Facts,
) -> Result<Vec<Event>, Refusal> {
    let wrap = |events: Vec<TaskEvent>| -> Vec<Event> {
        events.into_iter().map(|event| Event::Task(id.clone(), event)).collect()
    };
    let Some(before) = board.tasks.get(id) else {
        return Ok(wrap(task::decide_creation(id, command, board, facts)?));
    };
    let events = task::decide(before, command, board, facts)?;
    // Folded here first, goal or no goal: a decision whose events do not fold is a refusal.
    let stamp = Stamp { by: facts.by.clone(), at: facts.now };
    let mut after = before.clone();
    for event in &events {
        after = task::evolve(id, Some(after), event, &stamp)?;
    }
    let Some(goal_id) = &before.goal else {
        return Ok(wrap(events));
    };
    let follow_up = goal::follow(board.goal(goal_id)?, before, &after);
    let mut all = wrap(events);
    all.extend(follow_up.into_iter().map(|event| Event::Goal(goal_id.clone(), event)));
    Ok(all)
}
