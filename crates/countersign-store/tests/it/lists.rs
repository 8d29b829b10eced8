//! Lists, counts and numbers.

use std::collections::BTreeMap;

use countersign_core::{Assurance, Command, GoalCommand, TaskCommand};
use countersign_store::{GoalQuery, Journal, Numbered, Order, SqlStore, Stream, TaskQuery};

use crate::place::{Place, on_both};
use crate::world::{World, actor, assignment, creation, goal, says, task};

on_both!(
    pages_are_stable_while_others_insert,
    tasks_are_found_by_what_is_asked,
    the_longest_in_its_state_comes_first,
    goals_are_listed,
    tasks_are_counted_by_state,
    the_next_number_is_one_more_than_the_highest,
    a_position_reads_as_it_is_written,
    many_tasks_are_read_as_each_by_itself,
);

async fn names(store: &SqlStore, query: TaskQuery) -> Vec<String> {
    let tasks = store.tasks(&query).await.unwrap();
    tasks.into_iter().map(|listed| listed.item.id.to_string()).collect()
}

async fn pages_are_stable_while_others_insert(place: &Place) {
    let store = place.create().await;
    let wanted: Vec<String> = (0..25).rev().map(|n| format!("TASK-{n}")).collect();
    for name in &wanted {
        store.commit(creation(name)).await.unwrap();
    }
    let mut read = Vec::new();
    let mut query = TaskQuery { limit: 10, ..TaskQuery::default() };
    for round in 0.. {
        let page = store.tasks(&query).await.unwrap();
        let Some(last) = page.last() else { break };
        query.after = Some(last.position);
        read.extend(page.into_iter().map(|listed| listed.item.id.to_string()));
        if round < 3 {
            store.commit(creation(&format!("new-{round}"))).await.unwrap();
        }
    }
    let new = ["new-0", "new-1", "new-2"].map(String::from);
    assert_eq!(read, [&wanted[..], &new[..]].concat());
}

async fn tasks_are_found_by_what_is_asked(place: &Place) {
    let mut world = World::on(place).await;
    world.new_goal("GOAL-1").await;
    for name in ["A", "B", "C", "D"] {
        world.new_task(name, &[], Assurance::Contract).await;
    }
    for name in ["A", "B"] {
        let link = GoalCommand::LinkTask { task: task(name) };
        world.act("ada", Command::Goal(goal("GOAL-1"), link)).await;
    }
    world.assign("A").await;
    world.do_task("ada", "C", TaskCommand::assign(actor("bea"))).await;
    world.do_task("ada", "D", TaskCommand::Cancel { reason: says("not needed") }).await;
    let all = TaskQuery::default();
    let by = |query| names(&world.store, query);
    assert_eq!(by(all.clone()).await, ["A", "B", "C", "D"]);
    assert_eq!(by(TaskQuery { goal: Some(goal("GOAL-1")), ..all.clone() }).await, ["A", "B"]);
    assert_eq!(by(TaskQuery { builder: Some(actor("bea")), ..all.clone() }).await, ["C"]);
    assert_eq!(by(TaskQuery { settled: Some(true), ..all.clone() }).await, ["D"]);
    assert_eq!(by(TaskQuery { settled: Some(false), ..all.clone() }).await, ["A", "B", "C"]);
    let states = vec!["assigned".to_string(), "cancelled".to_string()];
    assert_eq!(by(TaskQuery { states: states.clone(), ..all.clone() }).await, ["A", "C", "D"]);
    let narrow = TaskQuery { states, goal: Some(goal("GOAL-1")), limit: 1, ..all };
    let found = world.store.tasks(&narrow).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].item, world.board.tasks[&task("A")]);
    assert_eq!(found[0].version, world.version(&Stream::Task(task("A"))));
}

async fn the_longest_in_its_state_comes_first(place: &Place) {
    let mut world = World::on(place).await;
    for name in ["A", "B", "C"] {
        world.new_task(name, &[], Assurance::Contract).await;
    }
    world.assign("A").await;
    let by_since = TaskQuery { order: Order::Since, limit: 2, ..TaskQuery::default() };
    assert_eq!(names(&world.store, by_since.clone()).await, ["B", "C"]);
    let page = world.store.tasks(&by_since).await.unwrap();
    let after = page.last().map(|listed| listed.position);
    assert_eq!(names(&world.store, TaskQuery { after, ..by_since }).await, ["A"]);
}

