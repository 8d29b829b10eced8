//! What is offered is what is given: every answer holds to the schema that its tool shows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::stdio::judged;
use super::wire::Client;

#[test]
fn every_tool_says_what_it_takes_and_gives_and_whether_it_changes_anything() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let tools = bob.request("tools/list", json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
        assert!(!tool["inputSchema"].to_string().contains("$ref"), "{name} is not self-contained");
        for part in ["inputSchema", "outputSchema"] {
            jsonschema::meta::validate(&tool[part])
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let hints = &tool["annotations"];
        assert!(hints["readOnlyHint"].is_boolean(), "{name}");
        assert_eq!(
            (&hints["destructiveHint"], &hints["openWorldHint"]),
            (&json!(false), &json!(false)),
            "{name}"
        );
        assert!(tool["description"].as_str().unwrap().len() > 10, "{name}");
    }
    // An agent reads all of it before it begins, every time.
    let size = tools.to_string().len();
    assert!(size < 60_000, "the list of tools has {size} bytes");
}

#[test]
fn answers_hold_to_the_schemas_that_are_shown() {
    let world = judged();
    world.run(&["task", "create", "Why is it slow?", "--advisory"]).ok();
    let mut bob = Client::of(&world, "bob");
    let tools = bob.request("tools/list", json!({}))["result"]["tools"].clone();
    let schemas: BTreeMap<&str, &Value> = tools
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| (tool["name"].as_str().unwrap(), &tool["outputSchema"]))
        .collect();
    let calls = [
        ("create_goal", json!({ "title": "G" })),
        ("goal_status", json!({ "goal_id": "GOAL-1" })),
        ("list_goals", json!({})),
        ("create_task", json!({ "title": "Write a.txt; the file a.txt must exist" })),
        (
            "dispatch_task",
            json!({ "task": "Write b.txt; the file b.txt must exist", "complexity": "simple" }),
        ),
        ("list_tasks", json!({ "limit": 2 })),
        ("get_task", json!({ "task_id": "TASK-2" })),
        ("get_brief", json!({ "task_id": "TASK-2" })),
        ("get_batch_status", json!({ "batch_id": "GOAL-1" })),
        ("next_task", json!({})),
        ("my_inbox", json!({})),
        ("generate_contract", json!({ "text": "Write c.txt; the file c.txt must exist" })),
        ("lint_task", json!({ "text": "# Nothing\n" })),
        ("register_minion", json!({ "minion_name": "bob-1" })),
        ("hat_history", json!({ "task_id": "TASK-2" })),
        ("list_advisory", json!({})),
    ];
    for (tool, arguments) in calls {
        let answer = bob.call(tool, arguments).ok();
        let validator = jsonschema::validator_for(schemas[tool]).unwrap();
        if let Err(error) = validator.validate(&answer) {
            panic!("{tool}: {error}\n{answer:#}");
        }
    }
}
