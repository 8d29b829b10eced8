//! The walk that a newcomer sees first.

use crate::world::World;

#[test]
fn the_demo_shows_refusals_and_a_verified_goal_and_leaves_nothing_behind() {
    let world = World::bare();
    let demo = world.run(&["demo", "duties"]).ok();
    for shown in [
        "bob tries to approve his own work",
        "refused: bob may not review TASK-1",
        "verifier-is-approver",
        "GOAL-1 is verified",
        "countersign init",
    ] {
        assert!(demo.out.contains(shown), "{shown:?} is missing from:\n{}", demo.out);
    }
    assert_eq!(std::fs::read_dir(world.path()).unwrap().count(), 0);
    assert_eq!(std::fs::read_dir(world.config.path()).unwrap().count(), 0);
}

#[test]
fn the_demo_tells_machines_step_by_step() {
    let demo = World::bare().run(&["demo", "duties", "--json"]).ok();
    let steps: Vec<serde_json::Value> =
        demo.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let refused = steps.iter().filter(|step| step["refused"] == true).count();
    assert_eq!(refused, 2);
    let last = steps.last().unwrap()["outcome"].as_str().unwrap();
    assert!(last.contains("GOAL-1 is verified"), "{last}");
}
