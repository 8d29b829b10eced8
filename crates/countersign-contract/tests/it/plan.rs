//! Plans: order, levels, the critical path, and what stands in their way.

use std::collections::{HashMap, HashSet};

use countersign_contract::plan::{Item, Place, Plan, Problem};
use proptest::prelude::*;

fn item(id: &str, needs: &[&str]) -> Item {
    Item {
        id: id.into(),
        title: format!("do {id}"),
        depends_on: needs.iter().map(ToString::to_string).collect(),
        id_place: Some(Place { file: format!("{}.md", id.to_lowercase()), line: 2 }),
        place: Some(Place { file: format!("{}.md", id.to_lowercase()), line: 5 }),
        ..Item::default()
    }
}

fn ids(items: &[&Item]) -> Vec<String> {
    items.iter().map(|item| item.id.clone()).collect()
}

fn problems(items: Vec<Item>) -> Vec<String> {
    let error = Plan::new(items).expect_err("there is no order");
    error.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn tasks_that_need_nothing_of_each_other_share_a_level() {
    let plan = Plan::new(vec![
        item("D", &["B", "C"]),
        item("B", &["A"]),
        item("C", &["A"]),
        item("A", &[]),
        item("E", &[]),
    ])
    .unwrap();
    let levels: Vec<Vec<String>> = plan.levels().map(|level| ids(&level)).collect();
    assert_eq!(levels, [vec!["A", "E"], vec!["B", "C"], vec!["D"]]);
    assert_eq!(plan.width(), 2);
    assert_eq!(ids(&plan.critical_path()), ["A", "B", "D"]);
}

#[test]
fn a_need_that_is_named_twice_is_told_once() {
    let plan =
        Plan::new(vec![item("A", &[]), item("B", &[]), item("C", &["B", "A", "B"])]).unwrap();
    assert!(plan.to_text().contains("      after B, A\n"), "{}", plan.to_text());
    assert_eq!(plan.items()[2].depends_on, ["B", "A"]);
}

#[test]
fn a_heavy_task_draws_the_critical_path_to_itself() {
    let heavy = Item { weight: Some(9), ..item("X", &[]) };
    let plan =
        Plan::new(vec![item("A", &[]), item("B", &["A"]), item("C", &["B"]), heavy]).unwrap();
    assert_eq!(ids(&plan.critical_path()), ["X"]);
    assert_eq!(plan.critical_weight(), 9);
}

#[test]
fn what_is_ready_follows_from_what_is_done() {
    let plan = Plan::new(vec![item("A", &[]), item("B", &["A"]), item("C", &["A", "B"])]).unwrap();
    assert_eq!(ids(&plan.ready(|_| false)), ["A"]);
    assert_eq!(ids(&plan.ready(|id| id == "A")), ["B"]);
    assert_eq!(ids(&plan.ready(|id| id != "C")), ["C"]);
    assert!(plan.ready(|_| true).is_empty());
}

#[test]
fn a_cycle_is_named_edge_by_edge_with_the_file_of_each() {
    let found = problems(vec![item("A", &["B"]), item("B", &["A"]), item("C", &["A"])]);
    assert_eq!(found, ["cycle: A -> B (a.md:5) -> A (b.md:5)"]);
}

#[test]
fn every_knot_has_its_own_cycle_and_a_task_may_be_one_alone() {
    let found = problems(vec![
        item("A", &["B"]),
        item("B", &["A"]),
        item("S", &["S"]),
        item("X", &["Y", "A"]),
        item("Y", &["Z"]),
        item("Z", &["X"]),
    ]);
    assert_eq!(
        found,
        [
            "cycle: A -> B (a.md:5) -> A (b.md:5)",
            "cycle: S -> S (s.md:5)",
            "cycle: X -> Y (x.md:5) -> Z (y.md:5) -> X (z.md:5)",
        ]
    );
}

#[test]
fn unknown_and_repeated_ids_are_told_with_their_places() {
    let again = Item { id_place: None, ..item("A", &[]) };
    let found = problems(vec![item("A", &["GONE"]), again]);
    assert_eq!(
        found,
        ["A is the id of 2 tasks (a.md:2)", "A needs GONE, which no task is (a.md:5)"]
    );
}

#[test]
fn a_chain_of_a_hundred_thousand_tasks_is_planned_and_a_ring_of_them_is_found() {
    let name = |number: usize| format!("T{number}");
    let chain = |first: Vec<String>| -> Vec<Item> {
        let rest = (1..100_000).map(|number| Item {
            id: name(number),
            depends_on: vec![name(number - 1)],
            ..Item::default()
        });
        let first = Item { id: name(0), depends_on: first, ..Item::default() };
        std::iter::once(first).chain(rest).collect()
    };
    let plan = Plan::new(chain(vec![])).unwrap();
    assert_eq!(plan.critical_path().len(), 100_000);
    let error = Plan::new(chain(vec![name(99_999)])).unwrap_err();
    let [Problem::Cycle { edges }] = error.problems.as_slice() else { panic!("one cycle") };
    assert_eq!(edges.len(), 100_000);
}

#[test]
fn pictures_escape_what_titles_may_hold() {
    let odd = Item { title: "say \"hi\" \\ <b>\n#1 `x`".into(), ..item("A", &[]) };
    let plan = Plan::new(vec![odd, item("B", &["A"])]).unwrap();
    insta::assert_snapshot!(plan.to_mermaid(), @r#"
    flowchart LR
      t0["A: say #quot;hi#quot; \ #lt;b#gt; #35;1 #96;x#96;"]
      t1["B: do B"]
      t0 --> t1
      classDef critical stroke-width:3px
      class t0,t1 critical
    "#);
    insta::assert_snapshot!(plan.to_dot(), @r#"
    digraph plan {
      rankdir=LR;
      node [shape=box];
      t0 [label="A: say \"hi\" \\ <b> #1 `x`", penwidth=3];
      t1 [label="B: do B", penwidth=3];
      t0 -> t1;
    }
    "#);
}

#[test]
fn a_plan_reads_level_by_level() {
    let plan = Plan::new(vec![item("A", &[]), item("B", &["A"]), item("C", &["A"])]).unwrap();
    insta::assert_snapshot!(plan.to_text(), @"
    level 1: can begin
      A: do A
    level 2: then 2 at once
      B: do B
          after A
      C: do C
          after A

    3 tasks in 2 levels; at most 2 at once
    critical path (weight 2): A -> B
    ");
    assert_eq!(Plan::new(vec![]).unwrap().to_text(), "no tasks\n");
}

#[test]
fn the_view_for_machines_counts_levels_from_one() {
    let plan = Plan::new(vec![item("A", &[]), item("B", &["A"])]).unwrap();
    let view = serde_json::to_value(plan.view()).unwrap();
    assert_eq!(view["levels"], serde_json::json!([["A"], ["B"]]));
    assert_eq!(view["tasks"][1]["level"], 2);
    assert_eq!(view["critical_path"], serde_json::json!(["A", "B"]));
}

/// Any graph: edges may go both ways.
fn graphs() -> impl Strategy<Value = Vec<Item>> {
    prop::collection::vec(prop::collection::vec(0..12_usize, 0..3), 1..12).prop_map(|needs| {
        let count = needs.len();
        let name = |at: usize| format!("T{at}");
        let tasks = needs.into_iter().enumerate();
        tasks
            .map(|(at, needs)| Item {
                id: name(at),
                depends_on: needs.into_iter().map(|needed| name(needed % count)).collect(),
                ..Item::default()
            })
            .collect()
    })
}

/// Graphs whose edges only go back, in a shuffled order.
fn acyclic() -> impl Strategy<Value = Vec<Item>> {
    let backward = graphs().prop_map(|mut items| {
        let number = |id: &str| id[1..].parse::<usize>().unwrap();
        for item in &mut items {
            let own = number(&item.id);
            item.depends_on.retain(|needed| number(needed) < own);
        }
        items
    });
    backward.prop_shuffle()
}

proptest! {
    #[test]
    fn every_dependency_lies_on_an_earlier_level(items in acyclic()) {
        let plan = Plan::new(items.clone()).unwrap();
        let mut level_of = HashMap::new();
        for (number, level) in plan.levels().enumerate() {
            level_of.extend(level.into_iter().map(|item| (item.id.clone(), number)));
        }
        prop_assert_eq!(level_of.len(), items.len());
        for item in &items {
            for needed in &item.depends_on {
                prop_assert!(level_of[needed] < level_of[&item.id]);
            }
        }
    }

    #[test]
    fn the_critical_path_is_a_path_as_long_as_there_are_levels(items in acyclic()) {
        let plan = Plan::new(items).unwrap();
        let path = plan.critical_path();
        prop_assert_eq!(path.len(), plan.levels().count());
        for pair in path.windows(2) {
            prop_assert!(pair[1].depends_on.contains(&pair[0].id));
        }
    }

    #[test]
    fn a_named_cycle_is_one_and_without_a_cycle_there_is_a_plan(items in graphs()) {
        let needs: HashMap<&str, &Vec<String>> =
            items.iter().map(|item| (item.id.as_str(), &item.depends_on)).collect();
        match Plan::new(items.clone()) {
            Ok(plan) => prop_assert_eq!(plan.levels().map(|l| l.len()).sum::<usize>(), items.len()),
            Err(error) => {
                let mut seen = HashSet::new();
                for problem in &error.problems {
                    let Problem::Cycle { edges } = problem else { panic!("only cycles here") };
                    for (at, edge) in edges.iter().enumerate() {
                        prop_assert!(needs[edge.id.as_str()].contains(&edge.needs));
                        prop_assert_eq!(&edges[(at + 1) % edges.len()].id, &edge.needs);
                        prop_assert!(seen.insert(edge.id.clone()), "no task is in two cycles");
                    }
                }
            }
        }
    }
}
