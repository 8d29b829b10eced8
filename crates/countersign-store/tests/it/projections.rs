//! After any history the projections say what a fold of the journal says.

use countersign_core::{Assurance, Board, Command, GoalCommand, TaskCommand};
use countersign_store::{GoalQuery, Journal, TaskQuery};

use crate::place::{Place, on_both};
use crate::world::{RUNNER, World, actor, create, goal, passed, says, submit, task};

on_both!(projections_are_the_fold_of_a_random_history);

/// A small generator of its own, so that a seed names one history on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }
}

const PEOPLE: [&str; 6] = ["ada", "bob", "bea", "rob", "tia", RUNNER];
const TASKS: [&str; 6] = ["TASK-1", "TASK-2", "TASK-3", "TASK-4", "TASK-5", "TASK-6"];
const GOALS: [&str; 2] = ["GOAL-1", "GOAL-2"];

/// Some command. Most are refused, which is as it should be; enough are not.
fn command(dice: &mut Dice) -> (&'static str, Command) {
    let name = dice.pick(&TASKS);
    let (by, command) = match dice.below(18) {
        0 | 1 => {
            let assurance = [Assurance::Contract, Assurance::Review, Assurance::Independent];
            let assurance = assurance[usize::try_from(dice.below(3)).unwrap()];
            let on = dice.pick(&TASKS);
            let on: &[&str] = if dice.below(2) == 0 { &[on] } else { &[] };
            ("ada", create(name, on, assurance))
        }
        2 => ("ada", TaskCommand::AddDependency { on: task(dice.pick(&TASKS)) }),
        3 => ("ada", TaskCommand::DropDependency { on: task(dice.pick(&TASKS)) }),
        4 | 5 => ("ada", TaskCommand::assign(actor(dice.pick(&["bob", "bea"])))),
        6 | 7 => (dice.pick(&["bob", "bea"]), TaskCommand::Start { base: None }),
        8 | 9 => (dice.pick(&["bob", "bea"]), submit()),
        10 | 11 => (RUNNER, passed(name)),
        12 => ("rob", TaskCommand::Approve),
        13 => (dice.pick(&PEOPLE), TaskCommand::Reject { reason: says("no") }),
        14 => ("tia", TaskCommand::Verify { notes: says("tried it") }),
        15 => ("ada", TaskCommand::Reopen { reason: says("it broke"), builder: None }),
        16 if dice.below(6) == 0 => ("ada", TaskCommand::Cancel { reason: says("no need") }),
        16 => ("tia", TaskCommand::RejectVerification { reason: says("no") }),
        _ => {
            let id = goal(dice.pick(&GOALS));
            let title = countersign_core::Title::new("a goal").unwrap();
            let (description, project) = (String::new(), String::new());
            let command = match dice.below(3) {
                0 => GoalCommand::Create { title, description, project },
                1 => GoalCommand::LinkTask { task: task(name) },
                _ => GoalCommand::Verify { notes: says("tried it"), evidence: None },
            };
            return ("ada", Command::Goal(id, command));
        }
    };
    (by, Command::Task(task(name), command))
}

async fn projections_are_the_fold_of_a_random_history(place: &Place) {
    let mut world = World::on(place).await;
    let mut dice = Dice(20_260_301);
    let mut happened = 0;
    for _ in 0..1500 {
        let (by, command) = command(&mut dice);
        happened += u32::from(world.attempt(by, &command).await.is_ok());
    }
    assert!(happened > 100, "only {happened} commands were accepted");

    let mut folded = Board::default();
    let mut after = 0;
    loop {
        let page = world.store.log(after, 100).await.unwrap();
        let Some(last) = page.last() else { break };
        after = last.seq;
        for record in &page {
            folded.apply(&record.event, &record.stamp).unwrap();
        }
    }
    assert_eq!(folded, world.board);

    let mut stored = Board { team: world.store.team().await.unwrap().0, ..Board::default() };
    for listed in world.store.tasks(&TaskQuery::default()).await.unwrap() {
        stored.tasks.insert(listed.item.id.clone(), listed.item);
    }
    for listed in world.store.goals(&GoalQuery::default()).await.unwrap() {
        stored.goals.insert(listed.item.id.clone(), listed.item);
    }
    assert_eq!(stored, folded);
    // The audit compares the rest: waits, dependencies, counts.
    assert_eq!(world.store.audit(|_| {}).await.unwrap().findings, []);
    world.store.rebuild().await.unwrap();
    assert_eq!(world.store.audit(|_| {}).await.unwrap().findings, []);
}
