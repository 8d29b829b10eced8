//! A request happens whole, and once.

use countersign_core::{Command, GoalCommand, TaskCommand};
use countersign_engine::{AuthError, EngineError};
use countersign_store::{CommandKey, Journal};

use crate::cast::{Office, actor, create, goal, rule, task};

#[tokio::test]
async fn the_same_request_sent_again_returns_its_first_result() {
    let office = Office::open().await;
    let key = || Some(CommandKey::new("request-1").unwrap());
    let make = |id: &countersign_core::TaskId| vec![Command::Task(id.clone(), create())];
    let first = office.engine.create_task(&office.ada, key(), make).await.unwrap();
    let again = office.engine.create_task(&office.ada, key(), make).await.unwrap();
    assert_eq!(first.committed, again.committed);
    assert_eq!(first.events, again.events);
    assert_eq!(office.engine.store().head().await.unwrap().size, first.committed.last);
}

#[tokio::test]
async fn someone_elses_request_cannot_be_asked_for() {
    let office = Office::open().await;
    let key = || Some(CommandKey::new("request-1").unwrap());
    let commands = [Command::Task(task("TASK-1"), create())];
    office.engine.execute(&office.ada, key(), &commands).await.unwrap();
    let outcome = office.engine.execute(&office.bob, key(), &commands).await;
    assert!(matches!(outcome, Err(EngineError::Auth(AuthError::Invalid))), "{outcome:?}");
}

#[tokio::test]
async fn of_a_request_that_is_refused_in_part_nothing_happens() {
    let office = Office::open().await;
    let before = office.engine.store().head().await.unwrap();
    let commands = [
        Command::Task(task("TASK-1"), create()),
        Command::Task(task("TASK-1"), TaskCommand::Assign { to: actor("eve") }),
    ];
    let outcome = office.engine.execute(&office.ada, None, &commands).await;
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
            Command::Task(id.clone(), TaskCommand::Assign { to: actor("bob") }),
        ]
    };
    let done = office.engine.create_task(&office.ada, None, make).await.unwrap();
    let (stored, _) = office.engine.store().task(&task("TASK-1")).await.unwrap().unwrap();
    assert_eq!(Some(&stored), done.board.tasks.get(&task("TASK-1")));
    assert_eq!(stored.goal, Some(goal("GOAL-1")));
    assert_eq!(stored.builder(), Some(&actor("bob")));
}
