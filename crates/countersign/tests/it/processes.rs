//! Many processes at one store.

use std::collections::BTreeSet;

use crate::on_both_databases;

const PROCESSES: usize = 16;
const CREATES: usize = 50;

on_both_databases! {
    fn sixteen_processes_with_fifty_creates_each_lose_nothing_and_repeat_nothing(world: World) {
        let world = world.with_team();
        let world = &world;
        let ids: Vec<String> = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..PROCESSES)
                .map(|writer| {
                    scope.spawn(move || {
                        let create = |number| {
                            let title = format!("{writer}/{number}");
                            let args = ["task", "create", &title, "--run", "true", "--json"];
                            let made = world.run_as("bob", &args).ok().json();
                            made["id"].as_str().unwrap().to_owned()
                        };
                        (0..CREATES).map(create).collect::<Vec<_>>()
                    })
                })
                .collect();
            writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
        });
        assert_eq!(ids.len(), PROCESSES * CREATES);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), PROCESSES * CREATES);
        let counts = world.run(&["status", "--json"]).ok().json();
        assert_eq!(counts["tasks"]["pending"], PROCESSES * CREATES);
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
        assert_eq!(titles.len(), PROCESSES * CREATES);
        world.run(&["doctor"]).ok();
    }

    fn a_request_sent_twice_happens_once(world: World) {
        let args = ["goal", "create", "once", "--request-id", "r-1", "--json"];
        let first = world.run(&args).ok().json();
        let again = world.run(&args).ok().json();
        assert_eq!(first, again);
        let goals = world.run(&["goal", "list", "--json"]).ok().json();
        assert_eq!(goals["items"].as_array().unwrap().len(), 1);
    }
}
