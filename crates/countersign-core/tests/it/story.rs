//! `given(what happened).when(who, asks what).then(what happens)`.

use countersign_core::{
    Board, Command, Effect, Event, Facts, GoalCommand, Need, Refusal, Stamp, Subject, Task,
    TaskCommand, TeamCommand, decide, owed,
};

use crate::cast::{G1, Past, T1, aimed, by, goal_id, now, task_id};
use crate::names;
use countersign_core::ActorId;

/// Something to ask. A task's command is about TASK-1 and a goal's about GOAL-1 unless it says otherwise.
pub trait Ask {
    fn command(self) -> Command;
}

impl Ask for Command {
    fn command(self) -> Command {
        self
    }
}

impl Ask for TeamCommand {
    fn command(self) -> Command {
        Command::Team(self)
    }
}

impl Ask for TaskCommand {
    fn command(self) -> Command {
        Command::Task(task_id(T1), self)
    }
}

impl Ask for GoalCommand {
    fn command(self) -> Command {
        Command::Goal(goal_id(G1), self)
    }
}

impl Ask for (&str, TaskCommand) {
    fn command(self) -> Command {
        Command::Task(task_id(self.0), self.1)
    }
}

impl Ask for (&str, GoalCommand) {
    fn command(self) -> Command {
        Command::Goal(goal_id(self.0), self.1)
    }
}

/// What has happened so far.
#[derive(Debug, Clone)]
pub struct Story {
    pub board: Board,
}

pub fn given(history: impl IntoIterator<Item = Past>) -> Story {
    Story { board: Board::default() }.after(history)
}

impl Story {
    /// More that has happened, whether or not anyone could have asked for it.
    pub fn after(mut self, history: impl IntoIterator<Item = Past>) -> Self {
        for Past { by, event } in history {
            self.board.apply(&event, &Stamp { by, at: now() }).expect("the given history folds");
        }
        self
    }

    pub fn when(self, by: ActorId, ask: impl Ask) -> Outcome {
        let command = aimed(ask.command(), &self.board);
        let facts = Facts { by: by.clone(), with: None, now: now() };
        let decision = decide(&self.board, &command, &facts);
        Outcome { story: self, by, command, decision }
    }

    /// A step on the way to what the test is about.
    pub fn and(self, name: &str, ask: impl Ask) -> Self {
        self.when(by(name), ask).accepted()
    }

    pub fn task(&self) -> &Task {
        self.board.task(&task_id(T1)).unwrap()
    }

    pub fn state(&self, task: &str) -> &'static str {
        names::of_task(self.board.task(&task_id(task)).unwrap())
    }

    #[track_caller]
    pub fn in_state(self, wanted: &str) -> Self {
        assert_eq!(self.state(T1), wanted);
        self
    }

    #[track_caller]
    pub fn goal_in_state(self, wanted: &str) -> Self {
        assert_eq!(names::of_goal(self.board.goal(&goal_id(G1)).unwrap()), wanted);
        self
    }

    /// TASK-1 is brought from work through its contract by bob and ci.
    pub fn through_its_contract(self) -> Self {
        self.and("bob", crate::cast::submit())
            .and("ci", crate::cast::record(crate::cast::passing()))
    }

    /// TASK-1 is brought from work to completion by bob, ci and rex.
    pub fn completed_again(self) -> Self {
        self.through_its_contract().and("rex", crate::cast::approve())
    }

    /// What TASK-1 is owed: the need, and who is told.
    pub fn owes(&self) -> Option<(Need, Vec<ActorId>, String)> {
        let about_it = |effect| match effect {
            Effect::Notify(told) if told.about == Subject::Task(task_id(T1)) => {
                Some((told.need, told.to, told.message))
            }
            Effect::Notify(_) | Effect::RunContract { .. } | Effect::RunDeferred { .. } => None,
        };
        owed(&self.board).into_iter().find_map(about_it)
    }

    #[track_caller]
    pub fn tells(self, need: Need, names: &[&str]) -> Self {
        let (found, to, _) = self.owes().expect("someone is told");
        assert_eq!((found, to), (need, names.iter().map(|name| by(name)).collect()));
        self
    }
}

/// What was decided.
#[derive(Debug)]
pub struct Outcome {
    story: Story,
    by: ActorId,
    command: Command,
    pub decision: Result<Vec<Event>, Refusal>,
}

impl Outcome {
    /// Exactly these events happen, and they fold.
    #[track_caller]
    pub fn then(self, wanted: impl IntoIterator<Item = Event>) -> Story {
        let wanted: Vec<Event> = wanted.into_iter().collect();
        assert_eq!(self.decision.as_ref().ok(), Some(&wanted), "{:?}", self.decision);
        self.accepted()
    }

    #[track_caller]
    pub fn accepted(mut self) -> Story {
        let events = match self.decision {
            Ok(events) => events,
            Err(refusal) => panic!("{} asked {:?}: {refusal}", self.by, self.command),
        };
        assert!(!events.is_empty(), "an accepted command has an effect");
        for event in &events {
            let stamp = Stamp { by: self.by.clone(), at: now() };
            self.story.board.apply(event, &stamp).expect("an accepted decision folds");
        }
        self.story
    }

    #[track_caller]
    pub fn then_state(self, wanted: &str) -> Story {
        self.accepted().in_state(wanted)
    }

    #[track_caller]
    pub fn then_goal(self, wanted: &str) -> Story {
        self.accepted().goal_in_state(wanted)
    }

    /// The rule that stands in the way, by its one word.
    #[track_caller]
    pub fn refused(self, rule: &str) -> Story {
        match &self.decision {
            Err(refusal) => assert_eq!(refusal.rule(), rule, "{refusal}"),
            Ok(events) => panic!("{} was allowed {:?}: {events:?}", self.by, self.command),
        }
        self.story
    }

    /// As [`Outcome::refused`], and the reason in full.
    #[track_caller]
    pub fn refused_saying(self, rule: &str, reason: &str) -> Story {
        if let Err(refusal) = &self.decision {
            assert_eq!(refusal.to_string(), reason);
        }
        self.refused(rule)
    }
}
