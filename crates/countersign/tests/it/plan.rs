//! `plan`, from files to pictures.

use crate::world::World;

fn task(world: &World, file: &str, id: &str, needs: &str) {
    let text = format!(
        "---\nid: {id}\ntitle: Do {id}\nlayer: 1\ntrack: shared\ndepends_on: [{needs}]\nestimated_complexity: simple\n---\n\n# {id}: Do {id}\n"
    );
    std::fs::create_dir_all(world.path().join("tasks")).unwrap();
    std::fs::write(world.path().join("tasks").join(file), text).unwrap();
}

#[test]
fn a_folder_of_tasks_is_shown_level_by_level() {
    let world = World::bare();
    task(&world, "a.md", "TASK-1", "");
    task(&world, "b.md", "TASK-2", "TASK-1");
    task(&world, "c.md", "TASK-3", "TASK-1");
    std::fs::write(world.path().join("tasks/README.md"), "# Tasks\n").unwrap();
    insta::assert_snapshot!(world.run(&["plan", "tasks"]).ok().out, @"
    level 1: can begin
      TASK-1: Do TASK-1
    level 2: then 2 at once
      TASK-2: Do TASK-2
          after TASK-1
      TASK-3: Do TASK-3
          after TASK-1

    3 tasks in 2 levels; at most 2 at once
    critical path (weight 4): TASK-1 -> TASK-2
    ");
    let json = world.run(&["plan", "tasks", "--json"]).ok().json();
    assert_eq!(json["levels"], serde_json::json!([["TASK-1"], ["TASK-2", "TASK-3"]]));
    assert!(world.run(&["plan", "tasks", "--mermaid"]).ok().out.starts_with("flowchart LR\n"));
    assert!(world.run(&["plan", "tasks", "--dot"]).ok().out.starts_with("digraph plan {\n"));
}

#[test]
fn cycles_and_unknown_ids_are_named_with_their_files_and_end_with_one() {
    let world = World::bare();
    task(&world, "a.md", "TASK-1", "TASK-2");
    task(&world, "b.md", "TASK-2", "TASK-1");
    task(&world, "c.md", "TASK-3", "TASK-9");
    let outcome = world.run(&["plan", "tasks"]);
    assert_eq!(outcome.code, 1, "{outcome:#?}");
    assert!(outcome.out.is_empty());
    let cycle = "cycle: TASK-1 -> TASK-2 (tasks/a.md:6) -> TASK-1 (tasks/b.md:6)";
    let unknown = "TASK-3 needs TASK-9, which no task is (tasks/c.md:6)";
    assert!(outcome.err.contains(cycle) && outcome.err.contains(unknown), "{outcome:#?}");
    world.run(&["plan", "tasks", "--json"]).refused_by("no-plan");
}

#[test]
fn the_stories_of_a_prd_are_planned_and_two_prds_do_not_mix() {
    let world = World::bare();
    let prd = "# PRD: Shop\n\n### US-001: Pay\n\nAs a buyer I pay.\n\n- [ ] It is paid\n\n### US-002: Refund\n\n**Depends on:** US-001\n\nAs a buyer I get it back.\n\n- [ ] It is back\n";
    std::fs::write(world.path().join("one.md"), prd).unwrap();
    std::fs::write(world.path().join("two.md"), prd).unwrap();
    let alone = world.run(&["plan", "one.md", "--json"]).ok().json();
    assert_eq!(alone["levels"], serde_json::json!([["US-001"], ["US-002"]]));
    let both = world.run(&["plan", "one.md", "two.md", "--json"]).ok().json();
    assert_eq!(both["levels"][0], serde_json::json!(["one/US-001", "two/US-001"]));
}

#[test]
fn a_cycle_among_stories_is_named_with_the_lines_on_which_they_stand() {
    let world = World::bare();
    let prd = "# PRD: Shop\n\n### US-010: Pay\n\n**Depends on:** US-1\n\n- [ ] It is paid\n\n### US-1: Refund\n\n**Depends on:** US-010\n\n- [ ] It is back\n";
    std::fs::write(world.path().join("prd.md"), prd).unwrap();
    let outcome = world.run(&["plan", "prd.md"]);
    assert_eq!(outcome.code, 1, "{outcome:#?}");
    assert!(outcome.err.contains("US-010 -> US-1 (prd.md:3) -> US-010"), "{outcome:#?}");
}

#[test]
fn thousands_of_stories_are_planned() {
    let world = World::bare();
    let story = |n: usize| format!("### US-{n:05}: Add A{n}\n\n- [ ] h{n}\n\n");
    let prd = "# PRD: Shop\n\n".to_owned() + &(1..=20_000).map(story).collect::<String>();
    std::fs::write(world.path().join("prd.md"), prd).unwrap();
    let json = world.run(&["plan", "prd.md", "--json"]).ok().json();
    assert_eq!(json["levels"][0].as_array().unwrap().len(), 20_000);
}

#[test]
fn prds_of_one_name_in_two_folders_do_not_mix_either() {
    let world = World::bare();
    for folder in ["shop", "stock"] {
        std::fs::create_dir_all(world.path().join(folder)).unwrap();
        let prd = "# PRD: A\n\n### US-001: Pay\n\n- [ ] It is paid\n";
        std::fs::write(world.path().join(folder).join("prd.md"), prd).unwrap();
    }
    let both = world.run(&["plan", "shop", "stock", "--json"]).ok().json();
    let ids = serde_json::json!(["shop/prd.md/US-001", "stock/prd.md/US-001"]);
    assert_eq!(both["levels"][0], ids);
}

#[test]
fn a_file_that_cannot_be_read_ends_with_two() {
    let world = World::bare();
    assert_eq!(world.run(&["plan", "gone.md"]).code, 2);
    std::fs::write(world.path().join("bad.md"), "---\nid: [x\n---\n").unwrap();
    let outcome = world.run(&["plan", "bad.md"]);
    assert_eq!(outcome.code, 2, "{outcome:#?}");
    assert!(outcome.err.contains("bad.md"), "{outcome:#?}");
}

#[test]
fn nothing_to_plan_is_a_mistake_and_ends_with_two() {
    let world = World::bare();
    std::fs::create_dir_all(world.path().join("tasks")).unwrap();
    std::fs::write(world.path().join("tasks/README.md"), "# Tasks\n").unwrap();
    for form in [&["plan", "tasks"][..], &["plan", "tasks", "--dot"]] {
        let refused = world.run(form);
        assert_eq!(refused.code, 2, "{refused:#?}");
        assert!(refused.err.contains("no task file"), "{refused:#?}");
    }
}

#[test]
fn an_id_that_two_files_have_is_named_where_it_is_written() {
    let world = World::bare();
    task(&world, "a.md", "TASK-1", "");
    task(&world, "b.md", "TASK-1", "");
    let outcome = world.run(&["plan", "tasks"]);
    let told = "TASK-1 is the id of 2 tasks (tasks/a.md:2, tasks/b.md:2)";
    assert!(outcome.err.contains(told), "{outcome:#?}");
}
