//! A request happens whole or not at all.

use countersign_core::{Command, GoalCommand, TaskCommand};
use countersign_store::Journal;

use crate::cast::{Office, actor, create, goal, rule, task};

#[tokio::test]
async fn of_a_request_that_is_refused_in_part_nothing_happens() {
    let office = Office::open().await;
    let before = office.engine.store().head().await.unwrap();
    let commands = [
        Command::Task(task("TASK-1"), create()),
        Command::Task(task("TASK-1"), TaskCommand::assign(actor("eve"))),
    ];
    let outcome = office.engine.execute(&office.ada, &commands).await;
    assert_eq!(rule(outcome), "missing-hat");
    assert_eq!(office.engine.store().head().await.unwrap(), before);
    assert!(office.engine.store().task(&task("TASK-1")).await.unwrap().is_none());
}

#[tokio::test]
async fn a_task_is_created_linked_and_assigned_in_one_step() {
    let office = Office::open().await;
    office.goal_with("GOAL-1", &[]).await;
    let make = |id: &countersign_core::TaskId| {
        vec![
            Command::Task(id.clone(), create()),
            Command::Goal(goal("GOAL-1"), GoalCommand::LinkTask { task: id.clone() }),
            Command::Task(id.clone(), TaskCommand::assign(actor("bob"))),
        ]
    };
    let done = office.engine.create_task(&office.ada, make).await.unwrap();
    let (stored, _) = office.engine.store().task(&task("TASK-1")).await.unwrap().unwrap();
    assert_eq!(Some(&stored), done.board.tasks.get(&task("TASK-1")));
    assert_eq!(stored.goal, Some(goal("GOAL-1")));
    assert_eq!(stored.builder(), Some(&actor("bob")));
}
