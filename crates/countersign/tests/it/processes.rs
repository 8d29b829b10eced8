//! Many processes at one store.

use std::collections::BTreeSet;

use crate::world::World;

const WRITERS: usize = 16;

#[test]
fn sixteen_at_once_with_fifty_creates_each_lose_nothing_and_repeat_nothing_on_sqlite() {
    create_at_once(World::sqlite(), 50);
}

/// Fewer on PostgreSQL, where each process first connects; the store's own tests do all eight hundred.
#[test]
fn sixteen_at_once_with_five_creates_each_lose_nothing_and_repeat_nothing_on_postgresql() {
    create_at_once(World::postgres(), 5);
}

/// Every create is a process of its own.
fn create_at_once(world: World, creates: usize) {
    let total = WRITERS * creates;
    let world = world.with_team();
    let world = &world;
    let ids: Vec<String> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                scope.spawn(move || {
                    let create = |number| {
                        let title = format!("{writer}/{number}");
                        let args = ["task", "create", &title, "--run", "test -d .", "--json"];
                        let made = world.run_as("bob", &args).ok().json();
                        made["id"].as_str().unwrap().to_owned()
                    };
                    (0..creates).map(create).collect::<Vec<_>>()
                })
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), total);
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), total);
    let counts = world.run(&["status", "--json"]).ok().json();
    assert_eq!(counts["tasks"]["pending"], total);
    let mut titles = BTreeSet::new();
    let mut after: Option<String> = None;
    loop {
        let mut args = vec!["task", "list", "--limit", "1000", "--json"];
        if let Some(after) = &after {
            args.extend(["--after", after]);
        }
        let page = world.run(&args).ok().json();
        for task in page["items"].as_array().unwrap() {
            assert!(titles.insert(task["title"].as_str().unwrap().to_owned()), "{task}");
        }
        match page["after"].as_str() {
            Some(next) => after = Some(next.to_owned()),
            None => break,
        }
    }
    assert_eq!(titles.len(), total);
    world.run(&["doctor"]).ok();
}