async fn goals_are_listed(place: &Place) {
    let mut world = World::on(place).await;
    for name in ["GOAL-2", "GOAL-1", "other"] {
        world.new_goal(name).await;
    }
    world.new_task("A", &[], Assurance::Contract).await;
    let link = GoalCommand::LinkTask { task: task("A") };
    world.act("ada", Command::Goal(goal("GOAL-1"), link)).await;
    world.assign("A").await;
    world.do_task("bob", "A", TaskCommand::Start { base: None }).await;
    let all = GoalQuery { limit: 2, ..GoalQuery::default() };
    let page = world.store.goals(&all).await.unwrap();
    let listed: Vec<_> = page.iter().map(|listed| listed.item.id.as_str()).collect();
    assert_eq!(listed, ["GOAL-2", "GOAL-1"]);
    let next = GoalQuery { after: Some(page[1].position), ..all.clone() };
    assert_eq!(world.store.goals(&next).await.unwrap()[0].item.id.as_str(), "other");
    let active = GoalQuery { states: vec!["active".into()], ..all };
    let page = world.store.goals(&active).await.unwrap();
    assert_eq!(page.len(), 1);
    assert_eq!(page[0].item, world.board.goals[&goal("GOAL-1")]);
    let (found, version) = world.store.goal(&goal("GOAL-1")).await.unwrap().unwrap();
    assert_eq!((found, version), (page[0].item.clone(), page[0].version));
}

async fn tasks_are_counted_by_state(place: &Place) {
    let mut world = World::on(place).await;
    world.new_goal("GOAL-1").await;
    for name in ["A", "B", "C"] {
        world.new_task(name, &[], Assurance::Contract).await;
    }
    world.assign("A").await;
    let link = GoalCommand::LinkTask { task: task("A") };
    world.act("ada", Command::Goal(goal("GOAL-1"), link)).await;
    let counts = |of: &[(&str, u64)]| -> BTreeMap<String, u64> {
        of.iter().map(|(state, count)| (state.to_string(), *count)).collect()
    };
    let all = world.store.task_counts(None).await.unwrap();
    assert_eq!(all, counts(&[("assigned", 1), ("pending", 2)]));
    let of_goal = world.store.task_counts(Some(&goal("GOAL-1"))).await.unwrap();
    assert_eq!(of_goal, counts(&[("assigned", 1)]));
    let none = world.store.task_counts(Some(&goal("GOAL-9"))).await.unwrap();
    assert_eq!(none, counts(&[]));
}

async fn the_next_number_is_one_more_than_the_highest(place: &Place) {
    let mut world = World::on(place).await;
    assert_eq!(world.store.next_number(Numbered::Task).await.unwrap(), 1);
    for name in ["TASK-9", "TASK-10", "TASK-007", "TASK-99x", "GOAL-50"] {
        world.new_task(name, &[], Assurance::Contract).await;
    }
    assert_eq!(world.store.next_number(Numbered::Task).await.unwrap(), 11);
    assert_eq!(world.store.next_number(Numbered::Goal).await.unwrap(), 1);
    world.new_goal("GOAL-3").await;
    assert_eq!(world.store.next_number(Numbered::Goal).await.unwrap(), 4);
}

async fn a_position_reads_as_it_is_written(place: &Place) {
    let store = place.create().await;
    store.commit(creation("A")).await.unwrap();
    let position = store.tasks(&TaskQuery::default()).await.unwrap()[0].position;
    assert_eq!(position.to_string().parse(), Ok(position));
    for bad in ["", ".", "1", "1.x", "a.1"] {
        assert!(bad.parse::<countersign_store::Position>().is_err(), "{bad:?}");
    }
}

async fn many_tasks_are_read_as_each_by_itself(place: &Place) {
    let store = place.create().await;
    // More than one statement asks for.
    let ids: Vec<_> = (0..150).map(|n| task(&format!("TASK-{n}"))).collect();
    for id in ids.iter().filter(|id| id.as_str() != "TASK-7") {
        store.commit(creation(id.as_str())).await.unwrap();
    }
    store.commit(assignment("TASK-3", 1)).await.unwrap();
    let found = store.tasks_named(&ids).await.unwrap();
    assert_eq!(found.len(), 149);
    for id in &ids {
        assert_eq!(found.get(id).cloned(), store.task(id).await.unwrap(), "{id}");
    }
    assert!(store.tasks_named(&[]).await.unwrap().is_empty());
    place.vandalise("UPDATE stream SET body = '{}' WHERE id = 'task/TASK-2'").await;
    let damaged = store.tasks_named(&ids).await.unwrap_err();
    assert!(damaged.to_string().contains("task/TASK-2"), "{damaged}");
}
